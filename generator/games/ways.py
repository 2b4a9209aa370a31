"""What is known of the ways to a position: what `check` asks an engine when it looks for a line of play.

`Ways` answers from the plain protocol, and so for any game. An engine that knows more has a function
``ways(rules)`` and gives a subclass: the more it overrides, the further the search gets within its bounds. What it
says is never believed alone: a line that is found is played by the engine itself.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol

from generator.games import Game

Earlier = tuple[Any, Any]
"""A position and the move that was made in it."""


class Guide(Game, Protocol):
    """An engine that knows more of the ways to a position than the plain protocol does."""

    def ways(self, rules: Any) -> "Ways":
        """What it knows; read by `check` alone."""


class Ways:
    """The ways to a position as the plain protocol knows them: forward, move by move."""

    def __init__(self, game: Game, rules: Any) -> None:
        self.game, self.rules = game, rules

    def ends(self, text: str) -> Iterable[Any] | None:
        """Every position that has all that a text states, whatever it leaves open; None where they are too many.

        Here: the one that the engine reads, which has the parts left out as at the start.
        """
        return (self.game.read_state(self.rules, text),)

    def agrees(self, text: str, state: Any) -> bool:
        """Whether a position has all that a text states."""
        return bool(state == self.game.read_state(self.rules, text))

    def key(self, state: Any) -> Hashable:
        """A small value for a position, the same for two if and only if a symmetry of the rules makes one the other."""
        return state  # type: ignore[no-any-return]

    def images(self, state: Any) -> Iterable[Any]:
        """The positions that have its key, itself among them."""
        return (state,)

    def stages(self, end: Any) -> tuple[Any, ...]:
        """Positions that every line to an end passes through, in their order: the search is cut there."""
        return ()

    def before(self, state: Any) -> Iterable[Earlier] | None:
        """Every position and move that lead here in one turn, and maybe more; None where they are too many."""
        return None

    def objection(self, state: Any) -> str:
        """Why no line leads to a position, in one sentence that is a proof; empty where none is seen at once."""
        return ""

    def aim(self, ends: Sequence[Any]) -> "Aim":
        """What a search for any of these positions can know."""
        return Aim(self, ends)


class Aim:
    """What is known of the lines to the ends of one search: nothing but what `Ways` tells of any position."""

    def __init__(self, ways: Ways, ends: Sequence[Any]) -> None:
        self.ways = ways
        self.ends = ends
        """The positions to search back from; each stands for all that have its key and no less to spare."""

    def key(self, state: Any) -> Hashable:
        """As `Ways.key`, less what `spare` tells."""
        return self.ways.key(state)

    def spare(self, state: Any) -> tuple[int, ...]:
        """What a position has of things that its key leaves out: of two alike, none that has more is worse off."""
        return ()

    def dead(self, state: Any) -> bool:
        """Whether no line leads from a start to a position that was found on the way back; a proof."""
        return bool(self.ways.objection(state))

    def lengths(self, state: Any) -> tuple[int, ...] | None:
        """The numbers of moves that may lead to an end, rising, none for a dead end; None where nothing is known.

        No line may have another length: to leave one out is a proof.
        """
        return None

    def order(self, state: Any) -> int:
        """Of two positions that may be equally near, the one to look at first has the lower number."""
        return 0
