"""Files written whole or not at all: each under another name first, then all renamed."""

import contextlib
import errno
import os
import secrets
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path


def write(files: Mapping[Path, bytes]) -> None:
    """Write every file, making missing folders. Raises OSError; then no file has changed and none is left behind."""
    parts: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
            part = path.with_name(f".{secrets.token_hex(8)}.part")
            parts.append((part, path))
            with part.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
        with _uninterrupted():
            for part, path in parts:
                part.replace(path)
    finally:
        for part, _ in parts:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits: between two renames it would leave half of a split kit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
