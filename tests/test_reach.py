"""How an example's position comes about: known by hand, and by a plain search in breadth."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest
from pypdf import PdfReader

from generator import build, reach, search
from generator.errors import Malformed
from generator.games import Game, quiet_dividend, seed_circuit
from generator.games.ways import Aim, Ways
from generator.load import load
from generator.model import Example, Kit, Proofs
from generator.places import shipped_kits
from generator.prove import prove
from generator.reach import Impossible, NotDecided, Reached
from generator.request import read_request
from tests import third_game


def ring(targets: list[int], seeds: int = 1, laps: int = 2, markers: int = 0) -> Any:
    """The numbers of a small ring."""
    table = {"targets": targets, "seeds_per_station": seeds, "laps_per_heat": laps, "markers_per_player": markers}
    return seed_circuit.read_rules(table, {})


def reached(game: Any, rules: Any, position: str, box: Callable[[Example], object] = lambda _: "") -> reach.Reach:
    """What is known of one position, for two or three players, in an example that claims nothing."""
    kit = cast(Kit, SimpleNamespace(game=game, rules=rules, players=(2, 3, 2)))
    example = Example("one", "One", "rules.md", 1, position, 3, (), (), ())
    proofs = cast(Proofs, SimpleNamespace(proved={"one": SimpleNamespace(example=example)}))
    return reach.reach(kit, proofs, box)[0]["one"]


def line(game: Any, rules: Any, position: str) -> tuple[str, ...]:
    """The line that leads to a position."""
    found = reached(game, rules, position)
    assert isinstance(found, Reached), found
    return found.line


# ---------------------------------------------------------------- known by hand

NEVER = ring([9, 9, 9], markers=1)
"""Three stations with one seed each, and targets that three seeds never make."""
TWO = ring([2, 2, 2], laps=1)
"""Three stations with one seed each: whoever begins a heat lifts one, makes two and harvests them."""


def test_one_move_on_three_stations() -> None:
    """From 1 1 1, station 1 sown clockwise leaves 0 2 1; its harvest at a target of two leaves 0 0 1."""
    assert line(seed_circuit, NEVER, "board 0 2 1; harvested 0 0; lap 1; seat 2; first 1") == ("1 cw",)
    assert line(seed_circuit, TWO, "board 0 0 1; harvested 2 0; lap 1; seat 2; first 1") == ("1 cw",)


def test_what_is_left_open_is_free() -> None:
    """Lap, seat and first seat are found; the seat that harvested two had the first turn."""
    assert reached(seed_circuit, TWO, "board 0 0 1; harvested 0 2") == Reached(2, None, 2, ("1 cw",))


def test_the_box_is_not_free() -> None:
    """A line is none where the example is told in other words from its end: here of another first seat."""
    position = "board 0 2 1; harvested 0 0; lap 1; seat 1"

    assert reached(seed_circuit, NEVER, position) == Reached(2, None, 2, ("1 cw",))
    found = reached(seed_circuit, NEVER, position, lambda example: "first 2" in example.position)
    assert isinstance(found, Impossible)


def test_seeds_that_no_harvest_brings() -> None:
    """All seeds are accounted for, but one seed is no harvest where every target is two."""
    found = reached(seed_circuit, TWO, "board 0 1 1; harvested 1 0; lap 1; seat 2; first 1")

    assert found == Impossible("in 1 turn of this heat seat 1 can't have harvested 1")


def test_only_the_turns_forbid_it() -> None:
    """1 1 1 is the start. It comes back from 3 0 0 alone, turned in any way, which one move never makes."""
    open_ring = "board 1 1 1; harvested 0 0; first 1; "

    assert line(seed_circuit, NEVER, f"{open_ring}lap 1; seat 1") == ()
    assert line(seed_circuit, NEVER, f"{open_ring}lap 2; seat 2")[1:] in (
        ("2 ccw", "1 cw"),
        ("1 ccw", "3 cw"),
        ("3 ccw", "2 cw"),
    )
    for turn in ("lap 1; seat 2", "lap 2; seat 1"):
        assert isinstance(reached(seed_circuit, NEVER, open_ring + turn), Impossible), turn
    harvest = "board 0 0 1; harvested 2 0; lap 1"
    assert isinstance(reached(seed_circuit, TWO, f"{harvest}; seat 1"), Impossible)


def test_a_marker_that_must_be_spent() -> None:
    """One move makes 0 1 2 with a marker only, and 0 2 1 without one only."""
    before = "harvested 0 0; lap 1; seat 2; first 1; markers"

    assert line(seed_circuit, NEVER, f"board 0 1 2; {before} 0 1") == ("1 ccw",)
    assert isinstance(reached(seed_circuit, NEVER, f"board 0 1 2; {before} 1 1"), Impossible)
    assert isinstance(reached(seed_circuit, NEVER, f"board 0 2 1; {before} 0 1"), Impossible)
    spent = reached(seed_circuit, NEVER, f"board 0 2 1; {before} 1 0")
    assert spent == Impossible("in 0 turns of this heat seat 2 can't have spent 1 markers")


def test_the_scores_of_an_earlier_heat() -> None:
    """Whoever begins harvests two, the other one nothing of the last seed."""
    start = "board 1 1 1; harvested 0 0; heat 2; lap 1; seat 2; first 1; scores"

    assert len(line(seed_circuit, TWO, f"{start} 2 0")) == 2
    assert isinstance(reached(seed_circuit, TWO, f"{start} 0 2"), Impossible)
    over = "board 0 0 1; harvested 0 2; heat 2; lap 1; seat none; first 1; scores 2 0 / 0 2"
    assert len(line(seed_circuit, TWO, over)) == 4


DIVIDEND = quiet_dividend.read_rules(
    {"clubs": ["A", "B"], "max_value": 2, "max_shares_per_club": 1, "max_shares": 2, "laps": 3},
    {
        "even": {"values": [1, 1], "payout_laps": [1, 3], "resets": {}},
        "odd": {"values": [0, 1], "payout_laps": [1, 2], "resets": {"1": [1, 0]}},
    },
)


def test_payouts_and_resets() -> None:
    """Two joins of A, worth 1, pay one point each; where A is reset from 0 to 1 they have paid none."""
    joined = "shares 1 0 / 1 0; lap 2; seat 1; first 1"

    assert line(quiet_dividend, DIVIDEND, f"setup even; values 1 1; {joined}; payouts 1 / 1") == ("join A", "join A")
    assert line(quiet_dividend, DIVIDEND, f"setup odd; values 1 0; {joined}; payouts 0 / 0") == ("join A", "join A")
    for payouts in ("1 / 0", "2 / 2"):
        found = reached(quiet_dividend, DIVIDEND, f"setup even; values 1 1; {joined}; payouts {payouts}")
        assert isinstance(found, Impossible)


def test_actions_that_take_too_many_turns() -> None:
    """Three shares and a promotion take four turns; a value that is lower than at the start takes for ever."""
    after = "shares 1 1 / 1 0; payouts 1 / 1; lap 2; seat 2; first 1"
    many = reached(quiet_dividend, DIVIDEND, f"setup even; values 2 1; {after}")

    assert many == Impossible("values were raised 1 times and 3 shares taken, which takes more than 3 turns")
    low = reached(quiet_dividend, DIVIDEND, f"setup even; values 1 0; {after}")
    assert low == Impossible("no value falls, and club B stood higher at first")


def test_players_that_the_kit_is_not_for() -> None:
    """A position of four where three may play."""
    found = reached(seed_circuit, NEVER, "board 1 1 1; harvested 0 0 0 0")

    assert found == Impossible("it has 4 players, and the kit is for 2 to 3")


# ---------------------------------------------------------------- against a plain search

SMALL: dict[str, tuple[Any, Any]] = {
    "ring": (seed_circuit, ring([2, 3, 2], seeds=1, laps=2, markers=1)),
    "turned ring": (seed_circuit, ring([2, 2, 2, 2], seeds=1, laps=1, markers=1)),
    "long handfuls": (seed_circuit, ring([4, 3, 5], seeds=2, laps=2)),
    "dividend": (quiet_dividend, DIVIDEND),
}


def plain(game: Any, rules: Any, players: int = 2) -> dict[Any, int]:
    """Every position of every session, and the fewest moves that lead there."""
    starts = [game.start(rules, players, s, f) for s in game.setups(rules) or (None,) for f in range(1, players + 1)]
    found, layer = dict.fromkeys(starts, 0), starts
    while layer:
        layer = [after for state in layer for _, after in edges(game, rules, state) if after not in found]
        layer = list(dict.fromkeys(layer))
        found |= dict.fromkeys(layer, max(found.values()) + 1)
    return found


def edges(game: Any, rules: Any, state: Any) -> Iterator[tuple[Any, Any]]:
    """Every legal move and where it leads."""
    for move in game.legal_moves(rules, state):
        yield move, game.play(rules, state, move).state


@pytest.fixture(scope="module", params=SMALL)
def small(request: pytest.FixtureRequest) -> tuple[Any, Any, dict[Any, int]]:
    """A game small enough to be played in every way."""
    game, rules = SMALL[request.param]
    return game, rules, plain(game, rules)


def some(states: Iterable[Any]) -> list[Any]:
    """A few hundred positions, spread over all."""
    every = list(states)
    return every[:: max(1, len(every) // 250)]


def test_no_line_is_shorter(small: tuple[Any, Any, dict[Any, int]]) -> None:
    """Each position is reached, in as many moves as a plain search needs."""
    game, rules, distances = small
    for state in some(distances):
        assert len(line(game, rules, game.write_state(rules, state))) == distances[state]


def forward(game: Any) -> type[Ways]:
    """An engine's ways without its earlier moves."""

    class Forward(type(game.ways(game_rules(game)))):  # type: ignore[misc]
        def before(self, state: Any) -> None:  # noqa: ARG002 - it does not look
            return None

    return Forward


def blind(game: Any) -> type[Ways]:
    """An engine's ways without what it knows of lengths, so that only distances from the end lead forward."""

    class Blind(type(game.ways(game_rules(game)))):  # type: ignore[misc]
        def aim(self, ends: Sequence[Any]) -> Aim:
            return Aim(self, ends)

    return Blind


def game_rules(game: Any) -> Any:
    """Some numbers of a game."""
    return next(rules for one, rules in SMALL.values() if one is game)


@pytest.mark.parametrize("less", [forward, blind])
@pytest.mark.parametrize("bound", [5, 1_000_000])
def test_no_line_is_shorter_with_less(
    small: tuple[Any, Any, dict[Any, int]], less: Any, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither without earlier moves nor without lengths; nor where the way back is given up after a few positions."""
    game, rules, distances = small
    ways = less(game)
    monkeypatch.setattr(game, "ways", ways)
    monkeypatch.setattr(search._Search, "forward", unbounded(search._Search.forward))
    monkeypatch.setattr(search, "BOUNDS", (bound,))
    for state in some(distances)[::10]:
        assert len(line(game, rules, game.write_state(rules, state))) == distances[state]


def unbounded(way: Any) -> Any:
    """A search forward that is never given up."""
    return lambda job, _: way(job, 1_000_000)


@pytest.mark.parametrize("bound", [0, 1_000_000])
def test_what_is_left_open_is_free_and_the_line_the_shortest(
    small: tuple[Any, Any, dict[Any, int]], bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts left out one by one: the fewest moves to any position that has the others, met half-way or at the start."""
    game, rules, distances = small
    monkeypatch.setattr(search._Search, "forward", unbounded(search._Search.forward))
    monkeypatch.setattr(search, "BOUNDS", (bound,))
    parts = {state: dict(p.split(" ", 1) for p in game.write_state(rules, state).split("; ")) for state in distances}
    told = 0
    for number, state in enumerate(some(distances)):
        names = ("markers", "first", "lap", "seat")
        left_out = {name for place, name in enumerate(names) if number >> place & 1}
        given = {name: part for name, part in parts[state].items() if name not in left_out}
        if parts[state]["seat"] == "none":
            continue
        if number % 3 == 0:
            given["lap"] = "1"
        text = "; ".join(f"{name} {part}" for name, part in given.items())
        try:
            game.read_state(rules, text)
        except Malformed:
            continue
        played = (other for other in distances if other.seat is not None)
        expected = [distances[other] for other in played if given.items() <= parts[other].items()]
        way = reached(game, rules, text)
        assert isinstance(way, Reached) == bool(expected), text
        assert not isinstance(way, Reached) or len(way.line) == min(expected), text
        told += 1
    assert told > 20


def test_whatever_else_can_be_written_is_impossible(small: tuple[Any, Any, dict[Any, int]]) -> None:
    """A position with another turn, ring, marker, share or value: reached if and only if the plain search finds it."""
    game, rules, distances = small
    decided = {True: 0, False: 0}
    for state in some(distances):
        for other in changed(state):
            try:
                text = game.write_state(rules, other)
                there = game.read_state(rules, text) == other and other in distances
            except Malformed:
                continue
            assert isinstance(reached(game, rules, text), Reached if there else Impossible), text
            decided[there] += 1
    assert min(decided.values()) > 10


def changed(state: Any) -> Iterator[Any]:
    """Positions that are a little different."""
    for seat in (1, 2):
        yield replace(state, seat=seat)
        yield replace(state, first=seat)
    if isinstance(state, seed_circuit.State):
        yield replace(state, board=state.board[1:] + state.board[:1])
        yield replace(state, board=state.board[::-1], markers=state.markers[::-1])
        yield replace(state, harvested=state.harvested[::-1])
    else:
        yield replace(state, values=state.values[::-1])
        yield replace(state, shares=state.shares[::-1])
        yield replace(state, shares=tuple(row[::-1] for row in state.shares))


def test_every_turn_can_be_taken_back(small: tuple[Any, Any, dict[Any, int]]) -> None:
    """What leads to a position is among what the engine says of it; only a heat's start is left out."""
    game, rules, distances = small
    ways, taken = game.ways(rules), 0
    for state in distances:
        for move, after in edges(game, rules, state):
            before = ways.before(after)
            if before is not None:
                assert (state, move) in [*before]
                taken += 1
            else:
                assert after.board == game.start(rules, 2).board
    assert taken > len(distances) // 2


def test_positions_that_are_alike_have_one_key(small: tuple[Any, Any, dict[Any, int]]) -> None:
    """The key of a position is that of its images, and of no other position."""
    game, rules, distances = small
    ways = game.ways(rules)
    alike: dict[Any, set[Any]] = {}
    for state in distances:
        alike.setdefault(ways.key(state), set()).add(state)
    for states in alike.values():
        for state in states:
            assert set(ways.images(state)) == states


def test_a_game_that_says_nothing_of_its_ways(small: tuple[Any, Any, dict[Any, int]]) -> None:
    """It is searched forward with the plain protocol."""
    game, rules, distances = small
    silent = ModuleType("silent")
    vars(silent).update({name: value for name, value in vars(game).items() if name != "ways"})
    for state in some(distances)[::25]:
        assert len(line(silent, rules, game.write_state(rules, state))) == distances[state]


class NumberWays(Ways):
    """What leads to a number, and much that does not."""

    def before(self, state: int) -> Iterator[tuple[int, str]]:
        """Every lower number."""
        yield from ((number, name) for number in range(1, state) for name in third_game.MOVES)


@pytest.mark.parametrize("bound", [0, 3, 9, 1_000_000])
@pytest.mark.parametrize("knows", [False, True])
def test_a_game_from_outside(knows: bool, bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """1, 4, 8, 11: three moves; by any way to look for it, no line is longer than it has to be."""
    game = ModuleType("numbers")
    vars(game).update({name: value for name, value in vars(third_game).items() if not name.startswith("__")})
    if knows:
        vars(game)["ways"] = lambda rules: NumberWays(cast(Game, game), rules)
    monkeypatch.setattr(search._Search, "forward", unbounded(search._Search.forward))
    monkeypatch.setattr(search, "BOUNDS", (bound,))
    assert len(line(game, None, "11")) == 3
    fewest = {1: 0}
    for made in range(third_game.MOST):
        for number in [number for number, moves in fewest.items() if moves == made]:
            for after in (number + 1, number + 3, 2 * number):
                if after <= third_game.MOST:
                    fewest.setdefault(after, made + 1)
    for number in range(1, third_game.MOST + 1):
        assert len(line(game, None, str(number))) == fewest[number]
    assert isinstance(reached(game, None, str(third_game.MOST + 1)), Impossible)
    assert isinstance(reached(game, None, "0"), Impossible)


def test_what_an_engine_says_wrongly_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier positions that don't lead there are dropped: the line is still one that the engine plays."""

    class Wrong(seed_circuit.ways(NEVER).__class__):  # type: ignore[misc]
        def before(self, state: Any) -> Any:  # noqa: ARG002 - that is what is wrong
            start = seed_circuit.start(NEVER, 2)
            yield from ((start, move) for move in reversed(seed_circuit.legal_moves(NEVER, start)))
            yield replace(start, board=(9, 9, 9)), seed_circuit.Move(9, "cw")

    monkeypatch.setattr(seed_circuit, "ways", Wrong)
    text = "board 0 2 1; harvested 0 0; markers 1 1; lap 1; seat 2; first 1"
    assert line(seed_circuit, NEVER, text) == ("1 cw",)


def test_ends_that_the_engine_names_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line to another position is played, and not taken for a line to this one."""
    start = seed_circuit.start(NEVER, 2)

    class Wrong(seed_circuit.ways(NEVER).__class__):  # type: ignore[misc]
        def ends(self, text: str) -> Any:  # noqa: ARG002 - that is what is wrong
            return (start,)

    monkeypatch.setattr(seed_circuit, "ways", Wrong)
    found = reached(seed_circuit, NEVER, "board 0 2 1; harvested 0 0; lap 1; seat 2; first 1")
    assert found == NotDecided("what the engine says of the ways to it does not agree with how it plays")


def test_keys_that_the_engine_gives_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all positions have one key, no line can be told, and none is."""

    class Wrong(seed_circuit.ways(NEVER).__class__):  # type: ignore[misc]
        def aim(self, ends: Sequence[Any]) -> Aim:
            return Aim(self, ends)

        def key(self, state: Any) -> int:  # noqa: ARG002 - that is what is wrong
            return 0

    monkeypatch.setattr(seed_circuit, "ways", Wrong)
    found = reached(seed_circuit, NEVER, "board 0 2 1; harvested 0 0; lap 1; seat 2; first 1")
    assert found == NotDecided("what the engine says of the ways to it does not agree with how it plays")


def test_beyond_the_bounds_it_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three positions in each direction neither a line nor a proof is found."""
    text = "board 1 1 1; harvested 0 0; lap 2; seat 1; first 1"
    assert isinstance(reached(seed_circuit, NEVER, text), Impossible)
    monkeypatch.setattr(search, "BOUNDS", (3,))
    monkeypatch.setattr(seed_circuit, "ways", lambda rules: Ways(cast(Game, seed_circuit), rules))

    found = reached(seed_circuit, NEVER, text)
    assert isinstance(found, NotDecided)
    assert found.as_json() == {"undecided": found.why}


# ---------------------------------------------------------------- in a kit

NAME = "empty-station-chosen"
MARK = "illustration: yes\n"
THERE = "position: board 3 3 0 4 4 0 3 3; harvested 4 0; lap 1; seat 2\n"
NOT_THERE = "position: board 3 3 0 4 4 1 3 3; harvested 3 0; lap 1; seat 2\n"
FAR = "position: board 3 3 0 4 4 0 3 3; harvested 4 0; lap 3; seat 2\n"


Told = tuple[reach.Reach, list[str]]


def told(folder: Path, position: str, template: str | None = None) -> Told:
    """What is known and found of one example of Seed Circuit, with another position or template."""
    copytree(shipped_kits()["seed-circuit"], folder / "kit")
    file = folder / "kit" / "rules.md"
    text = file.read_text(encoding="utf-8")
    assert text.count(THERE) == 1
    file.write_text(text.replace(THERE, position), encoding="utf-8")
    if template is not None:
        (folder / "kit" / "example.xml.j2").write_text(template, encoding="utf-8")
    kit = load(folder / "kit", "kit")
    proofs = Proofs({NAME: prove(kit).proved[NAME]}, {})
    known, found = reach.reach(kit, proofs, build.told(kit))
    return known[NAME], [str(finding) for finding in found]


def at(text: str) -> int:
    """The line of the position in the shipped rules, or of what stands in its place."""
    rules = (shipped_kits()["seed-circuit"] / "rules.md").read_text(encoding="utf-8").replace(THERE, text)
    return rules.split(text)[0].count("\n") + 1


def test_a_position_that_occurs_needs_no_mark(tmp_path: Path) -> None:
    """One sowing clockwise leads to it."""
    assert told(tmp_path, THERE) == (Reached(2, None, 1, ("3 cw",)), [])


def test_an_unmarked_position_that_cannot_occur(tmp_path: Path) -> None:
    """Found at the line of the position, with the proof and the way to mend it."""
    known, found = told(tmp_path, NOT_THERE)

    assert isinstance(known, Impossible)
    mend = "mark the example 'illustration: yes' or change it"
    assert found == [f"kit/rules.md:{at(NOT_THERE)}: example {NAME!r}: its position can't occur: {known.why}; {mend}"]


def test_a_marked_position_that_cannot_occur(tmp_path: Path) -> None:
    """Nothing is wrong; the box says what it is."""
    known, found = told(tmp_path, MARK + NOT_THERE)

    assert isinstance(known, Impossible)
    assert found == []


def test_a_marked_position_that_occurs(tmp_path: Path) -> None:
    """Found at the line of the mark."""
    _, found = told(tmp_path, MARK + THERE)

    why = "illustration: its position can occur, after 1 move; drop this line"
    assert found == [f"kit/rules.md:{at(THERE)}: example {NAME!r}: {why}"]


def test_a_box_that_does_not_say_that_it_is_an_illustration(tmp_path: Path) -> None:
    """Found at the line of the mark, whatever the template prints instead."""
    box = '<example id="{{ id }}"><h3>{{ title }}</h3><p>{{ before.board | join(" ") }}</p></example>'
    _, found = told(tmp_path, MARK + NOT_THERE, box)

    why = "illustration: expected its box to say so, found the same words without it"
    assert found == [f"kit/rules.md:{at(NOT_THERE)}: example {NAME!r}: {why}"]


def test_a_position_that_is_not_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding too, unless it is marked: then it is only told."""
    monkeypatch.setattr(search, "BOUNDS", (1,))
    known, found = told(tmp_path / "one", FAR)

    assert isinstance(known, NotDecided)
    mend = "mark the example 'illustration: yes' or change it"
    why = f"whether its position can occur is not decided: {known.why}; {mend}"
    assert found == [f"kit/rules.md:{at(FAR)}: example {NAME!r}: {why}"]
    known, found = told(tmp_path / "two", MARK + FAR)
    assert (type(known), found) == (NotDecided, [])


@pytest.mark.parametrize("form", ["pdf", "text"])
@pytest.mark.parametrize(("game", "name"), [("seed-circuit", NAME), ("quiet-dividend", "switches")])
def test_an_illustration_says_so_where_it_is_printed(game: str, name: str, form: str, tmp_path: Path) -> None:
    """Under the heading of its own box and of no other, on paper and in words."""
    folder = copytree(shipped_kits()[game], tmp_path / "kit")
    file = folder / "rules.md"
    fence = f"```example {name}\n"
    file.write_text(file.read_text(encoding="utf-8").replace(fence, fence + MARK), encoding="utf-8")
    kit = load(folder, "kit")
    title = next(example.title for example in kit.examples if example.id == name)
    request = read_request(kit, sheets="rules", form=form)
    said = "This position is an illustration. It was made up to show the rule, and does not come from a game."

    (path,) = build.print_kit(kit, request, tmp_path / "out").files
    words = words_of(Path(path))
    assert words.count(said) == 1
    assert f"Example: {title} {said}" in words


def words_of(file: Path) -> str:
    """All words of a printed file, parted by single spaces."""
    if file.suffix == ".pdf":
        return " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
    return " ".join(file.read_text(encoding="utf-8").split())
