"""Words into lines: measuring, breaking, and the marks of a line. Type is never shrunk and never hyphenated."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from generator import fonts
from generator.model import Node
from generator.pages import Element, Text
from generator.typesetting.block import CLOSE, Block, Context
from generator.units import mm

MAX_CHARACTERS = 70
"""Longest line of running text (A14: 60 to 70 characters a line)."""

_UNIT = re.compile(r"(?<=\d) (?=(?:mm|cm|in|pt|g/m²|%)(?!\w))")
"""A space between a figure and its unit, which must stay on one line (A19)."""
_HYPHENED = re.compile(r"[^-]*-+|[^-]+")
"""Parts of a word, each to its hyphen."""
_SPACES = re.compile(r"[ \n\t]+")


class Word(NamedTuple):
    """What may not be broken: runs of one font each, without spaces between them."""

    runs: tuple[tuple[str, str, float], ...]
    """Font name, characters, width in mm."""
    width: float
    """mm."""
    length: int
    """Characters."""


def words(node: Node, size: float, cx: Context, bold: bool = False, room: float | None = None) -> list[Word]:
    """The words of an element's text; a character that no font has is a finding.

    A word wider than a `room` in mm parts after its hyphens.
    """
    found: list[Word] = []
    open_parts: tuple[tuple[str, bool], ...] = ()
    for text, heavy in _segments(node, bold):
        for index, piece in enumerate(_SPACES.split(_UNIT.sub("\u00a0", text))):
            if index and open_parts:
                found.append(_known(open_parts, size, node, cx))
                open_parts = ()
            if piece:
                open_parts = (*open_parts, (piece, heavy))
    if open_parts:
        found.append(_known(open_parts, size, node, cx))
    if room is None:
        return found
    return [part for word in found for part in _parted(word, size, room)]


def _parted(word: Word, size: float, room: float) -> Iterator[Word]:
    """A word wider than `room` mm, parted after a hyphen: ``Anne-`` and ``Marie``; each part as long as can be."""
    runs: tuple[tuple[str, str, float], ...] = ()
    used = 0.0
    for font, text, _ in word.runs if word.width > room else ():
        for part in _HYPHENED.findall(text):
            wide = fonts.width(part, font, size)
            if runs and runs[-1][1].endswith("-") and used + wide > room:
                yield _of(runs)
                runs, used = (), 0.0
            runs, used = (*runs, (font, part, wide)), used + wide
    yield _of(runs) if runs else word


def _segments(node: Node, bold: bool) -> Iterator[tuple[str, bool]]:
    for child in node.children:
        if isinstance(child, str):
            yield child, bold
        elif child.tag == "strong":
            yield from _segments(child, True)


def _known(parts: tuple[tuple[str, bool], ...], size: float, node: Node, cx: Context) -> Word:
    try:
        return _word(parts, size, cx.profile.face)
    except fonts.MissingGlyph as missing:
        cx.complain(node, str(missing))
        return Word(((fonts.FACES[cx.profile.face][0], "", 0.0),), 0.0, 0)


@lru_cache(maxsize=1 << 14)
def _word(parts: tuple[tuple[str, bool], ...], size: float, face: str) -> Word:
    runs = tuple(
        (font, run, fonts.width(run, font, size)) for text, bold in parts for font, run in fonts.runs(text, face, bold)
    )
    return _of(runs)


def _of(runs: tuple[tuple[str, str, float], ...]) -> Word:
    return Word(runs, sum(run[2] for run in runs), sum(len(run[1]) for run in runs))


def space(size: float, cx: Context, bold: bool = False) -> float:
    """Width of a word space in mm."""
    return fonts.width(" ", fonts.FACES[cx.profile.face][bold], size)


def break_lines(given: list[Word], width: float, gap: float, most: int = MAX_CHARACTERS) -> list[list[Word]]:
    """Lines no wider than `width` mm and no longer than `most` characters; no last line is left to one short word."""
    lines: list[list[Word]] = []
    line: list[Word] = []
    used, length = 0.0, 0
    for word in given:
        if line and (used + gap + word.width > width + 1e-6 or length + 1 + word.length > most):
            lines.append(line)
            line, used, length = [], 0.0, 0
        used += word.width + (gap if line else 0)
        length += word.length + (1 if line else 0)
        line.append(word)
    if line:
        lines.append(line)
    if len(lines) > 1 and len(lines[-1]) == 1 and lines[-1][0].length < 7 and len(lines[-2]) > 2:
        lines[-1].insert(0, lines[-2].pop())
    return lines


def line_width(line: list[Word], gap: float) -> float:
    """Width of a line in mm."""
    return sum(word.width for word in line) + gap * (len(line) - 1)


def set_line(
    block: Block, line: list[Word], x: float, y: float, size: float, owner: Element | None, last: bool
) -> None:
    """Put a line's marks on a block, baseline at y; all but the last end in a space, for readers of the tags.

    Where a word goes on behind its hyphen there is none.
    """
    run, run_font, run_x = "", "", x
    for index, word in enumerate(line):
        for part, (font, text, width) in enumerate(word.runs):
            if font != run_font and run:
                block.put(0, 0, Text(run_x, y, run, run_font, size, owner))
                run, run_x = "", x
            run_font, run = font, run + text
            x += width
            if part == len(word.runs) - 1 and index < len(line) - 1:
                run += " "
                x += fonts.width(" ", font, size)
    if run:
        block.put(0, 0, Text(run_x, y, run + ("" if last or run.endswith("-") else " "), run_font, size, owner))


def check_width(line: list[Word], width: float, gap: float, node: Node, cx: Context) -> None:
    """A word wider than its box is a finding that says by how much."""
    over = line_width(line, gap) - width
    if over > CLOSE:
        text = " ".join("".join(run[1] for run in word.runs) for word in line)
        cx.complain(node, f"{text!r} is {over:.1f} mm wider than its box of {width:.1f} mm")


def leading(size: float, cx: Context) -> float:
    """Distance of baselines in mm."""
    return mm(size) * cx.profile.leading


def first_baseline(size: float, cx: Context) -> float:
    """From the top of a line of running text to its baseline, in mm: its spare room is shared above and below."""
    font = fonts.FACES[cx.profile.face][0]
    high, low = fonts.ascent(font), fonts.descent(font)
    return mm(size) * ((cx.profile.leading - (high + low)) / 2 + high)
