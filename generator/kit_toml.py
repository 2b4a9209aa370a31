"""What `kit.toml` is: the keys that it may hold, and the lines on which they stand, which `tomllib` does not tell."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from generator.errors import Finding, Rejected
from generator.games import Field
from generator.games.reading import Row, is_whole, whole

_MOST_PLAYERS: Final = 99
_MOST_SHEETS: Final = 50
_SIDE: Final = (5.0, 400.0)
"""mm; shortest and longest side of a cut piece."""
WHOLE_PAGE: Final = "page"


def _like(key: str, kind: str, pattern: str, meaning: str, required: bool = True) -> Row:
    """The field of a text that has a pattern."""
    return Row(key, kind, meaning, lambda v, known: isinstance(v, str) and bool(re.fullmatch(pattern, v)), required)


def _line(key: str, kind: str, meaning: str, required: bool = True) -> Row:
    """The field of one line of text that is not blank."""
    return _like(key, kind, r"[ \t]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f\u2028\u2029]*", meaning, required)


def _table(key: str, meaning: str, required: bool = True) -> Row:
    return Row(key, "a table", meaning, lambda value, known: isinstance(value, Mapping), required)


def _are_tables(value: object, known: Mapping[str, Any]) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= _MOST_SHEETS and all(isinstance(entry, Mapping) for entry in value)


def _is_size(value: object, known: Mapping[str, Any]) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and all(type(n) in (int, float) and _SIDE[0] <= n <= _SIDE[1] for n in value)
    return value == WHOLE_PAGE


def is_plain(value: object) -> bool:
    return type(value) in (str, int, float, bool)


_WORDS, _WORDS_KIND = "[a-z0-9]+(-[a-z0-9]+)*", "lower-case words joined by hyphens"
_SIZE_KIND = f"[width, height] in mm, each from {_SIDE[0]:g} to {_SIDE[1]:g}, or {WHOLE_PAGE!r}"
_PAPERS: Final = ("paper", "card")

KIT = (
    _line("title", "one line of text", "The game's name in print."),
    _like("edition", "letters and digits joined by hyphens", "[A-Za-z0-9]+(-[A-Za-z0-9]+)*", "Which edition this is."),
    _line("engine", "the name of an engine", "Which rules engine proves the examples."),
    _like("language", "a language tag such as 'en-GB'", "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", "Language of the words."),
    _table("players", "How many may play."),
    _table("rules", "The game's numbers; its engine says which.", required=False),
    _table("setups", "The game's setups; its engine says which numbers each has.", required=False),
    _table("about", "Facts that no rule decides, for the words of the sheets.", required=False),
    Row("sheets", f"1 to {_MOST_SHEETS} tables [[sheets]]", "The sheets, in the order of printing.", _are_tables),
)
PLAYERS = (
    whole("players.min", (1, _MOST_PLAYERS), "Fewest players."),
    Row(
        "players.max",
        f"a whole number from min to {_MOST_PLAYERS}",
        "Most players.",
        lambda value, known: is_whole(value, (known.get("min", 1), _MOST_PLAYERS)),
    ),
    Row(
        "players.default",
        "a whole number from min to max",
        "Players for whom a kit is printed when nobody says.",
        lambda value, known: is_whole(value, (known.get("min", 1), known.get("max", _MOST_PLAYERS))),
    ),
)
SHEET = (
    _like("sheets.*.name", _WORDS_KIND, _WORDS, "The sheet as `--sheets` takes it."),
    _line("sheets.*.title", "one line of text", "The sheet's name in print."),
    Row("sheets.*.stock", "'paper' or 'card'", "What it is printed on.", lambda value, known: value in _PAPERS),
    _line("sheets.*.template", "the name of a template", "Template of the kit's folder.", required=False),
    _line("sheets.*.text", "the name of a Markdown file", "Markdown file of the kit's folder.", required=False),
    _like("sheets.*.piece", _WORDS_KIND, _WORDS, "Name of one cut piece, as summaries count it.", required=False),
    _line("sheets.*.each", "an expression in quotes", "What the template repeats over.", required=False),
    _line("sheets.*.copies", "an expression in quotes", "Copies of each piece; one when left out.", required=False),
    _table("sheets.*.size", "Size of one piece for each profile; none for text that flows.", required=False),
    Row(
        "sheets.*.pages",
        "a whole number from 1 to 9",
        "Fixed number of pages, for the sheet that tells of the others' pages.",
        lambda value, known: is_whole(value, (1, 9)),
        required=False,
    ),
)
SIZE = (
    Row("sheets.*.size.normal", _SIZE_KIND, "Size in ordinary print.", _is_size),
    Row("sheets.*.size.large", _SIZE_KIND, "Size in large print.", _is_size, required=False),
)
ONLY_TEMPLATE = ("piece", "each", "copies", "size", "pages")
FIELDS: tuple[Field, ...] = (*KIT, *PLAYERS, *SHEET, *SIZE)
"""Every key of `kit.toml` that belongs to no engine; `[about]` takes any."""

_LINE_LIMIT: Final = 1_000  # tomllib needs time and memory by the square of a dotted key's length
_DEEPEST: Final = 10
_TOO_DEEP: Final = "tables or arrays are nested too deeply"

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_STATEMENT = re.compile(rf"[ \t]*(?:(?P<open>\[\[?)[ \t]*(?P<table>{_KEY})[ \t]*\]|(?P<key>{_KEY})[ \t]*=)")
_PARTS = re.compile(_PART)
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]",
    re.DOTALL,
)
_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


def read_toml(source: str, path: str) -> tuple[dict[str, Any], Mapping[str, int]]:
    """The tables of a TOML text, and the line of every dotted key.

    The third table of `[[sheets]]` is `sheets.2`. A table that is only implied (`[setups.steady]` implies `setups`)
    stands where it is first implied. Raises `Rejected` with the one mistake at which reading ends.
    """
    for number, text in enumerate(source.split("\n"), 1):
        if len(text) > _LINE_LIMIT:
            raise Rejected([Finding(path, number, f"expected at most {_LINE_LIMIT} characters, found {len(text)}")])
    lines, repeated = _scan(source)
    try:
        table = tomllib.loads(source)
    except RecursionError as error:
        raise Rejected([Finding(path, 1, _TOO_DEEP)]) from error
    except ValueError as error:
        raise Rejected([_syntax(str(error), source, path, repeated)]) from error
    if deep := [key for key, value in table.items() if _is_deep(value)]:
        raise Rejected(Finding(path, line_of(lines, key), f"{key}: {_TOO_DEEP}") for key in deep)
    return table, lines


def line_of(lines: Mapping[str, int], key: str) -> int:
    """Line of a dotted key, or of the nearest table around it; 1 when not even that is there."""
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return 1


def _is_deep(value: object) -> bool:
    """Whether a value is nested more deeply than what follows may safely walk through."""
    layer = [value]
    for _ in range(_DEEPEST):
        nested = [entry for entry in layer if isinstance(entry, (dict, list))]
        layer = [inner for entry in nested for inner in (entry.values() if isinstance(entry, dict) else entry)]
    return bool(layer)


def _syntax(message: str, source: str, path: str, repeated: list[tuple[str, int, int]]) -> Finding:
    """tomllib's message as a finding; a repeated key by its name, where it is repeated."""
    place = _PLACE.search(message)
    if not place:
        return Finding(path, 1, f"this is not TOML: {message}")
    line = int(place["line"] or source.rstrip().count("\n") + 1)
    if message.startswith(("Cannot overwrite", "Cannot declare")):
        for key, first, again in reversed(repeated):
            if again <= line:
                return Finding(path, again, f"{key}: given twice; first on line {first}")
    return Finding(path, line, f"this is not TOML: {message[: place.start()]}")


def _scan(source: str) -> tuple[dict[str, int], list[tuple[str, int, int]]]:
    """Line of every key, and the keys given twice with both lines. Any text will do: what is wrong is passed over."""
    lines: dict[str, int] = {}
    given: dict[str, int] = {}
    repeated: list[tuple[str, int, int]] = []
    arrays: dict[str, int] = {}
    table, line, at = "", 1, 0
    while at < len(source):
        found = _STATEMENT.match(source, at)
        if found:
            parts = [part.strip("\"'") for part in _PARTS.findall(found["table"] or found["key"])]
            if found["open"] == "[[":
                name = ".".join(parts)
                arrays[name] = arrays.get(name, -1) + 1
            key = _join("" if found["open"] else table, parts, arrays, lines, line)
            if found["open"]:
                table = key
            if key in given:
                repeated.append((key, given[key], line))
            lines[key] = line if key not in given else lines[key]
            given.setdefault(key, line)
        after = _statement_end(source, found.end() if found else at)
        line += source.count("\n", at, after)
        at = after
    return lines, repeated


def _join(table: str, parts: list[str], arrays: Mapping[str, int], lines: dict[str, int], line: int) -> str:
    """The dotted key with the index of each array of tables that it passes; tables that it implies get its line."""
    key = table
    for part in parts:
        if key:
            lines.setdefault(key, line)
        key = f"{key}.{part}" if key else part
        if key in arrays:
            lines.setdefault(key, line)
            key = f"{key}.{arrays[key]}"
    return key


def _statement_end(source: str, at: int) -> int:
    """Where the next statement begins: after the line end that stands in no string and no bracket."""
    depth = 0
    for token in _TOKEN.finditer(source, at):
        mark = token.group()
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == "\n" and depth <= 0:
            return token.end()
    return len(source)
