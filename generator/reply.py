"""What a task has to say: the same facts as JSON and as text."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from generator.errors import Finding, Rejected
from generator.model import Summary
from generator.replay import table


class Reply(NamedTuple):
    """What a task has to say."""

    data: Mapping[str, Any]
    """For stdout with `--json`."""
    text: str
    """For stdout without it."""
    complaint: str = ""
    """For stderr: what is wrong, if anything is."""


def printed(done: Summary) -> Reply:
    """The reply of a task that has printed."""
    counts = {"pages": done.pages, "paper_sheets": done.paper_sheets, "card_sheets": done.card_sheets}
    data = {
        "files": list(done.files),
        **counts,
        "pieces": dict(done.pieces),
        "examples_proved": done.examples_proved,
    }
    rows = {
        "pages": done.pages,
        "sheets of paper": done.paper_sheets,
        "sheets of card": done.card_sheets,
        **done.pieces,
        "examples proved": done.examples_proved,
    }
    return Reply(data, "\n".join([*done.files, table((f"  {name}", [count]) for name, count in rows.items())]))


def refusal(rejected: Rejected) -> Reply:
    """The reply of a task that ended in findings."""
    return Reply({"ok": False, "findings": plain(rejected.findings)}, "", str(rejected))


def plain(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON has them."""
    return [{"path": finding.path, "line": finding.line, "message": finding.message} for finding in findings]
