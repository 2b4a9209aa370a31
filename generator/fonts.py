"""The faces that are printed: which font has a character, how wide and how high it is, and its clean embedding.

Text in (normalised NFC by the caller), runs of one font and millimetres out. A file is parsed when it is first needed.
"""

import struct
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

from generator import profiles
from generator.errors import RrPrintError
from generator.places import place
from generator.units import MM_PER_PT

FACES: Final = profiles.FACES
"""Face, as a profile names it, to its regular and bold font."""

FALLBACKS: Final[tuple[tuple[str, ...], tuple[str, ...]]] = (
    ("NotoSansMath-Regular", "NotoSans-Regular"),
    ("NotoSansMath-Regular", "NotoSans-Bold"),
)
"""Fonts to look in next, for regular and for bold text. The symbols come first: that file is small, and shares only the
space, the minus and the dotted circle with Noto Sans."""

FILES: Final[Mapping[str, str]] = {
    name: f"{name}.ttf" for name in sorted({name for chain in (*FACES.values(), *FALLBACKS) for name in chain})
}
"""Every font to its file in `fonts/`."""

_NBSP = "\N{NO-BREAK SPACE}"
_NOT_PRINTED = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Categories of characters that steer text and leave no ink: one that gets this far is a mistake."""
_NEED_SHAPING = (range(0x0900, 0x0980), range(0x1CD0, 0x1D00), range(0xA830, 0xA840), range(0xA8E0, 0xA900))
"""Devanagari and its extensions: Noto Sans has the letters, but set one by one they are misspelt."""


class MissingGlyph(RrPrintError):
    """Characters that no font can print."""

    def __init__(self, text: str, characters: tuple[str, ...]) -> None:
        self.text = text
        self.characters = characters
        named = ", ".join(f"U+{ord(c):04X} {unicodedata.name(c, 'without a name')}" for c in characters)
        super().__init__(f"{text!r}: no font here prints {named}")


class UAFont(TTFont):
    """A TrueType font that refuses a character it lacks and says in ToUnicode what every code stands for.

    ReportLab prints a box for a missing glyph, maps code 0 to U+0000 and writes characters above U+FFFF as one number:
    each fails PDF/UA-1.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, str(place("fonts") / FILES[name]), asciiReadable=True, shapable=False)
        glyphs: Mapping[int, int] = self.face.charToGlyph
        widths: Mapping[int, float] = self.face.charWidths
        self.units = {chr(code): widths[code] for code, glyph in glyphs.items() if glyph and _printed(code)}
        """Every character that can be printed, and its advance in thousandths of the size."""
        self.units[_NBSP] = self.units[" "]
        self.characters = frozenset(self.units)

    def splitString(self, text: str | bytes, doc: PDFDocument, encoding: str = "utf-8") -> list[tuple[int, bytes]]:  # noqa: N802
        """The text as (subset, codes)."""
        words = text.decode(encoding) if isinstance(text, bytes) else text
        if not self.characters.issuperset(words):
            raise MissingGlyph(words, tuple(sorted(set(words) - self.characters)))
        if words.isascii() and doc in self.state:
            return [(0, words.encode())]  # as ReportLab answers, character by character: ASCII is the first subset
        return super().splitString(words, doc, encoding)

    def addObjects(self, doc: PDFDocument) -> None:  # noqa: N802
        """Embed every subset, with our ToUnicode in place of ReportLab's."""
        subsets: list[list[int]] = [list(subset) for subset in self.state[doc].subsets]
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = (SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX).decode("pdfdoc")
            codes = [(code, chr(c)) for code, c in enumerate(subset) if chr(c) in self.characters]
            stream: Any = doc.idToObject["toUnicodeCMap:" + name]
            stream.content = _to_unicode(codes)


def _printed(code: int) -> bool:
    return unicodedata.category(chr(code)) not in _NOT_PRINTED and not any(code in script for script in _NEED_SHAPING)


def _to_unicode(codes: list[tuple[int, str]]) -> str:
    """A CMap from one-byte codes to characters."""
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <00> <FF> endcodespacerange",
    ]
    for start in range(0, len(codes), 100):  # the CMap specification allows 100 entries in one block
        block = codes[start : start + 100]
        lines.append(f"{len(block)} beginbfchar")
        lines += [f"<{code:02X}> <{c.encode('utf-16-be').hex().upper()}>" for code, c in block]
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines)


@cache
def font(name: str) -> UAFont:
    """The font of that name, known to ReportLab from now on."""
    loaded = UAFont(name)
    pdfmetrics.registerFont(loaded)
    return loaded


@lru_cache(maxsize=1 << 14)
def runs(text: str, face: str, bold: bool) -> tuple[tuple[str, str], ...]:
    """The text as (font, run): for each character the first font that has it; marks stay with their base."""
    first = FACES[face][bold]
    if font(first).characters.issuperset(text):
        return ((first, text),) if text else ()
    chain = (first, *FALLBACKS[bold])
    found: list[tuple[str, list[str]]] = []
    lost: set[str] = set()
    for cluster in _clusters(text):
        name = next((name for name in chain if font(name).characters.issuperset(cluster)), "")
        if not name:
            lost |= _unprintable(cluster, chain)
        elif found and found[-1][0] == name:
            found[-1][1].append(cluster)
        else:
            found.append((name, [cluster]))
    if lost:
        raise MissingGlyph(text, tuple(sorted(lost)))
    return tuple((name, "".join(clusters)) for name, clusters in found)


def _clusters(text: str) -> Iterator[str]:
    """Each character with the combining marks that follow it."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not unicodedata.category(text[index]).startswith("M"):
            yield text[start:index]
            start = index


def _unprintable(cluster: str, chain: tuple[str, ...]) -> set[str]:
    """What no font has of a cluster that none has whole; its marks when only their meeting fails."""
    have = frozenset().union(*(font(name).characters for name in chain))
    return set(cluster) - have or set(cluster[1:])


@lru_cache(maxsize=1 << 14)
def _advance(text: str, name: str) -> float:
    units = font(name).units
    try:
        return sum([units[c] for c in text])
    except KeyError:
        raise MissingGlyph(text, tuple(sorted(set(text) - units.keys()))) from None


def width(text: str, font: str, size: float) -> float:
    """Width in mm of a run in a font at a size in pt."""
    return _advance(text, font) * size * (MM_PER_PT / 1000)


@cache
def _heights(name: str) -> tuple[float, float, float, float]:
    """Ascender, depth of the descender, height of x and of capitals, from the font's OS/2 table."""
    face: Any = font(name).face
    table = face.get_table("OS/2")
    ascender, descender = struct.unpack_from(">hh", table, 68)
    x, cap = struct.unpack_from(">hh", table, 86)
    em = face.unitsPerEm
    return ascender / em, -descender / em, x / em, cap / em


def ascent(font: str) -> float:
    """Height of the font above the baseline, as a fraction of the size."""
    return _heights(font)[0]


def descent(font: str) -> float:
    """Depth of the font below the baseline, as a positive fraction of the size."""
    return _heights(font)[1]


def x_height(font: str) -> float:
    """Height of a lower-case x, as a fraction of the size."""
    return _heights(font)[2]


def cap_height(font: str) -> float:
    """Height of a capital, as a fraction of the size."""
    return _heights(font)[3]
