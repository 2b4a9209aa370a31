"""What the engine of Seed Circuit says of positions and turns, in words to be read out at a table.

In: a position, a move, the facts of a turn. Out: rows of figures, and sentences with the ids of their printed rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.games import Account, Said
from generator.games.phrases import counted, joined, opening, winning
from generator.games.seed_circuit import Move, State, position
from generator.games.seed_circuit_rules import Rules

_WAYS = {"cw": "clockwise", "ccw": "anticlockwise"}


def account(rules: Rules, state: State) -> Account:
    """The position."""
    finished = enumerate(state.heat_scores, start=1)
    return Account(
        when=f"Heat {state.heat} of {state.players}, lap {state.lap} of {rules.laps_per_heat}",
        shared=(
            ("Station", tuple(range(1, rules.stations + 1))),
            ("Seeds", state.board),
            ("Target", rules.targets),
        ),
        seats=(
            ("Harvested in this heat", state.harvested),
            ("REVERSE markers left", state.markers),
            *((f"Points in heat {heat}", scores) for heat, scores in finished),
            ("Total", tuple(position(rules, state)["scores"])),
        ),
    )


def spoken(move: Move) -> str:
    """The move as a player would say it."""
    return f"station {move.station}, {_WAYS[move.direction]}"


def other_way(move: Move) -> Move:
    """The same station sown in the other direction."""
    return Move(move.station, "ccw" if move.direction == "cw" else "cw")


def turn(rules: Rules, facts: Mapping[str, Any], called: Sequence[str]) -> tuple[Said, ...]:
    """What the turn would do, from the handful to the end of a heat."""
    who = called[facts["seat"] - 1]
    return (*_sowing(facts, who), *_landing(facts, who), *_end(facts, called))


def _sowing(facts: Mapping[str, Any], who: str) -> Iterator[Said]:
    yield Said(f"Station {facts['station']} holds {counted(facts['handful'], 'seed')}.", ("empty-station",))
    if facts["marker_spent"]:
        left = f"{counted(facts['markers_left'], 'marker')} left" if facts["markers_left"] else "no marker left"
        yield Said(f"{opening(who)} would spend a REVERSE marker and have {left}.", ("reverse",))
    fall = "the seed would fall on station" if facts["handful"] == 1 else "the seeds would fall on stations"
    ways = ("clockwise",) if facts["direction"] == "cw" else ()
    long = ("long-handful",) if facts["origin_sown"] else ()
    yield Said(f"Sown {_WAYS[facts['direction']]}, {fall} {joined(facts['path'])}.", (*ways, "sow", *long))


def _landing(facts: Mapping[str, Any], who: str) -> Iterator[Said]:
    landing, target, harvest = facts["landing"], facts["target"], facts["harvest"]
    before, count = facts["landing_before"], facts["landing_count"]
    yield Said(f"The last seed would fall on station {landing} and raise it from {before} to {count}.", ("landing",))
    if harvest:
        yield Said(f"Its target is {target}, so {who} would harvest {counted(harvest, 'seed')}.", ("harvest",))
    else:
        yield Said(f"Its target is {target}, so nothing would be harvested.", ("no-harvest",))
    if before == target:
        yield Said("That it equalled its target before the last seed does not count.", ("count-before",))
    for station in facts["passed_matches"]:
        match = f"Station {station} would equal its target"
        yield Said(f"{match}, but the last seed would not fall there: its seeds would stay.", ("other-match",))


def _end(facts: Mapping[str, Any], called: Sequence[str]) -> Iterator[Said]:
    if facts["session_over"]:
        yield Said("The last heat would end, and with it the session.", ("heat-end", "session-over"))
        yield Said(winning(facts["totals"], facts["winners"], called), ("winner",))
    elif facts["heat_over"]:
        yield Said(f"Heat {facts['heat']} would end.", ("heat-end",))
