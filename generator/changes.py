"""What changed from one edition to another in; the same as people read it and as JSON out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.diff import CHANGED, ELSEWHERE, SAME, Changes, Entry, PieceChange, SheetChange
from generator.mixing import Mixed

_AROUND = 12
"""Words shown before and after those that differ."""
_FACTS = ("name", "title", "edition", "fingerprint")


def changes_data(
    old: Mapping[str, Any], new: Mapping[str, Any], changes: Changes, mixed: Sequence[Mixed] | None
) -> dict[str, Any]:
    """As JSON. `mixed` is None where no folder tells which pieces print what."""
    return {
        "changed": changes.any(),
        "old": {key: old[key] for key in _FACTS},
        "new": {key: new[key] for key in _FACTS},
        "printed": [entry._asdict() for entry in changes.printed],
        "rules": [entry._asdict() for entry in changes.entries],
        "examples": [{"id": name, "what": what} for name, what in changes.examples],
        "sheets": [
            {
                **sheet._asdict(),
                "pieces": [piece._asdict() for piece in sheet.pieces],
                "lines": [{"old": list(lines.old), "new": list(lines.new)} for lines in sheet.lines],
            }
            for sheet in changes.sheets
        ],
        "mixing": None if mixed is None else [
            {**each._asdict(), "printed": [{"sheet": sheet, "piece": label} for sheet, label in each.printed]}
            for each in mixed
        ],
    }  # fmt: skip


def changes_words(
    old: Mapping[str, Any], new: Mapping[str, Any], changes: Changes, mixed: Sequence[Mixed] | None
) -> str:
    """As people read it."""
    head = f"{_named(old)} -> {_named(new)}"
    blocks = [
        ("printed otherwise, which makes pieces differ", map(_entry, changes.printed)),
        ("rules", map(_entry, changes.entries)),
        ("examples", (f"  {name}: {what}" for name, what in changes.examples)),
        ("sheets", (line for sheet in changes.sheets for line in _sheet(sheet))),
        ("old pieces that must not be mixed with new ones", _mixing(changes, mixed)),
    ]
    if not changes.any():
        return f"{head}: nothing changed"
    told = [(title, list(lines)) for title, lines in blocks]
    return "\n".join([head, *(line for title, lines in told if lines for line in (f"{title}:", *lines))])


def _named(told: Mapping[str, Any]) -> str:
    return f"{told['title']} {told['edition']} {told['fingerprint']}"


def _entry(entry: Entry) -> str:
    old, new = ("none" if value is None else repr(value) for value in (entry.old, entry.new))
    return f"  {entry.key}: {old} -> {new}"


def _sheet(sheet: SheetChange) -> Iterator[str]:
    changed = [piece for piece in sheet.pieces if piece.what != SAME]
    among = f", {len(changed)} of {len(sheet.pieces)} pieces" if changed and len(sheet.pieces) > 1 else ""
    yield f"  {sheet.name}: {sheet.what}{among}"
    if sheet.what in (SAME, ELSEWHERE):
        return
    for piece in changed:
        if len(sheet.pieces) > 1 or piece.what != CHANGED:
            yield f"    {_piece(piece)}"
    for lines in sheet.lines:
        if len(lines.old) == len(lines.new):
            for old, new in zip(lines.old, lines.new, strict=True):
                shown = _trimmed(old, new)
                yield from (f"    - {shown[0]}", f"    + {shown[1]}")
        else:
            yield from (f"    - {line}" for line in lines.old)
            yield from (f"    + {line}" for line in lines.new)


def _trimmed(old: str, new: str) -> tuple[str, str]:
    """Two lines without the words that they begin and end with in common, but for some."""
    one, other = old.split(), new.split()
    least = min(len(one), len(other))
    start = next((place for place in range(least) if one[place] != other[place]), least)
    end = next((place for place in range(least - start) if one[-1 - place] != other[-1 - place]), least - start)
    return _cut(one, start, end), _cut(other, start, end)


def _cut(words: Sequence[str], start: int, end: int) -> str:
    first = max(start - _AROUND, 0)
    last = min(len(words) - end + _AROUND, len(words))
    return " ".join([*["..."] * (first > 0), *words[first:last], *["..."] * (last < len(words))])


def _piece(piece: PieceChange) -> str:
    copies = f", {piece.old} -> {piece.new}" if piece.old and piece.new and piece.old != piece.new else ""
    return f"{piece.label}: {piece.what}{copies}"


def _mixing(changes: Changes, mixed: Sequence[Mixed] | None) -> Iterator[str]:
    if mixed is None:
        rules = [entry.key for entry in changes.entries if entry.key.partition(".")[0] in ("rules", "setups")]
        pieces = [piece.label for sheet in changes.sheets for piece in sheet.pieces if piece.old and piece.what != SAME]
        if rules and pieces:
            yield f"  {', '.join(rules)}: one of these, or more, is printed on {', '.join(pieces)}"
    for each in mixed or ():
        yield f"  {mixed_words(each)}: {', '.join(label for _, label in each.printed)}"


def mixed_words(each: Mixed) -> str:
    """The number that was edited, and how."""
    old, new = ("none" if value is None else value for value in (each.old, each.new))
    return f"{each.key} changed from {old} to {new}"
