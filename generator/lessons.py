"""A kit and a lesson in, positions that teach it out: each reached by a line of play, the simplest first.

Of a game this knows the protocol and its lessons (`games/lessons.py`) alone.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from generator.errors import Finding, IllegalMove, nearest
from generator.games.lessons import Lesson, Lessons, lessons
from generator.model import Kit, Proof
from generator.prove import fact_text

MOST_PLAYED: Final = 30_000
"""Moves that are tried for one search, a second or two of work."""
_FIRST: Final = 0.5
"""The part of them that goes into lines from the start, all the shortest first; the rest into whole games at random."""


class Seating(NamedTuple):
    """How a session starts."""

    players: int
    setup: str | None
    first: int = 1


class Found(NamedTuple):
    """A position and a move that show a lesson."""

    lesson: Lesson
    seating: Seating
    line: tuple[Any, ...]
    """Moves from the start to the position."""
    state: Any
    move: Any
    facts: Mapping[str, Any]
    """Of the turn; none of a refused move."""
    rule: str
    """The rule that refuses the move; empty where it is legal."""


def taught(kit: Kit) -> Lessons | None:
    """What the kit's engine can teach; None where it has no lessons."""
    return lessons(kit.game)


def search(
    kit: Kit, wanted: Sequence[Lesson], seating: Seating, number: int | None = None, most: int = MOST_PLAYED
) -> Iterator[Found]:
    """Positions that show one of these lessons, the simplest first, no two alike, with at most so many moves tried.

    Simplest: after the fewest moves, then with the shortest claims. With a `number` they come from games played at
    random, which are the same for the same number.
    """
    seen: dict[tuple[str, Any, Any], Found] = {}
    for found in _Search(kit, wanted, seating, most).all(number):
        seen.setdefault((found.lesson.name, found.state, found.move), found)
    yield from sorted(seen.values(), key=lambda found: _simplicity(kit, found))


def claims(found: Found) -> tuple[str, ...]:
    """What an example of it claims, a line each."""
    if found.rule:
        return (f"  illegal: {found.rule}",)
    return tuple(f"  {key}: {fact_text(found.facts[key])}" for key in found.lesson.claims)


def _simplicity(kit: Kit, found: Found) -> tuple[int, int, str]:
    """What the simplest has least of."""
    told = "\n".join(claims(found))
    return len(found.line), len(told), told + kit.game.write_state(kit.rules, found.state)


class _Search:
    """One search: what it may still try, and what it looks for."""

    def __init__(self, kit: Kit, wanted: Sequence[Lesson], seating: Seating, most: int) -> None:
        self.game, self.rules, self.seating = kit.game, kit.rules, seating
        self.wanted = wanted
        self.tries = cast(Lessons, lessons(kit.game)).tries  # without any there is no lesson that is wanted
        self.left = most

    def all(self, number: int | None) -> Iterator[Found]:
        """Everything that is found within bounds."""
        start = self.game.start(self.rules, *self.seating)
        if number is None:
            yield from self.shortest(start, int(self.left * (1 - _FIRST)))
        chance = random.Random(number or 0)  # noqa: S311 - to be repeated, not to be secret
        while self.left > 0:
            yield from self.game_at_random(start, chance)

    def shortest(self, start: Any, least: int) -> Iterator[Found]:
        """Every line from the start, the shortest first."""
        layer: dict[Any, tuple[Any, ...]] = {start: ()}
        while layer:
            following: dict[Any, tuple[Any, ...]] = {}
            for state, line in layer.items():
                if self.left <= least:
                    return
                ways, found = self.look(state, line)
                yield from found
                for move, after in ways:
                    following.setdefault(after, (*line, move))
            layer = following

    def game_at_random(self, start: Any, chance: random.Random) -> Iterator[Found]:
        """One session to its end."""
        state: Any = start
        line: tuple[Any, ...] = ()
        while self.left > 0:
            ways, found = self.look(state, line)
            yield from found
            if not ways:
                return
            move, state = chance.choice(ways)
            line = (*line, move)

    def look(self, state: Any, line: tuple[Any, ...]) -> tuple[list[tuple[Any, Any]], list[Found]]:
        """The legal moves of a position and where they lead; and what its moves show."""
        ways: list[tuple[Any, Any]] = []
        found: list[Found] = []
        self.left -= 1
        if self.game.position(self.rules, state)["seat"] is None:
            return ways, found
        for move in self.tries(self.rules, state):
            self.left -= 1
            try:
                turn = self.game.play(self.rules, state, move)
            except IllegalMove as error:
                shown = [lesson for lesson in self.wanted if error.rule in lesson.refused]
                found += [Found(each, self.seating, line, state, move, {}, error.rule) for each in shown]
                continue
            ways.append((move, turn.state))
            facts = self.game.facts(self.rules, turn)
            shown = [lesson for lesson in self.wanted if lesson.shows(self.rules, facts)]
            found += [Found(each, self.seating, line, state, move, facts, "") for each in shown]
        return ways, found


def untaught(kit: Kit, proofs: Mapping[str, Proof]) -> Iterator[Finding]:
    """The examples whose `lesson:` the engine does not know, or none of whose moves shows it."""
    known = lessons(kit.game)
    by_name = {lesson.name: lesson for lesson in known.LESSONS} if known else {}
    for each in kit.examples:
        if not each.lesson:
            continue
        lesson = by_name.get(each.lesson)
        about = f"example {each.id!r}: lesson"
        if lesson is None:
            expected = nearest(each.lesson, by_name) if known else "its engine has no lessons"
            yield Finding(each.path, each.lesson_line, f"{about}: unknown lesson {each.lesson!r}; {expected}")
        elif each.id in proofs and not _shows(kit, lesson, proofs[each.id]):
            yield Finding(
                each.path, each.lesson_line, f"{about}: none of its moves shows {each.lesson!r}: {lesson.meaning}"
            )


def _shows(kit: Kit, lesson: Lesson, proof: Proof) -> bool:
    return any(
        step.illegal in lesson.refused if step.illegal else lesson.shows(kit.rules, step.facts) for step in proof.steps
    )
