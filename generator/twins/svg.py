"""Pictures of the sheets as inline SVG: laid out as for paper, drawn in the colours of the page that holds them."""

from collections.abc import Sequence
from html import escape

from generator.model import Node
from generator.pages import Circle, Line, Mark, Rect, Text
from generator.profiles import Profile
from generator.typeset import lay
from generator.typesetting.block import Context
from generator.units import mm

_PALE = 0.5
"""A fill paler than this grey is the page's ground."""
_EDGE = 1.5
"""mm of room round a picture, for strokes and double frames."""


_LARGER = 1.15
"""A picture on the page to its size on paper: type on a phone is larger, too."""


def svg(node: Node, alt: str, profile: Profile) -> str:
    """A picture with its text alternative, as wide as it is on paper; nothing for one that leaves no ink."""
    block = lay(node, _width(node, profile), None, Context(profile, "", lay, []), None)
    marks = [mark for mark in block.flat() if isinstance(mark, Text | Line | Rect | Circle)]
    if not marks:
        return ""
    left, top, right, bottom = _around(marks)
    x, y, w, h = left - _EDGE, top - _EDGE, right - left + 2 * _EDGE, bottom - top + 2 * _EDGE
    drawn = "".join(_drawn(mark) for mark in marks)
    box = f"{_n(x)} {_n(y)} {_n(w)} {_n(h)}"
    size = f'viewBox="{box}" width="{_n(w * _LARGER)}mm"'
    return f'<svg role="img" aria-label="{escape(alt)}" {size}>{drawn}</svg>'


def _width(node: Node, profile: Profile) -> float:
    """Room to lay a picture out in, in mm: a figure without a width of its own is as wide as what it draws."""
    return float(node.attrs.get("w", profile.measure if node.tag in ("ring", "ruler") else node.attrs.get("h", "40")))


def _around(marks: Sequence[Mark]) -> tuple[float, float, float, float]:
    xs: list[float] = []
    ys: list[float] = []
    for mark in marks:
        if isinstance(mark, Rect):
            xs += [mark.x, mark.x + mark.w]
            ys += [mark.y, mark.y + mark.h]
        elif isinstance(mark, Circle):
            xs += [mark.x - mark.r, mark.x + mark.r]
            ys += [mark.y - mark.r, mark.y + mark.r]
        elif isinstance(mark, Line):
            xs += [x for x, _ in mark.points]
            ys += [y for _, y in mark.points]
        elif isinstance(mark, Text):
            xs.append(mark.x)
            ys += [mark.y - mm(mark.size) * 0.7, mark.y]
    return min(xs), min(ys), max(xs), max(ys)


def _drawn(mark: Mark) -> str:
    if isinstance(mark, Text):
        bold = ' class="b"' if mark.font.endswith("Bold") else ""
        where = f'x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(mm(mark.size))}"'
        turn = f' transform="rotate(180 {_n(mark.x)} {_n(mark.y)})"' if mark.turn else ""
        return f'<text {where} text-anchor="{mark.anchor}"{bold}{turn}>{escape(mark.text)}</text>'
    if isinstance(mark, Line):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in mark.points)
        return f'<{"polygon" if mark.closed else "polyline"} points="{points}"{_ink(mark)}/>'
    if isinstance(mark, Rect):
        where = f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.w)}" height="{_n(mark.h)}"'
        return f'<rect {where} rx="{_n(mark.radius)}"{_ink(mark)}/>'
    if isinstance(mark, Circle):
        return f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.r)}"{_ink(mark)}/>'
    return ""


def _ink(mark: Line | Rect | Circle) -> str:
    """Stroke and fill: black is the page's text colour, white its ground."""
    fill = "none" if mark.fill is None else "var(--paper)" if mark.fill > _PALE else "currentColor"
    stroke = f' stroke="currentColor" stroke-width="{_n(mm(mark.width))}"' if mark.width > 0 else ""
    dash = f' stroke-dasharray="{" ".join(map(_n, mark.dash))}"' if mark.dash and mark.width > 0 else ""
    return f' fill="{fill}"{stroke}{dash}'


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
