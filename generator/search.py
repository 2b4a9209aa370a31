"""A shortest line of play to a position, or the proof that there is none; of a game this knows the protocol alone.

The search goes both ways. Backward it gathers the positions nearest the ends, by breadth, as far as the engine can take
moves back; forward it is A*, which knows how far each of those is from an end and of the others that they are further.
Whatever the engine says of lengths, keys and earlier moves narrows it (`games.ways`). Positions that a symmetry makes
one another are one. The line is then played by the engine from the start: only that is believed.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from generator.errors import IllegalMove
from generator.games import Game
from generator.games.ways import Aim, Ways

BOUNDS = (2_000, 20_000, 200_000)
"""Positions kept in each of the two directions, in one round after another until it is decided."""


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
    """Neither a line nor a proof was found."""

    why: str
    """In one sentence."""


CROOKED = Undecided("what the engine says of the ways to it does not agree with how it plays")
"""The answer where keys, earlier moves or ends of an engine turn out to be wrong."""

Spare = tuple[int, ...]
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
        self.aim = Aim(ways, ()) if goal.ends is None else ways.aim(goal.ends)
        self.near: dict[Hashable, list[tuple[int, Spare]]] = {}
        """Key of each position near an end: the fewest moves from there, with so much to spare."""
        self.count = 0
        self.depth = -1
        """Every position that is so near to an end is in `near`."""

    def run(self, bound: int) -> Found:
        """One round."""
        if self.goal.ends is not None and self.backward(bound) and all(self.distance(s) is None for s in self.starts):
            return NoLine(f"every line that ends there was followed back, to {_positions(self.count)} and no start")
        return self.forward(bound)

    def backward(self, bound: int) -> bool:
        """Gather what is near the ends; whether that is all from which they can be reached."""
        self.near, self.count, self.depth = {}, 0, -1
        stop = {self.aim.key(start) for start in self.starts}
        layer = [end for end in self.aim.ends if self.gather(end, 0)]
        while layer:
            self.depth += 1
            further = []
            for state in layer:
                earlier = () if self.aim.key(state) in stop else self.earlier(state)
                if earlier is None or self.count > bound:
                    return False
                further += [before for before in earlier if self.gather(before, self.depth + 1)]
            layer = further
        return True

    def gather(self, state: Any, distance: int) -> bool:
        """Whether a position was not known to be so near."""
        spare, known = self.aim.spare(state), self.near.setdefault(self.aim.key(state), [])
        if any(_suffices(spare, least) for _, least in known):
            return False
        known.append((distance, spare))
        self.count += 1
        return True

    def distance(self, state: Any, key: Hashable = None) -> int | None:
        """The fewest moves to an end, where they are known."""
        known = self.near.get(self.aim.key(state) if key is None else key)
        if not known:
            return None
        spare = self.aim.spare(state)
        return next((distance for distance, least in known if _suffices(spare, least)), None)

    def earlier(self, state: Any) -> Iterator[Any] | None:
        """The positions from which one move leads here, as the engine plays it."""
        given = self.ways.before(state)
        return None if given is None else (before for before, move in given if self.leads(before, move, state))

    def leads(self, before: Any, move: Any, state: Any) -> bool:
        if self.aim.dead(before):
            return False
        try:
            return bool(self.game.play(self.rules, before, move).state == state)
        except IllegalMove:
            return False

    def forward(self, bound: int) -> Found:
        """A*: of all positions found, the next one is that whose line can be the shortest; of those, the furthest."""
        seen, number = _Seen(), count()
        queue: list[tuple[int, int, int, int, int, Any]] = []

        def add(state: Any, made: int, came: int) -> None:
            key = self.aim.key(state)
            left = self.left(state, key)
            if left is not None and (node := seen.add(key, made, self.aim.spare(state), came)) is not None:
                heappush(queue, (made + left, -made, self.aim.order(state), next(number), node, state))

        for start in self.starts:
            add(start, 0, -1)
        while queue:
            _, gone, _, _, node, state = heappop(queue)
            if self.is_met(state):
                return self.line([*seen.back(node)][::-1], state)
            if len(seen.nodes) > bound:
                return Undecided(f"{_positions(len(seen.nodes) + self.count)} were looked at, and no more are")
            for _, child in self.moves(state):
                add(child, 1 - gone, node)
        tried = _positions(len(seen.nodes))
        return NoLine(f"every line that could lead there was followed, to {tried}")

    def is_met(self, state: Any) -> bool:
        """Whether the rest of the line is known."""
        if self.goal.ends is not None:
            return self.distance(state) is not None
        return any(map(self.goal.is_end, self.ways.images(state)))

    def left(self, state: Any, key: Hashable) -> int | None:
        """No fewer moves lead from here to an end; None for a dead end."""
        known = self.distance(state, key)
        if known is not None:
            return known
        lengths = self.aim.lengths(state)
        if lengths is None:
            return self.depth + 1
        return next((length for length in lengths if length > self.depth), None)

    def line(self, keys: list[Hashable], meeting: Any) -> Found:
        """The keys of a line from a start to the meeting, completed to an end, as moves that the engine makes."""
        state: Any = meeting
        for distance in range((self.distance(meeting) or 0) - 1, -1, -1):
            state = next((child for _, child in self.moves(state) if self.distance(child) == distance), None)
            if state is None:
                return CROOKED
            keys.append(self.aim.key(state))
        # The starts hold each other's images, and so do the positions of each key: one of them is the end itself.
        came: list[dict[Any, tuple[Any, Any]]] = [{s: (None, None) for s in self.starts if self.aim.key(s) == keys[0]}]
        for key in keys[1:]:
            came.append({child: (s, m) for s in came[-1] for m, child in self.moves(s) if self.aim.key(child) == key})
        end = state = next(filter(self.goal.is_end, came[-1]), None)
        if end is None:
            return CROOKED
        moves = []
        for layer in reversed(came[1:]):
            state, move = layer[state]
            moves.append(move)
        return Line(state, tuple(reversed(moves)), end)

    def moves(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move in self.game.legal_moves(self.rules, state):
            yield move, self.game.play(self.rules, state, move).state


class _Seen:
    """The positions of a search forward, each with the line that leads there."""

    def __init__(self) -> None:
        self.nodes: list[tuple[Hashable, int]] = []
        """Key, and the node before it."""
        self.best: dict[Hashable, list[tuple[int, Spare]]] = {}

    def add(self, key: Hashable, made: int, spare: Spare, came: int) -> int | None:
        """A node for a position, if it is none that was found with no more moves and no less to spare."""
        known = self.best.setdefault(key, [])
        if any(moves <= made and _suffices(has, spare) for moves, has in known):
            return None
        known.append((made, spare))
        self.nodes.append((key, came))
        return len(self.nodes) - 1

    def back(self, node: int) -> Iterator[Hashable]:
        """The keys of a line, its last one first."""
        while node >= 0:
            key, node = self.nodes[node]
            yield key


def _suffices(spare: Spare, least: Spare) -> bool:
    return all(has >= needs for has, needs in zip(spare, least, strict=True))


def _positions(number: int) -> str:
    return f"{number} position{'' if number == 1 else 's'}"
