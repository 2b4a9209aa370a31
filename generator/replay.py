"""The referee: plays moves from the start and tells the position that they lead to.

In: a kit, a table of players and moves as text. Out: `Replay`, which a refused move ends early, and its words.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.errors import IllegalMove, Malformed, UsageError
from generator.games import BUILT_IN
from generator.model import Kit


@dataclass(frozen=True, slots=True)
class Refusal:
    """The move that the rules forbid."""

    number: int
    """Which one it is of the moves given, from 1."""
    move: str
    """The move in the engine's own text form."""
    rule: str
    """Id of the printed rule that it breaks."""
    why: str
    """The engine's sentence."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Where the moves lead."""

    kit: Kit
    setup: str | None
    """The setup that was played."""
    players: int
    played: int
    """Number of moves made."""
    position: Mapping[str, Any]
    """The position after the last legal move, JSON-ready."""
    state: str
    """The same as the engine's line of text."""
    refused: Refusal | None
    """The move that could not be made."""


def replay(kit: Kit, players: int, setup: str | None, first: int, moves: Sequence[str]) -> Replay:
    """Play the moves in turn up to the first that the rules forbid; without a setup, the kit's first one.

    Raises `UsageError` for text that is no move, wherever it stands.
    """
    game, rules = kit.game, kit.rules
    setup = setup or next(iter(game.setups(rules)), None)
    readable = [_read(kit, number, text) for number, text in enumerate(moves, start=1)]
    state, refused = game.start(rules, players, setup, first), None
    for number, move in enumerate(readable, start=1):
        try:
            state = game.play(rules, state, move).state
        except IllegalMove as illegal:
            refused = Refusal(number, game.write_move(move), illegal.rule, illegal.why)
            break
    return Replay(
        kit=kit,
        setup=setup,
        players=players,
        played=refused.number - 1 if refused else len(moves),
        position=game.position(rules, state),
        state=game.write_state(rules, state),
        refused=refused,
    )


def _read(kit: Kit, number: int, text: str) -> Any:
    try:
        return kit.game.read_move(kit.rules, text)
    except Malformed as malformed:
        raise UsageError(f"move {number}: {malformed}") from malformed


def replay_words(done: Replay) -> str:
    """The position in words and aligned tables, for people."""
    kit = done.kit
    setup = [f"setup {done.setup}"] if done.setup else []
    moves = f"after {done.played} move{'' if done.played == 1 else 's'}" if done.played else "at the start"
    head = f"{kit.title} ({kit.edition}): " + ", ".join([f"{done.players} players", *setup, moves])
    blocks = _IN_WORDS.get(getattr(kit.game, "__name__", ""), _any_game)(done)
    legal = done.position["legal"]
    return "\n\n".join([head, *blocks, *(["Legal moves: " + ", ".join(legal)] if legal else [])])


def table(rows: Iterable[tuple[str, Iterable[object]]]) -> str:
    """Rows of a label and values; labels aligned to the left, values to the right in columns of one width."""
    cells = [(label, [str(value) for value in values]) for label, values in rows]
    stem = max(len(label) for label, _ in cells)
    width = max((len(value) for _, values in cells for value in values), default=0)
    lines = ([label.ljust(stem), *(value.rjust(width) for value in values)] for label, values in cells)
    return "\n".join(map("  ".join, lines))


def _seed_circuit(done: Replay) -> list[str]:
    now, rules = done.position, done.kit.rules
    turn = f"Heat {now['heat']} of {done.players}, lap {now['lap']} of {rules.laps_per_heat}"
    stations = [
        ("Station", range(1, len(now["board"]) + 1)),
        ("Seeds", now["board"]),
        ("Target", rules.targets),
    ]
    seats = [
        ("Seat", range(1, done.players + 1)),
        ("Harvested in this heat", now["harvested"]),
        ("REVERSE markers left", now["markers"]),
        *((f"Points in heat {heat}", scores) for heat, scores in enumerate(now["heat_scores"], start=1)),
        ("Total", now["scores"]),
    ]
    return [_turn(turn, now), table(stations), table(seats)]


def _quiet_dividend(done: Replay) -> list[str]:
    now, rules = done.position, done.kit.rules
    clubs = list(now["values"])
    paid = done.kit.setups[done.setup or ""]["payout_laps"]
    values = [("Club", clubs), ("Value", list(now["values"].values()))]
    seats = [
        ("Seat", range(1, done.players + 1)),
        *((f"Shares in club {club}", [held[club] for held in now["shares"]]) for club in clubs),
        *(
            (f"Payout after lap {lap}", earned)
            for lap, earned in zip(paid, zip(*now["payouts"], strict=True), strict=False)
        ),
        ("Total", now["scores"]),
    ]
    return [_turn(f"Lap {now['lap']} of {rules.laps}", now), table(values), table(seats)]


def _any_game(done: Replay) -> list[str]:
    """A game installed by others: its position as it names it."""
    return [done.state]


_IN_WORDS: Mapping[str, Callable[[Replay], list[str]]] = {
    BUILT_IN["seed-circuit"]: _seed_circuit,
    BUILT_IN["quiet-dividend"]: _quiet_dividend,
}


def _turn(when: str, now: Mapping[str, Any]) -> str:
    """Whose turn it is, or who has won."""
    if not now["over"]:
        return f"{when}: seat {now['seat']} to move."
    scores = now["scores"]
    best = max(scores)
    winners = [str(seat) for seat, score in enumerate(scores, start=1) if score == best]
    amount = f"{best} point{'' if best == 1 else 's'}"
    if len(winners) == 1:
        return f"{when}. The game is over: seat {winners[0]} wins with {amount}."
    together = ", ".join(winners[:-1]) + " and " + winners[-1]
    return f"{when}. The game is over: seats {together} share the win with {amount} each."
