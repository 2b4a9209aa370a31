"""The numbers of The Quiet Dividend: the `[rules]` and `[setups]` tables of a kit, checked.

In: the tables as TOML gave them. Out: `Rules`, or every mistake in the tables.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.errors import BadRules, Malformed, Mistake, nearest
from generator.games import Field
from generator.games.reading import Numbers, Row, are_whole, check, integers, shown, whole

_CLUBS = (2, 6)
_MAX_VALUE = (1, 12)
_LAPS = (1, 20)
_PAYOUTS = (1, 6)
_CLUB = re.compile("[A-Z]")
_SETUP_NAME = re.compile("[a-z]+(-[a-z]+)*")


def _are_clubs(value: object, known: Mapping[str, Any]) -> bool:
    if not isinstance(value, list) or not _CLUBS[0] <= len(value) <= _CLUBS[1]:
        return False
    return all(isinstance(club, str) and _CLUB.fullmatch(club) for club in value) and len(set(value)) == len(value)


def _are_values(value: object, known: Mapping[str, Any]) -> bool:
    # While the number of clubs or the ceiling is itself a mistake, only what no kit may hold is refused here.
    clubs = (len(known["clubs"]),) * 2 if "clubs" in known else _CLUBS
    return are_whole(value, clubs, (0, known.get("max_value", _MAX_VALUE[1])))


def _are_payout_laps(value: Any, known: Mapping[str, Any]) -> bool:
    return are_whole(value, _PAYOUTS, (1, known.get("laps", _LAPS[1]))) and value == sorted(set(value))


def _is_table(value: object, known: Mapping[str, Any]) -> bool:
    return isinstance(value, Mapping)


_CLUBS_SCHEMA = {
    "type": "array",
    "items": {"type": "string", "pattern": f"^{_CLUB.pattern}$"},
    "minItems": _CLUBS[0],
    "maxItems": _CLUBS[1],
    "uniqueItems": True,
}
_VALUES_SCHEMA = integers(_CLUBS, (0, _MAX_VALUE[1]))
_VALUES = "a list of whole numbers from 0 to max_value, one for each club"
_RULES = (
    Row(
        "rules.clubs",
        "a list of 2 to 6 different letters from A to Z",
        "Names of the clubs, in order.",
        _are_clubs,
        schema=_CLUBS_SCHEMA,
    ),
    whole("rules.max_value", _MAX_VALUE, "Highest value of a club."),
    whole("rules.max_shares_per_club", (1, 9), "Most shares that a player may hold in one club."),
    whole("rules.max_shares", (1, 54), "Most shares that a player may hold in all."),
    whole("rules.laps", _LAPS, "Laps in a game; in one lap everyone takes one turn."),
)
_SETUP = (
    Row("setups.*.values", _VALUES, "Value of each club when the game starts.", _are_values, schema=_VALUES_SCHEMA),
    Row(
        "setups.*.payout_laps",
        "a list of 1 to 6 rising whole numbers from 1 to laps",
        "Laps after which every club pays.",
        _are_payout_laps,
        schema={**integers(_PAYOUTS, _LAPS), "uniqueItems": True},
    ),
    Row(
        "setups.*.resets",
        "a table",
        "Payout laps before the last after which the values are reset.",
        _is_table,
        schema={"type": "object"},
    ),
)
_RESET = Row(
    "setups.*.resets.*",
    _VALUES,
    "Value of each club after that lap's payout.",
    _are_values,
    required=False,
    schema=_VALUES_SCHEMA,
)
FIELDS: tuple[Field, ...] = (*_RULES, *_SETUP, _RESET)


@dataclass(frozen=True, slots=True)
class Setup:
    """One of the ways in which a game may start and pay."""

    name: str
    """As players choose it: ``early-opening``."""
    values: Numbers
    """Value of each club at the start."""
    payout_laps: Numbers
    """Laps after which every club pays, rising."""
    resets: tuple[tuple[int, Numbers], ...]
    """Lap and the value of each club after that lap's payout, for each lap that has a reset, rising."""

    def reset(self, lap: int) -> Numbers | None:
        """The values after that lap's payout, None where they stay."""
        return dict(self.resets).get(lap)

    def due(self, lap: int) -> int:
        """How many payouts come before a lap's first turn."""
        return sum(payout_lap < lap for payout_lap in self.payout_laps)


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a game."""

    clubs: tuple[str, ...]
    """Names of the clubs; every list with a number for each club is in this order."""
    max_value: int
    """Highest value of a club."""
    max_shares_per_club: int
    """Most shares of a seat in one club."""
    max_shares: int
    """Most shares of a seat in all."""
    laps: int
    """Laps in a game."""
    setups: tuple[Setup, ...]
    """The setups in the kit's order, at least one."""

    def by_club(self, numbers: Numbers) -> dict[str, int]:
        """A number for each club, by the club's name."""
        return dict(zip(self.clubs, numbers, strict=True))

    def setup(self, name: str | None) -> Setup:
        """The setup of that name, the first for None. Raises `Malformed` when there is none."""
        named = {setup.name: setup for setup in self.setups}
        if name is not None and name not in named:
            raise Malformed(f"unknown setup {shown(name)}; {nearest(name, named)}")
        return self.setups[0] if name is None else named[name]


def read_rules(table: Mapping[str, Any], setups: Mapping[str, Any]) -> Rules:
    """The `[rules]` and `[setups]` tables as rules. Raises `BadRules` with every mistake."""
    good, mistakes = check(table, "rules", _RULES)
    if not setups:
        mistakes.append(Mistake("setups", "expected at least one setup, found none"))
    for name, entries in setups.items():
        mistakes += _setup_mistakes(name, entries, good)
    if mistakes:
        raise BadRules(mistakes)
    read = tuple(_setup(name, entries) for name, entries in setups.items())
    return Rules(**{**good, "clubs": tuple(good["clubs"]), "setups": read})


def _setup_mistakes(name: str, entries: object, rules: Mapping[str, Any]) -> list[Mistake]:
    where = f"setups.{name}"
    if not isinstance(entries, Mapping):
        return [Mistake(where, f"expected a table, found {shown(entries)}")]
    setup, reset = (
        tuple(replace(row, kind=_for_clubs(row.kind, rules)) for row in rows) for rows in (_SETUP, (_RESET,))
    )
    good, mistakes = check(entries, where, setup, rules)
    if not _SETUP_NAME.fullmatch(name):
        mistakes.append(Mistake(where, f"expected a name of lower-case words joined by hyphens, found {shown(name)}"))
    # Nothing follows the last lap, so a reset there would never be seen.
    laps = (lap for lap in good.get("payout_laps", range(1, _LAPS[1] + 1)) if lap != rules.get("laps"))
    rows = (replace(reset[0], key=f"setups.*.resets.{lap}") for lap in laps)
    return mistakes + check(good.get("resets", {}), f"{where}.resets", rows, rules)[1]


def _for_clubs(kind: str, rules: Mapping[str, Any]) -> str:
    """What a field takes, with the clubs that are known."""
    clubs = rules.get("clubs", ())
    return kind.replace("one for each club", f"one for each club ({', '.join(clubs)})") if clubs else kind


def _setup(name: str, entries: Mapping[str, Any]) -> Setup:
    resets = sorted((int(lap), tuple(values)) for lap, values in entries["resets"].items())
    return Setup(name, tuple(entries["values"]), tuple(entries["payout_laps"]), tuple(resets))
