"""The engines reach as many distinct positions, ply by ply, as `positions_by_ply.toml` counts."""

import copy
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.games import engine
from tests.referee import quiet_dividend, seed_circuit

GAMES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("positions_by_ply.toml").read_text(encoding="utf-8")
)["game"]
every_game = pytest.mark.parametrize("entry", GAMES, ids=[entry["name"] for entry in GAMES])

MOST_BY_REFEREE = 300
"""The referee is slow: it recounts only the plies that start from no more positions than this."""


def engine_counts(entry: Mapping[str, Any], plies: int) -> list[int]:
    """Distinct states of the engine after each ply."""
    game = engine(entry["engine"])
    assert game is not None
    rules = game.read_rules(entry["rules"], entry.get("setups", {}))
    reached = {game.start(rules, entry["players"], entry.get("setup"), entry["first"])}
    counts = []
    for _ in range(plies):
        reached = {game.play(rules, state, move).state for state in reached for move in game.legal_moves(rules, state)}
        counts.append(len(reached))
    return counts


def referee_counts(entry: Mapping[str, Any], plies: int) -> list[int]:
    """Distinct positions on the referee's table after each ply; the file's counts came from here, to full depth."""
    table: Any
    if entry["engine"] == "seed-circuit":
        table = seed_circuit.Table(entry["rules"], entry["players"], entry["first"])
    else:
        table = quiet_dividend.Table(entry["rules"], entry["setups"], entry["players"], entry["setup"], entry["first"])
    reached = [table]
    counts = []
    for _ in range(plies):
        distinct: dict[str, Any] = {}
        for table in reached:
            for text in table.legal_moves():
                after = copy.deepcopy(table)
                after.play(text)
                distinct.setdefault(json.dumps(after.position(), sort_keys=True), after)
        reached = list(distinct.values())
        counts.append(len(reached))
    return counts


@every_game
def test_engine_reaches_as_many_positions(entry: dict[str, Any]) -> None:
    """Every listed ply."""
    assert engine_counts(entry, len(entry["counts"])) == entry["counts"]


@every_game
def test_first_plies_are_those_counted_by_hand(entry: dict[str, Any]) -> None:
    """The counts begin with those that the file's comments derive without any program."""
    assert entry["by_hand"]
    assert entry["counts"][: len(entry["by_hand"])] == entry["by_hand"]


@every_game
def test_referee_still_reaches_as_many_positions(entry: dict[str, Any]) -> None:
    """As far as the slow referee gets in a moment."""
    plies = 1 + sum(count <= MOST_BY_REFEREE for count in entry["counts"][:-1])
    assert referee_counts(entry, plies) == entry["counts"][:plies]
