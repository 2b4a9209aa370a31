"""Laid-out pieces in, pages out: pieces side by side with shared cut lines, centred on their paper. Pure geometry."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.errors import Finding, Rejected
from generator.model import Paper
from generator.pages import Line, Mark, Page, Placed, Placement, Typeset
from generator.profiles import Profile

SIDE = 16.5
"""mm from the paper's side to the nearest piece: 7 mm of white (C07), the ruler down the side, and the guides' ends."""
GUIDE = 3.0
"""mm that a cut line runs out beyond the block, so that it survives the first cut."""
GUIDE_DOWN = 2.2
"""The same above and below, where the title line and the ruler stand near."""
_SHAPE = 0.8
"""Width to height of the block aimed at, a little broader than paper; one figure, so that A4 and Letter cut alike."""
_SLACK = 1e-6


class Grid(NamedTuple):
    """How the pieces of one sheet stand on a page."""

    columns: int
    rows: int
    left: float
    top: float
    w: float
    h: float


def impose(sheets: Iterable[Typeset], paper: Paper, profile: Profile, where: str, first: int = 1) -> tuple[Page, ...]:
    """Pages numbered from `first`. Raises `Rejected`, at the sheet's row in `where`, for too large a piece."""
    pages: list[Page] = []
    findings: list[Finding] = []
    for sheet in sheets:
        for placements, marks in _sides(sheet, paper, profile, where, findings):
            pages.append(Page(first + len(pages), paper, sheet.spec, placements, marks))
    if findings:
        raise Rejected(findings)
    return tuple(pages)


def _sides(
    sheet: Typeset, paper: Paper, profile: Profile, where: str, findings: list[Finding]
) -> Iterator[tuple[tuple[Placement, ...], tuple[Mark, ...]]]:
    if not sheet.pieces:
        return
    if not sheet.pieces[0].cut:
        for copy in range(sheet.pieces[0].copies):
            for piece in sheet.pieces:
                yield (Placement(0.0, 0.0, piece, copy),), ()
        return
    most = max(piece.copies for piece in sheet.pieces)
    queue = [piece for copy in range(most) for piece in sheet.pieces if copy < piece.copies]
    w, h = sheet.pieces[0].width, sheet.pieces[0].height
    grid = _grid(len(queue), w, h, paper, profile.head)
    if grid is None:
        wide, high = paper.width - 2 * SIDE, paper.height - 2 * profile.head
        message = f"a piece of {w:g} x {h:g} mm does not fit on {paper.title}: at most {wide:.1f} x {high:.1f} mm"
        findings.append(Finding(where, sheet.spec.line, f"{sheet.spec.name}: {message}"))
        return
    step = grid.columns * grid.rows
    for start in range(0, len(queue), step):
        here = queue[start : start + step]
        yield tuple(_places(here, grid, start)), tuple(_cuts(len(here), grid, profile))


def _grid(count: int, w: float, h: float, paper: Paper, head: float) -> Grid | None:
    """The grid with fewest pages, then fewest empty places, then the shape nearest to the one aimed at."""
    most_columns = math.floor((paper.width - 2 * SIDE) / w + _SLACK)
    most_rows = math.floor((paper.height - 2 * head) / h + _SLACK)
    choices = []
    for columns in range(1, most_columns + 1):
        for rows in range(1, most_rows + 1):
            pages = math.ceil(count / (columns * rows))
            shape = abs(math.log((columns * w) / (rows * h) / _SHAPE))
            choices.append((pages, pages * columns * rows - count, shape, columns, rows))
    if not choices:
        return None
    *_, columns, rows = min(choices)
    return Grid(columns, rows, (paper.width - columns * w) / 2, (paper.height - rows * h) / 2, w, h)


def _places(pieces: list[Placed], grid: Grid, start: int) -> Iterator[Placement]:
    for index, piece in enumerate(pieces):
        row, column = divmod(index, grid.columns)
        yield Placement(grid.left + column * grid.w, grid.top + row * grid.h, piece, start + index)


def _cuts(count: int, grid: Grid, profile: Profile) -> Iterator[Mark]:
    """One line for each edge, shared by neighbours, along the pieces that are there and out beyond the block."""
    full, rest = divmod(count, grid.columns)
    rows = full + (1 if rest else 0)
    for edge in range(grid.columns + 1):
        used = rows if edge <= (rest or grid.columns) else full
        if used:
            x = grid.left + edge * grid.w
            end = grid.top + used * grid.h + GUIDE_DOWN
            yield Line(((x, grid.top - GUIDE_DOWN), (x, end)), profile.guide, None)
    for edge in range(rows + 1):
        used = rest if edge == rows and rest and edge > full else grid.columns
        y = grid.top + edge * grid.h
        yield Line(((grid.left - GUIDE, y), (grid.left + min(used, count) * grid.w + GUIDE, y)), profile.guide, None)
