"""The pages of two builds in, what changed between them out. A page is known by its sheet and its place in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final

from generator.extent import extent
from generator.pages import Anchor, Element, Line, Mark, Page, Placed, Rect, Text

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in mm, from the page's top left corner."""
_MOST: Final = 3000
"""Marks that are compared one by one; what differs in more of them differs as a whole."""
_NEAR: Final = 3.0
"""mm between boxes that are shown as one."""


def by_sheet(pages: Iterable[Page]) -> Mapping[str, tuple[Page, ...]]:
    """The pages of each sheet."""
    return {name: tuple(group) for name, group in groupby(pages, key=lambda page: page.spec.name)}


def changed(old: Sequence[Page], new: Sequence[Page]) -> tuple[Page, ...]:
    """The new pages whose content is not that of the old ones: their own words and pieces, not the lines above them."""
    before = by_sheet(old)
    found = []
    for name, pages in by_sheet(new).items():
        were = before.get(name, ())
        found += [page for n, page in enumerate(pages) if n >= len(were) or not _alike(were[n], page)]
    return tuple(found)


def retitled(old: Sequence[Page], new: Sequence[Page]) -> bool:
    """True when what stands round the pages' content is not what it was: title lines, page numbers, cut lines."""
    return len(old) != len(new) or any(
        not _same(one.marks, other.marks) for one, other in zip(old, new, strict=True) if one.marks != other.marks
    )


def same(one: Page, other: Page) -> bool:
    """True for two pages of one number that look and sound alike throughout."""
    return one.number == other.number and _alike(one, other) and _same(one.marks, other.marks)


def _alike(one: Page, other: Page) -> bool:
    if one.paper != other.paper or len(one.placements) != len(other.placements):
        return False
    return all(
        (a.x, a.y) == (b.x, b.y) and _same_piece(a.piece, b.piece)
        for a, b in zip(one.placements, other.placements, strict=True)
    )


def _same_piece(one: Placed, other: Placed) -> bool:
    """True for the very piece, as it is where its sheet was not set anew, and for one that looks and sounds like it."""
    return one is other or ((one.width, one.height) == (other.width, other.height) and _same(one.marks, other.marks))


def _same(one: Sequence[Mark], other: Sequence[Mark]) -> bool:
    return len(one) == len(other) and all(_mark(a) == _mark(b) for a, b in zip(one, other, strict=True))


def _mark(mark: Mark) -> object:
    """A mark without the identity of its element, of which what it says stays."""
    if isinstance(mark, Anchor):
        return _voice(mark.owner)
    return type(mark), mark._replace(owner=None), _voice(mark.owner)


def _voice(element: Element | None) -> tuple[str, str, str] | None:
    return None if element is None else (element.role, element.alt, element.actual)


# ---------------------------------------------------------------- where on the pages


def spots(old: Sequence[Page], new: Sequence[Page]) -> Mapping[int, tuple[Box, ...]]:
    """Number of a page to the places on it that are new, wherever else on their sheet the rest of it has moved."""
    before = by_sheet(old)
    found: dict[int, list[Box]] = {}
    for name, pages in by_sheet(new).items():
        were = before.get(name, ())
        if all(n < len(were) and _alike(were[n], page) for n, page in enumerate(pages)) and len(were) == len(pages):
            continue
        marks = list(_content(pages))
        fresh = _fresh([key for key, _, _ in _content(were)], [key for key, _, _ in marks])
        for index in fresh:
            _, number, box = marks[index]
            found.setdefault(number, []).append(box)
    return {number: tuple(_joined(boxes)) for number, boxes in found.items()}


def _content(pages: Iterable[Page]) -> Iterator[tuple[object, int, Box]]:
    """Each mark of the pages' pieces: what it is, wherever it stands; its page; its box."""
    for page in pages:
        for place in page.placements:
            for mark in place.piece.marks:
                if not isinstance(mark, Anchor):
                    left, top, right, bottom = extent(mark)
                    box = left + place.x, top + place.y, right + place.x, bottom + place.y
                    yield _shape(mark), page.number, box


def _shape(mark: Mark) -> object:
    if isinstance(mark, Text):
        return mark.text, mark.font, mark.size
    if isinstance(mark, Line):
        x, y = mark.points[0]
        return tuple((round(px - x, 2), round(py - y, 2)) for px, py in mark.points), mark.width, mark.fill
    if isinstance(mark, Rect):
        return round(mark.w, 2), round(mark.h, 2), mark.width, mark.fill
    return _mark(mark._replace(x=0.0, y=0.0)) if not isinstance(mark, Anchor) else None


def _fresh(old: Sequence[object], new: Sequence[object]) -> Iterator[int]:
    """Where the new row has what the old one has not; of what is only gone, what stands there now."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(a), len(b)) > _MOST:
        yield from range(head, len(new) - tail)
        return
    for what, _, _, start, end in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if what == "delete":
            yield from [min(head + start, len(new) - 1)] if new else []
        elif what != "equal":
            yield from range(head + start, head + end)


def _joined(boxes: Iterable[Box]) -> Iterator[Box]:
    """Boxes in reading order, near ones as one."""
    here: Box | None = None
    for box in boxes:
        if here is None:
            here = box
        elif box[1] - _NEAR <= here[3] and here[1] - _NEAR <= box[3]:
            here = min(here[0], box[0]), min(here[1], box[1]), max(here[2], box[2]), max(here[3], box[3])
        else:
            yield here
            here = box
    if here is not None:
        yield here
