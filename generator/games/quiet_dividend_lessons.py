"""What a position of The Quiet Dividend can teach. In: the facts of a turn. Out: whether it shows a lesson."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from generator.games.lessons import Lesson
from generator.games.quiet_dividend import Move, State
from generator.games.quiet_dividend_rules import Rules

_CLUB = ("club", "club_value_before", "club_value")
_PAYOUT = ("shares", "values", "lap_over", "payout_number", "payout", "totals")


def _helps_a_rival_more(_: Rules, facts: Mapping[str, Any]) -> bool:
    if facts["action"] != "promote" or not facts["paid"]:
        return False
    gains: tuple[int, ...] = facts["gains"]
    seat: int = facts["seat"]
    return 0 < gains[seat - 1] < max(gains)


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "payout",
        "A payout",
        "The last turn of a payout lap pays every share the value of its club.",
        ("lap_over", "paid", "shares", "values", "payout_number", "payout", "totals"),
        lambda _, facts: facts["paid"] and sum(map(bool, facts["payout"])) > 1 and not facts["reset"],
    ),
    Lesson(
        "promotion",
        "A promotion that helps a rival more",
        "A promotion before a payout earns points, and earns somebody else more.",
        (*_CLUB, *_PAYOUT, "payout_before_move", "gains"),
        _helps_a_rival_more,
    ),
    Lesson(
        "switch",
        "A switch with a full hand",
        "With as many shares as one may hold, a switch still moves one of them to another club.",
        ("club", "other", "shares_before", "shares", "holding", "club_shares"),
        lambda rules, facts: facts["action"] == "switch" and facts["holding"] == rules.max_shares,
    ),
    Lesson(
        "reset",
        "A payout, then a reset",
        "The values that were reached are paid first, and reset then.",
        (*_PAYOUT, "reset", "values_next", "payout_after_reset"),
        lambda _, facts: facts["reset"] and facts["paid"] and facts["payout"] != facts["payout_after_reset"],
    ),
    Lesson(
        "illegal",
        "An action that the rules refuse",
        "A limit is reached, a share is not there, or a pass is not allowed.",
        refused=frozenset({"club-limit", "share-limit", "value-limit", "no-share", "pass-only-when-stuck"}),
    ),
)


def tries(rules: Rules, state: State) -> Iterator[Move]:
    """Every action with every club, and a pass."""
    yield from (Move("join", club) for club in rules.clubs)
    yield from (Move("promote", club) for club in rules.clubs)
    yield from (Move("switch", club, other) for club, other in permutations(rules.clubs, 2))
    yield Move("pass")
