"""Which font prints a character, how wide it is, and what no font prints."""

import subprocess
import sys
from typing import Any

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from generator import fonts
from generator.fonts import MissingGlyph, runs
from generator.places import place

FACE = "Atkinson Hyperlegible Next"
REGULAR, BOLD = fonts.FACES[FACE]
SYMBOLS = "NotoSansMath-Regular"


@pytest.fixture(scope="module", params=sorted(fonts.FILES))
def read(request: pytest.FixtureRequest) -> Any:
    """Every font's name, and the font as fontTools reads it."""
    return request.param, TTFont(place("fonts") / fonts.FILES[request.param])


def test_text_of_the_face_is_one_run() -> None:
    """Letters, figures, quotes, dashes, times and minus stay in the face, in its own weight."""
    text = "Sow 3 × 4 − 1 “seeds” – café\N{NO-BREAK SPACE}½ …"

    assert runs(text, FACE, False) == ((REGULAR, text),)
    assert runs(text, FACE, True) == ((BOLD, text),)


def test_no_text_is_no_run() -> None:
    """An empty text has no runs."""
    assert runs("", FACE, False) == ()


def test_each_character_comes_from_the_first_font_that_has_it() -> None:
    """Arrows come from the symbols, Cyrillic from Noto Sans of the same weight, spaces from the face."""
    assert runs("go ↻ Жук!", FACE, True) == (
        (BOLD, "go "),
        (SYMBOLS, "↻"),
        (BOLD, " "),
        ("NotoSans-Bold", "Жук"),
        (BOLD, "!"),
    )
    assert runs("Жук", FACE, False) == (("NotoSans-Regular", "Жук"),)


def test_marks_stay_with_their_base() -> None:
    """A mark that the face has stays there; one that it lacks takes its letter along."""
    assert runs("x\N{COMBINING ACUTE ACCENT}y", FACE, False) == ((REGULAR, "x\N{COMBINING ACUTE ACCENT}y"),)
    assert runs("ax\N{COMBINING TILDE BELOW}y", FACE, False) == (
        (REGULAR, "a"),
        ("NotoSans-Regular", "x\N{COMBINING TILDE BELOW}"),
        (REGULAR, "y"),
    )


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Go 漢字", "U+5B57 CJK UNIFIED IDEOGRAPH-5B57, U+6F22 CJK UNIFIED IDEOGRAPH-6F22"),
        ("a\tb", "U+0009 without a name"),
        ("Pat\N{LEFT-TO-RIGHT MARK}", "U+200E LEFT-TO-RIGHT MARK"),
        ("नमन", "U+0928 DEVANAGARI LETTER NA, U+092E DEVANAGARI LETTER MA"),
        ("→\N{COMBINING ACUTE ACCENT}", "U+0301 COMBINING ACUTE ACCENT"),
        ("\N{WORD JOINER}", "U+2060 WORD JOINER"),
    ],
)
def test_what_no_font_prints_is_named(text: str, lost: str) -> None:
    """Unknown scripts, controls, scripts to be shaped, and marks that meet no base of theirs are refused by name."""
    with pytest.raises(MissingGlyph) as caught:
        runs(text, FACE, False)

    assert str(caught.value) == f"{text!r}: no font here prints {lost}"
    assert caught.value.text == text


def test_a_width_is_the_sum_of_the_advances(read: Any) -> None:
    """Millimetres of a run follow the font's own table of advances."""
    name, font = read
    text = "≠→ " if name == SYMBOLS else "Seed Circuit 10"
    cmap, advances = font.getBestCmap(), font["hmtx"]
    units = sum(advances[cmap[ord(c)]][0] for c in text)

    assert fonts.width(text, name, 12) == pytest.approx(units / font["head"].unitsPerEm * 12 * 25.4 / 72)


def test_a_no_break_space_is_as_wide_as_a_space() -> None:
    """They are the same glyph in the file."""
    assert fonts.width("\N{NO-BREAK SPACE}", REGULAR, 10) == fonts.width(" ", REGULAR, 10)


def test_the_width_of_what_a_font_lacks_is_refused() -> None:
    """A run measured in the wrong font is a mistake, not a guess."""
    with pytest.raises(MissingGlyph, match=r"U\+2192 RIGHTWARDS ARROW"):
        fonts.width("a→", REGULAR, 10)


def test_heights_are_the_fonts_own(read: Any) -> None:
    """Ascent, descent and the heights of x and H come from OS/2."""
    name, font = read
    table, em = font["OS/2"], font["head"].unitsPerEm

    assert fonts.ascent(name) == table.sTypoAscender / em
    assert fonts.descent(name) == -table.sTypoDescender / em > 0
    assert fonts.x_height(name) == table.sxHeight / em
    assert fonts.cap_height(name) == table.sCapHeight / em


def test_every_file_may_be_embedded_and_has_its_licence(read: Any) -> None:
    """No font forbids embedding, each is under the OFL, and the licence of its family lies beside it."""
    name, font = read

    assert font["OS/2"].fsType == 0
    assert "SIL Open Font License" in font["name"].getDebugName(13)
    assert (place("fonts") / f"OFL-{name.partition('-')[0]}.txt").is_file()


def test_no_file_is_left_over() -> None:
    """Every TTF in the folder is one that can be chosen."""
    assert {path.name for path in place("fonts").glob("*.ttf")} == set(fonts.FILES.values())


def test_a_file_is_parsed_when_it_is_needed() -> None:
    """Plain text needs one file, a symbol one more; the large ones stay unread."""
    code = (
        "from generator import fonts\n"
        f"print(fonts.font.cache_info().currsize); fonts.runs('Sow', {FACE!r}, False)\n"
        f"print(fonts.font.cache_info().currsize); fonts.runs('Sow ↻', {FACE!r}, False)\n"
        "print(fonts.font.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["0", "1", "2"]
