"""Lost pieces: which are printed, how they share pages, and what is answered to one that there is not."""

import json
import re
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from generator.cli import main
from generator.errors import Rejected
from generator.impose import GUIDE_DOWN, impose
from generator.model import PAPERS
from generator.pages import Line, Page, Placed, Typeset
from generator.places import shipped_kits
from generator.profiles import profile
from tests.test_layout import spec

Capture = pytest.CaptureFixture[str]


def made(folder: Path, *words: str) -> list[str]:
    """The words of each page of a print."""
    file = folder / "pieces.pdf"
    assert main([*words, "--output", str(file)]) == 0
    return [" ".join(page.extract_text().split()) for page in PdfReader(file).pages]


def test_a_lost_card_and_a_lost_marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The card of station 4, whose target is 2, and one marker, on one page; the file's name and title tell."""
    monkeypatch.chdir(tmp_path)
    assert main(["seed-circuit", "--pieces", "station-card:4,reverse-marker:2", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told == {
        "files": ["output/seed-circuit-sc-1-4p-a4-pieces.pdf"], "pages": 1, "paper_sheets": 0, "card_sheets": 1,
        "pieces": {"station-card": 1, "reverse-marker": 1}, "examples_proved": 0,
    }  # fmt: skip
    reader = PdfReader(told["files"][0])
    assert reader.metadata
    assert reader.metadata.title == "Seed Circuit SC-1: pieces for 4 players, A4"
    (page,) = (" ".join(page.extract_text().split()) for page in reader.pages)
    assert re.search(r"· Pieces · card · cut solid lines Page 1 of 1", page)
    assert re.search(r"4 2 Target Start with three seeds Clockwise to station 5 4 REVERSE Sow", page)


@pytest.mark.parametrize(("pieces", "numbers"), [
    ("station-card", "1"),
    ("station-card:8,station-card:3", "3 8"),
    ("station-card:3, station-card:3", "3 3"),
])  # fmt: skip
def test_a_piece_is_named_by_its_place_in_the_kit(pieces: str, numbers: str, tmp_path: Path) -> None:
    """No number is the first; a piece named twice is printed twice; all stand in the kit's order, under its heading."""
    (page,) = made(tmp_path, "seed-circuit", "--pieces", pieces)

    following = [int(number) % 8 + 1 for number in numbers.split()]
    assert re.findall(r"Clockwise to station (\d)", page) == list(map(str, following))
    assert "· Station cards · card" in page


def test_the_second_copy_is_the_same_piece(tmp_path: Path) -> None:
    """Two records for each of two players are printed 1 2 1 2: the fourth is the second player's."""
    kit = tmp_path / "mine"
    shutil.copytree(shipped_kits()["quiet-dividend"], kit)
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    two = text.replace('each = "range(1, players + 1)"\ncopies = "1"', 'each = "range(1, players + 1)"\ncopies = "2"')
    assert two != text
    (kit / "kit.toml").write_text(two, encoding="utf-8")
    words = [str(kit), "--players", "2", "--names", "Pat,Mo", "--pieces"]

    (page,) = made(tmp_path, *words, "player-record:4")
    assert "Mo" in page
    assert "Pat" not in page
    (page,) = made(tmp_path, *words, "player-record:3")
    assert "Pat" in page


def test_stocks_and_whole_pages_stand_apart(tmp_path: Path) -> None:
    """Card is not paper, and a page that is not cut is nobody's to share; the names stand on the mat."""
    pages = made(
        tmp_path, "seed-circuit", "--players", "3", "--names", "Pat,Mo", "--paper", "letter",
        "--pieces", "circuit-layout,score-mat:2,counter:24",
    )  # fmt: skip

    assert len(pages) == 2
    assert "· Pieces · card" in pages[0]
    assert "Mo" in pages[0]
    assert "· Circuit layout Page 2 of 2" in pages[1]


def test_split(tmp_path: Path) -> None:
    """A file for each stock, or for each sheet of pages."""
    words = ["seed-circuit", "--pieces", "station-card,counter,circuit-layout", "--output", str(tmp_path), "--split"]
    assert main([*words, "stock"]) == 0
    assert main([*words, "sheet"]) == 0

    stem = "seed-circuit-sc-1-4p-a4-pieces"
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        f"{stem}-card.pdf", f"{stem}-circuit-layout.pdf", f"{stem}-paper.pdf", f"{stem}-station-cards+counters.pdf",
    ]  # fmt: skip


ALL = "'circuit-layout', 'counter', 'heat-record', 'reverse-marker', 'score-mat', 'station-card'"
BESIDE = "beside it: it names all that is printed"


@pytest.mark.parametrize(("words", "message"), [
    ("station-card:9", "--pieces station-card: expected a whole number from 1 to 8, found '9'"),
    ("counter:25", "--pieces counter: expected a whole number from 1 to 24, found '25'"),
    ("reverse-marker:9", "--pieces reverse-marker: expected a whole number from 1 to 8, found '9'"),
    ("reverse-marker:7 --players 3", "--pieces reverse-marker: expected a whole number from 1 to 6, found '7'"),
    ("heat-record:2", "--pieces heat-record: expected 1, the only one, found '2'"),
    ("station-card:0", "--pieces station-card: expected a whole number from 1, found '0'"),
    ("station-card:four", "--pieces station-card: expected a whole number from 1, found 'four'"),
    ("station-card:", "--pieces station-card: expected a whole number from 1, found ''"),
    ("station-card:1:2", "--pieces station-card: expected a whole number from 1, found '1:2'"),
    ("station-crad:4", "unknown piece 'station-crad'; did you mean 'station-card'?"),
    ("station-cards", "unknown piece 'station-cards'; did you mean 'station-card'?"),
    ("rules", f"unknown piece 'rules'; expected one of {ALL}"),
    (",".join(["counter"] * 100), "--pieces counter: expected at most 99 of a kind, found more"),
    ("counter --sheets rules", f"--pieces: expected no --sheets {BESIDE}"),
    ("counter --copies counters=3", f"--pieces: expected no --copies {BESIDE}"),
    ("counter --practice 3", f"--pieces: expected no --practice {BESIDE}"),
    ("counter --format text", "--pieces: only paper has pieces to cut; expected --format pdf, found 'text'"),
])  # fmt: skip
def test_a_piece_that_there_is_not(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The range or the nearest name is told, and nothing is written."""
    monkeypatch.chdir(tmp_path)

    assert main(["seed-circuit", "--pieces", *words.split()]) == 2
    assert capsys.readouterr() == ("", f"rr-print: {message}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_piece_of_which_the_kit_has_none(tmp_path: Path, capsys: Capture) -> None:
    """A kit of no markers."""
    kit = tmp_path / "mine"
    shutil.copytree(shipped_kits()["seed-circuit"], kit)
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(text.replace("markers_per_player = 2", "markers_per_player = 0"), encoding="utf-8")

    assert main([str(kit), "--pieces", "reverse-marker"]) == 2
    assert capsys.readouterr().err == "rr-print: --pieces: the kit for 4 players has no 'reverse-marker'\n"


# ---------------------------------------------------------------- how pages are shared


def shared(*groups: tuple[int, float, float], paper: str = "a4") -> tuple[Page, ...]:
    """Pages of some sheets: of each the number of its pieces, their width and height."""
    sheets = [
        Typeset(spec(name=f"s{index}", line=index), (Placed("card", w, h, (), count, cut=True),))
        for index, (count, w, h) in enumerate(groups, 1)
    ]
    return impose(sheets, PAPERS[paper], profile("normal"), "kit/kit.toml", 5, together=True)


def boxes(page: Page) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of the pieces of a page."""
    found = [(place.x, place.y, place.piece.width, place.piece.height) for place in page.placements]
    return [(round(x, 3), round(y, 3), w, h) for x, y, w, h in found]


def test_blocks_one_below_the_other() -> None:
    """On A4, 210 x 297: a card, two markers; blocks 6.6 mm apart, (297 - 126 - 6.6 - 44) / 2 = 60.2 above."""
    (page,) = shared((1, 88.0, 126.0), (2, 63.0, 44.0))

    assert boxes(page) == [(61.0, 60.2, 88.0, 126.0), (42.0, 192.8, 63.0, 44.0), (105.0, 192.8, 63.0, 44.0)]
    assert (page.number, page.spec.name, page.spec.title) == (5, "s1+s2", "Pieces")
    assert len({place.copy for place in page.placements}) == 3
    level = sorted(mark.points[0][1] for mark in page.marks if isinstance(mark, Line) and _level(mark))
    assert level == pytest.approx([60.2, 186.2, 192.8, 236.8])


def _level(line: Line) -> bool:
    return line.points[0][1] == line.points[1][1]


def test_pieces_of_one_size_share_their_cuts() -> None:
    """Two sheets whose pieces are alike in size: one block, two beside one another, one line between them."""
    (page,) = shared((1, 88.0, 126.0), (1, 88.0, 126.0))

    assert boxes(page) == [(17.0, 85.5, 88.0, 126.0), (105.0, 85.5, 88.0, 126.0)]
    assert len([mark for mark in page.marks if isinstance(mark, Line) and not _level(mark)]) == 3


def test_cuts_of_two_blocks_stay_apart() -> None:
    """What a cut runs out beyond its block does not reach the next block's."""
    (page,) = shared((2, 88.0, 60.0), (1, 176.0, 60.0))
    upright = [mark.points for mark in page.marks if isinstance(mark, Line) and not _level(mark)]
    above = [line for line in upright if line[0][1] < 100]
    below = [line for line in upright if line[0][1] > 100]

    assert (len(above), len(below)) == (3, 2)
    assert min(line[0][1] for line in below) - max(line[1][1] for line in above) == pytest.approx(GUIDE_DOWN)


def test_a_row_goes_where_there_is_room() -> None:
    """A4 holds 271 mm: mats of 126 fill two in 252, the third stands with the marker that found no room before."""
    first, second = shared((3, 176.0, 126.0), (1, 63.0, 44.0))

    assert [h for *_, h in boxes(first)] == [126.0, 126.0]
    assert [h for *_, h in boxes(second)] == [126.0, 44.0]
    assert [page.number for page in (first, second)] == [5, 6]


def test_a_piece_that_is_too_large_is_told_of_its_own_sheet() -> None:
    """At the row of the sheet that it is on."""
    with pytest.raises(Rejected) as rejected:
        shared((1, 20.0, 20.0), (1, 190.0, 20.0))

    assert str(rejected.value) == (
        "kit/kit.toml:2: s2: a piece of 190 x 20 mm does not fit on A4: at most 177.0 x 271.0 mm"
    )


def test_sheets_that_do_not_share_keep_their_pages() -> None:
    """A print of the kit gives every sheet pages of its own."""
    sheets = [Typeset(spec(name=name), (Placed("card", 20.0, 20.0, (), 1, cut=True),)) for name in ("a", "b")]

    pages = impose(sheets, PAPERS["a4"], profile("normal"), "kit/kit.toml")
    assert [page.spec.name for page in pages] == ["a", "b"]
