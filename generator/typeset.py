"""Filled sheets in, laid-out pieces out: every word is placed, nothing shrunk; what does not fit is refused."""

from collections.abc import Callable, Iterable, Mapping

from generator.errors import Finding, Rejected
from generator.model import Node, Paper, Piece, Profile, Sheet, SheetSpec
from generator.pages import Element, Placed, Typeset
from generator.typesetting import boxes, prose, shapes, tables
from generator.typesetting.block import Block, Context, number
from generator.typesetting.flow import paginate
from generator.typesetting.prose import Unit
from generator.typesetting.ring import ring

TOP = 24.0
"""mm from the paper's edge to the first line of a page of text: the title line stands above it."""
BOTTOM = 18.0
"""mm from the last line of a page of text to the paper's edge."""

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


def typeset(sheets: Iterable[Sheet], profile: Profile, paper: Paper) -> tuple[Typeset, ...]:
    """Lay out every piece. Raises `Rejected` with everything that does not fit, is too small or has no glyph."""
    findings: list[Finding] = []
    result = tuple(Typeset(sheet.spec, _pieces(sheet, profile, paper, findings)) for sheet in sheets)
    if findings:
        raise Rejected(findings)
    return result


def lay(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """Lay out one element in a box of `width` mm and, for elements that fill, `height` mm."""
    if node.tag in FLOWING:
        return prose.stacked(FLOWING[node.tag](node, width, owner, cx), width)
    return BOXED[node.tag](node, width, owner, cx, height)


def _pieces(sheet: Sheet, profile: Profile, paper: Paper, findings: list[Finding]) -> tuple[Placed, ...]:
    placed: list[Placed] = []
    for piece in sheet.pieces:
        cx = Context(profile, piece.label, lay, findings)
        if not sheet.spec.sizes:
            placed += _flow(sheet.spec, piece, paper, cx)
        elif size := sheet.spec.sizes[profile.name]:
            placed.append(_piece(piece, size, cx))
        else:
            placed.append(_whole_page(piece, paper, cx))
    return tuple(placed)


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
    width, height = paper.width - 2 * cx.profile.margin, paper.height - TOP - BOTTOM
    block = Block(paper.width, paper.height)
    block.put(cx.profile.margin, TOP, boxes.box(piece.tree, width, None, cx, height))
    return Placed(piece.label, paper.width, paper.height, block.flat(), piece.copies, cut=False)


def _flow(spec: SheetSpec, piece: Piece, paper: Paper, cx: Context) -> list[Placed]:
    """A text over as many pages as it needs, or as the kit says."""
    measure = min(cx.profile.measure, paper.width - 2 * cx.profile.margin)
    units = [unit for node in boxes.children(piece.tree) for unit in _units(node, measure, paper, cx)]
    height = paper.height - TOP - BOTTOM
    pages, too_high = paginate(units, measure, height)
    for unit in too_high:
        over = unit.block.height - height
        cx.complain(
            piece.tree, f"a part of it is {unit.block.height:.1f} mm high: {over:.1f} mm more than a page holds"
        )
    if spec.pages is not None and len(pages) > spec.pages:
        cx.complain(piece.tree, f"its text needs {len(pages)} pages; the kit gives it {spec.pages}")
    placed = []
    for page in pages:
        block = Block(paper.width, paper.height)
        block.put((paper.width - measure) / 2, TOP, page)
        placed.append(Placed(piece.label, paper.width, paper.height, block.flat(), piece.copies, cut=False))
    return placed


def _units(node: Node, measure: float, paper: Paper, cx: Context) -> list[Unit]:
    """The units of one element of a text. Framed ones stand out by their padding, so that all words share one edge."""
    out = 0.0
    if node.tag in ("panel", "example"):
        out = number(node, "pad", 4.0)
    elif "wide" in node.attrs:
        out = (paper.width - 2 * cx.profile.margin - measure) / 2
    if node.tag in FLOWING:
        units = FLOWING[node.tag](node, measure + 2 * out, None, cx)
    else:
        gap = cx.profile.body * cx.profile.leading * 25.4 / 72 * 1.1
        units = [Unit(lay(node, measure + 2 * out, None, cx, None), gap, gap, keep="keep" in node.attrs)]
    if out:
        for unit in units:
            shifted = Block(measure, unit.block.height)
            shifted.put(-out, 0, unit.block)
            unit.block = shifted
            if unit.head:
                head = Block(measure, unit.head.height)
                head.put(-out, 0, unit.head)
                unit.head = head
    return units
