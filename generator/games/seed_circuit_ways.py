"""How positions of Seed Circuit come about: turns counted, sowings taken back, harvests that can't have been made.

In: positions. Out: the positions before them, and proofs that no line leads to one. The seats are counted from the one
that begins a heat, so that a session looks the same whichever seat starts it; a ring whose targets repeat is turned.
"""

from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import cast, get_args

from generator.games import seed_circuit
from generator.games.reading import Numbers, Parts, add
from generator.games.seed_circuit import PARTS, Direction, Move, Rules, State, first_seat, heat_start
from generator.games.ways import Aim, Earlier, Ways

_FIELDS = {"scores": "heat_scores"}
"""Name of a part in text, where the state has another."""


class SeedWays(Ways):
    """The ways to a position of one ring."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(seed_circuit, rules)
        self.rules: Rules = rules
        targets = rules.targets
        self.turns = [by for by in range(len(targets)) if targets[by:] + targets[:by] == targets]
        self.made = harvests(rules)

    def ends(self, text: str) -> Iterator[State] | None:
        """A heat that is left out is the first: a later one brings no ring, lap or markers that it does not."""
        given = Parts.read(text, PARTS).given
        return self._ends(given.keys(), seed_circuit.read_state(self.rules, text)) if "board" in given else None

    def _ends(self, given: Iterable[str], read: State) -> Iterator[State]:
        seats = range(1, read.players + 1)
        kept = range(self.rules.markers_per_player + 1)

        def free(part: str, *values: Iterable[object]) -> Iterable[object]:
            return (getattr(read, part),) if part in given or read.seat is None else product(*values)

        firsts = (read.first,) if "first" in given else seats
        laps = (read.lap,) if "lap" in given or read.seat is None else range(1, self.rules.laps_per_heat + 1)
        turns = (read.seat,) if "seat" in given else seats
        markers = free("markers", *[kept] * read.players)
        for first, lap, seat, left in product(firsts, laps, turns, markers):
            yield replace(read, first=first, lap=lap, seat=seat, markers=cast(Numbers, left))

    def agrees(self, text: str, state: State) -> bool:
        """Whether a position has every part that a text gives; a heat left out is the first, a seat is somebody's."""
        given = Parts.read(text, PARTS).given
        read = seed_circuit.read_state(self.rules, text)
        fields = {_FIELDS.get(part, part) for part in (*given, "heat", "players")}
        same = (read.seat is None) == (state.seat is None)
        return same and all(getattr(read, field) == getattr(state, field) for field in fields)

    def key(self, state: State) -> Hashable:
        """The least of the turned rings; then what each seat has, from the session's first seat on."""
        return self.pack(state, state.markers)

    def pack(self, state: State, *more: Numbers) -> bytes:
        """The key, with some rows of a number for each seat."""
        at = state.first - 1
        board = min(state.board[by:] + state.board[:by] for by in self.turns) if len(self.turns) > 1 else state.board
        rows = (state.harvested, *state.heat_scores, *more)
        seat = 0 if state.seat is None else (state.seat - state.first) % state.players + 1
        counts = [count for row in rows for count in row[at:] + row[:at]]
        return array("H", (state.players, state.heat, state.lap, seat, *board, *counts)).tobytes()

    def images(self, state: State) -> Iterator[State]:
        """Every turn of the ring and of the table."""
        for by, step in product(self.turns, range(state.players)):
            yield self._image(state, by, step)

    @staticmethod
    def _image(state: State, by: int, step: int) -> State:
        def seats(row: Numbers) -> Numbers:
            return row[step:] + row[:step]

        return replace(
            state,
            board=state.board[by:] + state.board[:by],
            harvested=seats(state.harvested),
            markers=seats(state.markers),
            seat=None if state.seat is None else (state.seat - 1 - step) % state.players + 1,
            first=(state.first - 1 - step) % state.players + 1,
            heat_scores=tuple(map(seats, state.heat_scores)),
        )

    def stages(self, end: State) -> tuple[State, ...]:
        """Every later heat begins with a fresh ring; the scores are those of the heats before."""
        heats = range(2, end.heat + 1)
        starts = (heat_start(self.rules, end.players, end.first, h, end.heat_scores[: h - 1]) for h in heats)
        return tuple(start for start in starts if start != end)

    def clock(self, state: State) -> int:
        """Turns made in the heat; once over, with the last one."""
        seat = cast(int, state.seat)
        return (state.lap - 1) * state.players + (seat - _begins(state)) % state.players

    def before(self, state: State) -> Iterator[Earlier] | None:
        """Each sowing taken back, each harvest put back; None at the start of a later heat."""
        fresh = (self.rules.seeds_per_station,) * self.rules.stations
        if state.seat is not None and self.clock(state) == 0:
            return None if state.heat > 1 and state.board == fresh else iter(())
        return self._before(state)

    def _before(self, state: State) -> Iterator[Earlier]:
        heat, first, scores = state.heat, state.first, state.heat_scores[: state.heat - 1]
        for seat, lap in self._movers(state):
            for direction in get_args(Direction):
                spent = direction == "ccw"
                if spent and state.markers[seat - 1] == self.rules.markers_per_player:
                    continue
                markers = add(state.markers, seat, spent)
                for board, harvest, station in _unsown(self.rules, state.board, direction):
                    if harvest <= state.harvested[seat - 1]:
                        harvested = add(state.harvested, seat, -harvest)
                        yield State(board, harvested, markers, heat, lap, seat, first, scores), Move(station, direction)

    def _movers(self, state: State) -> Iterator[tuple[int, int]]:
        """Seat and lap of the turn before; at the end of a session that an empty ring ended, any of the lap."""
        if state.seat is None:
            last = range(1, state.players + 1)
            begins = _begins(state)
            for seat in last if not any(state.board) else ((begins - 2) % state.players + 1,):
                yield seat, state.lap
        else:
            seat = (state.seat - 2) % state.players + 1
            yield seat, state.lap - (state.seat == _begins(state))

    def objection(self, state: State) -> str:
        """What a seat has must have been harvested, and its markers spent, in the turns that it had."""
        for seat, had in self.had(state):
            spent = self.rules.markers_per_player - state.markers[seat - 1]
            if state.harvested[seat - 1] not in self.made[had]:
                return f"in {_turns(had)} of this heat seat {seat} can't have harvested {state.harvested[seat - 1]}"
            if spent > had:
                return f"in {_turns(had)} of this heat seat {seat} can't have spent {spent} markers"
        for heat, row in enumerate(state.heat_scores, start=1):
            if wrong := [count for count in row if count not in self.made[-1]]:
                return f"in {_turns(self.rules.laps_per_heat)} of heat {heat} nobody can have harvested {wrong[0]}"
        return ""

    def had(self, state: State) -> Iterator[tuple[int, int]]:
        """Every seat and the turns that it had in this heat, or can have had where the session is over."""
        players, begins = state.players, _begins(state)
        turns = state.lap * players if state.seat is None else self.clock(state)
        for seat in range(1, players + 1):
            yield seat, _turns_of(turns, (seat - begins) % players, players)

    def aim(self, ends: Sequence[State]) -> "SeedAim":
        """Turns, harvests and markers that are still to come."""
        return SeedAim(self, ends)


class SeedAim(Aim):
    """Ends of one heat: how many turns each takes, what every seat has harvested then and how many markers are left.

    Where the ends leave the markers open, more are never worse: they are left out of the key.
    """

    ends: Sequence[State]

    def __init__(self, ways: SeedWays, ends: Sequence[State]) -> None:
        super().__init__(ways, ends)
        self.table, self.made, self.rules = ways, ways.made, ways.rules
        alike: dict[bytes, dict[Numbers, State]] = {}
        self.goals: dict[tuple[int, Numbers, Numbers], set[Numbers]] = {}
        for end in ends:
            at = end.first - 1
            left = end.markers[at:] + end.markers[:at]
            alike.setdefault(ways.pack(end), {})[left] = end
            self.goals.setdefault(self._goal(end), set()).add(left)
        self.open = all(map(self._open, alike.values()))
        if self.open:
            self.ends = [kept[min(kept, key=sum)] for kept in alike.values()]

    def _open(self, kept: Collection[Numbers]) -> bool:
        """Whether all numbers of markers are ends, from the least of each seat up to all, as where a heat begins."""
        least = map(min, zip(*kept, strict=True))
        every: int = prod(self.rules.markers_per_player + 1 - count for count in least)
        return len(kept) == every

    def _goal(self, end: State) -> tuple[int, Numbers, Numbers]:
        """Its heat, the turns made then, any of these numbers, and what each seat has harvested."""
        begins = end.heat > 1 and end.seat is not None and self.table.clock(end) == 0
        heat, at = end.heat - begins, end.first - 1
        if not begins and end.seat is not None:
            return heat, (self.table.clock(end),), end.harvested[at:] + end.harvested[:at]
        row, most = end.heat_scores[heat - 1], self.rules.laps_per_heat * end.players
        when = tuple(range(1, most + 1)) if sum(row) == self.rules.total_seeds else (most,)
        return heat, when, row[at:] + row[:at]

    def key(self, state: State) -> Hashable:
        """Without the markers, where they are open."""
        return self.table.pack(state) if self.open else self.table.key(state)

    def spare(self, state: State) -> Numbers:
        """The markers, where they are open."""
        at = state.first - 1
        return state.markers[at:] + state.markers[:at] if self.open else ()

    def dead(self, state: State) -> bool:
        """As for any position; but where markers are open, those that it has are the least that it may have."""
        if not self.open:
            return bool(self.table.objection(state))
        harvested = state.harvested
        return any(harvested) and any(harvested[seat - 1] not in self.made[had] for seat, had in self.table.had(state))

    def lengths(self, state: State) -> tuple[int, ...]:
        """By the turns made so far; an end is out of reach where a seat's turns do not suffice."""
        if state.seat is None:
            return ()
        clock, at = self.table.clock(state), state.first - 1
        harvested, left = state.harvested[at:] + state.harvested[:at], state.markers[at:] + state.markers[:at]
        found = set()
        for (heat, when, goal), kept in self.goals.items():
            for turns in when if heat == state.heat else ():
                had = self._turns(state, clock, turns)
                if turns > clock and self._harvests(harvested, goal, had) and (self.open or _spends(left, kept, had)):
                    found.add(turns - clock)
        return tuple(sorted(found))

    @staticmethod
    def _turns(state: State, clock: int, turns: int) -> Numbers:
        """Of the turns of this heat from one to another, those of each seat, the session's first seat first."""
        places = ((seat - state.heat + 1) % state.players for seat in range(state.players))
        return tuple(_turns_of(turns, p, state.players) - _turns_of(clock, p, state.players) for p in places)

    def _harvests(self, now: Numbers, goal: Numbers, turns: Numbers) -> bool:
        return all(end - has in self.made[had] for end, has, had in zip(goal, now, turns, strict=True))

    def order(self, state: State) -> int:
        """The more seeds are still to be harvested, the later."""
        return sum(state.board)


def _spends(now: Numbers, ends: Collection[Numbers], turns: Numbers) -> bool:
    """Whether each seat can come to have one of these numbers of markers in its turns."""
    return now in ends or any(
        all(0 <= n - end <= had for n, end, had in zip(now, row, turns, strict=True)) for row in ends
    )


def _begins(state: State) -> int:
    """The seat that begins the heat."""
    return first_seat(state.players, state.first, state.heat)


def _turns_of(turns: int, place: int, players: int) -> int:
    """Of the first turns of a heat, those of the seat at a place in the turn order, from 0."""
    return (turns - place + players - 1) // players


def _turns(count: int) -> str:
    return f"{count} turn{'' if count == 1 else 's'}"


def harvests(rules: Rules) -> tuple[frozenset[int], ...]:
    """For each number of turns in a heat, what one seat may have harvested: sums of at most so many targets."""
    found = [frozenset((0,))]
    for _ in range(rules.laps_per_heat):
        more = {made + target for made in found[-1] for target in (0, *rules.targets)}
        found.append(frozenset(count for count in more if count <= rules.total_seeds))
    return tuple(found)


def _unsown(rules: Rules, board: Numbers, direction: Direction) -> Iterator[tuple[Numbers, int, int]]:
    """The boards from which a sowing leaves this one, what it harvested, and the station it was lifted from."""
    for landing, target in enumerate(rules.targets, start=1):
        if not board[landing - 1] and target <= rules.total_seeds - sum(board):
            for earlier, station, last in _lifted(add(board, landing, target), direction):
                if last == landing:
                    yield earlier, target, station
    for earlier, station, last in _lifted(board, direction):
        if board[last - 1] != rules.targets[last - 1]:
            yield earlier, 0, station


def _lifted(sown: Numbers, direction: Direction) -> Iterator[tuple[Numbers, int, int]]:
    """The boards before a sowing, the station that it was lifted from and the one on which its last seed fell."""
    size, step = len(sown), 1 if direction == "cw" else -1
    for station, rounds in enumerate(sown, start=1):
        board = [count - rounds for count in sown]
        if min(board) < 0:
            continue
        # Each pass adds the seed that falls on one station more; a handful of whole rounds ends where it began.
        for more in range(size):
            last = (station - 1 + step * more) % size + 1
            if more:
                board[last - 1] -= 1
            if board[last - 1] < 0:
                break
            if handful := rounds * size + more:
                yield (*board[: station - 1], handful, *board[station:]), station, last
