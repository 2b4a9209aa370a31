"""A kit folder in, a `Kit` out: `kit.toml` and the texts that its sheets name, every mistake found in one round."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from generator import kept, kit_lines, model
from generator import rules_text as rules_texts
from generator.errors import BadEngine, BadRules, Finding, Malformed, Rejected, nearest
from generator.games import Game, engine, engine_names
from generator.games.reading import Row, check, shown
from generator.kit_fields import KIT, ONLY_TEMPLATE, PAGES, PLAYERS, SHEET, SIZE
from generator.kit_lines import decode, line_of, read_bytes, read_toml
from generator.looks import looks
from generator.model import Example, Kit, Node, SheetSpec
from generator.profiles import Changes
from generator.rules_text import rules_text

_KIT_FILE: Final = "kit.toml"
_READING: Final = (rules_texts.__file__, kit_lines.__file__, model.__file__)
"""The code on which the reading of a text hangs."""
_MOST_KITS: Final = 100
"""Each is set eight times for `check`: on two papers, in four sizes of type."""
_FILES: Final = ("template", "large-template", "text")


def load(folder: Path, shown: str) -> Kit:
    """Read the kit in a folder that messages call `shown`.

    Keys of `Kit.lines` count tables from 0: `sheets.2.size.normal` is in the third `[[sheets]]`. Raises `Rejected`
    with every mistake in `kit.toml` and in the texts, but with one only where `kit.toml` is not TOML at all.
    """
    return _Loading(folder.resolve(), shown.rstrip("/") or shown).kit()


def kit_engine(folder: Path, shown: str) -> Game:
    """The engine that a kit's `kit.toml` names, whatever else is wrong with it. Raises `Rejected`."""
    loading = _Loading(folder.resolve(), shown.rstrip("/") or shown)
    table = {key: value for key, value in loading.read().items() if key == "engine"}
    game = loading.engine(loading.good(table, "", [row for row in KIT if row.key == "engine"]))
    if not game:
        raise Rejected(loading.findings)
    return game


class _Loading:
    """One call of `load`: what was read, and the findings so far."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder, self.shown, self.path = folder, shown, f"{shown}/{_KIT_FILE}"
        self.lines: Mapping[str, int] = {}
        self.texts: dict[str, tuple[Node, ...]] = {}
        self.examples: list[Example] = []
        self.named: set[str] = set()
        self.findings: list[Finding] = []

    def read(self) -> dict[str, Any]:
        """The tables of `kit.toml`. Raises `Rejected`."""
        try:
            source = decode(read_bytes(self.folder, _KIT_FILE), self.path)
        except OSError as error:
            raise Rejected([Finding(self.path, 1, str(error.strerror))]) from error
        table, self.lines = read_toml(source, self.path)
        return table

    def kit(self) -> Kit:
        table = self.read()
        good = self.good(table, "", KIT)
        players = self.good(good["players"], "players", PLAYERS) if "players" in good else {}
        self.about(good.get("about", {}))
        profiles = self.profiles(good["profiles"]) if "profiles" in good else {}
        game, rules = self.game(good, [key for key in ("rules", "setups") if key in table and key not in good])
        sheets = self.sheets(good.get("sheets", []))
        self.repeated_ids()
        if game and rules is not None and len(players) == len(PLAYERS):
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
            profiles=profiles,
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

    def profiles(self, table: Mapping[str, Any]) -> Changes:
        own, mistakes = looks(table)
        for mistake in mistakes:
            self.add(mistake.key, mistake.message)
        return own

    def engine(self, good: Mapping[str, Any]) -> Game | None:
        try:
            game = engine(good["engine"]) if "engine" in good else None
        except BadEngine as error:
            self.add("engine", str(error))
            return None
        if "engine" in good and game is None:
            self.add("engine", f"unknown engine {good['engine']!r}; {nearest(good['engine'], engine_names())}")
        return game

    def game(self, good: Mapping[str, Any], unreadable: Collection[str]) -> tuple[Game | None, Any]:
        """The engine and its Rules value, or None for each that cannot be had."""
        game = self.engine(good)
        if game is None:
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
            good = self.good(table, where, SHEET, subject)
            size = self.good(good["size"], f"{where}.size", SIZE, subject) if "size" in good else {}
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
        yield from ((key, "only a sheet with a 'template' has this") for key in ONLY_TEMPLATE if key in table)
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
        sizes={name: side if side in PAGES else (float(side[0]), float(side[1])) for name, side in size.items()},
        line=line,
    )
