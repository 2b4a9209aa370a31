"""What the engines say of the printed rules: nothing that they rule out ever happens, and both kits' own answers."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from generator.errors import IllegalMove
from generator.games import BUILT_IN, Game, engine
from generator.load import load
from generator.places import shipped_kits

SEED = {"targets": [2, 3, 4, 2, 3, 4, 2, 3], "seeds_per_station": 3, "laps_per_heat": 3, "markers_per_player": 2}
QUIET = {"clubs": ["A", "B", "C"], "max_value": 4, "max_shares_per_club": 2, "max_shares": 4, "laps": 6}
STEADY = {"values": [1, 1, 1], "payout_laps": [2, 4, 6], "resets": {}}


def game(name: str) -> Game:
    """An engine."""
    found = engine(name)
    assert found
    return found


def idle(name: str, table: Mapping[str, Any], setup: Mapping[str, Any] | None = None, players: int = 4) -> set[str]:
    """The rules that can't come into play under some numbers."""
    rules = game(name).read_rules(table, {"only": setup} if setup else {})
    return {*game(name).rulebook().idle(rules, players)}


def seen(name: str, rules: Any, players: int, texts: Iterable[str]) -> set[str]:
    """Every rule at work, or broken by a move that can be read, in any session of so many players."""
    play, found = game(name), set()
    book, moves = play.rulebook(), [play.read_move(rules, text) for text in texts]
    reached = {play.start(rules, players)}
    passed = set(reached)
    while reached:
        after = set()
        for state in reached:
            for move in moves:
                try:
                    turn = play.play(rules, state, move)
                except IllegalMove as error:
                    found.add(error.rule)
                    continue
                found |= {*book.at_work(rules, play.facts(rules, turn))}
                after.add(turn.state)
        reached = after - passed
        passed |= reached
    return found


def test_under_the_printed_numbers_only_the_pass_is_ruled_out() -> None:
    """Two shares in each of three clubs are six, and a hand holds four: there is always room to switch."""
    never = {
        name: dict(kit.game.rulebook().idle(kit.rules, kit.players[1]))
        for name, kit in ((name, load(folder, name)) for name, folder in shipped_kits().items())
    }

    assert never == {
        "seed-circuit": {},
        "quiet-dividend": {"pass": "Who must pass holds 2 shares in each of 3 clubs, 6 in all; the limit is 4."},
    }


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        # Four players have twelve turns in a heat. 25 on one station: more than all 24 seeds.
        ({"targets": [25] * 8}, "harvest out-of-play early-heat start-match"),
        # One lap, four turns: 3 * 4 harvested at most before the last, of 24; a station gets 3 more at most, 6 in all.
        ({"laps_per_heat": 1}, "early-heat long-handful no-marker next-lap"),
        ({"targets": [2, 4, 2, 4, 2, 4, 2, 4]}, "start-match"),
        ({"markers_per_player": 0}, "reverse marker-spent"),
        ({"markers_per_player": 3}, "no-marker"),
        # Twelve harvests of two are all 24 seeds, but the twelfth ends the heat anyway.
        ({"targets": [2] * 8}, "early-heat start-match"),
        # Twenty on each of sixteen stations: eleven harvests of at most 4 leave most of the 320.
        ({"targets": [4] * 16, "seeds_per_station": 20}, "early-heat start-match"),
    ],
    ids=str,
)
def test_what_seed_circuit_rules_out(change: dict[str, Any], expected: str) -> None:
    """One number changed at a time."""
    assert idle("seed-circuit", {**SEED, **change}) == {*expected.split()}


@pytest.mark.parametrize(
    ("change", "setup", "expected"),
    [
        # Six joins take six turns, so with six laps nobody has full clubs before a turn; and a full hand is full clubs.
        ({"max_shares": 6}, {}, "pass share-limit full-hand reset"),
        # In seven laps a seat has six turns for its six joins, and the other three seats 21 for nine promotions.
        ({"max_shares": 6, "laps": 7}, {}, "share-limit full-hand reset"),
        # Two seats: the other one has seven turns, and nine promotions are needed.
        ({"max_shares": 6, "laps": 7}, {"players": 2}, "pass share-limit full-hand reset"),
        # But a reset may bring the clubs near their limit.
        ({"max_shares": 6, "laps": 7}, {"players": 2, "resets": {"2": [4, 4, 3]}}, "share-limit full-hand"),
        ({"max_shares_per_club": 5}, {}, "pass club-limit reset"),
        ({"max_shares": 5}, {}, "pass reset"),
        ({"laps": 1}, {"payout_laps": [1]},
         "pass share-limit full-hand club-limit switch reset points-kept"),
        # Eight promotions from 1 are the eight turns of two laps; seven leave a turn to be refused.
        ({"max_value": 9, "laps": 2}, {"payout_laps": [2]},
         "pass share-limit full-hand club-limit value-limit reset points-kept"),
        ({"max_value": 8, "laps": 2}, {"payout_laps": [2]},
         "pass share-limit full-hand club-limit reset points-kept"),
        # Clubs are worth 12 at first, but nobody is full in lap 2; then 36 promotions are more than anybody's turns.
        ({"max_value": 12, "max_shares": 6, "laps": 7}, {"values": [12] * 3, "resets": {"2": [0] * 3}},
         "pass share-limit full-hand"),
    ],
    ids=str,
)  # fmt: skip
def test_what_the_quiet_dividend_rules_out(change: dict[str, Any], setup: dict[str, Any], expected: str) -> None:
    """Some numbers changed at a time."""
    only = {**STEADY, **{key: value for key, value in setup.items() if key != "players"}}

    assert idle("quiet-dividend", {**QUIET, **change}, only, setup.get("players", 4)) == {*expected.split()}


SMALL_RINGS = [
    {"targets": targets, "seeds_per_station": seeds, "laps_per_heat": laps, "markers_per_player": markers}
    for targets in ([1, 2, 3], [3, 3, 3], [2, 9, 9])
    for seeds, laps, markers in ((1, 1, 0), (1, 2, 1), (2, 1, 1), (2, 2, 2))
]


@pytest.mark.parametrize("table", SMALL_RINGS, ids=str)
def test_nothing_that_seed_circuit_rules_out_ever_happens(table: dict[str, Any]) -> None:
    """Every session of two players on a small ring."""
    rules = game("seed-circuit").read_rules(table, {})
    texts = [f"{station} {way}" for station in range(1, 5) for way in ("cw", "ccw")]

    assert seen("seed-circuit", rules, 2, texts) & idle("seed-circuit", table, players=2) == set()


SMALL_ECONOMIES = [
    ({"clubs": ["A", "B"], "max_value": top, "max_shares_per_club": each, "max_shares": most, "laps": laps}, resets)
    for top, each, most, laps in (
        (1, 1, 2, 2), (1, 1, 2, 3), (2, 1, 2, 3), (2, 1, 2, 4), (3, 1, 2, 3), (1, 1, 1, 3), (1, 2, 3, 3), (1, 2, 4, 4),
        (4, 1, 2, 4), (2, 2, 2, 3),
    )
    for resets in ({}, {"1": [top, 0]})
]  # fmt: skip


@pytest.mark.parametrize(("table", "resets"), SMALL_ECONOMIES, ids=str)
def test_nothing_that_the_quiet_dividend_rules_out_ever_happens(
    table: dict[str, Any], resets: dict[str, list[int]]
) -> None:
    """Every session of two players in a small economy; and where a pass is not ruled out, somebody passes."""
    setup = {"values": [0, 1], "payout_laps": [1, table["laps"]], "resets": resets}
    rules = game("quiet-dividend").read_rules(table, {"only": setup})
    texts = [f"{what} {club}" for what in ("join", "promote") for club in "ABC"]
    texts += ["pass", *(f"switch {one} {other}" for one in "AB" for other in "AB")]
    never, found = idle("quiet-dividend", table, setup, players=2), seen("quiet-dividend", rules, 2, texts)

    assert found & never == set()
    assert ("pass" in found) == ("pass" not in never)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_rule_is_said_in_a_sentence(name: str) -> None:
    """Each id has the form of a rule's id."""
    for rule, sentence in game(name).rulebook().RULES.items():
        assert rule == rule.lower().strip("-")
        assert sentence.endswith(".")
