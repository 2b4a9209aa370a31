"""What the engines say of turns at a table, worked out by hand, and by which rules."""

import random

import pytest

from generator.games import BUILT_IN, Game, engine
from generator.games.phrases import counted, joined, opening
from generator.load import load
from generator.places import shipped_kits

SEED = {"targets": [2, 3, 4, 2, 3, 4, 2, 3], "seeds_per_station": 3, "laps_per_heat": 3, "markers_per_player": 2}
QUIET = {"clubs": ["A", "B", "C"], "max_value": 4, "max_shares_per_club": 2, "max_shares": 4, "laps": 6}
STEADY = {"values": [1, 1, 1], "payout_laps": [2, 4, 6], "resets": {}}


def said(game: Game, rules: object, position: str, move: str, called: tuple[str, ...]) -> list[str]:
    """The sentences on a move in a position, with their rules."""
    turn = game.play(rules, game.read_state(rules, position), game.read_move(rules, move))
    sentences = game.wording().turn(rules, game.facts(rules, turn), called)
    return [f"{each.text} [{', '.join(each.rules)}]" for each in sentences]


def seed(position: str, move: str, *called: str) -> list[str]:
    """The sentences on a move of Seed Circuit, without the one that says that the station holds seeds."""
    game = engine("seed-circuit")
    assert game
    return said(game, game.read_rules(SEED, {}), position, move, called)[1:]


def quiet(position: str, move: str, *called: str, **numbers: int) -> list[str]:
    """The sentences on an action of The Quiet Dividend."""
    game = engine("quiet-dividend")
    assert game
    return said(game, game.read_rules({**QUIET, **numbers}, {"steady": STEADY}), position, move, called)


def test_a_handful_as_large_as_the_ring() -> None:
    """Eight seeds end on the station that they left: it holds one, and its target is three."""
    assert seed("board 3 0 0 0 8 5 5 3; harvested 0 0 0; lap 2; seat 3", "5 cw", "Pat", "Mo", "seat 3") == [
        "Sown clockwise, the seeds would fall on stations 6, 7, 8, 1, 2, 3, 4 and 5. [clockwise, sow, long-handful]",
        "The last seed would fall on station 5 and raise it from 0 to 1. [landing]",
        "Its target is 3, so nothing would be harvested. [no-harvest]",
    ]


def test_a_match_that_the_last_seed_undoes() -> None:
    """Station 2 holds three, its target, before the last seed makes it four."""
    assert seed("board 3 3 3 3 3 3 3 3; harvested 0 0", "7 cw", "seat 1", "seat 2") == [
        "Sown clockwise, the seeds would fall on stations 8, 1 and 2. [clockwise, sow]",
        "The last seed would fall on station 2 and raise it from 3 to 4. [landing]",
        "Its target is 3, so nothing would be harvested. [no-harvest]",
        "That it equalled its target before the last seed does not count. [count-before]",
    ]


def test_the_last_marker_and_the_last_seeds() -> None:
    """One seed, sown with the last marker, makes station 4 hold two: the ring is empty, and the heat ends."""
    position = "board 0 0 0 1 1 0 0 0; harvested 10 12; markers 1 0; lap 3; seat 1"
    assert seed(position, "5 ccw", "seat 1", "seat 2") == [
        "Seat 1 would spend a REVERSE marker and have no marker left. [reverse]",
        "Sown anticlockwise, the seed would fall on station 4. [sow]",
        "The last seed would fall on station 4 and raise it from 1 to 2. [landing]",
        "Its target is 2, so seat 1 would harvest 2 seeds. [harvest]",
        "Heat 1 would end. [heat-end]",
    ]


def test_the_end_of_a_session() -> None:
    """Ten points each for Pat and Mo, eight for Sam: the rules text's own last turn."""
    position = "board 1 2 2 7 0 3 1 2; harvested 4 0 2; markers 0 0 1; heat 3; lap 3; seat 2; scores 4 3 4 / 2 4 2"
    assert seed(position, "8 cw", "Pat", "Mo", "Sam")[-4:] == [
        "Its target is 3, so Mo would harvest 3 seeds. [harvest]",
        "Station 1 would equal its target, but the last seed would not fall there: its seeds would stay. [other-match]",
        "The last heat would end, and with it the session. [heat-end, session-over]",
        "Pat and Mo would share the win with 10 points each. [winner]",
    ]


def test_actions() -> None:
    """A switch moves a share, a promotion a value; nothing is paid before everyone has had a turn, nor in lap 5."""
    held = "setup steady; values 1 1 3; shares 2 2 0 / 0 0 2; payouts 2 4 / 2 6; lap 5; first 1"
    waiting = "Nothing would be paid: not everyone has had their turn in lap 5. [pay-after-lap]"

    assert quiet(f"{held}; seat 1", "switch A C", "Mo", "Pat") == [
        "Mo would give up a share in club A, and hold 1 share in club C and still 4 shares altogether. [switch]",
        waiting,
    ]
    assert quiet(f"{held}; seat 1", "promote C", "Mo", "Pat") == ["Club C would rise from 3 to 4. [promote]", waiting]
    assert quiet(f"{held}; seat 2", "join A", "seat 1", "seat 2") == [
        "Seat 2 would hold 1 share in club A and 3 shares altogether. [join]",
        "Lap 5 would end. It is no payout lap, so nothing would be paid. [pay-after-lap]",
    ]


def test_the_last_payout() -> None:
    """The rules text's own: 1 x 1 + 2 x 2 + 1 x 4 are 9 and 15 in all, 1 x 1 + 2 x 4 are 9 and 17."""
    position = "setup steady; values 1 2 4; shares 1 2 1 / 0 0 2; payouts 2 4 / 2 6; lap 6; seat 2; first 1"
    assert quiet(position, "join A", "Mo", "Pat") == [
        "Pat would hold 1 share in club A and 3 shares altogether. [join]",
        "Lap 6 would end, and all clubs would pay. [pay-after-lap, pay-at-once]",
        "Mo would earn 1 × 1 + 2 × 2 + 1 × 4 = 9 points. [pay-sum]",
        "Pat would earn 1 × 1 + 2 × 4 = 9 points. [pay-sum]",
        "The game would end. [session-over]",
        "Pat would win with 17 points. [total, winner]",
    ]


def test_a_pass_and_a_payout_of_nothing() -> None:
    """With room for six shares in all, a full hand and all clubs at four leave only the pass."""
    position = "setup steady; values 4 4 4; shares 0 0 0 / 2 2 2; lap 2; seat 2; first 1"
    assert quiet(position, "pass", "Mo", "Pat", max_shares=6) == [
        "Pat has no other action, so nothing would change. [pass]",
        "Lap 2 would end, and all clubs would pay. [pay-after-lap, pay-at-once]",
        "Mo would earn nothing, having no shares. [pay-sum]",
        "Pat would earn 2 × 4 + 2 × 4 + 2 × 4 = 24 points. [pay-sum]",
    ]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_rule_named_is_at_work(name: str) -> None:
    """Over many sessions, no sentence names a rule that had no part in the turn."""
    kit = load(shipped_kits()[name], name)
    game, rules, chance = kit.game, kit.rules, random.Random(7)  # noqa: S311 - any sessions will do
    book, wording = game.rulebook(), game.wording()
    allows = {"empty-station", "pay-after-lap"}  # forbid something, and are named where they allow it
    named: set[str] = set()
    for number in range(60):
        called = ["a", "b", "c", "d"][: 2 + number % 3]
        state = game.start(rules, len(called))
        while moves := game.legal_moves(rules, state):
            turn = game.play(rules, state, chance.choice(moves))
            facts = game.facts(rules, turn)
            rules_named = {rule for each in wording.turn(rules, facts, called) for rule in each.rules}
            assert rules_named - allows <= set(book.at_work(rules, facts))
            assert rules_named <= set(book.RULES)
            named |= rules_named
            state = turn.state
    assert {"seed-circuit": "harvest", "quiet-dividend": "pay-sum"}[name] in named


def test_phrases() -> None:
    """One of a thing and several; one, two and three of a list; a seat at the start of a sentence."""
    assert [counted(number, "seed") for number in (0, 1, 2)] == ["0 seeds", "1 seed", "2 seeds"]
    assert [joined(items) for items in ((), (1,), (1, 2), (1, 2, 3))] == ["", "1", "1 and 2", "1, 2 and 3"]
    assert [opening(called) for called in ("seat 2", "mo")] == ["Seat 2", "mo"]
