"""The referee: plays moves from the start and tells the position that they lead to.

In: a kit, a table of players and moves as text. Out: `Replay`, which a refused move ends early, and its words. Of a
game this knows the protocol alone, and of `Game.position` the entries that all games share: `seat`, `over`, `scores`
and `legal`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.errors import Finding, IllegalMove, Malformed, Rejected, UsageError
from generator.model import Kit


class Written(NamedTuple):
    """A move as somebody wrote it."""

    text: str
    path: str = ""
    """The file in which it stands; empty for a word of the command line."""
    line: int = 0
    """Its line there, from 1."""
    seats: tuple[int, ...] = ()
    """Seats one of which it is said to be a move of; none where that is not said."""
    who: str = ""
    """The words that say so."""


class Refusal(NamedTuple):
    """The move that the rules forbid."""

    number: int
    """Which one it is of the moves given, from 1."""
    written: Written
    """Where it stands."""
    move: str
    """The move in the engine's own text form."""
    rule: str
    """Id of the printed rule that it breaks."""
    why: str
    """The engine's sentence."""


class Replay(NamedTuple):
    """Where the moves lead."""

    kit: Kit
    setup: str | None
    """The setup that was played."""
    players: int
    names: tuple[str, ...]
    """A name for each seat, empty where it has none."""
    played: int
    """Number of moves made."""
    state: Any
    """The position after the last legal move, the engine's own value."""
    position: Mapping[str, Any]
    """The same, JSON-ready."""
    refused: Refusal | None
    """The move that could not be made."""

    @property
    def called(self) -> tuple[str, ...]:
        """What each seat is called in the middle of a sentence."""
        return tuple(name or f"seat {seat}" for seat, name in enumerate(self.names, start=1))


def replay(
    kit: Kit, players: int, setup: str | None, first: int, moves: Sequence[Written], names: Sequence[str] = ()
) -> Replay:
    """Play the moves in turn up to the first that the rules forbid; without a setup, the kit's first one.

    Raises `UsageError` for text that is no move, wherever it stands; `Rejected` for a line of a file that is said to be
    the move of somebody whose turn it is not.
    """
    game, rules = kit.game, kit.rules
    setup = setup or next(iter(game.setups(rules)), None)
    called = (*names, *[""] * (players - len(names)))
    readable = [_read(kit, number, written.text) for number, written in enumerate(moves, start=1)]
    state, refused = game.start(rules, players, setup, first), None
    for number, (written, move) in enumerate(zip(moves, readable, strict=True), start=1):
        if written.seats:
            _check_turn(written, game.position(rules, state)["seat"], called)
        try:
            state = game.play(rules, state, move).state
        except IllegalMove as illegal:
            refused = Refusal(number, written, game.write_move(move), illegal.rule, illegal.why)
            break
    return Replay(
        kit=kit,
        setup=setup,
        players=players,
        names=called,
        played=refused.number - 1 if refused else len(moves),
        state=state,
        position=game.position(rules, state),
        refused=refused,
    )


def _read(kit: Kit, number: int, text: str) -> Any:
    try:
        return kit.game.read_move(kit.rules, text)
    except Malformed as malformed:
        raise UsageError(f"move {number}: {malformed}") from malformed


def _check_turn(written: Written, seat: int | None, names: Sequence[str]) -> None:
    """Refuse a move that is said to be another player's; once nobody is to move, the engine refuses it."""
    if seat is not None and seat not in written.seats:
        expected = f"{names[seat - 1]!r} (seat {seat})" if names[seat - 1] else f"seat {seat}"
        message = f"expected a move by {expected}, whose turn it is, found one by {written.who!r}"
        raise Rejected([Finding(written.path, written.line, message)])


def named(why: str, names: Sequence[str]) -> str:
    """An engine's sentence with the players' names in place of ``Seat 1``, ``Seat 2``."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return (names[seat - 1] if seat <= len(names) else "") or found[0]

    return re.sub(r"\bSeat ([0-9]+)\b", name, why)


def replay_words(done: Replay) -> str:
    """The position in words and aligned tables, for people."""
    kit = done.kit
    account = kit.game.wording().account(kit.rules, done.state)
    setup = [f"setup {done.setup}"] if done.setup else []
    moves = f"after {done.played} move{'' if done.played == 1 else 's'}" if done.played else "at the start"
    head = f"{kit.title} ({kit.edition}): " + ", ".join([f"{done.players} players", *setup, moves])
    seats = [name or str(seat) for seat, name in enumerate(done.names, start=1)]
    heading = "Player" if any(done.names) else "Seat"
    blocks = [_turn(account.when, done), table(account.shared), table([(heading, seats), *account.seats])]
    legal = done.position["legal"]
    return "\n\n".join([head, *blocks, *(["Legal moves: " + ", ".join(legal)] if legal else [])])


def table(rows: Iterable[tuple[str, Iterable[object]]]) -> str:
    """Rows of a label and values; labels aligned to the left, values to the right in columns of one width."""
    cells = [(label, [str(value) for value in values]) for label, values in rows]
    stem = max(len(label) for label, _ in cells)
    width = max((len(value) for _, values in cells for value in values), default=0)
    lines = ([label.ljust(stem), *(value.rjust(width) for value in values)] for label, values in cells)
    return "\n".join(map("  ".join, lines))


def _turn(when: str, done: Replay) -> str:
    """Whose turn it is, or who has won."""
    now = done.position
    if not now["over"]:
        return f"{when}: {done.called[now['seat'] - 1]} to move."
    scores = now["scores"]
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores, start=1) if score == best]
    amount = f"{best} point{'' if best == 1 else 's'}"
    if len(winners) == 1:
        return f"{when}. The game is over: {done.called[winners[0] - 1]} wins with {amount}."
    unnamed = not any(done.names[seat - 1] for seat in winners)
    shown = [str(seat) if unnamed else done.called[seat - 1] for seat in winners]
    together = ", ".join(shown[:-1]) + " and " + shown[-1]
    return f"{when}. The game is over: {'seats ' if unnamed else ''}{together} share the win with {amount} each."
