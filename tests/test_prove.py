"""Worked examples replayed: what holds is proved, what does not is told claim by claim."""
# ruff: noqa: ARG002, D102 - the small game has every function of the protocol, which says what each does

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.errors import IllegalMove, Malformed
from generator.games import Field, Rulebook, Turn, Wording, engine
from generator.load import load
from generator.model import Example, Kit, ProvedStep
from generator.places import shipped_kits
from generator.prove import fact_text, prove
from generator.rules_text import rules_text


@dataclass(frozen=True)
class Heap:
    """A position of the small game below."""

    left: int
    taken: tuple[int, ...]
    seat: int


class Taking:
    """A small game: seats take 1 to 3 from a heap in turn until it is gone. Text: ``9; 0 0; seat 1``."""

    FIELDS: tuple[Field, ...] = ()

    def read_rules(self, table: Mapping[str, Any], setups: Mapping[str, Any]) -> Any:
        return None

    def setups(self, rules: Any) -> tuple[str, ...]:
        return ()

    def start(self, rules: Any, players: int, setup: str | None = None, first: int = 1) -> Heap:
        return Heap(9, (0,) * players, first)

    def legal_moves(self, rules: Any, state: Heap) -> tuple[int, ...]:
        return tuple(range(1, min(3, state.left) + 1))

    def play(self, rules: Any, state: Heap, move: int) -> Turn:
        if not state.left:
            raise IllegalMove("session-over", "Nothing is left.")
        if not 1 <= move <= 3:
            raise IllegalMove("one-to-three", f"Nobody takes {move}.")
        if move > state.left:
            raise IllegalMove("too-many", f"Only {state.left} are left.")
        taken = tuple(n + move * (seat == state.seat) for seat, n in enumerate(state.taken, 1))
        return Turn(state, move, Heap(state.left - move, taken, state.seat % len(taken) + 1), {})

    def facts(self, rules: Any, turn: Turn) -> Mapping[str, Any]:
        state = turn.state
        rows = tuple((n, n * n) for n in state.taken)
        return {"left": state.left, "taken": state.taken, "rows": rows, "over": not state.left, "winner": None}

    def position(self, rules: Any, state: Heap) -> Mapping[str, Any]:
        seat = state.seat if state.left else None
        return {"left": state.left, "seat": seat, "over": seat is None, "scores": list(state.taken)}

    def read_state(self, rules: Any, text: str) -> Heap:
        try:
            left, taken, seat = text.split(";")
            return Heap(int(left), tuple(map(int, taken.split())), int(seat.split()[1]))
        except (ValueError, IndexError) as error:
            raise Malformed(f"expected '9; 0 0; seat 1', found {text!r}") from error

    def write_state(self, rules: Any, state: Heap) -> str:
        return f"{state.left}; {' '.join(map(str, state.taken))}; seat {state.seat}"

    def read_move(self, rules: Any, text: str) -> int:
        if not text.removeprefix("take ").isdecimal():
            raise Malformed(f"expected 'take 3', found {text!r}")
        return int(text.removeprefix("take "))

    def write_move(self, move: int) -> str:
        return f"take {move}"

    def rulebook(self) -> Rulebook:
        raise NotImplementedError

    def wording(self) -> Wording:
        raise NotImplementedError


def examples(body: str, name: str = "one") -> tuple[Example, ...]:
    """The example with these lines in its fence, the first of which is the text's second."""
    return rules_text(f"```example {name}\n{body.strip()}\n```\n", "kit/rules.md")[1]


def kit_of(*given: Example) -> Kit:
    """A kit of the small game that holds these examples."""
    return Kit(
        folder=Path(),
        shown="kit",
        name="kit",
        title="Taking",
        edition="T-1",
        language="en",
        engine="taking",
        game=Taking(),
        numbers={},
        rules=None,
        setups={},
        players=(2, 4, 2),
        about={},
        profiles={},
        sheets=(),
        texts={
            "rules.md": rules_text("- Not too many. {#too-many}\n- No more moves. {#session-over}\n", "kit/rules.md")[0]
        },
        examples=given,
        lines={},
    )


def findings(body: str) -> list[str]:
    """Line and message of every claim that does not hold, of an example called `one`."""
    proofs = prove(kit_of(*examples(body)))
    assert not proofs.proved
    head, found = "example 'one': ", proofs.refused["one"]
    assert all(finding.path == "kit/rules.md" and finding.message.startswith(head) for finding in found)
    return [f"{finding.line}: {finding.message.removeprefix(head)}" for finding in found]


def test_a_rule_that_stands_nowhere() -> None:
    """The move is refused as claimed, but the text has no rule of that id; the nearest one is given."""
    kit = kit_of(
        *examples("title: A turn\nposition: 2; 3 4; seat 1\nnames: Pat, Mo\nmove: take 3\n  illegal: too-many")
    )
    assert not prove(kit).refused

    other = kit._replace(texts={"rules.md": rules_text("Not too many. {#to-many}\n", "kit/rules.md")[0]})
    (finding,) = prove(other).refused["one"]
    assert str(finding) == (
        "kit/rules.md:6: example 'one': illegal: no rule of the text has the id 'too-many'; did you mean 'to-many'?"
    )


GOOD = """\
title: A turn
position: 5; 3 1; seat 2
names: Pat, Mo
move: 3
  left: 2
  taken: 3 4
  rows: 3 9 /  4 16
  over: no
  winner: none
move: take 3
  illegal: too-many
move: take 2
  over: yes
  taken: 5 4
move: take 1
  illegal: session-over
"""


def test_claims_that_hold_are_a_proof() -> None:
    """Moves in the engine's own form, who made them, what they did; a refused move leaves the position as it is."""
    (example,) = examples(GOOD)
    proofs = prove(kit_of(example))
    assert not proofs.refused
    proof = proofs.proved["one"]
    assert proof.example is example
    assert proof.claims == 9
    assert proof.before == {"left": 5, "seat": 2, "over": False, "scores": [3, 1]}
    facts = {"left": 2, "taken": (3, 4), "rows": ((3, 9), (4, 16)), "over": False, "winner": None}
    assert proof.steps[:2] == (
        ProvedStep("take 3", 2, facts, None, ""),
        ProvedStep("take 3", 1, {}, "too-many", "Only 2 are left."),
    )
    assert (proof.steps[2].seat, proof.steps[2].facts["left"]) == (1, 0)
    assert proof.steps[3] == ProvedStep("take 1", 0, {}, "session-over", "Nothing is left.")


@pytest.mark.parametrize(
    ("good", "bad", "expected"),
    [
        ("left: 2", "left: 3", "6: left: claimed 3, the engine finds 2"),
        ("left: 2", "left: 02", "6: left: claimed 02, the engine finds 2"),
        ("left: 2", "left: two", "6: left: claimed two, the engine finds 2"),
        ("left: 2", "lefd: 2", "6: unknown fact 'lefd'; did you mean 'left'?"),
        ("taken: 3 4", "taken: 4 3", "7: taken: claimed 4 3, the engine finds 3 4"),
        ("taken: 3 4", "taken: 3", "7: taken: claimed 3, the engine finds 3 4"),
        ("3 9 /  4 16", "3 9 4 16", "8: rows: claimed 3 9 4 16, the engine finds 3 9 / 4 16"),
        ("over: no", "over: yes", "9: over: claimed yes, the engine finds no"),
        ("over: no", "over: 0", "9: over: claimed 0, the engine finds no"),
        ("winner: none", "winner: 0", "10: winner: claimed 0, the engine finds none"),
        ("too-many", "session-over", "12: illegal: claimed session-over, the engine finds too-many: Only 2 are left."),
        (
            "  illegal: too-many\n",
            "",
            "11: move 'take 3' is illegal by too-many: Only 2 are left. The position: 2; 3 4; seat 1",
        ),
        ("names: Pat, Mo", "names: Pat", "1: names: expected 2, one for each seat, found 1"),
        ("names: Pat, Mo", "names: Pat, Mo, Sam", "1: names: expected 2, one for each seat, found 3"),
        ("move: take 1", "move: run 1", "16: move: expected 'take 3', found 'run 1'"),
        ("5; 3 1; seat 2", "5; 3 1", "3: position: expected '9; 0 0; seat 1', found '5; 3 1'"),
    ],
)
def test_claim_that_does_not_hold(good: str, bad: str, expected: str) -> None:
    """The example, the claim, what was claimed and what the engine finds, at the claim's own line."""
    assert GOOD.count(good) == 1
    assert findings(GOOD.replace(good, bad)) == [expected]


def test_every_wrong_claim_is_told() -> None:
    """Also those after a move that is refused, or cannot be read."""
    assert findings(
        "title: a\nposition: 5; 0 0; seat 1\nmove: take 4\nmove: jump\n  left: 1\n"
        "move: take 1\n  left: 3\n  taken: 1\nmove: take 9\n  illegal: too-many\nmove: take 2\n  left: 2\n  over: yes\n"
    ) == [
        "4: move 'take 4' is illegal by one-to-three: Nobody takes 4. The position: 5; 0 0; seat 1",
        "5: move: expected 'take 3', found 'jump'",
        "8: left: claimed 3, the engine finds 4",
        "9: taken: claimed 1, the engine finds 1 0",
        "11: illegal: claimed too-many, the engine finds one-to-three: Nobody takes 9.",
        "14: over: claimed yes, the engine finds no",
    ]


def test_legal_move_claimed_illegal_is_not_played() -> None:
    """What follows is held against the position that the writer meant."""
    assert findings(
        "title: a\nposition: 5; 0 0; seat 1\nmove: take 1\n  illegal: too-many\nmove: take 2\n  left: 3\n  taken: 2 0\n"
    ) == ["5: illegal: claimed too-many, the engine finds 'take 1' legal"]


def test_example_that_claims_nothing() -> None:
    """A picture that nothing is said of is no proof; moves without claims between others are."""
    assert findings("title: a\nposition: 5; 0 0; seat 1\nmove: take 1\n") == [
        "1: expected claims under its moves, found none: nothing is proved"
    ]
    body = "title: a\nposition: 5; 0 0; seat 1\nmove: take 1\nmove: take 1\n  left: 3\n"
    assert prove(kit_of(*examples(body))).proved["one"].claims == 1


def test_names_may_be_left_out() -> None:
    """Nothing is counted then."""
    assert prove(kit_of(*examples(GOOD.replace("names: Pat, Mo\n", "")))).proved


def test_refused_example_leaves_the_others_proved() -> None:
    """Each example stands for itself."""
    bad = examples(GOOD.replace("left: 2", "left: 3"), "bad")
    proofs = prove(kit_of(*examples(GOOD), *bad, *examples(GOOD, "two")))
    assert (list(proofs.proved), list(proofs.refused)) == (["one", "two"], ["bad"])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-1, "-1"),
        (True, "yes"),
        (False, "no"),
        (None, "none"),
        ("cw", "cw"),
        (" two  words ", "two words"),
        ((1, 2, 3), "1 2 3"),
        ([1, 2], "1 2"),
        ((True, None), "yes none"),
        ((("A", "B"), ("C",)), "A B / C"),
        (((2, 1, 0), (0, 2, 0)), "2 1 0 / 0 2 0"),
        (((), (4,)), "none / 4"),
        ((), "none"),
        ([], "none"),
    ],
)
def test_text_form_of_facts(value: object, text: str) -> None:
    """As people write claims."""
    assert fact_text(value) == text


@pytest.mark.parametrize("name", ["seed-circuit", "quiet-dividend"])
def test_shipped_examples_are_proved(name: str) -> None:
    """Every example that we print, with claims in every one."""
    kit = load(shipped_kits()[name], f"layouts/{name}")
    proofs = prove(kit)
    assert not proofs.refused
    assert list(proofs.proved) == [example.id for example in kit.examples]
    assert all(proof.claims for proof in proofs.proved.values())


@pytest.mark.parametrize("name", ["seed-circuit", "quiet-dividend"])
def test_no_claim_of_ours_is_idle(name: str) -> None:
    """Each single claim that we print, changed, refuses its example, and only that claim is told."""
    kit = load(shipped_kits()[name], f"layouts/{name}")
    for example in kit.examples:
        for at, step in enumerate(example.steps):
            for number, claim in enumerate(step.claims):
                wrong = claim._replace(value=f"{claim.value} x")
                claims = (*step.claims[:number], wrong, *step.claims[number + 1 :])
                steps = (*example.steps[:at], step._replace(claims=claims), *example.steps[at + 1 :])
                proofs = prove(kit._replace(examples=(example._replace(steps=steps),)))
                assert [finding.line for finding in proofs.refused[example.id]] == [claim.line]


@pytest.mark.parametrize("name", ["seed-circuit", "quiet-dividend"])
def test_engines_know_the_entries_that_proofs_need(name: str) -> None:
    """`position` has the seat to move and a score for each seat, whatever the game."""
    kit = load(shipped_kits()[name], name)
    game = engine(name)
    assert game
    for players in range(kit.players[0], kit.players[1] + 1):
        position = game.position(kit.rules, game.start(kit.rules, players))
        assert (position["seat"], len(position["scores"])) == (1, players)
