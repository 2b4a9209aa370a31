"""A kit and what an older print of it tells in; what must be printed again, and what its first page says, out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from generator.diff import ADDED, CHANGED, FEWER, MORE, REMOVED, SAME, PieceChange, pieces
from generator.fingerprint import fingerprint
from generator.mixing import Mixed, named
from generator.model import Content, Kit, Request, SheetSpec

TEMPLATE: Final = "reprint.xml.j2"
"""The template of the first page: the kit's own, or the one that all kits share."""
SHARED: Final = f"macros/{TEMPLATE}"


class Reprint(NamedTuple):
    """What must be printed again."""

    pieces: Mapping[str, tuple[int, ...]]
    """Sheet to the pieces to print, as `Request.pieces`; empty where nothing changed."""
    told: Mapping[str, Any]
    """What the first page says, as `docs/vocabulary.md` lists it under `reprint`."""


def reprint(
    old: Mapping[str, Any], kit: Kit, sheets: Sequence[str], new: Sequence[Content], mixed: Sequence[Mixed]
) -> Reprint:
    """Compare an older print with `new`, what the pieces of the `sheets` to print show. Pure.

    A sheet of flowing text is one piece, printed whole: its pages' numbers run on from one to the next.
    """
    titles = {sheet["name"]: sheet["title"] for sheet in old["sheets"]} | {s.name: s.title for s in kit.sheets}
    names = dict.fromkeys([*sheets, *(row[0] for row in old["pieces"])])
    changes = {name: tuple(pieces(name, old["pieces"], new)) for name in names}
    chosen = {name: tuple(_numbers(found)) for name, found in changes.items()}
    told = {
        "edition": old["edition"],
        "fingerprint": old["fingerprint"],
        "parts": [
            {
                "title": titles.get(name, name),
                "throw": _share(found, (CHANGED, REMOVED, FEWER), lambda piece: piece.old - _kept(piece)),
                "make": _share(found, (CHANGED, ADDED, MORE), lambda piece: piece.new - _kept(piece)),
                "keep": _share(found, (SAME, MORE, FEWER), _kept),
            }
            for name, found in changes.items()
            if found
        ],
        "mixing": [
            {
                "name": named(each.key),
                "old": each.old,
                "new": each.new,
                "pieces": [label.replace("-", " ") for _, label in each.printed],
            }
            for each in mixed
        ],
    }
    return Reprint({name: numbers for name, numbers in chosen.items() if numbers}, told)


def _numbers(found: Sequence[PieceChange]) -> Iterator[int]:
    """The pieces to print, from 1 in the order of printing, each as often as it is missing."""
    for place, piece in enumerate((piece for piece in found if piece.new), 1):
        yield from [place] * (piece.new - _kept(piece))


def _kept(piece: PieceChange) -> int:
    """How many of a piece stay good."""
    return min(piece.old, piece.new) if piece.what in (SAME, MORE, FEWER) else 0


def _share(
    found: Sequence[PieceChange], whats: Sequence[str], count: Callable[[PieceChange], int]
) -> Mapping[str, Any]:
    """The pieces of a sheet that one thing is done with.

    Their numbers, none where it is all of them; how many; whether that is only some of the copies.
    """
    here = [piece for piece in found if piece.what in whats]
    items = [piece.label.partition(" ")[2] or piece.label for piece in here] if len(here) < len(found) else []
    some = any(piece.what in (MORE, FEWER) for piece in here)
    return {"items": items, "count": sum(map(count, here)), "some": some}


def reprint_sheet(kit: Kit) -> Kit:
    """The kit with a first page that tells of a reprint in the place of the sheet that tells how to print it."""
    own = (kit.folder / TEMPLATE).is_file()
    first = SheetSpec(
        name="reprint",
        title="Reprint",
        stock="paper",
        template=TEMPLATE if own else SHARED,
        large_template="",
        text="",
        piece="",
        each=None,
        copies="1",
        sizes={},
        pages=1,
        line=kit.lines.get("title", 1),
    )
    return kit._replace(sheets=(first, *(spec for spec in kit.sheets if spec.pages is None)))


def specimen(kit: Kit, request: Request) -> tuple[Kit, Request]:
    """The first page of a reprint of everything, alone, to see that the kit can print one."""
    made = reprint_sheet(kit)
    old = {"sheets": (), "pieces": (), "edition": kit.edition, "fingerprint": fingerprint(kit)}
    shown = [Content(spec.name, spec.piece or spec.name, 1, "") for spec in made.sheets[1:]]
    mixed = Mixed("rules.numbers", 0, 1, tuple((row.sheet, row.label) for row in shown))
    found = reprint(old, kit, [row.sheet for row in shown], shown, [mixed])
    return made, reprint_request(request._replace(sheets=()), made, found._replace(pieces={}))


def reprint_request(request: Request, made: Kit, found: Reprint) -> Request:
    """The request for a reprint of what was found, with its first page; `made` is a kit of `reprint_sheet`."""
    return request._replace(sheets=(made.sheets[0].name, *request.sheets), pieces=found.pieces, reprint=found.told)
