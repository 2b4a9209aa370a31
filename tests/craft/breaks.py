"""Ways to make a kit wrong: in the making, in its folder, or in the finished file."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject, TextStringObject
from reportlab.pdfgen.canvas import Canvas

from generator import build, draw, fonts, impose, press, typeset
from generator.model import PAPERS
from generator.pages import Line, Page, Text
from generator.places import shipped_kits
from generator.profiles import profile
from generator.typesetting import boxes, prose, tables, text
from tests.craft import check_renderers, kits

Patch = pytest.MonkeyPatch
Change = Callable[[Patch, Path], None]
"""Makes whatever is printed next wrong; has a folder of its own for it."""

# ---------------------------------------------------------------- in the making


def figures(**changes: Any) -> Change:
    """Other figures in the profile."""

    def change(patch: Patch, folder: Path) -> None:
        for module in (build, press):
            patch.setattr(module, "profile", lambda *which: replace(profile(*which), **changes))

    return change


def constant(module: Any, name: str, value: Any) -> Change:
    """Another value of a constant, or another function of a module."""
    return lambda patch, _: patch.setattr(module, name, value)


def both(one: Change, other: Change) -> Change:
    """Two changes."""

    def change(patch: Patch, folder: Path) -> None:
        one(patch, folder)
        other(patch, folder)

    return change


def shifted_cuts(patch: Patch, folder: Path) -> None:
    """The second cut line stands half a millimetre too far right."""
    cuts = impose._cuts

    def moved(*given: Any) -> list[Any]:
        lines: list[Any] = list(cuts(*given))
        lines[1] = lines[1]._replace(points=tuple((x + 0.5, y) for x, y in lines[1].points))
        return lines

    patch.setattr(impose, "_cuts", moved)


def pale_text(patch: Patch, folder: Path) -> None:
    """Text in #777777."""
    patch.setattr(text, "Text", partial(Text, ink=0x77 / 0xFF))


def one_cut_missing(patch: Patch, folder: Path) -> None:
    """The last cut line is not drawn."""
    cuts = impose._cuts
    patch.setattr(impose, "_cuts", lambda *given: list(cuts(*given))[:-1])


def underlined(patch: Patch, folder: Path) -> None:
    """A stroke under every single line of a label."""
    label = boxes.label

    def under(*given: Any) -> Any:
        block = label(*given)
        block.put(0, 0, Line(((0, block.height + 0.6), (block.width / 2, block.height + 0.6)), 1.0, None))
        return block

    patch.setitem(typeset.BOXED, "text", under)


def off_the_middle(patch: Patch, folder: Path) -> None:
    """The block stands a millimetre too far right."""
    grid = impose._grid

    def moved(*given: Any) -> Any:
        found = grid(*given)
        return found._replace(left=found.left + 1.0) if found else None

    patch.setattr(impose, "_grid", moved)


def doubled_cuts(patch: Patch, folder: Path) -> None:
    """A line drawn twice."""
    cuts = impose._cuts

    def twice(*given: Any) -> list[Any]:
        lines: list[Any] = list(cuts(*given))
        return [*lines, lines[0]]

    patch.setattr(impose, "_cuts", twice)


def astray(patch: Patch, folder: Path) -> None:
    """The first piece of a page is printed 0.4 mm too low."""
    places = impose._places

    def moved(*given: Any) -> list[Any]:
        first, *rest = places(*given)
        return [first._replace(y=first.y + 0.4), *rest]

    patch.setattr(impose, "_places", moved)


def unkept(patch: Patch, folder: Path) -> None:
    """Lines of a paragraph may part anywhere, on pages so high that one does."""
    paragraph = prose.paragraph

    def loose(*given: Any) -> Any:
        units = paragraph(*given)
        for unit in units:
            unit.keep = False
        return units

    patch.setitem(typeset.FLOWING, "p", loose)
    figures(bottom=27.0)(patch, folder)


def ragged(patch: Patch, folder: Path) -> None:
    """Every other line of a paragraph is set in by 2 mm."""
    line = text.set_line
    turn = iter(range(10**9))

    def moved(block: Any, words: Any, x: float, *rest: Any) -> None:
        line(block, words, x + 2.0 * (next(turn) % 2), *rest)

    patch.setattr(text, "set_line", moved)


def units_apart(patch: Patch, folder: Path) -> None:
    """A figure may part from its unit."""
    patch.setattr(text, "_UNIT", re.compile("(?!)"))
    figures(measure=104.0)(patch, folder)


def crowded_bullets(patch: Patch, folder: Path) -> None:
    """Lists whose text begins at its label."""

    def crowded(*given: Any) -> Any:
        units = prose.bullets(*given)
        for unit in units:
            unit.block.marks = [(max(x - 4.0, 0.0), y, inner) for x, y, inner in unit.block.marks]
        return units

    patch.setitem(typeset.FLOWING, "ul", crowded)


def interleaved(patch: Patch, folder: Path) -> None:
    """A page of pieces is drawn from its top down, across all pieces."""
    owned = Page.owned
    patch.setattr(
        Page, "owned", lambda page: iter(sorted(owned(page), key=lambda found: found[3] + getattr(found[1], "y", 0)))
    )


def long_lines(patch: Patch, folder: Path) -> None:
    """Lines of up to 90 characters."""
    figures(measure=165.0)(patch, folder)
    patch.setattr(text.break_lines, "__defaults__", (90,))


def small_paper(patch: Patch, folder: Path) -> None:
    """Pages a millimetre short."""
    patch.setitem(PAPERS, "a4", PAPERS["a4"]._replace(height=296.0))


def loose(patch: Patch, folder: Path) -> None:
    """Pages as they are written, not compressed."""
    patch.setattr(draw, "Canvas", lambda *given, **options: Canvas(*given, **{**options, "pageCompression": 0}))


def short_rules(patch: Patch, folder: Path) -> None:
    """Rules of tables that end after a quarter of their way."""

    def quarter(points: Any, *given: Any) -> Line:
        (x, y), (end, foot) = points
        return Line(((x, y), (x + (end - x) / 4, foot)), *given)

    patch.setattr(tables, "Line", quarter)


def alike(patch: Patch, folder: Path) -> None:
    """The letter l drawn as a capital I."""
    glyphs = fonts.font("AtkinsonHyperlegibleNext-Regular").face.charToGlyph
    patch.setitem(glyphs, ord("l"), glyphs[ord("I")])


def lower_ink(patch: Patch, folder: Path) -> None:
    """Poppler puts everything six dots, half a millimetre, lower."""
    poppler = check_renderers.poppler
    patch.setattr(check_renderers, "poppler", lambda *given: np.roll(poppler(*given), 6, axis=0))


# ---------------------------------------------------------------- in the kit's folder


def edit(file: str, old: str, new: str, game: str = "seed-circuit") -> Change:
    """Other words in one file of the kit, on top of earlier edits."""

    def change(patch: Patch, folder: Path) -> None:
        kit = folder / game
        if not kit.exists():
            shutil.copytree(shipped_kits()[game], kit)
        source = (kit / file).read_text(encoding="utf-8")
        assert old in source
        (kit / file).write_text(source.replace(old, new, 1), encoding="utf-8")
        patch.setattr(kits, "shipped_kits", lambda: {game: kit})

    return change


# ---------------------------------------------------------------- in the file


def writer(pdf: bytes) -> PdfWriter:
    """A copy of a file, to be damaged."""
    copy = PdfWriter(clone_from=PdfReader(BytesIO(pdf)))
    copy.pdf_header = "%PDF-1.7"  # where pypdf would write 1.3
    return copy


def written(copy: PdfWriter) -> bytes:
    """The bytes of a file that was taken apart."""
    out = BytesIO()
    copy.write(out)
    return out.getvalue()


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


def lacking(kind: str, key: str) -> Callable[[PdfWriter], None]:
    """The first element of a type without one of its keys."""

    def change(copy: PdfWriter) -> None:
        found = [thing for thing in copy._objects if isinstance(thing, DictionaryObject) and thing.get("/S") == kind]
        del found[0][key]

    return change


def unembedded(copy: PdfWriter) -> None:
    """A font without its file."""
    page: Any = copy.pages[0]
    for font in page["/Resources"]["/Font"].values():
        del font["/FontDescriptor"].get_object()["/FontFile2"]


def attached_more(copy: PdfWriter) -> None:
    """A file with a second attachment."""
    copy.add_attachment("more.txt", b"more")


def scripted(copy: PdfWriter) -> None:
    """A file that runs a script when it is opened."""
    action = DictionaryObject({NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("1")})
    copy.root_object[NameObject("/OpenAction")] = action


def turned(copy: PdfWriter) -> None:
    """A page on its side."""
    copy.pages[1].rotate(90)
