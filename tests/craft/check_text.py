"""Type: sizes, lines, emphasis, contrast. Each check takes a file and gives its faults, none for a good one."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist
from typing import Any, Final

from tests.craft.check_cuts import SHARED
from tests.craft.measure import MM, Box, Leaf, Line, Path, Pdf, Word, contrast

FONTS: Final = frozenset(
    {
        "AtkinsonHyperlegibleNext-Regular",
        "AtkinsonHyperlegibleNext-Bold",
        "NotoSans-Regular",
        "NotoSans-Bold",
        "NotoSansMath-Regular",
    }
)
"""Faces without serifs, of ordinary width, neither light nor slanting."""
_HEADINGS: Final = ("H1", "H2", "H3", "H4", "H5", "H6")
_TURNED: Final = frozenset(
    ["6", "9", "66", "68", "69", "86", "89", "96", "98", "99", "60", "90", "61", "91", "16", "18", "19", "81"]
)
"""Numbers that read as another number upside down."""
_UNITS: Final = re.compile(r"(mm|cm|in|pt|g/m²|%)\b|%")


def smallest_type(pdf: Pdf) -> Iterator[str]:
    """A01, A02, A06, B10: no character is under 12 pt after every matrix; page numbers and labels included."""
    for leaf in pdf.leaves:
        for run in leaf.runs:
            if run.text.strip() and run.size < pdf.figures.smallest - 0.001:
                yield f"page {leaf.number}: {run.text.strip()!r} is {run.size:g} pt"


def x_height(pdf: Pdf) -> Iterator[str]:
    """A05, B11: a small x is at least 2.0 mm high, so that it can be read across a table."""
    known = {font: height for leaf in pdf.leaves for font, height in leaf.x_heights.items()}
    for leaf in pdf.leaves:
        for run in leaf.runs:
            high = run.size * MM * known.get(run.font, 1.0)
            if re.search("[a-z]", run.text) and high < pdf.figures.x_height:
                yield f"page {leaf.number}: the x of {run.text.strip()!r} is {high:.2f} mm high"


def leading(pdf: Pdf) -> Iterator[str]:
    """A10, A11: baselines of a paragraph are 1.25 ems apart or more."""
    for leaf in pdf.leaves:
        for lines in _texts(leaf):
            for one, other in pairwise(lines):
                step = abs(other.first.y - one.first.y) / (one.first.size * MM)
                if step < pdf.figures.leading - 0.002:
                    yield f"page {leaf.number}: {other.text!r} follows {step:.2f} ems after the line above"


def paragraphs_apart(pdf: Pdf) -> Iterator[str]:
    """A13: 0.4 of a line or more lies between two paragraphs of a text; no first line is indented."""
    for leaf in pdf.leaves:
        texts = [lines for lines in _texts(leaf) if lines[0].first.role == "P" and not leaf.cut]
        for one, other in pairwise(texts):
            above, below = one[-1].first, other[0].first
            step = (below.y - above.y) / (above.size * MM * 1.3)
            beside = below.y <= above.y + 1 or abs(below.x - above.x) > 20
            if not beside and step < 1 + pdf.figures.between - 0.01:
                yield f"page {leaf.number}: {other[0].text!r} follows {step:.2f} lines after the paragraph above"
        for lines in texts:
            if len(lines) > 1 and abs(lines[0].first.x - lines[1].first.x) > 0.1 and not _centred(lines):
                yield f"page {leaf.number}: {lines[0].text!r} is indented"


def line_length(pdf: Pdf) -> Iterator[str]:
    """A14, A16: no line of a text holds more than 70 characters. The title line is no running text."""
    for leaf in pdf.leaves:
        for line in leaf.lines():
            if line.first.roles and len(line.text) > pdf.figures.characters:
                yield f"page {leaf.number}: {len(line.text)} characters in {line.text!r}"


def measure(pdf: Pdf) -> Iterator[str]:
    """A15: no line of running text is longer than 152 mm in large print, so that a magnifier can follow."""
    for leaf in pdf.leaves:
        for line in leaf.lines():
            if line.first.roles and line.box.width > pdf.figures.measure + 0.2:
                yield f"page {leaf.number}: {line.text!r} runs over {line.box.width:.1f} mm"


def flush_left(pdf: Pdf) -> Iterator[str]:
    """A18: a text starts at one left edge and ends raggedly; never justified, never centred."""
    for leaf in pdf.leaves:
        for lines in _texts(leaf):
            if lines[0].first.role not in ("P", "LBody") or leaf.cut:
                continue
            starts = {round(line.first.x, 1) for line in lines}
            ends = {round(line.box.right, 1) for line in lines[:-1]}
            if len(starts) > 1:
                yield f"page {leaf.number}: {lines[0].text!r} has lines that start at {sorted(starts)} mm"
            if len(lines) > 3 and len(ends) == 1:
                yield f"page {leaf.number}: {lines[0].text!r} is justified"


def unbroken_words(pdf: Pdf) -> Iterator[str]:
    """A19: no word is hyphenated at a line's end; a figure and its unit stay on one line."""
    for leaf in pdf.leaves:
        for lines in leaf.paragraphs():
            for one, other in pairwise(lines):
                if re.search(r"\w[-\u00ad\u2010]$", one.text):
                    yield f"page {leaf.number}: a line ends with {one.text.split()[-1]!r}"
                if re.search(r"\d$", one.text) and _UNITS.match(other.text):
                    yield f"page {leaf.number}: {one.text.split()[-1]} and {other.text.split()[0]} are on two lines"


def columns_apart(pdf: Pdf) -> Iterator[str]:
    """A20: texts that stand side by side are 7 mm apart or more; running text is in one column."""
    for leaf in pdf.leaves:
        texts = [lines for lines in _texts(leaf) if lines[0].first.role in ("P", "LBody") and len(lines) > 1]
        boxes = [(lines, _block(lines)) for lines in texts]
        for (one, a), (_, b) in combinations(boxes, 2):
            if a.top < b.bottom and b.top < a.bottom:
                gap = max(a.left, b.left) - min(a.right, b.right)
                if gap < pdf.figures.columns - 0.05:
                    yield f"page {leaf.number}: {gap:.1f} mm beside {one[0].text!r}"
                elif pdf.figures.one_column and not leaf.cut:
                    yield f"page {leaf.number}: {one[0].text!r} has another text beside it"


def joined_columns(pdf: Pdf) -> Iterator[str]:
    """A23: where more than 20 mm part two cells of a row, a rule under or beside the row joins them."""
    for leaf in pdf.leaves:
        rows: dict[int, list[Word]] = {}
        for run in leaf.runs:
            for number in (number for number, role in run.roles if role == "TR"):
                rows.setdefault(number, []).extend(run.words)
        rules = [path.box for path in leaf.paths if path.is_level]
        for words in rows.values():
            foot = max(word.box.bottom for word in words)
            for one, other in pairwise(sorted(words, key=lambda word: word.box.left)):
                near = [rule for rule in rules if foot < rule.top < foot + 12.0]
                joined = any(rule.left <= one.box.left and other.box.right <= rule.right for rule in near)
                if other.box.left - one.box.right > 20.0 and not joined:
                    yield f"page {leaf.number}: nothing joins {one.text!r} and {other.text!r}"


def examples_whole(pdf: Pdf) -> Iterator[str]:
    """D12: in normal print an example stands whole on one page, in a frame of its own, its picture beside its words."""
    pages: dict[int, set[int]] = {}
    for leaf in pdf.sheet("Rules") if not pdf.figures.one_column else []:
        for lines in leaf.paragraphs():
            found = [number for number, role in lines[0].first.roles if role == "Div"]
            if not found:
                continue
            pages.setdefault(found[0], set()).add(leaf.number)
            frames = [path.box for path in leaf.paths if path.is_rect and path.width]
            if not all(any(frame.holds(line.box) for frame in frames) for line in lines):
                yield f"page {leaf.number}: {lines[0].text!r} stands outside of its example's frame"
    yield from (f"an example is parted over the pages {sorted(found)}" for found in pages.values() if len(found) > 1)


def upright(pdf: Pdf) -> Iterator[str]:
    """A21: text is level; only the turned number of a station card stands on its head."""
    for leaf in pdf.leaves:
        for run in leaf.runs:
            card = leaf.sheet in ("Station cards", SHARED)
            corner = card and run.angle == 180 and re.fullmatch(r"\d+\.?", run.text.strip())
            if run.angle and not corner:
                yield f"page {leaf.number}: {run.text.strip()!r} is turned by {run.angle:g} degrees"


def clear_of_shapes(pdf: Pdf) -> Iterator[str]:
    """A21, A54, A57: no stroke, no edge and no other word runs through a word."""
    for leaf in pdf.leaves:
        for word in leaf.words:
            box = word.box.grown(0.2)
            near = [path for path in leaf.paths if path.inked.meets(box)]
            covers = [
                index for index, path in enumerate(near) if path.fill and path.fill > 0.99 and path.box.holds(box)
            ]
            for path in near[covers[-1] if covers else 0 :]:  # a white shape hides what was drawn before it
                if _crossed(box, path):
                    yield f"page {leaf.number}: {word.text!r} is crossed by a shape at {_where(path.box)}"
        for one, other in _neighbours(leaf.words):
            if one.box.meets(other.box.grown(-0.05)):
                yield f"page {leaf.number}: {one.text!r} and {other.text!r} overlap"


def widows(pdf: Pdf) -> Iterator[str]:
    """A22: a paragraph over two pages leaves two lines or more on each."""
    parts: dict[int, list[list[Line]]] = {}
    for leaf in pdf.leaves:
        for lines in _texts(leaf):
            parts.setdefault(lines[0].first.roles[0][0], []).append(lines)
    for pages in parts.values():
        if len(pages) > 1 and min(len(pages[0]), len(pages[-1])) < 2:
            yield f"{pages[0][0].text!r} leaves a line alone on a page"


def no_italics(pdf: Pdf) -> Iterator[str]:
    """A24: no slanted letters, by font or by matrix."""
    for leaf in pdf.leaves:
        for run in leaf.runs:
            if run.sheared or re.search("italic|oblique", run.font, re.IGNORECASE):
                yield f"page {leaf.number}: {run.text.strip()!r} slants ({run.font})"


def no_underlines(pdf: Pdf) -> Iterator[str]:
    """A24: no stroke runs within 3 pt under a word."""
    for leaf in pdf.leaves:
        levels = [edge for path in leaf.paths if path.width for edge in path.edges() if edge.height == 0]
        for run in leaf.runs:
            for word in run.words if run.angle == 0 else ():
                for level in levels:
                    under = 0 < level.top - run.y < 3 * MM
                    if under and level.left < word.box.right - 0.5 and level.right > word.box.left + 0.5:
                        yield f"page {leaf.number}: {word.text!r} is underlined, {level.top - run.y:.2f} mm below"


def no_capitals(pdf: Pdf) -> Iterator[str]:
    """A24: no two words in capitals follow each other; REVERSE, the marker's name, stands alone."""
    for leaf in pdf.leaves:
        for line in leaf.lines():
            found = re.search(r"\b[A-Z]{2,}[,.]? [A-Z]{2,}\b", line.text)
            if found:
                yield f"page {leaf.number}: {found[0]!r}"


def fonts(pdf: Pdf) -> Iterator[str]:
    """A25, A65: every font is one of ours, embedded, with a table of its characters."""
    for number, page in enumerate(pdf.reader.pages, 1):
        named: Any = page["/Resources"]
        for reference in named["/Font"].values():
            font = reference.get_object()
            name = str(font["/BaseFont"])[1:].rpartition("+")[2]
            descriptor = font.get("/FontDescriptor")
            files = ("/FontFile", "/FontFile2", "/FontFile3")
            if name not in FONTS:
                yield f"page {number}: {name} is not one of the faces"
            if descriptor is None or not any(file in descriptor.get_object() for file in files):
                yield f"page {number}: {name} is not embedded"
            if "/ToUnicode" not in font:
                yield f"page {number}: {name} has no table of its characters"


def upside_down(pdf: Pdf) -> Iterator[str]:
    """A26: a number that reads as another one upside down has a dot, where it can lie so."""
    for leaf in pdf.leaves:
        for line in leaf.lines():
            if leaf.cut and line.first.roles and line.text in _TURNED:
                yield f"page {leaf.number}: {line.text} stands alone"


def bullets(pdf: Pdf) -> Iterator[str]:
    """A27: bullets are solid, 0.6 of an x wide or more, and the text hangs clear of them."""
    for leaf in pdf.leaves:
        lines = [line for line in leaf.lines() if line.first.within("LI")]
        for label, body in pairwise(lines):
            if label.first.role != "Lbl":
                continue
            dot = label.box
            need = 0.6 * label.first.size * MM * leaf.x_heights.get(label.first.font, 0.5)
            if label.text == "•" and dot.width < need:
                yield f"page {leaf.number}: a bullet is {dot.width:.2f} mm wide, expected {need:.2f} mm"
            if body.first.x - dot.right < 1.0:
                yield f"page {leaf.number}: {body.text!r} is {body.first.x - dot.right:.2f} mm from its label"


def headings(pdf: Pdf) -> Iterator[str]:
    """A08, A09: headings are bold, flush left, larger than the body, and no level is skipped.

    On a sheet that is cut, its name in the title line is the heading of the first level, in the title line's own size.
    """
    sizes = Counter(run.size for leaf in pdf.leaves for run in leaf.runs for _ in run.text if run.role == "P")
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    level, sheet = 0, ""
    for leaf in pdf.leaves:
        level, sheet = (level, sheet) if leaf.sheet == sheet else (0, leaf.sheet)
        for lines in leaf.paragraphs():
            run = lines[0].first
            if run.role not in _HEADINGS:
                continue
            depth = int(run.role[1])
            if depth > level + 1:
                yield f"page {leaf.number}: {run.role} {lines[0].text!r} follows a heading of level {level}"
            level = depth
            if run.size < pdf.figures.headings.get(run.role, 0.0) and run.y > leaf.head[-1].y:
                yield f"page {leaf.number}: {run.role} {lines[0].text!r} is {run.size:g} pt"
            if run.y > leaf.head[-1].y and (run.size <= body or "Bold" not in run.font):
                yield f"page {leaf.number}: {run.role} {lines[0].text!r} is {run.size:g} pt {run.font}"


def levels(pdf: Pdf) -> Iterator[str]:
    """A08, D17: on sheets to read, a higher heading is never smaller than a lower one; page 1 has a title of 18 pt."""
    for sheet in {leaf.sheet for leaf in pdf.leaves if not leaf.cut}:
        sizes: dict[str, set[float]] = {}
        for leaf in pdf.sheet(sheet):
            for run in leaf.runs:
                if run.role in _HEADINGS:
                    sizes.setdefault(run.role, set()).add(run.size)
        for high, low in pairwise(sorted(sizes)):
            if min(sizes[high]) < max(sizes[low]):
                yield f"{sheet}: {high} at {min(sizes[high]):g} pt, {low} at {max(sizes[low]):g} pt"
    first = pdf.leaves[0]
    if max(run.size for run in first.runs) < 18:
        yield "page 1: no title of 18 pt or more"


def text_contrast(pdf: Pdf) -> Iterator[str]:
    """A30, A31, A33, A35: text has a contrast of 7:1 or more with what lies under it."""
    for leaf in pdf.leaves:
        filled = [path for path in leaf.paths if path.fill is not None]
        for run in leaf.runs:
            for word in run.words:
                found = contrast(run.grey, _ground(filled, word.box))
                if found < pdf.figures.contrast:
                    yield f"page {leaf.number}: {word.text!r} has a contrast of {found:.2f}:1"


def text_is_text(pdf: Pdf) -> Iterator[str]:
    """A75: words are letters that leave ink; no pictures, no forms, no hidden layer of text."""
    for leaf in pdf.leaves:
        for kind in leaf.others:
            yield f"page {leaf.number}: holds a {kind}"
        for run in leaf.runs:
            if not run.visible:
                yield f"page {leaf.number}: {run.text!r} leaves no ink"


def _texts(leaf: Leaf) -> list[list[Line]]:
    """Paragraphs, list items and cells, without headings and pictures."""
    skipped = (*_HEADINGS, "Figure")
    return [lines for lines in leaf.paragraphs() if not lines[0].first.within(*skipped)]


def _block(lines: list[Line]) -> Box:
    boxes = [line.box for line in lines]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _centred(lines: list[Line]) -> bool:
    middles = [(line.box.left + line.box.right) / 2 for line in lines]
    return max(middles) - min(middles) < 0.5


def _ground(filled: list[Path], box: Box) -> float:
    """The grey under a word."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    under = [path.fill for path in filled if path.box.at(x, y)]
    return under[-1] or 0.0 if under else 1.0


def _neighbours(words: list[Word]) -> Iterator[tuple[Word, Word]]:
    """Pairs of words whose boxes may meet."""
    ordered = sorted(words, key=lambda word: word.box.top)
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.box.top > one.box.bottom:
                break
            if one.box.left < other.box.right and other.box.left < one.box.right:
                yield one, other


def _crossed(box: Box, path: Path) -> bool:
    """Whether the ink of a path touches a box; a frame round it does not."""
    hollow = path.fill is None or path.fill > 0.99
    if hollow and not path.width:
        return False
    half = (path.width or 0.0) * MM / 2
    if path.is_circle and hollow:
        x, y = (path.box.left + path.box.right) / 2, (path.box.top + path.box.bottom) / 2
        far = max(dist((x, y), (cx, cy)) for cx in (box.left, box.right) for cy in (box.top, box.bottom))
        return far > path.box.width / 2 - half
    if path.closed and hollow and path.box.grown(-half).holds(box):
        return False
    if path.is_line and not path.is_level and not path.is_upright:
        return _segment_meets(path.points[0], path.points[1], box)
    return True


def _segment_meets(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Whether a slanting segment runs through a box, by a hundred of its points."""
    (x1, y1), (x2, y2) = start, end
    return any(box.at(x1 + (x2 - x1) * step / 100, y1 + (y2 - y1) * step / 100) for step in range(101))


def _where(box: Box) -> str:
    return f"{box.left:.1f}, {box.top:.1f} mm"
