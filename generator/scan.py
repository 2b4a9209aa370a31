"""The bytes of a finished file in, its words out: as they stand on its pages, and as its structure tree tells them.

It shares no code with `draw`: the words come from the file's own content, tree and fonts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from generator.errors import Malformed

_TITLE: Final = "example "
"""How the title of an element begins, in the file's structure tree, that prints a worked example."""
_TOKEN: Final = re.compile(rb"\((?:[^\\()]|\\.)*\)|<<|>>|/[^\s()<>\[\]{}/%]*|[^\s()<>\[\]{}/%]+", re.DOTALL)
_DEEPEST: Final = 64
"""Elements of the structure tree within one another; ours are ten at most."""
_ESCAPE: Final = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_BLOCK: Final = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_PAIR: Final = re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]+)>")


def open_pdf(pdf: bytes) -> Any:
    """A reader that takes nothing amiss as it should be. Raises `Malformed` for a locked file, pypdf's own errors."""
    from pypdf import PdfReader  # a tenth of a second that only a finished file is worth

    reader = PdfReader(BytesIO(pdf), strict=True)
    if reader.is_encrypted:
        raise Malformed("it is encrypted, and only an open file can be read back")
    return reader


def trips() -> tuple[type[Exception], ...]:
    """What a reader of a broken file falls over, pypdf's own errors included."""
    from pypdf.errors import PyPdfError

    return PyPdfError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError


def at(thing: Any, *keys: str) -> Any:
    """An entry some dictionaries down, None where there is none."""
    for key in keys:
        thing = thing.get(key)
        if thing is None:
            return None
        thing = thing.get_object()
    return getattr(thing, "value", thing)


class Examples(dict[str, list[str]]):
    """Example to what the file says of it: its texts, and what stands for its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[object] = set()

    def page(self, parents: Mapping[int, Any], page: Any, said: Iterable[tuple[int | None, str]]) -> None:
        """Note what a page says; `parents` is the file's parent tree."""
        owners = [list(chain(owner)) for owner in parents[page["/StructParents"]].get_object()]
        for number, text in said:
            if number is not None:
                self._add(owners[number], text)

    def _add(self, links: "list[Link]", text: str) -> None:
        """Note words of an element, given with all above it."""
        example = next((link.title.removeprefix(_TITLE) for link in links if link.title.startswith(_TITLE)), "")
        if example:
            words = self.setdefault(example, [])
            words += [link.alt for link in links if link.alt and link.identity not in self.seen]
            self.seen.update(link.identity for link in links)
            words.append(text)


def difference(placed: Sequence[str], read: Sequence[str]) -> Iterator[str]:
    """The first word that differs."""
    pairs = zip_longest(" ".join(placed).split(), " ".join(read).split(), fillvalue="nothing")
    for number, (expected, got) in enumerate(pairs, 1):
        if expected != got:
            yield f"word {number} was placed as {expected!r} and reads {got!r}"
            return


class Link(NamedTuple):
    """An element of a file's structure tree."""

    identity: object
    role: str
    """Its type, without the slash."""
    title: str
    alt: str
    actual: str


def chain(reference: Any) -> Iterator[Link]:
    """An element of the file's structure tree and all above it."""
    for _ in range(_DEEPEST):
        if "/S" not in (element := reference.get_object()):
            return
        words = (str(element.get(key, "")) for key in ("/T", "/Alt", "/ActualText"))
        yield Link(reference.idnum, str(element["/S"])[1:], *words)
        reference = element.raw_get("/P")
    raise ValueError("the structure tree has no end")


def parent_tree(reader: Any) -> Mapping[int, Any]:
    """The file's parent tree: the number of a page in it, and the elements that own the page's content."""
    nums = at(reader.trailer, "/Root", "/StructTreeRoot", "/ParentTree", "/Nums") or []
    return dict(zip(nums[::2], nums[1::2], strict=False))


def fonts_of(page: Any, tables: dict[int, dict[int, str]]) -> dict[str, dict[int, str]]:
    """The fonts that a page names, each with what its codes stand for; nothing for one that a printer would replace."""
    named = page["/Resources"]["/Font"]
    for key in named:
        identity = named.raw_get(key).idnum
        if identity not in tables:
            font = named[key]
            embedded = font.get("/FontDescriptor", {}).get("/FontFile2") is not None
            tables[identity] = _table(font["/ToUnicode"].get_data()) if embedded and "/ToUnicode" in font else {}
    return {key: tables[named.raw_get(key).idnum] for key in named}


class _Codes(dict[int, str]):
    """Codes to characters; what a font does not name reads as a replacement character."""

    def __missing__(self, code: int) -> str:
        return "\N{REPLACEMENT CHARACTER}"


def _table(cmap: bytes) -> dict[int, str]:
    pairs = (pair for block in _BLOCK.findall(cmap) for pair in _PAIR.findall(block))
    return _Codes({int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs})


def content(code: bytes, fonts: dict[str, dict[int, str]]) -> Iterator[tuple[int | None, str]]:
    """What a page says, in order: number of the marked content, None for an artifact; text, none where it opens."""
    number: int | None = None
    table: dict[int, str] = _Codes()
    operands: list[bytes] = []
    text = ""
    for token in _TOKEN.findall(code):
        if token[0] in b"(/<>+-.0123456789":
            operands.append(token)
            continue
        if token == b"Tf":
            table = fonts[operands[-2].decode()]
        elif token == b"Tj":
            shown = operands[-1][1:-1]
            plain = _ESCAPE.sub(_unescaped, shown) if b"\\" in shown else shown
            text += plain.decode("latin-1").translate(table)
        elif token in (b"Td", b"Tm", b"ET") and text:
            yield number, text
            text = ""
        elif token in (b"BDC", b"BMC"):
            number = int(operands[operands.index(b"/MCID") + 1]) if b"/MCID" in operands else None
            yield number, ""
        operands.clear()


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 8)]) if match[1].isdigit() else match[1]
