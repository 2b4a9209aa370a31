"""A reprint: the pieces that changed since a file was printed, after a page that says what to do with each part."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from generator.build import check_kit
from generator.cli import main
from generator.load import load
from generator.places import shipped_kits, told
from generator.readback import readback
from tests.craft.check_page import title
from tests.craft.figures import LARGE, NORMAL
from tests.craft.measure import Pdf
from tests.craft.test_checks import CHECKS, WHOLE
from tests.editions import FOURTH, TARGETS, edition, printed, target
from tests.test_readback import attached, attaching

Capture = pytest.CaptureFixture[str]
SEED, QUIET = "seed-circuit", "quiet-dividend"


def reprinted(capsys: Capture, file: Path, *words: str | Path) -> Any:
    """What the command says of a reprint, as JSON."""
    capsys.readouterr()
    assert main([*map(str, words), "--output", str(file), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def pages(file: Path) -> list[str]:
    """The words of each page."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(file).pages]


def titles(file: Path) -> list[str]:
    """The sheet that each page is of."""
    found = (re.match(r".*?(?: · \w{6})? · (.+?)(?: · card · .*)? Page \d+ of \d+", page) for page in pages(file))
    return [match[1] if match else "" for match in found]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with no example of station 4, printed."""
    folder = tmp_path_factory.mktemp("since")
    return printed(folder / "old.pdf", edition(folder / "old", SEED, without=FOURTH))


def test_a_target(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """One card, the layout and the rules are printed; the first page says so, and what must not be mixed."""
    new = edition(tmp_path / "new", SEED, target(5), without=FOURTH)
    done = reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)

    assert done["pieces"] == {"station-card": 1, "circuit-layout": 1}
    assert done["card_sheets"] == 1
    (rules,) = {titles(tmp_path / "since.pdf").count("Rules")}
    assert titles(tmp_path / "since.pdf") == [
        "Reprint",
        "Reprint",
        *["Rules"] * rules,
        "Station cards",
        "Circuit layout",
    ]
    assert rules == titles(old).count("Rules")
    first, second, *_ = pages(tmp_path / "since.pdf")
    before, after = (readback(str(file)).file["fingerprint"] for file in (old, tmp_path / "since.pdf"))
    assert before != after
    assert f"since your print of edition SC-1, code {before}. It is now edition SC-1, code {after}." in first
    assert (
        "Part Throw away Add Keep Rules all all none Station cards no. 4 no. 4 no. 1, 2, 3, 5, 6, 7, 8 "
        "REVERSE markers none none all 8 Score mats none none all 4 Circuit layout all all none "
        "Heat record none none all Counters none none all 24"
    ) in first
    assert "• Targets, place 4: was 2, is 5. Old parts that show it: rules, station card 4, circuit layout." in second
    assert f"Sheets that you keep still bear the old code, {before}. They go with the new ones." in first + second


def test_changed_cards_cost_one_page(
    old: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cards that stood on two pages, and one marker more for each of four players, share one sheet of card."""
    new = edition(
        tmp_path / "new", SEED, ("kit.toml", TARGETS, "targets = [2, 3, 4, 5, 3, 4, 2, 3]"),
        ("station-card.xml.j2", 'Target {{ target }}" h="30"', 'Target {{ target }}{{ "." if item == 8 }}" h="30"'),
        ("kit.toml", 'copies = "players * rules.markers_per_player"', 'copies = "players * 3"'), without=FOURTH,
    )  # fmt: skip
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert main([str(new), "--since", str(old), "--json"]) == 0
    done = json.loads(capsys.readouterr().out)

    before = readback(str(old)).file["fingerprint"]
    assert done["files"] == [f"output/new-sc-1-4p-a4-reprint-since-sc-1-{before}.pdf"]
    assert done["pieces"] == {"station-card": 2, "reverse-marker": 4, "circuit-layout": 1}
    (shared,) = (page for page in pages(Path(done["files"][0])) if "· Pieces · card" in page)
    assert re.findall(r"Clockwise to station (\d)", shared) == ["5", "1"]
    assert shared.count("REVERSE") == 4
    first = pages(Path(done["files"][0]))[0]
    assert "Station cards no. 4, 8 no. 4, 8 no. 1, 2, 3, 5, 6, 7" in first
    assert "REVERSE markers none 4 of them 8 of them" in first


def test_fewer(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """Counters that are no longer needed are thrown away; the sheet that is gone too; nothing has to be printed."""
    text = (old.with_suffix("") / "kit.toml").read_text(encoding="utf-8")
    record = text[text.index('[[sheets]]\nname = "heat-record"') : text.index('[[sheets]]\nname = "counters"')]
    new = edition(
        tmp_path / "new", SEED, ("kit.toml", record, ""), ("kit.toml", '"rules.total_seeds"', '"20"'), without=FOURTH
    )
    done = reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)

    assert (done["pieces"], done["pages"]) == ({}, 2)
    first = pages(tmp_path / "since.pdf")[0]
    assert "Counters 4 of them none 20 of them" in first
    assert "Heat record all none none" in first


@pytest.mark.parametrize("words", [(), ("--names", "Pat,Mo", "--players", "2", "--large-print", "--paper", "letter")])
@pytest.mark.parametrize("game", [SEED, QUIET])
def test_nothing_changed(
    game: str, words: tuple[str, ...], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so and writes nothing."""
    monkeypatch.chdir(tmp_path)
    printed(Path("old.pdf"), game, *words)
    capsys.readouterr()

    assert main([game, "--since", "old.pdf", *words]) == 0
    assert capsys.readouterr() == ("nothing changed since 'old.pdf' was printed: nothing to print\n", "")
    assert main([game, "--since", "old.pdf", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "files": [], "pages": 0, "paper_sheets": 0, "card_sheets": 0, "pieces": {}, "examples_proved": 0,
    }  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["old.pdf"]


def test_the_table_is_the_files(tmp_path: Path, capsys: Capture) -> None:
    """Players, setup, names, paper, size and sheets come from the file; a sheet that it has not is not printed."""
    words = ["--players", "3", "--names", "Pat,Mo", "--setup", "steady", "--paper", "letter", "--text-size", "24"]
    old = printed(tmp_path / "old.pdf", QUIET, *words, "--sheets", "player-records,setup-reference")
    field = ("player-record-large.xml.j2", "<sheet", '<sheet gap="3"')
    text = (shipped_kits()[QUIET] / field[0]).read_text(encoding="utf-8")
    (opening,) = re.findall(r"<sheet[^>]*>", text)
    new = edition(tmp_path / "new", QUIET, (field[0], opening, opening.replace("<sheet", '<sheet keep="1"')))
    done = reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)

    assert done["pieces"] == {"player-record": 3}
    file = Pdf((tmp_path / "since.pdf").read_bytes(), LARGE["24"])
    assert title(file) == {"kit": "The Quiet Dividend QD-1", "players": "3", "paper": "Letter"}
    assert "Mo" in " ".join(pages(tmp_path / "since.pdf"))
    assert "Setup reference" not in titles(tmp_path / "since.pdf")


def test_a_reprint_is_an_edition_too(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """It knows what was kept: a later reprint is made from it alone; and it reads back without a finding."""
    new = edition(tmp_path / "new", SEED, target(5), without=FOURTH)
    reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)
    later = edition(
        tmp_path / "later", SEED, target(5), ("heat-record.xml.j2", "This is the record that counts.", "It counts."),
        without=FOURTH,
    )  # fmt: skip

    assert readback(str(tmp_path / "since.pdf")).findings == ()
    done = reprinted(capsys, tmp_path / "later.pdf", later, "--since", tmp_path / "since.pdf")
    assert done["pieces"] == {"heat-record": 1}
    assert main([str(new), "--since", str(tmp_path / "since.pdf")]) == 0
    assert "nothing changed" in capsys.readouterr().out


def test_the_kits_own_first_page(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """A designer's template takes the place of the one that kits share; `check` finds what is wrong with it."""
    new = edition(tmp_path / "new", SEED, target(5), without=FOURTH)
    own = new / "reprint.xml.j2"
    own.write_text("<sheet><h1>News</h1><p>Was {{ reprint.mixing[0].old }}.</p></sheet>", encoding="utf-8")
    reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)

    assert "News Was 2." in pages(tmp_path / "since.pdf")[0]


@pytest.mark.usefixtures("one_request", "no_search")
def test_check_sets_the_first_page(tmp_path: Path) -> None:
    """A mistake in it is a finding at its line, before anybody needs a reprint."""
    kit = edition(tmp_path / "new", SEED)
    (kit / "reprint.xml.j2").write_text("<sheet>\n<h1>{{ reprint.edtion }}</h1></sheet>", encoding="utf-8")
    findings = [str(finding) for finding in check_kit(load(kit, "new")).findings]

    assert len(findings) == 1
    assert findings[0].startswith("new/reprint.xml.j2:2: ")
    assert "edtion" in findings[0]


def test_practice_is_no_part_of_the_kit(tmp_path: Path, capsys: Capture) -> None:
    """Questions are not thrown away, nor asked again."""
    file = printed(tmp_path / "old.pdf", QUIET, "--practice", "2")
    capsys.readouterr()

    assert main([QUIET, "--since", str(file)]) == 0
    assert "nothing changed" in capsys.readouterr().out


def test_split(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """A file for paper and one for card."""
    new = edition(tmp_path / "new", SEED, target(5), without=FOURTH)
    assert main([str(new), "--since", str(old), "--split", "stock", "--output", str(tmp_path / "out")]) == 0

    assert sorted(file.name.rpartition("-")[2] for file in (tmp_path / "out").iterdir()) == ["card.pdf", "paper.pdf"]
    capsys.readouterr()


@pytest.mark.parametrize("size", [None, "18", *(pytest.param(size, marks=pytest.mark.wide) for size in ("24", "36"))])
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.wide)])
def test_craft(size: str | None, paper: str, tmp_path: Path, capsys: Capture) -> None:
    """The pages of a reprint are held to what those of a kit are, the ruler of the first page included."""
    words = [*(["--text-size", size] if size else []), "--paper", paper]
    old = printed(tmp_path / "old.pdf", edition(tmp_path / "old", SEED, without=FOURTH), *words)
    new = edition(tmp_path / "new", SEED, target(5), without=FOURTH)
    reprinted(capsys, tmp_path / "since.pdf", new, "--since", old)
    pdf = Pdf((tmp_path / "since.pdf").read_bytes(), LARGE[size] if size else NORMAL)

    left_out = {*WHOLE.split()} - {"rulers", "settings_told", "cuts_told", "pages_told", "sentences", "grade"}
    faults = {check.__name__: list(check(pdf)) for check in CHECKS if check.__name__ not in left_out}
    assert {name: found for name, found in faults.items() if found} == {}


# ---------------------------------------------------------------- files that do not serve

SINCE = "rr-print: --since"
BESIDE = "beside it: the file says what is compared"
OTHER = f"{SINCE}: 'old.pdf' is of the game 'seed-circuit', {{quiet}} of 'quiet-dividend'"
SOME = f"{SINCE}: expected a print of the kit or of whole sheets; 'some.pdf' holds some pieces only"
A4 = "rr-print: --paper: 'old.pdf' was printed with 'a4', found 'letter'"
SMALL = "rr-print: --text-size: 'old.pdf' was printed without it, found '18'"
THREE = (
    "rr-print: as 'old.pdf' was printed, ./three cannot be: --players: expected a whole number from 3 to 4, found '2'"
)


@pytest.mark.parametrize(("words", "message"), [
    ("seed-circuit --since gone.pdf", f"{SINCE}: no file 'gone.pdf'"),
    ("quiet-dividend --since old.pdf", OTHER),
    ("seed-circuit --since some.pdf", SOME),
    ("seed-circuit --since now.pdf", "rr-print: 'now.pdf' holds no sheet of {seed}: 'position'"),
    ("seed-circuit --since old.pdf --players 3", "rr-print: --players: 'old.pdf' was printed with '2', found '3'"),
    ("seed-circuit --since old.pdf --paper letter", A4),
    ("seed-circuit --since old.pdf --names Pat", "rr-print: --names: 'old.pdf' was printed without it, found 'Pat'"),
    ("seed-circuit --since old.pdf --large-print", SMALL),
    ("seed-circuit --since old.pdf --sheets rules", f"{SINCE}: expected no --sheets {BESIDE}"),
    ("seed-circuit --since old.pdf --pieces counter", f"{SINCE}: expected no --pieces {BESIDE}"),
    ("seed-circuit --since old.pdf --copies rules=2", f"{SINCE}: expected no --copies {BESIDE}"),
    ("seed-circuit --since old.pdf --practice 2", f"{SINCE}: expected no --practice {BESIDE}"),
    ("seed-circuit --since old.pdf --format text", f"{SINCE}: expected no --format {BESIDE}"),
    ("./three --since old.pdf", THREE),
])  # fmt: skip
def test_a_file_that_does_not_serve(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Each is told in one line with status 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    printed(Path("old.pdf"), SEED, "--sheets", "counters,rules", "--players", "2")
    printed(Path("some.pdf"), SEED, "--pieces", "counter:2")
    assert main(["replay", SEED, "1 cw", "--pdf", "now.pdf"]) == 0
    edition(Path("three"), SEED, ("kit.toml", "min = 2\n", "min = 3\n"))
    before = sorted(tmp_path.iterdir())
    capsys.readouterr()

    assert main(words.split()) == 2
    shown = message.format(quiet=told(QUIET), seed=told(SEED))
    assert capsys.readouterr() == ("", f"{shown}\n")
    assert sorted(tmp_path.iterdir()) == before


def without_digests(record: Any) -> None:
    """As an older rr-print attached it."""
    del record["pieces"]


def strange_pieces(record: Any) -> None:
    """A piece that is none."""
    record["pieces"][0] = ["counters", 3]


def endless(record: Any) -> None:
    """More than a kit tells."""
    record["kit"]["about"] = {str(number): "x" * 1900 for number in range(5000)}


def other_rules(record: Any) -> None:
    """Rules that are not those of its fingerprint."""
    record["kit"]["rules"]["laps_per_heat"] = 2


@pytest.mark.made_wrong
@pytest.mark.parametrize(("change", "message"), [
    (without_digests, "rr-print 0.1.0 printed it and attached no digests of its pieces"),
    (strange_pieces, "attachment: pieces: expected a sheet, a piece, its copies and a digest, found something else"),
    (endless, "it tells more than a kit does; it is damaged, or made to do harm"),
    (other_rules, r"its rules are \w{6}, and it calls them \w{6}: it was altered"),
])  # fmt: skip
@pytest.mark.parametrize("verb", ["since", "diff"])
def test_a_hostile_file(
    verb: str, change: Callable[[Any], None], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:  # fmt: skip
    """It is read by a process of its own, and what is wrong is a finding of the file: status 1, nothing written."""
    monkeypatch.chdir(tmp_path)
    record = attached(printed(Path("old.pdf"), SEED, "--sheets", "counters").read_bytes())
    change(record)
    writer = PdfWriter(clone_from="old.pdf")
    attaching(json.dumps(record).encode())(writer)
    writer.write("bad.pdf")
    capsys.readouterr()

    assert main(["seed-circuit", "--since", "bad.pdf"] if verb == "since" else ["diff", "bad.pdf", "seed-circuit"]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(f"bad.pdf:1: (it is damaged, cut short or made to do harm: )?{message}\n", err)
    assert out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.pdf", "old.pdf"]


def test_a_kit_whose_examples_do_not_hold(old: Path, tmp_path: Path, capsys: Capture) -> None:
    """A reprint is refused as a print is, at the lines of the claims."""
    new = edition(tmp_path / "new", SEED, target(5))

    assert main([str(new), "--since", str(old), "--output", str(tmp_path / "since.pdf")]) == 1
    assert "example 'harvest-at-four': target: claimed 2, the engine finds 5" in capsys.readouterr().err
    assert not (tmp_path / "since.pdf").exists()
