"""What each command does. In: a task's words, still unchecked. Out: `Reply`, the same facts as JSON and as text.

Stages are imported by the task that runs them, so that nothing heavy stands before a short answer.
"""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import Finding, Rejected, UsageError
from generator.fingerprint import fingerprint
from generator.model import Kit, Request
from generator.places import shipped_kits
from generator.replay import Refusal, Replay, Written, named, replay, replay_words
from generator.reply import Reply, plain, printed
from generator.request import read_folder, read_number, read_output, read_picture, read_request

if TYPE_CHECKING:
    from generator.build import Printer


def print_kit(
    word: str,
    verbs: Iterable[str],
    request: Callable[[Kit], Request],
    output: str | None,
    split: str | None,
    printer: "Printer | None" = None,
) -> Reply:
    """Print a kit; `verbs` are the words that could have stood in its place."""
    kit = _load(word, verbs)
    asked = request(kit)
    target = read_output(output, split, asked.format)
    from generator import build

    return printed(build.order(kit, asked, target, printer if asked.format == "pdf" else None))


def watch_kit(
    word: str,
    verbs: Iterable[str],
    request: Callable[[Kit], Request],
    output: str | None,
    split: str | None,
    say: Callable[[Reply], None],
) -> Reply:
    """Print a kit at every save, and `say` what came of it; ends only when the process does."""
    from generator.preview.watch import watch

    watch(word, verbs, request, output, split, say)
    return Reply({}, "")


def serve_kit(word: str, verbs: Iterable[str], port: str, say: Callable[[Reply], None]) -> Reply:
    """Serve a kit, and `say` where; ends only when the process does."""
    from generator.preview.serve import serve

    serve(word, verbs, port, say)
    return Reply({}, "")


def list_kits() -> Reply:
    """What ships with rr-print."""
    games = [_outline(_load(name)) for name in shipped_kits()]
    return Reply({"games": games}, "\n\n".join(map(_outline_words, games)))


def _outline(kit: Kit) -> dict[str, Any]:
    return {
        "name": kit.name,
        "title": kit.title,
        "edition": kit.edition,
        "players": dict(zip(("min", "max", "default"), kit.players, strict=True)),
        "setups": list(kit.game.setups(kit.rules)),
        "sheets": [spec.name for spec in kit.sheets],
    }


def _outline_words(game: Mapping[str, Any]) -> str:
    players = "{min} to {max} players, {default} by default".format(**game["players"])
    lines = [f"{game['name']}: {game['title']} ({game['edition']}), {players}"]
    lines += [f"  {what}: {', '.join(game[what])}" for what in ("setups", "sheets") if game[what]]
    return "\n".join(lines)


def check_file(path: str) -> Reply:
    """Read a printed PDF back."""
    from generator.readback import readback

    report = readback(path)
    file, findings = report.file, report.findings
    current, words = _current(file)
    name = f"{file['title']} {file['edition']} {file['fingerprint']}"
    lines = [f"{e['path']}:{e['line']}: {e['id']}: {_outcome(e)}" for e in report.examples]
    proved = sum(bool(example["proved"]) for example in report.examples)
    total = f"{_count(proved, 'example')} proved, {_count(len(findings), 'finding')}"
    data = {
        "ok": not findings,
        "findings": plain(findings),
        "examples": [dict(example) for example in report.examples],
        "file": {**file, "current": current},
    }
    head = f"{path}: {name}, {_count(file['pages'], 'page')}, printed as {file['kit']!r}"
    return Reply(data, "\n".join([head, *lines, words, total]), "\n".join(map(str, findings)))


def _current(file: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether a file is of the edition that is installed here, None where no kit of that name is; and in words."""
    if file["name"] not in shipped_kits():
        return None, f"no kit {file['name']!r} is installed here to compare its edition with"
    kit = _load(file["name"])
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
    findings: Sequence[Finding]
    examples: Sequence[Mapping[str, Any]]
    rules: Sequence[Mapping[str, Any]]
    try:
        kit = _load(word)
        from generator import build

        report = build.check_kit(kit)
        findings, examples, rules = report.findings, report.examples, report.rules
    except Rejected as rejected:
        findings, examples, rules = rejected.findings, (), ()
    told = [line for example in examples for line in _example_lines(word, example, lines)]
    proved = sum(bool(example["proved"]) for example in examples)
    total = f"{_count(proved, 'example')} proved, {_count(len(findings), 'finding')}"
    data = {
        "ok": not findings,
        "findings": plain(findings),
        "examples": [dict(example) for example in examples],
        "rules": [dict(rule) for rule in rules],
    }
    return Reply(
        data, "\n".join([*told, *_rules_line(rules), *_positions_line(examples), total]), "\n".join(map(str, findings))
    )


def _example_lines(word: str, example: Mapping[str, Any], lines: bool) -> Iterator[str]:
    """An example in one line, and in another one the command that leads to it, or why none does."""
    yield f"{example['path']}:{example['line']}: {example['id']}: {_outcome(example)}"
    match example.get("reach") if lines else None:
        case {"players": players, "setup": setup, "first": first, "line": line}:
            options = f" --setup {setup}" * bool(setup) + f" --first {first}" * (first > 1)
            moves = "".join(f' "{move}"' for move in line)
            yield f"  rr-print replay {shlex.quote(word)} --players {players}{options}{moves}"
        case {"impossible": why}:
            yield f"  can't occur: {why}"
        case {"undecided": why}:
            yield f"  not decided: {why}"


def _positions_line(examples: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many of the examples' positions can occur, and after how many moves; how many can't or are not decided."""
    known = [example["reach"] for example in examples if "reach" in example]
    lengths = [len(reach["line"]) for reach in known if "line" in reach]
    never, open_ = (sum(what in reach for reach in known) for what in ("impossible", "undecided"))
    if known:
        words = [f"{len(lengths)} can occur, in at most {_count(max(lengths), 'move')}"] if lengths else []
        words += [f"{never} can't occur"] * bool(never) + [f"{open_} not decided"] * bool(open_)
        yield f"{_count(len(known), 'position')}: {', '.join(words)}"


def explain_numbers(word: str, *, players: str | None, setup: str | None) -> Reply:
    """Tell where each printed number comes from."""
    kit = _load(word)
    request = read_request(kit, players=players, setup=setup)
    from generator import build

    numbers, findings = build.explain_kit(kit, request)
    rows = [
        {key: getattr(number, key) for key in ("sheet", "page", "text", "around", "origin", "path", "line")}
        for number in numbers
    ]
    lines = [f"page {n.page}, {n.sheet}: {n.text}  ({n.around})  {n.origin}" for n in numbers]
    data = {"numbers": rows, "findings": plain(findings)}
    return Reply(data, "\n".join([*lines, f"{_count(len(rows), 'number')}"]), "\n".join(map(str, findings)))


def _rules_line(rules: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many of the rules that the engine decides the examples show, and which can't come into play."""
    if rules:
        never = [rule["id"] for rule in rules if "never" in rule]
        shown, due = sum(bool(rule.get("examples")) for rule in rules), len(rules) - len(never)
        words = f"{_count(len(rules), 'rule')} decided, {'all' if shown == due and not never else shown} shown"
        yield words + (f", never in play: {', '.join(never)}" if never else "")


def _outcome(example: Mapping[str, Any]) -> str:
    claims = _count(example["claims"], "claim")
    if example["proved"]:
        return f"{claims} proved"
    return f"{example['refused']} of {claims} refused" if example["refused"] else "refused"


def replay_moves(
    word: str,
    moves: Sequence[str],
    request: Callable[[Kit], Request],
    *,
    first: str,
    file: str | None,
    ask: str | None,
    pdf: str | None,
) -> Reply:
    """Play moves from the start: those of a file, then the words `moves`; answer for a disputed one, draw the end."""
    kit = _load(word)
    asked = request(kit._replace(sheets=()))
    seat = read_number("--first", first, 1, asked.players)
    target = read_picture(pdf, asked)
    written = [*(_moves_of(kit, file, asked) if file is not None else ()), *map(Written, moves)]
    done = replay(kit, asked.players, asked.setup, seat, written, asked.names)
    asked = asked._replace(setup=done.setup)
    if done.refused is not None:
        return _refused(done, done.refused)
    data, blocks = dict(done.position), [replay_words(done)]
    if ask is not None:
        from generator import ask as referee

        answer = referee.ask(done, asked, ask)
        data["asked"] = referee.asked_data(answer)
        blocks.append(referee.asked_words(answer))
    if target is not None:
        _draw(done, asked, target)
        data["pdf"] = str(target)
        blocks.append(f"The position is drawn in {target}.")
    return Reply(data, "\n\n".join(blocks))


def _moves_of(kit: Kit, file: str, asked: Request) -> tuple[Written, ...]:
    from generator.moves import read_moves

    return read_moves(file, asked.players, asked.names, partial(kit.game.read_move, kit.rules))


def _draw(done: Replay, asked: Request, target: Path) -> None:
    """Print the sheet of a position."""
    from generator.position_sheet import position_sheet

    kit = position_sheet(done.kit)
    sheets = tuple(spec.name for spec in kit.sheets)
    from generator import build

    build.order(kit, asked._replace(sheets=sheets, position=done.position, played=done.played), target)


def _refused(done: Replay, no: Refusal) -> Reply:
    told = {"number": no.number, "move": no.move, "rule": no.rule, "why": no.why}
    at = {"at": {"path": no.written.path, "line": no.written.line}} if no.written.path else {}
    where = f"{no.written.path}:{no.written.line}" if no.written.path else "rr-print"
    complaint = f"{where}: move {no.number}, {no.move!r}, breaks the rule {no.rule!r}: {named(no.why, done.names)}"
    position = done.kit.game.write_state(done.kit.rules, done.state)
    data = {"ok": False, **told, **at, "position": done.position}
    return Reply(data, "", f"{complaint}\nrr-print: the position before it: {position}")


def _load(word: str, verbs: Iterable[str] = ()) -> Kit:
    folder, shown = read_folder(word, verbs)
    from generator.load import load

    return load(folder, shown)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
