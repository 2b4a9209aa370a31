"""What the engine of Seed Circuit says of the printed rules: which it decides, when each is at work, which can't be.

In: the facts of a turn, or the numbers of a kit. Out: ids of the rules text, with facts or with proofs.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.games.seed_circuit_rules import Rules

RULES: Mapping[str, str] = {
    "start-seeds": "Every station holds the same number of seeds when the session starts.",
    "targets": "Each station has its own target.",
    "start-markers": "Every player has the same number of markers when the session starts.",
    "start-match": "A station that equals its target at the start is not harvested by itself.",
    "lap": "The turn passes clockwise around the players.",
    "heat": "A heat that the ring does not end sooner has so many laps.",
    "empty-station": "An empty station can't be chosen.",
    "no-such-station": "A station outside the ring can't be chosen.",
    "clockwise": "Sowing goes clockwise.",
    "reverse": "A marker is spent to sow anticlockwise for one turn.",
    "marker-spent": "A marker that is spent stays out of the heat.",
    "no-marker": "Without a marker nobody sows anticlockwise.",
    "lift": "All seeds of the chosen station are lifted.",
    "sow": "One seed falls on each station, from the next one on.",
    "no-skip": "No station is skipped.",
    "mats-outside": "No seed is sown onto a score mat.",
    "long-handful": "A handful that comes round includes its own station.",
    "landing": "The count after the last seed is compared with that station's target.",
    "harvest": "Where they are equal, every seed of the station is harvested.",
    "no-harvest": "Where they are not, no seed is.",
    "other-match": "No other station is harvested, whatever its count.",
    "count-before": "The count before the last seed does not matter.",
    "stay": "All other seeds stay where they are.",
    "next-choice": "A station that was enlarged can be chosen.",
    "out-of-play": "Harvested seeds stay harvested for the heat.",
    "accounting": "Seeds on the ring and harvested ones make the same sum at every moment.",
    "next-lap": "When everyone has had a turn, the same player begins the next lap.",
    "heat-end": "A heat ends after its last lap, or at once when the ring is empty.",
    "points": "Harvested seeds are points; markers and seeds on the ring are none.",
    "heats": "There are as many heats as players.",
    "reset-seeds": "Every station holds its seeds again when a heat starts.",
    "reset-markers": "Every player has all markers again when a heat starts.",
    "rotate": "The next player clockwise begins the next heat.",
    "early-heat": "A heat that ends early does not end the session.",
    "session-over": "After the last heat nobody moves, and the scores of all heats are added.",
    "winner": "The highest total wins; leaders that are tied share the win.",
}


def at_work(rules: Rules, facts: Mapping[str, Any], position: str = "") -> Mapping[str, frozenset[str]]:
    """The rules that decided a turn with these facts, each with the facts that would differ without it."""
    found = (*_opening(rules, facts, position), *_sowing(rules, facts), *_turns(facts))
    return {rule: frozenset(names.split()) for rule, holds, names in found if holds}


def _opening(rules: Rules, facts: Mapping[str, Any], position: str) -> Iterator[tuple[str, object, str]]:
    given = {part.split()[0] for part in position.split(";")} if position else {"board", "markers"}
    board = facts["board_before"]
    untouched = {station for station, count in enumerate(board, 1) if count == rules.targets[station - 1]}
    untouched -= {facts["station"], *facts["path"]}
    yield "start-seeds", "board" not in given, "board_before on_board_before"
    yield "start-markers", "markers" not in given and facts["lap"] == 1, "markers_left markers_next"
    yield "start-match", set(board) == {rules.seeds_per_station} and untouched, "board on_board harvested"


def _sowing(rules: Rules, facts: Mapping[str, Any]) -> Iterator[tuple[str, object, str]]:
    path, ring, harvest = facts["path"], len(rules.targets), facts["harvest"]
    stations = (facts["station"], *path)
    seam = any({one, other} == {1, ring} for one, other in zip(stations, path, strict=False))
    yield "targets", True, "target"
    yield "clockwise", facts["direction"] == "cw", "path landing board"
    yield "reverse", facts["direction"] == "ccw", "path landing board marker_spent markers_left"
    yield "marker-spent", facts["marker_spent"] and not facts["heat_over"], "markers_next"
    yield "lift", True, "handful board"
    yield "sow", True, "path landing board"
    yield "no-skip", path[1:], "path landing board"
    yield "mats-outside", seam, "path board on_board score"
    yield "long-handful", len(path) >= ring, "path origin_sown landing board"
    yield "landing", True, "landing landing_count target"
    yield "harvest", harvest, "harvest board on_board harvested score"
    yield "no-harvest", not harvest, "harvest board on_board harvested score"
    yield "other-match", facts["passed_matches"], "board on_board harvested score scores"
    yield "count-before", facts["landing_before"] == facts["target"], "harvest board on_board score"
    yield "stay", any(facts["board"]), "board on_board"
    yield "next-choice", facts["board_before"][facts["station"] - 1] > rules.seeds_per_station, "handful path board"
    yield "out-of-play", facts["harvested_before"], "harvested scores accounted"
    yield "accounting", True, "accounted"


def _turns(facts: Mapping[str, Any]) -> Iterator[tuple[str, object, str]]:
    heat_over, more = facts["heat_over"], facts["heat_over"] and not facts["session_over"]
    yield "lap", not heat_over, "seat_next"
    yield "next-lap", not heat_over and facts["lap_next"] > facts["lap"], "lap_next seat_next"
    yield "heat", heat_over and not facts["empties_board"], "heat_over heat_next"
    yield "heat-end", heat_over, "heat_over heat_next"
    yield "early-heat", more and facts["empties_board"], "session_over heat_next"
    yield "points", heat_over, "totals scores"
    yield "heats", heat_over, "session_over heat_next"
    yield "reset-seeds", more, "board_next"
    yield "reset-markers", more, "markers_next"
    yield "rotate", more, "seat_next"
    yield "session-over", facts["session_over"], "seat_next totals"
    yield "winner", facts["session_over"], "winners"


def idle(rules: Rules, players: int) -> Mapping[str, str]:
    """The rules that can't come into play under these numbers with at most so many players, and why: a proof."""
    turns, seeds, markers = rules.laps_per_heat * players, rules.seeds_per_station, rules.markers_per_player
    before_last = _most_on_a_station(rules, turns - 1)
    easiest, largest = min(rules.targets), max(rules.targets)
    never: dict[str, str] = {}

    def rule_out(when: object, why: str, *names: str) -> None:
        for name in names if when else ():
            never.setdefault(name, why)

    out_of_reach = easiest > _most_on_a_station(rules, turns)
    why = f"In {turns} turns no station comes to hold {easiest} seeds, the lowest target."
    rule_out(out_of_reach, why, "harvest", "out-of-play", "early-heat")
    why = f"In {turns - 1} turns at most {(turns - 1) * largest} of {rules.total_seeds} seeds are harvested."
    rule_out((turns - 1) * largest < rules.total_seeds, why, "early-heat")
    why = f"In {turns - 1} turns no station comes to hold {rules.stations} seeds."
    rule_out(before_last < rules.stations, why, "long-handful")
    rule_out(seeds not in rules.targets, f"No station has the target {seeds}.", "start-match")
    rule_out(not markers, "Nobody has a marker.", "reverse", "marker-spent")
    why = f"Before the last of {rules.laps_per_heat} turns nobody has spent {markers} markers, one in each turn."
    rule_out(markers >= rules.laps_per_heat, why, "no-marker")
    rule_out(rules.laps_per_heat == 1, "A heat has one lap.", "next-lap")
    return never


def _most_on_a_station(rules: Rules, turns: int) -> int:
    """More seeds than this no station holds after so many turns, since a handful gives it one seed in each round."""
    most = rules.seeds_per_station
    for _ in range(turns):
        most = min(rules.total_seeds, most + -(-most // rules.stations))
    return most
