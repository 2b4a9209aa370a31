"""Turns of phrase that every engine's sentences share. In: numbers, lists, names. Out: words."""

from collections.abc import Iterable, Sequence


def counted(number: int, noun: str) -> str:
    """``1 seed``, ``3 seeds``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def joined(items: Iterable[object]) -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3``."""
    shown = [str(item) for item in items]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def opening(called: str) -> str:
    """What a seat is called where it opens a sentence: ``Seat 2``; a name stays as it is."""
    return called.replace("seat ", "Seat ", 1) if called.startswith("seat ") else called


def winning(points: Sequence[int], winners: Sequence[int], called: Sequence[str]) -> str:
    """Who would win, and with how many points, given those of all seats."""
    together = len(winners) > 1
    won = "would share the win" if together else "would win"
    amount = counted(max(points), "point")
    return f"{opening(joined(called[seat - 1] for seat in winners))} {won} with {amount}{' each' if together else ''}."
