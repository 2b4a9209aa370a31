"""Every error that rr-print raises on purpose, and how a finding is written.

    RrPrintError
    +-- Rejected       findings in a kit or in a finished file         exit status 1
    +-- NoBraille      liblouis is missing, or lacks a character       exit status 1
    +-- Unheard        standard output can't be written            exit status 1
    +-- PressLost      the second process has ended                exit status 1
    +-- UsageError     a word of the command line that cannot be       exit status 2
    +-- Malformed      a position, a move or a number that can't be read
    +-- IllegalMove    a readable move that breaks a printed rule
    +-- BadRules       numbers of a ``[rules]`` table that an engine cannot play
    +-- BadEngine      an installed engine that can't be used

Games raise the last three but one; `load`, `prove` and `cli` turn them into findings or messages.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that is wrong, and where."""

    path: str
    """The file, as the user named its folder."""
    line: int
    """Line in that file, from 1."""
    message: str
    """Subject, what was expected, what was found."""

    def __str__(self) -> str:
        return shown(f"{self.path}:{self.line}: {self.message}", "\n")


class Mistake(NamedTuple):
    """One entry of a rules table that cannot be played."""

    key: str
    """Dotted name as in `kit.toml`: ``rules.targets``, ``setups.steady.values``."""
    message: str
    """What was expected and what was found."""


class RrPrintError(Exception):
    """Base of everything that rr-print raises on purpose."""


class Rejected(RrPrintError):
    """Something is wrong with a kit or a file; carries all findings, sorted and without repeats."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = tuple(sorted(set(findings)))
        super().__init__("\n".join(map(str, self.findings)))

    def __reduce__(self) -> tuple[type["Rejected"], tuple[tuple[Finding, ...]]]:
        return type(self), (self.findings,)


class NoBraille(RrPrintError):
    """liblouis or its tables are missing, it has no braille for a character, or a label is too long."""


class Unheard(RrPrintError):
    """Standard output can't be written; the message says why, and is empty where its reader has gone."""


class PressLost(RrPrintError):
    """The process that sets and draws has ended before it had answered."""


class UsageError(RrPrintError):
    """A word of the command line cannot be; the message names it and the nearest valid one."""


class Malformed(RrPrintError):
    """Text that is not a position, a move or a number of this game; the message quotes it."""


class IllegalMove(RrPrintError):
    """A well-formed move that the rules forbid in this position."""

    def __init__(self, rule: str, why: str) -> None:
        self.rule = rule
        """Id of the printed rule that the move breaks, such as ``empty-station``."""
        self.why = why
        """One sentence for people, in which the players are called ``Seat 1``, ``Seat 2`` and so on."""
        super().__init__(f"{rule}: {why}")


class BadRules(RrPrintError):
    """A rules table that the engine cannot play; carries every mistake."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes: tuple[Mistake, ...] = tuple(mistakes)
        super().__init__("\n".join(f"{m.key}: {m.message}" for m in self.mistakes))


class BadEngine(RrPrintError):
    """An installed engine that can't be loaded, or lacks what every engine has."""


def shown(text: str, also: str = "") -> str:
    """A text as a terminal may have it: what would steer it, or turn words round, is written out, `also` as well."""
    if text.isprintable():
        return text
    for each in also:
        text = text.replace(each, each.encode("unicode_escape").decode())
    return text.translate(_STEERING)


_STEERING = {
    ord(each): each.encode("unicode_escape").decode()
    for each in map(chr, (*range(10), *range(11, 32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F),
                          *range(0x2066, 0x206A)))
}  # fmt: skip


def nearest_file(name: str, files: Iterable[str]) -> str:
    """The tail of a message on a file that is not there: one with much the same name, else nothing."""
    stems = {_stem(file): file for file in files}
    close = get_close_matches(_stem(name), stems, n=1)
    return f"; did you mean {stems[close[0]]!r}?" if close else ""


def _stem(file: str) -> str:
    return file.rpartition("/")[2].partition(".")[0]


def nearest(name: str, valid: Iterable[str]) -> str:
    """The tail of an unknown-name message: the nearest valid name, else all of them."""
    names = sorted(valid)
    lowered = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), lowered, n=1)
    if close:
        return f"did you mean {lowered[close[0]]!r}?"
    return "expected one of " + ", ".join(map(repr, names)) if names else "none is expected here"
