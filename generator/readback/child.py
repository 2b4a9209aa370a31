"""The process that reads a file: it holds itself to its limits, reads, and tells on stdout in JSON what it found."""

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from generator.readback import LARGEST, LONGEST, LONGEST_ANSWER, MOST

_FINDINGS: Final = 100
_LETTERS: Final = 400
"""What is told of a file that is wrong all over: so many findings, each so long."""


def main() -> None:
    """Read the file that the command line names, with a folder for what must lie in one."""
    _, task, path, folder = sys.argv[1:]
    _limit()
    from generator.readback.compare import compare, guarded
    from generator.readback.telling import tell

    try:
        told = compare(_bytes(path), Path(folder)) if task == "check" else guarded(_bytes(path), Path(folder), tell)
        if len(json.dumps(told)) > LONGEST_ANSWER:
            told = {"findings": [(1, "it tells more than a kit does; it is damaged, or made to do harm")]}
    except MemoryError:
        told = {"findings": [(1, f"reading it took more than {MOST} MiB of memory; it is damaged, or made to do harm")]}
    if task == "tell" and "findings" not in told:
        told = {"findings": (), "told": told}
    told["findings"] = [(page, _shown(message)) for page, message in told["findings"][:_FINDINGS]]
    told["examples"] = [{**each, "id": _shown(each["id"])} for each in told.get("examples", ())]
    if "file" in told:
        told["file"] = {key: _shown(word) if isinstance(word, str) else word for key, word in told["file"].items()}
    sys.stdout.write(json.dumps(told))
    sys.stdout.flush()


def _limit() -> None:
    """Where the system can: a little less time than the parent waits, so much memory, no large file, no core."""
    try:
        import resource
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_CPU, LONGEST),
        (resource.RLIMIT_AS, MOST << 20),
        (resource.RLIMIT_FSIZE, 1 << 20),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _bytes(path: str) -> bytes:
    with Path(path).open("rb") as stream:
        return stream.read(LARGEST + 1)


def _shown(message: Any) -> str:
    """A message on one line, cut short: words of a file may hold anything."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(message))
    return text if len(text) <= _LETTERS else f"{text[:_LETTERS]} ..."
