"""What the imposed pages amount to: for the how-to-print sheet and for the summary."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.model import SheetSpec
from generator.pages import Page


def plan(pages: Sequence[Page], intro: SheetSpec | None) -> Mapping[str, Any]:
    """Names for the template of the how-to-print sheet, whose own pages come before `pages`."""
    own = (intro.pages or 0) if intro else 0
    sheets = [_row(intro, 1, own, {})] if intro and own else []
    for spec, group in groupby(pages, key=lambda page: page.spec):
        here = list(group)
        sheets.append(_row(spec, here[0].number, here[-1].number, pieces(here)))
    return {
        "sheets": sheets,
        "pages": own + len(pages),
        "paper": sum(row["count"] for row in sheets if row["stock"] == "paper"),
        "card": sum(row["count"] for row in sheets if row["stock"] == "card"),
        "pieces": pieces(pages),
    }


def _row(spec: SheetSpec, first: int, last: int, made: Mapping[str, int]) -> dict[str, Any]:
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
        "cut": bool(made) and spec.sizes != {} and any(size for size in spec.sizes.values()),
    }


def pieces(pages: Iterable[Page]) -> dict[str, int]:
    """Name of a piece to how many of it the pages hold, in the order of the pages."""
    found: dict[str, int] = {}
    for page in pages:
        if page.spec.piece:
            found[page.spec.piece] = found.get(page.spec.piece, 0) + len(page.placements)
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
