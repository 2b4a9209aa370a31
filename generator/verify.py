"""The finished file, read back as a print shop, a screen reader and a referee would.

In go the PDF, what it must say and the proofs; out comes nothing, or `Rejected` with all that differs, each
finding at its page. It shares no code with `draw`: the words come from the file's own content, tree and fonts.
"""

from collections.abc import Iterator
from typing import Any, Final

from generator.errors import Finding, Rejected
from generator.model import Proofs, Told
from generator.scan import Examples, at, content, difference, fonts_of, open_pdf, parent_tree, trips
from generator.units import mm

_SIZE: Final = 0.05
"""mm that a page may differ from its paper: the file counts in hundredths of a point."""


def prepare() -> None:
    """Read pypdf now, so that it need not be read when a file waits."""
    import pypdf  # noqa: F401


def verify(pdf: bytes, told: Told, proofs: Proofs, shown: str = "", *, thorough: bool = False) -> None:
    """Raise `Rejected` unless the file says what was placed and proved; findings name `shown`, else the title.

    Words are read on the pages that carry worked examples. `thorough` reads every page, and each example once more as
    the structure tree gives it to a listener, pictures' alternatives included.
    """
    found: list[tuple[int, str]] = []
    try:
        reader = open_pdf(pdf)
        found += _whole(reader, told)
        if len(reader.pages) == len(told.sides):
            found += _pages(reader, told, thorough)
            found += _unproved(told, proofs)
    except trips() as error:
        found.append((1, f"the file cannot be read back: {error!r}"))
    if found:
        raise Rejected(Finding(shown or told.title, number, message) for number, message in found)


def _whole(reader: Any, told: Told) -> Iterator[tuple[int, str]]:
    """What the file as a whole gets wrong."""
    root = reader.trailer["/Root"].get_object()
    facts = {
        "title": (told.title, reader.metadata.title if reader.metadata else None),
        "language": (told.language, root.get("/Lang")),
        "marked as tagged": (True, at(root, "/MarkInfo", "/Marked")),
        "scaling on paper": ("/None", at(root, "/ViewerPreferences", "/PrintScaling")),
        "number of pages": (len(told.sides), len(reader.pages)),
    }
    for name, (expected, got) in facts.items():
        if got != expected:
            yield 1, f"{name}: expected {expected!r}, the file says {got!r}"


def _pages(reader: Any, told: Told, thorough: bool) -> Iterator[tuple[int, str]]:
    """What the pages get wrong: paper, fonts, words and examples."""
    tables: dict[int, dict[int, str]] = {}
    parents = parent_tree(reader) if thorough else {}
    heard = Examples()
    lacking: set[str] = set()
    for side, read in zip(told.sides, reader.pages, strict=True):
        box = [mm(float(edge)) for edge in read.mediabox]
        if max(abs(a - b) for a, b in zip(box, (0, 0, side.paper.width, side.paper.height), strict=True)) > _SIZE:
            yield side.number, f"paper: expected {side.paper.title}, the page is {box[2]:.1f} x {box[3]:.1f} mm"
        fonts = fonts_of(read, tables)
        for font in {read["/Resources"]["/Font"][name]["/BaseFont"] for name in fonts if not fonts[name]} - lacking:
            lacking.add(font)
            yield side.number, f"font {font}: expected embedded, with a table of its characters"
        if not (side.tells or thorough):
            continue
        said = list(content(read.get_contents().get_data(), fonts))
        yield from ((side.number, fault) for fault in difference(side.texts, [text for _, text in said]))
        if side.tells and thorough:
            heard.page(parents, read, said)
    for example, (number, words) in told.examples.items() if thorough else ():
        yield from ((number, f"example {example!r}: {fault}") for fault in difference(words, heard.get(example, [])))


def _unproved(told: Told, proofs: Proofs) -> Iterator[tuple[int, str]]:
    for example, (number, _) in told.examples.items():
        if example not in proofs.proved:
            yield number, f"example {example!r}: it is printed and not proved"
