"""A finished PDF as a ruler, a loupe and a scanner see it: bytes in, millimetres and points out.

It shares no code with the generator. PDFium tells where ink falls after every matrix, pypdf what the file says of
itself. Lengths are in mm from the top left corner of the sheet, y down; sizes and widths of strokes in points on paper.
"""

import ctypes
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium_api  # type: ignore[import-untyped]
from pypdf import PdfReader

from tests.craft.figures import NORMAL, Figures

MM: Final = 25.4 / 72
"""mm in a point."""
Raster = np.ndarray[Any, np.dtype[np.uint8]]
"""Rows of greys, 0 black and 255 white."""
Matrix = tuple[float, float, float, float, float, float]
Role = tuple[int, str]
"""Number and type of an element of the structure tree."""

_api: Any = pdfium_api
_IDENTITY: Final[Matrix] = (1, 0, 0, 1, 0, 0)
_SOFT_HYPHEN: Final = "\x02"  # PDFium's name for a hyphen at the end of a line


class Box(NamedTuple):
    """Edges in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """In mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """In mm."""
        return self.bottom - self.top

    def grown(self, by: float) -> "Box":
        """The box with `by` mm more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: "Box", slack: float = 0.0) -> bool:
        """Whether the other box lies inside this one."""
        return (
            self.left - slack <= other.left
            and other.right <= self.right + slack
            and self.top - slack <= other.top
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: "Box") -> bool:
        """Whether the boxes have an area in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def at(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def around(boxes: list[Box]) -> Box:
    """The smallest box that holds all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


@dataclass(slots=True)
class Run:
    """Characters shown at once, in one font."""

    text: str
    font: str
    """Its PostScript name, without the subset's letters."""
    size: float
    """pt on paper."""
    x: float
    """Where the first character starts."""
    y: float
    """The baseline."""
    angle: float
    """Degrees anticlockwise."""
    sheared: bool
    """True for letters that lean or are narrowed."""
    grey: float
    """0 black, 1 white; what colours would be on a grey printer."""
    visible: bool
    """False for text in a mode that leaves no ink."""
    roles: tuple[Role, ...]
    """Its element of the structure tree and those above; none for an artifact."""
    words: list["Word"] = field(default_factory=list)

    @property
    def role(self) -> str:
        """Type of its element; empty for an artifact."""
        return self.roles[0][1] if self.roles else ""

    def within(self, *types: str) -> bool:
        """Whether an element of one of these types holds it."""
        return any(role in types for _, role in self.roles)


class Word(NamedTuple):
    """Characters between spaces, of one run."""

    text: str
    box: Box
    """Of their ink."""
    letters: tuple[Box, ...]
    """The ink of each."""


@dataclass(frozen=True, slots=True)
class Line:
    """Runs of one element on one baseline."""

    text: str
    runs: tuple[Run, ...]

    @property
    def first(self) -> Run:
        """The run that opens the line."""
        return self.runs[0]

    @property
    def box(self) -> Box:
        """Of the ink of its words; a point when there is none."""
        boxes = [word.box for run in self.runs for word in run.words]
        return around(boxes) if boxes else Box(self.first.x, self.first.y, self.first.x, self.first.y)


@dataclass(frozen=True, slots=True)
class Path:
    """A shape."""

    points: tuple[tuple[float, float], ...]
    """Corners and ends; of curves also their control points."""
    curved: bool
    closed: bool
    width: float | None
    """pt on paper; None when it is not stroked."""
    ink: float
    """Grey of the stroke."""
    fill: float | None
    """Grey of the inside, None when it is not filled."""
    dash: tuple[float, ...]
    """mm on and off; none for a solid line."""
    roles: tuple[Role, ...]
    box: Box
    """Of the shape, without the width of its stroke."""

    @property
    def inked(self) -> Box:
        """Of its ink."""
        return self.box.grown((self.width or 0.0) * MM / 2)

    @property
    def is_line(self) -> bool:
        """Whether it is one stroke from a point to another."""
        return len(self.points) == 2 and not self.curved and self.width is not None

    @property
    def is_upright(self) -> bool:
        """Whether it is a stroke straight up and down."""
        return self.is_line and self.points[0][0] == self.points[1][0]

    @property
    def is_level(self) -> bool:
        """Whether it is a stroke straight across."""
        return self.is_line and self.points[0][1] == self.points[1][1]

    @property
    def is_rect(self) -> bool:
        """Whether it is an upright rectangle."""
        box = self.box
        corners = {(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)}
        return not self.curved and set(self.points) == corners and len(self.points) >= 4

    @property
    def is_circle(self) -> bool:
        """Whether it is round."""
        return self.curved and self.closed and abs(self.box.width - self.box.height) < 0.02 and not self._has_sides

    @property
    def _has_sides(self) -> bool:
        middle = (self.box.left + self.box.right) / 2, (self.box.top + self.box.bottom) / 2
        return max(math.dist(middle, point) for point in self.points) > self.box.width / 2 * 1.2

    def edges(self) -> Iterator[Box]:
        """Its straight level and upright sides, as boxes without area."""
        ends = [*self.points, self.points[0]] if self.closed else [*self.points]
        for (x1, y1), (x2, y2) in pairwise(ends):
            if (x1 == x2) != (y1 == y2):
                yield Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


@dataclass(slots=True)
class Leaf:
    """A page."""

    number: int
    """Its place in the file, from 1."""
    width: float
    height: float
    runs: list[Run]
    paths: list[Path]
    others: list[str]
    """Objects that are neither text nor a path."""
    x_heights: dict[str, float]
    """Font to the height of its x in ems, where the page has one."""
    figures: Figures
    """What its file is held to."""

    @property
    def words(self) -> list[Word]:
        """Every word."""
        return [word for run in self.runs for word in run.words]

    def lines(self) -> list[Line]:
        """Its lines of text, in reading order."""
        groups: dict[tuple[Any, ...], list[Run]] = {}
        for run in self.runs:
            owner = run.roles[0][0] if run.roles else None
            groups.setdefault((owner, round(run.y, 1), run.angle), []).append(run)
        return [Line("".join(run.text for run in runs).strip(), tuple(runs)) for runs in groups.values()]

    def paragraphs(self) -> list[list[Line]]:
        """Lines that one element holds, the title line and the ruler's words left out."""
        groups: dict[int, list[Line]] = {}
        for line in self.lines():
            if line.first.roles:
                groups.setdefault(line.first.roles[0][0], []).append(line)
        return list(groups.values())

    @property
    def head(self) -> list[Run]:
        """The runs of the title lines, from line to line, the page number at the end of the first."""
        top = [run for run in self.runs if run.y < self.figures.title_foot and run.role in ("", "H1")]
        return sorted(top, key=lambda run: (run.y, run.x))

    @property
    def title(self) -> tuple[str, ...]:
        """What the title line says, part by part: kit, fingerprint, sheet and more for a sheet that is cut."""
        named = [run for run in self.head if not run.text.startswith("Page ")]
        lines = ["".join(run.text for run in runs) for _, runs in groupby(named, key=lambda run: run.y)]
        return tuple(part.strip() for part in " · ".join(lines).split(" · "))

    @property
    def sheet(self) -> str:
        """The sheet's name, as the title line gives it."""
        return self.title[2] if len(self.title) > 2 else ""

    @property
    def cut(self) -> bool:
        """Whether its title line asks for a cut."""
        return any("cut" in part for part in self.title[2:])

    def inked(self) -> Box:
        """The box round all its ink."""
        return around([word.box for word in self.words] + [path.inked for path in self.paths])


class Pdf:
    """A whole file."""

    def __init__(self, data: bytes, figures: Figures = NORMAL) -> None:
        self.data = data
        self.figures = figures
        self.file = pypdfium2.PdfDocument(data)
        self.reader = PdfReader(BytesIO(data), strict=True)

    @cached_property
    def leaves(self) -> list[Leaf]:
        """Its pages."""
        return [_leaf(self, index) for index in range(len(self.file))]

    @cached_property
    def root(self) -> Mapping[str, Any]:
        """The catalog."""
        found: Any = self.reader.trailer["/Root"].get_object()
        return dict(found)

    @cached_property
    def owners(self) -> list[dict[int, tuple[Role, ...]]]:
        """For each page the elements of its marked content, from the inside out."""
        known: dict[int, tuple[Role, ...]] = {}
        tree = self.root.get("/StructTreeRoot", {}).get("/ParentTree", {}).get("/Nums", [])
        rows = dict(zip(tree[::2], tree[1::2], strict=True))
        found = []
        for page in self.reader.pages:
            links = rows[page["/StructParents"]].get_object() if page.get("/StructParents") in rows else []
            found.append({number: _chain(link, known) for number, link in enumerate(links)})
        return found

    def raster(self, index: int, dpi: float) -> Raster:
        """A page in greys, by PDFium."""
        page = self.file[index]
        image = page.render(scale=dpi / 72, grayscale=True).to_numpy()
        page.close()
        return np.asarray(image, dtype=np.uint8).reshape(image.shape[0], image.shape[1])

    def sheet(self, title: str) -> list[Leaf]:
        """The pages of a sheet."""
        return [leaf for leaf in self.leaves if leaf.sheet == title]

    def text(self, leaf: Leaf) -> str:
        """What a page says, in one line."""
        return " ".join(line.text for line in leaf.lines())


def _chain(link: Any, known: dict[int, tuple[Role, ...]]) -> tuple[Role, ...]:
    if link.idnum not in known:
        element = link.get_object()
        parent = element.raw_get("/P")
        above = _chain(parent, known) if "/S" in parent.get_object() else ()
        known[link.idnum] = ((link.idnum, str(element["/S"])[1:]), *above)
    return known[link.idnum]


def _leaf(pdf: Pdf, index: int) -> Leaf:
    page = pdf.file[index]
    left, bottom, right, top = page.get_mediabox()
    leaf = Leaf(index + 1, (right - left) * MM, (top - bottom) * MM, [], [], [], {}, pdf.figures)
    text = _api.FPDFText_LoadPage(page.raw)
    reader = _Reader(leaf, text, pdf.owners[index], (left, top))
    reader.objects(page.raw, _IDENTITY, _api.FPDFPage_CountObjects, _api.FPDFPage_GetObject)
    reader.letters()
    _api.FPDFText_ClosePage(text)
    page.close()
    return leaf


class _Reader:
    """Reads the objects of one page."""

    def __init__(self, leaf: Leaf, text: Any, owners: dict[int, tuple[Role, ...]], origin: tuple[float, float]) -> None:
        self.leaf, self.page_text, self.owners, self.origin = leaf, text, owners, origin
        self.runs: dict[int, Run] = {}

    def objects(self, holder: Any, outer: Matrix, count: Any, get: Any) -> None:
        """Text and paths of a page, or of a form on it."""
        for index in range(count(holder)):
            thing = get(holder, index)
            kind = _api.FPDFPageObj_GetType(thing)
            raw = _api.FS_MATRIX()
            _api.FPDFPageObj_GetMatrix(thing, raw)
            matrix = _times((raw.a, raw.b, raw.c, raw.d, raw.e, raw.f), outer)
            if kind == _api.FPDF_PAGEOBJ_TEXT:
                self.text(thing, matrix)
            elif kind == _api.FPDF_PAGEOBJ_PATH:
                self.path(thing, matrix)
            elif kind == _api.FPDF_PAGEOBJ_FORM:
                self.leaf.others.append("form")
                self.objects(thing, matrix, _api.FPDFFormObj_CountObjects, _api.FPDFFormObj_GetObject)
            else:
                self.leaf.others.append({3: "image", 4: "shading"}.get(kind, str(kind)))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page in mm."""
        left, top = self.origin
        return round((x - left) * MM, 5), round((top - y) * MM, 5)

    def roles(self, thing: Any) -> tuple[Role, ...]:
        """The elements that hold an object."""
        return self.owners.get(_api.FPDFPageObj_GetMarkedContentID(thing), ())

    def text(self, thing: Any, matrix: Matrix) -> None:
        """Note a run of text."""
        a, b, c, d, e, f = matrix
        size = ctypes.c_float()
        _api.FPDFTextObj_GetFontSize(thing, size)
        name = ctypes.create_string_buffer(200)
        _api.FPDFFont_GetBaseFontName(_api.FPDFTextObj_GetFont(thing), name, 200)
        length = _api.FPDFTextObj_GetText(thing, self.page_text, None, 0)
        said = ctypes.create_string_buffer(max(length, 2))
        _api.FPDFTextObj_GetText(thing, self.page_text, ctypes.cast(said, ctypes.POINTER(ctypes.c_ushort)), length)
        across, up = math.hypot(a, b), math.hypot(c, d)
        lean = abs(a * c + b * d) > 1e-4 * across * up or abs(across - up) > 1e-3 * up
        x, y = self.place(e, f)
        mode = _api.FPDFTextObj_GetTextRenderMode(thing)
        run = Run(
            text=said.raw[: max(length - 2, 0)].decode("utf-16-le").replace(_SOFT_HYPHEN, "-"),
            font=name.value.decode().rpartition("+")[2],
            size=round(size.value * up, 4),
            x=x,
            y=y,
            angle=round(math.degrees(math.atan2(b, a)), 3) % 360,
            sheared=lean,
            grey=_grey(thing, _api.FPDFPageObj_GetFillColor),
            visible=mode in (0, 2, 4, 6),  # the modes that fill
            roles=self.roles(thing),
        )
        self.runs[_address(thing)] = run
        self.leaf.runs.append(run)

    def path(self, thing: Any, matrix: Matrix) -> None:
        """Note a path."""
        filled, stroked = ctypes.c_int(), ctypes.c_int()
        _api.FPDFPath_GetDrawMode(thing, filled, stroked)
        if not filled.value and not stroked.value:
            return
        points: list[tuple[float, float]] = []
        curved = closed = False
        for index in range(_api.FPDFPath_CountSegments(thing)):
            segment = _api.FPDFPath_GetPathSegment(thing, index)
            x, y = ctypes.c_float(), ctypes.c_float()
            _api.FPDFPathSegment_GetPoint(segment, x, y)
            curved |= _api.FPDFPathSegment_GetType(segment) == _api.FPDF_SEGMENT_BEZIERTO
            closed |= bool(_api.FPDFPathSegment_GetClose(segment))
            points.append(self.place(*_apply(matrix, x.value, y.value)))
        width = ctypes.c_float()
        _api.FPDFPageObj_GetStrokeWidth(thing, width)
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        self.leaf.paths.append(
            Path(
                points=tuple(points),
                curved=curved,
                closed=closed,
                width=round(width.value * scale, 4) if stroked.value else None,
                ink=_grey(thing, _api.FPDFPageObj_GetStrokeColor) if stroked.value else 1.0,
                fill=_grey(thing, _api.FPDFPageObj_GetFillColor) if filled.value else None,
                dash=tuple(round(part * scale * MM, 4) for part in _dash(thing)) if stroked.value else (),
                roles=self.roles(thing),
                box=around([Box(x, y, x, y) for x, y in points]),
            )
        )

    def letters(self) -> None:
        """Give every run its words, each with the box of its ink."""
        word: list[str] = []
        boxes: list[Box] = []
        run: Run | None = None

        def end() -> None:
            if run and word and boxes:
                run.words.append(Word("".join(word), around(boxes), tuple(boxes)))
            word.clear()
            boxes.clear()

        for index in range(_api.FPDFText_CountChars(self.page_text)):
            character = chr(_api.FPDFText_GetUnicode(self.page_text, index)).replace(_SOFT_HYPHEN, "-")
            owner = self.runs.get(_address(_api.FPDFText_GetTextObject(self.page_text, index)))
            if owner is not run or character.isspace():
                end()
                run = owner
            if owner and not character.isspace():
                word.append(character)
                boxes.append(self.letter_box(index))
                if character == "x":
                    self.leaf.x_heights[owner.font] = boxes[-1].height / (owner.size * MM)
        end()

    def letter_box(self, index: int) -> Box:
        """The box of a character's ink."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        _api.FPDFText_GetCharBox(self.page_text, index, left, right, bottom, top)
        (x1, y1), (x2, y2) = self.place(left.value, top.value), self.place(right.value, bottom.value)
        return Box(x1, y1, x2, y2)


def _address(thing: Any) -> int:
    return ctypes.cast(thing, ctypes.c_void_p).value or 0


def _dash(thing: Any) -> list[float]:
    count = _api.FPDFPageObj_GetDashCount(thing)
    if count <= 0:
        return []
    parts = (ctypes.c_float * count)()
    _api.FPDFPageObj_GetDashArray(thing, parts, count)
    return list(parts)


def _grey(thing: Any, get: Any) -> float:
    """Relative brightness of a colour, as a grey printer mixes it."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    get(thing, red, green, blue, alpha)
    return round((0.299 * red.value + 0.587 * green.value + 0.114 * blue.value) / 255, 4)


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


# ---------------------------------------------------------------- light


def contrast(one: float, other: float) -> float:
    """WCAG 2.2's contrast of two greys, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(grey: float) -> float:
    return grey / 12.92 if grey <= 0.04045 else float(((grey + 0.055) / 1.055) ** 2.4)


def ink_box(raster: Raster, leaf: Leaf, paper: int = 250) -> Box:
    """The box round everything darker than paper."""
    rows, columns = np.where((raster < paper).any(axis=1))[0], np.where((raster < paper).any(axis=0))[0]
    across, down = leaf.width / raster.shape[1], leaf.height / raster.shape[0]
    return Box(
        float(columns[0] * across),
        float(rows[0] * down),
        float((columns[-1] + 1) * across),
        float((rows[-1] + 1) * down),
    )


def ink_share(raster: Raster) -> float:
    """Mean darkness of a page, from 0 to 1."""
    return float((255.0 - raster).mean() / 255)


def part(raster: Raster, box: Box, leaf: Leaf) -> Raster:
    """The dots that a box touches."""
    across, down = raster.shape[1] / leaf.width, raster.shape[0] / leaf.height
    top, bottom = max(math.floor(box.top * down), 0), math.ceil(box.bottom * down)
    left, right = max(math.floor(box.left * across), 0), math.ceil(box.right * across)
    return raster[top:bottom, left:right]
