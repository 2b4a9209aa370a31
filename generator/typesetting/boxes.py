"""Boxes, rows, columns and panels: where things stand inside a piece."""

from generator import fonts
from generator.model import Node
from generator.pages import Element, Rect
from generator.typesetting import text, tracks
from generator.typesetting.block import CLOSE, Block, Context, number, turned
from generator.units import mm

SHAPES = ("rect", "line", "circle", "arrow")
"""Elements placed by their own coordinates, which take no room in the flow of their box."""

_CLOSE = 1e-6
"""mm; heights nearer than this are the same."""
_FRAMES = {"rule": 1.0, "heavy": 2.0, "none": 0.0, "dashed": 1.0}
"""Frame to its width as a multiple of the profile's rule."""


def children(node: Node) -> list[Node]:
    """Child elements that take room."""
    return [child for child in node.children if isinstance(child, Node) and child.tag not in SHAPES]


def label(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`text`: one style, trimmed to the capitals' top and the last baseline, so that it centres as the eye sees it."""
    size = cx.size(node)
    bold = "bold" in node.attrs
    font = fonts.FACES[cx.profile.face][bold]
    role = node.attrs.get("role", "P")
    given = text.words(node, size, cx, bold)
    plain = " ".join("".join(run[1] for run in word.runs) for word in given)
    title = node.attrs.get("say", plain) if role.startswith("H") else ""
    element = _speaker(role, owner, node.attrs.get("say", ""), title)
    gap, cap = text.space(size, cx, bold), fonts.cap_height(font) * mm(size)
    lines = text.break_lines(given, width, gap)
    line_height = mm(size) * (cx.profile.leading if size <= cx.profile.h3 else 1.15)
    block = Block(width, cap + line_height * max(len(lines) - 1, 0))
    for index, each in enumerate(lines):
        text.check_width(each, width, gap, node, cx)
        spare = width - text.line_width(each, gap)
        x = {"left": 0.0, "center": spare / 2, "right": spare}[node.attrs.get("align", "left")]
        text.set_line(block, each, x, cap + index * line_height, size, element, index == len(lines) - 1)
    return turned(block) if node.attrs.get("turn") == "180" else block


def _speaker(role: str, owner: Element | None, said: str, title: str) -> Element | None:
    """The element of a label: that of the picture or cell that it stands in, none for an ornament, or its own."""
    if role == "none":
        return None
    return owner if owner and owner.role in _WHOLE else Element(role, owner, actual=said, title=title)


_WHOLE = ("Figure", "TH", "TD")
"""Roles that own the text inside them, instead of holding a paragraph each."""


def row(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`row`: cells side by side; `tracks`, `gap`, `align` top, middle or bottom."""
    cells = children(node)
    gap = number(node, "gap", 0.0)
    words = tracks.read(node.attrs.get("tracks", f"{len(cells)}*1fr"))
    if len(words) != len(cells):
        cx.complain(node, f"expected {len(words)} elements in this row, one for each track, found {len(cells)}")
        return Block(width, 0.0)
    widths = tracks.sizes(words, width, gap)
    first = [cx.lay(cell, wide, owner, cx, None) for cell, wide in zip(cells, widths, strict=True)]
    high = max([block.height for block in first] + [height or 0.0])
    block, x = Block(width, high), 0.0
    for cell, wide, natural in zip(cells, widths, first, strict=True):
        fills = cell.tag in ("panel", "box", "column") and natural.height < high - _CLOSE
        content = cx.lay(cell, wide, owner, cx, high) if fills else natural
        spare = high - content.height
        block.put(x, {"top": 0.0, "middle": spare / 2, "bottom": spare}[node.attrs.get("align", "top")], content)
        x += wide + gap
    if x - gap > width + CLOSE:
        cx.complain(node, f"this row is {x - gap - width:.1f} mm wider than its box of {width:.1f} mm")
    return block


def column(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`column`: elements one below another; `tracks`, `gap`, `valign` top, middle, bottom or spread."""
    cells = children(node)
    gap = number(node, "gap", 0.0)
    words = tracks.read(node.attrs.get("tracks", f"{len(cells)}*auto"))
    if len(words) != len(cells):
        cx.complain(node, f"expected {len(words)} elements in this column, one for each track, found {len(cells)}")
        return Block(width, 0.0)
    first = [
        cx.lay(cell, width, owner, cx, None) if word == "auto" else None
        for cell, word in zip(cells, words, strict=True)
    ]
    needs = [block.height if block else 0.0 for block in first]
    if height is None and any(word.endswith("fr") for word in words):
        height = 0.0
    heights = tracks.sizes(words, height or 0.0, gap, needs)
    blocks = [
        found or cx.lay(cell, width, owner, cx, high) for found, cell, high in zip(first, cells, heights, strict=True)
    ]
    total = sum(max(block.height, high) for block, high in zip(blocks, heights, strict=True)) + gap * max(
        len(cells) - 1, 0
    )
    spare = (height or total) - total
    if height and spare < -CLOSE:
        cx.complain(node, f"its content is {total:.1f} mm high and its box {height:.1f} mm: {-spare:.1f} mm too much")
    valign = node.attrs.get("valign", "top")
    y = {"top": 0.0, "middle": spare / 2, "bottom": spare, "spread": 0.0}[valign]
    if valign == "spread" and len(cells) > 1:
        gap += max(spare, 0.0) / (len(cells) - 1)
    block = Block(width, max(height or 0.0, total))
    for content, high in zip(blocks, heights, strict=True):
        block.put(0, y, content)
        y += max(content.height, high) + gap
    return block


def box(node: Node, width: float, owner: Element | None, cx: Context, height: float | None) -> Block:
    """`box`, `figure`, `panel` and `example`: a column with padding and, for the last two, a frame; `w`, `h` fix it."""
    wide = min(number(node, "w", width), width)
    high = number(node, "h", height or 0.0) or None
    framed = node.tag in ("panel", "example")
    pad = number(node, "pad", 4.0 if framed else 0.0)
    pad_down = number(node, "pad-down", pad)
    owner = element(node, owner)
    inner = _in_column(node)
    room = None if high is None else high - 2 * pad_down
    content = column(inner, wide - 2 * pad, owner, cx, room)
    total = high or content.height + 2 * pad_down
    if content.height + 2 * pad_down > total + 0.01:
        total = content.height + 2 * pad_down
    block = Block(width, total)
    left = {"left": 0.0, "center": (width - wide) / 2, "right": width - wide}[node.attrs.get("place", "left")]
    frame = node.attrs.get("frame", "rule" if framed else "none")
    fill = float(node.attrs["fill"]) if "fill" in node.attrs else None
    if _FRAMES[frame] or fill is not None:
        dash = (2.0, 1.5) if frame == "dashed" else ()
        stroke = cx.profile.rule * _FRAMES[frame]
        block.put(
            left, 0, Rect(0, 0, wide, total, stroke, None, dash=dash, fill=fill, radius=number(node, "radius", 0.0))
        )
    for child in node.children:
        if isinstance(child, Node) and child.tag in SHAPES:
            block.put(left + pad, pad_down, cx.lay(child, wide - 2 * pad, owner, cx, None))
    block.put(left + pad, pad_down, content)
    return block


def element(node: Node, owner: Element | None) -> Element | None:
    """The structure element that holds what stands in a box: its own, or its owner's."""
    if node.tag == "example":
        return Element("Div", owner, example=node.attrs["id"])
    if node.tag == "figure" and not (owner and owner.role == "Figure"):
        return Element("Figure", owner, alt=node.attrs["alt"])
    return owner


def _in_column(node: Node) -> Node:
    """The same element as a column of its children, for `column` to set."""
    kept = {name: value for name, value in node.attrs.items() if name in ("gap", "tracks", "valign")}
    return Node("column", kept, node.children, node.path, node.line)
