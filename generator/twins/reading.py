"""Filled sheets in, what they say out: headings, paragraphs, lists, tables, pictures, places to write, in play order.

The order is that of the PDF's structure tree: `typeset` lays out children from first to last, and so does this.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.model import Node, Piece, Sheet


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph, or a heading of a level from 1; of its runs those with True are bold."""

    runs: tuple[tuple[str, bool], ...]
    level: int = 0

    @property
    def plain(self) -> str:
        """The words alone."""
        return tidy("".join(run for run, _ in self.runs))


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Words, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Write:
    """Room to write: its label, what stands there already, and how many figures it is for, 0 for words."""

    label: str
    value: str
    digits: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Boxes to tick, or values of which one is circled: what they are for, their words, and which are marked."""

    label: str
    options: tuple[str, ...]
    marked: tuple[str, ...]
    one: bool
    """True where one of them holds at a time."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: what it shows in words, and the element that draws it."""

    alt: str
    node: Node


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    head: bool
    parts: tuple["Words | Write | Choose", ...]

    @property
    def plain(self) -> str:
        """Its words, with what can be ticked in it."""
        return ", ".join(filter(None, map(_plain, self.parts)))


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; its first row is the header when all its cells are heads."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def header(self) -> tuple[Cell, ...]:
        """The header row, or none."""
        first = self.rows[0] if self.rows else ()
        return first if all(cell.head for cell in first) else ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A panel with words of its own: a worked example, which has an id, or a place on a mat."""

    id: str
    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """Where the copies of a piece begin: the sheet's title for the first one, how many are alike, its short code."""

    sheet: str
    title: str
    """Empty but for the first piece of a sheet."""
    copies: int
    code: str
    """At most 8 cells of braille, for a label; empty where the sheet is not made of pieces."""
    named: bool
    """True when the sheet's title is its heading, as the title line of a cut sheet is."""


Part = Opening | Words | Items | Grid | Picture | Write | Choose | Frame


def read(sheet: Sheet, profile: str) -> Iterator[Part]:
    """What a sheet says, each piece once, however many copies of it there are."""
    cut = isinstance(sheet.spec.size(profile), tuple)
    for index, piece in enumerate(sheet.pieces):
        code = _code(piece) if sheet.spec.piece else ""
        yield Opening(sheet.spec.name, sheet.spec.title if index == 0 else "", piece.copies, code, cut)
        yield from parts(piece.tree.children)


def _code(piece: Piece) -> str:
    """The template's own label, or the first letters of the piece's name with its number."""
    if "label" in piece.tree.attrs:
        return piece.tree.attrs["label"]
    name, _, number = piece.label.partition(" ")
    return "".join(word[0] for word in name.split("-")) + number


def parts(nodes: Iterable[Node | str]) -> Iterator[Part]:
    """What elements say, in their order."""
    for node in nodes:
        if isinstance(node, Node):
            yield from _part(node)


def _part(node: Node) -> Iterator[Part]:
    if node.tag in ("box", "column"):
        yield from parts(node.children)
    elif node.tag == "row":
        yield from _row(node)
    elif node.tag in _LEAVES and node.attrs.get("role") != "none":
        yield _LEAVES[node.tag](node)


def _heading(node: Node) -> Words:
    return Words(runs(node), int(node.tag[1]))


def _list(node: Node) -> Items:
    return Items(tuple(Words(runs(item)) for item in node.children if isinstance(item, Node)), node.tag == "ol")


def _table(node: Node) -> Grid:
    rows = [row for row in node.children if isinstance(row, Node)]
    return Grid(tuple(tuple(_cell(cell) for cell in row.children if isinstance(cell, Node)) for row in rows))


def _picture(node: Node) -> Picture:
    return Picture(node.attrs["alt"], node)


def _write(node: Node) -> Write:
    return Write(node.attrs.get("label", ""), node.attrs.get("value", ""), int(node.attrs.get("digits", "0")))


def _frame(node: Node) -> Frame:
    return Frame(node.attrs.get("id", ""), tuple(parts(node.children)))


def _words(node: Node) -> Words:
    """A label is a heading where its role says so, and is what stands for it where it is drawn otherwise."""
    role = node.attrs.get("role", "P")
    said = ((node.attrs["say"], False),) if "say" in node.attrs else runs(node)
    if "bold" in node.attrs and role == "P":
        said = tuple((run, True) for run, _ in said)
    return Words(said, int(role[1]) if role.startswith("H") else 0)


def _row(node: Node) -> Iterator[Part]:
    """A row; where a word stands before boxes to tick, or before framed values, these are what it is about."""
    cells = [child for child in node.children if isinstance(child, Node)]
    first, *others = cells or [node]
    if first.tag == "text" and others:
        label = tidy("".join(run for run, _ in runs(first)))
        values = [_framed(other) for other in others]
        if len(values) > 1 and all(values):
            yield Choose(label, tuple(filter(None, values)), (), one=True)
            return
        if len(others) == 1 and others[0].tag == "tick":
            yield _ticks(others[0], label)
            return
    yield from parts(node.children)


def _framed(node: Node) -> str:
    """The one word or number that a panel frames; nothing for any other element."""
    within = [child for child in node.children if isinstance(child, Node)]
    if node.tag != "panel" or len(within) != 1 or within[0].tag != "text":
        return ""
    found = tidy("".join(run for run, _ in runs(within[0])))
    return found if " " not in found else ""


def _ticks(node: Node, label: str) -> Choose:
    marked = set(node.attrs.get("marks", "").split())
    note = f" {node.attrs['note']}" if "note" in node.attrs else ""
    words = [(word, word + note if word in marked else word) for word in node.attrs["labels"].split()]
    return Choose(label, tuple(said for _, said in words), tuple(said for word, said in words if word in marked), False)


def _cell(node: Node) -> Cell:
    within = [child for child in node.children if isinstance(child, Node) and child.tag != "strong"]
    if within:
        found = [part for part in parts(within) if isinstance(part, Words | Write | Choose)]
        return Cell(node.tag == "th", tuple(found))
    words = runs(node)
    if node.tag == "td" and not any(run.strip() for run, _ in words):
        return Cell(False, (Write("", "", 0),))
    return Cell(node.tag == "th", (Words(words),))


def runs(node: Node, bold: bool = False) -> tuple[tuple[str, bool], ...]:
    """The words of an element, run by run, with whether they are bold."""
    found: list[tuple[str, bool]] = []
    for child in node.children:
        if isinstance(child, str):
            found.append((child, bold))
        elif child.tag == "strong":
            found += runs(child, True)
    return tuple(found)


def tidy(words: str) -> str:
    """Words with single spaces between them."""
    return unicodedata.normalize("NFC", " ".join(words.replace("\u00a0", " ").split()))


def _plain(part: "Words | Write | Choose") -> str:
    if isinstance(part, Words):
        return part.plain
    if isinstance(part, Write):
        return tidy(f"{part.label} {part.value}")
    return tidy(", ".join(filter(None, (part.label, *part.options))))


_LEAVES: Mapping[str, Callable[[Node], Part]] = {
    **dict.fromkeys(("h1", "h2", "h3"), _heading),
    **dict.fromkeys(("p", "text"), _words),
    **dict.fromkeys(("ul", "ol"), _list),
    **dict.fromkeys(("figure", "ring", "ruler"), _picture),
    **dict.fromkeys(("panel", "example"), _frame),
    "table": _table,
    "field": _write,
    "tick": lambda node: _ticks(node, ""),
}
"""Elements that say something by themselves; the others only hold such ones, or are decoration."""
