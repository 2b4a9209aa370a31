"""What the engine of The Quiet Dividend says of the printed rules: those it decides, each at work or never.

In: the facts of a turn, or the numbers of a kit. Out: ids of the rules text, with facts or with proofs.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.games.quiet_dividend_rules import Rules, Setup

RULES: Mapping[str, str] = {
    "start-values": "The setup gives the value of each club at the start.",
    "payout-laps": "The setup gives the laps after which the clubs pay.",
    "start-shares": "Nobody has a share at the start.",
    "laps": "The turn passes clockwise, and the game has so many laps.",
    "one-action": "A turn is one action.",
    "join": "A join adds one share in its club and costs nothing.",
    "promote": "A promotion raises one club's value by one, whoever owns shares in it.",
    "switch": "A switch takes a share from one club and adds one in another.",
    "no-such-club": "There are no clubs but those of the game.",
    "no-share": "A switch needs a share in the club it leaves.",
    "same-club": "A switch needs two different clubs.",
    "pass-only-when-stuck": "Nobody passes who has a legal action.",
    "pass": "Who has no legal action passes.",
    "club-limit": "Nobody holds more shares in one club than the limit.",
    "share-limit": "Nobody holds more shares altogether than the limit.",
    "value-limit": "No club is worth more than the limit.",
    "full-hand": "A switch is legal with a full hand.",
    "no-fall": "Values never fall but by a reset.",
    "pay-after-lap": "Nothing is paid before everyone has had their turn in a payout lap.",
    "pay-at-once": "All clubs pay everyone at the same moment.",
    "pay-sum": "A payout is shares times values, added over the clubs.",
    "shares-stay": "Shares stay after a payout.",
    "reset": "A reset comes after everyone has received the payout.",
    "points-kept": "Points that are earned are kept.",
    "session-over": "After the last lap nobody moves.",
    "total": "A total is the sum of the payouts; shares are worth nothing at the end.",
    "winner": "The highest total wins; leaders that are tied share the win.",
}


def at_work(rules: Rules, facts: Mapping[str, Any], position: str = "") -> Mapping[str, frozenset[str]]:
    """The rules that decided a turn with these facts, each with the facts that would differ without it."""
    given = {part.split()[0] for part in position.split(";")} if position else {"values", "shares"}
    found = (
        ("start-values", "values" not in given, "values_before values club_value_before club_value"),
        ("start-shares", "shares" not in given, "shares_before shares club_shares holding"),
        *_actions(rules, facts),
        *_lap_ends(facts),
    )
    return {rule: frozenset(names.split()) for rule, holds, names in found if holds}


def _actions(rules: Rules, facts: Mapping[str, Any]) -> Iterator[tuple[str, object, str]]:
    action, held = facts["action"], sum(facts["shares_before"][facts["seat"] - 1])
    yield "one-action", not facts["session_over"], "seat_next"
    yield "laps", True, "seat_next lap_next session_over"
    yield "join", action == "join", "shares club_shares holding"
    yield "promote", action == "promote", "values club_value"
    yield "switch", action == "switch", "shares club_shares"
    yield "full-hand", action == "switch" and held == rules.max_shares, "shares club_shares holding"
    yield "pass", action == "pass", "shares values seat_next"
    yield "no-fall", not facts["reset"], "values values_next"


def _lap_ends(facts: Mapping[str, Any]) -> Iterator[tuple[str, object, str]]:
    paid, over = facts["paid"], facts["session_over"]
    earned_before = sum(facts["totals"]) - sum(facts["payout"] or ())
    yield "pay-after-lap", not facts["lap_over"], "paid payout totals"
    yield "payout-laps", facts["lap_over"], "paid payout totals"
    yield "pay-at-once", paid, "payout totals"
    yield "pay-sum", paid, "payout totals"
    yield "shares-stay", paid, "shares_next"
    yield "reset", facts["reset"], "values_next payout totals"
    yield "points-kept", earned_before, "totals"
    yield "session-over", over, "seat_next session_over"
    yield "total", over, "totals"
    yield "winner", over, "winners"


def idle(rules: Rules, players: int) -> Mapping[str, str]:
    """The rules that can't come into play under these numbers with at most so many players, and why: a proof."""
    full, most, per_club, clubs = _full(rules), rules.max_shares, rules.max_shares_per_club, len(rules.clubs)
    before_last = rules.laps - 1
    never: dict[str, str] = {}

    def rule_out(when: object, why: str, *names: str) -> None:
        for name in names if when else ():
            never.setdefault(name, why)

    holds = f"Who must pass holds {per_club} shares in each of {clubs} clubs, {full} in all"
    rule_out(full > most, f"{holds}; the limit is {most}.", "pass")
    rule_out(full > before_last, f"{holds}; before the last of {rules.laps} turns nobody holds so many.", "pass")
    stuck = any(_may_be_stuck(rules, setup, players) for setup in rules.setups)
    rule_out(not stuck, f"{holds}, while every club is worth {rules.max_value}: there are too few turns.", "pass")
    rule_out(most >= full, f"Who holds {most} shares holds the most in every club.", "share-limit", "full-hand")
    why = f"Before the last of {rules.laps} turns nobody holds"
    rule_out(most > before_last, f"{why} {most} shares.", "share-limit", "full-hand")
    rule_out(per_club > most, f"Nobody holds {per_club} shares.", "club-limit")
    rule_out(per_club > before_last, f"{why} {per_club} shares.", "club-limit")
    rule_out(not before_last, f"{why} a share.", "switch")
    reached = any(_may_be_highest(rules, setup, players) for setup in rules.setups)
    rule_out(not reached, f"Before the last turn no club is worth {rules.max_value}.", "value-limit")
    rule_out(not any(setup.resets for setup in rules.setups), "No setup has a reset.", "reset")
    late = all(setup.payout_laps[0] == rules.laps for setup in rules.setups)
    rule_out(late, "No setup pays before the end.", "points-kept")
    return never


def _full(rules: Rules) -> int:
    """Shares of a seat that has no room in any club."""
    return len(rules.clubs) * rules.max_shares_per_club


def _may_be_stuck(rules: Rules, setup: Setup, players: int) -> bool:
    """Whether there are turns enough for one seat's joins and for every promotion, between two resets at least."""
    for first, last, values in _stretches(rules, setup):
        missing = len(values) * rules.max_value - sum(values)
        spare = last - 1 - _full(rules)
        if spare >= 0 and missing <= min(last - first, spare) + (players - 1) * (last - first + 1):
            return True
    return False


def _may_be_highest(rules: Rules, setup: Setup, players: int) -> bool:
    """Whether there are turns enough, before the last one of a stretch, to raise some club to the limit."""
    return any(
        rules.max_value - max(values) < players * (last - first + 1) for first, last, values in _stretches(rules, setup)
    )


def _stretches(rules: Rules, setup: Setup) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """First and last lap that no reset parts, and the values at their start."""
    firsts = [(1, setup.values), *((lap + 1, values) for lap, values in setup.resets)]
    lasts = [*(lap for lap, _ in setup.resets), rules.laps]
    for (first, values), last in zip(firsts, lasts, strict=True):
        yield first, last, values
