"""Room to write, and what the first page tells of the others. Each check takes a file and gives its faults."""

import re
from collections.abc import Iterator
from itertools import pairwise

from tests.craft.check_cuts import cells
from tests.craft.measure import Path, Pdf

FORMS = ("Score mats", "Player records", "Heat record", "Public board")
_COUNTED = {
    "Station cards": "Station cards",
    "REVERSE markers": "REVERSE markers",
    "Score mats": "Score mats",
    "Counters": "Counters, to use as seeds",
    "Player records": "Player records",
}
"""Sheet to the name of its pieces in the table of parts."""


def tick_boxes(pdf: Pdf) -> Iterator[str]:
    """A54: a box to tick is 6 mm wide from the middle of its frame to the middle; each kit has some."""
    found = [(page, path) for page, path in _frames(pdf) if _is_tick(path)]
    if not found:
        yield "no box to tick"
    for page, path in found:
        if path.box.width < pdf.figures.tick - 0.02:
            yield f"page {page}: a box to tick is {path.box.width:.2f} mm wide"


def boxes_for_figures(pdf: Pdf) -> Iterator[str]:
    """A50, A52: a box for a score of two figures is 4 + 2 x 5.1 mm wide and 8.5 mm high, or more."""
    wide, high = 4 + 2 * pdf.figures.digit, pdf.figures.pitch
    for page, path in _frames(pdf):
        small = path.box.width < wide - 0.05 or path.box.height < high
        if small and not _is_tick(path) and not pdf.figures.one_column:
            yield f"page {page}: a box of {path.box.width:.1f} x {path.box.height:.1f} mm"


def writing_lines(pdf: Pdf) -> Iterator[str]:
    """A50, A51, A52: in large print scores are written on lines, 4 + 2 x 7.65 mm long and 12.7 mm apart, or more."""
    lines = _writing_lines(pdf) if pdf.figures.one_column else []
    if pdf.figures.one_column and not lines:
        yield "no line to write on"
    for page, line in lines:
        if line.box.width < 4 + 2 * pdf.figures.digit - 0.05:
            yield f"page {page}: a line to write on is {line.box.width:.1f} mm long"
    for (page, one), (other_page, other) in pairwise(lines):
        apart = other.box.top - one.box.top
        if page == other_page and 0.05 <= apart < pdf.figures.pitch - 0.05:
            yield f"page {page}: lines to write on are {apart:.1f} mm apart"


def pages_told(pdf: Pdf) -> Iterator[str]:
    """D03, C51: how to print names every page once, with paper or card, counts of sheets and weights in g/m²."""
    told = _told(pdf)
    ranges = re.findall(r"(\d+)(?: to (\d+))? (paper|card) (\d+)", told)
    named = [page for first, last, *_ in ranges for page in range(int(first), int(last or first) + 1)]
    if named != list(range(1, len(pdf.leaves) + 1)):
        yield f"how to print names the pages {named} of {len(pdf.leaves)}"
    for first, last, stock, count in ranges:
        if int(count) != int(last or first) - int(first) + 1:
            yield f"how to print tells of {count} sheets of {stock} for the pages {first} to {last or first}"
    if "g/m²" not in told:
        yield "how to print gives no weight of paper in g/m²"


def parts_told(pdf: Pdf) -> Iterator[str]:
    """D03, D04: how to print counts the parts, as many as there are between the cut lines."""
    told = _told(pdf)
    for sheet, part in _COUNTED.items():
        made = sum(len(cells(leaf)) for leaf in pdf.sheet(sheet))
        if made and not re.search(rf"{part} {made} this kit", told):
            yield f"how to print does not tell of {made} pieces of {sheet!r}"


def _told(pdf: Pdf) -> str:
    """What the how-to-print sheet says, tables row by row; one too large for columns is told without its headings."""
    told = " ".join(pdf.text(leaf) for leaf in pdf.sheet("How to print"))
    return re.sub(r"\. (?:Pages|Print on|Sheets|How many|From):|\.", "", told)


def _frames(pdf: Pdf) -> Iterator[tuple[int, Path]]:
    """Solid open rectangles on the sheets that are filled in, with their pages."""
    for leaf in (leaf for name in FORMS for leaf in pdf.sheet(name)):
        yield from ((leaf.number, path) for path in leaf.paths if path.is_rect and path.width and not path.dash)


def _is_tick(path: Path) -> bool:
    """Whether a frame is square: those to write figures in are wider, those to circle larger."""
    return path.box.width < 25 and abs(path.box.width - path.box.height) < 0.1


def _writing_lines(pdf: Pdf) -> list[tuple[int, Path]]:
    """Level lines to write on with their pages, from the top down."""
    leaves = [leaf for name in FORMS for leaf in pdf.sheet(name)]
    level = [(leaf, path) for leaf in leaves for path in leaf.paths if path.is_level]
    # A line to write on stands behind its label; the rules of a table begin at the left edge of the text.
    found = [(leaf.number, path) for leaf, path in level if path.box.left > min(run.x for run in leaf.runs) + 12]
    return sorted(found, key=lambda item: (item[0], item[1].box.top))
