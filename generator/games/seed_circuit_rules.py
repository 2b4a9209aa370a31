"""The numbers of Seed Circuit: the `[rules]` table of a kit, checked.

In: the table as TOML gave it. Out: `Rules`, or every mistake in the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.errors import BadRules, Mistake, nearest
from generator.games import Field
from generator.games.reading import Numbers, check, shown, whole, wholes

_RULES = (
    wholes("rules.targets", (3, 16), (1, 99), "Target of each station, clockwise: the count at which it is harvested."),
    whole("rules.seeds_per_station", (1, 20), "Seeds on every station when a heat starts."),
    whole("rules.laps_per_heat", (1, 12), "Laps in a heat; in one lap everyone takes one turn."),
    whole("rules.markers_per_player", (0, 6), "REVERSE markers that each player has for a heat."),
)
FIELDS: tuple[Field, ...] = _RULES


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a game."""

    targets: Numbers
    """Count at which each station is harvested, clockwise from station 1."""
    seeds_per_station: int
    """Seeds on every station when a heat starts."""
    laps_per_heat: int
    """Laps in a heat that the ring does not end sooner."""
    markers_per_player: int
    """REVERSE markers that each player has for a heat."""

    @property
    def stations(self) -> int:
        """Stations of the ring."""
        return len(self.targets)

    @property
    def total_seeds(self) -> int:
        """Seeds in the game: on the board and harvested, at every moment of a heat."""
        return self.stations * self.seeds_per_station


def read_rules(table: Mapping[str, Any], setups: Mapping[str, Any]) -> Rules:
    """The `[rules]` table as rules. Raises `BadRules` with every mistake; a setup is one."""
    good, mistakes = check(table, "rules", _RULES)
    mistakes += [Mistake(f"setups.{name}", f"unknown name {shown(name)}; {nearest(name, ())}") for name in setups]
    if mistakes:
        raise BadRules(mistakes)
    return Rules(**{**good, "targets": tuple(good["targets"])})
