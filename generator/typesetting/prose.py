"""Running text: headings, paragraphs and lists, as units between which a page may break."""

from dataclasses import dataclass

from generator import fonts
from generator.model import Node
from generator.pages import Element
from generator.typesetting import text
from generator.typesetting.block import Block, Context
from generator.units import mm

HEADINGS = ("h1", "h2", "h3")
_BEFORE = {"h1": 0.0, "h2": 1.1, "h3": 0.75}
"""Space above a heading in lines of its own type: nearer to what it heads than to what went before."""
_AFTER = {"h1": 0.55, "h2": 0.4, "h3": 0.3}
_GAP = 0.5
"""Space between paragraphs, in lines of body text (A13)."""
_FEW_ITEMS, _FEW_LINES = 4, 10
"""A list of no more stays on one page where it can."""
_ITEM_GAP = 0.25
"""Space between list items, in lines of body text."""


@dataclass(slots=True)
class Unit:
    """A part of a text that may not be broken."""

    block: Block
    before: float
    """mm above it, unless it opens a page."""
    after: float
    """mm below it; of two spaces that meet the larger counts."""
    keep: bool = False
    """True when no page may break behind it."""
    close: bool = False
    """True when a page breaks behind it only where it must: between the items of a short list, above a list."""
    head: Block | None = None
    """Repeated at the top when a page opens with this unit."""
    node: Node | None = None
    """The element of the text that it is a part of, for messages."""


def heading(node: Node, width: float, owner: Element | None, cx: Context) -> list[Unit]:
    """A heading, kept with what it heads; its lines are balanced."""
    size = cx.size(node, node.tag)
    given = text.words(node, size, cx, bold=True)
    plain = " ".join("".join(run[1] for run in word.runs) for word in given)
    element = Element(node.tag.upper(), owner, title=plain)
    line = mm(size) * 1.15
    block = Block(width, 0.0)
    gap = text.space(size, cx, bold=True)
    lines = text.break_lines(given, width, gap)
    font = fonts.FACES[cx.profile.face][1]
    base = mm(size) * ((1.15 - fonts.ascent(font) - fonts.descent(font)) / 2 + fonts.ascent(font))
    for index, each in enumerate(lines):
        text.check_width(each, width, gap, node, cx)
        text.set_line(block, each, 0.0, index * line + base, size, element, index == len(lines) - 1)
    block.height = len(lines) * line
    return [Unit(block, _BEFORE[node.tag] * line, _AFTER[node.tag] * line, keep=True)]


def paragraph(
    node: Node, width: float, owner: Element | None, cx: Context, element: Element | None = None
) -> list[Unit]:
    """One unit a line; the first two lines stay together, and the last two (A22)."""
    size = cx.size(node)
    element = element or Element("P", owner)
    gap, line = text.space(size, cx), text.leading(size, cx)
    lines = text.break_lines(text.words(node, size, cx), width, gap)
    space = _GAP * line
    units = []
    for index, each in enumerate(lines):
        text.check_width(each, width, gap, node, cx)
        block = Block(width, line)
        text.set_line(block, each, 0.0, text.first_baseline(size, cx), size, element, index == len(lines) - 1)
        keep = index < len(lines) - 1 and (index == 0 or index == len(lines) - 2)
        keep = keep or (index == len(lines) - 1 and _leads_on(each))
        units.append(Unit(block, space if index == 0 else 0.0, space if index == len(lines) - 1 else 0.0, keep))
    return units


def _leads_on(line: list[text.Word]) -> bool:
    """True for the last line of a paragraph that ends in a colon: what it announces must follow on its page."""
    return line[-1].runs[-1][1].endswith(":")


def bullets(node: Node, width: float, owner: Element | None, cx: Context) -> list[Unit]:
    """A list: labels stand to the left, the text hangs clear of them (A27)."""
    parent = Element("L", owner, numbering="Decimal" if node.tag == "ol" else "Disc")
    items = [child for child in node.children if isinstance(child, Node)]
    labels = [f"{index}." if node.tag == "ol" else "\N{BULLET}" for index in range(1, len(items) + 1)]
    size, line = cx.profile.body, text.leading(cx.profile.body, cx)
    # The first face's bullet is large enough beside every face: 0.6 of an x wide (A27).
    font = fonts.FACES[cx.profile.face][1] if node.tag == "ol" else next(iter(fonts.FACES.values()))[0]
    indent = max((fonts.width(label, font, size) for label in labels), default=0.0) + mm(size) * 0.6
    units: list[Unit] = []
    for index, item in enumerate(items):
        li = Element("LI", parent)
        label = Block(indent, line)
        mark = text.Word(((font, labels[index], 0.0),), 0.0, 1)
        text.set_line(label, [mark], 0.0, text.first_baseline(size, cx), size, Element("Lbl", li), False)
        body = paragraph(item, width - indent, owner, cx, Element("LBody", li))
        for number, unit in enumerate(body):
            moved = Block(width, unit.block.height)
            if number == 0:
                moved.put(0, 0, label)
            moved.put(indent, 0, unit.block)
            unit.block = moved
        if body:
            # The first two items stay together, and the last two, as the lines of a paragraph do.
            body[-1].keep = index < len(items) - 1 and index in (0, len(items) - 2)
            body[0].before = _GAP * line if index == 0 else _ITEM_GAP * line
            body[-1].after = _GAP * line if index == len(items) - 1 else _ITEM_GAP * line
        units += body
    if len(items) <= _FEW_ITEMS and len(units) <= _FEW_LINES:
        for unit in units[:-1]:
            unit.close = True
    return units


def stacked(units: list[Unit], width: float) -> Block:
    """Units set in one block, for text inside a piece."""
    block, y, after = Block(width, 0.0), 0.0, 0.0
    for index, unit in enumerate(units):
        y += max(unit.before, after) if index else 0.0
        block.put(0, y, unit.block)
        y += unit.block.height
        after = unit.after
    block.height = y
    return block
