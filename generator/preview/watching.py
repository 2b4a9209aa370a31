"""Saves, as they come: of the kit's own files, and of the layouts and fonts that ship with rr-print.

Editors save in many ways: over the file, emptied first, or under another name that takes the file's place; and they
leave files of their own beside it. So what is told is only that something may have changed, once it has been still for
a moment; what it is, the next build finds.
"""

import gc
import os
import sys
import time
from collections.abc import Collection, Iterator
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from generator.errors import UsageError
from generator.places import place

_STEP, _LONGEST, _QUIET = 20, 200, 200
"""ms: how long all is still before a save is told; how long it may go on; when it is told that nothing comes."""
_AGAIN: Final = 0.2
"""s between looks for a folder that is gone."""
SHARED: Final = ("macros", "profiles")
"""Folders of the layouts that every kit reads."""


class Save(Enum):
    """What has come."""

    KIT = "a file of the kit"
    SHARED = "a file that every kit reads"
    NONE = "nothing, for a while"


def stay() -> None:
    """Look for cycles as often as Python does by itself: this process stays, and must not grow."""
    gc.set_threshold(700, 10, 10)


def need() -> None:
    """Raise `UsageError` where what watches folders is not installed."""
    if not find_spec("watchfiles"):
        raise UsageError("this needs watchfiles, which is not here: pip install 'rr-print[preview]'")


def saves(folder: Path, own: Collection[Path]) -> Iterator[Save]:
    """Every save, and every while without one; `own` are files that this process writes.

    The first comes as soon as all is watched, as something may have been saved before. A folder that is taken away, or
    another one in its place, is a save too.
    """
    while True:
        known = _identity(folder)
        if known is not None:
            yield from _while_it_is_there(folder, known, own)
            continue
        yield Save.KIT
        while _identity(folder) is None:
            time.sleep(_AGAIN)
            yield Save.NONE


def _while_it_is_there(folder: Path, known: tuple[int, int], own: Collection[Path]) -> Iterator[Save]:
    import watchfiles

    shared = [*(place("layouts") / name for name in SHARED), place("fonts")]
    real = folder.resolve()

    def matters(_: object, path: str) -> bool:
        """Not what editors leave beside a file, and not what we write."""
        name = os.path.relpath(path, real) if Path(path).is_relative_to(real) else Path(path).name
        hidden = any(part.startswith((".", "#")) for part in Path(name).parts)
        return not hidden and not name.endswith("~") and Path(path) not in own

    begun = False
    try:
        for changes in watchfiles.watch(
            real, *shared, watch_filter=matters, debounce=_LONGEST, step=_STEP, rust_timeout=_QUIET,
            yield_on_timeout=True, raise_interrupt=True,
        ):  # fmt: skip
            if _identity(folder) != known:
                return
            if not begun:  # what was saved before the watch began was not seen
                begun = True
                yield Save.SHARED
                continue
            common = any(not Path(path).is_relative_to(real) for _, path in changes)
            yield Save.SHARED if common else Save.KIT if changes else Save.NONE
    except FileNotFoundError:
        return


def _identity(folder: Path) -> tuple[int, int] | None:
    """What sets this very folder apart from any other of its name."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def forget() -> None:
    """Let go of all that functions remember: profiles, fonts and what was measured with them are read anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("generator."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
