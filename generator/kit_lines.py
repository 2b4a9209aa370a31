"""What of a kit is read by lines: its files as text, where the keys of `kit.toml` stand, the fence of an example."""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from generator.errors import Finding, Rejected, nearest, nearest_file
from generator.games.reading import shown
from generator.model import Claim, Example, Step
from generator.text_files import named_file, plain_text

_LIMIT: Final = 1_000_000  # bytes; no file of a kit is larger
_LINE_LIMIT: Final = 1_000  # tomllib needs time and memory by the square of a dotted key's length
_DEEPEST: Final = 10
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_QUOTES: Final = "“”„‟‘’‚‛«»‹›"
_TOO_DEEP: Final = "tables or arrays are nested too deeply"

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_STATEMENT = re.compile(rf"[ \t]*(?:(?P<open>\[\[?)[ \t]*(?P<table>{_KEY})[ \t]*\]|(?P<key>{_KEY})[ \t]*=)")
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]",
    re.DOTALL,
)
_ONCE: Final = ("title", "lesson", "position", "names", "illustration")  # what a worked example says at most once


def read_bytes(folder: Path, name: str, taken: Collection[str] = ()) -> bytes:
    """A file of the kit folder. Raises OSError, whose `strerror` is a sentence that says why it cannot be used.

    The names `taken` are in use already: a file of one of them is not the one that was meant.
    """
    try:
        why = _objection(folder, name, taken)
        if not why:
            with named_file(folder, name).open("rb") as stream:
                data = stream.read(_LIMIT + 1)
            if len(data) <= _LIMIT:
                return data
            why = f"{name!r} is larger than {_LIMIT} bytes"
    except OSError as error:
        why = f"{name!r} cannot be read: {error.strerror}"
    except (ValueError, RuntimeError):  # a NUL, a character that no file has here, a link to itself
        why = f"{name!r} cannot be the name of a file"
    raise OSError(0, why)


def _objection(folder: Path, name: str, taken: Collection[str]) -> str:
    found = named_file(folder, name).resolve()
    if Path(name).is_absolute() or ".." in Path(name).parts or not found.is_relative_to(folder.resolve()):
        return f"{name!r} is outside the kit's folder"
    if not found.exists():
        return f"there is no file {name!r} in the kit's folder{_alike(folder, name, taken)}"
    return "" if found.is_file() else f"{name!r} is not a file"  # a named pipe would keep us waiting


def _alike(folder: Path, name: str, taken: Collection[str]) -> str:
    names = [p.name for p in folder.iterdir() if p.suffix == Path(name).suffix] if folder.is_dir() else []
    return nearest_file(name, [each for each in names if each not in taken])


def decode(data: bytes, path: str) -> str:
    """The text of a file as `plain_text` gives it. Raises `Rejected`: not UTF-8."""
    if data.startswith(_UTF_16):
        raise Rejected([Finding(path, 1, "expected UTF-8, found UTF-16: save the file as UTF-8")])
    try:
        return plain_text(data)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        message = f"expected UTF-8, found the byte 0x{error.object[error.start]:02X}"
        raise Rejected([Finding(path, line, message)]) from error


def read_toml(source: str, path: str) -> tuple[dict[str, Any], Mapping[str, int]]:
    """The tables of a TOML text, and the line of every dotted key. A date is text, with or without quotes.

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
    return _with_dates(table), lines


def _with_dates(value: Any) -> Any:
    """A value with its dates as text; those that give a time too are left for the fields to refuse."""
    if isinstance(value, dict):
        return {key: _with_dates(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_with_dates(entry) for entry in value]
    return value.isoformat() if type(value) is date else value


def line_of(lines: Mapping[str, int], key: str) -> int:
    """Line of a dotted key, or of the nearest table around it; 1 when not even that is there."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key, 1)


def _is_deep(value: object) -> bool:
    """Whether a value is nested more deeply than what follows may safely walk through."""
    layer = [value]
    for _ in range(_DEEPEST):
        nested = [entry for entry in layer if isinstance(entry, (dict, list))]
        layer = [inner for entry in nested for inner in (entry.values() if isinstance(entry, dict) else entry)]
    return bool(layer)


def _syntax(message: str, source: str, path: str, repeated: list[tuple[str, int, int]]) -> Finding:
    """What tomllib says, as a finding; a repeated key by its name, where it is repeated."""
    place = re.search(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$", message)
    if not place:
        return Finding(path, 1, f"this is not TOML: {message}")
    line = int(place["line"] or source.rstrip().count("\n") + 1)
    if message.startswith(("Cannot overwrite", "Cannot declare")):
        for key, first, again in reversed(repeated):
            if again <= line:
                return Finding(path, again, f"{key}: given twice; first on line {first}")
    if open_ := re.match(r"""Expected "('+)"$""", message[: place.start()]):
        line = source.count("\n", 0, source.rfind(open_[1])) + 1  # tomllib tells the end of the file
    column = int(place["column"] or 0)
    said = _odd_character(source.split("\n")[line - 1], column) or message[: place.start()]
    return Finding(path, line, f"this is not TOML: {said}")


def _odd_character(text: str, column: int) -> str:
    """What is said of a line where an editor has put a quote, a blank or a dash of its own; empty where it has not."""
    found = text[column - 1 : column] if column else ""
    if found and found in _QUOTES:
        return f"a straight quote is expected, found {found!r}"
    if found and not found.isascii():
        return f"a plain character is expected, found {found!r}, {unicodedata.name(found, 'which has no name')}"
    for quote, others in (('"', "“”„‟"), ("'", "‘’‚‛")):
        if text.count(quote) % 2 and (curly := [each for each in text if each in others]):
            return f"a straight quote is expected, found {curly[-1]!r}"
    return ""


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
            parts = [part.strip("\"'") for part in re.findall(_PART, found["table"] or found["key"])]
            if found["open"] == "[[":
                name = ".".join(parts)
                arrays[name] = arrays.get(name, -1) + 1
            key = _join("" if found["open"] else table, parts, arrays, lines, line)
            if found["open"]:
                table = key
            if key in given:
                repeated.append((key, given[key], line))
            else:
                lines[key] = given[key] = line
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


def example_fence(name: str, body: Sequence[str], path: str, line: int) -> tuple[Example, list[Finding]]:
    """The worked example in the lines of a fence that opens on `line`, and every mistake in them."""
    fence = _Fence(name, path)
    for number, text in enumerate(body, line + 1):
        fence.read(number, text)
    return fence.example(line), fence.findings


class _Fence:
    """One worked example, read line by line."""

    def __init__(self, name: str, path: str) -> None:
        self.name, self.path, self.under = name, path, ""
        self.once: dict[str, tuple[int, str]] = {}
        self.steps: list[tuple[int, str, dict[str, Claim]]] = []
        self.says: list[tuple[int, str]] = []
        self.findings: list[Finding] = []

    def add(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, f"example {self.name!r}: {message}"))

    def read(self, line: int, text: str) -> None:
        key, colon, value = (part.strip() for part in text.partition(":"))
        if not text.strip() or text.lstrip().startswith("#"):
            return
        if not colon:
            self.add(line, f"expected 'name: value', found {shown(key)}")
        elif not value:
            self.add(line, f"{key}: expected a value after ':', found nothing")
        if text[0] in " \t":
            self.claim(Claim(key, value, line))
            return
        self.under = key
        if key == "move":
            self.steps.append((line, value, {}))
        elif key == "say":
            self.says.append((line, value))
        elif key not in _ONCE and colon:
            self.add(line, f"unknown name {shown(key)}; {nearest(key, (*_ONCE, 'move', 'say'))}")
        elif key in _ONCE and self.once.setdefault(key, (line, value))[0] != line:
            self.add(line, f"{key}: given twice; first on line {self.once[key][0]}")

    def claim(self, claim: Claim) -> None:
        if self.under in ("", *_ONCE, "say"):
            place = f"under '{self.under}:', expected right under its move" if self.steps else "before any 'move:'"
            self.add(claim.line, f"the claim {shown(claim.key)} stands {place}")
        elif self.under == "move" and self.steps[-1][2].setdefault(claim.key, claim) is not claim:
            self.add(claim.line, f"{claim.key}: claimed twice of one move")

    def example(self, line: int) -> Example:
        for key in ("title", "position", "move"):
            if key not in self.once and not (key == "move" and self.steps):
                self.add(line, f"expected a line '{key}:', found none")
        for _, _, claims in self.steps:
            if "illegal" in claims and len(claims) > 1:
                self.add(claims["illegal"].line, "illegal: claimed beside other facts; a refused move has none")
        (at, position), (names_at, given) = (self.once.get(key, (line, "")) for key in ("position", "names"))
        marked, mark = self.once.get("illustration", (0, "yes"))
        if mark != "yes":
            self.add(marked, f"illustration: expected 'yes', or no such line, found {shown(mark)}")
        taught, lesson = self.once.get("lesson", (0, ""))
        names = tuple(name.strip() for name in given.split(",")) if given else ()
        if not all(names):
            self.add(names_at, "names: expected a name between any two commas, found none")
        return Example(
            id=self.name,
            title=self.once.get("title", (line, ""))[1],
            path=self.path,
            line=line,
            position=position,
            position_line=at,
            names=names,
            steps=tuple(Step(move, number, tuple(claims.values())) for number, move, claims in self.steps),
            says=tuple(self.says),
            illustration=marked,
            lesson=lesson,
            lesson_line=taught,
        )
