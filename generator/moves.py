"""A session's moves as people wrote them down: one move a line, with remarks.

In: the name of a file, or `-` for standard input. Out: `Written` moves in their order. A line is

    [WHO:] MOVE [# remark]

A remark begins with `#` at the start of a line or after a space; a line without a move is left out. `WHO` is a name
that `--names` gives or the number of a seat, `2` or `seat 2`: the move is then refused unless it is that player's turn.
It ends at the line's first colon.
"""

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from unicodedata import normalize

from generator.errors import Finding, Malformed, Rejected, UsageError, nearest, nearest_file
from generator.kit_lines import decode
from generator.replay import Written

STANDARD_INPUT: Final = "-"
_LIMIT: Final = 1_000_000
"""Bytes; a session of the longest game fits a hundred times over."""
_REMARK: Final = re.compile(r"(?:^|(?<=\s))#.*")
_SEAT: Final = re.compile(r"(?:seat )?([0-9]{1,4})", re.IGNORECASE)


def read_moves(
    word: str, players: int, names: Sequence[str], read_move: Callable[[str], object]
) -> tuple[Written, ...]:
    """The moves of a file; `names` are those of the seats, in their order, empty where a seat has none.

    `read_move` raises `Malformed` for text that is no move. Raises `UsageError` for a file that can't be read,
    `Rejected` with every line that names no player of the table or holds no move.
    """
    moves: list[Written] = []
    findings: list[Finding] = []
    for line, text in enumerate(decode(_bytes(word), word).replace("\r", "\n").split("\n"), start=1):
        said = _REMARK.sub("", text).strip()
        if not said:
            continue
        who, colon, move = map(str.strip, said.partition(":") if ":" in said else ("", "", said))
        try:
            seats = _seats(normalize("NFC", " ".join(who.split())), players, names) if colon else ()
            read_move(move)
        except Malformed as wrong:
            findings.append(Finding(word, line, str(wrong)))
        else:
            moves.append(Written(move, word, line, seats, who))
    if findings:
        raise Rejected(findings)
    return tuple(moves)


def _seats(who: str, players: int, names: Sequence[str]) -> tuple[int, ...]:
    """The seats that may be meant: two players may bear one name. Raises `Malformed`."""
    meant = tuple(seat for seat, name in enumerate(names, start=1) if name and name.casefold() == who.casefold())
    number = _SEAT.fullmatch(who)
    if meant:
        return meant
    if number and 1 <= int(number[1]) <= players:
        return (int(number[1]),)
    if number:
        raise Malformed(f"expected a seat from 1 to {players}, found {who!r}")
    known = [name for name in names if name]
    expected = nearest(who, known) if known else f"expected a seat from 1 to {players}, or names given with --names"
    raise Malformed(f"unknown player {who!r}; {expected}")


def _bytes(word: str) -> bytes:
    try:
        if word == STANDARD_INPUT:
            if sys.stdin is None:
                raise UsageError("--moves: expected moves on standard input, which is closed")
            data = sys.stdin.buffer.read(_LIMIT + 1)
        else:
            with Path(word).open("rb") as stream:
                data = stream.read(_LIMIT + 1)
    except FileNotFoundError:
        raise UsageError(f"--moves: there is no file {word!r}{_alike(Path(word))}") from None
    except IsADirectoryError:
        raise UsageError(f"--moves: {word!r} is a folder; expected a file of moves") from None
    except OSError as error:
        raise UsageError(f"--moves: {word!r} cannot be read: {error.strerror}") from error
    except ValueError:  # a NUL
        raise UsageError(f"--moves: {word!r} cannot be the name of a file") from None
    if len(data) > _LIMIT:
        raise UsageError(f"--moves: {word!r} is larger than {_LIMIT} bytes")
    return data


def _alike(path: Path) -> str:
    """A file beside one that is not there, of much the same name."""
    beside = path.parent
    return nearest_file(path.name, (each.name for each in beside.iterdir())) if beside.is_dir() else ""
