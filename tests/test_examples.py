"""Examples that the engine writes: they teach what they say, can occur, and stand in a rules text as they are."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator import build, examples
from generator.cli import main
from generator.errors import Finding
from generator.lessons import Found, Seating, search, taught, untaught
from generator.load import load
from generator.model import Kit
from generator.places import shipped_kits
from generator.prove import prove

Capture = pytest.CaptureFixture[str]
NONE = (
    "lesson 'reset': no position for 2 players in steady found that shows it, in 30000 moves tried; another number of "
    "players or another setup may help: rr-print examples quiet-dividend --lesson reset --players N"
)
REVERSE = "A marker is spent to sow anticlockwise, and the last seed is harvested."
LESSONS = {
    "seed-circuit": ["harvest", "near-miss", "match-elsewhere", "long-handful", "reverse", "illegal"],
    "quiet-dividend": ["payout", "promotion", "switch", "reset", "illegal"],
}


def shipped(game: str) -> Kit:
    """A shipped kit."""
    return load(shipped_kits()[game], game)


def found(game: str, lesson: str, players: int, setup: str | None = None, number: int | None = None) -> list[Found]:
    """What is found for one lesson."""
    kit = shipped(game)
    return list(search(kit, examples.known_lessons(kit, lesson), Seating(players, setup), number))


@pytest.mark.parametrize("game", LESSONS)
def test_the_lessons(game: str) -> None:
    """Those that were asked for, each with a sentence and a title without a number."""
    known = taught(shipped(game))
    assert known
    assert [lesson.name for lesson in known.LESSONS] == LESSONS[game]
    for lesson in known.LESSONS:
        assert lesson.meaning.endswith(".")
        assert not any(letter.isdigit() for letter in lesson.title)
        assert bool(lesson.claims) != bool(lesson.refused)


def test_the_simplest_come_first() -> None:
    """By hand: from three seeds everywhere, "8 cw" puts the fourth on station 3, its target; so does "3 cw" on 6."""
    moves = {
        (len(each.line), f"{each.move.station} {each.move.direction}") for each in found("seed-circuit", "harvest", 2)
    }
    assert {(0, "8 cw"), (0, "3 cw")} <= moves
    assert not {move for length, move in moves if length == 0} - {"8 cw", "3 cw"}
    lengths = [len(each.line) for each in found("seed-circuit", "reverse", 3)]
    assert lengths == sorted(lengths)
    assert lengths[0] == 0


def near_misses(board: list[int], targets: list[int], station: int, way: int) -> bool:
    """Whether a sowing ends one short of the target, and no other seed makes one; worked out seed by seed."""
    ring, hand, at, passed = list(board), board[station], station, False
    ring[station] = 0
    while hand:
        passed = passed or (at != station and ring[at] == targets[at])
        at = (at + way) % len(ring)
        ring[at] += 1
        hand -= 1
    return ring[at] == targets[at] - 1 and not passed


def test_near_misses_are_near_misses() -> None:
    """Sown by hand, each of them; a sowing that passes over a station twice is left out of this reckoning."""
    targets = [2, 3, 4, 2, 3, 4, 2, 3]
    some = [each for each in found("seed-circuit", "near-miss", 4) if len(each.facts["path"]) < len(targets)]
    assert len(some) > 100
    for each in some:
        board, way = list(each.state.board), 1 if each.move.direction == "cw" else -1
        assert near_misses(board, targets, each.move.station - 1, way)


def test_promotions_help_a_rival_more() -> None:
    """The club that goes up by one gives each player as many points as they hold shares in it."""
    some = found("quiet-dividend", "promotion", 2, "steady")
    assert len(some) > 10
    for each in some:
        club = "ABC".index(each.move.club)
        own, rival = (each.state.shares[seat - 1][club] for seat in (each.state.seat, 3 - each.state.seat))
        assert each.move.action == "promote"
        assert each.state.lap in (2, 4, 6)
        assert rival > own > 0


@pytest.mark.parametrize("number", [None, 0, pytest.param(7, marks=pytest.mark.wide)])
@pytest.mark.parametrize("game", LESSONS)
def test_each_comes_from_its_line_of_play(game: str, number: int | None) -> None:
    """The engine, asked move by move from the start, comes to the very position."""
    kit = shipped(game)
    known = examples.known_lessons(kit, None)
    for setup in kit.game.setups(kit.rules) or (None,):
        for each in list(search(kit, known, Seating(3, setup), number))[::500]:
            state = kit.game.start(kit.rules, 3, setup)
            for move in each.line:
                state = kit.game.play(kit.rules, state, move).state
            assert state == each.state


def pasted(game: str, players: int, number: int | None, folder: Path) -> tuple[Kit, int]:
    """A copy of a kit with an example of each lesson at the end of its text, and how many examples it has."""
    kit = shipped(game)
    every = examples.find(kit, examples.known_lessons(kit, None), players, None, 1, number)
    assert [each.lesson.name for _, each in every] == LESSONS[game]
    mine = Path(shutil.copytree(kit.folder, folder / "mine"))
    with (mine / "rules.md").open("a", encoding="utf-8") as text:
        text.write(f"\n\n{examples.as_text(kit, every)}\n")
    return load(mine, "mine"), len(kit.examples) + len(every)


@pytest.mark.usefixtures("one_request")
@pytest.mark.parametrize(
    ("game", "players"), [pytest.param("seed-circuit", 3, marks=pytest.mark.wide), ("quiet-dividend", 2)]
)
def test_they_stand_in_a_rules_text_as_they_are(game: str, players: int, tmp_path: Path) -> None:
    """`check` proves each, says how it comes about, and finds nothing."""
    kit, count = pasted(game, players, None, tmp_path)
    report = build.check_kit(kit)

    assert report.findings == ()
    assert [row["proved"] for row in report.examples] == [True] * count
    assert all("line" in row["reach"] for row in report.examples)


@pytest.mark.usefixtures("one_request", "no_search")
@pytest.mark.parametrize(("game", "players"), [("seed-circuit", 4), ("quiet-dividend", 6)])
def test_so_do_those_found_at_random(game: str, players: int, tmp_path: Path) -> None:
    """The same of those that games at random come to."""
    kit, count = pasted(game, players, 5, tmp_path)
    report = build.check_kit(kit)

    assert report.findings == ()
    assert [row["proved"] for row in report.examples] == [True] * count


def test_names_that_are_taken() -> None:
    """A new example never takes the name of one that the kit has, nor of another new one."""
    kit = shipped("seed-circuit")
    kit = kit._replace(examples=(kit.examples[0]._replace(id="harvest-1"), kit.examples[1]._replace(id="harvest-3")))
    names = [name for name, _ in examples.find(kit, examples.known_lessons(kit, "harvest"), 2, None, 3, None)]
    assert names == ["harvest-2", "harvest-4", "harvest-5"]


def test_the_same_number_gives_the_same(capsys: Capture) -> None:
    """And another one another; without one, the simplest."""
    told = []
    for words in ("--random 3", "--random 3", "--random 4", ""):
        assert main(["examples", "seed-circuit", "--lesson", "long-handful", *words.split()]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert len(set(told)) == 3


def test_as_json(capsys: Capture) -> None:
    """With the line of play, for whoever wants to play it."""
    assert main(["examples", "seed-circuit", "--lesson", "near-miss", "--players", "2", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["examples"]
    assert {key: told[key] for key in ("id", "lesson", "players", "setup", "first")} == {
        "id": "near-miss-1", "lesson": "near-miss", "players": 2, "setup": None, "first": 1,
    }  # fmt: skip
    position = told["fence"].split("position: ")[1].split("\n")[0]
    assert main(["replay", "seed-circuit", "--players", "2", *told["line"], "--json"]) == 0
    board = json.loads(capsys.readouterr().out)["board"]
    assert position.startswith(f"board {' '.join(map(str, board))}")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ("seed-circuit --lesson harvst", 2, "unknown lesson 'harvst'; did you mean 'harvest'?"),
        ("seed-circuit --count 0", 2, "--count: expected a whole number from 1 to 20, found '0'"),
        ("seed-circuit --count 21", 2, "--count: expected a whole number from 1 to 20, found '21'"),
        ("seed-circuit --random x", 2, "--random: expected a whole number from 0 to 999999999, found 'x'"),
        ("seed-circuit --players 9", 2, "--players: expected a whole number from 2 to 4, found '9'"),
        ("quiet-dividend --setup stedy", 2, "unknown setup 'stedy'; did you mean 'steady'?"),
        (
            "quiet-dividend --lesson reset --setup steady --players 2",
            1,
            NONE,
        ),
    ],
)
def test_what_cannot_be(words: str, status: int, message: str, capsys: Capture) -> None:
    """The word, what was expected, and what may help."""
    assert main(["examples", *words.split()]) == status
    assert capsys.readouterr().err == f"rr-print: {message}\n"


def test_a_game_without_lessons(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """It is told; an example that claims one is a finding."""
    kit = shipped("seed-circuit")
    monkeypatch.delattr("generator.games.seed_circuit.lessons")
    assert main(["examples", "seed-circuit"]) == 2
    assert capsys.readouterr().err == "rr-print: the engine of seed-circuit has no lessons\n"
    messages = [finding.message for finding in untaught(kit, {})]
    assert messages[0] == "example 'empty-station-chosen': lesson: unknown lesson 'illegal'; its engine has no lessons"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lesson: near-miss", "lesson: near-mis", "unknown lesson 'near-mis'; did you mean 'near-miss'?"),
        (
            "lesson: near-miss",
            "lesson: reverse",
            "none of its moves shows 'reverse': " + REVERSE,
        ),
    ],
)
def test_a_lesson_that_is_not_taught(old: str, new: str, message: str, tmp_path: Path) -> None:
    """A finding at its line."""
    mine = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "mine"))
    source = (mine / "rules.md").read_text(encoding="utf-8")
    (mine / "rules.md").write_text(source.replace(old, new), encoding="utf-8")
    kit = load(mine, "mine")
    line = source[: source.index(old)].count("\n") + 1

    expected = Finding("mine/rules.md", line, f"example 'near-miss-at-three': lesson: {message}")
    assert list(untaught(kit, prove(kit).proved)) == [expected]


@pytest.mark.usefixtures("one_request", "no_search")
def test_check_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Where an edit of the rules breaks an example; what the command gives is not put in its place."""
    monkeypatch.chdir(tmp_path)
    mine = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "my kit"))
    toml, text = mine / "kit.toml", (mine / "rules.md").read_text(encoding="utf-8")
    toml.write_text(
        toml.read_text(encoding="utf-8").replace("targets = [2, 3, 4,", "targets = [2, 3, 5,"), encoding="utf-8"
    )

    assert main(["check", "./my kit"]) == 1
    lines = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(lines) if ": reverse: " in line)
    assert lines[at + 1] == "  another for its lesson: rr-print examples './my kit' --lesson reverse --players 2"
    assert (mine / "rules.md").read_text(encoding="utf-8") == text
    assert main(["examples", "./my kit", "--lesson", "reverse", "--players", "2"]) == 0
    fence: Any = capsys.readouterr().out
    assert fence.startswith("```example reverse-1\n")
