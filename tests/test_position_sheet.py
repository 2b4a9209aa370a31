"""The picture of a position: one page, said twice, tagged, written whole or not at all."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from generator.cli import main
from generator.places import shipped_kits
from tests import verapdf
from tests.test_replay import HEAT, QUIET, QUIET_END, TO_THE_EXAMPLE
from tests.tree_check import issues

Capture = pytest.CaptureFixture[str]

SIZES = ((), ("--large-print",))
PAPERS = ("a4", "letter")
NAMES = ("--names", "Pat,Mo,Sam,Ana")


def drawn(file: Path, *words: str) -> PdfReader:
    """The file of a position."""
    assert main(["replay", *words, "--pdf", str(file)]) == 0
    return PdfReader(file)


def words_of(reader: PdfReader) -> str:
    """Every word of the pages, in the order of the content."""
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def alternatives(reader: PdfReader) -> list[str]:
    """What stands for the pictures."""
    found: list[str] = []

    def walk(element: Any) -> None:
        element = element.get_object()
        if isinstance(element, list):
            for child in element:
                walk(child)
        elif isinstance(element, dict):
            found.extend([str(element["/Alt"])] if "/Alt" in element else [])
            walk(element.get("/K", []))

    walk(reader.root_object["/StructTreeRoot"])
    return found


@pytest.mark.parametrize("size", SIZES, ids=["normal", "large"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_ring(size: tuple[str, ...], paper: str, tmp_path: Path, capsys: Capture) -> None:
    """The documents' example after ten moves: the ring as the kit draws it, everyone's things, the ring in words."""
    words = ("seed-circuit", *NAMES, *TO_THE_EXAMPLE, "--paper", paper, *size)
    reader = drawn(tmp_path / "position.pdf", *words)
    said = words_of(reader)

    assert len(reader.pages) == 1
    assert said.startswith(
        "Seed Circuit SC-1 · pf37yx · Position Page 1 of 1 Position After ten moves: heat 1 of 4, lap 3 of 3."
    )
    for part in (
        "Sam to move.",
        "1 2 3 2 3 3 3 4 3 4 2 1 5 3 3 6 4 3 7 2 3 8 3 3 Now 22 seeds",  # of each station number, target, seeds
        "Player Harvested REVERSE markers Pat 0 2 Mo 0 2 Sam 0 2 Ana 2 2",
        "Clockwise from station 1, the stations hold 3, 3, 3, 1, 3, 3, 3 and 3 seeds.",
        "seeds. Their targets are 2, 3, 4, 2, 3, 4, 2 and 3.",
    ):
        assert part in said
    (alternative,) = alternatives(reader)
    stations = [f"Station {n}: 3 seeds, target {target}." for n, target in enumerate((2, 3, 4, 2, 3, 4, 2, 3), 1)]
    stations[3] = "Station 4: 1 seed, target 2."
    assert alternative == " ".join(["Now, clockwise.", *stations])
    title = {"a4": "A4", "letter": "Letter"}[paper]
    assert reader.metadata
    assert reader.metadata.title == f"Seed Circuit SC-1: position of 4 players, moves played: 10, {title}"
    width = {"a4": 210.0, "letter": 215.9}[paper]
    assert float(reader.pages[0].mediabox.width) == pytest.approx(width * 72 / 25.4, abs=0.1)
    capsys.readouterr()


def test_the_end_of_a_session(tmp_path: Path) -> None:
    """Two heats of two points: a shared win, and no turn is left."""
    said = words_of(drawn(tmp_path / "end.pdf", "seed-circuit", "--players", "2", *HEAT, *HEAT))

    assert "heat 2 of 2, lap 3 of 3. The session is over: Seat 1 and Seat 2 share the win with two points each." in said
    assert "The end 22 seeds" in said
    assert "All heats Seat 1 0 2 2 Seat 2 2 1 2 " in said


@pytest.mark.parametrize("size", SIZES, ids=["normal", "large"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_clubs(size: tuple[str, ...], paper: str, tmp_path: Path) -> None:
    """After the first payout of a game that test_replay works out; six players still fit on one page."""
    options = ("--paper", paper, *size)
    reader = drawn(tmp_path / "a.pdf", "quiet-dividend", "--players", "2", "--names", "Pat", *QUIET, *options)
    said = words_of(reader)

    assert len(reader.pages) == 1
    assert said.startswith(
        "The Quiet Dividend QD-1 · 44f3jv · Position Page 1 of 1 Position Steady, after six moves: lap 4 of 6."
    )
    club = "" if size else "Club "
    for part in (
        "Pat to move.",
        f"Clubs {club}A {club}B {club}C Value 2 2 1",
        f"Shares in {club}A {club}B {club}C Points Pat 2 0 0 2 Seat 2 0 2 0 2",
        "The values are A two, B two and C one. Pat holds two shares in A, and has two points. Seat 2 holds",
        "Seat 2 holds two shares in B, and has two points. Payouts come after laps 2, 4 and 6.",
    ):
        assert part in said
    assert len(drawn(tmp_path / "b.pdf", "quiet-dividend", "--players", "6", *options).pages) == 1


def test_the_end_of_a_game(tmp_path: Path) -> None:
    """Seventeen points each."""
    said = words_of(drawn(tmp_path / "end.pdf", "quiet-dividend", "--players", "2", *QUIET, *QUIET_END))

    assert "The game is over: Seat 1 and Seat 2 share the win with 17 points each." in said.replace("seventeen", "17")


def test_the_files_tags(tmp_path: Path) -> None:
    """PDF/UA-1, for both games in each print size, with and without names."""
    file = tmp_path / "position.pdf"
    for game in ("seed-circuit", "quiet-dividend"):
        for size in ("", "18", "24", "36"):
            drawn(file, game, *NAMES, *(["--text-size", size] if size else []))
            assert issues(file.read_bytes()) == []


@pytest.mark.system
@pytest.mark.parametrize("game", ["seed-circuit", "quiet-dividend"])
def test_verapdf_agrees(game: str, tmp_path: Path) -> None:
    """Its engine finds nothing in either print size."""
    for size in SIZES:
        drawn(tmp_path / "position.pdf", game, *size)
        assert verapdf.failures(tmp_path / "position.pdf") == []


def test_what_is_said_of_the_file(tmp_path: Path, capsys: Capture) -> None:
    """Its name, in words and under `pdf`; the same position makes the same bytes."""
    one, two = tmp_path / "one.pdf", tmp_path / "new" / "two.pdf"

    assert main(["replay", "seed-circuit", "1 cw", "--pdf", str(one)]) == 0
    assert capsys.readouterr().out.endswith(f"\n\nThe position is drawn in {one}.\n")
    assert main(["replay", "seed-circuit", "1 cw", "--pdf", str(two), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pdf"] == str(two)
    assert one.read_bytes() == two.read_bytes()


def test_a_picture_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """What is wrong with the word, and nothing is written: another ending, a folder, a place inside a file, a name."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "folder.pdf").mkdir()
    monkeypatch.chdir(tmp_path)
    glyph = "no font here prints U+65E5 CJK UNIFIED IDEOGRAPH-65E5"
    cases = [
        ("--pdf a.png", "--pdf: expected a file name in .pdf, found 'a.png'"),
        ("--pdf folder.pdf", "cannot write 'folder.pdf': Is a directory"),
        ("--pdf file/a.pdf", "cannot write 'file': File exists"),
        ("--pdf a.pdf --names 日", f"--names: position: '日': {glyph}; spell it with other characters"),
        ("--names \x1b[31m", "--names: expected letters that can be shown, found '\\x1b[31m'"),
        ("--names Pat,Mo,Sam,Ana,Lee", "--names: expected at most 4, one for each player, found 5"),
        ("--large-print", "--large-print: only a picture has a size of type; expected --pdf with it"),
        ("--text-size 24", "--large-print: only a picture has a size of type; expected --pdf with it"),
        ("--pdf a.pdf --paper a5", "unknown paper 'a5'; expected one of 'a4', 'letter'"),
    ]
    for words, told in cases:
        assert (words, main(["replay", "seed-circuit", *words.split(" ")])) == (words, 2)
        assert capsys.readouterr() == ("", f"rr-print: {told}\n")
    assert main(["replay", "seed-circuit", "1 cw", "1 cw", "--pdf", "a.pdf"]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.pdf"]


@pytest.mark.usefixtures("one_request", "no_search")
def test_a_kit_without_a_picture(tmp_path: Path, capsys: Capture) -> None:
    """Its own template is asked for, by name; a mistake in one is told at its line, and `check` finds it."""
    kit = tmp_path / "mine"
    shutil.copytree(shipped_kits()["seed-circuit"], kit)
    template = kit / "position.xml.j2"
    source = template.read_text(encoding="utf-8")
    template.unlink()
    words = ["replay", str(kit), "1 cw", "--pdf", str(tmp_path / "a.pdf")]

    assert main(words) == 1
    told = "expected a template 'position.xml.j2' in the kit's folder, which draws a position; found none"
    assert capsys.readouterr().err == f"{kit}/kit.toml:1: {told}\n"

    template.write_text(source.replace("now.lap", "now.lapp"), encoding="utf-8")
    assert main(words) == 1
    line = next(n for n, each in enumerate(source.splitlines(), start=1) if "now.lap" in each)
    told = f"{kit}/position.xml.j2:{line}: unknown name"
    assert capsys.readouterr().err.startswith(told)
    assert not (tmp_path / "a.pdf").exists()
    assert main(["check", str(kit)]) == 1
    assert capsys.readouterr().err.startswith(told)
