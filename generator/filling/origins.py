"""Where a number comes from: values that remember, and texts in which each number bears a mark of its origin.

Only `check` and `explain` fill sheets this way; a print never does. A traced whole number behaves as the number that it
is; arithmetic joins the origins of what it is made of, and written out it stands between marks that name them. Numbers
that are typed by hand have no marks, which is how they are found.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Self, cast

from generator.filling.marks import mark
from generator.filling.words import FUNCTIONS, lengths, plural

Origin = tuple[str, ...]
"""What a number is made of, such as ``rules.targets[3]``; several where a template reckons with them."""


class Ledger:
    """The origins of one filling, by number."""

    def __init__(self) -> None:
        self.numbers: dict[Origin, int] = {}

    def mark(self, text: str, origin: Origin) -> str:
        """The text between marks that name its origin."""
        number = self.numbers.setdefault(origin, len(self.numbers))
        return mark(text, number)

    def origin(self, number: int) -> Origin:
        """The origin of a number."""
        return next(origin for origin, known in self.numbers.items() if known == number)


class Traced(int):
    """A whole number that knows its origin."""

    origin: Origin
    ledger: Ledger

    def __new__(cls, value: int, origin: Origin, ledger: Ledger) -> Self:
        """A number from an origin, to be written with marks of a ledger."""
        made = super().__new__(cls, value)
        made.origin, made.ledger = origin, ledger
        return made

    def __str__(self) -> str:
        return self.ledger.mark(int.__repr__(self), self.origin)

    def __format__(self, spec: str) -> str:
        return str(self)

    def _with(self, value: Any, *others: object) -> Any:
        """A result of reckoning with this number and others: a whole one knows all their origins."""
        if not isinstance(value, int) or isinstance(value, bool):
            return value
        origins = dict.fromkeys(self.origin)
        for other in others:
            origins |= dict.fromkeys(getattr(other, "origin", ()))
        return Traced(value, tuple(origins), self.ledger)


def _reckoning(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def traced(self: Traced, *others: Any) -> Any:
        value = plain(int(self), *(int(other) if isinstance(other, Traced) else other for other in others))
        return value if value is NotImplemented else self._with(value, *others)

    return traced


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Traced, f"__{_name}__", _reckoning(f"__{_name}__"))
    setattr(Traced, f"__r{_name}__", _reckoning(f"__r{_name}__"))
for _name in ("neg", "abs"):
    setattr(Traced, f"__{_name}__", _reckoning(f"__{_name}__"))


class Entries(dict[Any, Any]):
    """A dictionary whose keys are traced where a template goes through them."""

    def __init__(self, entries: Mapping[Any, Any], path: str, ledger: Ledger) -> None:
        super().__init__(entries)
        self._path, self._ledger = path, ledger

    def items(self) -> Any:
        """Keys and values."""
        return [(traced(key, f"{self._path}.{key}", self._ledger), value) for key, value in super().items()]

    def keys(self) -> Any:
        """The keys."""
        return [key for key, _ in self.items()]


class View:
    """An object whose numbers are traced: its attributes by name, as `rules.targets`."""

    def __init__(self, thing: object, path: str, ledger: Ledger) -> None:
        self._thing, self._path, self._ledger = thing, path, ledger

    def __getattr__(self, name: str) -> Any:
        return traced(getattr(self._thing, name), f"{self._path}.{name}", self._ledger)

    def untraced(self) -> object:
        """The object itself."""
        return self._thing

    def __dir__(self) -> Iterable[str]:
        return dir(self._thing)


def traced(value: Any, path: str, ledger: Ledger) -> Any:
    """A value whose numbers know where they stand in it."""
    if isinstance(value, bool | Traced | float) or value is None:
        return value
    if isinstance(value, int):
        return Traced(value, (path,), ledger)
    if isinstance(value, str):
        return ledger.mark(value, (path,)) if any(character.isdigit() for character in value) else value
    if isinstance(value, Mapping):
        return Entries({key: traced(each, f"{path}.{key}", ledger) for key, each in value.items()}, path, ledger)
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):  # a NamedTuple is an object with attributes
        return type(value)(traced(each, f"{path}[{index}]", ledger) for index, each in enumerate(value))
    return View(value, path, ledger)


def functions(ledger: Ledger) -> Mapping[str, Callable[..., Any]]:
    """The words' functions and `range`, for traced numbers: what stands for the number bears its mark."""

    def written(name: str) -> Callable[..., str]:
        plain = cast("Callable[..., str]", FUNCTIONS[name])

        def write(n: Any, *rest: Any) -> str:
            text, origin = plain(bare(n), *rest), joined(n)
            return ledger.mark(text, origin) if origin else text

        return write

    def count(n: Any, singular: str, many: str = "") -> str:
        return f"{written('words')(n)} {plural(bare(n), singular, many)}"

    def counted(*bounds: int) -> list[int]:
        origins = dict.fromkeys(f"{COUNTED}{origin}" for bound in bounds for origin in getattr(bound, "origin", ()))
        numbers = range(*(int(bound) for bound in bounds))
        return [Traced(n, tuple(origins), ledger) if origins else n for n in numbers]

    def free(what: int | str) -> int | str:
        return ledger.mark(what, (FREE,)) if isinstance(what, str) else Traced(int(what), (FREE,), ledger)

    def measured(tables: Mapping[str, View], key: str) -> list[int]:
        names = list(dict.keys(tables)) if isinstance(tables, dict) else list(tables)
        found = lengths({name: tables[name].untraced() for name in names}, key)
        return [Traced(n, (f"setups.{name}.{key}",), ledger) for name, n in zip(names, found, strict=True)]

    plain: dict[str, Any] = {name: written(name) for name in ("words", "Words", "ordinal", "times")}
    return {**FUNCTIONS, **plain, "free": free, "count": count, "range": counted, "lengths": measured}


COUNTED: Final = "counted up to "
"""Begins the origin of a number that `range` counts to an entry."""


def bare(n: Any) -> Any:
    """A number, or the numbers of a list, without origins; anything else as it is."""
    if isinstance(n, list | tuple):
        return [bare(each) for each in n]
    return int(n) if isinstance(n, Traced) else n


def joined(n: Any) -> Origin:
    """The origins of a number, or of all numbers of a list."""
    parts = n if isinstance(n, list | tuple) else (n,)
    return tuple(dict.fromkeys(origin for part in parts for origin in getattr(part, "origin", ())))


FREE: Final = "free"
"""The origin of a number that a kit declares to hang on nothing: ``{{ free(2) }}``."""
