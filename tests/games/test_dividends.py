"""The Quiet Dividend's rules one by one; every number is the document's or worked out in a comment."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.errors import IllegalMove
from generator.games import quiet_dividend as game
from generator.load import load
from generator.places import shipped_kits

RULES = load(shipped_kits()["quiet-dividend"], "quiet-dividend").rules


def told(position: str, move: str) -> Mapping[str, Any]:
    """The facts of one move."""
    state = game.read_state(RULES, position)
    return game.facts(RULES, game.play(RULES, state, game.read_move(RULES, move)))


def rule(position: str, move: str) -> str:
    """The rule that a move breaks."""
    with pytest.raises(IllegalMove) as caught:
        told(position, move)
    return caught.value.rule


def test_the_document_s_example() -> None:
    """A 2, B 3, C 1: Pat with two A and one B earns 4 + 3 = 7, Mo with two B 6; without the promotion 6 and 4."""
    facts = told("setup steady; values 2 2 1; shares 0 2 0 / 2 1 0; payouts 2 / 2; lap 4; seat 2", "promote B")

    assert (facts["payout"], facts["payout_before_move"], facts["gains"]) == ((6, 7), (4, 6), (2, 1))


def test_nothing_is_paid_before_the_lap_ends() -> None:
    """The first of two seats in a payout lap joins: nobody is paid yet."""
    facts = told("setup steady; shares 1 0 0 / 0 1 0; lap 2; seat 1", "join B")

    assert (facts["paid"], facts["payout"], facts["totals"]) == (False, None, (0, 0))


def test_a_lap_without_payout() -> None:
    """Steady pays after laps 2, 4 and 6: the end of lap 3 pays nothing."""
    facts = told("setup steady; shares 1 1 0 / 1 1 0; payouts 2 / 2; lap 3; seat 2", "join C")

    assert (facts["lap_over"], facts["paid"]) == (True, False)


def test_the_reset_comes_after_the_payout() -> None:
    """Seasonal, lap 2, values 1 2 3: two C and two B earn 6 and 4; only then A 3, B 1, C 2."""
    facts = told("setup seasonal; values 1 2 3; shares 0 0 2 / 0 1 0; lap 2; seat 2", "join B")

    assert (facts["payout"], facts["values"], facts["values_next"]) == ((6, 4), (1, 2, 3), (3, 1, 2))


@pytest.mark.parametrize(
    ("setup", "laps"), [("steady", [2, 4, 6]), ("early-opening", [1, 3, 6]), ("seasonal", [2, 4, 6])]
)
def test_payout_laps(setup: str, laps: list[int]) -> None:
    """Each setup pays after its own three laps, and everyone has six turns."""
    state, paid, turns = game.start(RULES, 2, setup), [], 0
    while moves := game.legal_moves(RULES, state):
        facts = game.facts(RULES, turn := game.play(RULES, state, moves[0]))
        paid += [facts["lap"]] if facts["paid"] else []
        state, turns = turn.state, turns + 1

    assert (paid, turns) == (laps, 12)


def test_starting_values_and_resets() -> None:
    """The three setups as the document gives them."""
    starts = [game.start(RULES, 2, setup).values for setup in ("steady", "early-opening", "seasonal")]
    second = told("setup seasonal; values 3 1 2; shares 1 0 0 / 1 0 0; payouts 1 / 1; lap 4; seat 2", "join A")

    assert starts == [(1, 1, 1), (2, 1, 0), (1, 2, 3)]
    assert second["values_next"] == (2, 3, 1)


def test_a_lap_begins_and_ends_with_the_chosen_first_player() -> None:
    """Three seats, seat 2 first: 2, 3, 1 and then 2 again, in the second lap."""
    state, seats = game.start(RULES, 3, first=2), []
    for _ in range(4):
        seats.append((state.lap, state.seat))
        state = game.play(RULES, state, game.read_move(RULES, "join A")).state

    assert seats == [(1, 2), (1, 3), (1, 1), (2, 2)]


def test_a_reset_waits_for_the_end_of_its_lap() -> None:
    """Seasonal, lap 2, the first of two seats: values and facts tell of no reset yet."""
    facts = told("setup seasonal; shares 1 0 0 / 1 0 0; lap 2; seat 1", "join A")

    assert (facts["reset"], facts["payout_after_reset"], facts["values_next"]) == (False, None, (1, 2, 3))


def test_tied_players_share_the_win() -> None:
    """At A 2, B 2, C 3 the third payout is 4 + 3, 2 + 2 + 3 and 2: 15, 15 and 10 in all. Before it nobody has won."""
    position = "setup steady; values 2 2 3; shares 2 0 1 / 1 1 1 / 0 0 0; payouts 2 6 / 4 4 / 3 5; lap 6; seat"
    end = told(f"{position} 3", "join A")

    assert (end["payout"], end["totals"], end["winners"]) == ((7, 7, 2), (15, 15, 10), (1, 2))
    assert told(f"{position} 1", "promote A")["winners"] is None


FULL = "setup steady; values 1 1 4; shares 2 2 0 / 1 0 0; payouts 2 4 / 2 6; lap 5; seat 1"


@pytest.mark.parametrize(
    ("move", "broken"),
    [
        ("join C", "share-limit"),
        ("switch A B", "club-limit"),
        ("switch C A", "no-share"),
        ("switch A A", "same-club"),
        ("promote C", "value-limit"),
        ("pass", "pass-only-when-stuck"),
        ("join D", "no-such-club"),
    ],
)
def test_refusals(move: str, broken: str) -> None:
    """Four shares, two in A and two in B, C at its highest: each refusal names its rule; a switch to C is fine."""
    assert rule(FULL, move) == broken
    assert told(FULL, "switch A C")["shares"][0] == (1, 2, 1)


def test_passing_is_legal_only_when_stuck() -> None:
    """Two clubs at their highest and full hands leave nothing to do: with the printed numbers that can't happen."""
    table = {"clubs": ["A", "B"], "max_value": 1, "max_shares_per_club": 2, "max_shares": 4, "laps": 2}
    rules = game.read_rules(table, {"only": {"values": [1, 1], "payout_laps": [2], "resets": {}}})
    state = game.read_state(rules, "setup only; shares 2 2 / 2 2; lap 1; seat 1")

    assert [game.write_move(move) for move in game.legal_moves(rules, state)] == ["pass"]
