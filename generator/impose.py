"""Laid-out pieces in, pages out: pieces side by side with shared cut lines, centred on their paper. Pure geometry."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.errors import Finding, Rejected
from generator.model import Paper, SheetSpec
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
_BETWEEN = 3 * GUIDE_DOWN
"""mm between blocks of pieces of different sizes: their cut lines run out there, and stay apart."""
_SLACK = 1e-6

_Side = tuple[SheetSpec, tuple[Placement, ...], tuple[Mark, ...]]


class Grid(NamedTuple):
    """How the pieces of one sheet stand on a page."""

    columns: int
    rows: int
    left: float
    top: float
    w: float
    h: float


def impose(
    sheets: Iterable[Typeset], paper: Paper, profile: Profile, where: str, first: int = 1, *, together: bool = False
) -> tuple[Page, ...]:
    """Pages numbered from `first`. Raises `Rejected`, at the sheet's row in `where`, for too large a piece.

    Each sheet has pages of its own; `together`, all that is cut from one stock shares them.
    """
    given = [sheet for sheet in sheets if sheet.pieces]
    findings = [finding for sheet in given for finding in _too_large(sheet, paper, profile, where)]
    if findings:
        raise Rejected(findings)
    groups: dict[str, list[Typeset]] = {}
    for sheet in given:
        shared = together and sheet.pieces[0].cut
        groups.setdefault(f"on {sheet.spec.stock}" if shared else sheet.spec.name, []).append(sheet)
    sides = (
        side
        for group in groups.values()
        for side in (_sides(group[0], paper, profile) if len(group) == 1 else _shared(group, paper, profile))
    )
    return tuple(Page(first + index, paper, *side) for index, side in enumerate(sides))


def _too_large(sheet: Typeset, paper: Paper, profile: Profile, where: str) -> Iterator[Finding]:
    w, h = sheet.pieces[0].width, sheet.pieces[0].height
    if sheet.pieces[0].cut and _grid(1, w, h, paper, profile.head) is None:
        wide, high = paper.width - 2 * SIDE, paper.height - 2 * profile.head
        message = f"a piece of {w:g} x {h:g} mm does not fit on {paper.title}: at most {wide:.1f} x {high:.1f} mm"
        yield Finding(where, sheet.spec.line, f"{sheet.spec.name}: {message}")


def _sides(sheet: Typeset, paper: Paper, profile: Profile) -> Iterator[_Side]:
    """The pages of one sheet."""
    if not sheet.pieces[0].cut:
        for copy in range(sheet.pieces[0].copies):
            for piece in sheet.pieces:
                yield sheet.spec, (Placement(0.0, 0.0, piece, copy),), ()
        return
    queue = _queue(sheet)
    w, h = sheet.pieces[0].width, sheet.pieces[0].height
    grid = _grid(len(queue), w, h, paper, profile.head)
    if grid is not None:
        step = grid.columns * grid.rows
        for start in range(0, len(queue), step):
            here = queue[start : start + step]
            yield sheet.spec, tuple(_places(here, grid, start)), tuple(_cuts(len(here), grid, profile))


def _queue(sheet: Typeset) -> list[Placed]:
    """Every copy of the pieces, in the order of printing."""
    most = max(piece.copies for piece in sheet.pieces)
    return [piece for copy in range(most) for piece in sheet.pieces if copy < piece.copies]


def _shared(sheets: Sequence[Typeset], paper: Paper, profile: Profile) -> Iterator[_Side]:
    """The pages that several sheets share: on each a block of every size, one below the other."""
    sizes: dict[tuple[float, float], list[Placed]] = {}
    for sheet in sheets:
        sizes.setdefault((sheet.pieces[0].width, sheet.pieces[0].height), []).extend(_queue(sheet))
    pages: list[dict[tuple[float, float], list[Placed]]] = []
    room = paper.height - 2 * profile.head + _SLACK
    for (w, h), queue in sizes.items():
        columns = math.floor((paper.width - 2 * SIDE) / w + _SLACK)
        for start in range(0, len(queue), columns):
            row = queue[start : start + columns]
            page = next((p for p in pages if _high({**p, (w, h): [*p.get((w, h), ()), *row]}, paper) <= room), None)
            if page is None:
                pages.append(page := {})
            page.setdefault((w, h), []).extend(row)
    spec = sheets[0].spec._replace(name="+".join(sheet.spec.name for sheet in sheets), title="Pieces")
    printed = 0
    for page in pages:
        places: list[Placement] = []
        marks: list[Mark] = []
        top = (paper.height - _high(page, paper)) / 2
        for (w, h), here in page.items():
            grid = _block(len(here), w, h, top, paper)
            places += _places(here, grid, printed)
            marks += _cuts(len(here), grid, profile)
            printed += len(here)
            top += grid.rows * h + _BETWEEN
        yield spec, tuple(places), tuple(marks)


def _high(page: Mapping[tuple[float, float], Sequence[Placed]], paper: Paper) -> float:
    """Height in mm of the blocks of a page, one below the other."""
    high = [_block(len(here), w, h, 0.0, paper).rows * h for (w, h), here in page.items()]
    return sum(high) + _BETWEEN * (len(high) - 1)


def _block(count: int, w: float, h: float, top: float, paper: Paper) -> Grid:
    """The grid of so many pieces on one page, as many beside one another as there is room for."""
    columns = min(count, math.floor((paper.width - 2 * SIDE) / w + _SLACK))
    return Grid(columns, math.ceil(count / columns), (paper.width - columns * w) / 2, top, w, h)


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
