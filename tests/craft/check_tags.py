"""What a file tells those who hear it. Each check takes a file and gives its faults, none for a good one."""

import re
from collections.abc import Iterator
from typing import Any

import page as validation

from tests.craft.check_cuts import bars, cut_lines
from tests.craft.measure import Pdf
from tests.tree_check import faults


def declared(pdf: Pdf) -> Iterator[str]:
    """A61, A62: the file declares PDF/UA-1, its language and its title, and asks viewers to show the title."""
    packet = pdf.root["/Metadata"].get_data().decode("utf-8") if "/Metadata" in pdf.root else ""
    metadata = pdf.reader.metadata
    told = {
        "standard": (re.findall(r"<pdfuaid:part>(\d+)</pdfuaid:part>", packet), ["1"]),
        "title": (re.findall(r"<dc:title>.*?<rdf:li[^>]*>([^<]*)<", packet, re.DOTALL), [metadata and metadata.title]),
        "language": (pdf.root.get("/Lang"), "en-GB"),
        "shown title": (bool(pdf.root.get("/ViewerPreferences", {}).get("/DisplayDocTitle")), True),
    }
    yield from (
        f"{name}: {found!r}, expected {expected!r}" for name, (found, expected) in told.items() if found != expected
    )


def tree_and_content(pdf: Pdf) -> Iterator[str]:
    """A60: the tree of the tags and what is drawn name each other, piece by piece; all else is an artifact."""
    if not pdf.root.get("/MarkInfo", {}).get("/Marked"):
        yield "is not marked as tagged"
    yield from faults(pdf.data)


def pdf_ua(pdf: Pdf) -> Iterator[str]:
    """A60, A61, A62, A63, A64, A65, A09: page-validation finds no rule of PDF/UA-1 broken."""
    report = validation.validate_pdf_bytes(pdf.data, profile=validation.ValidationProfile.PDF_UA_1)
    yield from map(str, report.failures)


def pictures_told(pdf: Pdf) -> Iterator[str]:
    """A63: a picture has words in its place; cut lines and the rulers on sheets that are cut are artifacts."""
    for element in _elements(pdf):
        if element["/S"] == "/Figure" and not re.search(r"\w\w", str(element.get("/Alt", ""))):
            yield "a picture has no words in its place"
    for leaf in pdf.leaves:
        guides = [*cut_lines(leaf), *(bar for group in bars(leaf) for bar in group if leaf.cut)]
        yield from (f"page {leaf.number}: a guide belongs to {path.roles[0]}" for path in guides if path.roles)


def tables_and_lists(pdf: Pdf) -> Iterator[str]:
    """A64: rows have as many cells as the first, heads a scope; lists hold items, items a label and a body."""
    for element in _elements(pdf):
        kind, kids = str(element["/S"]), [str(kid["/S"]) for kid in _kids(element)]
        if kind == "/Table":
            widths = {len(_kids(row)) for row in _kids(element)}
            if len(widths) != 1 or set(kids) != {"/TR"}:
                yield f"a table of {kids} has rows of {sorted(widths)} cells"
            if not any(cell["/S"] == "/TH" for cell in _kids(_kids(element)[0])):
                yield "a table has no heads"
        if kind == "/TH" and not element.get("/A", {}).get("/Scope"):
            yield "a head has no scope"
        if (kind == "/L" and set(kids) != {"/LI"}) or (kind == "/LI" and kids != ["/Lbl", "/LBody"]):
            yield f"{kind[1:]} holds {kids}"
    for number, page in enumerate(pdf.reader.pages, 1):
        if page.get("/Tabs") != "/S":
            yield f"page {number}: the order of tabs is not that of the tags"


def _elements(pdf: Pdf) -> Iterator[Any]:
    """Every element of the tree, from the top down."""
    waiting = _kids(pdf.root["/StructTreeRoot"].get_object())
    while waiting:
        element = waiting.pop(0)
        yield element
        waiting = _kids(element) + waiting


def _kids(element: Any) -> list[Any]:
    """The elements below one; pieces of content left out."""
    kids = element.get("/K", [])
    found = [kid.get_object() for kid in (kids if isinstance(kids, list) else [kids])]
    return [kid for kid in found if isinstance(kid, dict) and "/S" in kid]
