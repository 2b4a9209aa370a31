"""The rules of The Quiet Dividend: join, promote or switch; at the end of a payout lap every club pays.

In: the `[rules]` and `[setups]` tables; positions and moves as text or values. Out: the position after a move, and
what it did. Seats and laps count from 1; a number for each club stands in the order of the clubs.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from operator import mul, sub
from typing import TYPE_CHECKING, Any, Literal, cast

from generator.errors import IllegalMove, Malformed
from generator.games import Rulebook, Turn, Wording
from generator.games.quiet_dividend_rules import FIELDS, Rules, Setup, read_rules
from generator.games.reading import NONE, Numbers, Parts, add, check_seating, leaders, listed, shown, slashed, spaced

if TYPE_CHECKING:
    from generator.games.lessons import Lessons
    from generator.games.quiet_dividend_ways import DividendWays

__all__ = ["FIELDS", "Move", "Rules", "Setup", "State", "facts", "legal_moves", "lessons", "play", "position"]
__all__ += ["read_move", "read_rules", "read_state", "rulebook", "setups", "start", "ways", "wording"]
__all__ += ["write_move", "write_state"]

Action = Literal["join", "promote", "switch", "pass"]
PARTS = ("setup", "values", "shares", "payouts", "lap", "seat", "first", "players")
"""Names of the parts of a position's text."""
_MOVE = re.compile("(join|promote) [A-Z]|switch [A-Z] [A-Z]|pass")


@dataclass(frozen=True, slots=True)
class State:
    """A position before a turn, or the final one."""

    setup: str
    """Name of the setup chosen."""
    values: Numbers
    """Value of each club."""
    shares: tuple[Numbers, ...]
    """For each seat, its shares in each club."""
    payouts: tuple[Numbers, ...]
    """For each seat, what it has earned at each payout so far."""
    lap: int
    """Lap of the next turn; once over, the last one."""
    seat: int | None
    """Seat that moves next; None when the game is over."""
    first: int
    """Seat that moves first in every lap."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action."""

    action: Action
    club: str | None = None
    """Club to join, to promote or to leave; None for a pass."""
    other: str | None = None
    """Club that a switch joins."""


def setups(rules: Rules) -> tuple[str, ...]:
    """Names of the setups in the kit's order."""
    return tuple(setup.name for setup in rules.setups)


def start(rules: Rules, players: int, setup: str | None = None, first: int = 1) -> State:
    """The start of a setup, the first one for None. Raises `Malformed` for a setup or seats that cannot be."""
    chosen = rules.setup(setup)
    check_seating(players, first)
    shares = ((0,) * len(rules.clubs),) * players
    return State(chosen.name, chosen.values, shares, payouts=((),) * players, lap=1, seat=first, first=first)


def legal_moves(rules: Rules, state: State) -> tuple[Move, ...]:
    """Joins, promotes and switches by club, or a pass if there are none of these; none when the game is over."""
    return () if state.seat is None else _actions(rules, state) or (Move("pass"),)


def _actions(rules: Rules, state: State) -> tuple[Move, ...]:
    moves = [Move("join", club) for club in rules.clubs]
    moves += [Move("promote", club) for club in rules.clubs]
    moves += [Move("switch", club, other) for club, other in permutations(rules.clubs, 2)]
    return tuple(move for move in moves if next(_broken(rules, state, move), None) is None)


def _broken(rules: Rules, state: State, move: Move) -> Iterator[tuple[str, str]]:
    """Every rule that a move breaks, the one to name first, and why."""
    seat = state.seat
    if seat is None:
        yield "session-over", "The session is over."
        return
    unknown = [club for club in (move.club, move.other) if club is not None and club not in rules.clubs]
    if unknown:
        clubs = f"{', '.join(rules.clubs[:-1])} and {rules.clubs[-1]}"
        yield "no-such-club", f"There is no club {unknown[0]}: the clubs are {clubs}."
        return
    shares = rules.by_club(state.shares[seat - 1])
    match move:
        case Move("promote", str(club)) if rules.by_club(state.values)[club] >= rules.max_value:
            yield "value-limit", f"{club} already has the highest value allowed: {rules.max_value}."
        case Move("switch", str(club), str(other)):
            if club == other:
                yield "same-club", f"A switch is between two different clubs, not from {club} to {other}."
            if not shares[club]:
                yield "no-share", f"Seat {seat} has no share in {club}."
        case Move("pass") if actions := _actions(rules, state):
            yield "pass-only-when-stuck", f"Seat {seat} must take an action: {write_move(actions[0])!r} is legal."
    joined = move.club if move.action == "join" else move.other
    if joined is not None and shares[joined] >= rules.max_shares_per_club:
        yield (
            "club-limit",
            f"Seat {seat} already holds the most shares allowed in {joined}: {rules.max_shares_per_club}.",
        )
    if move.action == "join" and sum(shares.values()) >= rules.max_shares:
        yield "share-limit", f"Seat {seat} already holds the most shares allowed in all: {rules.max_shares}."


def play(rules: Rules, state: State, move: Move) -> Turn:
    """Act, pay if a payout lap ends, reset what the setup resets, and pass the turn.

    Raises `IllegalMove` by rule ``session-over``, ``no-such-club``, ``same-club``, ``no-share``, ``club-limit``,
    ``share-limit``, ``value-limit`` or ``pass-only-when-stuck``.
    """
    broken = next(_broken(rules, state, move), None)
    if broken is not None:
        raise IllegalMove(*broken)
    seat = cast(int, state.seat)
    acted = _act(rules, state, seat, move)
    following = seat % len(state.shares) + 1
    lap_over = following == state.first
    setup = rules.setup(state.setup)
    payout = _payout(acted.shares, acted.values) if lap_over and state.lap in setup.payout_laps else None
    reset = setup.reset(state.lap) if lap_over else None
    after = _next_lap(rules, acted, payout, reset) if lap_over else replace(acted, seat=following)
    return Turn(state, move, after, {"acted": acted, "lap_over": lap_over, "payout": payout, "reset": reset})


def _act(rules: Rules, state: State, seat: int, move: Move) -> State:
    values, holding = state.values, state.shares[seat - 1]
    place = {club: number for number, club in enumerate(rules.clubs, start=1)}
    match move:
        case Move("join", str(club)):
            holding = add(holding, place[club], 1)
        case Move("promote", str(club)):
            values = add(values, place[club], 1)
        case Move("switch", str(club), str(other)):
            holding = add(add(holding, place[club], -1), place[other], 1)
    return replace(state, values=values, shares=(*state.shares[: seat - 1], holding, *state.shares[seat:]))


def _payout(shares: tuple[Numbers, ...], values: Numbers) -> Numbers:
    """What each seat earns when all clubs pay at once."""
    return tuple(sum(map(mul, holding, values)) for holding in shares)


def _next_lap(rules: Rules, acted: State, payout: Numbers | None, reset: Numbers | None) -> State:
    ended = acted.lap == rules.laps
    earned = acted.payouts if payout is None else tuple((*row, n) for row, n in zip(acted.payouts, payout, strict=True))
    return replace(
        acted,
        values=acted.values if reset is None else reset,
        payouts=earned,
        lap=acted.lap if ended else acted.lap + 1,
        seat=None if ended else acted.first,
    )


def facts(rules: Rules, turn: Turn) -> Mapping[str, Any]:
    """What the turn did; values as the action left them, before any reset. What is paid is None where nothing is.

    What the next turn finds ends in `_next`.
    """
    before, move, events, after = turn.before, turn.move, turn.events, turn.state
    acted, payout, reset = events["acted"], events["payout"], events["reset"]
    unmoved = None if payout is None else _payout(before.shares, before.values)
    holding, totals = acted.shares[before.seat - 1], tuple(map(sum, after.payouts))
    return {
        "setup": before.setup,
        "seat": before.seat,
        "lap": before.lap,
        "action": move.action,
        "club": move.club,
        "other": move.other,
        "values_before": before.values,
        "values": acted.values,
        "values_next": after.values,
        "club_value_before": rules.by_club(before.values).get(move.club),
        "club_value": rules.by_club(acted.values).get(move.club),
        "shares_before": before.shares,
        "shares": acted.shares,
        "holding": sum(holding),
        "club_shares": rules.by_club(holding).get(move.other or move.club),
        "lap_over": events["lap_over"],
        "paid": payout is not None,
        "payout": payout,
        "payout_before_move": unmoved,
        "gains": None if unmoved is None else tuple(map(sub, payout, unmoved)),
        "payout_number": None if payout is None else len(after.payouts[0]),
        "reset": reset is not None,
        "payout_after_reset": None if reset is None else _payout(acted.shares, reset),
        "totals": totals,
        "session_over": after.seat is None,
        "seat_next": after.seat,
        "lap_next": after.lap,
        "shares_next": after.shares,
        "winners": leaders(totals) if after.seat is None else None,
    }


def position(rules: Rules, state: State) -> Mapping[str, Any]:
    """The whole position as JSON-ready values."""
    return {
        "values": rules.by_club(state.values),
        "shares": [rules.by_club(holding) for holding in state.shares],
        **listed(state, "payouts", "lap", "seat"),
        "over": state.seat is None,
        "scores": list(map(sum, state.payouts)),
        "legal": [write_move(move) for move in legal_moves(rules, state)],
    }


def read_state(rules: Rules, text: str) -> State:
    """Read a position; parts left out are as at the start of the setup. Raises `Malformed`."""
    parts = Parts.read(text, PARTS)
    players = parts.players(parts.lines("shares"), parts.lines("payouts"))
    setup = rules.setup(parts.given.get("setup"))
    fresh = start(rules, players, setup.name, parts.number("first", (1, players)))
    lap = parts.number("lap", (rules.laps if parts.over else 1, rules.laps))
    due = len(setup.payout_laps) if parts.over else setup.due(lap)
    shares = fresh.shares
    if "shares" in parts.given:
        shares = parts.rows("shares", players, len(rules.clubs), (0, rules.max_shares_per_club), most=rules.max_shares)
    return replace(
        fresh,
        values=parts.numbers("values", (0, rules.max_value), fresh.values),
        shares=shares,
        payouts=parts.rows("payouts", players, due, (0, rules.max_shares * rules.max_value)),
        lap=lap,
        seat=parts.seat(players, fresh.first),
    )


def write_state(rules: Rules, state: State) -> str:
    """The whole position as one line of text."""
    return (
        f"setup {state.setup}; values {spaced(state.values)}; shares {slashed(state.shares)}; "
        f"payouts {slashed(state.payouts)}; lap {state.lap}; seat {state.seat or NONE}; first {state.first}"
    )


def read_move(rules: Rules, text: str) -> Move:
    """Read a move such as ``switch A C``, be it legal or not. Raises `Malformed`."""
    action, *clubs = text.split() or [""]
    if not _MOVE.fullmatch(" ".join((action, *clubs))):
        raise Malformed(f"expected 'join A', 'promote B', 'switch A C' or 'pass' or the like, found {shown(text)}")
    return Move(cast(Action, action), *clubs)


def write_move(move: Move) -> str:
    """The move as text."""
    return " ".join(word for word in (move.action, move.club, move.other) if word)


def rulebook() -> Rulebook:
    """What it says of the printed rules."""
    from generator.games import quiet_dividend_rulebook

    return quiet_dividend_rulebook


def wording() -> Wording:
    """What it says of positions and turns."""
    from generator.games import quiet_dividend_wording

    return quiet_dividend_wording


def lessons() -> "Lessons":
    """What it can teach."""
    from generator.games import quiet_dividend_lessons

    return quiet_dividend_lessons


def ways(rules: Rules) -> "DividendWays":
    """What it knows of the ways to a position."""
    from generator.games.quiet_dividend_ways import DividendWays

    return DividendWays(rules)
