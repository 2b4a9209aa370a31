"""Marks round a number in a text that tells of its origins: characters that no font has and no kit may write."""

import re
from collections.abc import Iterator
from typing import Final

OPEN, SHUT = "\ue000", "\ue001"
"""Around a number, in a text that is traced; the number of its origin follows the first, a digit a character."""
_DIGIT: Final = 0xE010
_MARKED = re.compile(f"{OPEN}([\ue010-\ue019]*)(.*?){SHUT}", re.DOTALL)
_MARKS = re.compile(f"[{OPEN}{SHUT}\ue010-\ue019]")


def mark(text: str, number: int) -> str:
    """The text between marks that bear a number."""
    return f"{OPEN}{''.join(chr(_DIGIT + int(digit)) for digit in str(number))}{text}{SHUT}"


def strip(text: str) -> str:
    """The text without marks."""
    return _MARKS.sub("", text)


def marked(text: str) -> Iterator[tuple[int, str]]:
    """The marked numbers of a text: number of the origin and what is printed. Of marks in marks the inner count."""
    for found in _MARKED.finditer(text):
        number = "".join(str(ord(digit) - _DIGIT) for digit in found[1])
        yield int(number), strip(found[2])
