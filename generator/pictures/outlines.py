"""The outlines of letters, read from the fonts' own tables: so a picture looks the same wherever it is shown.

TrueType keeps an outline as runs of points, some of them on the curve; between two that are not lies one that is.
"""

import struct
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from generator import fonts

_ON, _SHORT_X, _SHORT_Y, _REPEAT, _SAME_X, _SAME_Y = (1 << bit for bit in range(6))
"""What a point's flag says of it."""
_WORDS, _OFFSETS, _SCALED, _MORE, _SCALED_XY, _MATRIX = 1, 2, 8, 32, 64, 128
"""What a component's flag says of it."""
_DEEPEST: Final = 5
"""Components within components."""

Point = tuple[float, float, bool]
"""x and y in the font's units, y up, and whether it is on the curve."""


def per_em(font: str) -> int:
    """The font's units in one em."""
    face: Any = fonts.font(font).face
    return int(face.unitsPerEm)


def advance(font: str, character: str) -> float:
    """From one letter to the next, in the font's units."""
    return fonts.font(font).units[character] * per_em(font) / 1000


@cache
def outline(font: str, character: str) -> str:
    """The path of a letter, as SVG writes it, in the font's units, y up; empty for a space."""
    face: Any = fonts.font(font).face
    glyph = face.charToGlyph.get(ord(character), 0)
    return "".join(_path(contour) for contour in _contours(font, glyph))


@cache
def _table(font: str) -> tuple[bytes, Sequence[int]]:
    """The outlines of all glyphs, and where each begins."""
    face: Any = fonts.font(font).face
    return face.get_table("glyf"), face.glyphPos


def _contours(font: str, glyph: int, depth: int = 0) -> list[list[Point]]:
    table, places = _table(font)
    data = table[places[glyph] : places[glyph + 1]]
    if not data or depth > _DEEPEST:
        return []
    (count,) = struct.unpack_from(">h", data)
    return _simple(data, count) if count >= 0 else list(_components(font, data, depth))


def _simple(data: bytes, count: int) -> list[list[Point]]:
    """A glyph with points of its own."""
    ends = struct.unpack_from(f">{count}H", data, 10)
    total = ends[-1] + 1 if ends else 0
    (length,) = struct.unpack_from(">H", data, 10 + 2 * count)
    at = 12 + 2 * count + length
    flags: list[int] = []
    while len(flags) < total:
        flag = data[at]
        at += 1
        flags.append(flag)
        if flag & _REPEAT:
            flags += [flag] * data[at]
            at += 1
    xs, at = _steps(data, at, flags, _SHORT_X, _SAME_X)
    ys, at = _steps(data, at, flags, _SHORT_Y, _SAME_Y)
    points = [(float(x), float(y), bool(flag & _ON)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    starts = [0, *(end + 1 for end in ends)]
    return [points[start : end + 1] for start, end in zip(starts, ends, strict=False)]


def _steps(data: bytes, at: int, flags: Sequence[int], short: int, same: int) -> tuple[list[int], int]:
    """One coordinate of every point, each given as the step from the one before; and where reading goes on."""
    here, found = 0, []
    for flag in flags:
        if flag & short:
            here += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            here += struct.unpack_from(">h", data, at)[0]
            at += 2
        found.append(here)
    return found, at


def _components(font: str, data: bytes, depth: int) -> Iterator[list[Point]]:
    """A glyph made of others, each moved and perhaps scaled."""
    at, flag = 10, _MORE
    while flag & _MORE:
        flag, glyph = struct.unpack_from(">HH", data, at)
        form = ">hh" if flag & _WORDS else ">bb"
        dx, dy = struct.unpack_from(form, data, at + 4) if flag & _OFFSETS else (0, 0)
        at += 4 + struct.calcsize(form)
        count = 1 if flag & _SCALED else 2 if flag & _SCALED_XY else 4 if flag & _MATRIX else 0
        parts = [part / 16384 for part in struct.unpack_from(f">{count}h", data, at)]
        at += 2 * count
        a, b, c, d = {
            0: (1.0, 0.0, 0.0, 1.0),
            1: (*parts, 0.0, 0.0, *parts),
            2: (*parts[:1], 0.0, 0.0, *parts[1:]),
        }.get(count, tuple(parts))
        for contour in _contours(font, glyph, depth + 1):
            yield [(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour]


def _path(contour: Sequence[Point]) -> str:
    """A closed run of points as a path of straight lines and quadratic curves."""
    if not contour:
        return ""
    first = next((index for index, point in enumerate(contour) if point[2]), None)
    points = _middle(contour[-1], contour[0]) if first is None else contour[first]
    rest = contour if first is None else [*contour[first + 1 :], *contour[:first]]
    path, control = f"M{_n(points[0])} {_n(points[1])}", None
    for point in [*rest, points]:
        if not point[2]:
            if control is not None:
                path += _curve(control, _middle(control, point))
            control = point
        elif control is not None:
            path, control = path + _curve(control, point), None
        else:
            path += f"L{_n(point[0])} {_n(point[1])}"
    return path + "Z"


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2, True


def _curve(control: Point, end: Point) -> str:
    return f"Q{_n(control[0])} {_n(control[1])} {_n(end[0])} {_n(end[1])}"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
