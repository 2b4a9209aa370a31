"""The bytes of a PDF in; out what differs between its pages, what it attaches, and what the engine makes of that.

The worked examples are replayed under the rules that the file states and set again in type; what its pages say of each,
as its structure tree gives it to a listener, is held against that word for word.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from generator.build import make
from generator.errors import Malformed, Rejected
from generator.fingerprint import fingerprint
from generator.model import Proofs
from generator.prove import prove
from generator.readback import attached
from generator.readback.attached import Attached
from generator.scan import Examples, content, fonts_of, open_pdf, parent_tree, trips
from generator.verify import verify

Found = Iterator[tuple[int, str]]
"""Pages, as they are numbered in print, and messages."""

_STRANGE: Final = {"/AcroForm": "a form", "/OCProperties": "layers", "/OpenAction": "an action", "/AA": "actions"}
_ODD: Final = {"/Annots": "annotations", "/Rotate": "a turn", "/UserUnit": "a unit of its own", "/AA": "actions"}
"""What a file of ours never holds: entries of its catalog, and of a page."""
_AROUND: Final = 5
"""Words shown before one that differs."""


def compare(pdf: bytes, folder: Path) -> dict[str, Any]:
    """What is wrong with a file: `findings`; unless it cannot be read, `examples` and `file` as well.

    `folder` is a place for its templates. Raises MemoryError.
    """
    return guarded(
        pdf, folder, lambda reader, place: _compare(pdf, reader, attached.read(attached.find(reader), place))
    )


def guarded(pdf: bytes, folder: Path, read: Callable[[Any, Path], dict[str, Any]]) -> dict[str, Any]:
    """What `read` makes of an open file and a folder; `findings` alone where it falls over. Raises MemoryError."""
    if not pdf.startswith(b"%PDF-"):
        return {"findings": [(1, f"it is no PDF: it begins with {pdf[:8]!r}")]}
    try:
        return read(open_pdf(pdf), folder)
    except MemoryError:
        raise
    except Malformed as error:
        return {"findings": [(1, str(error))]}
    except Exception as error:  # noqa: BLE001 - a hostile file may make any reader trip, anywhere
        return {"findings": [(1, f"it is damaged, cut short or made to do harm: {_tripped(error)}")]}


def _compare(pdf: bytes, reader: Any, told: Attached) -> dict[str, Any]:
    numbers = [side.number for side in told.told.sides]
    if len(numbers) != len(reader.pages):
        numbers = list(range(1, len(reader.pages) + 1))
    tables: dict[int, dict[int, str]] = {}
    pages = [_Page(page, number, tables) for page, number in zip(reader.pages, numbers, strict=True)]
    heard, proofs = _Heard(reader, pages), prove(told.kit)
    wrong = dict(_examples(told, proofs, heard))
    found = [*_file(reader, told), *_pages(pdf, told, pages), *heard.found, *wrong.values()]
    examples = [
        {
            "id": example.id,
            "line": told.pages[example.id],
            "claims": sum(len(step.claims) for step in example.steps),
            "refused": len(proofs.refused.get(example.id, ())),
            "proved": example.id not in wrong,
        }
        for example in told.kit.examples
    ]
    kit = {key: getattr(told.kit, key) for key in ("name", "title", "edition")}
    file = {
        **kit,
        "fingerprint": fingerprint(told.kit),
        "kit": told.told.title,
        "pages": len(pages),
        "rr-print": told.version,
    }
    return {"findings": found, "examples": examples, "file": file}


def _tripped(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


class _Page:
    """What a page of the file says."""

    def __init__(self, page: Any, number: int, tables: dict[int, dict[int, str]]) -> None:
        self.page, self.number = page, number
        self.said: list[tuple[int | None, str]] = []
        self.words = self.code = ""
        self.odd = [f"it holds {name}, as no page of rr-print does" for key, name in _ODD.items() if key in page]
        try:
            code = page.get_contents().get_data()
            self.said = list(content(code, fonts_of(page, tables)))
        except trips() as error:
            self.odd.append(f"it cannot be read: {_tripped(error)}")
            return
        if page.cropbox != page.mediabox:
            self.odd.append("it is cropped")
        self.words = " ".join(" ".join(text for _, text in self.said).split())
        self.code = sha256(code).hexdigest()[:16]

    def bears(self, title: str) -> tuple[str, ...]:
        """Edition and fingerprint in its title line; nothing where it has none of this game."""
        found = re.match(rf"{re.escape(title)} (\S+) (?:· )?([a-z0-9]{{6}}) ", self.words)
        return found.groups() if found else ()


class _Heard(Examples):
    """What the structure tree tells of each example, and the page where it begins."""

    def __init__(self, reader: Any, pages: list[_Page]) -> None:
        super().__init__()
        self.first: dict[str, int] = {}
        self.found: list[tuple[int, str]] = []
        parents = parent_tree(reader)
        for page in pages:
            try:
                self.page(parents, page.page, page.said)
            except trips() as error:
                self.found.append((page.number, f"its tags lead nowhere: {_tripped(error)}"))
            self.first |= {example: page.number for example in self if example not in self.first}


def _file(reader: Any, told: Attached) -> Found:
    """What is wrong with the file as a whole."""
    if told.fingerprint != fingerprint(told.kit):
        yield (
            1,
            f"attachment: its rules are {fingerprint(told.kit)}, and it calls them {told.fingerprint}: it was altered",
        )
    root = reader.trailer["/Root"].get_object()
    yield from ((1, f"it holds {name}, as no file of rr-print does") for key, name in _STRANGE.items() if key in root)


def _pages(pdf: bytes, told: Attached, pages: list[_Page]) -> Found:
    """How the pages differ from what is attached; of a page from elsewhere no more than that it is."""
    found = dict(_foreign(told, pages))
    for page in pages:
        for message in page.odd:
            found.setdefault(page.number, message)
    try:
        if all(page.code for page in pages):
            verify(pdf, told.told, Proofs({}, {}), thorough=True)
    except Rejected as rejected:
        yield from ((f.line, f.message) for f in rejected.findings if f.line not in found)
        found |= {f.line: "" for f in rejected.findings if f.line not in found}
    yield from ((number, message) for number, message in found.items() if message)
    if len(pages) != len(told.told.sides):
        yield from _astray(told, pages)
        return
    for page, code in zip(pages, told.codes, strict=False):
        if page.code != code and page.number not in found:
            yield page.number, "its words are those that are attached, its lines, shapes or places are not"


def _foreign(told: Attached, pages: list[_Page]) -> Found:
    """Pages whose title line bears another edition or fingerprint."""
    own = told.kit.edition, told.fingerprint
    for page in pages:
        bears = page.bears(told.kit.title)
        if bears and bears != own:
            yield page.number, f"it bears {' '.join(bears)}, the file is {' '.join(own)}: it is of another printing"


def _astray(told: Attached, pages: list[_Page]) -> Found:
    """The pages that are too many, by their place in the file, and the numbers of those that are not there."""
    attached_words = {" ".join(side.texts): side.number for side in told.told.sides}
    for page in pages:
        if page.words not in attached_words:
            yield page.number, f"page {page.number} of the file is none of those that are attached"
    here = {page.words for page in pages}
    yield from (
        (number, f"page {number} is not in the file") for words, number in attached_words.items() if words not in here
    )


def _examples(told: Attached, proofs: Proofs, heard: _Heard) -> Iterator[tuple[str, tuple[int, str]]]:
    """The worked examples that are wrong: refused by the engine, or printed otherwise than it finds."""
    for example, findings in proofs.refused.items():
        yield example, (told.pages[example], "; ".join(finding.message for finding in findings))
    try:
        again = _again(told, proofs)
    except Rejected as rejected:
        again = {}
        for example in proofs.proved:
            yield (
                example,
                (told.pages[example], f"example {example!r}: it cannot be set again: {rejected.findings[0].message}"),
            )
    for example, words in again.items():
        message = _differs(" ".join(words).split(), " ".join(heard.get(example, ())).split())
        if message:
            yield example, (heard.first.get(example, told.pages[example]), f"example {example!r}: {message}")
    for example, page in heard.first.items():
        if example not in told.pages:
            yield example, (page, f"example {example!r}: it is printed, and none of those that are attached")


def _again(told: Attached, proofs: Proofs) -> Mapping[str, tuple[str, ...]]:
    """The proved examples, set again from what the engine finds, as a listener meets them."""
    nodes = {
        text: tuple(n for n in blocks if n.attrs["id"] in proofs.proved) for text, blocks in told.kit.texts.items()
    }
    if not proofs.proved:
        return {}
    (printed,), _ = make(told.kit._replace(texts=nodes), proofs, told.request)
    return {example: words for example, (_, words) in printed.told.examples.items()}


def _differs(found: list[str], said: list[str]) -> str:
    """The first word that the page says and the engine does not find; empty where there is none."""
    if not said:
        return "no page prints it"
    for place, (expected, got) in enumerate(zip_longest(found, said, fillvalue="")):
        if expected != got:
            around = " ".join([*said[max(place - _AROUND, 0) : place], got or "nothing more"])
            return f"the page says {around!r}; replayed under the file's rules, the last word is {expected or 'none'!r}"
    return ""
