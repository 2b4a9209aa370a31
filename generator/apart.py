"""The press in a second process: it reads its modules, half of a short run, while this one reads the words and the kit.

Only where the system can fork; elsewhere `apart` gives nothing, and the press runs here.
"""

import contextlib
import os
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from generator.errors import PressLost
from generator.limits import deadline

if TYPE_CHECKING:
    from generator.model import Content, Imprint, Printed, Request, Sheet, SheetSpec, Summary


class Apart:
    """Calls of a `Press` that another process answers."""

    def __init__(self, there: BinaryIO, back: BinaryIO) -> None:
        self.there, self.back = there, back

    def begin(self, imprint: "Imprint", request: "Request", intro: "SheetSpec | None") -> None:
        """As `Press.begin`; nothing is answered."""
        self._send("begin", (imprint, request, intro))

    def take(self, sheet: "Sheet") -> None:
        """As `Press.take`; nothing is answered, so that the next sheet is filled while this one is set."""
        self._send("take", (sheet,))

    def lay_out(self) -> Mapping[str, Any]:
        """As `Press.lay_out`."""
        return cast(Mapping[str, Any], self._call("lay_out", (), lambda: None))

    def finish(
        self, sheets: "Sequence[Sheet]", output: Path | None, contents: "Sequence[Content]"
    ) -> "tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]":
        """As `Press.finish`; while it works, this process reads what it will read the file with."""
        from generator.verify import prepare

        return cast(
            "tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]",
            self._call("finish", (sheets, output, contents), prepare),
        )

    def close(self) -> None:
        """Let go of the other process, which ends."""
        for pipe in (self.there, self.back):
            with contextlib.suppress(OSError):
                pipe.close()

    def _send(self, name: str, words: tuple[Any, ...]) -> None:
        try:
            pickle.dump((name, words), self.there, pickle.HIGHEST_PROTOCOL)
            self.there.flush()
        except BrokenPipeError:
            raise PressLost(_LOST) from None

    def _call(self, name: str, words: tuple[Any, ...], meanwhile: Callable[[], None]) -> object:
        self._send(name, words)
        meanwhile()
        try:
            error, answer = pickle.load(self.back)  # noqa: S301 - from our own process
        except (EOFError, pickle.UnpicklingError):
            raise PressLost(_LOST) from None
        if error is not None:
            raise error
        return answer


_LOST = "the process that sets and draws has ended: it was killed, or found no memory or no files to open"
_ANSWERED = ("lay_out", "finish")
"""Calls that are waited for."""


def apart() -> Apart | None:
    """Start the other process. It ends when this one does, or lets go of it. None where the system can't."""
    if not hasattr(os, "fork"):
        return None
    pipes: list[int] = []
    try:
        pipes += os.pipe()
        pipes += os.pipe()
        child = os.fork()
    except OSError:  # too many files or processes: the press runs here, which needs neither
        for number in pipes:
            os.close(number)
        return None
    for_press, there, back, from_press = pipes
    if child == 0:
        try:
            os.close(there)
            os.close(back)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            with os.fdopen(for_press, "rb") as calls, os.fdopen(from_press, "wb") as answers:
                _serve(calls, answers)
        finally:
            os._exit(0)
    os.close(for_press)
    os.close(from_press)
    return Apart(os.fdopen(there, "wb"), os.fdopen(back, "rb"))


def _serve(calls: BinaryIO, answers: BinaryIO) -> None:
    """Answer calls until there are no more."""
    from generator.press import Press

    press = Press()
    press.warm()
    failure: Exception | None = None
    while True:
        try:
            name, words = pickle.load(calls)  # noqa: S301 - from our own process
        except EOFError:
            return
        answer = None
        try:
            with deadline():
                answer = getattr(press, name)(*words) if failure is None else None
        except Exception as error:  # noqa: BLE001 - raised again where an answer is waited for
            failure = _portable(error)
        if name in _ANSWERED:
            pickle.dump((failure, answer), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()


def _portable(error: Exception) -> Exception:
    """The error, or its words where it can't be sent."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made on this line
    except Exception:  # noqa: BLE001 - whatever it is that an error holds
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
