"""Each engine and its referee play the same random games, move for move, and must see the same thing.

The rules are edited at random, the moves are legal and illegal ones mixed. After every move the whole position, the
verdict, the broken rule, the list of legal moves and the facts are compared.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from generator.errors import IllegalMove
from generator.games import Game, engine
from tests.referee import quiet_dividend, seed_circuit

MOST_TRIES = 160
"""A game that is not over after so many tried moves is left there."""

agreement = settings(max_examples=300, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Referee(Protocol):
    """What both referees' tables offer."""

    over: bool

    def legal_moves(self) -> list[str]:
        """Every legal move as text, in the engines' order."""
        ...

    def play(self, text: str) -> dict[str, object]:
        """Make a move and tell its facts. Raises the referee's `BrokenRule`."""
        ...

    def position(self) -> dict[str, object]:
        """The position under the names of the engines' JSON."""
        ...


@dataclass(frozen=True)
class SeedCase:
    """A game of Seed Circuit to be played: its numbers, and the numbers that choose the moves."""

    rules: dict[str, Any]
    players: int
    first: int
    choices: list[int]


@dataclass(frozen=True)
class DividendCase:
    """A game of The Quiet Dividend to be played: its numbers, and the numbers that choose the moves."""

    rules: dict[str, Any]
    setups: dict[str, dict[str, Any]]
    setup: str
    players: int
    first: int
    choices: list[int]


CHOICES = st.lists(st.integers(0, 9999), min_size=1, max_size=40)


@st.composite
def seed_cases(draw: st.DrawFn) -> SeedCase:
    """Any playable numbers, the small ones often, so that harvests, long sowings and session ends all happen."""
    small_or_any = st.sampled_from([(3, 4, 3, 2), (3, 16, 8, 5), (3, 16, 99, 20)])
    shortest, longest, highest_target, most_seeds = draw(small_or_any)
    rules = {
        "targets": draw(st.lists(st.integers(1, highest_target), min_size=shortest, max_size=longest)),
        "seeds_per_station": draw(st.integers(1, most_seeds)),
        "laps_per_heat": draw(st.integers(1, 3) | st.integers(1, 12)),
        "markers_per_player": draw(st.integers(0, 2) | st.integers(0, 6)),
    }
    players = draw(st.integers(2, 6))
    return SeedCase(rules, players, draw(st.integers(1, players)), draw(CHOICES))


@st.composite
def dividend_setups(draw: st.DrawFn, clubs: int, max_value: int, laps: int) -> dict[str, Any]:
    """One valid setup: values, rising payout laps, and resets after some of those laps but never the last lap."""
    values = st.lists(st.integers(0, max_value), min_size=clubs, max_size=clubs)
    payout_laps = sorted(draw(st.sets(st.integers(1, laps), min_size=1, max_size=min(6, laps))))
    resets = {str(lap): draw(values) for lap in payout_laps if lap < laps and draw(st.booleans())}
    return {"values": draw(values), "payout_laps": payout_laps, "resets": resets}


@st.composite
def dividend_cases(draw: st.DrawFn) -> DividendCase:
    """Any playable numbers, the tight ones often, so that limits are met and players get stuck."""
    tight = draw(st.booleans())
    most_clubs, highest, per_club, in_all, most_laps = (3, 2, 2, 4, 6) if tight else (6, 12, 9, 54, 20)
    clubs = draw(st.lists(st.sampled_from("ABCDEFGHKQXYZ"), min_size=2, max_size=most_clubs, unique=True))
    rules: dict[str, Any] = {
        "clubs": clubs,
        "max_value": draw(st.integers(1, highest)),
        "max_shares_per_club": draw(st.integers(1, per_club)),
        "max_shares": draw(st.integers(1, in_all)),
        "laps": draw(st.integers(1, most_laps)),
    }
    names = draw(st.lists(st.sampled_from(["steady", "early-opening", "x"]), min_size=1, max_size=3, unique=True))
    setups = {name: draw(dividend_setups(len(clubs), rules["max_value"], rules["laps"])) for name in names}
    players = draw(st.integers(2, 6))
    return DividendCase(
        rules, setups, draw(st.sampled_from(names)), players, draw(st.integers(1, players)), draw(CHOICES)
    )


def built_in(name: str) -> Game:
    """The shipped engine of that name."""
    game = engine(name)
    assert game is not None
    return game


def differences(referee: Mapping[str, object], seen: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """Per key what the referee and the engine say, where they differ: 1 is not True, and a tuple is not a list."""
    keys = list(referee) + [key for key in seen if key not in referee]
    both = {key: (repr(referee.get(key, "nothing")), repr(seen.get(key, "nothing"))) for key in keys}
    return {key: (one, other) for key, (one, other) in both.items() if one != other}


def json_position(game: Game, rules: Any, state: Any) -> dict[str, object]:
    """The engine's position as a reader of its JSON gets it."""
    read: dict[str, object] = json.loads(json.dumps(game.position(rules, state)))
    return read


def same_position(game: Game, rules: Any, state: Any, table: Referee) -> None:
    """The engine's position and legal moves are those on the referee's table."""
    position = table.position()
    assert differences(position, json_position(game, rules, state)) == {}
    legal = game.legal_moves(rules, state)
    assert [game.write_move(move) for move in legal] == position["legal"]


def tried(table: Referee, text: str) -> tuple[dict[str, object] | None, str | None]:
    """The referee's facts, or the id of the rule that the move breaks."""
    try:
        return table.play(text), None
    except (seed_circuit.BrokenRule, quiet_dividend.BrokenRule) as broken:
        return None, broken.rule


def play_both(game: Game, rules: Any, state: Any, table: Referee, text: str) -> tuple[Any, dict[str, object] | None]:
    """Try one move on both sides and compare; returns the next state and the referee's facts, None if illegal."""
    move = game.read_move(rules, text)
    facts, broken_rule = tried(table, text)
    if facts is None:
        with pytest.raises(IllegalMove) as caught:
            game.play(rules, state, move)
        assert (text, caught.value.rule) == (text, broken_rule)
        same_position(game, rules, state, table)
        return state, None
    turn = game.play(rules, state, move)
    assert (turn.before, turn.move) == (state, move)
    assert differences(facts, game.facts(rules, turn)) == {}
    same_position(game, rules, turn.state, table)
    return turn.state, facts


def chosen(table: Referee, readable: Sequence[str], number: int) -> str:
    """The move a number chooses: four times in five a legal one, otherwise any that can be read."""
    kind, index = number % 5, number // 5
    options = readable if kind == 0 or table.over else table.legal_moves()
    return options[index % len(options)]


def numbers(choices: Sequence[int]) -> list[int]:
    """The choices over and over, shifted each time so that no two rounds choose alike."""
    return [choices[step % len(choices)] + 7 * (step // len(choices)) for step in range(MOST_TRIES)]


SHIPPED_SEED = {
    "targets": [2, 3, 4, 2, 3, 4, 2, 3],
    "seeds_per_station": 3,
    "laps_per_heat": 3,
    "markers_per_player": 2,
}
EMPTIED_RING = {"targets": [1, 2, 3], "seeds_per_station": 1, "laps_per_heat": 3, "markers_per_player": 1}


@agreement
@given(seed_cases())
@example(SeedCase(SHIPPED_SEED, 2, 2, [1, 27, 64, 5, 93]))
@example(SeedCase(SHIPPED_SEED, 4, 3, [41, 77, 10, 8, 3, 16]))
@example(SeedCase(EMPTIED_RING, 2, 1, [1, 6]))  # 1 cw harvests station 2, then 3 cw the last seed on station 1
def test_seed_circuit_agrees_with_its_referee(case: SeedCase) -> None:
    """Whatever the numbers, the players and the moves; and no seed is ever made, lost or in two places."""
    game = built_in("seed-circuit")
    rules = game.read_rules({**case.rules}, {})
    state = game.start(rules, case.players, None, case.first)
    table = seed_circuit.Table(case.rules, case.players, case.first)
    ring = len(case.rules["targets"])
    all_seeds = ring * case.rules["seeds_per_station"]
    readable = [f"{station} {direction}" for station in range(ring + 3) for direction in ("cw", "ccw")]
    same_position(game, rules, state, table)
    for number in numbers(case.choices):
        over = table.over
        state, facts = play_both(game, rules, state, table, chosen(table, readable, number))
        position = json_position(game, rules, state)
        assert seeds_in(position) == len(set(table.every_seed())) == len(table.every_seed()) == all_seeds
        assert facts is None or facts["accounted"] == all_seeds
        if over:
            break


def seeds_in(position: Mapping[str, Any]) -> int:
    """Seeds on the board and in score areas."""
    return int(sum(position["board"]) + sum(position["harvested"]))


STEADY: dict[str, Any] = {"values": [1, 1, 1], "payout_laps": [2, 4, 6], "resets": {}}
EARLY: dict[str, Any] = {"values": [2, 1, 0], "payout_laps": [1, 3, 6], "resets": {}}
SEASONAL: dict[str, Any] = {"values": [1, 2, 3], "payout_laps": [2, 4, 6], "resets": {"2": [3, 1, 2], "4": [2, 3, 1]}}
SHIPPED_SETUPS: dict[str, dict[str, Any]] = {"steady": STEADY, "early-opening": EARLY, "seasonal": SEASONAL}
SHIPPED_DIVIDEND = {"clubs": ["A", "B", "C"], "max_value": 4, "max_shares_per_club": 2, "max_shares": 4, "laps": 6}
STUCK = {"clubs": ["Q", "B"], "max_value": 1, "max_shares_per_club": 1, "max_shares": 2, "laps": 6}
STUCK_SETUPS: dict[str, dict[str, Any]] = {"x": {"values": [1, 1], "payout_laps": [2, 4], "resets": {"4": [0, 1]}}}


@agreement
@given(dividend_cases())
@example(DividendCase(SHIPPED_DIVIDEND, SHIPPED_SETUPS, "steady", 2, 1, [1, 27, 64, 5, 93]))
@example(DividendCase(SHIPPED_DIVIDEND, SHIPPED_SETUPS, "early-opening", 4, 3, [41, 77, 10, 8, 3, 16]))
@example(DividendCase(SHIPPED_DIVIDEND, SHIPPED_SETUPS, "seasonal", 3, 2, [2, 14, 33, 58, 20, 61]))
@example(DividendCase(STUCK, STUCK_SETUPS, "x", 2, 1, [1]))  # after two joins each, everyone must pass until lap 4
def test_quiet_dividend_agrees_with_its_referee(case: DividendCase) -> None:
    """Whatever the numbers, the players and the moves; and nobody's shares or the values move but by the rules."""
    game = built_in("quiet-dividend")
    rules = game.read_rules({**case.rules}, {**case.setups})
    state = game.start(rules, case.players, case.setup, case.first)
    table = quiet_dividend.Table(case.rules, case.setups, case.players, case.setup, case.first)
    clubs = [*case.rules["clubs"], "J"]
    readable = [f"{action} {club}" for club in clubs for action in ("join", "promote")] + ["pass"]
    readable += [f"switch {club} {other}" for club in clubs for other in clubs]
    same_position(game, rules, state, table)
    for number in numbers(case.choices):
        before, over = json_position(game, rules, state), table.over
        state, facts = play_both(game, rules, state, table, chosen(table, readable, number))
        check_accounts(before, json_position(game, rules, state), case.rules, facts)
        if over:
            break


def check_accounts(
    before: Mapping[str, Any], after: Mapping[str, Any], rules: Mapping[str, Any], facts: Mapping[str, Any] | None
) -> None:
    """What holds in any game: limits, only the mover's shares change, a join adds one, points are never lost."""
    for held in after["shares"]:
        assert max(held.values()) <= rules["max_shares_per_club"]
        assert sum(held.values()) <= rules["max_shares"]
    assert all(0 <= value <= rules["max_value"] for value in after["values"].values())
    if facts is None:
        assert after == before
        return
    joined = facts["action"] == "join"
    assert shares_in(after) == shares_in(before) + joined
    mover = facts["seat"] - 1
    for seat, (held, held_before) in enumerate(zip(after["shares"], before["shares"], strict=True)):
        assert seat == mover or held == held_before
    raised = sum(after["values"].values()) - sum(before["values"].values())
    assert facts["reset"] or raised == (facts["action"] == "promote")
    for now, earlier in zip(after["payouts"], before["payouts"], strict=True):
        assert now[: len(earlier)] == earlier
        assert len(now) == len(earlier) + facts["paid"]


def shares_in(position: Mapping[str, Any]) -> int:
    """All shares that anyone holds."""
    return sum(sum(held.values()) for held in position["shares"])


def test_referee_scores_the_printed_seed_circuit_example() -> None:
    """The worked example: counts 3 3 3 1 3 3 3 3 with two harvested, station 1 clockwise harvests station 4."""
    table = seed_circuit.Table(SHIPPED_SEED, 2)
    for _ in range(2):
        table.players[1].score_area.append(table.stations[3].seeds.pop())
    facts = table.play("1 cw")
    assert table.position()["board"] == [0, 4, 4, 0, 3, 3, 3, 3]
    assert (facts["landing"], facts["target"], facts["harvest"], facts["accounted"]) == (4, 2, 2, 24)


def test_referee_pays_the_printed_quiet_dividend_example() -> None:
    """The worked example: A 2, B 3, C 1; Pat holds A A B and earns 7, Mo holds B B and earns 6."""
    example_setup = {"example": {"values": [2, 2, 1], "payout_laps": [1], "resets": {}}}
    table = quiet_dividend.Table(SHIPPED_DIVIDEND, example_setup, 2, "example", first=2)
    for record, clubs in zip(table.records, ("AAB", "BB"), strict=True):
        for club in clubs:
            record.marks[club].append(quiet_dividend.Tally())
    table.yet_to_move = table.records[:1]  # Pat's is the last turn before the payout
    facts = table.play("promote B")
    assert (facts["payout"], facts["gains"]) == ((7, 6), (1, 2))
