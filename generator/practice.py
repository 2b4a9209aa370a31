"""Practice sheets. In: a kit, and how many questions. Out: the same kit with two more sheets, of questions and answers.

A question is a position that the engine finds and a move in it; its answer is a worked example like any other, so that
it is proved before it is printed and read back afterwards.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

from generator.errors import Finding, Rejected, UsageError
from generator.examples import example, known_lessons
from generator.filling.texts import ANSWERS, PRACTICE, QUESTIONS
from generator.lessons import MOST_PLAYED, Found, Seating, search
from generator.model import Kit, Node, Request, SheetSpec

MOST: Final = 24
"""Questions that can be asked for."""
_PROVED: Final = "The rules engine has worked out each answer and proved it, like the examples in the rules."
SHEETS: Final = PRACTICE


def has_practice(kit: Kit) -> bool:
    """Whether the kit can draw questions."""
    return (kit.folder / QUESTIONS).is_file()


def with_sheets(kit: Kit) -> Kit:
    """The kit with the two sheets, still without questions. Raises `Rejected` where it has no template for them."""
    if not has_practice(kit):
        message = f"expected a template {QUESTIONS!r} in the kit's folder, which draws practice questions; found none"
        raise Rejected([Finding(f"{kit.shown}/kit.toml", 1, message)])
    taken = [spec.name for spec in kit.sheets if spec.name in SHEETS]
    if taken:
        message = f"--practice: the kit has a sheet {taken[0]!r} of its own, which is the name of a practice sheet"
        raise UsageError(message)
    specs = _sheet(kit, SHEETS[0], "Practice", QUESTIONS, ""), _sheet(kit, SHEETS[1], "Answers", "", ANSWERS)
    return kit._replace(sheets=(*kit.sheets, *specs))


def _sheet(kit: Kit, name: str, title: str, template: str, text: str) -> SheetSpec:
    sizes = {"normal": "pages", "large": "pages"} if template else {}
    return SheetSpec(
        name=name,
        title=title,
        stock="paper",
        template=template,
        large_template="",
        text=text,
        piece=name if template else "",
        each=None,
        copies="1",
        sizes=sizes,
        pages=None,
        line=kit.lines.get("title", 1),
    )


def with_questions(kit: Kit, request: Request, count: int, number: int) -> Kit:
    """The kit with so many questions, the same for the same number. Raises `UsageError` where there are fewer."""
    found = questions(kit, request, count, number)
    if len(found) < count:
        raise UsageError(f"--practice: expected at most {len(found)} for this table, found {count}")
    return with_these(kit, found)


def questions(kit: Kit, request: Request, count: int, number: int) -> list[Found]:
    """So many positions with a move each, or as many as are found, for the table of a request."""
    setups = (request.setup,) if request.setup else kit.game.setups(kit.rules) or (None,)
    wanted = known_lessons(kit, None)
    most = MOST_PLAYED // len(setups)
    found = [each for setup in setups for each in search(kit, wanted, Seating(request.players, setup), number, most)]
    return _chosen(found, count, random.Random(number))  # noqa: S311 - to be repeated, not to be secret


def with_these(kit: Kit, found: Iterable[Found]) -> Kit:
    """The kit with these questions, and their answers."""
    path = f"{kit.shown}/{ANSWERS}"
    examples = tuple(
        example(kit, each, f"practice-{place}", f"{{{{ free({place}) }}}}")._replace(path=path)
        for place, each in enumerate(found, 1)
    )
    nodes = (
        Node("h1", {}, ("Answers",), path, 1),
        Node("p", {}, (_PROVED,), path, 1),
        *(Node("example", {"id": each.id}, (), path, 1) for each in examples),
    )
    return kit._replace(examples=(*kit.examples, *examples), texts={**kit.texts, ANSWERS: nodes})


def _chosen(found: Iterable[Found], count: int, chance: random.Random) -> list[Found]:
    """Some of what was found: each lesson in its turn, no position twice, in an order that gives nothing away."""
    by_lesson: dict[str, list[Found]] = {}
    for each in found:
        by_lesson.setdefault(each.lesson.name, []).append(each)
    for each_of in by_lesson.values():
        chance.shuffle(each_of)
    chosen = list(_apart(each for turn in zip_longest(*by_lesson.values()) for each in turn if each))[:count]
    chance.shuffle(chosen)
    return chosen


def _apart(found: Iterable[Found]) -> Iterator[Found]:
    seen = set()
    for each in found:
        if each.state not in seen:
            seen.add(each.state)
            yield each
