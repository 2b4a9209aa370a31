"""What a screen reader hears in the PDF and what the text twin says are the same words in the same order."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdfplumber
import pytest

from generator.build import print_kit
from generator.load import load
from generator.places import shipped_kits
from generator.request import read_request
from tests.twins.kits import made

CASES = [
    ("seed-circuit", "4", None),
    ("seed-circuit", "2", None),
    ("quiet-dividend", "4", None),
    ("quiet-dividend", "2", "seasonal"),
    ("quiet-dividend", "6", "steady"),
]
Tree = tuple[str, str, tuple[Any, ...]]
"""Role, own words, children."""


def tree(element: dict[str, Any], words: dict[tuple[int, int], str], page: int = 0) -> Tree:
    """An element of the structure tree with what it says."""
    page = element.get("page_number", page)
    own = "".join(words.get((page, number), "") for number in element.get("mcids", []))
    said = element.get("alt_text") or element.get("actual_text") or own
    children = () if element.get("alt_text") else tuple(tree(c, words, page) for c in element.get("children", []))
    return element["type"], said, children


def heard(file: Path) -> list[str]:
    """The words of a PDF's structure tree; a piece that is like the one before it is passed over."""
    with pdfplumber.open(file) as pdf:
        words: dict[tuple[int, int], str] = {}
        for number, page in enumerate(pdf.pages, 1):
            for char in page.chars:
                if char.get("mcid") is not None:
                    words[number, char["mcid"]] = words.get((number, char["mcid"]), "") + char["text"]
        return [word for element in pdf.structure_tree for word in spoken(tree(element, words))]


def spoken(element: Tree) -> Iterator[str]:
    """The words of an element and all below it."""
    _, own, children = element
    yield from re.findall(r"\w+", own)
    before = None
    for child in children:
        if child != before or child[0] != "Sect":
            yield from spoken(child)
        before = child


@pytest.mark.parametrize(("game", "players", "setup"), CASES)
def test_the_same_words(game: str, players: str, setup: str | None, tmp_path: Path) -> None:
    """Word for word; the text's own first line, and its counts of like pieces, left out."""
    kit = load(shipped_kits()[game], game)
    file = tmp_path / "kit.pdf"
    print_kit(kit, read_request(kit, players=players, setup=setup), file)
    _, *lines = made(game, "text", tmp_path, players, setup).splitlines()
    told = " ".join(line for line in lines if not re.fullmatch(r"\(\d+, all alike\)", line))

    assert re.findall(r"\w+", told) == heard(file)
