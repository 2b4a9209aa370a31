"""What a run has begun on the disk and not finished: taken away where it fails, and where its process is ended."""

import contextlib
from pathlib import Path

_FILES: dict[Path, None] = {}
_FOLDERS: dict[Path, None] = {}
_IN_PLACE: list[bool] = []
_GOES_ON: list[bool] = []


def begin(file: Path) -> None:
    """A file is about to be made that has yet to be put in its place."""
    _FILES[file] = None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing; they go again with what was to stand in them."""
    missing = [folder, *folder.parents]
    missing = missing[: next((n for n, each in enumerate(missing) if each.exists()), len(missing))]
    for each in reversed(missing):
        _FOLDERS[each] = None
        each.mkdir(exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)  # which says what is wrong where a file stands there


def finish() -> None:
    """All is in its place."""
    _IN_PLACE.append(True)
    _FOLDERS.clear()


def finished() -> bool:
    """True from when all that was asked for is in its place."""
    return bool(_IN_PLACE) and not _GOES_ON


def go_on() -> None:
    """This run prints again and again: that one kit is in its place is not its end."""
    _GOES_ON.append(True)


def remove() -> None:
    """Take away what is not finished, as far as the system lets it."""
    for file in (*_FILES,):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
        _FILES.pop(file, None)
    for folder in reversed((*_FOLDERS,)):
        with contextlib.suppress(OSError):
            folder.rmdir()
        _FOLDERS.pop(folder, None)
