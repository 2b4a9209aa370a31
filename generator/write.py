"""Files written whole or not at all: each under another name first, then all renamed."""

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path


def write(files: Mapping[Path, bytes]) -> None:
    """Write every file, making missing folders. Raises OSError; then no file has changed."""
    made: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(21, "it is a folder", str(path))
            part = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
            made.append((part, path))
            with part.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
        for part, path in made:
            part.replace(path)
    finally:
        for part, _ in made:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
