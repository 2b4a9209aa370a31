"""What one run works out and the next need not: compiled templates, texts that were read.

It lies in the user's own part of the temporary folder, one file for each thing, with a mark of all that it was made
from: what does not match is worked out again, so that nothing is ever stale. Where that folder can't be had, written to
or trusted, each run works for itself, and says nothing of it.
"""

import os
import pickle
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

_Made = TypeVar("_Made")
_MOST = 1 << 22
"""Bytes of one thing; the largest that the shipped kits keep is a twentieth of it."""
_FILES = 1000
"""How many are left when a run has begun to write: those used last; a kit has about thirty."""


def remembered(name: str, mark: bytes, work: Callable[[], _Made]) -> _Made:
    """What `work` makes: as it is kept under `name`, if that is of this `mark`; else worked out, and kept."""
    data = read(name) or b""
    if data.startswith(mark):
        with suppress(Exception):  # whatever it is that a damaged file makes of itself
            return cast(_Made, pickle.loads(data[len(mark) :]))  # noqa: S301 - nobody else can write it
    made = work()
    write(name, mark + pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
    return made


def mark(texts: Iterable[str], code: Iterable[str]) -> bytes:
    """A mark of texts, and of the files of the code that works on them as they are now."""
    found = sha256()
    for text in (*texts, *(f"{path} {Path(path).stat().st_mtime_ns}" for path in code)):
        found.update(f"{len(text)} {text}".encode(errors="surrogatepass"))
    return found.digest()


def read(name: str) -> bytes | None:
    """The bytes kept under a name."""
    folder = _folder()
    if folder is None:
        return None
    path = _file(folder, name)
    try:
        with open(path, "rb", opener=_at_once) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return None
            os.utime(path)  # the files that are let go are those that nobody has read for longest
            return stream.read(_MOST)
    except OSError:
        return None


def write(name: str, data: bytes) -> None:
    """Keep bytes under a name in place of those that were."""
    folder = _folder()
    if folder is None or len(data) >= _MOST:
        return
    with suppress(OSError):
        _tidy(folder)
        number, begun = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(number, "wb") as stream:
                stream.write(data)
            Path(begun).replace(_file(folder, name))
        except OSError:
            Path(begun).unlink()


@cache
def _tidy(folder: Path) -> None:
    """Let the files go that were not used for longest, once a run."""
    found = sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime_ns)
    for path in found[:-_FILES]:
        path.unlink()


def _file(folder: Path, name: str) -> Path:
    return folder / sha256(name.encode(errors="surrogatepass")).hexdigest()[:32]


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for anyone: a named pipe would."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@cache
def _folder() -> Path | None:
    """The folder, made where it is not; None unless it is this user's, and nobody else may write there."""
    user = os.getuid() if hasattr(os, "getuid") else None  # elsewhere the temporary folder is the user's own
    try:
        folder = Path(tempfile.gettempdir(), "rr-print" if user is None else f"rr-print-{user}")
        with suppress(FileExistsError):
            folder.mkdir(mode=stat.S_IRWXU)
        found = folder.lstat()
    except OSError:
        return None
    mine = user is None or (found.st_uid == user and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    return folder if mine and stat.S_ISDIR(found.st_mode) else None
