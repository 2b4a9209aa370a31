"""What a file attaches in, as JSON; the kit, the request and the words that it was printed from out."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path
from typing import Any, Final

from generator.errors import BadEngine, BadRules, Malformed, nearest
from generator.filling.texts import PRACTICE
from generator.games import Game, engine, engine_names
from generator.looks import looks
from generator.model import PAPERS, Claim, Example, Kit, Node, Request, SheetSpec, Side, Step, Told
from generator.profiles import PROFILES, Changes
from generator.scan import at

NAME: Final = "rr-print.json"
"""Name of the attachment."""
_TEXT: Final = "examples"
"""Name of the text and of the sheet that hold the examples again."""
_RULES: Final = "rules"
"""Name of the text that holds the ids of all rules."""
_TEMPLATE: Final = re.compile(r"(macros/)?[\w-]+(\.[\w-]+)*\.j2")
_MOST_PLAYERS: Final = 9999
_CLAIMED: Final = ("title", "position", "names", "illustration", "moves", "says")
"""What an example is but for its place, in the attachment."""


@dataclass(frozen=True, slots=True)
class Attached:
    """What a file says that it was printed from."""

    version: str
    """Of rr-print."""
    fingerprint: str
    """The attachment's own word for its rules, to be held against that of `kit`."""
    kit: Kit
    """With one sheet, which holds the printed examples."""
    request: Request
    """For that sheet."""
    told: Told
    """The words of every page; examples are left out."""
    codes: tuple[str, ...]
    """A digest of each page's code."""
    pages: Mapping[str, int]
    """Example to the page where it begins."""


def find(reader: Any) -> bytes:
    """The attachment of a file. Raises `Malformed` where there is none, or one that is not as it was."""
    names = at(reader.trailer, "/Root", "/Names", "/EmbeddedFiles", "/Names") or []
    for name, spec in zip(names[::2], names[1::2], strict=False):
        stream = at(spec.get_object(), "/EF", "/F")
        if str(name) == NAME and hasattr(stream, "get_data"):
            data: bytes = stream.get_data()
            stated = getattr(at(stream, "/Params", "/CheckSum"), "original_bytes", b"")
            if stated != md5(data, usedforsecurity=False).digest():
                raise Malformed(f"its attachment {NAME!r} is damaged or was altered: the checksum is another")
            return data
    raise Malformed(f"it has no attachment {NAME!r}: it was not printed by rr-print, or the attachment was taken out")


def read(data: bytes, folder: Path) -> Attached:
    """The attachment, checked; the templates are put into `folder`. Raises `Malformed`."""
    try:
        whole = _Table(json.loads(data), "attachment")
    except ValueError as error:
        raise Malformed(f"attachment: expected JSON, found something else: {error}") from error
    for name, source in whole.table("templates").items():
        if not _TEMPLATE.fullmatch(name) or not isinstance(source, str):
            raise Malformed(f"attachment: templates: expected names in .j2 and their text, found {name!r}")
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(source, encoding="utf-8")
    asked, told = whole.table("request"), whole.table("kit")
    kit = _kit(told, tuple(_example(each) for each in whole.tables("examples")), whole.texts("ids"), folder)
    paper = PAPERS[asked.one_of("paper", PAPERS)]
    pages = whole.tables("pages")
    sides = tuple(Side(page.whole("page"), paper, (page.text("words"),), False) for page in pages)
    return Attached(
        version=whole.text("rr-print"),
        fingerprint=told.text("fingerprint"),
        kit=kit,
        request=_request(asked, kit),
        told=Told(whole.text("title"), kit.language, sides, {}),
        codes=whole.texts("code"),
        pages={each.text("id"): each.whole("page") for each in whole.tables("examples")},
    )


def record(data: bytes) -> dict[str, Any]:
    """What another edition is compared with, of an attachment that `read` has found good. Raises `Malformed`."""
    whole = _Table(json.loads(data), "attachment")
    told, asked = whole.table("kit"), whole.table("request")
    if "pieces" not in whole.value:
        raise Malformed(f"rr-print {whole.text('rr-print')} printed it and attached no digests of its pieces")
    kit = {key: told.text(key) for key in ("name", "title", "edition", "language", "engine", "fingerprint")}
    tables = {key: told.table(key).value for key in ("rules", "setups", "about")}
    words = {"names": asked.texts("names"), "sheets": asked.texts("sheets"), "paper": asked.text("paper")}
    found = {
        **kit,
        **tables,
        "players": told.wholes("players"),
        "sheets": [{key: sheet.text(key) for key in ("name", "title", "piece")} for sheet in told.tables("sheets")],
        "request": {
            **words,
            "players": asked.whole("players"),
            "setup": asked.value.get("setup"),
            "profile": asked.text("profile"),
            "copies": {key: asked.table("copies").whole(key) for key, _ in asked.table("copies").items()},
        },
        "partial": asked.value.get("pieces") is not None,
        "reprint": asked.value.get("reprint") is True,
        "practice": asked.value.get("practice") is True,
        "examples": [
            {"id": each.text("id"), "claims": [each.value.get(key) for key in _CLAIMED]}
            for each in whole.tables("examples")
        ],
        "pieces": [_piece(each) for each in whole.lists("pieces")],
    }
    return _unpractised(found) if found["practice"] else found


def _unpractised(found: dict[str, Any]) -> dict[str, Any]:
    """Without practice sheets: they are no part of the kit, and no two prints ask the same."""
    asked = found["request"]
    return {
        **found,
        "sheets": [sheet for sheet in found["sheets"] if sheet["name"] not in PRACTICE],
        "request": {**asked, "sheets": [name for name in asked["sheets"] if name not in PRACTICE]},
        "examples": [each for each in found["examples"] if not each["id"].startswith(f"{PRACTICE[0]}-")],
        "pieces": [row for row in found["pieces"] if row[0] not in PRACTICE],
    }


def _piece(told: list[Any]) -> list[Any]:
    match told:
        case [str(), str(), int(), str()]:
            return told
    raise Malformed("attachment: pieces: expected a sheet, a piece, its copies and a digest, found something else")


def _kit(told: "_Table", examples: tuple[Example, ...], ids: tuple[str, ...], folder: Path) -> Kit:
    name = told.text("engine")
    try:
        game = engine(name)
    except BadEngine as error:
        raise Malformed(str(error)) from error
    if game is None:
        raise Malformed(f"its engine is none of those installed here: {name!r}; {nearest(name, engine_names())}")
    nodes = tuple(Node("example", {"id": example.id}, (), _TEXT, example.line) for example in examples)
    players = [told.wholes("players")[place] for place in (0, 1, 2)]
    return Kit(
        folder=folder.resolve(),
        shown=_TEXT,
        **{key: told.text(key) for key in ("name", "title", "edition", "language", "engine")},
        game=game,
        numbers=told.table("rules").value,
        rules=_rules(game, told),
        setups=told.table("setups").value,
        players=(players[0], players[1], players[2]),
        about=told.table("about").value,
        profiles=_looks(told.table("profiles").value),
        sheets=(_sheet(_TEXT, "Examples", "", {}), *map(_attached_sheet, told.tables("sheets"))),
        texts={_TEXT: nodes, _RULES: tuple(Node("p", {"id": name}, (), _RULES, 1) for name in ids)},
        examples=examples,
        lines={},
    )


def _rules(game: Game, told: "_Table") -> Any:
    try:
        return game.read_rules(told.table("rules").value, told.table("setups").value)
    except BadRules as error:
        raise Malformed(f"attachment: its rules cannot be played: {error}".replace("\n", "; ")) from error


def _looks(table: Mapping[str, Any]) -> Changes:
    changes, mistakes = looks(table)
    for mistake in mistakes:
        raise Malformed(f"attachment: {mistake.key}: {mistake.message}")
    return changes


def _attached_sheet(told: "_Table") -> SheetSpec:
    sizes = {key: tuple(size) if isinstance(size, list) else size for key, size in told.table("size").items()}
    return _sheet(told.text("name"), told.text("title"), told.text("piece"), sizes)


def _sheet(name: str, title: str, piece: str, sizes: Mapping[str, Any]) -> SheetSpec:
    return SheetSpec(name, title, "paper", "", "", _TEXT, piece, None, "1", sizes, None, 1)


def _example(told: "_Table") -> Example:
    line = told.whole("line")
    steps = tuple(_step(move, line) for move in told.lists("moves"))
    says = tuple((line, words) for words in told.texts("says"))
    title, position, names = told.text("title"), told.text("position"), told.texts("names")
    found = Example(told.text("id"), title, told.text("text"), line, position, line, names, steps, says)
    return found._replace(illustration=told.whole("illustration"))


def _step(told: list[Any], line: int) -> Step:
    match told:
        case [str(move), *pairs] if all(isinstance(pair, list) for pair in pairs):
            return Step(move, line, tuple(_claim(pair, line) for pair in pairs))
    raise Malformed("attachment: moves: expected a move and its claims, found something else")


def _claim(told: list[Any], line: int) -> Claim:
    match told:
        case [str(key), str(value)]:
            return Claim(key, value, line)
    raise Malformed("attachment: moves: expected a fact and its value, found something else")


def _request(told: "_Table", kit: Kit) -> Request:
    players, setup = told.whole("players"), told.value.get("setup")
    if not 1 <= players <= _MOST_PLAYERS or setup not in (None, *kit.setups):
        raise Malformed("attachment: request: expected players and a setup of the kit, found something else")
    paper, profile = PAPERS[told.one_of("paper", PAPERS)], told.one_of("profile", PROFILES)
    return Request(kit.folder, players, setup, paper, profile, told.texts("names"), (_TEXT,), {}, None)


class _Table:
    """A table of the attachment, whose entries are what they should be or raise `Malformed`."""

    def __init__(self, value: Any, where: str) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise Malformed(f"{where}: expected a table, found {type(value).__name__}")
        self.value: Mapping[str, Any] = value

    def items(self) -> Iterator[tuple[str, Any]]:
        yield from self.value.items()

    def text(self, key: str) -> str:
        return str(self._kind(key, str, "text"))

    def whole(self, key: str) -> int:
        return int(self._kind(key, int, "a whole number"))

    def table(self, key: str) -> "_Table":
        return _Table(self.value.get(key), f"{self.where}: {key}")

    def tables(self, key: str) -> "list[_Table]":
        return [_Table(each, f"{self.where}: {key}") for each in self._kind(key, list, "a list")]

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(self._each(key, str, "text"))

    def wholes(self, key: str) -> tuple[int, ...]:
        return tuple(self._each(key, int, "whole numbers"))

    def lists(self, key: str) -> tuple[list[Any], ...]:
        return tuple(self._each(key, list, "lists"))

    def one_of(self, key: str, known: Any) -> str:
        word = self.text(key)
        if word not in known:
            raise Malformed(f"{self.where}: {key}: unknown {word!r}; {nearest(word, known)}")
        return word

    def _each(self, key: str, kind: type, words: str) -> list[Any]:
        entries: list[Any] = self._kind(key, list, "a list")
        if not all(isinstance(entry, kind) for entry in entries):
            raise Malformed(f"{self.where}: {key}: expected {words}, found something else")
        return entries

    def _kind(self, key: str, kind: type, words: str) -> Any:
        value = self.value.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Malformed(f"{self.where}: {key}: expected {words}, found {type(value).__name__}")
        return value
