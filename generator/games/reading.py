"""What every engine reads the same way: tables of `kit.toml` against their fields, positions as named parts of text.

In: what TOML gave, or a line such as ``lap 2; seat 1``. Out: values that are known to fit, or every mistake in the
table, or `Malformed` for the first thing wrong in the text.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from generator.errors import Malformed, Mistake, nearest
from generator.games import Field

NONE = "none"
"""How text says that there is nothing: no seat to move, no scores yet."""
MOST_PLAYERS = 9999
"""What four digits can write; a kit's own data limits the players of a game."""
_NUMBER = re.compile("[0-9]{1,4}")
_DECIMAL = 64
"""Bits of the largest integer that messages write out in decimal."""
_LONGEST_SHOWN = 60

Numbers = tuple[int, ...]
Span = tuple[int, int]
"""Lowest and highest number allowed, both included."""
Fits = Callable[[Any, Mapping[str, Any]], bool]
"""Whether a value fits its field, given the values already known to fit theirs."""


@dataclass(frozen=True, slots=True)
class Row(Field):
    """A field with the check that its `kind` describes."""

    fits: Fits
    required: bool = True


def whole(key: str, span: Span, meaning: str) -> Row:
    """The field of one whole number."""
    return Row(key, _whole_numbers(1, span), meaning, lambda value, _: is_whole(value, span), schema=integer(span))


def wholes(key: str, count: Span, span: Span, meaning: str) -> Row:
    """The field of a list of whole numbers."""
    kind = f"a list of {count[0]} to {count[1]} whole numbers from {span[0]} to {span[1]}"
    return Row(key, kind, meaning, lambda value, _: are_whole(value, count, span), schema=integers(count, span))


def integer(span: Span) -> dict[str, Any]:
    """The schema of one whole number."""
    return {"type": "integer", "minimum": span[0], "maximum": span[1]}


def integers(count: Span, span: Span) -> dict[str, Any]:
    """The schema of a list of whole numbers."""
    return {"type": "array", "items": integer(span), "minItems": count[0], "maxItems": count[1]}


def is_whole(value: object, span: Span) -> bool:
    """Whether a value is an integer in the span; Python's bool is not."""
    return type(value) is int and span[0] <= value <= span[1]


def are_whole(value: object, count: Span, span: Span) -> bool:
    """Whether a value is a list of that many integers in the span."""
    return isinstance(value, list) and count[0] <= len(value) <= count[1] and all(is_whole(n, span) for n in value)


def check(
    table: Mapping[str, Any], where: str, rows: Iterable[Row], known: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[Mistake]]:
    """The entries of table `where` that fit their rows, and a mistake for each that is unknown, missing or unfit.

    A row may judge its value by those in `known` and by those of the rows before it.
    """
    expected = {row.key.rpartition(".")[2]: row for row in rows}
    mistakes = [
        Mistake(f"{where}.{name}", f"unknown name {shown(name)}; {nearest(name, expected)}")
        for name in table
        if name not in expected
    ]
    good: dict[str, Any] = {}
    for name, row in expected.items():
        if name in table and row.fits(table[name], {**(known or {}), **good}):
            good[name] = table[name]
        elif name in table or row.required:
            found = shown(table[name]) if name in table else "nothing"
            kind = _in_numbers(row.kind, {**(known or {}), **good})
            mistakes.append(Mistake(f"{where}.{name}", f"expected {kind}, found {found}"))
    return good, mistakes


def _in_numbers(kind: str, known: Mapping[str, Any]) -> str:
    """A field's kind with the numbers that are known in place of their names: ``from 0 to 4`` for ``to max_value``."""
    return re.sub(r"\b(from|to) ([a-z_]+)\b", lambda found: f"{found[1]} {known.get(found[2], found[2])}", kind)


def shown(value: object) -> str:
    """A value as TOML writes it, cut short where it is long."""
    text = _toml(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_toml(entry)}" for name, entry in value.items()) + " }" if value else "{}"
    if isinstance(value, int):
        # Python refuses to write out an integer of thousands of digits in decimal; a kit may hold one.
        return str(value) if value.bit_length() <= _DECIMAL else hex(value)
    return repr(value) if isinstance(value, str) else str(value)


def check_seating(players: int, first: int) -> None:
    """Refuse a table that cannot be seated. Raises `Malformed`."""
    for name, number, span in (("players", players, (2, MOST_PLAYERS)), ("first", first, (1, players))):
        if not is_whole(number, span):
            raise Malformed(f"{name}: expected {_whole_numbers(1, span)}, found {shown(number)}")


@dataclass(frozen=True, slots=True)
class Parts:
    """A position's text cut at its semicolons."""

    given: Mapping[str, str]
    """Name of each part given, and the rest of its words."""

    @classmethod
    def read(cls, text: str, names: Collection[str]) -> "Parts":
        """Cut a text into its parts, each named once and in any order. Raises `Malformed`."""
        given: dict[str, str] = {}
        for part in text.split(";"):
            name, *words = part.split() or [""]
            if name not in names:
                raise Malformed(f"unknown part {shown(name)}; {nearest(name, names)}")
            if name in given:
                raise Malformed(f"{name}: expected once, found twice")
            given[name] = " ".join(words)
        return cls(given)

    @property
    def over(self) -> bool:
        """Whether the text says that nobody is to move."""
        return self.given.get("seat") == NONE

    def columns(self, name: str) -> int | None:
        """How many numbers the first row of a part has; None where the part is left out or none."""
        return None if self._nothing(name) else len(self.given[name].split("/")[0].split())

    def lines(self, name: str) -> int | None:
        """How many rows a part has; None where the part is left out or none."""
        return None if self._nothing(name) else len(self.given[name].split("/"))

    def players(self, *counts: int | None) -> int:
        """The number of players: as given, else the first count that another part has. Raises `Malformed`."""
        if "players" in self.given:
            return self.number("players", (2, MOST_PLAYERS))
        count = next((count for count in counts if count is not None), None)
        if count is None:
            raise Malformed("players: expected the number of players or a part with numbers for each, found neither")
        check_seating(count, first=1)
        return count

    def number(self, name: str, span: Span) -> int:
        """The number of a part; the lowest where the part is left out. Raises `Malformed`."""
        return self.numbers(name, span, default=span[:1])[0]

    def seat(self, players: int, default: int) -> int | None:
        """The seat to move, None when the session is over. Raises `Malformed`."""
        return None if self.over else self.numbers("seat", (1, players), (default,))[0]

    def numbers(self, name: str, span: Span, default: Numbers) -> Numbers:
        """The numbers of a part, as many as in `default`, which a part left out stands for. Raises `Malformed`."""
        return self.rows(name, 1, len(default), span)[0] if name in self.given else default

    def rows(self, name: str, count: int, size: int, span: Span, most: int | None = None) -> tuple[Numbers, ...]:
        """The rows of a part, each with a sum of at most `most`; none where they are to hold no number.

        Raises `Malformed`.
        """
        if not count * size:
            if self._nothing(name):
                return ((),) * count
            raise Malformed(f"{name}: expected {NONE}, found {shown(self.given[name])}")
        cells = [row.split() for row in self.given.get(name, "").split("/")]
        if [len(row) for row in cells] != [size] * count or not all(_spells(n, span) for row in cells for n in row):
            kind = f"{count} rows of " * (count > 1) + _whole_numbers(size, span)
            raise Malformed(f"{name}: expected {kind}, found {shown(self.given[name]) if name in self.given else NONE}")
        rows = tuple(tuple(map(int, row)) for row in cells)
        for number, row in enumerate(rows, start=1):
            if most is not None and sum(row) > most:
                raise Malformed(f"{name}: expected at most {most} in all in row {number}, found {sum(row)}")
        return rows

    def _nothing(self, name: str) -> bool:
        return self.given.get(name, NONE) == NONE


def _spells(text: str, span: Span) -> bool:
    return _NUMBER.fullmatch(text) is not None and is_whole(int(text), span)


def _whole_numbers(count: int, span: Span) -> str:
    number = "a whole number" if count == 1 else f"{count} whole numbers"
    return f"{number} from {span[0]} to {span[1]}" if span[0] < span[1] else f"{number} of exactly {span[0]}"


def spaced(numbers: Numbers) -> str:
    """Numbers as a part writes them: ``2 0 1``."""
    return " ".join(map(str, numbers))


def slashed(rows: tuple[Numbers, ...]) -> str:
    """Rows as a part writes them: ``2 0 / 1 1``, or ``none``."""
    return " / ".join(map(spaced, rows)) if any(rows) else NONE


def listed(state: object, *names: str) -> dict[str, Any]:
    """Fields of a state as JSON holds them: lists for tuples."""

    def plain(value: object) -> object:
        return [plain(entry) for entry in value] if isinstance(value, tuple) else value

    return {name: plain(getattr(state, name)) for name in names}


def leaders(totals: Numbers) -> Numbers:
    """The seats that share the highest total, in their order."""
    return tuple(seat for seat, total in enumerate(totals, start=1) if total == max(totals))


def add(counts: Numbers, place: int, amount: int) -> Numbers:
    """The counts with `amount` more at one place, counted from 1."""
    return (*counts[: place - 1], counts[place - 1] + amount, *counts[place:])
