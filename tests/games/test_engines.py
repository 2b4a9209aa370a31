"""What both engines keep beyond the contract of every one (`generator.contract`): lengths, words, legality."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from generator.contract import contract
from generator.errors import IllegalMove, Malformed
from generator.games import BUILT_IN, Game, engine, engine_names
from generator.load import load
from generator.places import shipped_kits

SESSIONS = 6
"""Random sessions for each game and number of players."""


def game(name: str) -> tuple[Game, Any]:
    """An engine and the printed rules."""
    kit = load(shipped_kits()[name], name)
    return kit.game, kit.rules


def sessions(name: str) -> Iterator[tuple[Game, Any, list[Any], Any]]:
    """Whole sessions by chance: the states passed through and the last one."""
    play, rules = game(name)
    setups = play.setups(rules) or (None,)
    for players in (2, 3, 4):
        for number in range(SESSIONS):
            chance = random.Random(f"{name} {players} {number}")  # noqa: S311 - any sessions will do
            state = play.start(rules, players, setups[number % len(setups)], first=1 + number % players)
            passed = [state]
            while moves := play.legal_moves(rules, state):
                state = play.play(rules, state, chance.choice(moves)).state
                passed.append(state)
            yield play, rules, passed, state


@pytest.mark.parametrize("name", BUILT_IN)
def test_contract(name: str) -> None:
    """Every promise, as an engine from outside tests itself."""
    contract(name)()


@pytest.mark.parametrize("name", BUILT_IN)
def test_sessions_end(name: str) -> None:
    """Three laps a heat and a heat a player, or six laps: never more turns than that; then nobody is to move."""
    for play, rules, passed, last in sessions(name):
        position = play.position(rules, last)
        players = len(position["scores"])
        most = players * players * 3 if name == "seed-circuit" else players * 6
        assert (position["over"], position["seat"], position["legal"]) == (True, None, [])
        assert players < len(passed) - 1 <= most


@pytest.mark.parametrize("name", BUILT_IN)
def test_moves_are_legal_or_name_their_rule(name: str) -> None:
    """Legal moves play and come back from their text; every other move that can be read is refused by a rule."""
    words = [f"{n} {way}" for n in range(10) for way in ("cw", "ccw")]
    if name == "quiet-dividend":
        clubs = "ABCD"
        words = ["pass", *(f"{what} {club}" for what in ("join", "promote") for club in clubs)]
        words += [f"switch {a} {b}" for a in clubs for b in clubs]
    for play, rules, passed, _ in sessions(name):
        for state in passed[::3]:
            legal = play.legal_moves(rules, state)
            assert len(set(legal)) == len(legal)
            for text in words:
                move = play.read_move(rules, text)
                assert play.write_move(move) == text
                if move in legal:
                    play.facts(rules, play.play(rules, state, move))
                    continue
                with pytest.raises(IllegalMove) as caught:
                    play.play(rules, state, move)
                assert caught.value.rule
                assert caught.value.why.endswith(".")


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("text", ["", "jump", "1", "join", "switch A", "1 cw 2", "pass A", "one cw", "１ cw", "join a"])
def test_what_is_no_move(name: str, text: str) -> None:
    """Text that is no move is malformed, not illegal, and the message quotes it."""
    play, rules = game(name)
    with pytest.raises(Malformed) as caught:
        play.read_move(rules, text)

    assert repr(text) in str(caught.value)


def test_names() -> None:
    """Both engines are found by name, and no other."""
    assert set(BUILT_IN) <= set(engine_names())
    assert engine("chess") is None
