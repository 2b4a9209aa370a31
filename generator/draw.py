"""Pages in, the bytes of a tagged PDF out. It only paints: every place, size and word has been decided before.

Inside, coordinates are whole hundredths of a point, the origin at the bottom left, so steps never add up to an error.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Any, Final

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFArray
from reportlab.pdfgen.canvas import Canvas

from generator import fonts
from generator.extent import extent, shift
from generator.pages import Anchor, Circle, Document, Element, Line, Mark, Page, Rect, Text
from generator.tags import File, Node, Tags
from generator.units import pt

_HUNDREDTHS: Final = pt(100.0)
"""Hundredths of a point in a millimetre."""
_ARC: Final = 0.5523
"""Distance of the control points of a quarter circle from its ends, in radii: the curve is off by 0.03 % at most."""
_PAINTS: Final = (" S", " f", " B", " Tj", " Q")
"""How a step of a page's code ends when it leaves ink."""
_OPERAND: Final = str.maketrans(
    {c: f"\\{c:03o}" for c in range(256) if not (chr(c).isascii() and chr(c).isprintable()) or chr(c) in "()\\"}
)

rl_config.useA85 = 0  # text-safe streams are a quarter larger, and nothing needs them


class UntaggedInk(Exception):
    """A page's code paints outside the structure tree: a mistake in this module."""


def draw(document: Document, attached: Mapping[str, Any] | None = None) -> bytes:
    """The PDF file of a document; what it attaches is given a digest of each page's code."""
    # Without a font of ours ReportLab names Helvetica, unembedded, on every page; this one is not selected before use.
    options: Any = {"initialFontName": fonts.font(next(iter(fonts.FILES))).fontName, "pageCompression": 1}
    canvas: Any = Canvas(BytesIO(), **options)
    file = canvas._doc = File(document)  # noqa: SLF001 - there is no other way in
    painter = _Painter(canvas, file, document.ink)
    for index, page in enumerate(document.pages):
        if index == 0 or page.number != document.pages[index - 1].number + 1:
            canvas.addPageLabel(index, style="ARABIC", start=page.number)
        painter.page(page)
    if attached:
        codes = [page.stream.encode() for page in painter.file.Pages.pages]
        file.attach({**attached, "code": [sha256(code).hexdigest()[:16] for code in codes]})
    return bytes(canvas.getpdfdata())


class _Painter:
    """Writes the code of one page after another, setting only what changes."""

    def __init__(self, canvas: Any, file: File, ink: tuple[float, float, float]) -> None:
        self.ink = ink
        self.canvas = canvas
        self.file: Any = file
        self.tags = Tags(file)
        self.code: list[str] = []
        self.top = 0
        self.state: dict[str, str] = {}
        """What each operator set last."""
        self.writing = False  # between BT and ET
        self.marked: set[Element] = set()
        """Headings that have a bookmark."""
        self.ways: dict[type[Mark], Any] = {Text: self.text, Line: self.line, Rect: self.rect, Circle: self.circle}

    def page(self, page: Page) -> None:
        """Paint a page and hand it to ReportLab."""
        self.code, self.top = [], round(page.paper.height * _HUNDREDTHS)
        self.state = {"d": "[] 0", "j": "0"}
        if self.tags.start_page(page.spec):
            self.bookmark(page.spec.title, 0, 0.0)
        content: Node | str = ""
        for copy, mark, x, y in page.owned():
            owner = self.tags.node(copy, mark.owner) if mark.owner is not None else _artifact(copy, mark)
            if isinstance(mark, Anchor) or not _inks(mark):
                continue
            if owner != content:
                self.close(content)
                self.open(owner, mark, y)
                content = owner
            if isinstance(owner, Node) and owner.role == "Figure":
                left, top, right, bottom = extent(mark)
                owner.cover((*self.at(x + left, y + bottom), *self.at(x + right, y + top)))
            self.ways[type(mark)](mark, x, y)
        self.close(content)
        self.finish(page)

    def open(self, owner: Node | str, first: Text | Line | Rect | Circle, y: float) -> None:
        """Begin the content of an element, or of an artifact, with its first mark, which stands y down."""
        self.code.append(self.tags.open(owner) if isinstance(owner, Node) else owner)
        element = owner.element if isinstance(owner, Node) else None
        if element and element.title and element.role == "H2" and element not in self.marked:
            self.marked.add(element)
            self.bookmark(element.title, 1, y + extent(first)[1])

    def close(self, content: Node | str) -> None:
        """End the content of whatever is open."""
        self.write(False)
        if content:
            self.code.append("EMC")

    def bookmark(self, title: str, level: int, y: float) -> None:
        """An entry of the outline that leads to a height on this page."""
        key = f"{len(self.marked)} {self.canvas.getPageNumber()}"
        self.canvas.bookmarkPage(key, fit="XYZ", left=0, top=(self.top - round(y * _HUNDREDTHS)) / 100, zoom=0)
        self.canvas.addOutlineEntry(title, key, level)

    def finish(self, page: Page) -> None:
        """Check the code and let ReportLab make the page."""
        inside = 0
        for step in self.code:
            if step.endswith(("BDC", "BMC")):
                inside += 1
            elif step == "EMC":
                inside -= 1
            elif inside != 1 and step.endswith(_PAINTS):
                raise UntaggedInk(f"page {page.number}: {step}")
        self.canvas._code.extend(self.code)  # noqa: SLF001 - what its methods fill, one shape at a time
        self.canvas.setPageSize((round(page.paper.width * _HUNDREDTHS) / 100, self.top / 100))
        self.canvas.showPage()
        made = self.file.Pages.pages[-1]
        made.Rotate = made.Trans = None
        made.CropBox = made.TrimBox = PDFArray([0, 0, made.pagewidth, made.pageheight])
        self.tags.end_page(made)

    def set(self, operator: str, value: str) -> None:
        """Change the state of the page, if it is another one."""
        if self.state.get(operator) != value:
            self.state[operator] = value
            self.code.append(f"{value} {operator}")

    def paint(self, operator: str, grey: float) -> None:
        """Set the colour of fills (`g`) or strokes (`G`): a grey, or as far from white as the grey is, the ink."""
        if any(self.ink):
            parts = (part + (1 - part) * grey for part in self.ink)
            self.set({"g": "rg", "G": "RG"}[operator], " ".join(map(_decimal, parts)))
        else:
            self.set(operator, _decimal(grey))

    def write(self, writing: bool) -> None:
        """Enter or leave a text object."""
        if writing != self.writing:
            self.code.append("BT" if writing else "ET")
            self.writing = writing

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Hundredths of a point of a place on the page in mm."""
        return round(x * _HUNDREDTHS), self.top - round(y * _HUNDREDTHS)

    def text(self, mark: Text, dx: float, dy: float) -> None:
        """A run of text, turned about the point where it is anchored."""
        way, before = ("-1 0 0 -1", -shift(mark)) if mark.turn else ("1 0 0 1", shift(mark))
        x, y = self.at(dx + mark.x - before, dy + mark.y)
        self.paint("g", mark.ink)
        self.write(True)
        self.code.append(f"{way} {_n(x)} {_n(y)} Tm")
        font = fonts.font(mark.font)
        for subset, codes in font.splitString(mark.text, self.file):
            self.set("Tf", f"{font.getSubsetInternalName(subset, self.file)} {_decimal(mark.size)}")
            self.code.append(f"({codes.decode('latin-1').translate(_OPERAND)}) Tj")

    def path(self, mark: Line | Rect | Circle, path: str, join: str = "0", after: str = "") -> None:
        """Stroke or fill a path, or both."""
        self.write(False)
        if mark.fill is not None:
            self.paint("g", mark.fill)
        if mark.width > 0:
            self.paint("G", mark.ink)
            self.set("w", _decimal(mark.width))
            self.set("d", f"[{' '.join(_decimal(pt(length)) for length in mark.dash)}] 0")
            self.set("j", join)
        self.code.append(f"{path} {'f' if mark.width <= 0 else 'S' if mark.fill is None else 'B'}{after}")

    def line(self, mark: Line, dx: float, dy: float) -> None:
        """A polygon or an open run of strokes; corners are round, lest sharp ones grow points."""
        (x, y), *rest = (self.at(dx + x, dy + y) for x, y in mark.points)
        path = f"{_n(x)} {_n(y)} m " + " ".join(f"{_n(x)} {_n(y)} l" for x, y in rest)
        self.path(mark, path + " h" if mark.closed else path, "1" if len(rest) > 1 else self.state["j"])

    def rect(self, mark: Rect, dx: float, dy: float) -> None:
        """A rectangle."""
        left, top = self.at(dx + mark.x, dy + mark.y)
        right, bottom = self.at(dx + mark.x + mark.w, dy + mark.y + mark.h)
        r = min(round(mark.radius * _HUNDREDTHS), (right - left) // 2, (top - bottom) // 2)
        if r > 0:
            self.path(mark, _rounded(left, bottom, right, top, r))
        else:
            self.path(mark, f"{_n(left)} {_n(bottom)} {_n(right - left)} {_n(top - bottom)} re")

    def circle(self, mark: Circle, dx: float, dy: float) -> None:
        """A circle, moved into place: drawn round the origin, all of one size are the same code, which packs well."""
        (x, y), r = self.at(dx + mark.x, dy + mark.y), round(mark.r * _HUNDREDTHS)
        self.path(mark, f"q 1 0 0 1 {_n(x)} {_n(y)} cm {_rounded(-r, -r, r, r, r)}", self.state["j"], " Q")


def _artifact(copy: int, mark: Mark) -> str:
    """What opens ink that is no part of the words: the page's running lines, its guides, a piece's ornaments."""
    if copy >= 0:
        return "/Artifact BMC"
    return f"/Artifact <</Type/{'Pagination' if isinstance(mark, Text) else 'Page'}>> BDC"


def _inks(mark: Text | Line | Rect | Circle) -> bool:
    return bool(mark.text) if isinstance(mark, Text) else mark.width > 0 or mark.fill is not None


@cache
def _decimal(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


@cache
def _n(hundredths: int) -> str:
    return _decimal(hundredths / 100)


@lru_cache(1 << 12)
def _rounded(left: int, bottom: int, right: int, top: int, r: int) -> str:
    """A rectangle with round corners, anticlockwise; a circle when nothing is left between them."""
    corners = (
        ((right, bottom), (-1, 0), (0, 1)),
        ((right, top), (0, -1), (-1, 0)),
        ((left, top), (1, 0), (0, -1)),
        ((left, bottom), (0, 1), (1, 0)),
    )
    bend = r - round(r * _ARC)
    here = f"{_n(left + r)} {_n(bottom)}"
    path = f"{here} m"
    for (x, y), before, after in corners:
        ends = (before, r), (before, bend), (after, bend), (after, r)
        places = [f"{_n(x + way[0] * far)} {_n(y + way[1] * far)}" for way, far in ends]
        path += ("" if places[0] == here else f" {places[0]} l") + f" {' '.join(places[1:])} c"
        here = places[-1]
    return path + " h"
