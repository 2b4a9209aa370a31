"""Filled sheets in, laid-out pieces out: every word is placed, nothing shrunk; what does not fit is refused."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from generator.errors import Finding, Rejected
from generator.model import Node, Paper, Piece, Sheet, SheetSpec
from generator.pages import Anchor, Element, Line, Placed, Typeset
from generator.profiles import Profile
from generator.typesetting import boxes, prose, shapes, tables
from generator.typesetting.block import Block, Context, Effort, number
from generator.typesetting.flow import paginate
from generator.typesetting.prose import Unit
from generator.typesetting.ring import ring

_LARGE_PART = 0.7
"""A column higher than this part of a page may be broken between its elements: a heading must stand with it."""

Layout = Callable[[Node, float, Element | None, Context, float | None], Block]
Flowing = Callable[[Node, float, Element | None, Context], list[Unit]]

FLOWING: Mapping[str, Flowing] = {
    **dict.fromkeys(prose.HEADINGS, prose.heading),
    "p": prose.paragraph,
    "ul": prose.bullets,
    "ol": prose.bullets,
    "table": tables.table,
}
"""Elements that a page may break."""

BOXED: Mapping[str, Layout] = {
    "text": boxes.label,
    "row": boxes.row,
    "column": boxes.column,
    **dict.fromkeys(("box", "panel", "figure", "example"), boxes.box),
    "rect": shapes.rect,
    "line": shapes.line,
    "circle": shapes.circle,
    "arrow": shapes.arrow,
    "pips": shapes.pips,
    "field": shapes.field,
    "tick": shapes.tick,
    "ruler": shapes.ruler,
    "ring": ring,
}
"""Elements that stay whole."""


def typeset(
    sheets: Iterable[Sheet], profile: Profile, paper: Paper, effort: Effort | None = None
) -> tuple[Typeset, ...]:
    """Lay out every piece. Raises `Rejected` with everything that does not fit, is too small or has no glyph.

    `effort` counts what all sheets of one request take.
    """
    findings: list[Finding] = []
    effort = effort or Effort()
    result = tuple(Typeset(sheet.spec, _pieces(sheet, profile, paper, findings, effort)) for sheet in sheets)
    if findings:
        raise Rejected(findings)
    return result


def lay(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """Lay out one element in a box of `width` mm and, for elements that fill, `height` mm."""
    cx.effort.spend(1, node, cx.findings)
    if node.tag in FLOWING:
        block = prose.stacked(FLOWING[node.tag](node, width, owner, cx), width)
    else:
        block = BOXED[node.tag](node, width, owner, cx, height)
    cx.effort.spend(len(block.marks), node, cx.findings)
    return block


def _pieces(
    sheet: Sheet, profile: Profile, paper: Paper, findings: list[Finding], effort: Effort
) -> tuple[Placed, ...]:
    placed: list[Placed] = []
    for piece in sheet.pieces:
        cx = Context(profile, piece.label, lay, findings, effort)
        size = sheet.spec.size(profile.name)
        if isinstance(size, tuple):
            placed.append(_piece(piece, size, cx))
        elif size == "page":
            placed.append(_whole_page(piece, paper, cx))
        else:
            placed += _flow(sheet.spec, piece, paper, cx)
    return tuple(place._replace(kind=sheet.spec.piece) for place in placed)


def _piece(piece: Piece, size: tuple[float, float], cx: Context) -> Placed:
    """A piece to cut out: its words stay clear of the cut by the profile's inset."""
    inset = number(piece.tree, "inset", cx.profile.inset)
    if inset < cx.profile.inset:
        cx.complain(piece.tree, f"an inset of {inset:g} mm is under the profile's {cx.profile.inset:g} mm")
    width, height = size
    block = Block(width, height)
    owner = Element("Sect")
    block.put(inset, inset, boxes.box(piece.tree, width - 2 * inset, owner, cx, height - 2 * inset))
    return Placed(piece.label, width, height, block.flat(), piece.copies, cut=True)


def _whole_page(piece: Piece, paper: Paper, cx: Context) -> Placed:
    """A piece that fills the text area of its page."""
    width, height = paper.width - 2 * cx.profile.margin, paper.height - cx.profile.top - cx.profile.bottom
    block = Block(paper.width, paper.height)
    block.put(cx.profile.margin, cx.profile.top, boxes.box(piece.tree, width, None, cx, height))
    return Placed(piece.label, paper.width, paper.height, block.flat(), piece.copies, cut=False)


def _flow(spec: SheetSpec, piece: Piece, paper: Paper, cx: Context) -> list[Placed]:
    """A text over as many pages as it needs; a piece has its heading on each of them."""
    measure = min(cx.profile.measure, paper.width - 2 * cx.profile.margin)
    height = paper.height - cx.profile.top - cx.profile.bottom
    again = _again(piece.tree, measure, cx) if spec.piece else Block(measure, 0.0)
    room = _Room(measure, height - again.height, (paper.width - 2 * cx.profile.margin - measure) / 2)
    parts = [(node.tag, _units(node, room, None, cx)) for node in boxes.children(piece.tree)]
    for (tag, above), (below, _) in pairwise(parts):
        if tag == "p" and below in ("ul", "ol", "table") and above:
            above[-1].close = True  # what is said of a list or a table must not be left behind on another page
    units = [unit for _, part in parts for unit in part]
    if again.height:
        _repeat(again, units[1:])
    pages, too_high = paginate(units, measure, height)
    for unit, high in too_high:
        what = "a part of it" if unit.block.height > height else "this with what must stay beside it"
        cx.complain(
            unit.node or piece.tree, f"{what} is {high:.1f} mm high: {high - height:.1f} mm more than a page holds"
        )
    placed = []
    for part, page in enumerate(pages):
        block = Block(paper.width, paper.height)
        block.put((paper.width - measure) / 2, cx.profile.top, page)
        placed.append(Placed(piece.label, paper.width, paper.height, block.flat(), piece.copies, cut=False, part=part))
    return placed


def _again(tree: Node, measure: float, cx: Context) -> Block:
    """A piece's own heading, for every page but its first: an artifact, as a listener has heard it."""
    first = next(iter(boxes.children(tree)), None)
    if first is None or first.tag not in prose.HEADINGS:
        return Block(measure, 0.0)
    heading = Node("h3", {"size": "body"}, (*first.children, ", continued"), first.path, first.line)
    (unit,) = prose.heading(heading, measure, None, replace(cx, findings=[]))
    block = Block(measure, unit.block.height + 2 * unit.after)
    for mark in unit.block.flat():
        if not isinstance(mark, Anchor):
            block.put(0, 0, mark._replace(owner=None))
    return block


def _repeat(again: Block, units: list[Unit]) -> None:
    """Let a page that opens with one of the units open with a heading, above the head of a table that goes on."""
    for unit in units:
        head = Block(again.width, again.height)
        head.put(0, 0, again)
        if unit.head:
            head.put(0, head.height, unit.head)
            head.height += unit.head.height
        unit.head = head


class _Room(NamedTuple):
    """The text area of a page, in mm: what a line may run to, what a page holds, and the spare room on either side."""

    measure: float
    height: float
    side: float


def _units(node: Node, room: _Room, owner: Element | None, cx: Context, opened: bool = False) -> list[Unit]:
    """The units of one element of a text. Framed ones stand out by their padding, so that all words share one edge.

    Of what is `opened`, the columns are opened too.
    """
    out = 0.0
    if node.tag in ("panel", "example"):
        out = number(node, "pad", 4.0)
    elif "wide" in node.attrs:
        out = room.side
    if node.tag in FLOWING:
        units = FLOWING[node.tag](node, room.measure + 2 * out, owner, cx)
        cx.effort.spend(len(units), node, cx.findings)
    else:
        gap = cx.profile.body * cx.profile.leading * 25.4 / 72 * 1.1
        findings: list[Finding] = []
        block = lay(node, room.measure + 2 * out, owner, replace(cx, findings=findings), None)
        most = room.height * (_LARGE_PART if node.tag == "column" else 1.0)
        if (node.tag == "column" and opened) or (node.tag in ("example", "column") and block.height > most):
            return _opened(node, room, owner, cx)
        cx.findings.extend(findings)
        units = [Unit(block, gap, gap, keep="keep" in node.attrs)]
    for unit in units:
        unit.node = node
        if out:
            unit.block = _shifted(unit.block, room.measure, -out)
            unit.head = unit.head and _shifted(unit.head, room.measure, -out)
    return units


def _shifted(block: Block, width: float, x: float) -> Block:
    shifted = Block(width, block.height)
    shifted.put(x, 0, block)
    return shifted


def _opened(node: Node, room: _Room, owner: Element | None, cx: Context) -> list[Unit]:
    """What is higher than a page, in its parts; rules above and below an example stand for its frame."""
    within = boxes.element(node, owner)
    units = [unit for child in boxes.children(node) for unit in _units(child, room, within, cx, opened=True)]
    if node.tag == "example" and units:
        gap = units[-1].after
        rule = Block(room.measure, 0.0)
        rule.put(0, 0, Line(((0.0, 0.0), (room.measure, 0.0)), cx.profile.rule, None))
        units = [Unit(rule, gap, gap / 2, keep=True), *units, Unit(rule, gap / 2, gap)]
        units[-2].keep = True
    return units
