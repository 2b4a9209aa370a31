"""What the imposed pages amount to: for the how-to-print sheet and for the summary."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.model import SheetSpec
from generator.pages import Page


def plan(pages: Sequence[Page], intro: SheetSpec | None, own: int) -> Mapping[str, Any]:
    """Names for the template of the how-to-print sheet, whose `own` pages come before `pages`."""
    sheets = [_row(intro, 1, own, {}, False)] if intro and own else []
    for spec, group in groupby(pages, key=lambda page: page.spec):
        here = list(group)
        cut = any(place.piece.cut for page in here for place in page.placements)
        sheets.append(_row(spec, here[0].number, here[-1].number, pieces(here), cut))
    return {
        "sheets": sheets,
        "pages": own + len(pages),
        "paper": sum(row["count"] for row in sheets if row["stock"] == "paper"),
        "card": sum(row["count"] for row in sheets if row["stock"] == "card"),
        "pieces": pieces(pages),
    }


def _row(spec: SheetSpec, first: int, last: int, made: Mapping[str, int], cut: bool) -> dict[str, Any]:
    shown = str(first) if first == last else f"{first} to {last}"
    return {
        "name": spec.name,
        "title": spec.title,
        "stock": spec.stock,
        "first": first,
        "last": last,
        "shown": shown,
        "count": last - first + 1,
        "pieces": sum(made.values()),
        "cut": cut,
    }


def pieces(pages: Iterable[Page]) -> dict[str, int]:
    """Name of a piece to how many of it the pages hold, in the order of the pages."""
    found: dict[str, int] = {}
    for page in pages:
        for place in page.placements:
            if place.piece.kind:
                found[place.piece.kind] = found.get(place.piece.kind, 0) + (place.piece.part == 0)
    return found


def printed_examples(pages: Iterable[Page]) -> set[str]:
    """Ids of the worked examples that the pages print."""
    found: set[str] = set()
    for page in pages:
        for _, mark, _, _ in page.owned():
            element = mark.owner
            while element:
                found.add(element.example)
                element = element.parent
    return found - {""}
