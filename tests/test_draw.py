"""What the drawn file shows, measured in it, and what it says of itself. Holds the builders of small documents, too."""

import os
import re
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pdfplumber
import pypdfium2  # type: ignore[import-untyped]
import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from generator import draw as drawing
from generator import fonts
from generator.draw import UntaggedInk, draw
from generator.fonts import MissingGlyph
from generator.model import PAPERS, SheetSpec
from generator.pages import Anchor, Circle, Document, Element, Line, Mark, Page, Placed, Placement, Rect, Text

REGULAR, BOLD = fonts.FACES["Atkinson Hyperlegible Next"]
SYMBOLS, NOTO = fonts.FALLBACKS[0]
PT = 72 / 25.4
"""Points in a millimetre."""
SCALE = 10
"""Pixels to the millimetre in rasters."""

# ---------------------------------------------------------------- small documents


def sheet(name: str = "cards") -> SheetSpec:
    """A sheet of which only the name and the title count."""
    return SheetSpec(name, name.title(), "card", "", "", "", "card", None, "1", {}, None, 1)


CARDS = sheet()


def page(
    *marks: Mark, number: int = 1, spec: SheetSpec = CARDS, paper: str = "a4", copy: int = 0, edge: Any = ()
) -> Page:
    """A page with one piece at its top left corner, and the page's own marks."""
    piece = Placed("piece", 90, 50, marks, 1, False)
    return Page(number, PAPERS[paper], spec, (Placement(0, 0, piece, copy),), tuple(edge))


def document(*pages: Page) -> Document:
    """A document of these pages."""
    return Document("A small kit", "en-GB", pages)


def say(text: str, owner: Element | None, x: float = 20, y: float = 20, font: str = REGULAR, **more: Any) -> Text:
    """12 pt of text."""
    return Text(x, y, text, font, 12, owner, **more)


def every_kind() -> Document:
    """Two pages with everything that a sheet may hold."""
    title, text, table = Element("H1", title="Rules"), Element("P"), Element("Table")
    items = Element("L")
    item = Element("LI", items)
    rows = [Element("TR", table), Element("TR", table)]
    ring = Element("Figure", alt="A ring of 8 stations (clockwise ↻)")
    first = page(
        say("Seed Circuit", title, font=BOLD),
        say("Take the seeds, ", text, y=30),
        say("3 of them", text, 60, 30, BOLD),
        say("•", Element("Lbl", item), 20, 40),
        say("go on clockwise ", body := Element("LBody", item), 25, 40),
        say("↻", body, 60, 40, SYMBOLS),
        say("Lap", Element("TH", rows[0], scope="Column"), 20, 50),
        say("Seeds", Element("TH", rows[0], scope="Column"), 40, 50),
        say("1", Element("TH", rows[1], scope="Row"), 20, 60),
        Rect(38, 55, 20, 8, 0.5, None, dash=(1, 0.5)),
        Anchor(Element("TD", rows[1])),
        Circle(40, 90, 15, 1, ring),
        Rect(35, 85, 10, 10, 0.75, ring, fill=0.8, radius=2),
        Line(((40, 80), (45, 85), (35, 85)), 0, ring, fill=0, closed=True),
        say("6", ring, 40, 100, anchor="middle", turn=180),
        say("The text goes on ", text, y=120),
        edge=[say("1", None, 105, 290, anchor="middle"), Line(((10, 10), (200, 10)), 0.25, None, ink=0.5)],
    )
    second = page(
        say("on the next page.", text),
        say("Markers", Element("H2", title="Markers (all of them)"), 20, 40, BOLD),
        say("Жук Ω", Element("P"), 20, 50, NOTO),
        number=2,
    )
    return document(first, second)


def many_letters() -> Document:
    """More characters of one font than a subset of it can hold, in one line."""
    return document(
        page(say("".join(sorted(fonts.font(NOTO).characters - {"\N{NO-BREAK SPACE}"}))[:400], Element("P"), font=NOTO))
    )


# ---------------------------------------------------------------- measuring


def plumbed(made: Document, number: int = 0) -> Any:
    """A page as pdfplumber reads it."""
    return pdfplumber.open(BytesIO(draw(made))).pages[number]


def raster(made: Document) -> Any:
    """The first page as grey levels, by pdfium."""
    return pypdfium2.PdfDocument(draw(made))[0].render(scale=SCALE * 25.4 / 72, grayscale=True).to_numpy()


def ink(pixels: Any, limit: int = 128) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is dark, in mm."""
    rows, columns = np.nonzero(pixels.reshape(pixels.shape[:2]) < limit)
    edges = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return tuple(float(edge) / SCALE for edge in edges)  # type: ignore[return-value]


def code(made: Document) -> str:
    """The first page's content."""
    contents: Any = PdfReader(BytesIO(draw(made))).pages[0].get_contents()
    return str(contents.get_data().decode())


# ---------------------------------------------------------------- paper and text


def test_every_page_is_its_paper_in_all_boxes() -> None:
    """Media, crop and trim box are the paper itself, to a hundredth of a point, on each page its own."""
    pages = PdfReader(BytesIO(draw(document(page(), page(number=2, paper="letter"))))).pages

    for read, paper in zip(pages, ("a4", "letter"), strict=True):
        expected = [0, 0, PAPERS[paper].width * PT, PAPERS[paper].height * PT]
        for box in ("/MediaBox", "/CropBox", "/TrimBox"):
            edges: Any = read[box]
            assert [float(edge) for edge in edges] == pytest.approx(expected, abs=0.0051)


@pytest.mark.parametrize("turn", [0, 180])
@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_text_stands_where_its_anchor_says(anchor: str, share: float, turn: int) -> None:
    """The share of the run before x is that of the anchor, in the direction of reading; y is the baseline."""
    made = plumbed(document(page(say("Reverse", Element("P"), 100, 50, anchor=anchor, turn=turn))))
    sign, wide = (-1, 1)[turn == 0], fonts.width("Reverse", REGULAR, 12)
    across, down = made.chars[0]["matrix"][4:]

    assert "".join(char["text"] for char in made.chars) == "Reverse"
    assert across / PT == pytest.approx(100 - sign * share * wide, abs=0.01)
    assert (float(made.height) - down) / PT == pytest.approx(50, abs=0.01)
    assert made.chars[0]["matrix"][:4] == (sign, 0, 0, sign)
    assert [char["size"] for char in made.chars] == pytest.approx([12] * 7)
    reach = [edge / PT for char in made.chars for edge in (char["x0"], char["x1"])]
    assert max(reach) - min(reach) == pytest.approx(wide, abs=0.01)


def test_a_piece_is_moved_as_a_whole() -> None:
    """Marks of a piece are relative to its corner, the page's own marks to the page's."""
    marks = Rect(1, 2, 10, 5, 0.5, None), say("7", Element("P"), 1, 2)
    piece = Placed("piece", 90, 50, marks, 1, True)
    both = Placement(20, 30, piece, 0), Placement(120, 30, piece, 1)
    made = plumbed(document(Page(1, PAPERS["a4"], CARDS, both, (Rect(5, 6, 10, 5, 0.5, None),))))

    corners = [(rect["x0"] / PT, rect["top"] / PT) for rect in made.rects]
    assert corners == [pytest.approx(corner, abs=0.01) for corner in ((5, 6), (21, 32), (121, 32))]
    places = [(char["matrix"][4] / PT, (float(made.height) - char["matrix"][5]) / PT) for char in made.chars]
    assert places == [pytest.approx(place, abs=0.01) for place in ((21, 32), (121, 32))]


def test_every_character_reads_back() -> None:
    """Parentheses, backslashes, accents and symbols come out as they went in; a no-break space as a space."""
    text = r"(a\b) 50 % – “Übung” 8×8"
    marks = [say(f"{text}\N{NO-BREAK SPACE}cm ", part := Element("P")), say("→", part, 90, font=SYMBOLS)]

    assert "".join(char["text"] for char in plumbed(document(page(*marks))).chars) == f"{text} cm →"


def test_more_characters_than_one_subset_holds() -> None:
    """Past 256 characters a font goes on in a second subset, and the line stays one line."""
    made = plumbed(many_letters())
    text = "".join(char["text"] for char in made.chars)

    assert [text] == [mark.text for _, mark, _, _ in many_letters().pages[0].owned() if isinstance(mark, Text)]
    assert len({char["fontname"] for char in made.chars}) == 2
    assert made.chars[-1]["x1"] / PT == pytest.approx(20 + fonts.width(text, NOTO, 12), abs=0.1)


def test_a_character_that_the_font_lacks_stops_the_drawing() -> None:
    """No box is ever printed for a missing glyph."""
    with pytest.raises(MissingGlyph, match="U\\+2192 RIGHTWARDS ARROW"):
        draw(document(page(say("a → b", Element("P")))))


# ---------------------------------------------------------------- shapes


def test_shapes_have_their_sizes_strokes_and_greys() -> None:
    """Places and sizes in mm, stroke widths in pt, dashes in mm, greys as given."""
    made = plumbed(
        document(
            page(
                Rect(20, 30, 40, 10, 0.75, None, ink=0.25, dash=(2, 1), fill=0.9),
                Line(((20, 60), (70, 60)), 1.5, None),
                Circle(100, 60, 15, 0.5, None),
                Rect(20, 80, 40, 20, 0, None, fill=0.5, radius=5),
            )
        )
    )
    (rect,), (line,), (circle, rounded) = made.rects, made.lines, made.curves

    assert [rect[key] / PT for key in ("x0", "top", "width", "height")] == pytest.approx([20, 30, 40, 10], abs=0.01)
    assert (rect["linewidth"], rect["stroking_color"], rect["non_stroking_color"]) == (0.75, 0.25, 0.9)
    assert rect["dash"][0] == pytest.approx([2 * PT, PT], abs=0.001)
    assert [line[key] / PT for key in ("x0", "x1", "top")] == pytest.approx([20, 70, 60], abs=0.01)
    assert (line["linewidth"], line["stroking_color"], line["dash"][0]) == (1.5, 0, [])
    assert [circle[key] / PT for key in ("x0", "top", "width", "height")] == pytest.approx([85, 45, 30, 30], abs=0.01)
    assert (circle["stroke"], circle["fill"]) == (True, False)
    assert [rounded[key] / PT for key in ("x0", "top", "width", "height")] == pytest.approx([20, 80, 40, 20], abs=0.01)
    assert (rounded["stroke"], rounded["fill"], rounded["non_stroking_color"]) == (False, True, 0.5)


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        (Rect(20, 30, 40, 10, 0, None, fill=0), (20, 30, 60, 40)),
        (Rect(20, 30, 40, 10, 0, None, fill=0, radius=99), (20, 30, 60, 40)),
        (Circle(100, 60, 15, 0, None, fill=0), (85, 45, 115, 75)),
        (Circle(100, 60, 15, 72 / 25.4, None), (84.5, 44.5, 115.5, 75.5)),
        (Line(((50, 50), (60, 80), (40, 80)), 0, None, fill=0, closed=True), (40, 50, 60, 80)),
        (Line(((20, 60), (70, 60)), 72 / 25.4, None), (20, 59.5, 70, 60.5)),
        (Rect(20, 30, 40, 10, 72 / 25.4, None), (19.5, 29.5, 60.5, 40.5)),
    ],
)
def test_the_ink_is_where_the_mark_is(mark: Mark, expected: tuple[float, ...]) -> None:
    """On the raster, the dark pixels reach as far as the shape and half its stroke."""
    assert ink(raster(document(page(mark)))) == pytest.approx(expected, abs=0.11)


def test_circles_are_round_and_polygons_are_closed() -> None:
    """A disc has a disc's area; a closed outline has its last side, an open one has not."""
    corners = (50.0, 50.0), (100.0, 50.0), (100.0, 90.0)
    closed, left_open = (Line(corners, 72 / 25.4, None, closed=closed) for closed in (True, False))

    assert (raster(document(page(Circle(100, 60, 15, 0, None, fill=0)))) < 128).sum() == pytest.approx(
        22500 * pi, rel=0.001
    )
    assert raster(document(page(closed)))[700, 750] < 128 < raster(document(page(left_open)))[700, 750]


def test_corners_are_sharp_on_rectangles_and_round_on_strokes() -> None:
    """A rectangle keeps its outer corners; a needle's point does not grow past its stroke."""
    needle = Line(((50, 50), (100, 51), (50, 52)), 72 / 25.4, None)

    assert raster(document(page(Rect(20, 30, 40, 10, 10, None))))[286, 186] < 128
    assert ink(raster(document(page(needle))))[2] == pytest.approx(100.5, abs=0.11)


def test_greys_on_the_raster() -> None:
    """0 is black, 1 is white, and white text shows on black."""
    made = raster(document(page(Rect(10, 10, 50, 20, 0, None, fill=0), Rect(80, 10, 20, 20, 0, None, fill=0.5))))
    both = raster(document(page(Rect(10, 10, 50, 20, 0, None, fill=0), say("III", Element("P"), ink=1))))

    assert [int(made[place]) for place in ((200, 300), (200, 900), (500, 500))] == pytest.approx([0, 127.5, 255], abs=1)
    assert both[105:295, 105:595].max() > 250


def test_marks_without_ink_paint_nothing() -> None:
    """No stroke, no fill and no text leave the page's content empty of tags, too."""
    made = page(
        Rect(1, 1, 5, 5, 0, None), Line(((1, 1), (2, 2)), 0, None), Circle(5, 5, 2, 0, None), say("", Element("P"))
    )

    assert not re.search(r"BDC|BMC|BT|re|\b[Sf]\b", code(document(made)))


# ---------------------------------------------------------------- the code of a page


def test_only_grey_ink_and_no_state_set_twice() -> None:
    """Every operator is one of the few needed; what is set already is not set again."""
    made = draw(every_kind())
    reader = PdfReader(BytesIO(made))
    operators: list[bytes] = []
    for read in reader.pages:
        contents: Any = read["/Contents"]
        before: dict[bytes, Any] = {}
        for operands, operator in ContentStream(contents.get_object(), reader).operations:
            operators.append(operator)
            if operator in (b"g", b"G", b"w", b"d", b"j", b"Tf"):
                assert before.get(operator) != operands
                before[operator] = operands

    assert set(operators) <= set(b"BDC BMC EMC BT ET Tf Tm Tj g G w d j m l c h re S f B q Q cm".split())


def test_painting_outside_the_tags_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A painter that forgets to open an element is stopped."""
    monkeypatch.setattr(drawing._Painter, "open", lambda *_: None)

    with pytest.raises(UntaggedInk, match=r"^page 1: \(Seed\) Tj$"):
        draw(document(page(say("Seed", Element("P")))))


def test_circles_of_one_size_are_one_piece_of_code() -> None:
    """A hundred pips cost a few bytes each."""
    pips = [Circle(10 + 5 * (i % 10), 10 + 5 * (i // 10), 2, 0.5, None) for i in range(100)]

    assert len(draw(document(page(*pips)))) - len(draw(document(page(pips[0])))) < 1000


# ---------------------------------------------------------------- the file


def test_only_our_fonts_are_named_and_all_are_embedded() -> None:
    """No Helvetica anywhere: every font of every page has a file, a table of characters and our name."""
    pages = [read for made in (every_kind(), many_letters()) for read in PdfReader(BytesIO(draw(made))).pages]
    found = {}
    for read in pages:
        resources: Any = read["/Resources"]
        for font in resources["/Font"].values():
            found[font["/BaseFont"]] = font

    assert {name.partition("+")[2] for name in found} == {REGULAR, BOLD, SYMBOLS, NOTO}
    for font in found.values():
        cmap = font["/ToUnicode"].get_data().decode()
        assert "/FontFile2" in font["/FontDescriptor"]
        assert not re.search(r"<0000>|<FEFF>|<FFFE>", cmap)
        assert max(map(int, re.findall(r"(\d+) beginbfchar", cmap))) <= 100


def test_what_the_file_says_of_itself() -> None:
    """Title, language, true size on one side of paper of the page's size; no date, no author."""
    reader = PdfReader(BytesIO(draw(every_kind())))
    root: Any = reader.root_object

    assert reader.metadata == {"/Title": "A small kit", "/Creator": "rr-print", "/Producer": "ReportLab"}
    assert root["/Lang"] == "en-GB"
    assert root["/MarkInfo"] == {"/Marked": True}
    assert root["/ViewerPreferences"] == {
        "/DisplayDocTitle": True,
        "/PrintScaling": "/None",
        "/Duplex": "/Simplex",
        "/PickTrayByPDFSize": True,
    }
    assert reader.pdf_header == "%PDF-1.7"


def test_pages_bear_the_numbers_of_the_whole_kit() -> None:
    """A file that holds some sheets keeps their page numbers."""
    made = document(page(number=3), page(number=4), page(number=9))

    assert PdfReader(BytesIO(draw(made))).page_labels == ["3", "4", "9"]


def test_bookmarks_lead_to_sheets_and_their_headings() -> None:
    """A sheet at the top of its first page; below it each second heading once, at its own height."""
    card = Element("H2", title="Station 1")
    rules, cards = sheet("rules"), sheet("cards")
    made = document(
        page(say("Rules", Element("H1", title="Rules")), spec=rules),
        page(say("Laps", Element("H2", title="Laps & heats"), y=100), number=2, spec=rules),
        page(say("Station 1", card, y=60), number=3, spec=cards),
        page(say("Station 1", card, y=60), number=4, spec=cards, copy=1),
    )
    reader = PdfReader(BytesIO(draw(made)))
    (first, (laps,), second, (station,)) = reader.outline
    seen: list[Any] = [first, laps, second, station]

    assert [entry.title for entry in seen] == ["Rules", "Laps & heats", "Cards", "Station 1"]
    assert [reader.get_destination_page_number(entry) for entry in seen] == [0, 1, 2, 2]
    tops = [297 - float(entry.top) / PT for entry in seen]
    assert tops == pytest.approx(
        [0, 100 - fonts.ascent(REGULAR) * 12 / PT, 0, 60 - fonts.ascent(REGULAR) * 12 / PT], abs=0.01
    )


def run(code: str, **surroundings: str) -> list[str]:
    """The words that a fresh Python prints."""
    environment = os.environ | {"PYTHONHASHSEED": "0"} | surroundings
    command = [sys.executable, "-c", code]
    root = Path(__file__).parent.parent
    return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "42", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"SOURCE_DATE_EPOCH": "1700000000", "LC_ALL": "tr_TR.UTF-8"},
    ],
)
def test_the_same_bytes_everywhere(surroundings: dict[str, str]) -> None:
    """Neither the hash seed nor time zone, locale or a build's date changes a byte; nor does drawing twice."""
    code = (
        "from hashlib import sha256; from generator.draw import draw; from tests.test_draw import every_kind\n"
        "print(*(sha256(draw(every_kind())).hexdigest() for _ in range(2)))"
    )

    assert len({*run(code), *run(code, **surroundings), sha256(draw(every_kind())).hexdigest()}) == 1


def test_drawing_needs_no_platypus_and_no_reader() -> None:
    """Neither ReportLab's page layout nor pypdf is imported."""
    code = (
        "import sys; from generator.draw import draw; from generator.pages import Document\n"
        "draw(Document('Empty', 'en', ())); print(*sys.modules)"
    )

    assert not [name for name in run(code) if name.startswith(("reportlab.platypus", "reportlab.graphics", "pypdf"))]


@pytest.mark.system
def test_other_readers_find_nothing_wrong(tmp_path: Any) -> None:
    """No reader finds an error in the file's structure, and poppler puts the ink where pdfium does."""
    made = every_kind()
    file = tmp_path / "made.pdf"
    file.write_bytes(draw(made))
    checked = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True, check=True)
    grey = subprocess.run(
        ["pdftoppm", "-gray", "-r", str(SCALE * 25.4), "-f", "1", "-l", "1", file], capture_output=True, check=True
    ).stdout
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", grey)

    assert "No syntax or stream encoding errors" in checked.stdout
    assert head
    pixels = np.frombuffer(grey[head.end() :], np.uint8).reshape(int(head[2]), int(head[1]))
    assert ink(pixels) == pytest.approx(ink(raster(made)), abs=0.21)
