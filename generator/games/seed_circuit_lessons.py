"""What a position of Seed Circuit can teach. In: the facts of a turn. Out: whether it shows a lesson."""

from collections.abc import Iterator
from typing import get_args

from generator.games.lessons import Lesson
from generator.games.seed_circuit import Direction, Move, State
from generator.games.seed_circuit_rules import Rules

_SOWING = ("handful", "path")
_LANDING = ("landing", "landing_before", "landing_count", "target", "harvest")
_TABLE = ("board", "on_board", "harvested", "accounted")
_MARKER = ("marker_spent", "markers_left")

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "harvest",
        "A harvest",
        "The last seed makes the target of its station, whose seeds are harvested.",
        (*_SOWING, *_LANDING, *_TABLE, "score"),
        lambda _, facts: bool(facts["harvest"]) and not facts["marker_spent"],
    ),
    Lesson(
        "near-miss",
        "A near miss",
        "The last seed leaves its station one short of the target: nothing is harvested.",
        (*_SOWING, *_LANDING, *_TABLE),
        lambda _, facts: facts["landing_count"] == facts["target"] - 1 and not facts["passed_matches"],
    ),
    Lesson(
        "match-elsewhere",
        "A match that does not count",
        "A seed before the last makes the target of its station: only the last one counts.",
        (*_SOWING, "passed_matches", *_LANDING, *_TABLE),
        lambda _, facts: bool(facts["passed_matches"]) and not facts["harvest"],
    ),
    Lesson(
        "long-handful",
        "A handful that goes round",
        "A handful larger than the ring passes the station that it was lifted from, and sows it too.",
        (*_SOWING, "rounds", "origin_sown", *_LANDING, *_TABLE),
        lambda rules, facts: facts["handful"] > rules.stations,
    ),
    Lesson(
        "reverse",
        "A REVERSE marker",
        "A marker is spent to sow anticlockwise, and the last seed is harvested.",
        (*_SOWING, *_MARKER, *_LANDING, *_TABLE, "score"),
        lambda _, facts: facts["marker_spent"] and bool(facts["harvest"]),
    ),
    Lesson(
        "illegal",
        "A choice that the rules refuse",
        "A station is empty, or no REVERSE marker is left.",
        refused=frozenset({"empty-station", "no-marker"}),
    ),
)


def tries(rules: Rules, state: State) -> Iterator[Move]:
    """Every station, either way."""
    yield from (Move(at, way) for way in get_args(Direction) for at in range(1, rules.stations + 1))
