"""A printed PDF in, what is wrong with it out, read by a process of its own that may use so much time and memory.

Nothing but the PDF is needed. Whatever that process falls over, the answer is a finding.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from generator.errors import Finding, Rejected

LARGEST: Final = 32_000_000
"""Bytes of a file; a kit has a tenth of a million, and a hundred copies of every piece two millions."""
LONGEST: Final = 60
"""Seconds that reading may take."""
MOST: Final = 1_000
"""MiB of memory that reading may take, where the system can hold a process to it."""
LONGEST_ANSWER: Final = 8_000_000
"""Letters of what that process tells; of a kit it is a tenth of a million."""
_START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from generator.readback.child import main; main()"
)


@dataclass(frozen=True, slots=True)
class Report:
    """What a file says, and what is wrong with it."""

    findings: tuple[Finding, ...]
    """At their pages, as these are numbered in print."""
    examples: tuple[Mapping[str, Any], ...]
    """Every worked example that it prints: id, path, line (its page), claims, proved."""
    file: Mapping[str, Any]
    """`name`, `title`, `edition`, `fingerprint`, `kit` (what it was printed for) and `pages`."""


def readback(path: str) -> Report:
    """Read a file back. Raises `Rejected` where it cannot be read at all."""
    told = _read("check", path)
    findings = [Finding(path, page, message) for page, message in told["findings"]]
    if "file" not in told:
        raise Rejected(findings)
    examples = tuple({"id": e["id"], "path": path, **e} for e in told["examples"])
    return Report(tuple(sorted(set(findings))), examples, told["file"])


def tell(path: str) -> Mapping[str, Any]:
    """What another edition is compared with, as `telling.tell` gives it. Raises `Rejected` where it cannot be read."""
    told = _read("tell", path)
    if "told" not in told:
        raise Rejected(Finding(path, page, message) for page, message in told["findings"])
    found: Mapping[str, Any] = told["told"]
    return found


def _read(task: str, path: str) -> Mapping[str, Any]:
    """What the other process tells. Raises `Rejected` for a file that it is not given."""
    try:
        size = Path(path).stat().st_size
    except OSError as error:
        raise Rejected([Finding(path, 1, f"it cannot be read: {error.strerror}")]) from error
    if size > LARGEST:
        raise Rejected([Finding(path, 1, f"expected at most {LARGEST // 10**6} MB, found {size / 10**6:.0f} MB")])
    with TemporaryDirectory(prefix="rr-print-") as folder:
        command = [sys.executable, "-c", _START, json.dumps(sys.path), task, path, folder]
        try:
            done = subprocess.run(  # noqa: S603 - our own interpreter, with our own words
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return _lost(f"reading it took more than {LONGEST} seconds")
    return _answer(done.returncode, done.stdout)


def _answer(status: int, output: bytes) -> Mapping[str, Any]:
    if status == 0:
        answer: Mapping[str, Any] = json.loads(output)
        return answer
    return _lost("the process that read it was stopped: it took too much time or memory")


def _lost(message: str) -> Mapping[str, Sequence[Any]]:
    return {"findings": [(1, f"{message}; the file is damaged, or made to do harm")]}
