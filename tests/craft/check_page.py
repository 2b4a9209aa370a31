"""The sheet and the file: paper, edges, title line, what viewers and printers are told; no faults for a good file."""

import re
from collections.abc import Iterator
from typing import Any, Final

from tests.craft.check_cuts import cut_lines
from tests.craft.measure import MM, Pdf, around

SHEETS: Final = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height in mm: ISO 216; ANSI/ASME Y14.1."""
_TITLE: Final = re.compile(
    r"(?P<kit>.+ [A-Z]{2}-\d+): (?:kit|pieces|reprint) for (?P<players>\d+) players, (?P<paper>A4|Letter)"
)
_TOKEN: Final = re.compile(
    rb"\((?:[^\\()]|\\.)*\)|<<|>>|<[0-9A-Fa-f\s]*>|/[^\s()<>\[\]{}/%]*|[^\s()<>\[\]{}/%]+", re.DOTALL
)
_OPERATORS: Final = frozenset(b"q Q cm w J j d m l c h re S f B BT ET Tf Tm Td Tj g G BMC BDC EMC".split())
"""What a page may be drawn with: strokes, fills and text in DeviceGray, and the marks of the structure tree."""


def title(pdf: Pdf) -> dict[str, str]:
    """Kit with edition, players and paper, as the file's title gives them."""
    metadata = pdf.reader.metadata
    found = _TITLE.fullmatch(metadata.title or "") if metadata else None
    return found.groupdict() if found else {"kit": "", "players": "", "paper": ""}


def paper(pdf: Pdf) -> Iterator[str]:
    """C11, C12, E04: every page is exactly the paper the title names: one box, upright, no units of its own."""
    name = title(pdf)["paper"]
    width, height = SHEETS.get(name, (0.0, 0.0))
    for number, page in enumerate(pdf.reader.pages, 1):
        for key in ("/MediaBox", "/CropBox", "/TrimBox"):
            box = [float(edge) * MM for edge in page.get(key, (0, 0, 0, 0))]
            if any(abs(a - b) > 0.005 for a, b in zip(box, (0, 0, width, height), strict=True)):
                yield f"page {number}: {key[1:]} is {box[2]:.2f} x {box[3]:.2f} mm, expected {name or 'a paper'}"
        for key in ("/Rotate", "/UserUnit", "/BleedBox", "/ArtBox"):
            if key in page:
                yield f"page {number}: has {key[1:]}"


def edges(pdf: Pdf) -> Iterator[str]:
    """C07, C09, C10: all ink stays 7 mm from every edge of the sheet, by the shapes in the file."""
    for leaf in pdf.leaves:
        box = leaf.inked()
        rooms = {
            "left": box.left,
            "top": box.top,
            "right": leaf.width - box.right,
            "bottom": leaf.height - box.bottom,
        }
        for side, room in rooms.items():
            if room < pdf.figures.edge - 0.005:
                yield f"page {leaf.number}: ink {room:.2f} mm from the {side} edge"


def room_around(pdf: Pdf) -> Iterator[str]:
    """C08: cut lines and the words of sheets to read keep 10 mm from every edge; title lines and rulers do not."""
    for leaf in pdf.leaves:
        title = [word for run in leaf.head for word in run.words]
        body = [line.inked for line in cut_lines(leaf)] or [word.box for word in leaf.words if word not in title]
        box = around(body)
        room = min(box.left, box.top, leaf.width - box.right, leaf.height - box.bottom)
        if room < 10.0:
            yield f"page {leaf.number}: {room:.2f} mm from an edge"


def not_scaled(pdf: Pdf) -> Iterator[str]:
    """A07, C53: large print is set anew: no matrix makes anything larger or smaller, it only moves or turns."""
    for number, page in enumerate(pdf.reader.pages, 1):
        for matrix in re.findall(rb"(\S+) (\S+) (\S+) (\S+) \S+ \S+ (?:cm|Tm)\b", _code(page)):
            a, b, c, d = map(float, matrix)
            if abs(a * d - b * c - 1.0) > 1e-4:
                yield f"page {number}: a matrix of {a:g} {b:g} {c:g} {d:g}"


def margins(pdf: Pdf) -> Iterator[str]:
    """C50: on a sheet that is not cut, 20 mm stay clear on the left and on the right, room for holes."""
    for leaf in pdf.leaves:
        box = leaf.inked()
        room = min(box.left, leaf.width - box.right)
        if not leaf.cut and room < pdf.figures.margin - 0.2:
            yield f"page {leaf.number}: ink {room:.1f} mm from a side"


def words_margins(pdf: Pdf) -> Iterator[str]:
    """A17: in large print words keep 25.4 mm from the sides and the top of a sheet to read; title lines stand above."""
    for leaf in pdf.leaves:
        title = [word for run in leaf.head for word in run.words]
        for word in leaf.words if not leaf.cut else ():
            rooms = [word.box.left, leaf.width - word.box.right, *([] if word in title else [word.box.top])]
            if min(rooms) < pdf.figures.words_margin - 0.2:
                yield f"page {leaf.number}: {word.text!r} is {min(rooms):.1f} mm from an edge"


def title_line(pdf: Pdf) -> Iterator[str]:
    """D06: game, edition and one fingerprint stand on every sheet, once, in its title line; then the sheet's name."""
    kit = title(pdf)["kit"]
    fingerprint = pdf.leaves[0].title[1:2]
    for leaf in pdf.leaves:
        if leaf.title[1:2] != fingerprint or not re.fullmatch("[cdfhjknprtvxy347]{6}", "".join(fingerprint)):
            yield f"page {leaf.number}: bears the fingerprint {leaf.title[1:2]}"
        if not kit or leaf.title[0] != kit or not leaf.sheet:
            yield f"page {leaf.number}: its title line says {' · '.join(leaf.title)!r}, expected {kit!r} and a sheet"
        if len({run.y for run in leaf.head}) > pdf.figures.title_lines:
            yield f"page {leaf.number}: its title line is not one line"


def page_number(pdf: Pdf) -> Iterator[str]:
    """A28: 'Page n of m' stands in one place, top right, on every page, at the size of the body."""
    places = set()
    for leaf in pdf.leaves:
        found = [run for run in leaf.runs if re.fullmatch(r"Page \d+ of \d+", run.text.strip())]
        if [run.text.strip() for run in found] != [f"Page {leaf.number} of {len(pdf.leaves)}"]:
            yield f"page {leaf.number}: says {[run.text for run in found]}"
            continue
        place = leaf.width - found[0].words[-1].box.right, found[0].y
        places.add(place)
        if found[0].y > pdf.figures.number_foot or place[0] > 27:
            yield f"page {leaf.number}: its number is not at the top right"
    for axis in zip(*places, strict=True):
        if max(axis) - min(axis) > 1.0:
            yield f"the page number moves by {max(axis) - min(axis):.2f} mm"


def print_settings(pdf: Pdf) -> Iterator[str]:
    """A58, C18, C31, C35, D15, E01, E03: no scaling, single-sided, the page's own paper; copies are for the printer."""
    told = pdf.root.get("/ViewerPreferences", {})
    expected: dict[str, Any] = {"/PrintScaling": "/None", "/Duplex": "/Simplex", "/PickTrayByPDFSize": True}
    for key, value in expected.items():
        if told.get(key) != value:
            yield f"{key[1:]} is {told.get(key)!r}, expected {value!r}"
    for key in ("/NumCopies", "/PrintPageRange", "/Enforce"):
        if key in told:
            yield f"has {key[1:]}"


def plain_file(pdf: Pdf) -> Iterator[str]:
    """A61, A73, D16, E16: PDF 1.7; no lock, no script, no layers, no forms; attached is what it is checked with."""
    if not pdf.data.startswith(b"%PDF-1.7"):
        yield f"begins with {pdf.data[:8]!r}"
    if pdf.reader.is_encrypted:
        yield "is encrypted"
    names = pdf.root.get("/Names", {})
    for key in ("/OCProperties", "/AcroForm", "/OpenAction", "/AA", "/URI", "/Collection", "/Perms"):
        if key in pdf.root:
            yield f"has {key[1:]}"
    if "/JavaScript" in names:
        yield "has JavaScript"
    if list(pdf.reader.attachments) != ["rr-print.json"]:
        yield f"has attached {list(pdf.reader.attachments)}"
    for number, page in enumerate(pdf.reader.pages, 1):
        for key in ("/Annots", "/AA"):
            if key in page:
                yield f"page {number}: has {key[1:]}"


def grey_only(pdf: Pdf) -> Iterator[str]:
    """A39, B01, C61, C62, E13, E14: DeviceGray alone; no colour, transparency, pattern, picture or hatch."""
    for number, page in enumerate(pdf.reader.pages, 1):
        used = {token for token in _TOKEN.findall(_code(page)) if token[:1].isalpha() or token in (b"'", b'"')}
        for operator in sorted(used - _OPERATORS - {b"true", b"false", b"null"}):
            yield f"page {number}: is drawn with {operator.decode()}"
        resources: Any = page["/Resources"]
        for key in ("/ExtGState", "/XObject", "/Pattern", "/Shading", "/ColorSpace"):
            if key in resources:
                yield f"page {number}: has {key[1:]}"
        if "/Group" in page:
            yield f"page {number}: has a transparency group"


def outline(pdf: Pdf) -> Iterator[str]:
    """A71: bookmarks lead to every kind of sheet, in the order of the pages."""
    reader = pdf.reader
    found = [(entry.title, reader.get_destination_page_number(entry)) for entry in _flat(reader.outline)]
    for sheet in dict.fromkeys(leaf.sheet for leaf in pdf.leaves):
        first = pdf.sheet(sheet)[0].number - 1
        if (sheet, first) not in found:
            yield f"no bookmark leads to {sheet!r} on page {first + 1}"
    if [page for _, page in found] != sorted(page or 0 for _, page in found):
        yield "bookmarks go back and forth"


def file_size(pdf: Pdf) -> Iterator[str]:
    """D10: a kit is a file of at most 120 KB; in large print, with six times the pages, 160 KB."""
    if len(pdf.data) > pdf.figures.size:
        yield f"{len(pdf.data)} bytes"


def _flat(outline: Any) -> Iterator[Any]:
    for entry in outline:
        if isinstance(entry, list):
            yield from _flat(entry)
        else:
            yield entry


def _code(page: Any) -> bytes:
    code: bytes = page.get_contents().get_data()
    return code
