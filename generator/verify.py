"""The finished file, read back as a print shop, a screen reader and a referee would.

In go the PDF, what it must say and the proofs; out comes nothing, or `Rejected` with all that differs, each
finding at its page. It shares no code with `draw`: the words come from the file's own content, tree and fonts.
"""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import zip_longest
from typing import Any, Final

from generator.errors import Finding, Rejected
from generator.model import Proofs, Told
from generator.units import mm

_TITLE: Final = "example "
"""How the title of an element begins, in the file's structure tree, that prints a worked example."""
_TRIPS: Final = (AttributeError, LookupError, NotImplementedError, TypeError, ValueError)
"""What a reader of a broken file falls over, besides pypdf's own errors."""
_SIZE: Final = 0.05
"""mm that a page may differ from its paper: the file counts in hundredths of a point."""
_TOKEN: Final = re.compile(rb"\((?:[^\\()]|\\.)*\)|<<|>>|/[^\s()<>\[\]{}/%]*|[^\s()<>\[\]{}/%]+", re.DOTALL)
_ESCAPE: Final = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_BLOCK: Final = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_PAIR: Final = re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]+)>")


def prepare() -> None:
    """Read pypdf now, so that it need not be read when a file waits."""
    import pypdf  # noqa: F401


def verify(pdf: bytes, told: Told, proofs: Proofs, shown: str = "", *, thorough: bool = False) -> None:
    """Raise `Rejected` unless the file says what was placed and proved; findings name `shown`, else the title.

    Words are read on the pages that carry worked examples. `thorough` reads every page, and each example once more as
    the structure tree gives it to a listener, pictures' alternatives included.
    """
    from pypdf import PdfReader  # a tenth of a second that only a finished file is worth
    from pypdf.errors import PyPdfError

    found: list[tuple[int, str]] = []
    try:
        reader = PdfReader(BytesIO(pdf), strict=True)
        found += _whole(reader, told)
        if len(reader.pages) == len(told.sides):
            found += _pages(reader, told, thorough)
            found += _unproved(told, proofs)
    except (PyPdfError, *_TRIPS) as error:
        found.append((1, f"the file cannot be read back: {error!r}"))
    if found:
        raise Rejected(Finding(shown or told.title, number, message) for number, message in found)


def _whole(reader: Any, told: Told) -> Iterator[tuple[int, str]]:
    """What the file as a whole gets wrong."""
    root = reader.trailer["/Root"].get_object()
    facts = {
        "title": (told.title, reader.metadata.title if reader.metadata else None),
        "language": (told.language, root.get("/Lang")),
        "marked as tagged": (True, _at(root, "/MarkInfo", "/Marked")),
        "scaling on paper": ("/None", _at(root, "/ViewerPreferences", "/PrintScaling")),
        "number of pages": (len(told.sides), len(reader.pages)),
    }
    for name, (expected, got) in facts.items():
        if got != expected:
            yield 1, f"{name}: expected {expected!r}, the file says {got!r}"


def _at(thing: Any, *keys: str) -> Any:
    """An entry some dictionaries down, None where there is none."""
    for key in keys:
        thing = thing.get(key)
        if thing is None:
            return None
        thing = thing.get_object()
    return getattr(thing, "value", thing)


def _pages(reader: Any, told: Told, thorough: bool) -> Iterator[tuple[int, str]]:
    """What the pages get wrong: paper, fonts, words and examples."""
    tables: dict[int, dict[int, str]] = {}
    tree = (_at(reader.trailer, "/Root", "/StructTreeRoot", "/ParentTree", "/Nums") or []) if thorough else []
    heard = _Examples()
    lacking: set[str] = set()
    for side, read in zip(told.sides, reader.pages, strict=True):
        box = [mm(float(edge)) for edge in read.mediabox]
        if max(abs(a - b) for a, b in zip(box, (0, 0, side.paper.width, side.paper.height), strict=True)) > _SIZE:
            yield side.number, f"paper: expected {side.paper.title}, the page is {box[2]:.1f} x {box[3]:.1f} mm"
        fonts = _fonts(read, tables)
        for font in {read["/Resources"]["/Font"][name]["/BaseFont"] for name in fonts if not fonts[name]} - lacking:
            lacking.add(font)
            yield side.number, f"font {font}: expected embedded, with a table of its characters"
        if not (side.tells or thorough):
            continue
        content = list(_content(read.get_contents().get_data(), fonts))
        yield from ((side.number, fault) for fault in _difference(side.texts, [text for _, text in content]))
        if side.tells and thorough:
            owners = [list(_chain(owner)) for owner in tree[tree.index(read["/StructParents"]) + 1].get_object()]
            for number, text in content:
                if number is not None:
                    heard.add(owners[number], text)
    for example, (number, words) in told.examples.items() if thorough else ():
        yield from ((number, f"example {example!r}: {fault}") for fault in _difference(words, heard.get(example, [])))


def _unproved(told: Told, proofs: Proofs) -> Iterator[tuple[int, str]]:
    for example, (number, _) in told.examples.items():
        if example not in proofs.proved:
            yield number, f"example {example!r}: it is printed and not proved"


class _Examples(dict[str, list[str]]):
    """Example to what the file says of it: its texts, and what stands for its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[object] = set()

    def add(self, links: list[tuple[object, str, str]], text: str) -> None:
        """Note words of an element, given as (identity, example, alternative) from itself up."""
        example = next((example for _, example, _ in links if example), "")
        if example:
            words = self.setdefault(example, [])
            words += [alt for identity, _, alt in links if alt and identity not in self.seen]
            self.seen.update(identity for identity, _, _ in links)
            words.append(text)


def _difference(placed: Sequence[str], read: Sequence[str]) -> Iterator[str]:
    """The first word that differs."""
    pairs = zip_longest(" ".join(placed).split(), " ".join(read).split(), fillvalue="nothing")
    for number, (expected, got) in enumerate(pairs, 1):
        if expected != got:
            yield f"word {number} was placed as {expected!r} and reads {got!r}"
            return


def _chain(reference: Any) -> Iterator[tuple[object, str, str]]:
    """An element of the file's structure tree and all above it: identity, example, alternative text."""
    while "/S" in (element := reference.get_object()):
        title = element.get("/T", "")
        yield reference.idnum, title.removeprefix(_TITLE) if title.startswith(_TITLE) else "", element.get("/Alt", "")
        reference = element.raw_get("/P")


def _fonts(page: Any, tables: dict[int, dict[int, str]]) -> dict[str, dict[int, str]]:
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


def _content(code: bytes, fonts: dict[str, dict[int, str]]) -> Iterator[tuple[int | None, str]]:
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
