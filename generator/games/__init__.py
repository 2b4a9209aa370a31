"""What a game is: the contract that every engine fulfils, and the two engines that ship.

An engine is a plain module of pure functions: no files, no clock, no randomness. Rules, states and moves are
immutable and hashable; each has a text form with ``read(write(x)) == x``. Text that can't be read raises
`Malformed`; a readable move that the rules forbid raises `IllegalMove` with the id of the printed rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

from generator.errors import BadEngine

BUILT_IN = {
    "seed-circuit": "generator.games.seed_circuit",
    "quiet-dividend": "generator.games.quiet_dividend",
}
"""Engine name, as `kit.toml` gives it, and the module that holds it."""


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a game: the row that both validates and documents it."""

    key: str
    """Dotted name in `kit.toml`: ``rules.laps_per_heat``; ``setups.*.values`` stands for every setup."""
    kind: str
    """Type and range in words, as messages print it: ``a whole number from 1 to 20``."""
    meaning: str
    """What the number is, in the words of the rules."""
    schema: Mapping[str, Any] = field(default_factory=dict, kw_only=True, compare=False, repr=False)
    """The same type and range as a JSON Schema, draft 4, for editors; left out, an editor takes any value."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one legal move did."""

    before: Any
    """State in which the move was made."""
    move: Any
    """The move."""
    state: Any
    """State of the next turn: after a heat's last turn, the next heat's start; at the end, the final position."""
    events: Mapping[str, Any]
    """What happened, in the engine's own words; `Game.facts` turns it into the words of the rules."""


class Rulebook(Protocol):
    """What an engine module says of the printed rules: which it decides, and when each is at work."""

    RULES: Mapping[str, str]
    """Id, in the rules text, of every rule that the engine decides, and what it decides in one sentence."""

    def at_work(self, rules: Any, facts: Mapping[str, Any], position: str = "") -> Mapping[str, frozenset[str]]:
        """The rules that decided a turn with these facts, each with the facts that would differ without it.

        `position` is the text of the position in which the turn was made, where that was given as text.
        """

    def idle(self, rules: Any, players: int) -> Mapping[str, str]:
        """The rules that can't come into play under these numbers with at most so many players, and why: a proof."""


@dataclass(frozen=True, slots=True)
class Account:
    """A position in words and figures, as `rr-print replay` lays it out."""

    when: str
    """Which turn comes next, or was the last: ``Lap 2 of 6``."""
    shared: tuple[tuple[str, tuple[object, ...]], ...]
    """What lies on the table: rows of a label and figures, the first of which heads the columns."""
    seats: tuple[tuple[str, tuple[object, ...]], ...]
    """What each seat has: rows of a label and a figure for each seat."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence on a turn."""

    text: str
    rules: tuple[str, ...] = ()
    """Ids of the printed rules by which it is so."""


class Wording(Protocol):
    """What an engine module says of positions and turns, in words to be read out at a table.

    `called` holds what each seat is called in the middle of a sentence: a name, or ``seat 2``.
    """

    def account(self, rules: Any, state: Any) -> Account:
        """The position."""

    def spoken(self, move: Any) -> str:
        """The move as a player would say it: ``station 3, clockwise``."""

    def turn(self, rules: Any, facts: Mapping[str, Any], called: Sequence[str]) -> tuple[Said, ...]:
        """What a legal turn with these facts would do; the first sentence says why it is legal."""

    def other_way(self, move: Any) -> Any | None:
        """The same move the other way round; None in a game without directions."""


class Game(Protocol):
    """The functions of an engine module. State, Move and Rules are its own frozen types."""

    FIELDS: tuple[Field, ...]

    def read_rules(self, table: Mapping[str, Any], setups: Mapping[str, Any]) -> Any:
        """The `[rules]` and `[setups]` tables as a Rules value.

        Raises `BadRules` carrying every mistake: missing, unknown, wrong type, out of range, contradictory.
        """

    def setups(self, rules: Any) -> tuple[str, ...]:
        """Names of the setups in the kit's order; empty when the game has none."""

    def start(self, rules: Any, players: int, setup: str | None = None, first: int = 1) -> Any:
        """The position before the first turn. Seats count from 1; `first` is the seat that starts."""

    def legal_moves(self, rules: Any, state: Any) -> tuple[Any, ...]:
        """Every legal move in a fixed order; empty when the session is over."""

    def play(self, rules: Any, state: Any, move: Any) -> Turn:
        """Make a move. Raises `IllegalMove`."""

    def facts(self, rules: Any, turn: Turn) -> Mapping[str, Any]:
        """What the turn did, in the words that claims and sentences use: ints, strings, bools, None, tuples of them."""

    def position(self, rules: Any, state: Any) -> Mapping[str, Any]:
        """The whole position as JSON-ready values, keyed as `rr-print replay --json` prints it."""

    def read_state(self, rules: Any, text: str) -> Any:
        """Read a position; parts left out take their values at the start. Raises `Malformed`."""

    def write_state(self, rules: Any, state: Any) -> str:
        """The whole position as one line of text."""

    def read_move(self, rules: Any, text: str) -> Any:
        """Read a move. Raises `Malformed`."""

    def write_move(self, move: Any) -> str:
        """The move as text."""

    def rulebook(self) -> Rulebook:
        """What it says of the printed rules; read by `check` alone."""

    def wording(self) -> Wording:
        """What it says of positions and turns; read by `replay` alone."""


def engine(name: str) -> Game | None:
    """The engine of that name, or None: built in, or installed under the entry point ``rr_print.games``.

    Raises `BadEngine` for an installed one that can't be loaded or is not whole.
    """
    if name in BUILT_IN:
        return cast(Game, import_module(BUILT_IN[name]))
    from importlib.metadata import entry_points

    for entry in entry_points(group="rr_print.games", name=name):
        try:
            found = entry.load()
        except Exception as error:  # whatever a stranger's module does when it is read
            raise BadEngine(
                f"the installed engine {name!r} can't be loaded: {type(error).__name__}: {error}"
            ) from error
        parts = ("FIELDS", *(part for part in vars(Game) if not part.startswith("_")))
        if lacking := [part for part in parts if not hasattr(found, part)]:
            raise BadEngine(f"the installed engine {name!r} lacks {', '.join(lacking)}")
        return cast(Game, found)
    return None


def engine_names() -> tuple[str, ...]:
    """Names of every engine that can be used here."""
    from importlib.metadata import entry_points

    return tuple(sorted({*BUILT_IN, *(entry.name for entry in entry_points(group="rr_print.games"))}))
