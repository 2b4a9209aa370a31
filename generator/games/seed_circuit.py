"""The rules of Seed Circuit: sow a handful around the ring, harvest where the last seed makes the target.

In: the `[rules]` table; positions and moves as text or values. Out: the position after a move, and what it did.
Stations, seats, laps and heats count from 1, as on the printed pieces.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from generator.errors import IllegalMove, Malformed, nearest
from generator.games import Rulebook, Turn, Wording
from generator.games.reading import NONE, Numbers, Parts, add, check_seating, leaders, listed, shown, slashed, spaced
from generator.games.seed_circuit_rules import FIELDS, Rules, read_rules

if TYPE_CHECKING:
    from generator.games.lessons import Lessons
    from generator.games.seed_circuit_ways import SeedWays

__all__ = ["FIELDS", "Move", "Rules", "State", "facts", "legal_moves", "lessons", "play", "position"]
__all__ += ["read_move", "read_rules", "read_state", "rulebook", "setups", "start", "ways", "wording"]
__all__ += ["write_move", "write_state"]

Direction = Literal["cw", "ccw"]
PARTS = ("board", "harvested", "markers", "heat", "lap", "seat", "first", "scores", "players")
"""Names of the parts of a position's text."""
_MOVE = re.compile("([0-9]{1,4}) (cw|ccw)")


@dataclass(frozen=True, slots=True)
class State:
    """A position before a turn, or the final one."""

    board: Numbers
    """Seeds on each station, clockwise from station 1."""
    harvested: Numbers
    """Seeds that each seat has harvested in this heat."""
    markers: Numbers
    """REVERSE markers that each seat has not spent in this heat."""
    heat: int
    """Heat of the next turn; once over, the last one."""
    lap: int
    """Lap of the next turn; once over, that of the last turn."""
    seat: int | None
    """Seat that moves next; None when the session is over."""
    first: int
    """Seat that started heat 1."""
    heat_scores: tuple[Numbers, ...]
    """For each finished heat, the points of each seat."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.harvested)


@dataclass(frozen=True, slots=True)
class Move:
    """Lift a station's seeds and sow them in one direction; `ccw` spends a REVERSE marker."""

    station: int
    direction: Direction


def setups(rules: Rules) -> tuple[str, ...]:
    """None: every session starts alike."""
    return ()


def start(rules: Rules, players: int, setup: str | None = None, first: int = 1) -> State:
    """The first heat's start. Raises `Malformed` for a setup and for seats that cannot be."""
    if setup is not None:
        raise Malformed(f"unknown setup {shown(setup)}; {nearest(setup, ())}")
    check_seating(players, first)
    return heat_start(rules, players, first, heat=1, scores=())


def heat_start(rules: Rules, players: int, first: int, heat: int, scores: tuple[Numbers, ...]) -> State:
    """The position before the first turn of a heat, with the scores of the heats before it."""
    return State(
        board=(rules.seeds_per_station,) * len(rules.targets),
        harvested=(0,) * players,
        markers=(rules.markers_per_player,) * players,
        heat=heat,
        lap=1,
        seat=first_seat(players, first, heat),
        first=first,
        heat_scores=scores,
    )


def first_seat(players: int, first: int, heat: int) -> int:
    """The seat that begins a heat."""
    return (first + heat - 2) % players + 1


def legal_moves(rules: Rules, state: State) -> tuple[Move, ...]:
    """Clockwise moves by station, then counterclockwise ones; none when the session is over."""
    stations = range(1, len(rules.targets) + 1)
    moves = (Move(station, direction) for direction in get_args(Direction) for station in stations)
    return tuple(move for move in moves if _objection(state, move) is None)


def _objection(state: State, move: Move) -> IllegalMove | None:
    if state.seat is None:
        return IllegalMove("session-over", "The session is over.")
    if not 1 <= move.station <= len(state.board):
        why = f"There is no station {move.station}: the ring has stations 1 to {len(state.board)}."
        return IllegalMove("no-such-station", why)
    if not state.board[move.station - 1]:
        return IllegalMove("empty-station", f"Station {move.station} is empty.")
    if move.direction == "ccw" and not state.markers[state.seat - 1]:
        return IllegalMove("no-marker", f"Seat {state.seat} has no REVERSE marker left.")
    return None


def play(rules: Rules, state: State, move: Move) -> Turn:
    """Sow, harvest, and pass the turn.

    Raises `IllegalMove` by rule ``session-over``, ``no-such-station``, ``empty-station`` or ``no-marker``.
    """
    objection = _objection(state, move)
    if objection is not None:
        raise objection
    path, sown = _sow(state.board, move)
    seat, landing = cast(int, state.seat), path[-1]
    harvest = sown[landing - 1] if sown[landing - 1] == rules.targets[landing - 1] else 0
    done = replace(
        state,
        board=add(sown, landing, -harvest),
        harvested=add(state.harvested, seat, harvest),
        markers=add(state.markers, seat, -(move.direction == "ccw")),
    )
    after = _next_turn(rules, done, seat)
    return Turn(state, move, after, {"path": path, "sown": sown, "harvest": harvest, "done": done})


def _sow(board: Numbers, move: Move) -> tuple[Numbers, Numbers]:
    """The station that each seed falls on, in order, and the board once the hand is empty."""
    step = 1 if move.direction == "cw" else -1
    origin = move.station - 1
    path = tuple((origin + step * seed) % len(board) + 1 for seed in range(1, board[origin] + 1))
    sown = add(board, move.station, -len(path))
    for station in path:
        sown = add(sown, station, 1)
    return path, sown


def _next_turn(rules: Rules, done: State, seat: int) -> State:
    """The position that a turn hands on, given how it left the table: its next turn, the next heat or the end."""
    following = seat % done.players + 1
    lap_over = following == first_seat(done.players, done.first, done.heat)
    if any(done.board) and not (lap_over and done.lap == rules.laps_per_heat):
        return replace(done, seat=following, lap=done.lap + lap_over)
    scores = (*done.heat_scores, done.harvested)
    if done.heat == done.players:
        return replace(done, seat=None, heat_scores=scores)
    return heat_start(rules, done.players, done.first, done.heat + 1, scores)


def facts(rules: Rules, turn: Turn) -> Mapping[str, Any]:
    """What the turn did, as it left the table, stations in sowing order; what the next turn finds ends in `_next`."""
    before, done, path, sown = turn.before, turn.events["done"], turn.events["path"], turn.events["sown"]
    landing, after, totals = path[-1], turn.state, _totals(turn.state)
    return {
        "seat": before.seat,
        "heat": before.heat,
        "lap": before.lap,
        "station": turn.move.station,
        "direction": turn.move.direction,
        "handful": len(path),
        "path": path,
        "rounds": len(path) // len(sown),
        "origin_sown": turn.move.station in path,
        "passed_matches": tuple(n for n in dict.fromkeys(path) if n != landing and sown[n - 1] == rules.targets[n - 1]),
        "landing": landing,
        "landing_before": sown[landing - 1] - 1,
        "landing_count": sown[landing - 1],
        "target": rules.targets[landing - 1],
        "harvest": turn.events["harvest"],
        "score": done.harvested[before.seat - 1],
        "scores": done.harvested,
        "board_before": before.board,
        "board": done.board,
        "on_board_before": sum(before.board),
        "on_board": sum(done.board),
        "harvested_before": sum(before.harvested),
        "harvested": sum(done.harvested),
        "accounted": sum(done.board) + sum(done.harvested),
        "marker_spent": done.markers != before.markers,
        "markers_left": done.markers[before.seat - 1],
        "empties_board": not any(done.board),
        "heat_over": len(after.heat_scores) > len(before.heat_scores),
        "session_over": after.seat is None,
        "seat_next": after.seat,
        "lap_next": after.lap,
        "heat_next": after.heat,
        "board_next": after.board,
        "markers_next": after.markers,
        "totals": totals,
        "winners": leaders(totals) if after.seat is None else None,
    }


def _totals(state: State) -> Numbers:
    """For each seat, its points over all finished heats."""
    return tuple(sum(scores[seat] for scores in state.heat_scores) for seat in range(state.players))


def position(rules: Rules, state: State) -> Mapping[str, Any]:
    """The whole position as JSON-ready values."""
    return {
        **listed(state, "board", "harvested", "markers", "heat", "lap", "seat", "heat_scores"),
        "over": state.seat is None,
        "scores": list(_totals(state)),
        "legal": [write_move(move) for move in legal_moves(rules, state)],
    }


def read_state(rules: Rules, text: str) -> State:
    """Read a position; parts left out are as at the start of the heat. Raises `Malformed`."""
    parts = Parts.read(text, PARTS)
    players = parts.players(parts.columns("harvested"), parts.columns("markers"), parts.columns("scores"))
    heat = parts.number("heat", (players if parts.over else 1, players))
    seeds = (0, rules.total_seeds)
    fresh = heat_start(rules, players, parts.number("first", (1, players)), heat, scores=())
    state = replace(
        fresh,
        board=parts.numbers("board", seeds, fresh.board),
        harvested=parts.numbers("harvested", seeds, fresh.harvested),
        markers=parts.numbers("markers", (0, rules.markers_per_player), fresh.markers),
        lap=parts.number("lap", (1, rules.laps_per_heat)),
        seat=parts.seat(players, cast(int, fresh.seat)),
        heat_scores=parts.rows("scores", players if parts.over else heat - 1, players, seeds, most=rules.total_seeds),
    )
    _check_seeds(rules, state)
    return state


def _check_seeds(rules: Rules, state: State) -> None:
    board, harvested = sum(state.board), sum(state.harvested)
    if board + harvested != rules.total_seeds:
        raise Malformed(
            f"board: expected {rules.total_seeds} seeds in all, found {board} on it and {harvested} harvested"
        )
    if state.seat is not None and not board:
        raise Malformed("board: expected seeds, since an empty board ends the heat; found none")


def write_state(rules: Rules, state: State) -> str:
    """The whole position as one line of text."""
    return (
        f"board {spaced(state.board)}; harvested {spaced(state.harvested)}; markers {spaced(state.markers)}; "
        f"heat {state.heat}; lap {state.lap}; seat {state.seat or NONE}; first {state.first}; "
        f"scores {slashed(state.heat_scores)}"
    )


def read_move(rules: Rules, text: str) -> Move:
    """Read a move such as ``3 cw``, be it legal or not. Raises `Malformed`."""
    match = _MOVE.fullmatch(" ".join(text.split()))
    if match is None:
        raise Malformed(f"expected a move such as '3 cw' or '3 ccw', found {shown(text)}")
    return Move(int(match[1]), cast(Direction, match[2]))


def write_move(move: Move) -> str:
    """The move as text."""
    return f"{move.station} {move.direction}"


def rulebook() -> Rulebook:
    """What it says of the printed rules."""
    from generator.games import seed_circuit_rulebook

    return seed_circuit_rulebook


def wording() -> Wording:
    """What it says of positions and turns."""
    from generator.games import seed_circuit_wording

    return seed_circuit_wording


def lessons() -> "Lessons":
    """What it can teach."""
    from generator.games import seed_circuit_lessons

    return seed_circuit_lessons


def ways(rules: Rules) -> "SeedWays":
    """What it knows of the ways to a position."""
    from generator.games.seed_circuit_ways import SeedWays

    return SeedWays(rules)
