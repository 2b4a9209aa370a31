"""A check that cannot fail proves nothing: one figure changed at a time, and the check that holds it turns red."""

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject, TextStringObject

from generator import build, furnish, impose, press, typeset
from generator.model import PAPERS
from generator.pages import Line, Page, Rect, Text
from generator.places import shipped_kits
from generator.profiles import profile
from generator.typesetting import boxes, prose, shapes, text
from tests.craft import kits
from tests.craft.kits import Case, printed
from tests.craft.measure import Pdf
from tests.craft.test_checks import CHECKS

SEEDS = Case("seed-circuit", 2, "a4")
Patch = pytest.MonkeyPatch
BY_NAME = {check.__name__: check for check in CHECKS}


def figures(**changes: Any) -> Callable[[Patch], None]:
    """Other figures in the profile."""

    def change(patch: Patch) -> None:
        for module in (build, press):
            patch.setattr(module, "profile", lambda *which: replace(profile(*which), **changes))

    return change


def constant(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    """Another value of a constant."""
    return lambda patch: patch.setattr(module, name, value)


def shifted_cuts(patch: Patch) -> None:
    """The second cut line stands half a millimetre too far right."""
    cuts = impose._cuts

    def moved(*given: Any) -> list[Any]:
        lines: list[Any] = list(cuts(*given))
        lines[1] = lines[1]._replace(points=tuple((x + 0.5, y) for x, y in lines[1].points))
        return lines

    patch.setattr(impose, "_cuts", moved)


def pale_text(patch: Patch) -> None:
    """Text in #777777."""
    patch.setattr(text, "Text", partial(Text, ink=0x77 / 0xFF))


def one_cut_missing(patch: Patch) -> None:
    """The last cut line is not drawn."""
    cuts = impose._cuts
    patch.setattr(impose, "_cuts", lambda *given: list(cuts(*given))[:-1])


def underlined(patch: Patch) -> None:
    """A stroke under every single line of a label."""
    label = boxes.label

    def under(*given: Any) -> Any:
        block = label(*given)
        block.put(0, 0, Line(((0, block.height + 0.6), (block.width / 2, block.height + 0.6)), 1.0, None))
        return block

    patch.setitem(typeset.BOXED, "text", under)


def off_the_middle(patch: Patch) -> None:
    """The block stands a millimetre too far right."""
    grid = impose._grid

    def moved(*given: Any) -> Any:
        found = grid(*given)
        return found._replace(left=found.left + 1.0) if found else None

    patch.setattr(impose, "_grid", moved)


def doubled_cuts(patch: Patch) -> None:
    """A line drawn twice."""
    cuts = impose._cuts

    def twice(*given: Any) -> list[Any]:
        lines: list[Any] = list(cuts(*given))
        return [*lines, lines[0]]

    patch.setattr(impose, "_cuts", twice)


def astray(patch: Patch) -> None:
    """The first piece of a page is printed 0.4 mm too low."""
    places = impose._places

    def moved(*given: Any) -> list[Any]:
        first, *rest = places(*given)
        return [first._replace(y=first.y + 0.4), *rest]

    patch.setattr(impose, "_places", moved)


def unkept(patch: Patch) -> None:
    """Lines of a paragraph may part anywhere, on pages so high that one does."""
    paragraph = prose.paragraph

    def loose(*given: Any) -> Any:
        units = paragraph(*given)
        for unit in units:
            unit.keep = False
        return units

    patch.setitem(typeset.FLOWING, "p", loose)
    figures(bottom=27.0)(patch)


def ragged(patch: Patch) -> None:
    """Every other line of a paragraph is set in by 2 mm; labels of few words stay."""
    line = text.set_line
    turn = iter(range(10**9))

    def moved(block: Any, words: Any, x: float, *rest: Any) -> None:
        wide = block.width > 60
        line(block, words, x + 2.0 * (next(turn) % 2) * wide, *rest)

    patch.setattr(text, "set_line", moved)


def units_apart(patch: Patch) -> None:
    """A figure may part from its unit."""
    patch.setattr(text, "_UNIT", re.compile("(?!)"))
    figures(measure=104.0)(patch)


def crowded_bullets(*given: Any) -> Any:
    """Lists whose text begins at its label."""
    units = prose.bullets(*given)
    for unit in units:
        unit.block.marks = [(max(x - 4.0, 0.0), y, inner) for x, y, inner in unit.block.marks]
    return units


def interleaved(patch: Patch) -> None:
    """A page of pieces is drawn from its top down, across all pieces."""
    owned = Page.owned
    patch.setattr(
        Page, "owned", lambda page: iter(sorted(owned(page), key=lambda found: found[3] + getattr(found[1], "y", 0)))
    )


def long_lines(patch: Patch) -> None:
    """Lines of up to 90 characters."""
    figures(measure=165.0)(patch)
    patch.setattr(text.break_lines, "__defaults__", (90,))


def small_paper(patch: Patch) -> None:
    """Pages a millimetre short."""
    patch.setitem(PAPERS, "a4", PAPERS["a4"]._replace(height=296.0))


DRAWN: dict[str, tuple[str, Callable[[Patch], None]]] = {
    "body of 11.9 pt": ("smallest_type", figures(body=11.9, floor=11.9)),
    "type of 11 pt": ("x_height", figures(body=11.0, floor=11.0)),
    "leading of 1.2": ("leading", figures(leading=1.2)),
    "headings as small as text": ("headings", figures(h2=12.0)),
    "h2 above h1": ("levels", figures(h1=17.0)),
    "lines of 90 characters": ("line_length", long_lines),
    "paragraphs without room": ("paragraphs_apart", constant(prose, "_GAP", 0.1)),
    "grey text": ("text_contrast", pale_text),
    "underlined words": ("no_underlines", underlined),
    "rules of 0.8 pt": ("stroke_widths", figures(rule=0.8)),
    "guides of 0.3 pt": ("stroke_widths", figures(guide=0.3)),
    "guides without width": ("cuts_are_there", figures(guide=0.0)),
    "a bar of 99 mm": ("rulers", constant(furnish, "_ACROSS", 99.0)),
    "a bar of 4.1 in": ("rulers", constant(furnish, "_DOWN", 104.14)),
    "a cut line 0.5 mm off": ("piece_sizes", shifted_cuts),
    "a cut line missing": ("nothing_astray", one_cut_missing),
    "cut lines that end at the block": ("cuts_run_out", constant(impose, "GUIDE", 0.0)),
    "ink at 6.5 mm": ("edges", constant(furnish, "EDGE", 6.5)),
    "words 2 mm from the cut": ("words_inside", figures(inset=2.0)),
    "a text beside the middle": ("margins", figures(margin=17.0)),
    "pages a millimetre short": ("paper", small_paper),
    "pale tick boxes": ("shape_contrast", lambda p: p.setattr(shapes, "Rect", partial(Rect, ink=0.7))),
    "a block off the middle": ("same_place", off_the_middle),
    "two lines at an edge": ("one_line_an_edge", doubled_cuts),
    "a piece out of place": ("art_in_place", astray),
    "single lines left alone": ("widows", unkept),
    "ragged on the left": ("flush_left", ragged),
    "a figure without its unit": ("unbroken_words", units_apart),
    "crowded bullets": ("bullets", lambda p: p.setitem(typeset.FLOWING, "ul", crowded_bullets)),
    "pieces read line by line": ("piece_by_piece", interleaved),
    "dashes of 0.5 mm": ("dashes", lambda p: p.setattr(shapes, "_dash", lambda _: (0.5, 0.5))),
}  # fmt: skip
"""What is changed in the making, and the check that must see it."""


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The named check finds it; on the unchanged kit it finds nothing."""
    check, change = DRAWN[name]
    change(monkeypatch)
    monkeypatch.setattr(build, "verify", lambda *_, **__: None)

    assert list(BY_NAME[check](Pdf(printed(SEEDS, tmp_path))))


LARGE_SEEDS = Case("seed-circuit", 2, "a4", None, "18")
LARGE_DRAWN: dict[str, tuple[str, Callable[[Patch], None]]] = {
    "type of 17.9 pt": ("smallest_type", figures(body=17.9, floor=17.9)),
    "headings of 21 pt": ("headings", figures(h2=21.0)),
    "leading of 1.2": ("leading", figures(leading=1.2)),
    "rules of 1.4 pt": ("stroke_widths", figures(rule=1.4)),
    "lines of 156 mm": ("measure", figures(measure=156.0)),
    "words 24 mm from the side": ("words_margins", figures(margin=24.0)),
    "words 25 mm from the top": ("words_margins", figures(top=23.0)),
    "grey text": ("text_contrast", lambda p: p.setattr(text, "Text", partial(Text, ink=0x4A / 0xFF))),
    "words 3.5 mm from the cut": ("words_inside", figures(inset=3.5)),
    "a cut line 0.5 mm off": ("piece_sizes", shifted_cuts),
}  # fmt: skip
"""The same in large print, where the figures are others."""


@pytest.mark.parametrize("name", LARGE_DRAWN)
def test_a_figure_of_large_print_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The named check finds it."""
    check, change = LARGE_DRAWN[name]
    change(monkeypatch)
    monkeypatch.setattr(build, "verify", lambda *_, **__: None)

    assert list(BY_NAME[check](Pdf(printed(LARGE_SEEDS, tmp_path), kits.figures(LARGE_SEEDS))))


EDITED: dict[str, tuple[str, str, str, str]] = {
    "a run of capitals": ("no_capitals", "rules.md", "This is not a test", "THIS IS not a test"),
    "a six without its dot": ("upside_down", "ring.xml.j2", "{% if n in (6,", "{% if n in (600,"),
    "both corner numbers upright": ("corner_numbers", "station-card.xml.j2", ' turn="180"', ""),
    "a marker's word on its head": ("upright", "reverse-marker.xml.j2", 'align="center" role', 'turn="180" role'),
    "a mat without the turn": ("turn_in_brief", "score-mat.xml.j2", "Your turn<", "Hints<"),
    "a frame at the cut": ("frames_inside", "counter.xml.j2", "<sheet>", '<sheet><rect x="-2" y="-2" w="16" h="16"/>'),
    "a line through words": ("clear_of_shapes", "reverse-marker.xml.j2", "<text", '<line y1="9" x1="9" x2="40"/><text'),
    "a large dark field": (
        "no_large_solids", "station-card.xml.j2", "<row", '<rect x="9" y="40" w="40" h="40" fill="0.5"/><row',
    ),
    "many widths": (
        "few_widths", "station-card.xml.j2", "<row",
        '<line y1="60" weight="3"/><line y1="64" weight="4"/><line y1="68" weight="5"/><row',
    ),
    "columns too near": (
        "columns_apart", "heat-record.xml.j2", "<p>Each",
        f"<row gap='1'>{2 * '<p>Words that fill their column to the last letter, and more of them</p>'}</row><p>Each",
    ),
}  # fmt: skip
"""What is changed in a kit's folder: check, file, old words and new."""


def edited(file: str, old: str, new: str, patch: Patch, tmp_path: Path) -> None:
    """Print from a copy of the kit with other words in one file."""
    folder = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "seed-circuit"))
    source = (folder / file).read_text(encoding="utf-8")
    assert old in source
    (folder / file).write_text(source.replace(old, new, 1), encoding="utf-8")
    patch.setattr(kits, "shipped_kits", lambda: {"seed-circuit": folder})


@pytest.mark.parametrize("name", EDITED)
def test_a_kit_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The named check finds it."""
    check, file, old, new = EDITED[name]
    edited(file, old, new, monkeypatch, tmp_path)

    assert list(BY_NAME[check](Pdf(printed(SEEDS, tmp_path))))


LARGE_EDITED: dict[str, tuple[str, str, str, str]] = {
    "a station's number of 15 mm": ("big_figures", "station-card-large.xml.j2", 'size="68"', 'size="63"'),
    "no place for a label": ("label_zone", "reverse-marker-large.xml.j2", '<box h="12"/>\n  {%', "{%"),
    "words where counters lie": (
        "room_for_counters", "station-card-large.xml.j2", "<pips", "<text>Lay the seeds here</text><pips",
    ),
    "two texts side by side": (
        "columns_apart", "heat-record-large.xml.j2", "<p>Each",
        f"<row gap='12'>{2 * '<p>Words that fill their column to the last letter</p>'}</row><p>Each",
    ),
    "a mat without the turn": ("turn_in_brief", "score-mat-large.xml.j2", "Your turn<", "Hints<"),
}  # fmt: skip
"""What is changed in a kit's folder, for large print: check, file, old words and new."""


@pytest.mark.parametrize("name", LARGE_EDITED)
def test_a_large_kit_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The named check finds it."""
    check, file, old, new = LARGE_EDITED[name]
    edited(file, old, new, monkeypatch, tmp_path)

    assert list(BY_NAME[check](Pdf(printed(LARGE_SEEDS, tmp_path), kits.figures(LARGE_SEEDS))))


def writer(pdf: bytes) -> PdfWriter:
    """A copy of a file, to be damaged."""
    return PdfWriter(clone_from=PdfReader(BytesIO(pdf)))


def recoded(number: int, old: bytes, new: bytes) -> Callable[[PdfWriter], None]:
    """Other code on a page."""

    def change(copy: PdfWriter) -> None:
        page: Any = copy.pages[number]
        code = page["/Contents"].get_object().get_data()
        assert old in code
        stream = StreamObject()
        stream.set_data(code.replace(old, new, 1))
        page[NameObject("/Contents")] = copy._add_object(stream)

    return change


def without(key: str) -> Callable[[PdfWriter], None]:
    """A key of the catalog taken away."""
    return lambda copy: copy.root_object.__delitem__(NameObject(key))


def unembedded(copy: PdfWriter) -> None:
    """A font without its file."""
    page: Any = copy.pages[0]
    for font in page["/Resources"]["/Font"].values():
        del font["/FontDescriptor"].get_object()["/FontFile2"]


def scripted(copy: PdfWriter) -> None:
    """A file that runs a script when it is opened."""
    action = DictionaryObject({NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("1")})
    copy.root_object[NameObject("/OpenAction")] = action


def fattened(copy: PdfWriter) -> None:
    """A file with a great lump in it."""
    copy.add_attachment("noise", os.urandom(200_000))


def turned(copy: PdfWriter) -> None:
    """A page on its side."""
    copy.pages[1].rotate(90)


DAMAGED: dict[str, tuple[str, Callable[[PdfWriter], None]]] = {
    "no print settings": ("print_settings", without("/ViewerPreferences")),
    "no bookmarks": ("outline", without("/Outlines")),
    "a font that is not embedded": ("fonts", unembedded),
    "a page on its side": ("paper", turned),
    "a script": ("plain_file", scripted),
    "slanted letters": ("no_italics", recoded(0, b"1 0 0 1 ", b"1 0 .3 1 ")),
    "words that are not painted": ("text_is_text", recoded(0, b"BT", b"BT 3 Tr")),
    "a file too large": ("file_size", fattened),
    "colour": ("grey_only", recoded(0, b" g\n", b" 0 0 rg\n")),
    "another edition on one page": ("title_line", recoded(3, b"SC-1", b"SC-2")),
    "a page number that differs": ("page_number", recoded(3, b"Page 4", b"Page 5")),
}
"""What is changed in the file, and the check that must see it."""


@pytest.mark.parametrize("name", DAMAGED)
def test_a_file_changed(name: str, tmp_path: Path) -> None:
    """The named check finds it."""
    check, change = DAMAGED[name]
    copy = writer(printed(SEEDS, tmp_path))
    change(copy)
    out = BytesIO()
    copy.write(out)

    assert list(BY_NAME[check](Pdf(out.getvalue())))


def test_every_check_is_broken_once() -> None:
    """No check is without a mutation."""
    broken = {check for table in (DRAWN, EDITED, DAMAGED, LARGE_DRAWN, LARGE_EDITED) for check, *_ in table.values()}

    assert broken == set(BY_NAME)
