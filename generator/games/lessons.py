"""What a game can teach by one position and one move: what `rr-print examples` and `--practice` ask an engine.

An engine that has lessons has a function ``lessons()`` and gives a module as `Lessons` describes it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from generator.games import Game


class Lesson(NamedTuple):
    """Something that a worked example can show."""

    name: str
    """As `--lesson` takes it and an example's `lesson:` names it."""
    title: str
    """Title of an example that shows it, without a number: ``A near miss``."""
    meaning: str
    """What happens in it, in one sentence."""
    claims: tuple[str, ...] = ()
    """The facts that an example of it claims, in their order; of a refused move nothing but the rule is claimed."""
    shows: Callable[[Any, Mapping[str, Any]], bool] = lambda _, __: False
    """Whether a legal turn with these facts, under these rules, shows it."""
    refused: frozenset[str] = frozenset()
    """Ids of the rules one of which refuses the move, for a lesson on moves that are not legal."""


class Lessons(Protocol):
    """What an engine module says of its lessons."""

    LESSONS: tuple[Lesson, ...]
    """From the first to learn to the last."""

    def tries(self, rules: Any, state: Any) -> Iterable[Any]:
        """Every move that a player may think of here, legal or not."""


class Teacher(Game, Protocol):
    """An engine that has lessons."""

    def lessons(self) -> Lessons:
        """Its lessons; read by `examples`, `check` and a practice sheet alone."""


def lessons(game: Game) -> Lessons | None:
    """The lessons of an engine; None where it has none."""
    made: Callable[[], Lessons] | None = getattr(game, "lessons", None)
    return made() if made else None
