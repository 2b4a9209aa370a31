"""The table of fields of `kit.toml`: each row validates its entry, documents it, and tells editors of it.

What belongs to an engine (`[rules]`, `[setups]`) stands in the engine's own table, `Game.FIELDS`.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast

from generator.games import Field
from generator.games.reading import Row, integer, is_whole, whole
from generator.profiles import CONTRAST, FACES, LEAST, PROFILES

_MOST_PLAYERS: Final = 99
_MOST_SHEETS: Final = 50
_SIDE: Final = (5, 400)
"""mm; shortest and longest side of a cut piece."""
PAGES: Final = ("page", "pages")
"""Sizes that take pages in place of a cut piece."""
_WORDS: Final = ("lower-case words joined by hyphens", "[a-z0-9]+(-[a-z0-9]+)*")
_LINE: Final = r"[ \t]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f\u2028\u2029]*"
_SIZES: Final = f"[width, height] in mm, each from {_SIDE[0]} to {_SIDE[1]}, {PAGES[0]!r} or {PAGES[1]!r}"
_FACT: Final[Mapping[str, Any]] = {"type": ["string", "number", "boolean"]}


def _text(key: str, kind: str, pattern: str, meaning: str, required: bool = True) -> Row:
    def fits(value: object, _: Mapping[str, Any]) -> bool:
        return isinstance(value, str) and bool(re.fullmatch(pattern, value))

    return Row(key, kind, meaning, fits, required, schema={"type": "string", "pattern": f"^(?:{pattern})$"})


def _table(key: str, meaning: str, required: bool = False, entries: Mapping[str, Any] | None = None) -> Row:
    schema = {"type": "object", **({"additionalProperties": entries} if entries else {})}
    return Row(key, "a table", meaning, lambda value, _: isinstance(value, Mapping), required, schema=schema)


def _between(key: str, low: str, high: str, meaning: str) -> Row:
    """The field of a whole number between two others of its table, where these are right."""

    def fits(value: object, known: Mapping[str, Any]) -> bool:
        return is_whole(value, (known.get(low, 1), known.get(high, _MOST_PLAYERS)))

    return Row(key, f"a whole number from {low} to {high}", meaning, fits, schema=integer((1, _MOST_PLAYERS)))


def _are_sheets(value: object, _: Mapping[str, Any]) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= _MOST_SHEETS and all(isinstance(v, Mapping) for v in value)


def _is_size(value: Any, _: Mapping[str, Any]) -> bool:
    match value:
        case [width, height]:
            return all(type(n) in (int, float) and _SIDE[0] <= n <= _SIDE[1] for n in (width, height))
    return value in PAGES


def _size(profile: str, meaning: str, required: bool = False) -> Row:
    side = {"type": "number", "minimum": _SIDE[0], "maximum": _SIDE[1]}
    sides = {"type": "array", "items": side, "minItems": 2, "maxItems": 2}
    schema = {"anyOf": [{"enum": list(PAGES)}, sides]}
    return Row(f"sheets.*.size.{profile}", _SIZES, meaning, _is_size, required, schema=schema)


KIT = (
    _text("title", "one line of text", _LINE, "The game's name in print."),
    _text("edition", "letters and digits joined by hyphens", "[A-Za-z0-9]+(-[A-Za-z0-9]+)*", "Which edition this is."),
    _text("engine", "the name of an engine", _LINE, "Which rules engine proves the examples."),
    _text("language", "a language tag such as 'en-GB'", "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", "Language of the words."),
    _table("players", "How many may play.", required=True),
    _table("rules", "The game's numbers; its engine says which."),
    _table("setups", "The game's setups; its engine says which numbers each has."),
    _table(
        "about",
        "Facts that no rule decides, for the words of the sheets.",
        entries={"anyOf": [_FACT, {"type": "array", "items": _FACT}]},
    ),
    _table("profiles", "What this kit changes in the print sizes."),
    Row(
        "sheets",
        f"1 to {_MOST_SHEETS} tables [[sheets]]",
        "The sheets, in the order of printing.",
        _are_sheets,
        schema={"type": "array", "minItems": 1, "maxItems": _MOST_SHEETS},
    ),
)
PLAYERS = (
    whole("players.min", (1, _MOST_PLAYERS), "Fewest players."),
    _between("players.max", "min", str(_MOST_PLAYERS), "Most players."),
    _between("players.default", "min", "max", "Players for whom a kit is printed when nobody says."),
)
SHEET = (
    _text("sheets.*.name", *_WORDS, "The sheet as `--sheets` takes it."),
    _text("sheets.*.title", "one line of text", _LINE, "The sheet's name in print."),
    replace(
        _text("sheets.*.stock", "'paper' or 'card'", "paper|card", "What it is printed on."),
        schema={"enum": ["paper", "card"]},
    ),
    _text("sheets.*.template", "the name of a template", _LINE, "Template of the kit's folder.", required=False),
    _text("sheets.*.large-template", "the name of a template", _LINE, "Its template in large print.", required=False),
    _text("sheets.*.text", "the name of a Markdown file", _LINE, "Text of the kit's folder.", required=False),
    _text("sheets.*.piece", *_WORDS, "Name of one cut piece, as summaries count it.", required=False),
    _text("sheets.*.each", "an expression in quotes", _LINE, "What the template repeats over.", required=False),
    _text("sheets.*.copies", "an expression in quotes", _LINE, "Copies of each piece; else one.", required=False),
    _table("sheets.*.size", "Size of one piece for each profile; none for a sheet that flows over pages."),
    replace(
        whole(
            "sheets.*.pages", (1, 9), "About how many pages it fills: for the sheet that tells of the others' pages."
        ),
        required=False,
    ),
)
SIZE = (
    _size("normal", "Size in ordinary print.", required=True),
    _size("large", "Size in large print."),
    _size("large-24", "Size in large print of 24 pt, if another."),
    _size("large-36", "Size in large print of 36 pt, if another."),
)


def _points(profile: str, name: str, meaning: str) -> Row:
    least, most = LEAST[profile][name], 72.0

    def fits(value: object, _: Mapping[str, Any]) -> bool:
        return type(value) in (int, float) and least <= cast(float, value) <= most

    schema = {"type": "number", "minimum": least, "maximum": most}
    kind = f"a size in pt from {least:g} to {most:g}"
    return Row(f"profiles.{profile}.{name}", kind, meaning, fits, required=False, schema=schema)


def _look(profile: str) -> tuple[Row, ...]:
    faces = " or ".join(map(repr, FACES))
    face = _text(f"profiles.{profile}.face", faces, "|".join(FACES), "The face of all words.", required=False)
    ink = f"a colour such as '#1a237e', with a contrast of {CONTRAST[profile]:g}:1 or more on white"
    return (
        replace(face, schema={"enum": list(FACES)}),
        _points(profile, "body", "Running text and labels."),
        _points(profile, "h1", "A sheet's title; no smaller than a section's heading."),
        _points(profile, "h2", "A section or a piece's name; no smaller than a paragraph's heading."),
        _points(profile, "h3", "A paragraph's heading; larger than running text."),
        _text(f"profiles.{profile}.ink", ink, "#[0-9A-Fa-f]{6}", "Colour of words and lines.", required=False),
    )


LOOKS: Final[Mapping[str, tuple[Row, ...]]] = {profile: _look(profile) for profile in PROFILES}
"""Profile to what a kit may change in it."""
LOOK = tuple(_table(f"profiles.{profile}", f"What this kit changes in {what}.") for profile, what in (
    ("normal", "ordinary print"), ("large", "large print; face and ink hold for the larger sizes too"),
    ("large-24", "large print of 24 pt"), ("large-36", "large print of 36 pt"),
))  # fmt: skip
ONLY_TEMPLATE: Final = ("large-template", "piece", "each", "copies", "size", "pages")
"""Keys that only a sheet with a template has."""
FIELDS: tuple[Field, ...] = (
    *(*KIT, *PLAYERS, *SHEET, *SIZE),
    *(row for table in LOOK for row in (table, *LOOKS[table.key.partition(".")[2]])),
)
"""Every key of `kit.toml` that belongs to no engine; `[about]` takes any."""
