"""Seed Circuit: every rule of the document. Expected numbers come from the document or are counted in a comment."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from generator.errors import BadRules, IllegalMove, Malformed
from generator.games import Turn, seed_circuit
from generator.games.seed_circuit import Move, Rules, State

TABLE = {
    "targets": [2, 3, 4, 2, 3, 4, 2, 3],
    "seeds_per_station": 3,
    "laps_per_heat": 3,
    "markers_per_player": 2,
}
RULES = Rules(targets=(2, 3, 4, 2, 3, 4, 2, 3), seeds_per_station=3, laps_per_heat=3, markers_per_player=2)
EXAMPLE = "board 3 3 3 1 3 3 3 3; harvested 2 0; markers 2 2; heat 1; lap 1; seat 1; first 1; scores none"


def at(text: str, rules: Rules = RULES) -> State:
    """A position, read."""
    return seed_circuit.read_state(rules, text)


def turn(state: State | str, move: str, rules: Rules = RULES) -> Turn:
    """One move made."""
    return seed_circuit.play(rules, at(state, rules) if isinstance(state, str) else state, read(move))


def told(state: State | str, move: str, rules: Rules = RULES) -> Mapping[str, Any]:
    """The facts of one move made."""
    return seed_circuit.facts(rules, turn(state, move, rules))


def after(state: State, *moves: str, rules: Rules = RULES) -> State:
    """The position after some moves."""
    for move in moves:
        state = turn(state, move, rules).state
    return state


def first_choice(state: State) -> State:
    """The position after the first legal move."""
    after: State = seed_circuit.play(RULES, state, seed_circuit.legal_moves(RULES, state)[0]).state
    return after


def read(move: str) -> Move:
    """A move, read."""
    return seed_circuit.read_move(RULES, move)


def refusal(state: State | str, move: str, rules: Rules = RULES) -> tuple[str, str]:
    """The rule that a move breaks, and why."""
    with pytest.raises(IllegalMove) as caught:
        turn(state, move, rules)
    return caught.value.rule, caught.value.why


def malformed(text: str, rules: Rules = RULES) -> str:
    """What is said about a position that cannot be read."""
    with pytest.raises(Malformed) as caught:
        at(text, rules)
    return str(caught.value)


def mistakes(change: Mapping[str, Any], setups: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """What is said about the shipped table with some entries changed; None takes an entry out."""
    table = {key: value for key, value in {**TABLE, **change}.items() if value is not None}
    with pytest.raises(BadRules) as caught:
        seed_circuit.read_rules(table, setups or {})
    return [(mistake.key, mistake.message) for mistake in caught.value.mistakes]


# The document's worked example


def test_worked_example_harvests_two_seeds_from_station_4() -> None:
    """Station 1's three seeds go to 2, 3 and 4; station 4 rises from one to its target of two and is harvested."""
    facts = told(EXAMPLE, "1 cw")
    assert facts["on_board_before"] == 22
    assert facts["path"] == (2, 3, 4)
    assert (facts["landing"], facts["landing_before"], facts["landing_count"], facts["target"]) == (4, 1, 2, 2)
    assert facts["harvest"] == 2
    assert facts["board"] == (0, 4, 4, 0, 3, 3, 3, 3)
    assert (facts["on_board"], facts["harvested"], facts["accounted"]) == (20, 4, 24)


def test_worked_example_does_not_harvest_station_3_at_three_seeds() -> None:
    """If the last seed makes station 3 hold three, nothing is harvested: its target is four."""
    # Two seeds on station 1 fall on 2 and 3; station 3 held two. On the board 2+3+2+5+3+3+3+3 = 24.
    facts = told("board 2 3 2 5 3 3 3 3; players 2", "1 cw")
    assert (facts["landing"], facts["landing_count"], facts["target"]) == (3, 3, 4)
    assert facts["harvest"] == 0
    assert facts["board"] == (0, 4, 3, 5, 3, 3, 3, 3)


# Sowing and harvesting


def test_every_fact_of_the_worked_example() -> None:
    """The facts are these, each told in the words of the rules."""
    assert told(EXAMPLE, "1 cw") == {
        "seat": 1,
        "heat": 1,
        "lap": 1,
        "station": 1,
        "direction": "cw",
        "handful": 3,
        "path": (2, 3, 4),
        "rounds": 0,
        "origin_sown": False,
        "passed_matches": (3,),  # 2 and 3 hold four; their targets are three and four
        "landing": 4,
        "landing_before": 1,
        "landing_count": 2,
        "target": 2,
        "harvest": 2,
        "score": 4,
        "scores": (4, 0),
        "board_before": (3, 3, 3, 1, 3, 3, 3, 3),
        "board": (0, 4, 4, 0, 3, 3, 3, 3),
        "on_board_before": 22,
        "on_board": 20,
        "harvested_before": 2,
        "harvested": 4,
        "accounted": 24,
        "marker_spent": False,
        "markers_left": 2,
        "empties_board": False,
        "heat_over": False,
        "session_over": False,
        "seat_next": 2,
        "lap_next": 1,
        "heat_next": 1,
        "board_next": (0, 4, 4, 0, 3, 3, 3, 3),
        "markers_next": (2, 2),
        "totals": (0, 0),  # no heat is finished
        "winners": None,
    }


def test_a_match_in_passing_is_not_harvested() -> None:
    """Only the last seed harvests, even when a station passed on the way now matches its target."""
    # 1 cw from the start: 2, 3, 4 hold 4, 4, 4; station 3 matches in passing, station 4 (target 2) does not.
    facts = told("players 2", "1 cw")
    assert facts["passed_matches"] == (3,)
    assert facts["harvest"] == 0
    assert facts["board"] == (0, 4, 4, 4, 3, 3, 3, 3)


def test_the_count_before_the_last_seed_does_not_harvest() -> None:
    """A landing that matched before the last seed fell no longer matches after it."""
    # 7 cw: 8, 1, 2; station 2 held its target of 3 and now holds 4.
    facts = told("players 2", "7 cw")
    assert (facts["landing"], facts["landing_before"], facts["landing_count"], facts["target"]) == (2, 3, 4, 3)
    assert facts["harvest"] == 0
    assert facts["board"] == (4, 4, 3, 3, 3, 3, 0, 4)


def test_the_size_of_the_handful_does_not_harvest() -> None:
    """A handful as large as the landing's target takes nothing by itself."""
    # 2 cw: 3, 4, 5; a handful of 3 lands on station 5, whose target is 3 and whose count is 4.
    facts = told("players 2", "2 cw")
    assert (facts["handful"], facts["landing_count"], facts["target"], facts["harvest"]) == (3, 4, 3, 0)


def test_stations_that_start_on_their_target_are_not_harvested() -> None:
    """Stations 2, 5 and 8 hold their target of three at the start; nobody has harvested anything."""
    state = seed_circuit.start(RULES, 2)
    assert state.board == (3, 3, 3, 3, 3, 3, 3, 3)
    assert state.harvested == (0, 0)


def test_a_harvest_takes_every_seed_of_the_landing_and_scores_them() -> None:
    """The mover has the landing's seeds as heat points; nobody else's points change."""
    # 3 cw: 4, 5, 6; station 6 holds 4, its target.
    facts = told("players 3", "3 cw")
    assert (facts["landing"], facts["harvest"]) == (6, 4)
    assert facts["board"] == (3, 3, 0, 4, 4, 0, 3, 3)
    assert (facts["score"], facts["scores"]) == (4, (4, 0, 0))


def test_counterclockwise_sows_towards_lower_numbers_and_over_the_seam() -> None:
    """From station 2 a handful of three falls on 1, 8 and 7."""
    facts = told("players 2", "2 ccw")
    assert facts["path"] == (1, 8, 7)
    assert facts["board"] == (4, 0, 3, 3, 3, 3, 4, 4)


def test_clockwise_sows_over_the_seam() -> None:
    """After the last station comes station 1."""
    assert told("players 2", "8 cw")["path"] == (1, 2, 3)


def test_a_handful_of_the_ring_ends_on_its_origin() -> None:
    """Eight seeds give every station one, the emptied origin last."""
    # 8+2+2+3+3+2+2+2 = 24.
    facts = told("board 8 2 2 3 3 2 2 2; players 2", "1 cw")
    assert facts["path"] == (2, 3, 4, 5, 6, 7, 8, 1)
    assert (facts["rounds"], facts["origin_sown"]) == (1, True)
    assert (facts["landing"], facts["landing_before"], facts["landing_count"]) == (1, 0, 1)
    assert facts["board"] == (1, 3, 3, 4, 4, 3, 3, 3)


def test_a_handful_above_the_ring_includes_its_origin_and_goes_on() -> None:
    """Nine seeds from station 1 give every station one, origin included, and station 2 a second."""
    # 9+1+2+3+3+2+2+2 = 24; station 2 rises from 1 to 3, its target, and is harvested.
    facts = told("board 9 1 2 3 3 2 2 2; players 2", "1 cw")
    assert facts["path"] == (2, 3, 4, 5, 6, 7, 8, 1, 2)
    assert (facts["handful"], facts["rounds"], facts["origin_sown"]) == (9, 1, True)
    assert (facts["landing"], facts["landing_before"], facts["harvest"]) == (2, 2, 3)
    assert facts["board"] == (1, 0, 3, 4, 4, 3, 3, 3)
    # Of the others only station 8 holds its target: 3.
    assert facts["passed_matches"] == (8,)


def test_a_handful_of_two_rounds_and_more_sows_every_station_twice_or_more() -> None:
    """Seventeen seeds go round twice and one station further, counterclockwise too."""
    # 17+1+1+1+1+1+1+1 = 24; 1 ccw: 8, 7, ... 2, 1 twice, then 8: every station two more, 8 three more.
    facts = told("board 17 1 1 1 1 1 1 1; players 2", "1 ccw")
    assert (facts["rounds"], facts["landing"], facts["landing_count"], facts["harvest"]) == (2, 8, 4, 0)
    assert facts["board"] == (2, 3, 3, 3, 3, 3, 3, 4)
    # In the order of sowing: 5 and 2 hold 3, their target, and so does station 1 with its target of 2.
    assert facts["passed_matches"] == (5, 2, 1)


def test_occupied_stations_are_never_skipped_and_empty_ones_neither() -> None:
    """Seeds fall on the next stations, whatever they hold."""
    # 3+0+9+0+3+3+3+3 = 24.
    assert told("board 3 0 9 0 3 3 3 3; players 2", "1 cw")["board"] == (0, 1, 10, 1, 3, 3, 3, 3)


# REVERSE markers


def test_counterclockwise_spends_one_marker_of_the_mover() -> None:
    """One of the mover's two markers is out; the others keep theirs."""
    made = turn("players 2", "1 ccw")
    facts = seed_circuit.facts(RULES, made)
    assert (facts["marker_spent"], facts["markers_left"]) == (True, 1)
    assert made.state.markers == (1, 2)


def test_clockwise_spends_no_marker() -> None:
    """A marker is needed for the other direction only."""
    assert turn("players 2; markers 0 0", "1 cw").state.markers == (0, 0)


def test_markers_return_when_the_next_heat_begins() -> None:
    """Spent markers stay out until then."""
    state = at("players 2; lap 3; seat 2; markers 0 1")
    assert turn(state, "1 cw").state.markers == (2, 2)


def test_spent_markers_stay_out_in_the_next_lap() -> None:
    """A lap's end gives nothing back; only a heat's end does."""
    assert turn("players 2; lap 2; seat 2; markers 0 1", "1 cw").state.markers == (0, 1)


# Laps, heats and the session


def test_a_lap_gives_everyone_one_turn_and_starts_with_the_same_player() -> None:
    """Seats move on clockwise from the first; when the last has moved, the first begins the next lap."""
    state = seed_circuit.start(RULES, 3, first=2)
    seen = [(state.lap, state.seat)]
    for move in ("1 cw", "2 cw", "3 cw", "4 cw"):
        state = after(state, move)
        seen.append((state.lap, state.seat))
    assert seen == [(1, 2), (1, 3), (1, 1), (2, 2), (2, 3)]


def test_a_heat_ends_with_the_last_turn_of_its_last_lap() -> None:
    """Scores are recorded, the board and the markers are full again and the first player is one seat further on."""
    # 12+0+0+3+3+2+2+0 = 22, with 2 harvested. 4 cw: 5, 6, 7: station 7 holds 3, target 2: nothing harvested.
    state = at("board 12 0 0 3 3 2 2 0; harvested 2 0; markers 0 1; lap 3; seat 2; first 1")
    made = turn(state, "4 cw")
    assert made.state == State(
        board=(3, 3, 3, 3, 3, 3, 3, 3),
        harvested=(0, 0),
        markers=(2, 2),
        heat=2,
        lap=1,
        seat=2,
        first=1,
        heat_scores=((2, 0),),
    )
    facts = seed_circuit.facts(RULES, made)
    assert (facts["heat"], facts["lap"], facts["heat_over"], facts["session_over"]) == (1, 3, True, False)
    assert facts["board"] == (12, 0, 0, 0, 4, 3, 3, 0)


def test_the_last_turn_of_an_earlier_lap_does_not_end_the_heat() -> None:
    """Only the last lap does."""
    made = turn("players 2; lap 2; seat 2", "1 cw")
    assert (made.state.heat, made.state.lap, made.state.seat) == (1, 3, 1)
    assert not seed_circuit.facts(RULES, made)["heat_over"]


def test_a_turn_of_the_last_lap_that_is_not_the_last_does_not_end_the_heat() -> None:
    """Everyone has as many turns."""
    assert turn("players 2; lap 3; seat 1", "1 cw").state.heat == 1


def test_first_seats_rotate_once_around_the_table() -> None:
    """With three players and seat 3 first, the heats start with seats 3, 1 and 2."""
    state, starts = seed_circuit.start(RULES, 3, first=3), []
    while state.seat is not None:
        if state.board == (3,) * 8:
            starts.append((state.heat, state.seat))
        state = first_choice(state)
    assert starts == [(1, 3), (2, 1), (3, 2)]


def test_a_harvest_that_empties_the_board_ends_the_heat_at_once() -> None:
    """The heat is over in lap 1 with the other seat still to move."""
    # A ring of three with one seed each. Two were harvested before; 3 cw drops the last on station 1, target 1.
    rules = Rules(targets=(1, 2, 3), seeds_per_station=1, laps_per_heat=3, markers_per_player=1)
    made = turn("board 0 0 1; harvested 0 2; lap 1; seat 1", "3 cw", rules)
    facts = seed_circuit.facts(rules, made)
    assert (facts["harvest"], facts["empties_board"], facts["heat_over"], facts["session_over"]) == (
        1,
        True,
        True,
        False,
    )
    assert made.state == replace(seed_circuit.start(rules, 2), heat=2, seat=2, heat_scores=((1, 2),))


def test_the_session_ends_after_as_many_heats_as_players() -> None:
    """Board, harvest, markers, heat and lap stay as the last turn left them; nobody is to move."""
    # Heat 2 of 2 starts with seat 2, so seat 1 ends it. 3 cw harvests station 6: 4 seeds.
    made = turn("players 2; heat 2; lap 3; seat 1; markers 1 0; scores 5 3", "3 cw")
    assert made.state == State(
        board=(3, 3, 0, 4, 4, 0, 3, 3),
        harvested=(4, 0),
        markers=(1, 0),
        heat=2,
        lap=3,
        seat=None,
        first=1,
        heat_scores=((5, 3), (4, 0)),
    )
    facts = seed_circuit.facts(RULES, made)
    assert (facts["heat_over"], facts["session_over"], facts["score"]) == (True, True, 4)
    assert seed_circuit.legal_moves(RULES, made.state) == ()
    # 5 + 4 and 3 + 0.
    assert (facts["totals"], facts["winners"], facts["seat_next"]) == ((9, 3), (1,), None)


def test_tied_leaders_share_the_win() -> None:
    """Heat 3 of 3 ends with seat 2's harvest of four: 2 + 3 + 0 = 5, 1 + 0 + 4 = 5 and 3 + 1 + 0 = 4."""
    facts = told("players 3; heat 3; lap 3; seat 2; scores 2 1 3 / 3 0 1", "3 cw")
    assert (facts["totals"], facts["winners"]) == ((5, 5, 4), (1, 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_has_as_many_turns_as_laps_in_every_heat(players: int) -> None:
    """Two players play two heats, three three, four four; three turns each unless the ring empties sooner."""
    state, turns = seed_circuit.start(RULES, players), []
    while state.seat is not None:
        turns.append((state.heat, state.seat))
        state = first_choice(state)
    counts = {key: turns.count(key) for key in turns}
    assert counts == {(heat, seat): 3 for heat in range(1, players + 1) for seat in range(1, players + 1)}


# Legal moves, and the rules that others break


def test_legal_moves_at_the_start_are_both_directions_of_every_station() -> None:
    """Clockwise first, by station: sixteen."""
    moves = [seed_circuit.write_move(m) for m in seed_circuit.legal_moves(RULES, seed_circuit.start(RULES, 2))]
    assert moves == [f"{n} cw" for n in range(1, 9)] + [f"{n} ccw" for n in range(1, 9)]


def test_legal_moves_leave_out_empty_stations_and_directions_without_marker() -> None:
    """An empty station cannot be chosen; without a marker there is one direction."""
    moves = seed_circuit.legal_moves(RULES, at("board 0 12 0 12 0 0 0 0; harvested 0 0; markers 0 2"))
    assert moves == (Move(2, "cw"), Move(4, "cw"))


def test_an_empty_station_cannot_be_chosen() -> None:
    """Choosing an empty pile is not a move."""
    assert refusal("board 4 4 0 4 3 3 3 3; players 2", "3 cw") == ("empty-station", "Station 3 is empty.")


def test_counterclockwise_needs_a_marker() -> None:
    """A mover whose markers are out can only sow clockwise."""
    why = "Seat 2 has no REVERSE marker left."
    assert refusal("players 2; seat 2; markers 2 0", "3 ccw") == ("no-marker", why)


def test_a_rule_edit_may_leave_out_the_markers() -> None:
    """With none per player, the first counterclockwise move is already refused."""
    rules = replace(RULES, markers_per_player=0)
    assert refusal("players 2", "1 ccw", rules)[0] == "no-marker"


@pytest.mark.parametrize("station", ["0", "9", "9999"])
def test_stations_outside_the_ring_cannot_be_chosen(station: str) -> None:
    """The reason names the ring's stations."""
    why = f"There is no station {station}: the ring has stations 1 to 8."
    assert refusal("players 2", f"{station} cw") == ("no-such-station", why)


def test_nobody_moves_after_the_session() -> None:
    """Whatever the move, the session is what is over."""
    over = "seat none; scores 5 3 / 0 0; board 0 4 4 4 3 3 3 3"
    assert refusal(over, "1 cw") == ("session-over", "The session is over.")
    assert refusal(over, "9 ccw") == ("session-over", "The session is over.")


def test_the_first_broken_rule_is_named() -> None:
    """An empty station without a marker is an empty station."""
    assert refusal("board 4 4 0 4 3 3 3 3; markers 0 0", "3 ccw")[0] == "empty-station"
    assert refusal("markers 0 0", "9 ccw")[0] == "no-such-station"


def test_a_refused_move_shows_rule_and_reason() -> None:
    """The error's text is the rule's id and the reason."""
    with pytest.raises(IllegalMove, match=r"^empty-station: Station 3 is empty\.$"):
        turn("board 4 4 0 4 3 3 3 3; players 2", "3 cw")


# Starting


def test_start_is_the_first_heat_of_the_first_seat() -> None:
    """Every station full, nothing harvested, all markers."""
    assert seed_circuit.start(RULES, 2, first=2) == at("players 2; first 2")
    assert at("players 2; first 2").seat == 2


def test_there_are_no_setups() -> None:
    """Every session starts alike, and a setup cannot be asked for."""
    assert seed_circuit.setups(RULES) == ()
    with pytest.raises(Malformed, match=r"^unknown setup 'steady'; none is expected here$"):
        seed_circuit.start(RULES, 2, setup="steady")


@pytest.mark.parametrize(
    ("players", "first", "message"),
    [
        (1, 1, "players: expected a whole number from 2 to 9999, found 1"),
        (2, 3, "first: expected a whole number from 1 to 2, found 3"),
        (2, 0, "first: expected a whole number from 1 to 2, found 0"),
    ],
)
def test_a_table_that_cannot_be_seated_is_refused(players: int, first: int, message: str) -> None:
    """Two players or more, and a first seat among them."""
    with pytest.raises(Malformed) as caught:
        seed_circuit.start(RULES, players, first=first)
    assert str(caught.value) == message


def test_positions_cannot_be_changed() -> None:
    """Rules, states and moves are frozen."""
    for value, name in ((RULES, "targets"), (seed_circuit.start(RULES, 2), "board"), (Move(1, "cw"), "station")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)


# Positions as JSON and as text


def test_position_is_what_replay_prints() -> None:
    """Lists, whole numbers, and the legal moves as text."""
    state = at("board 0 0 0 0 24 0 0 0; players 2; heat 2; scores 5 3; markers 0 1; seat 2; lap 2")
    assert seed_circuit.position(RULES, state) == {
        "board": [0, 0, 0, 0, 24, 0, 0, 0],
        "harvested": [0, 0],
        "markers": [0, 1],
        "heat": 2,
        "lap": 2,
        "seat": 2,
        "over": False,
        "heat_scores": [[5, 3]],
        "scores": [5, 3],
        "legal": ["5 cw", "5 ccw"],
    }


def test_position_of_a_finished_session_adds_the_heats() -> None:
    """Each seat's scores are summed over the heats."""
    position = seed_circuit.position(RULES, at("seat none; scores 5 3 / 2 6; lap 3"))
    assert position["scores"] == [7, 9]
    assert (position["over"], position["seat"], position["legal"]) == (True, None, [])


def test_position_before_any_heat_is_finished_scores_zero() -> None:
    """One zero for each seat."""
    position = seed_circuit.position(RULES, seed_circuit.start(RULES, 3))
    assert (position["heat_scores"], position["scores"]) == ([], [0, 0, 0])


def test_a_position_is_one_line_with_every_part() -> None:
    """The number of players shows in the parts with a number for each."""
    text = "board 3 3 3 1 3 3 3 3; harvested 2 0; markers 2 1; heat 2; lap 1; seat 1; first 2; scores 5 3"
    assert seed_circuit.write_state(RULES, at(text)) == text
    over = "board 3 3 3 1 3 3 3 3; harvested 2 0; markers 2 1; heat 2; lap 3; seat none; first 1; scores 5 3 / 2 0"
    assert seed_circuit.write_state(RULES, at(over)) == over
    assert seed_circuit.write_state(RULES, at(EXAMPLE)) == EXAMPLE


def test_parts_of_a_position_stand_in_any_order_and_spacing() -> None:
    """Only the names count."""
    assert at("  seat 1;lap   1 ; harvested 2 0; board 3 3 3 1 3 3 3 3") == at(EXAMPLE)


def test_parts_left_out_are_as_at_the_start() -> None:
    """The number of players alone gives the start; in a later heat its own first seat moves first."""
    assert at("players 4") == seed_circuit.start(RULES, 4)
    assert at("markers 2 2 2") == seed_circuit.start(RULES, 3)
    later = at("heat 2; first 2; scores 5 3")
    assert (later.seat, later.lap, later.board) == (1, 1, (3,) * 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            (
                "unknown part ''; expected one of "
                "'board', 'first', 'harvested', 'heat', 'lap', 'markers', 'players', 'scores', 'seat'"
            ),
        ),
        (
            "players 2;",
            (
                "unknown part ''; expected one of "
                "'board', 'first', 'harvested', 'heat', 'lap', 'markers', 'players', 'scores', 'seat'"
            ),
        ),
        ("borad 3 3 3 3 3 3 3 3; players 2", "unknown part 'borad'; did you mean 'board'?"),
        ("players 2; lap 1; lap 1", "lap: expected once, found twice"),
        ("lap 1", "players: expected the number of players or a part with numbers for each, found neither"),
        ("scores none", "players: expected the number of players or a part with numbers for each, found neither"),
        ("players 1", "players: expected a whole number from 2 to 9999, found '1'"),
        ("players two", "players: expected a whole number from 2 to 9999, found 'two'"),
        ("markers 2", "players: expected a whole number from 2 to 9999, found 1"),
        ("players 2; harvested 0 0 0", "harvested: expected 2 whole numbers from 0 to 24, found '0 0 0'"),
        ("harvested 0 0; markers 2 2 2", "markers: expected 2 whole numbers from 0 to 2, found '2 2 2'"),
        ("players 2; markers 3 2", "markers: expected 2 whole numbers from 0 to 2, found '3 2'"),
        ("players 2; markers -1 2", "markers: expected 2 whole numbers from 0 to 2, found '-1 2'"),
        ("players 2; markers ٢ 2", "markers: expected 2 whole numbers from 0 to 2, found '٢ 2'"),
        ("players 2; board 3 3 3", "board: expected 8 whole numbers from 0 to 24, found '3 3 3'"),
        ("players 2; board", "board: expected 8 whole numbers from 0 to 24, found ''"),
        ("players 2; board 3 3 3 3 3 3 3 25", "board: expected 8 whole numbers from 0 to 24, found '3 3 3 3 3 3 3 25'"),
        ("players 2; board 3 3 3 1 3 3 3 3", "board: expected 24 seeds in all, found 22 on it and 0 harvested"),
        ("harvested 3 0; board 3 3 3 1 3 3 3 3", "board: expected 24 seeds in all, found 22 on it and 3 harvested"),
        (
            "harvested 20 4; board 0 0 0 0 0 0 0 0",
            "board: expected seeds, since an empty board ends the heat; found none",
        ),
        ("players 2; lap 4", "lap: expected a whole number from 1 to 3, found '4'"),
        ("players 2; lap 0", "lap: expected a whole number from 1 to 3, found '0'"),
        ("players 2; lap 00001", "lap: expected a whole number from 1 to 3, found '00001'"),
        ("players 2; heat 3; scores 0 0 / 0 0", "heat: expected a whole number from 1 to 2, found '3'"),
        ("players 2; seat 3", "seat: expected a whole number from 1 to 2, found '3'"),
        ("players 2; seat 0", "seat: expected a whole number from 1 to 2, found '0'"),
        ("players 2; first 3", "first: expected a whole number from 1 to 2, found '3'"),
        ("players 2; scores 5 3", "scores: expected none, found '5 3'"),
        ("players 2; heat 2", "scores: expected 2 whole numbers from 0 to 24, found none"),
        ("players 2; heat 2; scores none", "scores: expected 2 whole numbers from 0 to 24, found 'none'"),
        ("players 2; heat 2; scores 5 3 / 2 6", "scores: expected 2 whole numbers from 0 to 24, found '5 3 / 2 6'"),
        ("players 2; heat 2; scores 12 13", "scores: expected at most 24 in all in row 1, found 25"),
        ("seat none; scores 5 3", "scores: expected 2 rows of 2 whole numbers from 0 to 24, found '5 3'"),
        ("seat none; heat 1; scores 5 3 / 2 6", "heat: expected a whole number of exactly 2, found '1'"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, message: str) -> None:
    """The message names the part, what was expected and what was found."""
    assert malformed(text) == message


def test_long_text_is_cut_short_in_messages() -> None:
    """Sixty characters of it are shown at most."""
    assert malformed("players 2; lap " + "9" * 100) == (
        "lap: expected a whole number from 1 to 3, found '" + "9" * 56 + "..."
    )


# Moves as text


@pytest.mark.parametrize("text", ["3 cw", "3 ccw", "16 cw", "0 cw"])
def test_moves_are_written_as_they_are_read(text: str) -> None:
    """Station and direction."""
    assert seed_circuit.write_move(read(text)) == text


def test_spacing_of_a_move_does_not_matter() -> None:
    """As a person may type it."""
    assert read(" 3  ccw ") == Move(3, "ccw")


@pytest.mark.parametrize(
    "text", ["", "3", "cw", "x cw", "3 up", "-1 cw", "٣ cw", "3 CW", "3 cw cw", "3cw", "12345 cw", "3.0 cw", "+3 cw"]
)
def test_text_that_is_no_move_is_malformed(text: str) -> None:
    """It is quoted beside two moves as they are written."""
    with pytest.raises(Malformed) as caught:
        read(text)
    assert str(caught.value) == f"expected a move such as '3 cw' or '3 ccw', found {text!r}"


# The rules table


def test_the_shipped_table_is_read() -> None:
    """The numbers of the document."""
    assert seed_circuit.read_rules(TABLE, {}) == RULES
    assert (RULES.stations, RULES.total_seeds) == (8, 24)


@pytest.mark.parametrize(
    ("key", "low", "high", "kind"),
    [
        ("seeds_per_station", 1, 20, "a whole number from 1 to 20"),
        ("laps_per_heat", 1, 12, "a whole number from 1 to 12"),
        ("markers_per_player", 0, 6, "a whole number from 0 to 6"),
    ],
)
def test_each_number_has_its_range(key: str, low: int, high: int, kind: str) -> None:
    """Both ends are in it, their neighbours are not; nothing but a whole number is one."""
    for good in (low, high):
        assert getattr(seed_circuit.read_rules({**TABLE, key: good}, {}), key) == good
    for bad, found in ((low - 1, low - 1), (high + 1, high + 1), ("3", "'3'"), (True, "true"), (3.0, 3.0), ([], "[]")):
        assert mistakes({key: bad}) == [(f"rules.{key}", f"expected {kind}, found {found}")]
    assert mistakes({key: None}) == [(f"rules.{key}", f"expected {kind}, found nothing")]


@pytest.mark.parametrize("targets", [[1, 99, 1], [5] * 16])
def test_rings_have_three_to_sixteen_stations(targets: list[int]) -> None:
    """The ring is as long as the list of targets, each from 1 to 99."""
    assert seed_circuit.read_rules({**TABLE, "targets": targets}, {}).targets == tuple(targets)


@pytest.mark.parametrize(
    ("targets", "found"),
    [
        ([2, 3], "[2, 3]"),
        ([1] * 17, "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"),
        ([2, 0, 3], "[2, 0, 3]"),
        ([2, 100, 3], "[2, 100, 3]"),
        ([2, True, 3], "[2, true, 3]"),
        ([2, "3", 4], "[2, '3', 4]"),
        (3, "3"),
        ("234", "'234'"),
        ({"a": 1}, "{ a = 1 }"),
        ({}, "{}"),
        (2**70, "0x400000000000000000"),
    ],
)
def test_targets_that_cannot_be_are_refused(targets: object, found: str) -> None:
    """The message shows them as TOML writes them."""
    kind = "a list of 3 to 16 whole numbers from 1 to 99"
    assert mistakes({"targets": targets}) == [("rules.targets", f"expected {kind}, found {found}")]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    """And the name that is missing for it is reported too."""
    assert mistakes({"laps_per_heat": None, "laps_per_heats": 3}) == [
        ("rules.laps_per_heats", "unknown name 'laps_per_heats'; did you mean 'laps_per_heat'?"),
        ("rules.laps_per_heat", "expected a whole number from 1 to 12, found nothing"),
    ]


def test_a_setup_is_a_mistake() -> None:
    """This game has none."""
    assert mistakes({}, {"steady": {}}) == [("setups.steady", "unknown name 'steady'; none is expected here")]


def test_every_mistake_of_the_table_is_reported_at_once() -> None:
    """In the order of the fields, the unknown first and the setups last."""
    found = mistakes({"targets": [], "laps_per_heat": 0, "seeds_per_station": None, "colour": "red"}, {"a": 1, "b": 2})
    assert [key for key, _ in found] == [
        "rules.colour",
        "rules.targets",
        "rules.seeds_per_station",
        "rules.laps_per_heat",
        "setups.a",
        "setups.b",
    ]
    assert found[0][1] == (
        "unknown name 'colour'; expected one of 'laps_per_heat', 'markers_per_player', 'seeds_per_station', 'targets'"
    )
