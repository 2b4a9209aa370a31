"""What changed from one edition to another: of two files, a file and a kit, or two kits."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.places import told as told_folder
from generator.readback import tell
from tests.editions import FOURTH, edition, printed, target

Capture = pytest.CaptureFixture[str]
SEED, QUIET = "seed-circuit", "quiet-dividend"


def changes(capsys: Capture, *words: str | Path) -> Any:
    """What the command says, as JSON."""
    capsys.readouterr()
    assert main(["diff", *map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys: Capture, *words: str | Path) -> str:
    """What the command says, for people."""
    capsys.readouterr()
    assert main(["diff", *map(str, words)]) == 0
    return capsys.readouterr().out


def changed_sheets(told: Any) -> dict[str, list[str]]:
    """The sheets that changed, with the pieces that did."""
    sheets = [sheet for sheet in told["sheets"] if sheet["what"] != "unchanged"]
    return {s["name"]: [p["label"] for p in s["pieces"] if p["what"] != "unchanged"] for s in sheets}


def lines(told: Any, sheet: str) -> list[tuple[list[str], list[str]]]:
    """Lines that stand in place of others."""
    (found,) = [each["lines"] for each in told["sheets"] if each["name"] == sheet]
    return [(each["old"], each["new"]) for each in found]


@pytest.fixture(scope="module")
def station_four(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A kit with no example of station 4, printed; and the kit whose station 4 has the target 5."""
    folder = tmp_path_factory.mktemp("editions")
    old = printed(folder / "old.pdf", edition(folder / "old", SEED, without=FOURTH))
    return old, edition(folder / "new", SEED, target(5), without=FOURTH)


def test_a_target(station_four: tuple[Path, Path], capsys: Capture) -> None:
    """The card of station 4, the layout and the rules show it, the sheet that tells how to print the rules' code."""
    told = changes(capsys, *station_four)

    assert told["rules"] == [{"key": "rules.targets[4]", "old": 2, "new": 5}]
    assert (told["changed"], told["printed"], told["examples"]) == (True, [], [])
    assert told["old"]["edition"] == told["new"]["edition"] == "SC-1"
    assert told["old"]["fingerprint"] != told["new"]["fingerprint"]
    assert changed_sheets(told) == {
        "how-to-print": [], "rules": ["rules"], "station-cards": ["station-card 4"],
        "circuit-layout": ["circuit-layout"],
    }  # fmt: skip
    assert lines(told, "station-cards") == [(["Target 2"], ["Target 5"])]
    ((old, new),) = lines(told, "circuit-layout")
    assert "Station 4: target 2." in old[0]
    assert new[0] == old[0].replace("Station 4: target 2.", "Station 4: target 5.")
    (listed, *_) = lines(told, "rules")
    assert listed == (
        ["3. Check the targets. In the order of the stations they are 2, 3, 4, 2, 3, 4, 2 and 3."],
        ["3. Check the targets. In the order of the stations they are 2, 3, 4, 5, 3, 4, 2 and 3."],
    )
    (mixed,) = told["mixing"]
    assert (mixed["key"], mixed["old"], mixed["new"]) == ("rules.targets[4]", 2, 5)
    assert [place["piece"] for place in mixed["printed"]] == ["rules", "station-card 4", "circuit-layout"]


def test_for_people(station_four: tuple[Path, Path], capsys: Capture) -> None:
    """Long lines show what differs and some words around it; unchanged sheets are told of in a word."""
    told = said(capsys, *station_four)

    assert "rules:\n  rules.targets[4]: 2 -> 5\nsheets:\n" in told
    assert (
        "  station-cards: changed, 1 of 8 pieces\n    station-card 4: changed\n    - Target 2\n    + Target 5\n"
        "  reverse-markers: unchanged\n  score-mats: unchanged\n  circuit-layout: changed\n"
    ) in told
    assert (
        "    - ... 2. Station 2: target 3. Station 3: target 4. Station 4: target 2. "
        "Station 5: target 3. Station 6: target 4. Station 7: target 2. ...\n"
        "    + ... 2. Station 2: target 3. Station 3: target 4. Station 4: target 5. "
    ) in told
    assert told.endswith(
        "old pieces that must not be mixed with new ones:\n"
        "  rules.targets[4] changed from 2 to 5: rules, station-card 4, circuit-layout\n"
    )


def test_two_kits_and_two_files_say_the_same(station_four: tuple[Path, Path], tmp_path: Path, capsys: Capture) -> None:
    """Each way round, but that two files do not tell which piece prints which number."""
    old, new = station_four
    file = printed(tmp_path / "new.pdf", new)
    expected = changes(capsys, old, new)

    assert changes(capsys, old.with_suffix(""), new) == expected
    assert changes(capsys, old.with_suffix(""), file) == expected | {"mixing": None}
    assert changes(capsys, old, file) == expected | {"mixing": None}
    assert said(capsys, old, file).endswith(
        "  rules.targets[4]: one of these, or more, is printed on rules, station-card 4, circuit-layout\n"
    )


@pytest.mark.parametrize("game", [SEED, QUIET])
def test_nothing_changed(game: str, tmp_path: Path, capsys: Capture) -> None:
    """A kit's own print; a comment and white space in a template are nothing that shows."""
    file = printed(tmp_path / "old.pdf", game, "--players", "3", "--large-print", "--names", "Pat,,Mo")
    template = "station-card-large.xml.j2" if game == SEED else "player-record-large.xml.j2"
    kit = edition(tmp_path / game, game)
    text = (kit / template).read_text(encoding="utf-8")
    (kit / template).write_text("{# A remark. #}\n\n" + text, encoding="utf-8")

    told = changes(capsys, file, kit)
    assert told["changed"] is False
    assert changed_sheets(told) == {}
    assert said(capsys, file, kit).endswith(": nothing changed\n")


def test_a_look_without_a_word(tmp_path: Path, capsys: Capture) -> None:
    """A larger figure on every card: the words are the same, the cards are not."""
    bolder = ("station-card.xml.j2", "{% set large = 62 if", "{% set large = 60 if")
    told = changes(capsys, SEED, edition(tmp_path / "new", SEED, bolder))

    assert changed_sheets(told) == {"station-cards": [f"station-card {n}" for n in range(1, 9)]}
    assert (told["rules"], told["mixing"], lines(told, "station-cards")) == ([], [], [])


def test_a_sentence(tmp_path: Path, capsys: Capture) -> None:
    """The old line and the new one, of the rules alone."""
    words = ("rules.md", "Every handful you move opens new chances for everyone else.", "Each handful is news.")
    told = changes(capsys, SEED, edition(tmp_path / "new", SEED, words))

    assert changed_sheets(told) == {"rules": ["rules"]}
    ((old, new),) = lines(told, "rules")
    assert old[0].endswith("exactly that station’s target. Every handful you move opens new chances for everyone else.")
    assert new[0].endswith("exactly that station’s target. Each handful is news.")


def test_examples(tmp_path: Path, capsys: Capture) -> None:
    """One is gone, one is told otherwise, and three claim a target that station 4 no longer has."""
    told = changes(
        capsys, SEED,
        edition(tmp_path / "new", SEED, target(5), ("rules.md", "title: A harvest, with every", "title: Every"),
                ("rules.md", "title: A REVERSE marker\n", "title: Backwards\n"), without=("empty-station-chosen",)),
    )  # fmt: skip

    assert sorted((each["id"], each["what"]) for each in told["examples"]) == [
        ("empty-station-chosen", "removed"), *sorted((name, "no longer proved") for name in FOURTH),
        ("reverse", "changed"),
    ]  # fmt: skip
    back = changes(capsys, tmp_path / "new", SEED)
    assert {each["what"] for each in back["examples"]} == {"added", "changed"}


def test_numbers_of_pieces(tmp_path: Path, capsys: Capture) -> None:
    """One seed more on each of eight stations: 24 and 8 counters more; what the engine works out is named as well."""
    four = ("kit.toml", "seeds_per_station = 3 ", "seeds_per_station = 4 ")
    told = changes(capsys, SEED, edition(tmp_path / "new", SEED, four), "--players", "2")

    (counters,) = [sheet for sheet in told["sheets"] if sheet["name"] == "counters"]
    assert counters["pieces"] == [{"label": "counter", "what": "more", "old": 24, "new": 32}]
    assert [each["key"] for each in told["mixing"]] == ["rules.seeds_per_station", "rules.total_seeds"]
    assert "counter: more, 24 -> 32" in said(capsys, SEED, tmp_path / "new")


def test_a_setup(tmp_path: Path, capsys: Capture) -> None:
    """A value at the start of Seasonal, printed for that setup."""
    file = printed(tmp_path / "old.pdf", QUIET, "--setup", "seasonal")
    new = edition(tmp_path / "new", QUIET, ("kit.toml", "values = [1, 2, 3]", "values = [1, 2, 4]"))
    told = changes(capsys, file, new)

    assert told["rules"] == [{"key": "setups.seasonal.values[3]", "old": 3, "new": 4}]
    assert "public-board" in changed_sheets(told)
    assert "player-records" not in changed_sheets(told)


def test_prints_for_other_tables(tmp_path: Path, capsys: Capture) -> None:
    """What two files were printed with is told: it alone makes pieces differ."""
    four = printed(tmp_path / "4.pdf", SEED)
    three = printed(tmp_path / "3.pdf", SEED, "--players", "3", "--names", "Pat", "--sheets", "score-mats,counters")
    told = changes(capsys, four, three)

    assert told["printed"] == [
        {"key": "players", "old": 4, "new": 3}, {"key": "names", "old": [], "new": ["Pat"]},
    ]  # fmt: skip
    assert {s["name"]: s["what"] for s in told["sheets"]} == {
        "counters": "unchanged", "score-mats": "changed",
        **dict.fromkeys(
            ("how-to-print", "rules", "station-cards", "reverse-markers", "circuit-layout", "heat-record"),
            "not compared",
        ),
    }  # fmt: skip
    assert told["examples"] == []
    assert "printed otherwise, which makes pieces differ:\n  players: 4 -> 3\n" in said(capsys, four, three)


def test_a_kit_is_printed_as_the_file_was(tmp_path: Path, capsys: Capture) -> None:
    """Sheets, copies, names, paper and size come from the file."""
    words = ["--players", "2", "--names", "Pat,Mo", "--sheets", "score-mats,counters", "--copies", "counters=5"]
    file = printed(tmp_path / "old.pdf", SEED, *words, "--paper", "letter", "--text-size", "24")

    assert changes(capsys, file, SEED)["changed"] is False


TWO_GAMES = "rr-print: expected two editions of one game, found 'seed-circuit' and 'quiet-dividend'"


def test_many_copies(tmp_path: Path, capsys: Capture) -> None:
    """792 cards say five lines each: 2,000 lines are told of a sheet, and more is no reason to refuse it."""
    file = printed(tmp_path / "old.pdf", SEED, "--sheets", "station-cards", "--copies", "station-cards=99")

    assert changes(capsys, file, SEED)["changed"] is False
    assert len(tell(str(file))["lines"]["station-cards"]) == 2000


@pytest.mark.parametrize(("words", "status", "message"), [
    ("seed-circuit quiet-dividend", 2, TWO_GAMES),
    ("seed-circuit", 2, "rr-print: missing argument 'NEW'; rr-print --help tells more"),
    ("seed-circuit old.pdf --players 3", 2, "rr-print: --players: 'old.pdf' was printed with '4', found '3'"),
    ("old.pdf old.pdf --setup steady", 2, "rr-print: --setup: expected a kit to print so, found two files"),
    ("old.pdf quiet-dividend", 2, "rr-print: 'old.pdf' holds no sheet of {quiet}: 'counters'"),
    ("old.pdf gone.pdf", 2, "rr-print: no file 'gone.pdf'"),
    ("old.pdf seed-circus", 2, "rr-print: unknown game 'seed-circus'; did you mean 'seed-circuit'?"),
    ("note.txt seed-circuit", 1, "note.txt:1: it is no PDF: it begins with b'Hello.'"),
])  # fmt: skip
def test_what_cannot_be_compared(
    words: str, status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Each is told in one line."""
    monkeypatch.chdir(tmp_path)
    printed(Path("old.pdf"), SEED, "--sheets", "counters")
    Path("note.txt").write_text("Hello.", encoding="utf-8")
    capsys.readouterr()

    assert main(["diff", *words.split()]) == status
    quiet = told_folder(QUIET)
    assert capsys.readouterr() == ("", f"{message.format(quiet=quiet)}\n")
