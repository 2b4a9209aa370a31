"""A kit folder in, a `Kit` out: `kit.toml` and the texts that its sheets name, with every mistake found in one round."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from generator.errors import BadRules, Finding, Malformed, Rejected, nearest
from generator.games import Game, engine, engine_names
from generator.games.reading import Row, check, shown
from generator.kit_toml import KIT, ONLY_TEMPLATE, PLAYERS, SHEET, SIZE, WHOLE_PAGE, is_plain, line_of, read_toml
from generator.model import Example, Kit, Node, SheetSpec
from generator.rules_text import rules_text

_KIT_FILE: Final = "kit.toml"
_LIMIT: Final = 1_000_000
"""Bytes; no file of a kit is larger."""


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
        self.findings: list[Finding] = []

    def kit(self) -> Kit:
        try:
            source = _decode(_read_bytes(self.folder, _KIT_FILE), self.path)
        except OSError as error:
            raise Rejected([Finding(self.path, 1, str(error.strerror))]) from error
        table, self.lines = read_toml(source, self.path)
        good = self.good(table, "", KIT)
        players = self.good(good["players"], "players", PLAYERS) if "players" in good else {}
        self.about(good.get("about", {}))
        game, rules = self.game(good, [key for key in ("rules", "setups") if key in table and key not in good])
        sheets = self.sheets(good.get("sheets", []))
        self.repeated_ids()
        if game and rules is not None and len(players) == len(PLAYERS):
            self.seats(game, rules, players)
        if self.findings or not game:
            raise Rejected(self.findings)
        return Kit(
            folder=self.folder,
            shown=self.shown,
            name=self.folder.name,
            title=good["title"],
            edition=good["edition"],
            language=good["language"],
            game=game,
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
            if not is_plain(value) and not (isinstance(value, list) and all(map(is_plain, value))):
                kinds = "text, a number, true, false or a list of these"
                self.add(f"about.{name}", f"expected {kinds}, found {shown(value)}")

    def game(self, good: Mapping[str, Any], unreadable: Collection[str]) -> tuple[Game | None, Any]:
        """The engine and its Rules value, or None for each that cannot be had."""
        if "engine" not in good:
            return None, None
        game = engine(good["engine"])
        if game is None:
            name = good["engine"]
            self.add("engine", f"unknown engine {shown(name)}; {nearest(name, engine_names())}")
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

    def sheets(self, tables: Iterable[Mapping[str, Any]]) -> tuple[SheetSpec, ...]:
        specs: list[SheetSpec] = []
        first: dict[str, str] = {}
        for index, table in enumerate(tables):
            where = f"sheets.{index}"
            name = table.get("name")
            subject = f"sheet {shown(name)}" if isinstance(name, str) and name else f"sheet {index + 1}"
            good = self.good(table, where, SHEET, subject)
            size = self.good(good["size"], f"{where}.size", SIZE, subject) if "size" in good else {}
            for key, message in _contradictions(table):
                self.add(f"{where}.{key}", message, f"{subject}: {key}" if key in table else subject)
            for key in ("template", "text"):
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
            source = _decode(_read_bytes(self.folder, name), path)
            if is_text and name not in self.texts:
                self.texts[name] = ()
                self.texts[name], examples = rules_text(source, path)
                self.examples += examples
        except OSError as error:
            self.add(key, str(error.strerror), subject)
        except Rejected as error:
            self.findings += error.findings

    def repeated_ids(self) -> None:
        """Ids used in two texts; within one text `rules_text` finds them."""
        found = [("example", example.id, example.path, example.line) for example in self.examples]
        nodes = [node for blocks in self.texts.values() for node in _all_nodes(blocks) if node.tag != "example"]
        found += [("rule", node.attrs["id"], node.path, node.line) for node in nodes if "id" in node.attrs]
        first: dict[tuple[str, str], str] = {}
        for kind, name, path, line in found:
            before = first.setdefault((kind, name), f"{path}:{line}")
            if before != f"{path}:{line}":
                self.findings.append(Finding(path, line, f"{kind} id {name!r}: given twice; first at {before}"))


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
        name=good.get("name", ""),
        title=good.get("title", ""),
        stock=good.get("stock", ""),
        template=good.get("template"),
        text=good.get("text"),
        piece=good.get("piece", ""),
        each=good.get("each"),
        copies=good.get("copies", "1"),
        sizes={name: None if side == WHOLE_PAGE else (float(side[0]), float(side[1])) for name, side in size.items()},
        pages=good.get("pages"),
        line=line,
    )


def _all_nodes(nodes: Iterable[Node | str]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Node):
            yield node
            yield from _all_nodes(node.children)


def _read_bytes(folder: Path, name: str) -> bytes:
    """A file of the kit folder. Raises OSError, whose `strerror` is a sentence that says why it cannot be used."""
    try:
        found = (folder / name).resolve()
        if Path(name).is_absolute() or ".." in Path(name).parts or not found.is_relative_to(folder.resolve()):
            raise OSError(0, f"{name!r} is outside the kit's folder")
        if not found.exists():
            raise OSError(0, f"there is no file {name!r} in the kit's folder{_alike(folder, name)}")
        if not found.is_file():  # a named pipe would keep us waiting
            raise OSError(0, f"{name!r} is not a file")
        with found.open("rb") as stream:
            data = stream.read(_LIMIT + 1)
    except OSError as error:
        raise OSError(0, f"{name!r} cannot be read: {error.strerror}" if error.errno else error.strerror) from error
    except (ValueError, RuntimeError) as error:  # a NUL, a character that no file has here, a link to itself
        raise OSError(0, f"{name!r} cannot be the name of a file") from error
    if len(data) > _LIMIT:
        raise OSError(0, f"{name!r} is larger than {_LIMIT} bytes")
    return data


def _alike(folder: Path, name: str) -> str:
    names = [path.name for path in folder.glob(f"*{Path(name).suffix}")] if folder.is_dir() else []
    return f"; {nearest(name, names)}" if names else ""


def _decode(data: bytes, path: str) -> str:
    """The text of a file, without its byte order mark and with LF line ends. Raises `Rejected`: not UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = error.object[error.start]  # the object may lack the byte order mark
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Rejected([Finding(path, line, f"expected UTF-8, found the byte 0x{bad:02X}")]) from error
    return text.replace("\r\n", "\n")
