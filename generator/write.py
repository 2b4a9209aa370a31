"""Files written whole or not at all: each under another name first, then all put in their places."""

import contextlib
import errno
import os
import secrets
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from generator import unfinished


def write(files: Mapping[Path, bytes], say: Callable[[], None] = lambda: None) -> None:
    """Write every file, making missing folders; `say` tells of them when they need only be put in their places.

    Raises OSError, with the file that it is about, and whatever `say` raises; then no file has changed and none is left
    behind.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            unfinished.make_folder(path.parent)
            with _about(path):
                parts[path] = _written(path, content)
        say()
        with _uninterrupted():
            _put_in_place(parts)
            unfinished.finish()
    finally:
        unfinished.remove()


def _written(path: Path, content: bytes) -> Path:
    """The content beside the place of its file, under another name, safe on the disk."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    unfinished.begin(part)
    with part.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    return part


def _put_in_place(parts: Mapping[Path, Path]) -> None:
    """Rename all; where one can't be, those before it are again as they were."""
    done: dict[Path, Path | None] = {}
    for path, part in parts.items():
        try:
            with _about(path):
                done[path] = _second_name(path) if len(parts) > 1 else None
                part.replace(path)
        except OSError:
            for each, old in done.items():
                with contextlib.suppress(OSError):
                    each.unlink() if old is None else old.replace(each)
            raise


def _second_name(path: Path) -> Path | None:
    """Another name for what stands at a path now, the only one where the system knows no second; None for nothing."""
    if not os.path.lexists(path):
        return None
    kept = path.with_name(f".{secrets.token_hex(8)}.part")
    unfinished.begin(kept)
    try:
        os.link(path, kept, follow_symlinks=False)
    except (OSError, NotImplementedError):
        path.rename(kept)
    return kept


@contextlib.contextmanager
def _about(path: Path) -> Iterator[None]:
    """An OSError from within is about this file, not about the name that it has on the way."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and a request to end wait: between two renames they would leave half of a split kit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
