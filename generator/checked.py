"""What `check` and `explain` found in, lines for people out."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def example_lines(word: str, example: Mapping[str, Any], lines: bool) -> Iterator[str]:
    """An example in one line, and in another one the command that leads to it, or why none does."""
    yield f"{example['path']}:{example['line']}: {example['id']}: {outcome(example)}"
    if example.get("lesson") and not example["proved"]:
        players = f" --players {example['players']}" * bool(example["players"])
        yield f"  another for its lesson: rr-print examples {shlex.quote(word)} --lesson {example['lesson']}{players}"
    match example.get("reach") if lines else None:
        case {"players": players, "setup": setup, "first": first, "line": line}:
            options = f" --setup {setup}" * bool(setup) + f" --first {first}" * (first > 1)
            moves = "".join(f' "{move}"' for move in line)
            yield f"  rr-print replay {shlex.quote(word)} --players {players}{options}{moves}"
        case {"impossible": why}:
            yield f"  can't occur: {why}"
        case {"undecided": why}:
            yield f"  not decided: {why}"


def positions_line(examples: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many of the examples' positions can occur, and after how many moves; how many can't or are not decided."""
    known = [example["reach"] for example in examples if "reach" in example]
    lengths = [len(reach["line"]) for reach in known if "line" in reach]
    never, open_ = (sum(what in reach for reach in known) for what in ("impossible", "undecided"))
    if known:
        words = [f"{len(lengths)} can occur, in at most {count(max(lengths), 'move')}"] if lengths else []
        words += [f"{never} can't occur"] * bool(never) + [f"{open_} not decided"] * bool(open_)
        yield f"{count(len(known), 'position')}: {', '.join(words)}"


def rules_line(rules: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many of the rules that the engine decides the examples show, and which can't come into play."""
    if rules:
        never = [rule["id"] for rule in rules if "never" in rule]
        shown, due = sum(bool(rule.get("examples")) for rule in rules), len(rules) - len(never)
        words = f"{count(len(rules), 'rule')} decided, {'all' if shown == due and not never else shown} shown"
        yield words + (f", never in play: {', '.join(never)}" if never else "")


def outcome(example: Mapping[str, Any]) -> str:
    """How many claims of an example are proved or refused."""
    claims = count(example["claims"], "claim")
    if example["proved"]:
        return f"{claims} proved"
    return f"{example['refused']} of {claims} refused" if example["refused"] else "refused"


def count(number: int, noun: str) -> str:
    """A number of things: ``1 finding``, ``2 findings``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
