"""The disputed move: what the rules say of a move that is not played, and of the same move the other way round.

In: a replayed session and a move as text. Out: `Answer`; its words for a table, and the same as JSON. Of a game this
knows the protocol alone.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from generator.errors import IllegalMove, Malformed, UsageError
from generator.games import Said
from generator.model import Request
from generator.printed_rules import PrintedRule, printed_rules
from generator.replay import Replay, named

_UNPRINTED: Final = "this kit's text has no rule of that id"


class Answer(NamedTuple):
    """What the rules say of one move."""

    move: str
    """In the engine's own text form."""
    spoken: str
    """As a player would say it."""
    refused: IllegalMove | None
    """The rule that it breaks, and why."""
    said: tuple[Said, ...]
    """What it would do; for a refused move, why it is refused."""
    facts: Mapping[str, Any]
    """The engine's facts of the turn; none of a refused move."""


class Asked(NamedTuple):
    """What the rules say of a disputed move."""

    who: str
    """Whose turn it is, as called in a sentence; empty where nobody is to move."""
    seat: int | None
    answers: tuple[Answer, ...]
    """On the move itself; then, in a game with directions, on the same move the other way round."""
    rules: Mapping[str, PrintedRule]
    """The printed rules that the answers name, by id, in the order in which they are named."""


def ask(done: Replay, request: Request, text: str) -> Asked:
    """Answer for a move in the position that the session has reached; nothing is played.

    `request` is the kit whose printed words are given. Raises `UsageError` for text that is no move, `Rejected` where
    the kit's words can't be worked out.
    """
    game = done.kit.game
    try:
        move = game.read_move(done.kit.rules, text)
    except Malformed as malformed:
        raise UsageError(f"--ask: {malformed}") from malformed
    other = game.wording().other_way(move)
    answers = tuple(_answer(done, each) for each in (move, other) if each is not None)
    ids = [rule for answer in answers for said in answer.said for rule in said.rules]
    seat = done.position["seat"]
    return Asked(done.called[seat - 1] if seat else "", seat, answers, printed_rules(done.kit, request, ids))


def _answer(done: Replay, move: Any) -> Answer:
    game, rules = done.kit.game, done.kit.rules
    wording = game.wording()
    bare = Answer(game.write_move(move), wording.spoken(move), None, (), {})
    try:
        facts = game.facts(rules, game.play(rules, done.state, move))
    except IllegalMove as illegal:
        return bare._replace(refused=illegal, said=(Said(named(illegal.why, done.names), (illegal.rule,)),))
    return bare._replace(said=wording.turn(rules, facts, done.called), facts=facts)


def asked_words(asked: Asked) -> str:
    """The answers for people, one sentence a line, to be read out; then the printed rules that they name."""
    who = f"{asked.who}, " if asked.who else ""
    blocks = []
    for number, answer in enumerate(asked.answers):
        opens = "The other way round" if number else "Asked, not played"
        head = f"{opens}: {who}{answer.spoken} ({answer.move}). {'Not legal' if answer.refused else 'Legal'}."
        blocks.append("\n".join([head, *(f"  {said.text}{_ids(said)}" for said in answer.said)]))
    ids = dict.fromkeys(rule for answer in asked.answers for said in answer.said for rule in said.rules)
    printed = [f"  {rule}: {asked.rules[rule].text if rule in asked.rules else _UNPRINTED}" for rule in ids]
    return "\n\n".join([*blocks, "\n".join(["The printed rules:", *printed])])


def _ids(said: Said) -> str:
    return f" [{', '.join(said.rules)}]" if said.rules else ""


def asked_data(asked: Asked) -> Mapping[str, Any]:
    """The answers as JSON holds them."""
    first, *others = (_data(asked, answer) for answer in asked.answers)
    return {"seat": asked.seat, **first, "other_way": others[0] if others else None}


def _data(asked: Asked, answer: Answer) -> dict[str, Any]:
    refused = answer.refused
    return {
        "move": answer.move,
        "legal": refused is None,
        "rule": refused.rule if refused else None,
        "why": refused.why if refused else None,
        "words": [said.text for said in answer.said],
        "rules": list(_printed(asked, answer)),
        "facts": {key: _plain(value) for key, value in answer.facts.items()},
    }


def _printed(asked: Asked, answer: Answer) -> Iterator[Mapping[str, Any]]:
    """The rules that an answer names; one that the kit does not print has neither text nor place."""
    for rule in dict.fromkeys(rule for said in answer.said for rule in said.rules):
        found = asked.rules.get(rule)
        yield {
            "id": rule,
            "text": found.text if found else None,
            "path": found.path if found else None,
            "line": found.line if found else None,
        }


def _plain(value: object) -> object:
    """A fact as JSON holds it: lists for tuples."""
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value
