"""A check that cannot fail proves nothing: one figure changed at a time, and the check that holds it turns red."""

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
from generator.pages import Line, Text
from generator.profiles import profile
from generator.typesetting import boxes, prose, shapes, text
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
            patch.setattr(module, "profile", lambda name: replace(profile(name), **changes))

    return change


def constant(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    """Another value of a constant."""
    return lambda patch: patch.setattr(module, name, value)


def shifted_cuts(patch: Patch) -> None:
    """The second cut line stands half a millimetre too far right."""
    cuts = impose._cuts

    def moved(*given: Any) -> list[Any]:
        lines: list[Any] = list(cuts(*given))
        lines[1] = replace(lines[1], points=tuple((x + 0.5, y) for x, y in lines[1].points))
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


def long_lines(patch: Patch) -> None:
    """Lines of up to 90 characters."""
    figures(measure=165.0)(patch)
    patch.setattr(text.break_lines, "__defaults__", (90,))


def small_paper(patch: Patch) -> None:
    """Pages a millimetre short."""
    patch.setitem(PAPERS, "a4", replace(PAPERS["a4"], height=296.0))


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


def turned(copy: PdfWriter) -> None:
    """A page on its side."""
    copy.pages[1].rotate(90)


DAMAGED: dict[str, tuple[str, Callable[[PdfWriter], None]]] = {
    "no print settings": ("print_settings", without("/ViewerPreferences")),
    "no bookmarks": ("outline", without("/Outlines")),
    "a font that is not embedded": ("fonts", unembedded),
    "a page on its side": ("paper", turned),
    "a script": ("plain_file", scripted),
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
