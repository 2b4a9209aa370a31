"""Drawn things: lines and shapes, arrows, spots for counters, writing lines, tick boxes and rulers."""

import math

from generator import fonts
from generator.model import Node
from generator.pages import Circle, Element, Line, Rect, Text
from generator.typesetting import text
from generator.typesetting.block import CLOSE, Block, Context, number
from generator.units import mm


def rect(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`rect`: x, y, w, h; `fill` grey; `weight` times the profile's rule; `dashed`."""
    block = Block(0, 0)
    x, y, w, h = (number(node, name, 0.0) for name in ("x", "y", "w", "h"))
    fill = float(node.attrs["fill"]) if "fill" in node.attrs else None
    mark = Rect(
        x, y, w, h, _weight(node, cx), _figure(owner), dash=_dash(node), fill=fill, radius=number(node, "radius", 0)
    )
    block.put(0, 0, mark)
    return block


def line(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`line`: from x1, y1 to x2, y2; a line without coordinates runs across its box and takes room there."""
    block = Block(width, 0.0)
    x1, y1 = number(node, "x1", 0.0), number(node, "y1", 0.0)
    x2, y2 = number(node, "x2", width), number(node, "y2", y1)
    block.put(0, 0, Line(((x1, y1), (x2, y2)), _weight(node, cx), _figure(owner), dash=_dash(node)))
    return block


def circle(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`circle`: centre cx, cy and radius r."""
    block = Block(0, 0)
    fill = float(node.attrs["fill"]) if "fill" in node.attrs else None
    x, y, r = (number(node, name, 0.0) for name in ("cx", "cy", "r"))
    block.put(0, 0, Circle(x, y, r, _weight(node, cx), _figure(owner), dash=_dash(node), fill=fill))
    return block


def arrow(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`arrow`: a straight shaft from x1, y1 to x2, y2 with a solid head there."""
    block = Block(0, 0)
    x1, y1, x2, y2 = (number(node, name, 0.0) for name in ("x1", "y1", "x2", "y2"))
    put_arrow(block, (x1, y1), (x2, y2), number(node, "head", 4.0), _weight(node, cx), _figure(owner))
    return block


def put_arrow(
    block: Block,
    start: tuple[float, float],
    end: tuple[float, float],
    head: float,
    weight: float,
    owner: Element | None,
) -> None:
    """A shaft and a head of `head` mm in length; without a shaft where start and end are one head apart or less."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    neck = (end[0] - head * math.cos(angle), end[1] - head * math.sin(angle))
    if math.dist(start, end) > head:
        block.put(0, 0, Line((start, neck), weight, owner))
    side = (-math.sin(angle) * head * 0.5, math.cos(angle) * head * 0.5)
    points = (end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1]))
    block.put(0, 0, Line(points, 0.0, owner, fill=0.0, closed=True))


def pips(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`pips`: `n` spots for counters of `d` mm, `gap` apart, as many in a row as fit or `columns`; decoration."""
    count, d, gap = int(node.attrs["n"]), number(node, "d", 20.0), number(node, "gap", 2.0)
    most = max(int((width + gap + 1e-6) // (d + gap)), 1)
    columns = min(int(node.attrs.get("columns", most)), most, max(count, 1))
    rows = math.ceil(count / columns)
    block = Block(width, max(rows * (d + gap) - gap, 0.0))
    for index in range(count):
        down, across = divmod(index, columns)
        here = min(columns, count - down * columns)
        left = (width - here * (d + gap) + gap) / 2
        x, y = left + across * (d + gap) + d / 2, down * (d + gap) + d / 2
        block.put(0, 0, Circle(x, y, d / 2, cx.profile.rule, None, dash=(1.5, 1.5)))
    return block


def field(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`field`: a label and room to write. `value` prints what is known; `kind="box"` sets a box of `h` mm below."""
    size = cx.size(node)
    label = _label(node, node.attrs.get("label", ""), size, owner, cx)
    if node.attrs.get("kind") == "box":
        return _box_field(node, label, width, cx)
    pitch = number(node, "h", cx.profile.field_pitch)
    block = Block(width, pitch)
    base = pitch - 1.2
    block.put(0, base - label.height, label)
    start = label.width + (2.5 if label.width else 0.0)
    if "value" in node.attrs:
        value = _label(node, node.attrs["value"], size, owner, cx)
        if value.width > width - start + CLOSE:
            over = value.width - width + start
            cx.complain(
                node, f"{node.attrs['value']!r} is {over:.1f} mm wider than its field of {width - start:.1f} mm"
            )
        block.put(start, base - value.height, value)
        return block  # a line so near under printed words would cut through their descenders
    need = 4.0 + cx.profile.digit_width * number(node, "digits", 0.0)
    if width - start < need:
        cx.complain(node, f"room to write is {width - start:.1f} mm wide, expected {need:.1f} mm or more")
    block.put(0, 0, Line(((start, base + 1.0), (width, base + 1.0)), cx.profile.rule, None))
    return block


def _box_field(node: Node, label: Block, width: float, cx: Context) -> Block:
    high = number(node, "h", cx.profile.field_pitch + 3.0)
    top = label.height + 2.0 if label.width else 0.0
    block = Block(width, top + high)
    if label.width > width + CLOSE:
        cx.complain(
            node, f"{node.attrs['label']!r} is {label.width - width:.1f} mm wider than its box of {width:.1f} mm"
        )
    block.put((width - label.width) / 2, 0, label)
    need = 4.0 + cx.profile.digit_width * number(node, "digits", 0.0)
    if width < need:
        cx.complain(node, f"room to write is {width:.1f} mm wide, expected {need:.1f} mm or more")
    weight = cx.profile.rule * (2 if "heavy" in node.attrs else 1)
    block.put(0, 0, Rect(0, top, width, high, weight, None))
    return block


def tick(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`tick`: boxes to tick, one for each word of `labels`; those in `marks` have a heavy frame and the word `note`.

    What does not fit on one line goes on below, the boxes one under another.
    """
    size, side, gap = cx.size(node), cx.profile.tick, number(node, "gap", 9.0)
    words, marked = node.attrs["labels"].split(), node.attrs.get("marks", "").split()
    note = f" {node.attrs['note']}" if "note" in node.attrs else ""
    said = [word + (note if word in marked else "") for word in words]
    labels = [Block(0.0, 0.0) if "bare" in node.attrs else _label(node, each, size, owner, cx) for each in said]
    half = mm(cx.profile.rule)  # half of the heaviest frame, which stands outside its box
    start = side * 5 / 3 + 2 * half
    needs = [start + label.width if label.width else side for label in labels]
    widest = max(needs, default=0.0)
    wraps = sum(needs) + gap * (len(needs) - 1) > width + CLOSE
    block, x, y = Block(width, 0.0), 0.0, 0.0
    for word, each, label, need in zip(words, said, labels, needs, strict=True):
        room = widest if wraps else need
        if x and x + room > width + CLOSE:
            x, y = 0.0, y + side + 3.0
        if need > width + CLOSE:
            over = need - width
            cx.complain(node, f"{each!r} and its tick box are {over:.1f} mm wider than their box of {width:.1f} mm")
        weight = cx.profile.rule * (2 if word in marked else 1)
        block.put(x + half, y + half, Rect(0, 0, side, side, weight, None))
        block.put(x + start, y + (side - label.height) / 2, label)
        x += room + gap
    block.height = y + side
    return block


def ruler(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`ruler`: a bar of exactly `length` mm, `down` the page or across it, a tick every `step` mm; a figure."""
    length, step = number(node, "length", 100.0), number(node, "step", 10.0)
    element = Element("Figure", owner, alt=node.attrs["alt"])
    down = "down" in node.attrs
    block = Block(4.0 if down else width, length if down else 4.0)
    put_ruler(block, length, step, down, cx.profile.rule, element)
    return block


def put_ruler(block: Block, length: float, step: float, down: bool, weight: float, owner: Element | None) -> None:
    """The lines of a ruler, its bar along the block's left or bottom edge."""
    ends = [round(index * step, 6) for index in range(round(length / step) + 1)]
    for index, at in enumerate(ends):
        tall = 3.0 if index in (0, len(ends) - 1) else 1.8
        points = ((0.0, at), (tall, at)) if down else ((at, 3.0), (at, 3.0 - tall))
        block.put(0, 0, Line(points, weight, owner))
    bar = ((0.0, 0.0), (0.0, length)) if down else ((0.0, 3.0), (length, 3.0))
    block.put(0, 0, Line(bar, weight, owner))


def _label(node: Node, words: str, size: float, owner: Element | None, cx: Context) -> Block:
    """One line as wide as its words, trimmed to capitals and baseline."""
    shown = Node("text", node.attrs, (words,), node.path, node.line)
    bold = "bold" in node.attrs
    found = text.words(shown, size, cx, bold)
    font = fonts.FACES[cx.profile.face][bold]
    cap, gap = fonts.cap_height(font) * mm(size), text.space(size, cx, bold)
    block = Block(text.line_width(found, gap) if found else 0.0, cap)
    shared = owner is not None and owner.role in ("Figure", "TD", "TH")
    element = owner if shared else Element("P", owner)
    if found:
        # In an element with other words a space must follow, or they run together for whoever listens.
        text.set_line(block, found, 0.0, cap, size, element, not shared)
        marks = [mark for mark in block.flat() if isinstance(mark, Text)]
        block.width = max(
            (mark.x + fonts.width(mark.text.rstrip(" "), mark.font, mark.size) for mark in marks), default=0.0
        )
    return block


def _figure(owner: Element | None) -> Element | None:
    """A shape inside a figure belongs to it; anywhere else it is decoration."""
    return owner if owner and owner.role == "Figure" else None


def _weight(node: Node, cx: Context) -> float:
    return cx.profile.rule * number(node, "weight", 1.0)


def _dash(node: Node) -> tuple[float, ...]:
    return (2.0, 1.5) if "dashed" in node.attrs else ()
