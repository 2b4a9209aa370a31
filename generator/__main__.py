"""The way in: `rr-print` and `python -m generator`. Owns the process: its exit status, and what Ctrl-C does."""

import contextlib
import gc
import io
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from generator import VERBS
from generator.apart import apart

_WRITING = ("generator.write", "generator.new_kit")
"""Modules that leave nothing half-written, given the time."""


def run() -> NoReturn:
    """Do what `sys.argv` says, and leave with its exit status.

    All is done and said by then: Python taking itself apart would cost a tenth of a short run.
    """
    _open_streams()
    status = main()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _open_streams() -> None:
    """Where a standard stream is closed, let it lead nowhere: the next file opened would else take its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            stream = io.TextIOWrapper(io.FileIO(number, "w" if number else "r", closefd=False), encoding="utf-8")
            setattr(sys, name, stream)


def main() -> int:
    """Do what `sys.argv` says. Returns the exit status."""
    signal.signal(signal.SIGINT, _interrupted)
    gc.disable()  # a tenth of a short run would go into looking for cycles that the end of the process clears anyway
    try:
        words = sys.argv[1:]
        # A kit is asked for: the press gets ready while this process reads the rest of the words.
        printer = apart() if words and words[0] not in VERBS and not words[0].startswith("-") else None
        from generator.cli import main as answer

        status = answer(words, printer)
    except KeyboardInterrupt:
        status = 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C must not turn a finished file into a failure any more
    return status


def _interrupted(_: int, frame: FrameType | None) -> None:
    """Leave at once, but let what writes take away what it has begun.

    An exception would not do: reportlab has places that catch every one and go on.
    """
    while frame is not None:
        if frame.f_globals.get("__name__") in _WRITING:
            raise KeyboardInterrupt
        frame = frame.f_back
    os._exit(130)


if __name__ == "__main__":
    run()
