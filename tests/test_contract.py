"""The contract tests that any engine can be put to: each promise that an engine breaks is told."""

import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from generator.contract import broken_promises, contract
from generator.errors import BadRules, IllegalMove, Mistake
from generator.games import Game, seed_circuit
from generator.load import load
from generator.model import Kit
from generator.places import shipped_kits

ROOT = Path(__file__).parents[1]
PLAY = seed_circuit.play
KIT = load(shipped_kits()["seed-circuit"], "seed-circuit")


def changed(**parts: Any) -> Kit:
    """The kit of Seed Circuit with an engine of which some functions are others."""
    game = ModuleType("changed")
    vars(game).update({name: value for name, value in vars(seed_circuit).items() if not name.startswith("__")})
    vars(game).update(parts)
    return KIT._replace(game=cast(Game, game))


class Book:
    """The rulebook of Seed Circuit with a part that is another."""

    def __init__(self, **parts: Any) -> None:
        self.parts = parts

    def __getattr__(self, name: str) -> Any:
        return self.parts[name] if name in self.parts else getattr(seed_circuit.rulebook(), name)


class Words:
    """The wording of Seed Circuit with a part that is another."""

    def __init__(self, **parts: Any) -> None:
        self.parts = parts

    def __getattr__(self, name: str) -> Any:
        return self.parts[name] if name in self.parts else getattr(seed_circuit.wording(), name)


def book(**parts: Any) -> Mapping[str, Any]:
    """An engine with another rulebook."""
    return {"rulebook": lambda: Book(**parts)}


def words(**parts: Any) -> Mapping[str, Any]:
    """An engine with another wording."""
    return {"wording": lambda: Words(**parts)}


def always(value: Any) -> Callable[..., Any]:
    """A function that gives the same, whatever it is asked."""
    return lambda *_: value


def refusing(rule: str, why: str) -> Callable[..., Any]:
    """A `play` that refuses by a rule of its own."""

    def play(rules: Any, state: Any, move: Any) -> Any:
        try:
            return seed_circuit.play(rules, state, move)
        except IllegalMove as error:
            raise IllegalMove(rule, why) from error

    return play


def forgiving(rules: Any, state: Any, move: Any) -> Any:
    """A `play` that lets anything pass."""
    try:
        return PLAY(rules, state, move)
    except IllegalMove:
        return PLAY(rules, state, seed_circuit.legal_moves(rules, state)[0])


def endless(rules: Any, state: Any, move: Any) -> Any:
    """A `play` that never gets on."""
    turn = seed_circuit.play(rules, state, move)
    return replace(turn, state=state)


def fickle(rules: Any, state: Any, move: Any) -> Any:
    """A `play` with chance in it."""
    turn = seed_circuit.play(rules, state, move)
    return replace(turn, events={**turn.events, "chance": random.random()})  # noqa: S311 - any chance will do


def one_mistake(table: Any, setups: Any) -> Any:
    """Rules that are read up to the first mistake."""
    raise BadRules([Mistake("rules.no_such_number", "unknown")])


def scoreless(rules: Any, state: Any) -> Any:
    """A position without scores."""
    return {**seed_circuit.position(rules, state), "scores": []}


def over(rules: Any, state: Any) -> Any:
    """A position that is always over."""
    return {**seed_circuit.position(rules, state), "over": True}


BROKEN: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "one mistake": ({"read_rules": one_mistake}, "'rules.laps_per_heat' among them"),
    "no mistake": ({"read_rules": always(KIT.rules)}, "read_rules: raises BadRules for a number that is unknown"),
    "no end": ({"play": endless}, "legal_moves: a session ends; one of 2 players has 2000 turns and more"),
    "chance": ({"play": fickle}, "play: no chance and no memory"),
    "a move twice": (
        {"legal_moves": lambda rules, state: seed_circuit.legal_moves(rules, state) * 2},
        "legal_moves: no move twice",
    ),
    "another position": (
        {"write_state": always("board 3 3 3 3 3 3 3 3; harvested 0 0")},
        "read_state: read(write(x)) == x",
    ),
    "another move": ({"write_move": always("1 cw")}, "read_move: read(write(x)) == x"),
    "no scores": ({"position": scoreless}, "position: 'scores' has one for each seat"),
    "always over": ({"position": over}, "position: 'over' and 'legal' are those of legal_moves"),
    "everything goes": ({"play": forgiving}, "play: raises IllegalMove for "),
    "an unknown rule": (
        {"play": refusing("no-such-rule", "No.")},
        "play: the rule 'no-such-rule' stands in the rulebook",
    ),
    "half a sentence": ({"play": refusing("no-marker", "no")}, "play: it is said in a sentence why "),
    "a fact that is none": ({"facts": always({"x": {}})}, "facts: 'x' is a number, a text, yes or no, or rows"),
    "a move from nothing": (
        {"read_move": lambda rules, text: seed_circuit.read_move(rules, text if text[:1].isdigit() else "1 cw")},
        "read_move: for '' raises Malformed",
    ),
    "a setup from nothing": (
        {"start": lambda rules, players, _=None, first=1: seed_circuit.start(rules, players, None, first)},
        "start: for a setup that is unknown raises Malformed",
    ),
    "a bad id": (
        book(RULES={**seed_circuit.rulebook().RULES, "No Id": "Said."}),
        "rulebook: 'No Id' is lower-case words",
    ),
    "no sentence": (
        book(RULES={**seed_circuit.rulebook().RULES, "sow": "said"}),
        "rulebook: 'sow' is told in a sentence",
    ),
    "ruled out": (book(idle=always({"sow": "Never."})), "rulebook: idle rules out 'sow', which was at work"),
    "no such fact": (
        book(at_work=always({"sow": frozenset({"flavour"})})),
        "rulebook: 'sow' changes facts that are not there",
    ),
    "nothing said": (words(turn=always(())), "wording: turn says something of every turn"),
    "nothing spoken": (words(spoken=always("")), "wording: spoken says the move"),
    "a fault": (words(spoken=lambda _: 1 // 0), "wording: the engine raises ZeroDivisionError: integer division"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_told(name: str) -> None:
    """Whatever is broken, in a sentence that names it; and what is whole is not."""
    parts, promise = BROKEN[name]
    told = broken_promises(changed(**parts))

    assert [each for each in told if promise in each], told
    assert broken_promises(changed()) == ()


def test_a_game_with_a_verbs_name() -> None:
    """It could not be asked for."""
    assert broken_promises(KIT._replace(name="check")) == ("no game bears the name of a command: 'check' is one",)


def test_a_test_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The promise stands in the assertion."""
    monkeypatch.setattr(seed_circuit, "play", forgiving)
    with pytest.raises(AssertionError, match="play: raises IllegalMove for "):
        contract("seed-circuit")()


@pytest.mark.parametrize(("words", "status", "said"), [
    (["seed-circuit"], 0, "seed-circuit: every promise is kept\n"),
    (["seed-circiut"], 2, "unknown game 'seed-circiut'; did you mean 'seed-circuit'?\n"),
    (["tests/bad/empty"], 1, "tests/bad/empty/kit.toml:1: "),
])  # fmt: skip
def test_the_command(words: list[str], status: int, said: str) -> None:
    """The same as a command, for whoever has no pytest."""
    command = [sys.executable, "-m", "generator.contract", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == status
    assert (done.stdout + done.stderr).startswith(said)
