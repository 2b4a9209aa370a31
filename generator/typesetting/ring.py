"""`ring`: stations in their order round a circle, as small cards, with the way from one to the next."""

import math

from generator import fonts
from generator.model import Circle, Element, Line, Node, Rect, Text
from generator.typesetting.block import Block, Context, number
from generator.typesetting.shapes import put_arrow
from generator.units import mm

_GAP = 0.24
"""Least space between two stations, in sides of a station: an arrow's head stands there."""


def ring(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """Stations clockwise from the top.

    `targets`: one figure a station. `counts`: seeds on each, left out for a ring without seeds. `cell`: side of a
    station in mm. `from` and `to`: the stations chosen (heavy frame) and landed on (double frame). `way`: cw or ccw.
    `label`, `note`: two lines in the middle. `alt`: the whole position in words.
    """
    targets = node.attrs["targets"].split()
    counts = node.attrs.get("counts", "").split() or [""] * len(targets)
    cell = number(node, "cell", 14.0)
    radius = _radius(len(targets), cell)
    side = 2 * radius + cell
    if side > width + 0.01:
        cx.complain(
            node, f"a ring of {len(targets)} stations is {side - width:.1f} mm wider than its box of {width:.1f} mm"
        )
    figure = owner if owner and owner.role == "Figure" else Element("Figure", owner, alt=node.attrs["alt"])
    block = Block(width, side)
    middle = (width / 2, side / 2)
    turns = [2 * math.pi * index / len(targets) - math.pi / 2 for index in range(len(targets))]
    places = [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns]
    _ways(block, places, cell, node.attrs.get("way", "cw"), cx, figure)
    for index, (target, count) in enumerate(zip(targets, counts, strict=True)):
        x, y = places[index]
        frame = {node.attrs.get("from"): "heavy", node.attrs.get("to"): "double"}.get(str(index + 1), "rule")
        station = _station(str(index + 1), target, count, cell, frame, cx, figure)
        block.put(x - cell / 2, y - cell / 2, station)
    _middle(block, node, middle, cx, figure)
    return block


def _radius(count: int, cell: float) -> float:
    """The smallest circle on which no two upright squares come nearer than the gap, with room for words inside."""
    radius = cell * 0.9
    while not _clear(count, cell, radius):
        radius += 0.25
    return radius


def _clear(count: int, cell: float, radius: float) -> bool:
    places = [(math.cos(2 * math.pi * i / count), math.sin(2 * math.pi * i / count)) for i in range(count)]
    for (x1, y1), (x2, y2) in zip(places, places[1:] + places[:1], strict=True):
        if radius * max(abs(x1 - x2), abs(y1 - y2)) < cell * (1 + _GAP):
            return False
    return True


def _ways(block: Block, places: list[tuple[float, float]], cell: float, way: str, cx: Context, owner: Element) -> None:
    """A stroke from each station to the next, with a head in the gap between them that points the way of the sowing."""
    for here, there in zip(places, places[1:] + places[:1], strict=True):
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
        block.put(0, 0, Rect(-1.1, -1.1, cell + 2.2, cell + 2.2, rule, owner, radius=2.0))
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


def _middle(block: Block, node: Node, middle: tuple[float, float], cx: Context, owner: Element) -> None:
    regular, bold = fonts.FACES[cx.profile.face]
    lines = [(node.attrs.get("label", ""), bold), (node.attrs.get("note", ""), regular)]
    shown = [(words, font) for words, font in lines if words]
    size = cx.size(node)
    line = mm(size) * cx.profile.leading
    top = middle[1] - line * len(shown) / 2 + fonts.cap_height(bold) * mm(size) / 2 + line / 2
    for index, (words, font) in enumerate(shown):
        block.put(0, 0, Text(middle[0], top + index * line, words, font, size, owner, anchor="middle"))
