"""A shortest line of play to a position, or the proof that there is none; of a game this knows the protocol alone.

The search goes both ways. Backward it gathers the positions nearest the ends, by breadth, as far as the engine can take
moves back; forward it is A*, which knows how far each of those is from an end and of the others that they are further.
Whatever the engine says of lengths, keys and earlier moves narrows it (`games.ways`). Positions that a symmetry makes
one another are one. The line is then played by the engine from the start: only that is believed.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from generator.errors import IllegalMove
from generator.games import Game
from generator.games.ways import Ways

BOUNDS = (2_000, 20_000, 200_000)
"""Positions kept in each of the two directions, in one round after another until it is decided."""
MOST_ENDS = 2_000
"""Ends that are named; where a text leaves more open, the search is forward only and tries each position."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from one position to another, as few as can be."""

    start: Any
    moves: tuple[Any, ...]
    end: Any


@dataclass(frozen=True, slots=True)
class NoLine:
    """The proof that there is none, in one sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a line nor a proof within the bounds."""

    positions: int
    """Kept when the search was given up."""


Found = Line | NoLine | Undecided


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search looks for: any of some positions, or each that passes a test where they are too many to name."""

    ends: tuple[Any, ...] | None
    is_end: Callable[[Any], bool]


def search(game: Game, rules: Any, ways: Ways, starts: Iterable[Any], goal: Goal) -> Found:
    """A line with the fewest moves from any of the starts, which are to hold each symmetric image of one another.

    Takes at most the last of `BOUNDS` positions in each direction, and then gives up.
    """
    job = _Search(game, rules, ways, tuple(starts), goal)
    for bound in BOUNDS:
        found = job.run(bound)
        if not isinstance(found, Undecided):
            break
    return found


class _Search:
    """One call of `search`: what stays the same from round to round."""

    def __init__(self, game: Game, rules: Any, ways: Ways, starts: tuple[Any, ...], goal: Goal) -> None:
        self.game, self.rules, self.ways, self.starts, self.goal = game, rules, ways, starts, goal
        self.aim = ways.aim(goal.ends) if goal.ends is not None else None
        self.keys = {ways.key(start) for start in starts}
        self.near: dict[Hashable, int] = {}
        """Key of each position near an end, and the fewest moves from there."""
        self.depth = -1
        """Every position that is so near to an end is among them."""

    def run(self, bound: int) -> Found:
        """One round."""
        if self.goal.ends is not None and self.backward(bound, self.goal.ends) and not self.keys & self.near.keys():
            return NoLine(f"every line that ends there was followed back, to {_positions(len(self.near))} and no start")
        return self.forward(bound)

    def backward(self, bound: int, ends: Iterable[Any]) -> bool:
        """Gather what is near the ends; whether that is all from which they can be reached."""
        self.near, self.depth = {}, -1
        layer = [end for end in ends if self.found_near(end, 0)]
        while layer:
            self.depth += 1
            further = []
            for state in layer:
                earlier = () if self.ways.key(state) in self.keys else self.earlier(state)
                if earlier is None or len(self.near) > bound:
                    return False
                further += [before for before in earlier if self.found_near(before, self.depth + 1)]
            layer = further
        return True

    def found_near(self, state: Any, distance: int) -> bool:
        return self.near.setdefault(self.ways.key(state), distance) == distance

    def earlier(self, state: Any) -> Iterator[Any] | None:
        """The positions from which one move leads here, as the engine plays it."""
        given = self.ways.before(state)
        return None if given is None else (before for before, move in given if self.leads(before, move, state))

    def leads(self, before: Any, move: Any, state: Any) -> bool:
        if self.ways.objection(before):
            return False
        try:
            return bool(self.game.play(self.rules, before, move).state == state)
        except IllegalMove:
            return False

    def forward(self, bound: int) -> Found:
        """A*: of all positions found, the next one is that whose line can be the shortest; of those, the furthest."""
        ways, seen, number = self.ways, dict[Hashable, tuple[int, Hashable]](), count()
        queue: list[tuple[int, int, int, int, Hashable, Any]] = []

        def add(state: Any, made: int, came: Hashable) -> None:
            key = ways.key(state)
            known = seen.get(key)
            if known and known[0] <= made:
                return
            left = self.left(state, key)
            if left is not None:
                seen[key] = made, came
                order = self.aim.order(state) if self.aim else 0
                heappush(queue, (made + left, -made, order, next(number), key, state))

        for start in self.starts:
            add(start, 0, None)
        while queue:
            _, gone, _, _, key, state = heappop(queue)
            if seen[key][0] != -gone:
                continue
            if key in self.near or (self.goal.ends is None and any(map(self.goal.is_end, ways.images(state)))):
                return self.line([*_back(seen, key)][::-1], state)
            if len(seen) > bound:
                return Undecided(len(seen) + len(self.near))
            for child in self.children(state):
                add(child, 1 - gone, key)
        return NoLine(f"every line that could lead there was followed from the start, to {_positions(len(seen))}")

    def left(self, state: Any, key: Hashable) -> int | None:
        """No fewer moves lead from here to an end; None for a dead end."""
        if key in self.near:
            return self.near[key]
        lengths = self.aim.lengths(state) if self.aim else None
        if lengths is None:
            return self.depth + 1
        return next((length for length in lengths if length > self.depth), None)

    def children(self, state: Any) -> Iterator[Any]:
        for move in self.game.legal_moves(self.rules, state):
            yield self.game.play(self.rules, state, move).state

    def line(self, keys: list[Hashable], meeting: Any) -> Found:
        """The keys of a line from a start to the meeting, completed to an end, as moves that the engine makes."""
        state = meeting
        while self.near.get(keys[-1]):
            distance = self.near[keys[-1]]
            nearer = (child for child in self.children(state) if self.near.get(self.ways.key(child)) == distance - 1)
            state = next(nearer)
            keys.append(self.ways.key(state))
        # The starts hold each other's images, and so do the positions of each key: one of them is the end itself.
        came: list[dict[Any, tuple[Any, Any]]] = [{s: (None, None) for s in self.starts if self.ways.key(s) == keys[0]}]
        for key in keys[1:]:
            came.append({child: (s, m) for s in came[-1] for m, child in self.moves(s) if self.ways.key(child) == key})
        end = state = next(filter(self.goal.is_end, came[-1]))
        moves = []
        for layer in reversed(came[1:]):
            state, move = layer[state]
            moves.append(move)
        return Line(state, tuple(reversed(moves)), end)

    def moves(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move in self.game.legal_moves(self.rules, state):
            yield move, self.game.play(self.rules, state, move).state


def _back(seen: Mapping[Hashable, tuple[int, Hashable]], key: Hashable) -> Iterator[Hashable]:
    """The keys of a line, its last one first."""
    while key is not None:
        yield key
        key = seen[key][1]


def _positions(number: int) -> str:
    return f"{number} position{'' if number == 1 else 's'}"
