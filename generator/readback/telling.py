"""The bytes of a PDF of ours in, what another edition is compared with out: rules, examples, pieces, and its words.

The words come line by line in the order of the structure tree, as a listener meets them: a paragraph, an item of a list
or a row of a table is a line, and a picture is what stands for it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from generator.errors import Malformed
from generator.fingerprint import fingerprint
from generator.readback import attached
from generator.scan import chain, content, fonts_of, parent_tree

_LINES: Final = frozenset(("H1", "H2", "H3", "P", "LI", "TR", "Figure"))
"""Types of elements that make a line of their own, where none of them holds another."""
_MOST_LINES: Final = 2_000
"""Told of one sheet: ten times the longest rules. A sheet of many copies says more, which repeats what is told."""
_MOST_SHEETS: Final = 100
_LETTERS: Final = 2_000
"""Of a line or any other text."""


def tell(reader: Any, folder: Path) -> dict[str, Any]:
    """What a file tells, in JSON's own types. Raises `Malformed`, or whatever a broken file makes pypdf raise."""
    data = attached.find(reader)
    told = attached.read(data, folder)
    if told.fingerprint != fingerprint(told.kit):
        raise Malformed(f"its rules are {fingerprint(told.kit)}, and it calls them {told.fingerprint}: it was altered")
    record = attached.record(data)
    sheets = {sheet["title"]: sheet["name"] for sheet in record["sheets"]}
    left_out = {"Practice", "Answers"} if record["practice"] else set()
    lines: dict[str, list[str]] = {}
    for title, line in _lines(reader):
        if title in left_out:
            continue
        here = lines.setdefault(sheets.get(title, title), [])
        if len(here) < _MOST_LINES:
            here.append(line)
        if len(lines) > _MOST_SHEETS:
            raise Malformed(f"it has more than {_MOST_SHEETS} sheets, as no kit has")
    found: dict[str, Any] = plain({**record, "lines": lines})
    return found


def plain(value: Any) -> Any:
    """The same without what cannot be shown, every text cut to a length: words of a file may hold anything."""
    if isinstance(value, str):
        text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in value)
        return text if len(text) <= _LETTERS else f"{text[:_LETTERS]} ..."
    if isinstance(value, Mapping):
        return {plain(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def _lines(reader: Any) -> Iterator[tuple[str, str]]:
    """The title of a sheet and a line of it, in reading order."""
    parents = parent_tree(reader)
    tables: dict[int, dict[int, str]] = {}
    whole: dict[object, tuple[str, list[str]]] = {}
    pictured: set[object] = set()
    for page in reader.pages:
        owners = parents[page["/StructParents"]].get_object()
        for number, text in content(page.get_contents().get_data(), fonts_of(page, tables)):
            if number is None:
                continue
            links = list(chain(owners[number]))
            holder = next((link for link in reversed(links) if link.role in _LINES), links[0])
            _, words = whole.setdefault(holder.identity, (links[-2].title if len(links) > 1 else "", []))
            stands = next((link for link in reversed(links) if link.alt or link.actual), None)
            if stands is None:
                words.append(text)
            elif stands.identity not in pictured:
                pictured.add(stands.identity)
                words.append(stands.alt or stands.actual)
    for title, words in whole.values():
        line = re.sub(r" (?=[.,;:!?)])", "", " ".join(" ".join(words).split()))
        if line:
            yield title, line
