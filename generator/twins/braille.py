"""A kit in braille for an embosser: North American ASCII, 40 cells by 25 lines, contracted English (UEB, grade 2).

liblouis translates, where the system has it. Layout follows Braille Formats of the Braille Authority of North America:
headings centred or in cell 5, paragraphs from cell 3, lists from cell 1 with runovers in cell 3, page numbers at the
end of the last line. Tables are told row by row.
"""

import ctypes
from collections.abc import Iterable, Iterator
from ctypes.util import find_library
from functools import cache
from typing import Any, Final

from generator.errors import NoBraille
from generator.twins.reading import Frame, Opening, Part, Picture, Words, tidy
from generator.twins.text import alike, told

CELLS, LINES = 40, 25
"""Of a page: the size that embossers and displays agree on."""
LABEL = 8
"""Cells of a label: what fits on a card of 63 mm with 5 mm to spare on either side (a cell is 6.2 mm)."""
_CONTRACTED: Final = b"unicode.dis,en-ueb-g2.ctb"
_LETTERS: Final = b"unicode.dis,en-ueb-g1.ctb"
_ASCII: Final = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""North American braille ASCII, by the number of dots 1 to 6 as bits."""
_BLANK: Final = 0x2800
_PATTERNS: Final = frozenset(map(chr, range(_BLANK, _BLANK + 256)))
_SECTION: Final = 4
"""Where a section's heading starts, from 0: cell 5."""
_TOGETHER: Final = 4
"""Lines of a block, with a heading above it, that no page parts."""
_COLUMN: Final = 13
"""Cells from one label to the next beside it: three on a line, with room to cut."""
_INSTALL: Final = (
    "braille needs liblouis, which is not here: on Debian and Ubuntu, apt install liblouis20 liblouis-data; "
    "on macOS, brew install liblouis"
)


def brf(parts: Iterable[Part], title: str) -> str:
    """The whole file; pages end in a form feed. Raises `NoBraille`."""
    given = list(parts)
    blocks = [_heading(title, 1)]
    blocks += [block for part in given for block in _blocks(part)]
    blocks += _labels(given)
    return "".join(_pages(blocks))


# ---------------------------------------------------------------- layout


class _Block:
    """Words that start in one cell and run over in another, both from 0."""

    def __init__(self, words: str, first: int, over: int, heading: int = 0) -> None:
        self.words, self.first, self.over = words, first, over
        self.heading = heading
        """Its level, with a blank line above it; 0 for text."""

    def lines(self) -> list[str]:
        """The lines of the block."""
        found: list[str] = []
        line = ""
        for word in self.words.split(" "):
            start = self.over if found else self.first
            while len(word) > CELLS - self.over:  # nothing in English is so long
                found.append(" " * start + word[: CELLS - self.over])
                word = word[CELLS - self.over :]  # noqa: PLW2901 - what is left of it
            if line and start + len(line) + 1 + len(word) > CELLS:
                found.append(" " * start + line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        found.append(" " * (self.over if found else self.first) + line)
        return [line.strip().center(CELLS).rstrip() for line in found] if self.heading == 1 else found


def _blocks(part: Part) -> Iterator[_Block]:
    if isinstance(part, Opening):
        if part.title and part.named:
            yield _heading(part.title, 1)
        if part.copies > 1:
            yield _Block(cells(alike(part.copies)), 2, 0)
    elif isinstance(part, Frame):
        for inner in part.parts:
            yield from _blocks(inner)
    elif isinstance(part, Words) and part.level:
        yield _heading(part.plain, part.level)
    elif isinstance(part, Words):
        yield _Block(cells(part.plain), 2, 0)
    elif isinstance(part, Picture):
        yield _Block(cells(tidy(part.alt)), 6, 4)
    else:
        # Items, rows, and what is written or ticked stand as in a list.
        yield from (_Block(cells(line), 0, 2) for line in told(part))


def _heading(words: str, level: int) -> _Block:
    """Centred for a sheet, in cell 5 for a section, in cell 7 for what is below it."""
    cell = _SECTION + 2 * max(level - 2, 0)
    return _Block(cells(words), cell, cell, level)


def _labels(parts: list[Part]) -> Iterator[_Block]:
    """A label for every piece, to be cut out and stuck on it. Raises `NoBraille` for one that is too long."""
    pieces = [part for part in parts if isinstance(part, Opening) and part.code]
    if not pieces:
        return
    yield _heading("Labels to stick on", 1)
    sheet, labels = "", list[str]()
    for index, part in enumerate(pieces):
        if part.sheet != sheet:
            sheet = part.sheet
            yield _heading(part.title or sheet, 2)
        label = cells(part.code, _LETTERS)
        if len(label) > LABEL:
            message = (
                f"the label {part.code!r} of a piece of {sheet!r} takes {len(label)} cells, expected {LABEL} or fewer"
            )
            raise NoBraille(message)
        labels += [label] * part.copies
        if index + 1 == len(pieces) or pieces[index + 1].sheet != sheet:
            for start in range(0, len(labels), CELLS // _COLUMN):
                row = labels[start : start + CELLS // _COLUMN]
                yield _Block("\u00a0".join(each.ljust(_COLUMN - 1, "\u00a0") for each in row), 0, 0)
            labels = []


def _pages(blocks: Iterable[_Block]) -> Iterator[str]:
    """Pages of 24 lines and a page number; no heading stands last."""
    pages: list[list[str]] = [[]]
    held: list[str] = []
    for block in blocks:
        lines = [*held, *([""] if block.heading else []), *block.lines()]
        held = []
        if block.heading:
            held = lines
            continue
        if len(pages[-1]) + min(len(lines), _TOGETHER) > LINES - 1:
            pages.append([])
        for line in lines:
            if len(pages[-1]) == LINES - 1:
                pages.append([])
            if line or pages[-1]:
                pages[-1].append(line)
    pages[-1] += held
    for number, page in enumerate(pages, 1):
        shown = [*page, *[""] * (LINES - 1 - len(page)), cells(str(number)).rjust(CELLS)]
        yield "\r\n".join(line.replace("\u00a0", " ").rstrip() for line in shown) + "\r\n\f"


# ---------------------------------------------------------------- translation


def cells(words: str, tables: bytes = _CONTRACTED) -> str:
    """Words in braille ASCII. Raises `NoBraille`."""
    dots = _translated(words, tables)
    return "".join(_ASCII[ord(dot) - _BLANK & 0x3F] for dot in dots).strip()


@cache
def _translated(words: str, tables: bytes) -> str:
    """Words as braille patterns of Unicode."""
    library = _library()
    given = words.encode(_coded())
    length = ctypes.c_int(len(given) // library.lou_charSize())
    room = max(length.value * 8, 64)
    output = ctypes.create_string_buffer(room * library.lou_charSize())
    made = ctypes.c_int(room)
    good = library.lou_translateString(
        tables, given, ctypes.byref(length), output, ctypes.byref(made), None, None, _NO_UNDEFINED
    )
    if not good:
        raise NoBraille(f"liblouis can't read its tables {tables.decode()}: on Debian, apt install liblouis-data")
    found = output.raw[: made.value * library.lou_charSize()].decode(_coded())
    strange = sorted({c for c in words if not c.isascii() and not _has_braille(c, tables)})
    if strange:
        raise NoBraille(f"{words!r}: liblouis has no braille for {', '.join(f'U+{ord(c):04X}' for c in strange)}")
    return "".join(dot if dot in _PATTERNS else chr(_BLANK) for dot in found)


_NO_UNDEFINED: Final = 128
"""liblouis's mode in which a character that its tables lack yields nothing, where it would else yield its number."""


@cache
def _has_braille(character: str, tables: bytes) -> bool:
    library = _library()
    given = character.encode(_coded())
    length, made = ctypes.c_int(1), ctypes.c_int(64)
    output = ctypes.create_string_buffer(64 * library.lou_charSize())
    arguments = (tables, given, ctypes.byref(length), output, ctypes.byref(made), None, None, _NO_UNDEFINED)
    return bool(library.lou_translateString(*arguments)) and made.value > 0


def _coded() -> str:
    """How liblouis was built to hold characters."""
    return {2: "utf-16-le", 4: "utf-32-le"}[_library().lou_charSize()]


@cache
def _library() -> Any:
    """liblouis, where the system has it. Raises `NoBraille`."""
    name = find_library("louis")
    try:
        library = ctypes.CDLL(name) if name else None
    except OSError:
        library = None
    if library is None:
        raise NoBraille(_INSTALL)
    library.lou_setLogLevel(60000)  # its complaints would stand among ours
    return library
