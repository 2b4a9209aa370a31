"""Worked examples that the engine writes. In: a kit and lessons. Out: fences for a rules text, claims and all."""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from generator.errors import Malformed, UsageError, nearest
from generator.games.lessons import Lesson
from generator.kit_lines import example_fence
from generator.lessons import MOST_PLAYED, Found, Seating, claims, search, taught
from generator.model import Example, Kit

MOST: Final = 20
"""Examples of one lesson that can be asked for."""
NAMES: Final = ("Pat", "Mo", "Ana", "Sam", "Kim", "Lou", "Eli", "Ida")
"""What the players of an example are called, as far as they reach."""
PATH: Final = "examples"
"""What messages call the text that the fences stand in."""

Named = tuple[str, Found]
"""The id of an example, and what it shows."""


def known_lessons(kit: Kit, word: str | None) -> tuple[Lesson, ...]:
    """The lesson of a name, or all of them. Raises `UsageError`."""
    known = taught(kit)
    if known is None:
        raise UsageError(f"the engine of {kit.name} has no lessons")
    by_name = {lesson.name: lesson for lesson in known.LESSONS}
    if word is not None and word not in by_name:
        raise UsageError(f"unknown lesson {word!r}; {nearest(word, by_name)}")
    return known.LESSONS if word is None else (by_name[word],)


def find(
    kit: Kit, wanted: Sequence[Lesson], players: int, setup: str | None, count: int, number: int | None
) -> tuple[Named, ...]:
    """So many examples of each lesson, those that are found; in every setup, where none is given."""
    setups = (setup,) if setup else kit.game.setups(kit.rules) or (None,)
    found = [each for chosen in setups for each in search(kit, wanted, Seating(players, chosen), number)]
    found.sort(key=lambda each: len(each.line))  # stable: of the same length, the simplest of the first setup
    return tuple(_free_names(kit, _first(found, count, wanted)))


def missing(
    word: str, wanted: Sequence[Lesson], found: Sequence[Named], players: int, setup: str | None
) -> Iterator[str]:
    """The lessons that nothing was found for, and what may help."""
    have = {each.lesson.name for _, each in found}
    table = f"{players} player{'s' * (players != 1)}{f' in {setup}' if setup else ''}"
    for lesson in wanted:
        if lesson.name not in have:
            command = f"rr-print examples {shlex.quote(word)} --lesson {lesson.name} --players N"
            yield (
                f"lesson {lesson.name!r}: no position for {table} found that shows it, in {MOST_PLAYED} moves tried; "
                f"another number of players{' or another setup' if setup else ''} may help: {command}"
            )


def as_text(kit: Kit, found: Sequence[Named]) -> str:
    """The fences, one below the other."""
    return "\n\n".join(fence(kit, each, name) for name, each in found)


def as_json(kit: Kit, name: str, found: Found) -> Mapping[str, Any]:
    """An example as `--json` prints it."""
    line = [kit.game.write_move(move) for move in found.line]
    seating = found.seating._asdict()
    return {"id": name, "lesson": found.lesson.name, **seating, "line": line, "fence": fence(kit, found, name)}


def fence(kit: Kit, found: Found, name: str, title: str = "") -> str:
    """A worked example as it stands in a rules text, with all its claims."""
    return "\n".join([f"```example {name}", *_body(kit, found, title or found.lesson.title), "```"])


def example(kit: Kit, found: Found, name: str, title: str = "") -> Example:
    """The same, read."""
    return example_fence(name, _body(kit, found, title or found.lesson.title), PATH, 1)[0]


def _body(kit: Kit, found: Found, title: str) -> list[str]:
    players = found.seating.players
    return [
        f"title: {title}",
        f"lesson: {found.lesson.name}",
        f"position: {_position(kit, found.state)}",
        *([f"names: {', '.join(NAMES[:players])}"] if players <= len(NAMES) else []),
        f"move: {kit.game.write_move(found.move)}",
        *claims(found),
    ]


def _position(kit: Kit, state: Any) -> str:
    """A position as text: what the engine writes first, and of the rest what does not go without saying."""
    parts = kit.game.write_state(kit.rules, state).split("; ")
    for part in tuple(parts[1:]):
        fewer = [each for each in parts if each != part]
        if _reads_as(kit, "; ".join(fewer), state):
            parts = fewer
    return "; ".join(parts)


def _reads_as(kit: Kit, text: str, state: Any) -> bool:
    try:
        return bool(kit.game.read_state(kit.rules, text) == state)
    except Malformed:
        return False


def _first(found: Iterable[Found], count: int, wanted: Iterable[Lesson]) -> Iterator[Found]:
    """So many of each lesson, lesson by lesson."""
    by_lesson: dict[str, list[Found]] = {lesson.name: [] for lesson in wanted}
    for each in found:
        if len(by_lesson[each.lesson.name]) < count:
            by_lesson[each.lesson.name].append(each)
    for each_of in by_lesson.values():
        yield from each_of


def _free_names(kit: Kit, found: Iterable[Found]) -> Iterator[Named]:
    """A name for each that no example of the kit has: that of its lesson, and a number."""
    taken = {each.id for each in kit.examples}
    for each in found:
        number = 1
        while (name := f"{each.lesson.name}-{number}") in taken:
            number += 1
        taken.add(name)
        yield name, each
