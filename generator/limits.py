"""The last line against a kit that never ends: how long the work on one request may take, and how much memory.

What a kit can make long has a bound of its own, in plain figures, wherever it was thought of; these two catch the rest.
Where the system has no such clock or limit, the bounds of their own are all there is.
"""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from generator.errors import Finding, Rejected, RrPrintError

LONGEST = 30.0
"""Seconds of work for one request, waiting not counted: a hundred times what a kit takes."""
LONGEST_CHECK = 600.0
"""Seconds of work to see every request that a kit allows."""
_AGAIN = 1.0
"""Seconds to the next call, for places that catch every error and go on."""
_MOST_MEMORY = 1 << 30
"""Bytes of addresses that a process may use; to check the largest kit takes an eighth of them."""
NO_MEMORY = "this takes more memory than a kit may"


class Overrun(RrPrintError):
    """The work on a request takes too long, wherever it is just then."""


class TooLong(Rejected):
    """Findings, the last of which is where work was ended because it took too long."""


@contextlib.contextmanager
def bounded(where: str, seconds: float = LONGEST) -> Iterator[None]:
    """Let what is done within take its time and memory, and no more. Raises `Rejected`, at the first line of a file."""
    try:
        with deadline(seconds):
            yield
    except Overrun as error:
        raise TooLong([Finding(where, 1, str(error))]) from error
    except MemoryError as error:
        raise Rejected([Finding(where, 1, NO_MEMORY)]) from error


@contextlib.contextmanager
def deadline(seconds: float = LONGEST) -> Iterator[None]:
    """Let what is done within take so many seconds of this process, or what is left outside. Raises `Overrun`."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    outer, _ = signal.getitimer(signal.ITIMER_VIRTUAL)
    given = min(seconds, outer or seconds)

    def late(_: int, __: FrameType | None) -> None:
        raise Overrun(f"this takes more than {seconds:g} seconds of work")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, given, _AGAIN)
    try:
        yield
    finally:
        left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
        if outer:
            signal.setitimer(signal.ITIMER_VIRTUAL, max(outer - given + left, _AGAIN / 100), _AGAIN)


def limit_memory() -> None:
    """Let this process, and those it starts, ask for no more than they may; then a MemoryError is raised."""
    try:
        import resource  # not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY or soft > _MOST_MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, hard))
    except (ImportError, OSError, ValueError):
        return
