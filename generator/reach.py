"""A kit and its proofs in, the ways to its examples out: for each a line of play, or the proof that there is none.

A position occurs where one moment of a legal session has all that its text states, and where the example, told from
that moment, has all its claims and the same box, word for word. What the text leaves open is free. For `check` alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from generator.errors import Finding
from generator.games.ways import Guide, Ways
from generator.model import Example, Kit, Proofs
from generator.search import CROOKED, Found, Goal, Line, NoLine, Undecided, search

MOST_ENDS = 1_000
"""Positions that a text may stand for and are all named; where it leaves more open, the search is forward only."""

Told = Callable[[Example], object]
"""The box of an example as it is printed, empty where it can't be filled, None where a claim does not hold."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The fewest moves that lead to an example's position."""

    players: int
    setup: str | None
    first: int
    """The seat that starts."""
    line: tuple[str, ...]
    """Moves in text form."""

    def as_json(self) -> Mapping[str, Any]:
        """As `check --json` prints it."""
        return {"players": self.players, "setup": self.setup, "first": self.first, "line": list(self.line)}


@dataclass(frozen=True, slots=True)
class Impossible:
    """No legal session has this position."""

    why: str
    """The proof in a few words."""

    def as_json(self) -> Mapping[str, Any]:
        """As `check --json` prints it."""
        return {"impossible": self.why}


@dataclass(frozen=True, slots=True)
class NotDecided:
    """Neither a line nor a proof was found within the bounds."""

    why: str

    def as_json(self) -> Mapping[str, Any]:
        """As `check --json` prints it."""
        return {"undecided": self.why}


Reach = Reached | Impossible | NotDecided


def reach(kit: Kit, proofs: Proofs, told: Told) -> tuple[Mapping[str, Reach], tuple[Finding, ...]]:
    """By id, what is known of each example that is proved; and a finding for each that does not say what it is.

    One that can't occur must be marked an illustration, in its source and so in its box; one that can must not.
    """
    known = {name: _reach(kit, proof.example, told) for name, proof in proofs.proved.items()}
    return known, tuple(f for name, found in known.items() for f in _findings(proofs.proved[name].example, found, told))


def _findings(example: Example, found: Reach, told: Told) -> Iterator[Finding]:
    def finding(line: int, message: str) -> Finding:
        return Finding(example.path, line, f"example {example.id!r}: {message}")

    mend = "mark the example 'illustration: yes' or change it"
    if isinstance(found, Reached) and example.illustration:
        moves = f"{len(found.line)} move{'' if len(found.line) == 1 else 's'}"
        yield finding(example.illustration, f"illustration: its position can occur, after {moves}; drop this line")
    elif isinstance(found, Impossible) and not example.illustration:
        yield finding(example.position_line, f"its position can't occur: {found.why}; {mend}")
    elif isinstance(found, NotDecided) and not example.illustration:
        yield finding(example.position_line, f"whether its position can occur is not decided: {found.why}; {mend}")
    if example.illustration and (box := told(example)) and box == told(example._replace(illustration=0)):
        yield finding(example.illustration, "illustration: expected its box to say so, found the same words without it")


def _reach(kit: Kit, example: Example, told: Told) -> Reach:
    read = kit.game.read_state(kit.rules, example.position)
    players = len(kit.game.position(kit.rules, read)["scores"])
    fewest, most, _ = kit.players
    if not fewest <= players <= most:
        return Impossible(f"it has {players} players, and the kit is for {fewest} to {most}")
    return _Job(kit, example, told, players).reach(read)


class _Job:
    """The search for one example."""

    def __init__(self, kit: Kit, example: Example, told: Told, players: int) -> None:
        self.kit, self.game, self.rules, self.example, self.told = kit, kit.game, kit.rules, example, told
        knows = hasattr(self.game, "ways")
        self.ways = cast(Guide, self.game).ways(self.rules) if knows else Ways(self.game, self.rules)
        self.box = told(example)
        setups = self.game.setups(self.rules) or (None,)
        tables = [(players, setup, first) for setup in setups for first in range(1, players + 1)]
        self.tables = {self.game.start(self.rules, *table): table for table in tables}
        """Every position that a session may start with, and what starts it."""

    def reach(self, read: Any) -> Reach:
        """The shortest line to any position that the text stands for."""
        named = self.ways.ends(self.example.position)
        ends = None if named is None else tuple(islice(named, MOST_ENDS + 1))
        if ends is None or len(ends) > MOST_ENDS:
            return self.result([(self.search(self.tables, Goal(None, self.occurs)),)])
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for end in ends:
            if not self.ways.objection(end) and self.tells(end):
                groups.setdefault(self.ways.stages(end), []).append(end)
        if not groups:
            return Impossible(self.ways.objection(read) or "its claims hold for nothing that it leaves open")
        return self.result([tuple(self.legs(stages, group)) for stages, group in groups.items()])

    def occurs(self, state: Any) -> bool:
        """Whether a position is the example's."""
        return self.ways.agrees(self.example.position, state) and self.tells(state)

    def tells(self, state: Any) -> bool:
        """Whether the example has the same box, and its claims hold, from a position."""
        position = self.game.write_state(self.rules, state)
        return self.told(self.example._replace(position=position)) == self.box

    def legs(self, stages: tuple[Any, ...], ends: Sequence[Any]) -> Iterator[Found]:
        """The lines from stage to stage, the last one first; none before one that there is not."""
        starts = [tuple(self.tables), *((stage,) for stage in stages)]
        goals = [*((stage,) for stage in stages), tuple(ends)]
        for start, goal in zip(reversed(starts), reversed(goals), strict=True):
            found = self.search(start, Goal(goal, frozenset(goal).__contains__))
            yield found
            if not isinstance(found, Line):
                return

    def search(self, starts: Iterable[Any], goal: Goal) -> Found:
        return search(self.game, self.rules, self.ways, starts, goal)

    def result(self, groups: Sequence[tuple[Found, ...]]) -> Reach:
        """What the lines amount to; the shortest is only known where none is undecided."""
        last = [legs[-1] for legs in groups]
        for found in last:
            if isinstance(found, Undecided):
                return NotDecided(found.why)
        lines = [
            [leg for leg in reversed(legs) if isinstance(leg, Line)] for legs in groups if isinstance(legs[-1], Line)
        ]
        if not lines:
            return Impossible(next(found.why for found in last if isinstance(found, NoLine)))
        shortest = min(lines, key=lambda legs: sum(len(leg.moves) for leg in legs))
        return self.played(shortest[0].start, [move for leg in shortest for move in leg.moves])

    def played(self, start: Any, moves: Sequence[Any]) -> Reach:
        """A line, once the engine has played it from its text and come to the example's position."""
        line = tuple(map(self.game.write_move, moves))
        state = self.game.start(self.rules, *self.tables[start])
        for text in line:
            state = self.game.play(self.rules, state, self.game.read_move(self.rules, text)).state
        if not self.occurs(state):
            return NotDecided(CROOKED.why)
        return Reached(*self.tables[start], line)
