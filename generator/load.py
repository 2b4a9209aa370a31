"""A kit folder in, a `Kit` out: `kit.toml` and the texts that its sheets name, every mistake found in one round."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from generator import kept, kit_lines, model
from generator import rules_text as rules_texts
from generator.errors import BadRules, Finding, Malformed, Rejected, nearest
from generator.games import Field, Game, engine, engine_names
from generator.games.reading import Row, check, is_whole, shown, whole
from generator.kit_lines import decode, line_of, read_bytes, read_toml
from generator.model import Example, Kit, Node, SheetSpec
from generator.rules_text import rules_text

_KIT_FILE: Final = "kit.toml"
_READING: Final = (rules_texts.__file__, kit_lines.__file__, model.__file__)
"""The code on which the reading of a text hangs."""
_MOST_PLAYERS: Final = 99
_MOST_SHEETS: Final = 50
_MOST_KITS: Final = 100
"""Each is set eight times for `check`: on two papers, in four sizes of type."""
_SIDE: Final = (5, 400)
"""mm; shortest and longest side of a cut piece."""
_PAGES: Final = ("page", "pages")
_WORDS: Final = ("lower-case words joined by hyphens", "[a-z0-9]+(-[a-z0-9]+)*")
_LINE: Final = r"[ \t]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f\u2028\u2029]*"
_SIZES: Final = f"[width, height] in mm, each from {_SIDE[0]} to {_SIDE[1]}, {_PAGES[0]!r} or {_PAGES[1]!r}"


def _text(key: str, kind: str, pattern: str, meaning: str, required: bool = True) -> Row:
    return Row(key, kind, meaning, lambda v, _: isinstance(v, str) and bool(re.fullmatch(pattern, v)), required)


def _table(key: str, meaning: str, required: bool = False) -> Row:
    return Row(key, "a table", meaning, lambda value, _: isinstance(value, Mapping), required)


def _between(key: str, low: str, high: str, meaning: str) -> Row:
    """The field of a whole number between two others of its table, where these are right."""

    def fits(value: object, known: Mapping[str, Any]) -> bool:
        return is_whole(value, (known.get(low, 1), known.get(high, _MOST_PLAYERS)))

    return Row(key, f"a whole number from {low} to {high}", meaning, fits)


def _are_sheets(value: object, _: Mapping[str, Any]) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= _MOST_SHEETS and all(isinstance(v, Mapping) for v in value)


def _is_size(value: Any, _: Mapping[str, Any]) -> bool:
    match value:
        case [width, height]:
            return all(type(n) in (int, float) and _SIDE[0] <= n <= _SIDE[1] for n in (width, height))
    return value in _PAGES


_KIT = (
    _text("title", "one line of text", _LINE, "The game's name in print."),
    _text("edition", "letters and digits joined by hyphens", "[A-Za-z0-9]+(-[A-Za-z0-9]+)*", "Which edition this is."),
    _text("engine", "the name of an engine", _LINE, "Which rules engine proves the examples."),
    _text("language", "a language tag such as 'en-GB'", "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", "Language of the words."),
    _table("players", "How many may play.", required=True),
    _table("rules", "The game's numbers; its engine says which."),
    _table("setups", "The game's setups; its engine says which numbers each has."),
    _table("about", "Facts that no rule decides, for the words of the sheets."),
    Row("sheets", f"1 to {_MOST_SHEETS} tables [[sheets]]", "The sheets, in the order of printing.", _are_sheets),
)
_PLAYERS = (
    whole("players.min", (1, _MOST_PLAYERS), "Fewest players."),
    _between("players.max", "min", str(_MOST_PLAYERS), "Most players."),
    _between("players.default", "min", "max", "Players for whom a kit is printed when nobody says."),
)
_SHEET = (
    _text("sheets.*.name", *_WORDS, "The sheet as `--sheets` takes it."),
    _text("sheets.*.title", "one line of text", _LINE, "The sheet's name in print."),
    _text("sheets.*.stock", "'paper' or 'card'", "paper|card", "What it is printed on."),
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
_SIZE = (
    Row("sheets.*.size.normal", _SIZES, "Size in ordinary print.", _is_size),
    Row("sheets.*.size.large", _SIZES, "Size in large print.", _is_size, required=False),
    Row("sheets.*.size.large-24", _SIZES, "Size in large print of 24 pt, if another.", _is_size, required=False),
    Row("sheets.*.size.large-36", _SIZES, "Size in large print of 36 pt, if another.", _is_size, required=False),
)
_FILES: Final = ("template", "large-template", "text")
_ONLY_TEMPLATE: Final = ("large-template", "piece", "each", "copies", "size", "pages")
FIELDS: tuple[Field, ...] = (*_KIT, *_PLAYERS, *_SHEET, *_SIZE)
"""Every key of `kit.toml` that belongs to no engine; `[about]` takes any."""


def load(folder: Path, shown: str) -> Kit:
    """Read the kit in a folder that messages call `shown`.

    Keys of `Kit.lines` count tables from 0: `sheets.2.size.normal` is in the third `[[sheets]]`. Raises `Rejected`
    with every mistake in `kit.toml` and in the texts, but with one only where `kit.toml` is not TOML at all.
    """
    return _Loading(folder.resolve(), shown.rstrip("/") or shown).kit()


class _Loading:
    """One call of `load`: what was read, and the findings so far."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder, self.shown, self.path = folder, shown, f"{shown}/{_KIT_FILE}"
        self.lines: Mapping[str, int] = {}
        self.texts: dict[str, tuple[Node, ...]] = {}
        self.examples: list[Example] = []
        self.named: set[str] = set()
        self.findings: list[Finding] = []

    def kit(self) -> Kit:
        try:
            source = decode(read_bytes(self.folder, _KIT_FILE), self.path)
        except OSError as error:
            raise Rejected([Finding(self.path, 1, str(error.strerror))]) from error
        table, self.lines = read_toml(source, self.path)
        good = self.good(table, "", _KIT)
        players = self.good(good["players"], "players", _PLAYERS) if "players" in good else {}
        self.about(good.get("about", {}))
        game, rules = self.game(good, [key for key in ("rules", "setups") if key in table and key not in good])
        sheets = self.sheets(good.get("sheets", []))
        self.repeated_ids()
        if game and rules is not None and len(players) == len(_PLAYERS):
            self.seats(game, rules, players)
            self.kits(len(game.setups(rules)), players)
        if self.findings or not game:
            raise Rejected(self.findings)
        return Kit(
            folder=self.folder,
            shown=self.shown,
            name=self.folder.name,
            **{key: good[key] for key in ("title", "edition", "language")},
            engine=good["engine"],
            game=game,
            numbers=good.get("rules", {}),
            rules=rules,
            setups=good.get("setups", {}),
            players=(players["min"], players["max"], players["default"]),
            about=good.get("about", {}),
            sheets=sheets,
            texts=self.texts,
            examples=tuple(self.examples),
            lines=self.lines,
        )

    def add(self, key: str, message: str, subject: str | None = None) -> None:
        """A finding at the line of a key of `kit.toml`, or of the table that should hold it."""
        self.findings.append(Finding(self.path, line_of(self.lines, key), f"{subject or key}: {message}"))

    def good(self, table: Mapping[str, Any], where: str, rows: Iterable[Row], sheet: str = "") -> dict[str, Any]:
        """The entries of a table that fit their rows; the others are findings."""
        good, mistakes = check(table, where, rows)
        for mistake in mistakes:
            key = mistake.key.removeprefix(".")
            self.add(key, mistake.message, f"{sheet}: {key.split('.', 2)[2]}" if sheet else None)
        return good

    def about(self, table: Mapping[str, Any]) -> None:
        for name, value in table.items():
            if not all(isinstance(v, (str, int, float)) for v in (value if isinstance(value, list) else [value])):
                kinds = "text, a number, true, false or a list of these"
                self.add(f"about.{name}", f"expected {kinds}, found {shown(value)}")

    def game(self, good: Mapping[str, Any], unreadable: Collection[str]) -> tuple[Game | None, Any]:
        """The engine and its Rules value, or None for each that cannot be had."""
        if "engine" not in good:
            return None, None
        game = engine(good["engine"])
        if game is None:
            self.add("engine", f"unknown engine {good['engine']!r}; {nearest(good['engine'], engine_names())}")
            return None, None
        try:
            return game, game.read_rules(good.get("rules", {}), good.get("setups", {}))
        except BadRules as error:
            for mistake in error.mistakes:
                if mistake.key.split(".")[0] not in unreadable:
                    self.add(mistake.key, mistake.message)
            return game, None

    def seats(self, game: Game, rules: Any, players: Mapping[str, Any]) -> None:
        for bound in ("min", "max"):
            try:
                game.start(rules, players[bound])
            except Malformed as error:
                self.add(f"players.{bound}", str(error))

    def kits(self, setups: int, players: Mapping[str, Any]) -> None:
        """How many kits there are to check: each number of players with each setup, and with none."""
        kits = (players["max"] - players["min"] + 1) * (setups + 1)
        if kits > _MOST_KITS:
            key = "setups" if setups else "players.max"
            self.add(key, f"expected at most {_MOST_KITS} pairs of a number of players and a setup, found {kits}")

    def sheets(self, tables: Iterable[Mapping[str, Any]]) -> tuple[SheetSpec, ...]:
        specs: list[SheetSpec] = []
        tables = list(tables)
        self.named = {str(table[key]) for table in tables for key in _FILES if key in table}
        first: dict[str, str] = {}
        for index, table in enumerate(tables):
            where = f"sheets.{index}"
            subject = f"sheet {shown(table.get('name') or index + 1)}"
            good = self.good(table, where, _SHEET, subject)
            size = self.good(good["size"], f"{where}.size", _SIZE, subject) if "size" in good else {}
            for key, message in _contradictions(table):
                self.add(f"{where}.{key}", message, f"{subject}: {key}" if key in table else subject)
            for key in _FILES:
                if key in good:
                    good[key] = Path(good[key]).as_posix()  # two spellings of one file are one
                    self.file(f"{where}.{key}", good[key], f"{subject}: {key}", is_text=key == "text")
            if "name" in good and (before := first.setdefault(good["name"], where)) != where:
                line = line_of(self.lines, f"{before}.name")
                self.add(f"{where}.name", f"given twice; first on line {line}", f"{subject}: name")
            specs.append(_spec(good, size, line_of(self.lines, where)))
        return tuple(specs)

    def file(self, key: str, name: str, subject: str, is_text: bool) -> None:
        """Read a file that a sheet names: templates only to know that they can be, texts into blocks."""
        path = f"{self.shown}/{name}"
        try:
            source = decode(read_bytes(self.folder, name, self.named), path)
            if is_text and name not in self.texts:
                self.texts[name] = ()
                made_from = kept.mark((source, path), _READING)
                self.texts[name], examples = kept.remembered(
                    f"text {path}", made_from, lambda: rules_text(source, path)
                )
                self.examples += examples
        except OSError as error:
            self.add(key, str(error.strerror), subject)
        except Rejected as error:
            self.findings += error.findings

    def repeated_ids(self) -> None:
        """Ids of examples used in two texts; within one text `rules_text` finds them."""
        first: dict[str, Example] = {}
        for example in self.examples:
            before = first.setdefault(example.id, example)
            if before is not example:
                message = f"example {example.id!r}: the id is used before, at {before.path}:{before.line}"
                self.findings.append(Finding(example.path, example.line, message))


def _contradictions(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Keys of a sheet that cannot stand together, or not alone, and what was expected."""
    if "text" in table and "template" in table:
        yield "text", "expected either 'template' or 'text', found both"
    elif "text" in table:
        yield from ((key, "only a sheet with a 'template' has this") for key in _ONLY_TEMPLATE if key in table)
    elif "template" not in table:
        yield "template", "expected 'template' or 'text', found neither"
    if "template" in table and "size" in table and "piece" not in table:
        yield "piece", "expected 'piece', the name of one piece of this size, found nothing"


def _spec(good: Mapping[str, Any], size: Mapping[str, Any], line: int) -> SheetSpec:
    return SheetSpec(
        **{key: good.get(key, "") for key in ("name", "title", "stock", "piece")},
        template=good.get("template", ""),
        large_template=good.get("large-template", ""),
        text=good.get("text", ""),
        each=good.get("each"),
        pages=good.get("pages"),
        copies=good.get("copies", "1"),
        sizes={name: side if side in _PAGES else (float(side[0]), float(side[1])) for name, side in size.items()},
        line=line,
    )
