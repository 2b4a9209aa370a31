"""Braille: the shape of the pages, labels that fit, and the rules translated back by liblouis to the same words."""

import ctypes
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.cli import main
from generator.errors import NoBraille
from generator.twins import braille
from generator.twins.reading import Opening
from tests.twins.kits import GAMES, made

ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="


@pytest.mark.system
@pytest.mark.parametrize("game", GAMES)
def test_pages(game: str, tmp_path: Path) -> None:
    """25 lines of 40 cells, a form feed after each page, its number at the end of the last line."""
    source = made(game, "brf", tmp_path)
    made_raw = next(tmp_path.glob("*.brf")).read_bytes().decode("ascii")
    *pages, rest = made_raw.split("\f")
    assert rest == ""
    assert source
    for number, page in enumerate(pages, 1):
        lines = page.split("\r\n")
        assert len(lines) == 26
        assert lines[25] == ""
        assert max(map(len, lines)) <= 40
        assert set(page) <= {*ASCII, "\r", "\n"}
        assert lines[24].strip() == "#" + "".join("JABCDEFGHI"[int(digit)] for digit in str(number))
        assert any(line.strip() for line in lines[:24])


@pytest.mark.system
def test_labels(tmp_path: Path) -> None:
    """A label of at most 8 cells for every piece: eight stations by number and target, eight markers, four mats, ..."""
    source = made("seed-circuit", "brf", tmp_path)
    lines = source.split(",LABELS TO /ICK ON")[1].splitlines()
    labels = [
        label for line in lines for label in re.split(" {2,}", line.strip()) if re.fullmatch(r"[A-Z#]{1,8}", label)
    ]
    labels = [label for label in labels if not re.fullmatch("#[A-J]+", label)]
    stations = [f"S#{'ABCDEFGH'[n]}T#{'ABCD'[t - 1]}" for n, t in enumerate((2, 3, 4, 2, 3, 4, 2, 3))]
    assert labels == [*stations, *["RM"] * 8, "SM#A", "SM#B", "SM#C", "SM#D", "CL", "HR", *["C"] * 24]


@pytest.mark.system
def test_a_heading_is_not_left_behind(tmp_path: Path) -> None:
    """No page of the rules ends with the heading of an example."""
    pages = made("seed-circuit", "brf", tmp_path).split("\f")
    assert sum("EXAMPLE3" in page for page in pages) > 5
    for page in pages:
        lines = [line for line in page.split("\n")[:24] if line.strip()]
        assert not lines or ",EXAMPLE3" not in lines[-1]


def backwards(text: str) -> str:
    """Braille ASCII translated back to print by liblouis."""
    library: Any = ctypes.CDLL("liblouis.so.20")
    size = library.lou_charSize()
    coded = {2: "utf-16-le", 4: "utf-32-le"}[size]
    dots = "".join(chr(0x2800 + ASCII.index(cell)) for cell in text)
    given = dots.encode(coded)
    length, room = ctypes.c_int(len(dots)), ctypes.c_int(len(dots) * 6 + 64)
    output = ctypes.create_string_buffer(room.value * size)
    tables = b"unicode.dis,en-ueb-g2.ctb"
    assert library.lou_backTranslateString(
        tables, given, ctypes.byref(length), output, ctypes.byref(room), None, None, 0
    )
    return output.raw[: room.value * size].decode(coded)


@pytest.mark.system
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_come_back(game: str, tmp_path: Path) -> None:
    """Every paragraph of the rules, braille and back, is the same words; braille has one form of each quote."""
    told = made(game, "text", tmp_path)
    title = {"seed-circuit": "Seed Circuit", "quiet-dividend": "The Quiet Dividend"}[game]
    end = {"seed-circuit": "Station cards", "quiet-dividend": "Public board"}[game]
    lines = told.splitlines()
    rules = [line for line in lines[lines.index(title) : len(lines) - lines[::-1].index(end)] if line]
    assert len(rules) > 100
    differ = {}
    for line in rules:
        there = braille.cells(line.replace("•", "").strip())
        back = backwards(there)
        if plain(back) != plain(line.replace("•", "")):
            differ[line] = back
    assert differ == {}


def plain(words: str) -> str:
    """Words as braille tells them apart: straight quotes, single spaces."""
    for old, new in (("“", '"'), ("”", '"'), ("’", "'"), ("‘", "'"), ("\u00a0", " ")):
        words = words.replace(old, new)
    return " ".join(words.split())


def test_liblouis_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How to install it, exit status 1, nothing written."""
    monkeypatch.setattr(braille, "find_library", lambda _: None)
    braille._library.cache_clear()
    braille._translated.cache_clear()

    assert main(["seed-circuit", "--format", "brf", "--output", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == (
        "rr-print: braille needs liblouis, which is not here: on Debian and Ubuntu, apt install liblouis20 "
        "liblouis-data; on macOS, brew install liblouis\n"
    )
    assert list(tmp_path.iterdir()) == []


def library(answer: Callable[..., int]) -> Any:
    """A liblouis that answers as told."""
    return SimpleNamespace(lou_charSize=lambda: 4, lou_translateString=answer, lou_setLogLevel=lambda _: None)


def test_tables_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A liblouis without its tables is told apart from none."""
    monkeypatch.setattr(braille, "_library", lambda: library(lambda *_: 0))
    braille._translated.cache_clear()

    with pytest.raises(NoBraille, match=r"can't read its tables .*en-ueb-g2\.ctb: on Debian, apt install"):
        braille.cells("word")


@pytest.mark.system
def test_a_character_without_braille() -> None:
    """It is named."""
    braille._library.cache_clear()
    with pytest.raises(NoBraille, match=r"liblouis has no braille for U\+4E00"):
        braille.cells("a \u4e00")


@pytest.mark.system
def test_a_label_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine cells do not go on a card."""
    part = Opening("cards", "Cards", 1, "abcdefghi", named=True)

    with pytest.raises(NoBraille, match="'abcdefghi' of a piece of 'cards' takes 9 cells, expected 8 or fewer"):
        braille.brf([part], "Kit")
