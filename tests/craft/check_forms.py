"""Room to write, and what the first page tells of the others. Each check takes a file and gives its faults."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from tests.craft.check_cuts import cells, grid
from tests.craft.check_page import title
from tests.craft.measure import Box, Path, Pdf

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


def fields_apart(pdf: Pdf) -> Iterator[str]:
    """A53: boxes are 3 mm apart across and down, from the middle of a frame to the middle of the next; 2 mm if many."""
    pages: dict[int, list[Box]] = {}
    for page, path in _frames(pdf):
        pages.setdefault(page, []).append(path.box)
    for page, boxes in pages.items():
        least = 2.0 if len(boxes) > 40 else pdf.figures.fields
        for one, other in combinations(boxes, 2):
            across = max(one.left, other.left) - min(one.right, other.right)
            down = max(one.top, other.top) - min(one.bottom, other.bottom)
            if max(across, down) < least - 0.01:
                yield f"page {page}: boxes {max(across, down):.2f} mm apart"


def labels_clear(pdf: Pdf) -> Iterator[str]:
    """A54: the label of a box to tick keeps two thirds of the box away, and is nearer to it than to the next box."""
    for leaf in (leaf for name in FORMS for leaf in pdf.sheet(name)):
        ticks = [path for path in leaf.paths if path.is_rect and path.width and not path.dash and _is_tick(path)]
        for tick in ticks:
            row = [word.box for word in leaf.words if word.box.top < tick.box.bottom and tick.box.top < word.box.bottom]
            gap = min((box.left - tick.inked.right for box in row if box.left > tick.box.left), default=99.0)
            if gap < tick.box.width * 2 / 3:
                yield f"page {leaf.number}: a label {gap:.2f} mm from its box"
            before = tick.inked.left - max((box.right for box in row if box.right < tick.box.right), default=0.0)
            if before < gap - 0.5:
                yield f"page {leaf.number}: a box {before:.2f} mm from the label of another, {gap:.2f} mm from its own"


def nothing_inside(pdf: Pdf) -> Iterator[str]:
    """A57: nothing is printed in a box to write in or to tick; those of the board, to be circled, hold a value each."""
    for leaf in (leaf for name in FORMS for leaf in pdf.sheet(name)):
        for path in (path for path in leaf.paths if path.is_rect and path.width and not path.dash):
            words = [word.text for word in leaf.words if path.box.meets(word.box)]
            circled = leaf.sheet == "Public board" and not _is_tick(path)
            if len(words) != circled or (circled and not words[0].isdigit()):
                yield f"page {leaf.number}: {' '.join(words)!r} stands in a box"


def players_named(pdf: Pdf) -> Iterator[str]:
    """D07: each mat and each record says whose it is, so that a lost one can be printed again."""
    for sheet in ("Score mats", "Player records"):
        named = [run.text.strip() for leaf in pdf.sheet(sheet) for run in leaf.runs if run.role in ("H1", "H2")]
        seen = [name for name in named if re.fullmatch(r"Player \d+", name)]
        if pdf.sheet(sheet) and seen != [f"Player {n}" for n in range(1, int(title(pdf)["players"] or 0) + 1)]:
            yield f"{sheet}: are named {seen}"


def settings_told(pdf: Pdf) -> Iterator[str]:
    """D03, C20, A40, C53: how to print names size, scale, paper and side as print windows do, and no booklet."""
    told = _told(pdf)
    for word in (
        "Actual size",
        "100 %",
        "Scale: none",
        f"Choose {title(pdf)['paper']} paper",
        "one side",
        "Matt paper",
    ):
        if word not in told.replace("\u00a0", " "):
            yield f"how to print does not say {word!r}"
    if pdf.figures.one_column and "Never print it as a booklet" not in told:
        yield "how to print does not warn of booklets"


def cuts_told(pdf: Pdf) -> Iterator[str]:
    """D05, C28, C29: how to print says what is cut and what only looks so, tools and the order of the cuts."""
    told = _told(pdf)
    cut = [leaf for leaf in pdf.leaves if leaf.cut]
    words = ["Solid line: cut here", "scissors"] if cut else []
    words += ["long cuts first"] if any(min(map(len, grid(leaf))) > 2 for leaf in cut) else []
    words += ["Dashed line: a place for a piece"] if any(path.dash for leaf in cut for path in leaf.paths) else []
    yield from (f"how to print does not say {word!r}" for word in words if word not in told)


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
    """D03, D04: how to print counts the parts, as many as there are between the cut lines, and what you supply."""
    told = _told(pdf)
    if not re.search(r"Pencil.* \d+ you\b", told):
        yield "how to print does not say what you supply"
    for sheet, part in _COUNTED.items():
        made = sum(len(cells(leaf)) for leaf in pdf.sheet(sheet))
        if made and not re.search(rf"{part} {made} this kit", told):
            yield f"how to print does not tell of {made} pieces of {sheet!r}"


def _told(pdf: Pdf) -> str:
    """What the how-to-print sheet says, tables row by row; one too large for columns is told without its headings."""
    told = " ".join(pdf.text(leaf) for name in ("How to print", "Reprint") for leaf in pdf.sheet(name))
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
