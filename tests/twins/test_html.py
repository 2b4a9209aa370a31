"""The page for phones, read as a parser reads it: nothing fetched, everything escaped, everything named."""

import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from generator.build import print_kit
from generator.load import load
from generator.places import shipped_kits
from generator.request import read_request
from tests.twins.kits import GAMES, made

VOID = {"meta", "input", "br", "link", "img"}


class Page(HTMLParser):
    """Start tags with their attributes, the words, and what was left open or closed wrongly."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and that it is open."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that closes itself."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        """Note words."""
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)


@pytest.fixture(scope="module", params=GAMES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A kit's page."""
    return Page(made(request.param, "html", Path(tmp_path_factory.mktemp("html"))))


def test_it_is_well_formed(page: Page) -> None:
    """Every element is closed, in order, and every id stands once."""
    assert (page.wrong, page.open) == ([], [])
    assert [
        key for key, count in Counter(attrs["id"] for _, attrs in page.tags if "id" in attrs).items() if count > 1
    ] == []


def test_nothing_is_fetched(page: Page) -> None:
    """No address but places on the page itself; the policy allows the page's own style and script alone."""
    for _, attrs in page.tags:
        assert attrs.get("href", "#").startswith("#")
        assert not {"src", "srcset", "action", "data", "style", "onclick"} & set(attrs)
    (policy,) = (attrs["content"] for tag, attrs in page.tags if tag == "meta" and "http-equiv" in attrs)
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'", policy)


def test_headings_are_in_order(page: Page) -> None:
    """One first heading, and no level is skipped."""
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_place_to_write_has_a_name_of_its_own(page: Page) -> None:
    """Text inputs by their label; what is ticked by its own and its group's."""
    texts = [attrs["aria-label"] for tag, attrs in page.tags if tag == "input" and "type" not in attrs]
    assert len(texts) > 10
    assert [name for name, count in Counter(texts).items() if count > 1 or not name] == []
    keys = {attrs["id"] for tag, attrs in page.tags if tag == "input" and "type" in attrs}
    assert keys <= {attrs.get("for") for tag, attrs in page.tags if tag == "label"}


def test_every_picture_is_told(page: Page) -> None:
    """An alternative text each."""
    pictures = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert all(attrs["role"] == "img" and attrs["aria-label"] for attrs in pictures)


def test_a_kit_is_only_words(tmp_path: Path) -> None:
    """Markup in a title, in the rules or in a name comes out as what it looks like."""
    folder = Path(shutil.copytree(shipped_kits()["quiet-dividend"], tmp_path / "kit"))
    hostile = "<b>Q</b>"
    toml = (folder / "kit.toml").read_text(encoding="utf-8")
    (folder / "kit.toml").write_text(toml.replace("The Quiet Dividend", hostile), encoding="utf-8")
    rules = (folder / "rules.md").read_text(encoding="utf-8")
    text = "Paper and pencils are enough."
    assert text in rules
    bad = "{{ '<img src=x onerror=alert(2)>' }} & ]]> \\\"javascript:x\\\""
    (folder / "rules.md").write_text(rules.replace(text, bad), encoding="utf-8")
    kit = load(folder, "kit")
    request = read_request(kit, players="2", names='"><b>x</b>', form="html")
    source = Path(print_kit(kit, request, tmp_path / "out").files[0]).read_text(encoding="utf-8")
    page = Page(source)

    assert sum(tag == "script" for tag, _ in page.tags) == 1
    assert not any(tag in ("img", "b") for tag, _ in page.tags)
    assert f"{hostile} QD-1: kit for 2 players, A4" in page.words
    assert any("<img src=x onerror=alert(2)> & ]]>" in words for words in page.words)
    assert ("input", '"><b>x</b>') in [(tag, attrs.get("value")) for tag, attrs in page.tags]
