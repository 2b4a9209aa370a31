"""A kit in, its proofs out: every worked example replayed by the kit's engine, each claim held against what that finds.

Of a game this knows the protocol alone, and of `Game.position` the entries that all games share: `seat` and `scores`.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from generator.errors import Finding, IllegalMove, Malformed, nearest
from generator.games.reading import NONE
from generator.model import Claim, Example, Kit, Proof, Proofs, ProvedStep, Step

_ILLEGAL: Final = "illegal"
"""The claim that a move is refused; its value is the id of the rule that refuses it."""


def prove(kit: Kit) -> Proofs:
    """Replay every example of a kit.

    An example with a claim that does not hold is refused with all of its findings; raises nothing. A move that is
    refused, rightly or wrongly, leaves the position as it is, and the next move starts from there. `ProvedStep.seat`
    is 0 where a move is refused because nobody is to move any more.
    """
    ids = {name for name, _ in kit.rule_ids()}
    proved: dict[str, Proof] = {}
    refused: dict[str, tuple[Finding, ...]] = {}
    replayed: dict[str, Proof] = {}
    for example in kit.examples:
        replay = _Replay(kit, example, ids)
        proof = replay.proof()
        if replay.findings:
            refused[example.id] = tuple(replay.findings)
            if proof and len(proof.steps) == len(example.steps):
                replayed[example.id] = proof
        elif proof:
            proved[example.id] = proof
    return Proofs(proved, refused, replayed)


def fact_text(value: object) -> str:
    """A fact as claims write it: ``3``, ``yes``, ``none``, ``2 3 4``; rows of values as ``2 1 0 / 0 2 0``."""
    if value in (None, (), []):
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        rows = any(isinstance(entry, tuple | list) for entry in value)
        return (" / " if rows else " ").join(map(fact_text, value))
    return " ".join(str(value).split())


class _Replay:
    """One example, replayed; findings gather in it."""

    def __init__(self, kit: Kit, example: Example, ids: Collection[str]) -> None:
        self.game, self.rules, self.example = kit.game, kit.rules, example
        self.ids = ids
        self.findings: list[Finding] = []
        self.state: Any = None

    def add(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.example.path, line, f"example {self.example.id!r}: {message}"))

    def proof(self) -> Proof | None:
        """The proof if every claim holds; with findings it means nothing."""
        example = self.example
        try:
            self.state = self.game.read_state(self.rules, example.position)
        except Malformed as error:
            self.add(example.position_line, f"position: {error}")
            return None
        before = self.game.position(self.rules, self.state)
        if example.names and len(example.names) != len(before["scores"]):
            found = len(example.names)
            self.add(example.line, f"names: expected {len(before['scores'])}, one for each seat, found {found}")
        steps = [done for step in example.steps if (done := self.step(step))]
        claims = sum(len(step.claims) for step in example.steps)
        if not claims:
            self.add(example.line, "expected claims under its moves, found none: nothing is proved")
        return Proof(example, before, tuple(steps), claims)

    def step(self, step: Step) -> ProvedStep | None:
        """Make one move and compare what is claimed of it; None for what is no move at all."""
        try:
            move = self.game.read_move(self.rules, step.move)
        except Malformed as error:
            self.add(step.line, f"move: {error}")
            return None
        text, seat = self.game.write_move(move), self.game.position(self.rules, self.state)["seat"] or 0
        refusal = next((claim for claim in step.claims if claim.key == _ILLEGAL), None)
        try:
            turn = self.game.play(self.rules, self.state, move)
        except IllegalMove as error:
            self.refused(step, text, refusal, error)
            return ProvedStep(text, seat, {}, error.rule, error.why)
        facts = self.game.facts(self.rules, turn)
        if refusal:
            self.add(refusal.line, f"illegal: claimed {refusal.value}, the engine finds {text!r} legal")
        else:
            self.state = turn.state
            for claim in step.claims:
                self.claim(claim, facts)
        return ProvedStep(text, seat, facts, None, "")

    def refused(self, step: Step, text: str, refusal: Claim | None, error: IllegalMove) -> None:
        """Compare a refused move with the claim that it is refused, if there is one."""
        if not refusal:
            position = self.game.write_state(self.rules, self.state)
            self.add(step.line, f"move {text!r} is illegal by {error.rule}: {error.why} The position: {position}")
        elif refusal.value != error.rule:
            self.add(refusal.line, f"illegal: claimed {refusal.value}, the engine finds {error.rule}: {error.why}")
        elif refusal.value not in self.ids:
            known = nearest(refusal.value, self.ids)
            self.add(refusal.line, f"illegal: no rule of the text has the id {refusal.value!r}; {known}")

    def claim(self, claim: Claim, facts: Mapping[str, Any]) -> None:
        if claim.key not in facts:
            self.add(claim.line, f"unknown fact {claim.key!r}; {nearest(claim.key, facts)}")
            return
        claimed, found = " ".join(claim.value.split()), fact_text(facts[claim.key])
        if claimed != found:
            self.add(claim.line, f"{claim.key}: claimed {claimed}, the engine finds {found}")
