"""The printed examples on the referees' tables: every claim is what the slow referee sees too."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator.load import load
from generator.model import Example, Kit
from generator.places import shipped_kits
from generator.prove import fact_text
from tests.referee import quiet_dividend, seed_circuit

KITS = {name: load(folder, name) for name, folder in shipped_kits().items()}
EXAMPLES = [(kit, example) for kit in KITS.values() for example in kit.examples]
BROKEN = (seed_circuit.BrokenRule, quiet_dividend.BrokenRule)


def parts(example: Example) -> Mapping[str, str]:
    """A position's parts by name."""
    return {name: rest for name, _, rest in (part.strip().partition(" ") for part in example.position.split(";"))}


def rows(text: str) -> list[list[int]]:
    """Rows of numbers; none for a part left out."""
    return [[int(n) for n in row.split()] for row in text.split("/")] if text not in ("", "none") else []


def seed_table(kit: Kit, given: Mapping[str, str]) -> seed_circuit.Table:
    """The ring as an example finds it; what it leaves out is as the referee laid it out."""
    harvested = rows(given.get("harvested", ""))
    players = int(given["players"]) if "players" in given else len(harvested[0])
    names = ("seeds_per_station", "laps_per_heat", "markers_per_player")
    numbers = {"targets": list(kit.rules.targets), **{name: getattr(kit.rules, name) for name in names}}
    table = seed_circuit.Table(numbers, players, int(given.get("first", 1)))
    for _ in range(int(given.get("heat", 1)) - 1):
        table.heat_first = table._clockwise_from(table.heat_first)[1].seat
        table.heat += 1
    if "board" in given:
        lay_out(table, rows(given["board"])[0], harvested[0])
    for player, count in zip(table.players, (rows(given.get("markers", "")) or [[]])[0], strict=False):
        while len(player.markers) > count:
            player.discarded.append(player.markers.pop())
    table.record = rows(given.get("scores", ""))
    table.lap = int(given.get("lap", 1))
    table._begin_lap()
    while table.seat() != int(given.get("seat", table.heat_first)):
        table.yet_to_move.pop(0)
    return table


def lay_out(table: seed_circuit.Table, board: list[int], harvested: list[int]) -> None:
    """Take all seeds up and put them where they belong."""
    for station in table.stations:
        while station.seeds:
            table.box.append(station.seeds.pop())
    for station, count in zip(table.stations, board, strict=True):
        station.seeds = [table.box.pop() for _ in range(count)]
    for player, count in zip(table.players, harvested, strict=True):
        player.score_area = [table.box.pop() for _ in range(count)]
    assert not table.box


def dividend_table(kit: Kit, given: Mapping[str, str]) -> quiet_dividend.Table:
    """The records as an example finds them; what it leaves out is as the referee wrote it."""
    shares, payouts = rows(given.get("shares", "")), rows(given.get("payouts", ""))
    names = ("clubs", "max_value", "max_shares_per_club", "max_shares", "laps")
    numbers = {name: getattr(kit.rules, name) for name in names}
    players = int(given["players"]) if "players" in given else len(shares)
    table = quiet_dividend.Table(numbers, kit.setups, players, given["setup"], int(given.get("first", 1)))
    if "values" in given:
        table.values = table._written(rows(given["values"])[0])
    for record, held in zip(table.records, shares, strict=False):
        for club, count in zip(table.clubs, held, strict=True):
            record.marks[club] = [quiet_dividend.Tally() for _ in range(count)]
    for record, earned in zip(table.records, payouts, strict=False):
        record.payouts = earned
    table.lap = int(given.get("lap", 1))
    while table.seat() != int(given.get("seat", table.session_first)):
        table.yet_to_move.pop(0)
    return table


def table_of(kit: Kit, example: Example) -> Any:
    """The referee's table with an example's position on it."""
    return (seed_table if kit.name == "seed-circuit" else dividend_table)(kit, parts(example))


@pytest.mark.parametrize(("kit", "example"), EXAMPLES, ids=[example.id for _, example in EXAMPLES])
def test_the_referee_sees_what_is_claimed(kit: Kit, example: Example) -> None:
    """Each fact word for word, and each rule that refuses a move."""
    table = table_of(kit, example)
    for step in example.steps:
        claims = {claim.key: claim.value for claim in step.claims}
        try:
            seen = {key: fact_text(value) for key, value in table.play(step.move).items()}
        except BROKEN as broken:
            seen = {"illegal": broken.rule}
        assert claims == {key: seen.get(key) for key in claims}


LINES = {
    "match-elsewhere": "",
    "last-turn-of-a-heat": "6 ccw, 2 cw, 7 ccw, 6 ccw, 4 cw, 6 cw, 5 cw, 6 cw",
    "last-turn-of-all": "6 ccw, 5 cw, 6 cw, 8 cw, 2 cw, 6 cw, 7 ccw, 6 ccw, 2 cw, "
    "1 ccw, 8 ccw, 2 cw, 5 ccw, 2 ccw, 7 ccw, 8 cw, 4 cw, 5 cw, "
    "6 cw, 7 ccw, 8 ccw, 2 ccw, 1 cw, 2 ccw, 1 cw, 5 ccw",
    "first-lap": "",
    "switches": "join A, join B",
}
"""Moves from the start to an example's position."""


@pytest.mark.parametrize("name", LINES)
def test_a_line_of_moves_leads_to_the_example(name: str) -> None:
    """The position can occur at the table."""
    kit, example = next((kit, example) for kit, example in EXAMPLES if example.id == name)
    table, expected = table_of(kit, example), table_of(kit, example).position()
    fresh: Any
    if kit.name == "seed-circuit":
        fresh = seed_table(kit, {"players": str(len(table.players))})
    else:
        fresh = dividend_table(kit, {"players": str(len(table.records)), "setup": table.setup})
    for move in filter(None, LINES[name].split(", ")):
        fresh.play(move)

    assert fresh.position() == expected
