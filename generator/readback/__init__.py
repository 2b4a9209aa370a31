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
    try:
        size = Path(path).stat().st_size
    except OSError as error:
        raise Rejected([Finding(path, 1, f"it cannot be read: {error.strerror}")]) from error
    if size > LARGEST:
        raise Rejected([Finding(path, 1, f"expected at most {LARGEST // 10**6} MB, found {size / 10**6:.0f} MB")])
    told = _read(path)
    findings = [Finding(path, page, message) for page, message in told["findings"]]
    if "file" not in told:
        raise Rejected(findings)
    examples = tuple({"id": e["id"], "path": path, **e} for e in told["examples"])
    return Report(tuple(sorted(set(findings))), examples, told["file"])


def _read(path: str) -> Mapping[str, Any]:
    """What the other process tells."""
    with TemporaryDirectory(prefix="rr-print-") as folder:
        command = [sys.executable, "-c", _START, json.dumps(sys.path), path, folder]
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
