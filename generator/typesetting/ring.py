"""`ring`: stations in their order round a circle, as small cards, with the way from one to the next."""

import math

from generator import fonts
from generator.model import Node
from generator.pages import Circle, Element, Line, Rect, Text
from generator.typesetting import text
from generator.typesetting.block import CLOSE, Block, Context, number
from generator.typesetting.shapes import put_arrow
from generator.units import mm

_FEWEST = 3
"""Stations of a ring."""
_DOUBLE = 2.0
"""From a station's frame to the second one round it, in widths of the rule."""
_BESIDE = 2.7
"""Room for a heavy frame and a little more beside the words of the middle, in widths of the rule."""
_AIR = 1.4
"""Room between a double frame and the words of the middle, in widths of the rule."""
_GAP = 0.25
"""Least space between two stations, in sides of a station: an arrow's head stands there."""


def ring(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """Stations clockwise from the top left, round an open middle as cards lie round the middle of a table.

    `targets`: one figure a station. `counts`: seeds on each, left out for a ring without seeds. `cell`: side of a
    station in mm. `from` and `to`: the stations chosen (heavy frame) and landed on (double frame). `way`: cw or ccw.
    `label`, `note`: two lines in the middle. `alt`: the whole position in words.
    """
    targets = node.attrs["targets"].split()
    counts = node.attrs.get("counts", "").split() or [""] * len(targets)
    if len(targets) < _FEWEST or len(counts) != len(targets):
        cx.complain(
            node, f"expected {_FEWEST} targets or more and as many counts, found {len(targets)} and {len(counts)}"
        )
        return Block(width, 0.0)
    cell = number(node, "cell", 14.0)
    corners = places(len(targets), cell)
    wide, high = (max(corner[axis] for corner in corners) + cell for axis in (0, 1))
    # Three stations make a triangle, which is wide enough for words below its upper side only.
    middle = (width / 2, cell * 1.15 if len(targets) == 3 else high / 2)
    if wide > width + CLOSE:
        cx.complain(
            node, f"a ring of {len(targets)} stations is {wide - width:.1f} mm wider than its box of {width:.1f} mm"
        )
    figure = owner if owner and owner.role == "Figure" else Element("Figure", owner, alt=node.attrs["alt"])
    block = Block(width, high)
    left = (width - wide) / 2
    middles = [(left + x + cell / 2, y + cell / 2) for x, y in corners]
    _ways(block, middles, cell, node.attrs.get("way", "cw"), cx, figure)
    for index, (target, count) in enumerate(zip(targets, counts, strict=True)):
        frame = {node.attrs.get("from"): "heavy", node.attrs.get("to"): "double"}.get(str(index + 1), "rule")
        x, y = corners[index]
        block.put(left + x, y, _station(str(index + 1), target, count, cell, frame, cx, figure))
    _middle(block, node, middle, wide - 2 * cell, cx, figure)
    return block


def places(count: int, cell: float) -> list[tuple[float, float]]:
    """Top left corners in mm, clockwise: a row above, a row below, and the rest shared by the two sides.

    A ring of a few stations is as large as one of eight, so that its middle is open too.
    """
    side = (count - 2) // 4 if count > 6 else 0
    above = -(-(count - 2 * side) // 2)
    below = count - 2 * side - above
    step = cell * (1 + _GAP)
    pitch = max(step, 2 * step / (above - 1))
    right, bottom = (above - 1) * pitch, max(side + 1, 2) * step
    inset = (right - (below - 1) * pitch) / 2
    corners = [(index * pitch, 0.0) for index in range(above)]
    corners += [(right, (index + 1) * step) for index in range(side)]
    corners += [(right - inset - index * pitch, bottom) for index in range(below)]
    corners += [(0.0, bottom - (index + 1) * step) for index in range(side)]
    return corners


def _ways(block: Block, middles: list[tuple[float, float]], cell: float, way: str, cx: Context, owner: Element) -> None:
    """A stroke from each station to the next, with a head in the gap between them that points the way of the sowing."""
    for here, there in zip(middles, middles[1:] + middles[:1], strict=True):
        start, end = (here, there) if way == "cw" else (there, here)
        block.put(0, 0, Line((start, end), cx.profile.rule, owner))
        dx, dy = end[0] - start[0], end[1] - start[1]
        length, half = math.hypot(dx, dy), cell * 0.09
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        back = (x - half * dx / length, y - half * dy / length)
        tip = (x + half * dx / length, y + half * dy / length)
        put_arrow(block, back, tip, 2 * half, cx.profile.rule, owner)


def _station(number_: str, target: str, count: str, cell: float, frame: str, cx: Context, owner: Element) -> Block:
    """A small card: its number at the top left, its target in a ring at the top right, its seeds large below."""
    block = Block(cell, cell)
    rule = cx.profile.rule
    block.put(0, 0, Rect(0, 0, cell, cell, rule * (2.5 if frame == "heavy" else 1.0), owner, fill=1.0, radius=1.2))
    if frame == "double":
        out = _DOUBLE * mm(rule)
        block.put(0, 0, Rect(-out, -out, cell + 2 * out, cell + 2 * out, rule, owner, radius=1.2 + out))
    regular, bold = fonts.FACES[cx.profile.face]
    small = max(cx.profile.floor, cell * 0.86 if not count else cx.profile.floor)
    cap = fonts.cap_height(bold) * mm(small)
    pad = cell * 0.1
    block.put(0, 0, Text(pad, pad + cap + 0.4, number_, regular, small, owner))
    wide = fonts.width(target, bold, small)
    r = max(wide, cap) / 2 + (1.3 if small < 16 else 2.2)
    x, y = cell - r - 0.9, r + 0.9
    if not count:
        x, y = cell - r - pad, cell - r - pad
    block.put(0, 0, Circle(x, y, r, rule, owner, fill=1.0))
    block.put(0, 0, Text(x, y + cap / 2, target, bold, small, owner, anchor="middle"))
    if count:
        large = max(cx.profile.floor * 1.4, cell * 1.2)
        block.put(0, 0, Text(cell / 2, cell - pad, count, bold, large, owner, anchor="middle"))
    return block


def _middle(block: Block, node: Node, middle: tuple[float, float], room: float, cx: Context, owner: Element) -> None:
    """Two lines in the open middle, or more where a heavy or a double frame beside them would touch their words."""
    bold = fonts.FACES[cx.profile.face][True]
    size = cx.size(node)
    beside = {"to": _DOUBLE + _AIR, "from": _BESIDE}
    room -= max((2 * beside[name] * mm(cx.profile.rule) for name in beside if name in node.attrs), default=0.0)
    lines = [(line, False) for line in _broken(node, "note", size, room, cx)]
    lines = [(line, True) for line in _broken(node, "label", size, room, cx)] + lines
    leading = text.leading(size, cx)
    top = middle[1] - leading * len(lines) / 2 + fonts.cap_height(bold) * mm(size) / 2 + leading / 2
    for index, (line, heavy) in enumerate(lines):
        wide = text.line_width(line, text.space(size, cx, heavy))
        if wide - room > CLOSE:
            words = " ".join("".join(run[1] for run in word.runs) for word in line)
            cx.complain(node, f"{words!r} is {wide - room:.1f} mm wider than the middle of its ring, {room:.1f} mm")
        text.set_line(block, line, middle[0] - wide / 2, top + index * leading, size, owner, True)


def _broken(node: Node, name: str, size: float, room: float, cx: Context) -> list[list[text.Word]]:
    """The words of an attribute in one line, or each in its own."""
    heavy = name == "label"
    shown = Node("text", {}, (node.attrs.get(name, ""),), node.path, node.line)
    words = text.words(shown, size, cx, heavy)
    together = text.line_width(words, text.space(size, cx, heavy)) <= room + CLOSE
    return [words] if words and together else [[word] for word in words]
