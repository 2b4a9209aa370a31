"""The read-back passes what was drawn and names every kind of damage."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, BooleanObject, FloatObject, NameObject, TextStringObject

from generator.draw import draw
from generator.errors import Finding, Rejected
from generator.model import Claim, Example, Proof, Proofs, Step
from generator.pages import Circle, Document, Element, Mark
from generator.tell import tell
from generator.verify import verify
from tests.test_draw import BOLD, document, every_kind, many_letters, page, say

NONE = Proofs({}, {})


def proofs(**claims: str) -> Proofs:
    """The example `lap`, proved, with a move of these claims."""
    step = Step("3 cw", 3, tuple(Claim(key, value, 4) for key, value in claims.items()))
    example = Example("lap", "A lap", "rules.md", 1, "3 2 0", 2, (), (step,), ())
    return Proofs({"lap": Proof(example, {}, (), len(claims))}, {})


def lap(*, words: str = "Pat takes four seeds from station 3 and ends on 7.") -> tuple[Mark, ...]:
    """The example `lap`: a heading, a sentence in two runs and a picture."""
    part = Element("Sect", example="lap")
    text = Element("P", part)
    ring = Element("Figure", part, alt="Before: 3 seeds, 2 seeds, none, 21 seeds.")
    return (
        say("A lap ", Element("H2", part), font=BOLD),
        say(words[:9], text, y=30),
        say(words[9:], text, 60, 30),
        Circle(40, 60, 15, 1, ring),
        say("12", ring, 40, 60),
    )


def kit() -> Document:
    """An example on the second of three pages."""
    return document(
        page(say("Rules 2026", Element("H1"))), page(*lap(), number=2), page(say("End 5", Element("P")), number=3)
    )


def findings(pdf: bytes, made: Document, proved: Proofs, **options: Any) -> list[tuple[int, str]]:
    """What the read-back finds."""
    with pytest.raises(Rejected) as caught:
        verify(pdf, tell(made), proved, **options)
    return [(finding.line, finding.message) for finding in caught.value.findings]


def damaged(change: Callable[[Any], object], made: Document | None = None) -> bytes:
    """The file after a change by pypdf."""
    writer = PdfWriter(clone_from=BytesIO(draw(made or kit())))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def recode(number: int, old: bytes, new: bytes) -> Callable[[Any], None]:
    """Replace a piece of a page's content."""

    def change(writer: Any) -> None:
        contents = writer.pages[number]["/Contents"].get_object()
        assert contents.get_data().count(old) == 1
        contents.set_data(contents.get_data().replace(old, new))

    return change


# ---------------------------------------------------------------- good files


@pytest.mark.parametrize("thorough", [False, True])
def test_what_was_drawn_passes(thorough: bool) -> None:
    """A file as `draw` made it is not refused, whichever pages are read; nor is one that went through pypdf."""
    verify(draw(kit()), tell(kit()), proofs(landing="7", board="3 2 0", accounted="21"), thorough=thorough)
    verify(draw(every_kind()), tell(every_kind()), NONE, thorough=thorough)
    verify(draw(many_letters()), tell(many_letters()), NONE, thorough=thorough)
    verify(damaged(lambda _: None), tell(kit()), proofs(), thorough=thorough)


@pytest.mark.parametrize(
    "claims",
    [
        {"seeds": "4"},
        {"landing": "7"},
        {"board": "3, 2, 0"},
        {"accounted": "12 21"},
        {"illegal": "rule-99"},
        {"club": "A"},
    ],
)
def test_claims_are_found_in_figures_words_and_pictures(claims: dict[str, str]) -> None:
    """Numbers count in figures, in words, within a picture and in what stands for it; a rule's name has no number."""
    verify(draw(kit()), tell(kit()), proofs(**claims))


# ---------------------------------------------------------------- words and examples


def test_a_changed_digit() -> None:
    """A digit that differs is found on its page, in the words and in the example."""
    pdf = damaged(recode(1, b"ends on 7.", b"ends on 8."))

    assert findings(pdf, kit(), proofs(landing="7"), thorough=True) == [
        (2, "example 'lap': word 13 was placed as '7.' and reads '8.'"),
        (2, "word 13 was placed as '7.' and reads '8.'"),
    ]


def test_other_pages_are_read_on_demand() -> None:
    """A changed word on a page without examples is found when every page is read, artifacts included."""
    pdf = damaged(recode(2, b"(End 5)", b"(End 6)"))

    verify(pdf, tell(kit()), proofs())
    assert findings(pdf, kit(), proofs(), thorough=True) == [(3, "word 2 was placed as '5' and reads '6'")]


def test_words_that_are_lost_or_added() -> None:
    """Missing and additional words count."""
    for old, new, end in (
        (b"(12)", b"()", "'12' and reads 'nothing'"),
        (b"(12)", b"(12 9)", "'nothing' and reads '9'"),
    ):
        assert all(text.endswith(end) for _, text in findings(damaged(recode(1, old, new)), kit(), proofs()))


def test_a_font_that_reads_otherwise() -> None:
    """A wrong entry in a font's table of characters is found although the page looks right."""

    def change(writer: Any) -> None:
        for font in writer.pages[1]["/Resources"]["/Font"].values():
            table = font["/ToUnicode"].get_object()
            table.set_data(table.get_data().replace(b"<37> <0037>", b"<37> <0031>"))

    assert (2, "word 13 was placed as '7.' and reads '1.'") in findings(damaged(change), kit(), proofs())


def test_words_in_another_element() -> None:
    """An example that the structure tree gives to someone else is not there for a listener."""

    def change(writer: Any) -> None:
        for thing in writer._objects:
            if hasattr(thing, "get") and thing.get("/T") == "example lap":
                thing[NameObject("/T")] = TextStringObject("example other")

    assert findings(damaged(change), kit(), proofs(landing="7"), thorough=True) == [
        (2, "example 'lap': word 1 was placed as 'A' and reads 'nothing'"),
    ]


def test_another_text_alternative() -> None:
    """What stands for a picture is compared word by word."""

    def change(writer: Any) -> None:
        for thing in writer._objects:
            if hasattr(thing, "get") and "/Alt" in thing:
                thing[NameObject("/Alt")] = TextStringObject("Before: 3 seeds, 1 seed, none, 21 seeds.")

    assert findings(damaged(change), kit(), proofs(), thorough=True)[0][1].endswith("was placed as '2' and reads '1'")


def test_an_example_without_a_proof() -> None:
    """Nothing is printed that was refused or never played."""
    assert findings(draw(kit()), kit(), NONE) == [(2, "example 'lap': it is printed and not proved")]


def test_an_example_that_is_not_printed() -> None:
    """A page without its example."""
    pdf = draw(document(*(page(say("x", Element("P")), number=number) for number in (1, 2, 3))))

    assert (2, "example 'lap': word 1 was placed as 'A' and reads 'nothing'") in findings(
        pdf, kit(), proofs(), thorough=True
    )


# ---------------------------------------------------------------- the file


def test_a_missing_page() -> None:
    """The number of pages is compared first; nothing else is said of pages that cannot be paired."""
    pdf = damaged(lambda writer: writer.remove_page(2))

    assert findings(pdf, kit(), proofs()) == [(1, "number of pages: expected 3, the file says 2")]


def test_a_page_of_another_size() -> None:
    """Half a millimetre off is another paper."""

    def change(writer: Any) -> None:
        writer.pages[2][NameObject("/MediaBox")] = ArrayObject(map(FloatObject, (0, 0, 594, 841.89)))

    assert findings(damaged(change), kit(), proofs()) == [(3, "paper: expected A4, the page is 209.5 x 297.0 mm")]


@pytest.mark.parametrize("key", ["/FontFile2", "/ToUnicode"])
def test_a_font_that_is_not_embedded(key: str) -> None:
    """A font without its file, or without its table of characters, is named once."""

    def change(writer: Any) -> None:
        font = writer.pages[0]["/Resources"]["/Font"]["/F1+0"]
        del (font["/FontDescriptor"].get_object() if key == "/FontFile2" else font)[key]

    assert [text for line, text in findings(damaged(change), kit(), proofs()) if text.startswith("font")] == [
        "font /AAAAAA+AtkinsonHyperlegibleNext-Regular: expected embedded, with a table of its characters"
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w: w.add_metadata({"/Title": "Kit"}), "title: expected 'A small kit', the file says 'Kit'"),
        (lambda w: w.root_object.pop("/Lang"), "language: expected 'en-GB', the file says None"),
        (
            lambda w: w.root_object["/MarkInfo"].update({NameObject("/Marked"): BooleanObject(False)}),
            "marked as tagged: expected True, the file says False",
        ),
        (
            lambda w: w.root_object["/ViewerPreferences"].pop("/PrintScaling"),
            "scaling on paper: expected '/None', the file says None",
        ),
    ],
)
def test_what_the_file_says_of_itself(change: Any, message: str) -> None:
    """Title, language, tags and true size."""
    assert findings(damaged(change), kit(), proofs()) == [(1, message)]


@pytest.mark.parametrize("size", [0, 9, 2000, -10, -40])
def test_a_file_that_is_cut_short(size: int) -> None:
    """Half a file is a finding, not a crash."""
    ((line, message),) = findings(draw(kit())[:size], kit(), proofs())

    assert line == 1
    assert message.startswith("the file cannot be read back: ")


def test_a_tree_that_is_gone() -> None:
    """Without a structure tree there is nobody whom the words belong to."""
    ((_, message),) = findings(damaged(lambda w: w.root_object.pop("/StructTreeRoot")), kit(), proofs(), thorough=True)

    assert message.startswith("the file cannot be read back: ")


def test_findings_name_the_file() -> None:
    """The caller says what the findings are about, else it is the document's title; all come at once."""
    pdf = damaged(lambda w: (w.root_object.pop("/Lang"), w.add_metadata({"/Title": "Kit"})))
    for given, shown in (("", "A small kit"), ("output/kit.pdf", "output/kit.pdf")):
        with pytest.raises(Rejected) as caught:
            verify(pdf, tell(kit()), proofs(), given)
        assert caught.value.findings == (
            Finding(shown, 1, "language: expected 'en-GB', the file says None"),
            Finding(shown, 1, "title: expected 'A small kit', the file says 'Kit'"),
        )


def test_a_reader_that_was_asked_agrees() -> None:
    """The text that pypdf itself extracts has the same words."""
    words = PdfReader(BytesIO(draw(kit()))).pages[1].extract_text().split()

    assert sorted(words) == sorted(f"A lap {lap()[1].text}{lap()[2].text} 12".split())  # type: ignore[union-attr]
