"""Where a mark's ink stands, for whatever draws or points at it."""

from generator import fonts
from generator.pages import Circle, Line, Rect, Text
from generator.units import mm


def shift(mark: Text) -> float:
    """How far before its x, in mm, a run begins."""
    if mark.anchor == "start":
        return 0.0
    return fonts.width(mark.text, mark.font, mark.size) / (1 if mark.anchor == "end" else 2)


def extent(mark: Text | Line | Rect | Circle) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark in mm, without the width of its stroke."""
    if isinstance(mark, Rect):
        return mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
    if isinstance(mark, Circle):
        return mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r
    if isinstance(mark, Line):
        xs, ys = zip(*mark.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    sign = -1 if mark.turn else 1
    start = mark.x - sign * shift(mark)
    xs = start, start + sign * fonts.width(mark.text, mark.font, mark.size)
    em = mm(mark.size)
    ys = mark.y - sign * fonts.ascent(mark.font) * em, mark.y + sign * fonts.descent(mark.font) * em
    return min(xs), min(ys), max(xs), max(ys)
