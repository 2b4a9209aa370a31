"""A text over pages: where each page ends, so that nothing is orphaned and nothing squeezed."""

from generator.typesetting.block import Block
from generator.typesetting.prose import Unit

SLACK = 1e-6


def paginate(units: list[Unit], width: float, height: float) -> tuple[list[Block], list[tuple[Unit, float]]]:
    """Pages no higher than `height`; and the units that no page can hold with what they must not leave, how high in mm.

    A unit that is too high by itself is given alone.
    """
    pages: list[Block] = []
    too_high: list[tuple[Unit, float]] = []
    start = 0
    while start < len(units):
        end = _fit(units, start, height)
        if end == start:
            end = _chain(units, start)
            highest = max(units[start:end], key=lambda unit: unit.block.height)
            together = _page(units[start:end], width).height
            too_high.append((highest, highest.block.height if highest.block.height > height else together))
        pages.append(_page(units[start:end], width))
        start = end
    return pages, too_high


def _fit(units: list[Unit], start: int, height: float) -> int:
    """The end of the longest run from `start` that fits and ends where a page may break; `start` when there is none."""
    head = units[start].head
    y = head.height if head else 0.0
    best, after = start, 0.0
    for index in range(start, len(units)):
        unit = units[index]
        y += (max(unit.before, after) if index > start else 0.0) + unit.block.height
        if y > height + SLACK:
            break
        after = unit.after
        if not unit.keep or index == len(units) - 1:
            best = index + 1
    return best


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
