"""What the engine of The Quiet Dividend says of positions and turns, in words to be read out at a table.

In: a position, a move, the facts of a turn. Out: rows of figures, and sentences with the ids of their printed rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.games import Account, Said
from generator.games.phrases import counted, joined, opening, winning
from generator.games.quiet_dividend import Move, State, position
from generator.games.quiet_dividend_rules import Rules


def account(rules: Rules, state: State) -> Account:
    """The position."""
    paid = zip(rules.setup(state.setup).payout_laps, zip(*state.payouts, strict=True), strict=False)
    held = zip(rules.clubs, zip(*state.shares, strict=True), strict=True)
    return Account(
        when=f"Lap {state.lap} of {rules.laps}",
        shared=(("Club", rules.clubs), ("Value", state.values)),
        seats=(
            *((f"Shares in club {club}", shares) for club, shares in held),
            *((f"Payout after lap {lap}", earned) for lap, earned in paid),
            ("Total", tuple(position(rules, state)["scores"])),
        ),
    )


def spoken(move: Move) -> str:
    """The move as a player would say it."""
    match move.action:
        case "switch":
            return f"switch from club {move.club} to club {move.other}"
        case "pass":
            return "pass"
    return f"{move.action} club {move.club}"


def other_way(move: Move) -> None:
    """No action of this game has a direction."""


def turn(rules: Rules, facts: Mapping[str, Any], called: Sequence[str]) -> tuple[Said, ...]:
    """What the turn would do, from the action to a payout and the end of the game."""
    return (_action(facts, called[facts["seat"] - 1]), *_payout(rules, facts, called), *_after(rules, facts, called))


def _action(facts: Mapping[str, Any], who: str) -> Said:
    action, club, other = facts["action"], facts["club"], facts["other"]
    held, together = facts["club_shares"], counted(facts["holding"], "share")
    match action:
        case "join":
            text = f"would hold {counted(held, 'share')} in club {club} and {together} altogether."
            return Said(f"{opening(who)} {text}", ("join",))
        case "promote":
            text = f"Club {club} would rise from {facts['club_value_before']} to {facts['club_value']}."
            return Said(text, ("promote",))
        case "switch":
            text = f"would give up a share in club {club}, and hold {counted(held, 'share')} in club {other}"
            return Said(f"{opening(who)} {text} and still {together} altogether.", ("switch",))
    return Said(f"{opening(who)} has no other action, so nothing would change.", ("pass",))


def _payout(rules: Rules, facts: Mapping[str, Any], called: Sequence[str]) -> Iterator[Said]:
    lap = facts["lap"]
    if not facts["lap_over"]:
        yield Said(f"Nothing would be paid: not everyone has had their turn in lap {lap}.", ("pay-after-lap",))
    elif not facts["paid"]:
        yield Said(f"Lap {lap} would end. It is no payout lap, so nothing would be paid.", ("pay-after-lap",))
    else:
        yield Said(f"Lap {lap} would end, and all clubs would pay.", ("pay-after-lap", "pay-at-once"))
        for who, shares, points in zip(called, facts["shares"], facts["payout"], strict=True):
            pays = [f"{held} × {value}" for held, value in zip(shares, facts["values"], strict=True) if held]
            sum_ = f"{' + '.join(pays)} = {counted(points, 'point')}" if pays else "nothing, having no shares"
            yield Said(f"{opening(who)} would earn {sum_}.", ("pay-sum",))


def _after(rules: Rules, facts: Mapping[str, Any], called: Sequence[str]) -> Iterator[Said]:
    if facts["reset"]:
        values = joined(f"{club} to {value}" for club, value in rules.by_club(facts["values_next"]).items())
        yield Said(f"After that the values would be reset: {values}.", ("reset",))
    if facts["session_over"]:
        yield Said("The game would end.", ("session-over",))
        yield Said(winning(facts["totals"], facts["winners"], called), ("total", "winner"))
