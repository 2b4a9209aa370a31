"""A game from outside: from 1, a move adds one or three or doubles, up to 30. It fulfils what a search needs."""

from collections.abc import Callable, Mapping
from typing import Any

from generator.errors import IllegalMove
from generator.games import Turn

MOVES: Mapping[str, Callable[[int], int]] = {
    "one": lambda n: n + 1,
    "three": lambda n: n + 3,
    "double": lambda n: 2 * n,
}

MOST = 30


def setups(rules: Any) -> tuple[str, ...]:
    """None."""
    return ()


def start(rules: Any, players: int, setup: str | None = None, first: int = 1) -> int:
    """One, whoever starts."""
    return 1


def legal_moves(rules: Any, state: int) -> tuple[str, ...]:
    """Those that go no further than 30."""
    return tuple(name for name, move in MOVES.items() if move(state) <= MOST)


def play(rules: Any, state: int, move: str) -> Turn:
    """The next number. Raises `IllegalMove` for one beyond 30."""
    if move not in legal_moves(rules, state):
        raise IllegalMove("limit", f"{MOST} is the limit.")
    return Turn(state, move, MOVES[move](state), {})


def position(rules: Any, state: int) -> Mapping[str, Any]:
    """Two players without points."""
    return {"scores": [0, 0]}


def read_state(rules: Any, text: str) -> int:
    """Any number."""
    return int(text)


def write_state(rules: Any, state: int) -> str:
    """Its figures."""
    return str(state)


def read_move(rules: Any, text: str) -> str:
    """As it is written."""
    return text


def write_move(move: str) -> str:
    """As it is read."""
    return move
