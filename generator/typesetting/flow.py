"""A text over pages: where each page ends, so that nothing is orphaned and nothing squeezed."""

from collections.abc import Iterator

from generator.typesetting.block import Block
from generator.typesetting.prose import Unit

SLACK = 1e-6
_INSIDE = 0.05
"""What a page end within a paragraph, a list or a table costs, as a share of a page left empty, squared."""


def paginate(units: list[Unit], width: float, height: float) -> tuple[list[Block], list[tuple[Unit, float]]]:
    """Pages no higher than `height`; and the units that no page can hold with what they must not leave, how high in mm.

    What stands close is torn as seldom as can be; then there are as few pages as can be; and of all ways to break them
    this is the one that fills them most evenly: the squares of what stays empty are least. A unit that is too high by
    itself is given alone.
    """
    pages: list[Block] = []
    too_high: list[tuple[Unit, float]] = []
    ends = _ends(units, height)
    start = 0
    while start < len(units):
        end = ends[start]
        here = _page(units[start:end], width)
        if here.height > height + SLACK:
            highest = max(units[start:end], key=lambda unit: unit.block.height)
            too_high.append((highest, highest.block.height if highest.block.height > height else here.height))
        pages.append(here)
        start = end
    return pages, too_high


def _ends(units: list[Unit], height: float) -> dict[int, int]:
    """For each unit that may open a page, the end of the page that it opens."""
    best: dict[int, tuple[int, int, float]] = {len(units): (0, 0, 0.0)}
    # How often what stands close is torn, how many pages there are, and what they cost.
    ends: dict[int, int] = {}
    for start in reversed(range(len(units))):
        if start and units[start - 1].keep:
            continue
        found = []
        for end, used in _fits(units, start, height):
            torn, pages, cost = best[end]
            last = end == len(units)
            empty = 0.0 if last else 1.0 - used / height
            inside = 0.0 if last or units[end].node is not units[end - 1].node else _INSIDE
            found.append((torn + units[end - 1].close, pages + 1, cost + empty * empty + inside, -end))
        if not found:
            end = _chain(units, start)
            torn, pages, cost = best[end]
            found.append((torn, pages + 1, cost, -end))
        torn, pages, cost, end = min(found)
        best[start], ends[start] = (torn, pages, cost), -end
    return ends


def _fits(units: list[Unit], start: int, height: float) -> Iterator[tuple[int, float]]:
    """The ends of the runs from `start` that fit and end where a page may break, and how high each is in mm."""
    head = units[start].head
    y = head.height if head else 0.0
    after = 0.0
    for index in range(start, len(units)):
        unit = units[index]
        y += (max(unit.before, after) if index > start else 0.0) + unit.block.height
        if y > height + SLACK:
            return
        after = unit.after
        if not unit.keep or index == len(units) - 1:
            yield index + 1, y


def _chain(units: list[Unit], start: int) -> int:
    """The end of the units that must stay with the one at `start`."""
    end = start
    while end < len(units) - 1 and units[end].keep:
        end += 1
    return end + 1


def _page(units: list[Unit], width: float) -> Block:
    page, y, after = Block(width, 0.0), 0.0, 0.0
    head = units[0].head
    if head:
        page.put(0, 0, head)
        y = head.height
    for index, unit in enumerate(units):
        y += max(unit.before, after) if index else 0.0
        page.put(0, y, unit.block)
        y += unit.block.height
        after = unit.after
    page.height = y
    return page
