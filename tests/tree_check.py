"""A PDF's tags, content and parent tree must describe one another exactly: what PDF/UA validators do not look at.

Reads with pypdf's own parser of content, not with the one of `generator.verify`.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import page as validation
from pypdf import PdfReader
from pypdf.generic import ContentStream

PAINTS = frozenset(b"S s f F f* B B* b b* Do sh BI Tj TJ ' \"".split())

Place = tuple[int, int]
"""Page from 0, and number of the marked content on it."""


def issues(pdf: bytes) -> list[str]:
    """Every rule of PDF/UA-1 that a file breaks, by page-validation, and every fault of its tags."""
    report = validation.validate_pdf_bytes(pdf, profile=validation.ValidationProfile.PDF_UA_1)
    return [*map(str, report.failures), *faults(pdf)]


def faults(pdf: bytes) -> list[str]:
    """Everything about the tags of a file that does not fit together."""
    reader = PdfReader(BytesIO(pdf))
    found: list[str] = []
    owners = dict(_owners(reader, found))
    parents = _parents(reader)
    shown: set[Place] = set()
    for page, read in enumerate(reader.pages):
        numbers = list(_numbers(read, reader, page, found))
        if numbers != list(range(len(numbers))):
            found.append(f"page {page + 1}: its content is numbered {numbers}")
        listed = parents.get(int(read.get("/StructParents", -1)), [])
        if len(listed) != len(numbers):
            found.append(f"page {page + 1}: {len(numbers)} pieces of content, the parent tree lists {len(listed)}")
        for number in numbers:
            shown.add((page, number))
            if number < len(listed) and owners.get((page, number)) != listed[number]:
                found.append(f"page {page + 1}: content {number} and the parent tree name different elements")
    found += [
        f"page {page + 1}: content {number} is in the tree only" for page, number in sorted(owners.keys() - shown)
    ]
    return found


def _owners(reader: PdfReader, found: list[str]) -> Iterator[tuple[Place, int]]:
    """Every piece of content that the tree names, and the number of the element's object."""
    root: Any = reader.root_object["/StructTreeRoot"]
    pages = {
        page.indirect_reference.idnum: number for number, page in enumerate(reader.pages) if page.indirect_reference
    }
    seen: set[Place] = set()

    def walk(reference: Any, parent: int) -> Iterator[tuple[Place, int]]:
        element = reference.get_object()
        if element.raw_get("/P").idnum != parent:
            found.append(f"{element['/S']}: its parent is another element")
        for child in _raw(element):
            value = child.get_object()
            if not isinstance(value, int) and "/MCID" not in value:
                yield from walk(child, reference.idnum)
                continue
            holder, number = (element, value) if isinstance(value, int) else (value, value["/MCID"])
            place = pages[holder.raw_get("/Pg").idnum], int(number)
            if place in seen:
                found.append(f"page {place[0] + 1}: content {place[1]} is owned twice")
            seen.add(place)
            yield place, reference.idnum

    for top in _raw(root):
        yield from walk(top, reader.root_object.raw_get("/StructTreeRoot").idnum)


def _raw(element: Any) -> list[Any]:
    """An element's children, references unresolved."""
    if "/K" not in element:
        return []
    children = element.raw_get("/K")
    return list(list.__iter__(children)) if isinstance(children, list) else [children]


def _parents(reader: PdfReader) -> dict[int, list[int]]:
    """Key of a page in the parent tree to the numbers of the elements that own its content."""
    root: Any = reader.root_object["/StructTreeRoot"]
    entries = root["/ParentTree"]["/Nums"]
    return {
        int(entries[at]): [owner.idnum for owner in list.__iter__(entries[at + 1].get_object())]
        for at in range(0, len(entries), 2)
    }


def _numbers(page: Any, reader: PdfReader, index: int, found: list[str]) -> Iterator[int]:
    """The numbers of a page's marked content in order; notes ink outside of it and content inside content."""
    inside: list[bool] = []
    for operands, operator in ContentStream(page["/Contents"].get_object(), reader).operations:
        if operator in (b"BDC", b"BMC"):
            keys = operands[1] if len(operands) > 1 else {}
            if inside:
                found.append(f"page {index + 1}: content within content")
            inside.append("/MCID" in keys or operands[0] == "/Artifact")
            if "/MCID" in keys:
                yield int(keys["/MCID"])
        elif operator == b"EMC":
            inside.pop()
        elif operator in PAINTS and not any(inside):
            found.append(f"page {index + 1}: {operator.decode()} outside the tags")
    if inside:
        found.append(f"page {index + 1}: content is left open")
