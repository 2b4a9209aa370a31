"""Filled sheets in, the same with the chosen pieces alone out, for a piece that was lost or has changed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from generator.errors import UsageError
from generator.model import Sheet


def pick(sheets: Iterable[Sheet], chosen: Mapping[str, tuple[int, ...]], players: int) -> Iterator[Sheet]:
    """Of each sheet the pieces chosen, by number from 1 in the order of printing; one chosen twice is printed twice.

    Raises UsageError, when all sheets are filled, for a number that a sheet does not reach.
    """
    missing = ""
    for sheet in sheets:
        numbers = chosen.get(sheet.spec.name, ())
        most = sum(piece.copies for piece in sheet.pieces)
        for number in numbers:
            if number > most:
                missing = missing or _missing(sheet.spec.piece, most, number, players)
        # Copies follow one another as the whole list of pieces, again and again.
        wanted = Counter((number - 1) % len(sheet.pieces) for number in numbers if number <= most)
        pieces = enumerate(sheet.pieces)
        yield sheet._replace(pieces=tuple(p._replace(copies=wanted[i]) for i, p in pieces if i in wanted))
    if missing:
        raise UsageError(missing)


def _missing(piece: str, most: int, number: int, players: int) -> str:
    if not most:
        return f"--pieces: the kit for {players} players has no {piece!r}"
    found = f"found '{number}'"
    if most == 1:
        return f"--pieces {piece}: expected 1, the only one, {found}"
    return f"--pieces {piece}: expected a whole number from 1 to {most}, {found}"
