"""Where things come to stand: tracks, lines, page breaks, grids of pieces and their cut lines, by hand calculation."""

from pathlib import Path

import pytest

from generator import fonts
from generator.errors import Finding, Rejected
from generator.impose import impose
from generator.model import PAPERS, Node, Piece, Sheet, SheetSpec
from generator.pages import Line, Page, Placed, Text, Typeset
from generator.profiles import profile
from generator.typeset import lay, typeset
from generator.typesetting import text, tracks
from generator.typesetting.block import Block, Context
from generator.typesetting.flow import paginate
from generator.typesetting.prose import Unit
from generator.typesetting.ring import places

NORMAL = profile("normal")


def spec(**changes: object) -> SheetSpec:
    """A sheet of cut cards."""
    values: dict[str, object] = {
        "name": "cards", "title": "Cards", "stock": "card", "template": "card.xml.j2", "large_template": "", "text": "",
        "piece": "card", "each": None, "copies": "1", "sizes": {"normal": (60.0, 40.0)}, "pages": None, "line": 7,
    }  # fmt: skip
    return SheetSpec(**(values | changes))  # type: ignore[arg-type]


def node(tag: str, *children: "Node | str", **attrs: str) -> Node:
    """An element at line 3 of a template."""
    return Node(tag, attrs, children, "kit/card.xml.j2", 3)


def context() -> Context:
    """What a layout function is told."""
    return Context(NORMAL, "card 1", lay, [])


# ---------------------------------------------------------------- tracks


def test_tracks() -> None:
    """Fixed lengths first, then what the content needs, then shares of the rest: (100 - 2*5 - 20 - 10) / 4 = 15."""
    assert tracks.sizes(["20", "1fr", "auto"], 100.0, 5.0, [0.0, 0.0, 10.0]) == [20.0, 60.0, 10.0]
    assert tracks.read("2*1fr 20 auto") == ["1fr", "1fr", "20", "auto"]
    assert tracks.sizes(["1fr", "3fr"], 45.0, 5.0) == [10.0, 30.0]
    assert tracks.sizes(["60", "1fr"], 50.0, 0.0) == [60.0, 0.0]


# ---------------------------------------------------------------- lines


def word(width: float, length: int) -> text.Word:
    """A word that matters by its size alone."""
    return text.Word((("font", "x" * length, width),), width, length)


def test_lines_by_width() -> None:
    """Four words of 10 mm with spaces of 1 mm: 32 mm hold three of them exactly (10 + 1 + 10 + 1 + 10)."""
    words = [word(10.0, 8)] * 4

    assert [len(line) for line in text.break_lines(words, 32.0, 1.0)] == [3, 1]
    assert [len(line) for line in text.break_lines(words, 31.9, 1.0)] == [2, 2]


def test_lines_by_characters() -> None:
    """Seven words of nine letters and six spaces make 69 characters, which is allowed; 70 letters more are not."""
    assert [len(line) for line in text.break_lines([word(1.0, 9)] * 8, 500.0, 1.0)] == [7, 1]
    assert [len(line) for line in text.break_lines([word(1.0, 10)] * 7, 500.0, 1.0)] == [6, 1]


def test_no_short_word_alone() -> None:
    """A last line of one short word takes a word from the line before."""
    words = [word(10.0, 8)] * 4 + [word(3.0, 3)]

    assert [len(line) for line in text.break_lines(words, 43.0, 1.0)] == [3, 2]


def test_a_figure_stays_with_its_unit() -> None:
    """`88 mm` is one word, and so is a figure with its per cent."""
    found = text.words(node("p", "cards of 88 mm or 100 % of it"), 12.0, context())

    assert ["".join(run[1] for run in each.runs) for each in found] == [
        "cards", "of", "88\u00a0mm", "or", "100\u00a0%", "of", "it",
    ]  # fmt: skip


# ---------------------------------------------------------------- what does not fit


def typeset_one(tree: Node, **changes: object) -> Typeset:
    """Lay out one card."""
    sheet = Sheet(spec(**changes), (Piece("card 1", tree, 1),))
    return typeset([sheet], NORMAL, PAPERS["a4"])[0]


def findings(tree: Node, **changes: object) -> list[str]:
    """What is wrong with one card."""
    with pytest.raises(Rejected) as caught:
        typeset_one(tree, **changes)
    return [str(finding) for finding in caught.value.findings]


def test_too_high() -> None:
    """A card of 40 mm has 32 inside its insets of 4; boxes of 20 and 15.5 mm are 3.5 too much."""
    tree = node("sheet", node("box", h="20"), node("box", h="15.5"))

    assert findings(tree) == [
        "kit/card.xml.j2:3: card 1: its content is 35.5 mm high and its box 32.0 mm: 3.5 mm too much"
    ]


def test_a_word_too_wide() -> None:
    """The widest word is named with its excess: 52 mm are there."""
    long = "Wasserwirtschaftsverwaltungsrat"
    wide = fonts.width(long, "AtkinsonHyperlegibleNext-Regular", 12.0)
    assert wide > 52.0

    assert findings(node("sheet", node("text", long))) == [
        f"kit/card.xml.j2:3: card 1: {long!r} is {wide - 52:.1f} mm wider than its box of 52.0 mm"
    ]


def test_too_small() -> None:
    """No character may be smaller than the profile's floor."""
    assert findings(node("sheet", node("text", "x", size="11.9"))) == [
        "kit/card.xml.j2:3: card 1: text of 11.9 pt is under the normal profile's floor of 12 pt"
    ]


def test_no_glyph() -> None:
    """A character that no font has is named with where it stands."""
    (found,) = findings(node("sheet", node("text", "日")))

    assert found == "kit/card.xml.j2:3: card 1: '日': no font here prints U+65E5 CJK UNIFIED IDEOGRAPH-65E5"


def test_an_inset_too_small() -> None:
    """Words stay clear of the cut."""
    assert findings(node("sheet", inset="3")) == [
        "kit/card.xml.j2:3: card 1: an inset of 3 mm is under the profile's 4 mm"
    ]


def test_a_row_with_tracks_missing() -> None:
    """As many tracks as elements."""
    tree = node("sheet", node("row", node("box"), node("box"), tracks="1fr"))

    assert findings(tree) == ["kit/card.xml.j2:3: card 1: expected 1 elements in this row, one for each track, found 2"]


def test_text_stands_where_it_should() -> None:
    """A word at the inset: its capitals begin 4 mm from the cut, so its baseline is a capital's height further down."""
    (piece,) = typeset_one(node("sheet", node("text", "Hi", size="20"))).pieces
    (mark,) = (mark for mark in piece.marks if isinstance(mark, Text))

    assert (mark.x, mark.text, mark.size) == (4.0, "Hi", 20.0)
    assert mark.y == pytest.approx(4.0 + 0.668 * 20 * 25.4 / 72)


# ---------------------------------------------------------------- pages of text


def unit(height: float, before: float = 0.0, after: float = 0.0, keep: bool = False, close: bool = False) -> Unit:
    """A part of a text that may not be broken."""
    return Unit(Block(10.0, height), before, after, keep, close)


def heights(units: list[Unit], height: float) -> list[float]:
    """The heights of the pages."""
    pages, too_high = paginate(units, 10.0, height)
    assert too_high == []
    return [page.height for page in pages]


def test_pages_are_filled_evenly() -> None:
    """Three pages are needed; 40, 70 and 80 leave less of a page empty than 80, 30 and 80 would."""
    parts = [unit(40), unit(40), unit(30), unit(75), unit(5)]

    assert heights(parts, 100) == [40.0, 70.0, 80.0]


def leaves(*blocks: Node) -> list[list[str]]:
    """The words of each page of a text, run by run."""
    tree = Node("sheet", {}, blocks, "kit/rules.md", 1)
    text = spec()._replace(sizes={}, piece="", text="rules.md", template="")
    (sheet,) = typeset([Sheet(text, (Piece("rules", tree, 1),))], NORMAL, PAPERS["a4"])
    return [[mark.text.strip() for mark in piece.marks if isinstance(mark, Text)] for piece in sheet.pieces]


@pytest.mark.parametrize("tag", ["ul", "ol", "table"])
def test_what_belongs_together_is_not_torn(tag: str) -> None:
    """Wherever a page ends, a heading, the sentence under it and a short list or table stand on one page."""
    entries = [node("li", f"Entry {number}") for number in range(4)]
    rows = [node("tr", node("td", f"Entry {number}")) for number in range(4)]
    under = node(tag, *(rows if tag == "table" else entries))

    for lines in range(18, 30):
        filler = [node("p", f"Line {number}.") for number in range(lines)]
        pages = leaves(*filler, node("h2", "Heading"), node("p", "A sentence."), under)
        (page,) = (page for page in pages if "Heading" in page)
        assert [words for words in page if words.startswith("Entry")] == [f"Entry {number}" for number in range(4)]


def test_what_stands_close_is_torn_where_it_must_be() -> None:
    """Two parts of 50 go to the next page together, three only where no page holds them all."""
    assert heights([unit(40), unit(50, close=True), unit(50)], 100) == [40.0, 100.0]
    assert heights([unit(50, close=True), unit(50, close=True), unit(50)], 100) == [100.0, 50.0]


def test_of_two_spaces_the_larger_counts() -> None:
    """10 + max(2, 5) + 10, and no space at the top of a page."""
    assert heights([unit(10, before=9, after=2), unit(10, before=5)], 100) == [25.0]


def test_a_page_ends_where_it_may() -> None:
    """A heading of 10 that keeps to the 30 below goes with it to the next page."""
    assert heights([unit(65), unit(10, keep=True), unit(30)], 100) == [65.0, 40.0]
    assert heights([unit(65), unit(10), unit(30)], 100) == [75.0, 30.0]


def test_what_no_page_holds() -> None:
    """A part higher than the page is handed back, and the rest goes on."""
    units = [unit(50), unit(120), unit(50)]
    pages, too_high = paginate(units, 10.0, 100.0)

    assert [page.height for page in pages] == [50.0, 120.0, 50.0]
    assert too_high == [(units[1], 120.0)]


def test_a_repeated_head() -> None:
    """A table that goes on repeats its header row of 5 mm."""
    units = [unit(5, keep=True), unit(40), unit(40), unit(40)]
    for each in units[1:]:
        each.head = Block(10.0, 5.0)

    assert heights(units, 100) == [85.0, 45.0]


# ---------------------------------------------------------------- pieces on paper


def imposed(count: int, w: float, h: float, paper: str = "a4") -> tuple[Page, ...]:
    """Pages of `count` equal pieces."""
    placed = Placed("card", w, h, (), count, cut=True)
    return impose([Typeset(spec(), (placed,))], PAPERS[paper], NORMAL, "kit/kit.toml")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("count", "size", "grids"),
    [
        (8, (88.0, 126.0), [(2, 2), (2, 2)]),
        (24, (20.0, 20.0), [(4, 6)]),
        (8, (60.0, 40.0), [(2, 4)]),
        (4, (60.0, 40.0), [(2, 2)]),
        (3, (176.0, 126.0), [(1, 2), (1, 1)]),
    ],
)
def test_grids(paper: str, count: int, size: tuple[float, float], grids: list[tuple[int, int]]) -> None:
    """Fewest pages, then no empty places, then the shape aimed at, alike on both papers."""
    found = []
    for page in imposed(count, *size, paper):
        columns = {round(place.x, 6) for place in page.placements}
        rows = {round(place.y, 6) for place in page.placements}
        found.append((len(columns), len(rows)))

    assert found == grids


def test_a_block_is_centred_and_its_cut_lines_are_its_edges() -> None:
    """2 x 2 cards of 88 x 126 on A4: left (210 - 176) / 2 = 17, top (297 - 252) / 2 = 22.5; three lines each way."""
    page = imposed(4, 88.0, 126.0)[0]
    lines = [mark.points for mark in page.marks if isinstance(mark, Line)]
    upright = sorted(a[0] for a, b in lines if a[0] == b[0])
    across = sorted(a[1] for a, b in lines if a[1] == b[1])

    assert sorted((place.x, place.y) for place in page.placements) == [
        (17.0, 22.5), (17.0, 148.5), (105.0, 22.5), (105.0, 148.5),
    ]  # fmt: skip
    assert upright == [17.0, 105.0, 193.0]
    assert across == [22.5, 148.5, 274.5]
    assert all(a[1] < 22.5 and b[1] > 274.5 for a, b in lines if a[0] == b[0])
    assert all(a[0] < 17.0 and b[0] > 193.0 for a, b in lines if a[1] == b[1])


def test_cut_lines_of_a_last_row_that_is_not_full() -> None:
    """Five pieces in a grid of 2 x 3: the right edge of the empty place is not drawn beside it."""
    page = imposed(5, 80.0, 80.0)[0]
    lines = [mark.points for mark in page.marks if isinstance(mark, Line)]
    right = max((a, b) for a, b in lines if a[0] == b[0])
    lowest = max(((a, b) for a, b in lines if a[1] == b[1]), key=lambda line: line[0][1])
    top = (297.0 - 240.0) / 2

    assert right[1][1] == pytest.approx(top + 160 + 2.2)
    assert lowest[1][0] == pytest.approx(25.0 + 80.0 + 3.0)


def test_a_piece_larger_than_the_paper() -> None:
    """Refused at the sheet's row, with what would fit: 210 - 2*16.5 by 297 - 2*13."""
    with pytest.raises(Rejected) as caught:
        imposed(1, 200.0, 300.0)

    message = "cards: a piece of 200 x 300 mm does not fit on A4: at most 177.0 x 271.0 mm"
    assert caught.value.findings == (Finding("kit/kit.toml", 7, message),)


def test_nothing_to_print() -> None:
    """A sheet without pieces takes no page."""
    assert impose([Typeset(spec(), ())], PAPERS["a4"], NORMAL, str(Path("kit.toml"))) == ()


@pytest.mark.parametrize("count", range(3, 17))
def test_a_ring_of_any_size(count: int) -> None:
    """Stations never touch, follow one another clockwise, and leave the middle open from eight on."""
    corners = places(count, 10.0)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True)) / 2

    assert len(corners) == count
    assert area > 0  # y points down: clockwise as seen
    for index, (x1, y1) in enumerate(corners):
        assert all(max(abs(x1 - x2), abs(y1 - y2)) > 12.4 for x2, y2 in corners[index + 1 :])
