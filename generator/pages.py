"""The values that flow from layout to paper, beside those of `model`: frozen; mm, origin top left, y down; type in pt.

Apart from `model` because only the press needs them: making a class takes a third of a millisecond.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.model import Paper, SheetSpec


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """An element of the PDF's structure tree; identity is what counts. None stands for the sheet's own section."""

    role: str
    """A standard structure type of ISO 32000-1, 14.8.4."""
    parent: "Element | None" = None
    alt: str = ""
    """Text alternative of a figure."""
    actual: str = ""
    """What the glyphs stand for, where they do not say it."""
    scope: str = ""
    """`Column` or `Row` for a header cell."""
    numbering: str = ""
    """`Disc` or `Decimal` for a list."""
    title: str = ""
    """Heading text for a bookmark."""
    example: str = ""
    """Id of the worked example that this element prints."""


class Text(NamedTuple):
    """A run of characters of one font."""

    x: float
    y: float
    """The baseline."""
    text: str
    font: str
    """Name of a font, a key of `fonts.FILES`."""
    size: float
    """pt."""
    owner: Element | None
    """None for an artifact."""
    anchor: str = "start"
    """`start`, `middle` or `end`: which part of the run stands at x."""
    turn: int = 0
    """0 or 180 degrees."""
    ink: float = 0.0
    """Grey: 0 black, 1 white."""


class Line(NamedTuple):
    """A straight stroke, or an open or closed run of them."""

    points: tuple[tuple[float, float], ...]
    width: float
    """pt; 0 for no stroke."""
    owner: Element | None
    ink: float = 0.0
    dash: tuple[float, ...] = ()
    """mm on, mm off; empty for a solid line."""
    fill: float | None = None
    """Grey, for a closed shape."""
    closed: bool = False


class Rect(NamedTuple):
    """A rectangle, its corners round where `radius` is not 0."""

    x: float
    y: float
    w: float
    h: float
    width: float
    """pt; 0 for no stroke."""
    owner: Element | None
    ink: float = 0.0
    dash: tuple[float, ...] = ()
    fill: float | None = None
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle."""

    x: float
    y: float
    """The centre."""
    r: float
    width: float
    """pt; 0 for no stroke."""
    owner: Element | None
    ink: float = 0.0
    dash: tuple[float, ...] = ()
    fill: float | None = None


class Anchor(NamedTuple):
    """Paints nothing; keeps an empty element, such as a table cell to write in, in the structure tree."""

    owner: Element


Mark = Text | Line | Rect | Circle | Anchor


class Placed(NamedTuple):
    """A laid-out piece: marks relative to its own top left corner, in reading order."""

    label: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    copies: int
    cut: bool
    """True when it is cut out of its page."""
    part: int = 0
    """Which page of a piece that flows over several, from 0."""
    kind: str = ""
    """Name of a piece of its sheet, as summaries count it; empty for text."""


class Typeset(NamedTuple):
    """A laid-out sheet."""

    spec: SheetSpec
    pieces: tuple[Placed, ...]


class Placement(NamedTuple):
    """A piece on a page."""

    x: float
    y: float
    piece: Placed
    copy: int
    """Which copy of its sheet's elements this is; the pages of one flowing text share one."""


class Page(NamedTuple):
    """One side of one sheet of paper."""

    number: int
    """In the whole kit, from 1."""
    paper: Paper
    spec: SheetSpec
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    """Title line, page number, guides, rulers: relative to the page."""

    def owned(self) -> Iterator[tuple[int, Mark, float, float]]:
        """Every mark in reading order: copy, mark and the offset of its origin; -1 is the page itself."""
        for mark in self.marks:
            yield -1, mark, 0.0, 0.0
        for place in self.placements:
            for mark in place.piece.marks:
                yield place.copy, mark, place.x, place.y


class Document(NamedTuple):
    """What one PDF file says of itself."""

    title: str
    """`Seed Circuit SC-1: kit for 4 players, A4`."""
    language: str
    """BCP 47."""
    pages: tuple[Page, ...]
    ink: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Red, green and blue, from 0 to 1, of what is black in the marks."""
