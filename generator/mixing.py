"""A kit and its older rules in; which pieces print a number that was edited, and so must not be mixed with old, out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.explain import said
from generator.fill import fill
from generator.filling.marks import marked, strip
from generator.filling.origins import Ledger
from generator.model import Kit, Proofs, Request
from generator.profiles import profile


class Mixed(NamedTuple):
    """An edited number, and what prints it."""

    key: str
    """`rules.targets[4]`, or what the engine works out of the entries: `rules.total_seeds`."""
    old: Any
    new: Any
    printed: tuple[tuple[str, str], ...]
    """Sheet and label of each piece that prints it."""


def mixing(kit: Kit, proofs: Proofs, request: Request, old: Mapping[str, Any]) -> tuple[Mixed, ...]:
    """Every number of rules and setups that is another than it was, where a piece prints it.

    `old` is what the old edition tells: its `rules` and `setups`. An old piece of these contradicts the new ones.
    """
    before = {"rules": kit.game.read_rules(old["rules"], old["setups"]), "setups": old["setups"]}
    after = {"rules": kit.rules, "setups": kit.setups}
    edited: dict[str, tuple[Any, Any]] = {}
    was, now = dict(_numbers(before)), dict(_numbers(after))
    for path in dict.fromkeys([*now, *was]):
        if was.get(path) != now.get(path):
            edited[path] = was.get(path), now.get(path)
    printed: dict[str, dict[tuple[str, str], None]] = {}
    for path, sheet, label in _printed(kit, proofs, request) if edited else ():
        printed.setdefault(path, {})[sheet, label] = None
    return tuple(Mixed(_from_one(path), *edited[path], tuple(printed[path])) for path in edited if path in printed)


def _printed(kit: Kit, proofs: Proofs, request: Request) -> Iterator[tuple[str, str, str]]:
    """The origin of each printed number, with the sheet and the label of the piece that prints it."""
    ledger = Ledger()
    for sheet in fill(kit, proofs, request, profile(request.profile), None, ledger):
        for piece in sheet.pieces:
            for text, _ in said(piece.tree):
                for number, _ in marked(text):
                    for path in ledger.origin(number):
                        yield path, sheet.spec.name, strip(piece.label)


def _numbers(tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every number by its path, as origins write it, those that the engine works out included."""
    rules = tables["rules"]
    for name in dir(rules):
        value = None if name.startswith("_") else getattr(rules, name)
        if not callable(value):
            yield from _within(f"rules.{name}", value)
    yield from _within("setups", tables["setups"])


def _within(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _within(f"{path}.{key}", each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, each in enumerate(value):
            yield from _within(f"{path}[{index}]", each)
    elif isinstance(value, int):
        yield path, value


def named(key: str) -> str:
    """A number's name as people say it: ``targets, place 4``, ``seeds per station``, ``steady, values, place 2``."""
    _, *parts = key.replace("_", " ").replace("[", ".place ").replace("]", "").split(".")
    return ", ".join(parts)


def _from_one(path: str) -> str:
    """The path as people count: places from 1."""
    head, bracket, rest = path.partition("[")
    return f"{head}[{int(rest[:-1]) + 1}]" if bracket and rest[:-1].isdigit() else path
