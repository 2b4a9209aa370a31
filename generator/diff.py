"""What two editions tell in, what changed between them out: rules, examples, sheets, pieces, and words line by line."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from generator.errors import UsageError

SAME, CHANGED, ADDED, REMOVED, MORE, FEWER, ELSEWHERE = (
    "unchanged", "changed", "added", "removed", "more", "fewer", "not compared"
)  # fmt: skip
"""What became of a sheet, a piece or an example; `not compared`, a sheet that one of the two was printed without."""
UNPROVED = "no longer proved"
_ASKED = ("players", "setup", "paper", "profile", "names")


class Entry(NamedTuple):
    """An entry of `kit.toml` that changed."""

    key: str
    """`rules.targets[4]`, its place in a list from 1."""
    old: Any
    """None where there was none."""
    new: Any


class PieceChange(NamedTuple):
    """What became of a piece."""

    label: str
    what: str
    old: int
    """Copies; 0 where it is new."""
    new: int


class Lines(NamedTuple):
    """Lines that stand in place of others, in reading order."""

    old: tuple[str, ...]
    new: tuple[str, ...]


class SheetChange(NamedTuple):
    """What became of a sheet."""

    name: str
    title: str
    what: str
    pieces: tuple[PieceChange, ...]
    """All, in the order of printing; none of the sheet that tells how to print."""
    lines: tuple[Lines, ...]


class Changes(NamedTuple):
    """What changed from one edition to another."""

    entries: tuple[Entry, ...]
    examples: tuple[tuple[str, str], ...]
    """Id, and what became of it; those that are as they were are left out."""
    sheets: tuple[SheetChange, ...]
    printed: tuple[Entry, ...]
    """What two files were printed with, where it differs: `players`, `names[1]`. It alone makes pieces differ."""

    def any(self) -> bool:
        """Whether anything changed."""
        return bool(self.entries or self.examples or any(s.what not in (SAME, ELSEWHERE) for s in self.sheets))


def diff(old: Mapping[str, Any], new: Mapping[str, Any], refused: Sequence[str] = ()) -> Changes:
    """What changed, given what two PDFs tell; `refused` are examples that are not proved any more.

    Raises UsageError for editions of two games.
    """
    if old["engine"] != new["engine"]:
        raise UsageError(f"expected two editions of one game, found {old['engine']!r} and {new['engine']!r}")
    sheets = tuple(_sheet(name, old, new) for name in _both(_sheets(old), _sheets(new)))
    asked = [{key: told["request"][key] for key in _ASKED} for told in (old, new)]
    printed = tuple(entry for key in _ASKED for entry in _entries(key, asked[0][key], asked[1][key]))
    # What is not printed is not gone.
    same = not (old["partial"] or new["partial"]) and all(sheet.what != ELSEWHERE for sheet in sheets)
    examples = tuple((name, what) for name, what in _examples(old, new, refused) if same or what in (CHANGED, UNPROVED))
    return Changes(tuple(entries(old, new)), examples, sheets, printed)


def entries(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Entry]:
    """The entries of `kit.toml` that differ."""
    for key in ("title", "edition", "language"):
        yield from _entries(key, old[key], new[key])
    for index, key in enumerate(("min", "max", "default")):
        yield from _entries(f"players.{key}", old["players"][index], new["players"][index])
    for key in ("rules", "setups", "about"):
        yield from _entries(key, old[key], new[key])


def _entries(key: str, old: Any, new: Any) -> Iterator[Entry]:
    """A value that differs, or what differs in it."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in _both(list(old), list(new)):
            yield from _entries(f"{key}.{name}", old.get(name), new.get(name))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for place, (one, other) in enumerate(zip(old, new, strict=True), 1):
            yield from _entries(f"{key}[{place}]", one, other)
    elif old != new:
        yield Entry(key, old, new)


def _both(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The names of the new edition in their order, then those that only the old one has."""
    return list(dict.fromkeys([*new, *old]))


def _examples(old: Mapping[str, Any], new: Mapping[str, Any], refused: Sequence[str]) -> Iterator[tuple[str, str]]:
    before, after = ({each["id"]: each["claims"] for each in told["examples"]} for told in (old, new))
    for name in _both(list(before), [*after, *refused]):
        if name in refused:
            yield name, UNPROVED
        elif name not in before or name not in after:
            yield name, ADDED if name in after else REMOVED
        elif before[name] != after[name]:
            yield name, CHANGED


def _sheets(told: Mapping[str, Any]) -> list[str]:
    """The sheets of the kit, printed or not, and whatever else the pages say."""
    return list(dict.fromkeys([*(sheet["name"] for sheet in told["sheets"]), *told["lines"]]))


def _sheet(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> SheetChange:
    titles = {sheet["name"]: sheet["title"] for told in (old, new) for sheet in told["sheets"]}
    title = titles.get(name, name)
    made = tuple(pieces(name, old["pieces"], new["pieces"]))
    said = [told["lines"].get(name) for told in (old, new)]
    here = [said[i] is not None or any(row[0] == name for row in told["pieces"]) for i, told in enumerate((old, new))]
    if not all(here):
        in_kit = [any(sheet["name"] == name for sheet in told["sheets"]) for told in (old, new)]
        told_of = not made and (old["reprint"] or new["reprint"])  # the first page takes the place of how to print
        what = ELSEWHERE if all(in_kit) or not any(here) or told_of else REMOVED if here[0] else ADDED
        return SheetChange(name, title, what, made if what != ELSEWHERE else (), ())
    # A print of some pieces says the words of those alone.
    whole = len(made) <= 1 or not (old["partial"] or new["partial"])
    lines = tuple(_lines(said[0], said[1])) if whole and said[0] and said[1] else ()
    changed = bool(lines) or any(piece.what != SAME for piece in made)
    return SheetChange(name, title, CHANGED if changed else SAME, made, lines)


def pieces(sheet: str, old: Sequence[Sequence[Any]], new: Sequence[Sequence[Any]]) -> Iterator[PieceChange]:
    """What became of each piece of a sheet, by its label, given all pieces of both editions."""
    before, after = _labelled(sheet, old), _labelled(sheet, new)
    for label in _both(list(before), list(after)):
        was, shown = before.get(label, (0, ""))
        now, shows = after.get(label, (0, ""))
        if was and now and shown != shows:
            what = CHANGED
        elif was == now:
            what = SAME
        elif was and now:
            what = MORE if now > was else FEWER
        else:
            what = ADDED if now else REMOVED
        if was or now:
            yield PieceChange(label.partition("\n")[0], what, was, now)


def _labelled(sheet: str, rows: Sequence[Sequence[Any]]) -> dict[str, tuple[int, str]]:
    """Label to copies and digest; the second piece of one label has a line of its own, and so on."""
    seen: Counter[str] = Counter()
    found = {}
    for name, label, copies, digest in rows:
        if name == sheet:
            found[f"{label}\n{seen[label]}"] = copies, digest
            seen[label] += 1
    return found


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[Lines]:
    for what, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            yield Lines(tuple(old[i:j]), tuple(new[k:m]))
