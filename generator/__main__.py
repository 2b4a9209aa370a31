"""The way in: `rr-print` and `python -m generator`. Owns the process: its exit status, and what Ctrl-C does.

All that it needs is imported when Ctrl-C is taken care of, and where a failure is told in one line.
"""

import _signal as signal  # type: ignore[import-not-found]  # there already, where signal would have to be read first
import os
import sys

_ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")
_SELDOM = (100_000, 5, 5)
"""How often cycles are looked for where hundreds of kits are set one after another: enough to bound the memory."""


def run() -> None:
    """Do what `sys.argv` says, and leave with its exit status.

    All is done and said by then: Python taking itself apart would cost a tenth of a short run.
    """
    for name in _ENDINGS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as under nohup
            signal.signal(number, _ended)
    try:
        _open_streams()
        status = main()
    except (ImportError, MemoryError, OSError) as error:
        status = 1
        _tell(f"rr-print: can't begin: {str(error) or 'no memory is left'}\n")
    os._exit(status)


def _tell(line: str) -> None:
    try:
        os.write(2, line.encode(errors="replace"))
    except OSError:
        return


def _open_streams() -> None:
    """Where a standard stream is closed, let it lead nowhere: the next file opened would else take its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            import io

            stream = io.TextIOWrapper(io.FileIO(number, "w" if number else "r", closefd=False), encoding="utf-8")
            setattr(sys, name, stream)


def main() -> int:
    """Do what `sys.argv` says. Returns the exit status."""
    import gc

    from generator import VERBS
    from generator.apart import apart
    from generator.limits import limit_memory

    limit_memory()
    _leave_out_settings()
    words = sys.argv[1:]
    if words and words[0] in VERBS:
        gc.set_threshold(*_SELDOM)
    else:
        gc.disable()  # a tenth of a short run would go into looking for cycles that its end clears anyway
    # A kit is asked for: the press gets ready while this process reads the rest of the words.
    printer = apart() if words and words[0] not in VERBS and not words[0].startswith("-") else None
    from generator.cli import main as answer

    status = answer(words, printer)
    if printer is not None:
        printer.close()
    return status


def _leave_out_settings() -> None:
    """Let ReportLab find none of the settings that it takes from the environment, a home folder and modules.

    The same request gives the same bytes, whatever else a user prints with ReportLab, and runs no code of theirs.
    """
    for name in [name for name in os.environ if name.startswith("RL_")]:
        del os.environ[name]
    for name in ("reportlab_settings", "reportlab.local_rl_settings"):
        sys.modules[name] = type(sys)(name)


def _ended(number: int, _: object) -> None:
    """Leave at once, with nothing half done; a file that is in its place is no failure any more.

    An exception would not do: reportlab has places that catch every one and go on.
    """
    signal.signal(number, signal.SIG_IGN)  # twice is no more than once
    unfinished = sys.modules.get("generator.unfinished")
    if unfinished is not None:
        if unfinished.finished():
            return
        unfinished.remove()
    os._exit(128 + number)


if __name__ == "__main__":
    run()
