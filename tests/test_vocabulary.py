"""The closed vocabulary: what it accepts, what it says of the rest, and its page of documentation."""

import re
from pathlib import Path

import pytest

from generator.filling.words import FUNCTIONS
from generator.vocabulary import ELEMENTS, mistakes

PAGE = (Path(__file__).parents[1] / "docs" / "vocabulary.md").read_text(encoding="utf-8")


ALIGN = "<text align>: expected one of 'left', 'center', 'right', 'top', 'middle', 'bottom', found 'centre'"
TARGETS = "<ring targets>: expected whole numbers with spaces between them, found '2 3 x'"
BOLD = "<text bold>: expected '1', found 'yes'"
SIZE = "<text size>: expected 'body', 'h1', 'h2', 'h3' or a size in pt, found 'big'"


@pytest.mark.parametrize("element", ELEMENTS)
def test_the_page_names_every_element_with_its_attributes(element: str) -> None:
    """The row of an element lists its attributes, no more and no fewer."""
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{element}` |"))
    named = set(re.findall(r"`([\w-]+)`", row.rpartition(" | ")[2]))

    assert named == set(ELEMENTS[element])


def test_the_page_names_every_function() -> None:
    """No function that a template may call is missing."""
    assert [name for name in FUNCTIONS if f"`{name}(" not in PAGE] == []


@pytest.mark.parametrize(
    ("tag", "attrs", "parent", "expected"),
    [
        ("ringg", {}, "sheet", ["unknown element <ringg>; did you mean 'ring'?"]),
        ("text", {"allign": "left"}, "sheet", ["<text>: unknown attribute 'allign'; did you mean 'align'?"]),
        ("text", {"align": "centre"}, "box", [ALIGN]),
        ("box", {"h": "12mm"}, "sheet", ["<box h>: expected a length in mm, found '12mm'"]),
        ("box", {"h": "10000000"}, "sheet", ["<box h>: expected a length in mm from 0 to 1000, found '10000000'"]),
        ("figure", {}, "sheet", ["<figure>: attribute 'alt' is missing"]),
        ("li", {}, "p", ["<li> stands in <p>, expected in <ul> or <ol>"]),
        ("p", {}, "ul", ["<ul> holds <p>, expected <li>"]),
        ("p", {}, "p", ["<p> holds <p>, expected words and <strong>"]),
        ("p", {}, "ring", ["<ring> holds <p>, expected nothing"]),
        ("row", {"tracks": "1 two"}, "sheet", ["<row tracks>: expected tracks in mm, em, fr or auto, found '1 two'"]),
        ("ring", {"targets": "2 3 x", "alt": "x"}, "box", [TARGETS]),
        ("text", {"bold": "yes", "size": "big"}, "box", [BOLD, SIZE]),
    ],
)  # fmt: skip
def test_a_mistake_is_told(tag: str, attrs: dict[str, str], parent: str, expected: list[str]) -> None:
    """Each mistake in one sentence, all of an element's at once."""
    assert mistakes(tag, attrs, parent) == expected


def test_good_elements_pass() -> None:
    """What the shipped templates use most."""
    assert mistakes("row", {"tracks": "3*1fr 20 auto", "gap": "2.5"}, "sheet") == []
    assert mistakes("text", {"size": "62", "bold": "1", "turn": "180", "role": "H2"}, "row") == []
    assert mistakes("td", {}, "tr") == []
