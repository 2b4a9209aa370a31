"""Which pages have changed, and where on them."""

from pathlib import Path

import pytest

from generator.load import load
from generator.model import PAPERS
from generator.pages import Page, Text
from generator.preview.changes import changed, retitled, spots
from generator.preview.desk import Desk
from generator.request import read_request
from tests.preview.kits import SENTENCE, copied, edited


def laid(folder: Path) -> tuple[Page, ...]:
    """The pages of a kit."""
    desk = Desk(read_request)
    desk.lay(load(folder, "kit"))
    return desk.pages


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A kit."""
    return copied(tmp_path)


def test_nothing(kit: Path) -> None:
    """Two builds of the same words are the same, though no element of one is one of the other."""
    one, other = laid(kit), laid(kit)

    assert one[4].placements[0].piece is not other[4].placements[0].piece
    assert (changed(one, other), retitled(one, other), spots(one, other)) == ((), False, {})


def test_a_sentence(kit: Path) -> None:
    """The page that holds it; the place where it stands, and nothing that only moved."""
    before = laid(kit)
    (where,) = (
        (page.number, mark)
        for page in before
        for _, mark, _, _ in page.owned()
        if isinstance(mark, Text) and mark.text == SENTENCE
    )
    edited(kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
    after = laid(kit)

    assert [(page.spec.name, page.number) for page in changed(before, after)] == [("rules", where[0])]
    ((left, top, right, bottom),) = spots(before, after)[where[0]]
    assert top < where[1].y < bottom
    assert bottom - top < 8
    assert left == pytest.approx(where[1].x)
    assert right - left < 80


def test_a_sentence_that_makes_room_for_itself(kit: Path) -> None:
    """What it pushes down has not changed; where the page has, it is outlined only round what is new."""
    before = laid(kit)
    edited(kit / "rules.md", SENTENCE, f"{SENTENCE}\n\nA paragraph of its own.")
    boxes = spots(before, laid(kit))

    assert sum(map(len, boxes.values())) == 1


def test_a_sentence_that_is_gone(kit: Path) -> None:
    """What stands in its place is outlined."""
    before = laid(kit)
    edited(kit / "rules.md", " The marker works for this turn only.", "")

    assert sum(map(len, spots(before, laid(kit)).values())) == 1


def test_title_lines(kit: Path) -> None:
    """The lines above every page bear the game's title, which is no change of what the pages hold."""
    before = laid(kit)
    edited(kit / "kit.toml", 'title = "Seed Circuit"', 'title = "Seed Ring"')
    after = laid(kit)

    assert retitled(before, after)
    assert "station-cards" not in {page.spec.name for page in changed(before, after)}


def test_what_only_a_listener_would_notice(kit: Path) -> None:
    """Another alternative of the same picture is a change."""
    before = laid(kit)
    edited(kit / "circuit-layout.xml.j2", "The ring, clockwise.", "The ring, as the clock goes.")

    assert {page.spec.name for page in changed(before, laid(kit))} == {"circuit-layout"}


def test_a_sheet_as_it_was_is_not_set_anew(kit: Path) -> None:
    """The very pieces are used again; one whose template changed is another, and so is every one on other paper."""
    desk = Desk(read_request)
    desk.lay(load(kit, "kit"))
    first = {page.spec.name: page.placements[0].piece for page in desk.pages}
    edited(kit / "counter.xml.j2", 'r="1.2"', 'r="1.3"')
    desk.lay(load(kit, "kit"))
    second = {page.spec.name: page.placements[0].piece for page in desk.pages}

    assert {name for name in first if second[name] is not first[name]} == {"counters"}
    desk.words = lambda kit: read_request(kit, paper="letter")
    desk.lay(load(kit, "kit"))
    assert desk.pages[3].paper == PAPERS["letter"]
    assert all(page.placements[0].piece is not first[page.spec.name] for page in desk.pages)
