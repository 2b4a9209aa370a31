"""Found examples and printed answers on the referees' tables: the slow referee sees the same."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from generator import examples, practice
from generator.fill import fill
from generator.lessons import Found, Seating, search
from generator.model import Example, Kit, Node
from generator.profiles import profile
from generator.prove import prove
from generator.request import read_request
from tests.referee.test_printed_examples import BROKEN, KITS, dividend_table, follow, seed_table, stated, table_of

TARGETS = (2, 3, 4, 2, 3, 4, 2, 3)
Seen = Mapping[str, Any]
SHOWN: Mapping[str, Callable[[Seen], bool]] = {
    "harvest": lambda seen: seen["harvest"] == TARGETS[seen["landing"] - 1] and seen["direction"] == "cw",
    "near-miss": lambda seen: seen["landing_count"] + 1 == TARGETS[seen["landing"] - 1] and seen["harvest"] == 0,
    "match-elsewhere": lambda seen: len(seen["passed_matches"]) > 0 and seen["harvest"] == 0,
    "long-handful": lambda seen: len(seen["path"]) > len(TARGETS) and seen["station"] in seen["path"],
    "reverse": lambda seen: seen["direction"] == "ccw" and seen["harvest"] == TARGETS[seen["landing"] - 1],
    "payout": lambda seen: seen["lap_over"] and sum(points > 0 for points in seen["payout"]) >= 2,
    "promotion": lambda seen: seen["action"] == "promote" and 0 < seen["gains"][seen["seat"] - 1] < max(seen["gains"]),
    "switch": lambda seen: seen["action"] == "switch" and sum(seen["shares"][seen["seat"] - 1]) == 4,
    "reset": lambda seen: seen["values_next"] != seen["values"] and sum(seen["payout"]) > 0,
}
"""What each lesson is about, in what a referee sees; a move that is not legal has nothing to see."""
REFUSED = {
    "seed-circuit": {"empty-station", "no-marker"},
    "quiet-dividend": {"club-limit", "share-limit", "value-limit", "no-share", "pass-only-when-stuck"},
}
NEVER = {("long-handful", 2)}
"""Two players make five moves in a heat before its last. None of them adds more than a seed to a station while no
handful is larger than the ring, and from three seeds five make eight: never nine."""
TABLES = [("seed-circuit", players) for players in (2, 3, 4)] + [("quiet-dividend", players) for players in (2, 4, 6)]


@pytest.mark.parametrize("number", [None, *(pytest.param(number, marks=pytest.mark.wide) for number in (1, 20))])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_referee_sees_what_is_found(game: str, players: int, number: int | None) -> None:
    """Of each lesson two: the line leads to the position, and the claims hold."""
    kit = KITS[game]
    lessons = examples.known_lessons(kit, None)
    found = examples.find(kit, lessons, players, None, 2, number)

    can_occur = [lesson.name for lesson in lessons if (lesson.name, players) not in NEVER]
    assert [each.lesson.name for _, each in found] == [name for name in can_occur for _ in range(2)]
    for name, each in found:
        example = examples.example(kit, each, name)
        led_to(kit, each, example)
        follow(table_of(kit, example), example)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_referee_sees_each_lesson(game: str, players: int) -> None:
    """Of each lesson up to a hundred, from games at random: the move shows what it is to teach."""
    kit = KITS[game]
    setup = next(reversed(kit.game.setups(kit.rules)), None)
    for lesson in examples.known_lessons(kit, None):
        some = list(search(kit, [lesson], Seating(players, setup), 3))
        assert bool(some) == ((lesson.name, players) not in NEVER)
        for each in some[:: len(some) // 100 + 1]:
            shows(kit, each, examples.example(kit, each, lesson.name))


def led_to(kit: Kit, found: Found, example: Example) -> None:
    """From the start the referee plays the line, and finds the position as it is written."""
    start = {"players": str(found.seating.players), "setup": found.seating.setup or ""}
    table: Any = (seed_table if kit.name == "seed-circuit" else dividend_table)(kit, start)
    for move in found.line:
        table.play(kit.game.write_move(move))
    there = table_of(kit, example)
    assert stated(there) == stated(table)
    assert there.seat() == table.seat()


def shows(kit: Kit, found: Found, example: Example) -> None:
    """The referee sees the lesson."""
    (step,) = example.steps
    table: Any = table_of(kit, example)
    if found.lesson.name == "illegal":
        rule = ""
        try:
            table.play(step.move)
        except BROKEN as broken:
            rule = broken.rule
        assert rule in REFUSED[kit.name]
    else:
        assert SHOWN[found.lesson.name](table.play(step.move))


@pytest.mark.parametrize("number", [1, pytest.param(6, marks=pytest.mark.wide)])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_referee_gives_the_printed_answers(game: str, players: int, number: int) -> None:
    """Each question's answer, in the short words that stand first in it."""
    plain = practice.with_sheets(KITS[game])
    request = read_request(plain, players=str(players), sheets="practice,answers")
    kit = practice.with_questions(plain, request, practice.MOST, number)
    asked = [each for each in kit.examples if each.id.startswith("practice-")]
    (_, answers) = fill(kit, prove(kit), request, profile("normal"))
    boxes = [node for node in answers.pieces[0].tree.children if isinstance(node, Node) and node.tag == "example"]

    assert len(boxes) == len(asked) == practice.MOST
    for place, (box, example) in enumerate(zip(boxes, asked, strict=True), 1):
        title, answer = headings(box)
        assert (title, answer) == (f"Answer {place}", answered(kit, example))


def headings(box: Node) -> tuple[str, str]:
    """The title of an answer and its short words: the first heading and the first bold words."""
    return words(next(inside(box, "h2"))), words(next(inside(box, "strong")))


def inside(node: Node, tag: str) -> Any:
    """The elements of a name within one."""
    for child in node.children:
        if isinstance(child, Node):
            yield from [child] if child.tag == tag else inside(child, tag)


def words(node: Node) -> str:
    """What an element says."""
    told = "".join(words(child) if isinstance(child, Node) else child for child in node.children)
    return " ".join(told.split())


def answered(kit: Kit, example: Example) -> str:
    """The short words, worked out by the referee."""
    (step,) = example.steps
    table: Any = table_of(kit, example)
    try:
        seen = table.play(step.move)
    except BROKEN:
        return "Not allowed."
    if kit.name == "seed-circuit":
        return f"Allowed. Station {seen['landing']}, harvest {seen['harvest']}."
    paid = [f"{name} {points}" for name, points in zip(example.names, seen["payout"] or (), strict=False)]
    values = [f"{club} {value}" for club, value in table.position()["values"].items()]
    return f"Allowed. Paid: {', '.join(paid) or 'nothing'}. Values: {', '.join(values)}."
