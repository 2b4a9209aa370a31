"""The printed examples on the referees' tables: every claim is what the slow referee sees too."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from generator.build import told
from generator.load import load
from generator.model import Example, Kit
from generator.places import shipped_kits
from generator.prove import fact_text, prove
from generator.reach import Reach, Reached, reach
from tests.referee import quiet_dividend, seed_circuit

KITS = {name: load(folder, name) for name, folder in shipped_kits().items()}
EXAMPLES = [(kit, example) for kit in KITS.values() for example in kit.examples]
BROKEN = (seed_circuit.BrokenRule, quiet_dividend.BrokenRule)


def parts(example: Example) -> Mapping[str, str]:
    """A position's parts by name."""
    return {name: rest for name, _, rest in (part.strip().partition(" ") for part in example.position.split(";"))}


def rows(text: str) -> list[list[int]]:
    """Rows of numbers; none for a part left out."""
    return [[int(n) for n in row.split()] for row in text.split("/")] if text not in ("", "none") else []


def seed_table(kit: Kit, given: Mapping[str, str]) -> seed_circuit.Table:
    """The ring as an example finds it; what it leaves out is as the referee laid it out."""
    harvested = rows(given.get("harvested", ""))
    players = int(given["players"]) if "players" in given else len(harvested[0])
    names = ("seeds_per_station", "laps_per_heat", "markers_per_player")
    numbers = {"targets": list(kit.rules.targets), **{name: getattr(kit.rules, name) for name in names}}
    table = seed_circuit.Table(numbers, players, int(given.get("first", 1)))
    for _ in range(int(given.get("heat", 1)) - 1):
        table.heat_first = table._clockwise_from(table.heat_first)[1].seat
        table.heat += 1
    if "board" in given:
        lay_out(table, rows(given["board"])[0], harvested[0] if harvested else [0] * players)
    for player, count in zip(table.players, (rows(given.get("markers", "")) or [[]])[0], strict=False):
        while len(player.markers) > count:
            player.discarded.append(player.markers.pop())
    table.record = rows(given.get("scores", ""))
    table.lap = int(given.get("lap", 1))
    table._begin_lap()
    while table.seat() != int(given.get("seat", table.heat_first)):
        table.yet_to_move.pop(0)
    return table


def lay_out(table: seed_circuit.Table, board: list[int], harvested: list[int]) -> None:
    """Take all seeds up and put them where they belong."""
    for station in table.stations:
        while station.seeds:
            table.box.append(station.seeds.pop())
    for station, count in zip(table.stations, board, strict=True):
        station.seeds = [table.box.pop() for _ in range(count)]
    for player, count in zip(table.players, harvested, strict=True):
        player.score_area = [table.box.pop() for _ in range(count)]
    assert not table.box


def dividend_table(kit: Kit, given: Mapping[str, str]) -> quiet_dividend.Table:
    """The records as an example finds them; what it leaves out is as the referee wrote it."""
    shares, payouts = rows(given.get("shares", "")), rows(given.get("payouts", ""))
    names = ("clubs", "max_value", "max_shares_per_club", "max_shares", "laps")
    numbers = {name: getattr(kit.rules, name) for name in names}
    players = int(given["players"]) if "players" in given else len(shares)
    table = quiet_dividend.Table(numbers, kit.setups, players, given["setup"], int(given.get("first", 1)))
    if "values" in given:
        table.values = table._written(rows(given["values"])[0])
    for record, held in zip(table.records, shares, strict=False):
        for club, count in zip(table.clubs, held, strict=True):
            record.marks[club] = [quiet_dividend.Tally() for _ in range(count)]
    for record, earned in zip(table.records, payouts, strict=False):
        record.payouts = earned
    table.lap = int(given.get("lap", 1))
    while table.seat() != int(given.get("seat", table.session_first)):
        table.yet_to_move.pop(0)
    return table


def table_of(kit: Kit, example: Example) -> Any:
    """The referee's table with an example's position on it, and as many players as it names."""
    named = {"players": str(len(example.names))} if example.names else {}
    return (seed_table if kit.name == "seed-circuit" else dividend_table)(kit, {**named, **parts(example)})


@pytest.mark.parametrize(("kit", "example"), EXAMPLES, ids=[example.id for _, example in EXAMPLES])
def test_the_referee_sees_what_is_claimed(kit: Kit, example: Example) -> None:
    """Each fact word for word, and each rule that refuses a move."""
    follow(table_of(kit, example), example)


def follow(table: Any, example: Example) -> None:
    """Make the moves of an example, and hold each claim against what is seen."""
    for step in example.steps:
        claims = {claim.key: claim.value for claim in step.claims}
        try:
            seen = {key: fact_text(value) for key, value in table.play(step.move).items()}
        except BROKEN as broken:
            seen = {"illegal": broken.rule}
        assert claims == {key: seen.get(key) for key in claims}


@pytest.fixture(scope="module")
def lines() -> Mapping[str, Reach]:
    """What is known of the way to each example of both kits."""
    return {name: way for kit in KITS.values() for name, way in reach(kit, prove(kit), told(kit))[0].items()}


@pytest.mark.parametrize(("kit", "example"), EXAMPLES, ids=[example.id for _, example in EXAMPLES])
def test_the_referee_plays_the_line_to_each_example(kit: Kit, example: Example, lines: Mapping[str, Reach]) -> None:
    """Its moves make everything that the position states, and from there each claim holds."""
    way = lines[example.id]
    assert isinstance(way, Reached)
    start = {"players": str(way.players), "setup": way.setup or "", "first": str(way.first)}
    table: Any = seed_table(kit, start) if kit.name == "seed-circuit" else dividend_table(kit, start)
    for move in way.line:
        table.play(move)
    given, seen = parts(example), stated(table)
    names = given.keys() - {"players", "setup", "first"}
    assert {name: given[name] for name in names} == {name: seen[name] for name in names}
    assert (given.get("first", start["first"]), given.get("setup", start["setup"])) == (start["first"], start["setup"])
    follow(table, example)


def stated(table: Any) -> Mapping[str, str]:
    """What is on a table, as the parts of a position's text name it."""
    position = table.position()
    shares = [tuple(row.values()) for row in position.get("shares", ())]
    more = {"shares": shares, "values": tuple(position.get("values", {}).values())}
    scores = {"scores": [tuple(row) for row in position.get("heat_scores", ())]}
    payouts = {"payouts": [tuple(row) for row in position.get("payouts", ()) if row]}
    return {name: fact_text(value) for name, value in {**position, **more, **scores, **payouts}.items()}


TARGETS = (2, 3, 4, 2, 3, 4, 2, 3)
Ring = tuple[tuple[int, ...], int]
"""Seeds on each station, and seeds harvested."""


def test_eight_moves_never_make_the_ring_of_the_document() -> None:
    """3 3 3 1 3 3 3 3 and two harvested earlier: neither two nor three players ever see that.

    Two players have made 5 moves before the last one of a heat, three 8. Sown here forward from the start and back from
    the ring, four moves each way, without the engine: nobody asks whose turn it is or for a marker, so more lines are
    followed than the game has.
    """
    ahead: list[set[Ring]]
    back: list[set[Ring]]
    ahead, back = [{((3,) * 8, 0)}], [{((3, 3, 3, 1, 3, 3, 3, 3), 2)}]
    for _ in range(4):
        ahead.append({after for ring in ahead[-1] for after in sown(*ring)})
        back.append({before for ring in back[-1] for before in unsown(*ring)})

    assert len(ahead[1]) == 12  # eight stations each way; the four moves that end on stations 3 and 6 harvest four
    assert not {ring for rings in ahead for ring in rings} & {ring for rings in back for ring in rings}


def sown(board: tuple[int, ...], harvested: int) -> Iterator[Ring]:
    """Every ring after one move, with no more than two seeds harvested."""
    for station, step in product(range(8), (1, -1)):
        left = list(board)
        hand, left[station] = left[station], 0
        last = station + step * hand
        for seed in range(1, hand + 1):
            left[(station + step * seed) % 8] += 1
        harvest = left[last % 8] if left[last % 8] == TARGETS[last % 8] else 0
        left[last % 8] -= harvest
        if hand and harvested + harvest <= 2:
            yield tuple(left), harvested + harvest


def unsown(board: tuple[int, ...], harvested: int) -> Iterator[Ring]:
    """Every ring from which one move makes this one."""
    for station, step, hand, harvests in product(range(8), (1, -1), range(1, 25), (False, True)):
        left, last = list(board), (station + step * hand) % 8
        taken = TARGETS[last] if harvests else 0
        if taken > harvested or (left[last] if harvests else left[last] == TARGETS[last]):
            continue
        left[last] += taken
        for seed in range(1, hand + 1):
            left[(station + step * seed) % 8] -= 1
        if min(left) == 0 == left[station]:
            left[station] = hand
            yield tuple(left), harvested - taken
