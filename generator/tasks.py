"""What each command does. In: a task's words, still unchecked. Out: `Reply`, the same facts as JSON and as text.

Stages are imported by the task that runs them, so that nothing heavy stands before a short answer.
"""

import errno
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.errors import Finding, Rejected, UsageError
from generator.fingerprint import fingerprint
from generator.limits import bounded
from generator.model import Kit, Request, Summary
from generator.places import installed_kits, shipped_kits
from generator.replay import table
from generator.request import LARGEST_RANDOM, read_folder, read_number, read_output, read_request, read_split

if TYPE_CHECKING:
    from generator.build import Printer


class Reply(NamedTuple):
    """What a task has to say."""

    data: Mapping[str, Any]
    """For stdout with `--json`."""
    text: str
    """For stdout without it."""
    complaint: str = ""
    """For stderr: what is wrong, if anything is."""


Say = Callable[[Reply], None]
"""Tells a reply of files that are written, before they are put in their places: where it can't be heard, none is."""


def print_kit(
    word: str,
    verbs: Iterable[str],
    request: Callable[[Kit], Request],
    output: str | None,
    split: str | None,
    practice: tuple[str | None, str | None],
    printer: "Printer | None",
    say: Say,
) -> None:
    """Print a kit; `verbs` are the words that could have stood in its place, `practice` what was asked of it."""
    kit = load_kit(word, verbs)
    kit, asked = _practised(kit, request, *practice) if practice != (None, None) else (kit, request(kit))
    target = read_output(output, split, asked.format)
    print_asked(kit, asked, target, printer if asked.format == "pdf" else None, lambda done: say(printed(done)))


def reprint_kit(
    word: str,
    verbs: Iterable[str],
    old: str,
    words: Mapping[str, str | None],
    output: str | None,
    split: str | None,
    printer: "Printer | None",
    say: Say,
) -> Reply | None:
    """Print what changed since the file `old` was printed, or nothing; `words` are about the table and the paper."""
    kit = load_kit(word, verbs)
    target = read_output(output, split)
    from generator import editions

    found = editions.since(kit, old, read_split(split), **words)
    if found is None:
        nothing = printed(Summary((), 0, 0, 0, {}, 0))
        return nothing._replace(text=f"nothing changed since {old!r} was printed: nothing to print")
    print_asked(*found, target, printer, lambda done: say(printed(done)))
    return None


def printed(done: Summary) -> Reply:
    """What was printed."""
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


def _practised(
    kit: Kit, request: Callable[[Kit], Request], count: str | None, number: str | None
) -> tuple[Kit, Request]:
    """The kit and the request with practice sheets."""
    from generator import practice

    if count is None:
        raise UsageError("--random: only practice questions are found at random; expected --practice with it")
    asked_for = read_number("--practice", count, 1, practice.MOST)
    seed = 1 if number is None else read_number("--random", number, 0, LARGEST_RANDOM)
    kit = practice.with_sheets(kit)
    asked = request(kit)
    if not set(practice.SHEETS) & set(asked.sheets):
        raise UsageError(f"--practice: --sheets leaves out {' and '.join(map(repr, practice.SHEETS))}")
    return practice.with_questions(kit, asked, asked_for, seed), asked._replace(practice=f"practice-{asked_for}-{seed}")


def print_asked(
    kit: Kit, asked: Request, target: Path | None, printer: "Printer | None", say: Callable[[Summary], None]
) -> None:
    """Print; what can't be printed or written for a word of the command line is a `UsageError`."""
    from generator import build

    try:
        build.print_kit(kit, asked, target, printer, say)
    except Rejected as rejected:
        raise of_names(kit, asked, rejected) from rejected
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        raise UsageError(f"cannot write {str(error.filename or target)!r}: {error.strerror or error}") from error


def of_names(kit: Kit, asked: Request, rejected: Rejected) -> Rejected | UsageError:
    """What was rejected; or a word that cannot be, where all would print without the names."""
    from generator import build
    from generator.prove import prove

    if not asked.names:
        return rejected
    try:
        build.make(kit, prove(kit), asked._replace(names=()))
    except Rejected:
        return rejected
    messages = dict.fromkeys(finding.message for finding in rejected.findings)
    advice = (
        "give a shorter name" if any(" mm " in message for message in messages) else "spell it with other characters"
    )
    return UsageError("--names: " + "; ".join([*messages, advice]))


def check_file(path: str) -> Reply:
    """Read a printed PDF back."""
    from generator.checked import count, outcome
    from generator.readback import readback

    report = readback(path)
    file, findings = report.file, report.findings
    current, words = _current(file)
    name = f"{file['title']} {file['edition']} {file['fingerprint']}"
    lines = [f"{e['path']}:{e['line']}: {e['id']}: {outcome(e)}" for e in report.examples]
    proved = sum(bool(example["proved"]) for example in report.examples)
    total = f"{count(proved, 'example')} proved, {count(len(findings), 'finding')}"
    data = {
        "ok": not findings,
        "findings": plain(findings),
        "examples": [dict(example) for example in report.examples],
        "file": {**file, "current": current},
    }
    head = f"{path}: {name}, {count(file['pages'], 'page')}, printed as {file['kit']!r}"
    return Reply(data, "\n".join([head, *lines, words, total]), "\n".join(map(str, findings)))


def _current(file: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether a file is of the edition that is installed here, None where no kit of that name is; and in words."""
    from generator.load import load

    kits = {**installed_kits(), **shipped_kits()}
    if file["name"] not in kits:
        return None, f"no kit {file['name']!r} is installed here to compare its edition with"
    kit = load(kits[file["name"]], str(kits[file["name"]]))
    here = f"{kit.edition} {fingerprint(kit)}"
    if here == f"{file['edition']} {file['fingerprint']}":
        return True, f"this is the current edition: {here}"
    return False, f"this is not the current edition, which is {here}"


def check_kit(word: str, *, lines: bool = False) -> Reply:
    """Find everything that is wrong with a kit; `lines` tells how each example's position comes about."""
    if os.path.isfile(word):  # noqa: PTH113 - where a name is too long for the system, Path raises
        if lines:
            raise UsageError(f"--lines: expected a kit, found the file {word!r}")
        return check_file(word)
    if word.lower().endswith(".pdf") and not os.path.isdir(word):  # noqa: PTH112 - as above
        raise UsageError(f"no file {word!r}")
    from generator.checked import count, example_lines, positions_line, rules_line

    findings: Sequence[Finding]
    examples: Sequence[Mapping[str, Any]]
    rules: Sequence[Mapping[str, Any]]
    try:
        kit = load_kit(word)
        from generator import build

        report = build.check_kit(kit)
        findings, examples, rules = report.findings, report.examples, report.rules
    except Rejected as rejected:
        findings, examples, rules = rejected.findings, (), ()
    told = [line for example in examples for line in example_lines(word, example, lines)]
    proved = sum(bool(example["proved"]) for example in examples)
    total = f"{count(proved, 'example')} proved, {count(len(findings), 'finding')}"
    data = {
        "ok": not findings,
        "findings": plain(findings),
        "examples": [dict(example) for example in examples],
        "rules": [dict(rule) for rule in rules],
    }
    return Reply(
        data, "\n".join([*told, *rules_line(rules), *positions_line(examples), total]), "\n".join(map(str, findings))
    )


def explain_numbers(word: str, *, players: str | None, setup: str | None) -> Reply:
    """Tell where each printed number comes from."""
    kit = load_kit(word)
    request = read_request(kit, players=players, setup=setup)
    from generator import build
    from generator.checked import count

    numbers, findings = build.explain_kit(kit, request)
    rows = [
        {key: getattr(number, key) for key in ("sheet", "page", "text", "around", "origin", "path", "line")}
        for number in numbers
    ]
    lines = [f"page {n.page}, {n.sheet}: {n.text}  ({n.around})  {n.origin}" for n in numbers]
    data = {"numbers": rows, "findings": plain(findings)}
    return Reply(data, "\n".join([*lines, f"{count(len(rows), 'number')}"]), "\n".join(map(str, findings)))


def find_examples(
    word: str, *, lesson: str | None, players: str | None, setup: str | None, count: str, number: str | None
) -> Reply:
    """Find worked examples."""
    kit = load_kit(word)
    request = read_request(kit._replace(sheets=()), players=players, setup=setup)
    from generator import examples

    known = examples.known_lessons(kit, lesson)
    each = read_number("--count", count, 1, examples.MOST)
    seed = None if number is None else read_number("--random", number, 0, LARGEST_RANDOM)
    found = examples.find(kit, known, request.players, setup, each, seed)
    missing = tuple(examples.missing(word, known, found, request.players, setup))
    data = {"examples": [examples.as_json(kit, *named_) for named_ in found], "missing": list(missing)}
    return Reply(data, examples.as_text(kit, found), "\n".join(f"rr-print: {message}" for message in missing))


def diff_editions(old: str, new: str, *, players: str | None, setup: str | None) -> Reply:
    """Tell what changed from one edition to another; each word is a printed file or a kit."""
    from generator import editions

    return Reply(*editions.differences(old, new, players, setup))


def refusal(rejected: Rejected) -> Reply:
    """The reply of a task that ended in findings."""
    return Reply({"ok": False, "findings": plain(rejected.findings)}, "", str(rejected))


def load_kit(word: str, verbs: Iterable[str] = ()) -> Kit:
    """The kit of a word; `verbs` are the words that could have stood in its place."""
    folder, shown = read_folder(word, verbs)
    from generator.load import load

    with bounded(f"{shown}/kit.toml"):
        return load(folder, shown)


def plain(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON holds them."""
    return [{"path": finding.path, "line": finding.line, "message": finding.message} for finding in findings]
