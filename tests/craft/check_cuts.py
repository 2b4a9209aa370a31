"""Pieces, their cut lines and the rulers. Each check takes a file and gives its faults, none for a good one."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product

from tests.craft.measure import Box, Leaf, Path, Pdf, Run

_NEAR = 0.01
"""mm that a cut may be off."""
SHARED = "Pieces"
"""Name of a sheet that pieces of several sheets share."""


@dataclass(slots=True)
class Cell:
    """A piece: what four cut lines enclose."""

    box: Box
    runs: list[Run] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)


def cut_lines(leaf: Leaf) -> list[Path]:
    """The lines to cut along: thin, solid, straight across or down, on a sheet that says so; rulers left out."""
    if not leaf.cut:
        return []
    thin = [path for path in leaf.paths if path.is_line and path.width and path.width < leaf.figures.widest_guide]
    rulers = [bar for group in bars(leaf) for bar in group]
    solid = [path for path in thin if not path.dash and path not in rulers]
    return [path for path in solid if not any(_starts_on(path, bar) for bar in rulers)]


def grid(leaf: Leaf) -> tuple[list[float], list[float]]:
    """Where the cuts are, across and down; lines in one place once."""
    return _edges(cut_lines(leaf))


def blocks(leaf: Leaf) -> list[list[Path]]:
    """The cut lines of a page: those that cross one another, from the top down."""
    found: list[list[Path]] = []
    for line in sorted(cut_lines(leaf), key=lambda line: not line.is_upright):
        here = line.box.grown(0.05)
        crossed = [block for block in found if any(other.box.grown(0.05).meets(here) for other in block)]
        apart = [block for block in found if block not in crossed]
        found = [*apart, [line, *(other for block in crossed for other in block)]]
    return sorted(found, key=lambda block: min(line.box.top for line in block))


def _edges(lines: list[Path]) -> tuple[list[float], list[float]]:
    across = sorted(line.box.left for line in lines if line.is_upright)
    down = sorted(line.box.top for line in lines if line.is_level)
    return _merged(across), _merged(down)


def cells(leaf: Leaf) -> list[Cell]:
    """The pieces of a page, row by row, with what lies in each."""
    furniture = set(map(id, cut_lines(leaf)))
    found = []
    for lines in blocks(leaf):
        xs, ys = _edges(lines)
        for (top, bottom), (left, right) in product(pairwise(ys), pairwise(xs)):
            box = Box(left, top, right, bottom)
            if all(any(_covers(line, edge) for line in lines) for edge in _sides(box)):
                found.append(Cell(box))
    for cell in found:
        cell.runs = [run for run in leaf.runs if any(_inside(cell.box, word.box) for word in run.words)]
        cell.paths = [path for path in leaf.paths if id(path) not in furniture and _inside(cell.box, path.box)]
    return found


def bars(leaf: Leaf) -> tuple[list[Path], list[Path]]:
    """The bars of the rulers, across and down: long strokes from which ticks rise at both ends."""
    found: tuple[list[Path], list[Path]] = [], []
    lines = [path for path in leaf.paths if path.is_line and not path.dash]
    for path in lines:
        ends = [(path.box.left, path.box.top), (path.box.right, path.box.bottom)]
        length = max(path.box.width, path.box.height)
        if (path.is_level or path.is_upright) and 20 < length < 130 and all(_tick(lines, path, end) for end in ends):
            found[path.is_upright].append(path)
    return found


def cuts_are_there(pdf: Pdf) -> Iterator[str]:
    """C21, C22, C28: sheets of pieces say that solid lines are cut; the lines are solid, straight across or down."""
    for leaf in pdf.leaves:
        if leaf.sheet in pdf.figures.pieces and not leaf.cut:
            yield f"page {leaf.number}: its title line does not say where to cut"
        if not leaf.cut:
            continue
        if not cells(leaf):
            yield f"page {leaf.number}: nothing is enclosed by cut lines"
        if "cut solid lines" not in leaf.title[-1]:
            yield f"page {leaf.number}: its title line says {leaf.title[-1]!r}"
        for line in cut_lines(leaf):
            if not (line.is_level or line.is_upright):
                yield f"page {leaf.number}: a cut is neither level nor upright"


def piece_sizes(pdf: Pdf) -> Iterator[str]:
    """B20, B22, B23, C23, C24, C42, C46: cuts are as far apart as a piece is wide and high; neighbours share them."""
    for leaf in pdf.leaves:
        if not leaf.cut:
            continue
        if leaf.sheet == SHARED:
            for lines in blocks(leaf):
                steps = [{round(b - a, 2) for a, b in pairwise(axis)} for axis in _edges(lines)]
                if steps not in [[{wide}, {high}] for wide, high in pdf.figures.pieces.values()]:
                    yield f"page {leaf.number}: pieces of {steps} mm, which no sheet has"
            continue
        expected = pdf.figures.pieces.get(leaf.sheet)
        if expected is None:
            yield f"page {leaf.number}: {leaf.sheet!r} has no size"
            continue
        for axis, want in zip(grid(leaf), expected, strict=True):
            for one, other in pairwise(axis):
                if abs(other - one - want) > _NEAR:
                    yield f"page {leaf.number}: a piece measures {other - one:.3f} mm, expected {want:g} mm"


def one_line_an_edge(pdf: Pdf) -> Iterator[str]:
    """C21, C23: every edge is one line right across the block, never two side by side or end to end."""
    for leaf, lines in ((page, block) for page in pdf.leaves for block in blocks(page)):
        places = Counter(
            (line.is_upright, round(line.box.left if line.is_upright else line.box.top, 1)) for line in lines
        )
        for (upright, place), count in places.items():
            if count > 1:
                yield f"page {leaf.number}: {count} {'upright' if upright else 'level'} lines at {place} mm"
        edges = sum(map(len, _edges(lines)))
        if len(lines) != edges:
            yield f"page {leaf.number}: {len(lines)} lines for {edges} edges"


def cuts_run_out(pdf: Pdf) -> Iterator[str]:
    """C21: a cut line runs out 2 mm or more beyond its pieces at both ends, so that it survives the first cut."""
    for leaf in pdf.leaves:
        pieces = [cell.box for cell in cells(leaf)]
        for line in cut_lines(leaf):
            box = line.box
            along = [piece for piece in pieces if piece.grown(0.05).meets(box.grown(0.02))]
            if not along:
                continue
            if line.is_upright:
                start, end = min(piece.top for piece in along) - box.top, box.bottom - max(p.bottom for p in along)
            else:
                start, end = min(piece.left for piece in along) - box.left, box.right - max(p.right for p in along)
            if min(start, end) < 2.0 - _NEAR:
                yield f"page {leaf.number}: a cut runs out by {min(start, end):.2f} mm"


def same_place(pdf: Pdf) -> Iterator[str]:
    """C46: the block stands in the middle of the paper, at the same place on every page of its sheet."""
    tops: dict[str, float] = {}
    for leaf in pdf.leaves:
        xs, ys = grid(leaf)
        if not xs or not ys:
            continue
        off = (xs[0] + xs[-1] - leaf.width) / 2
        if abs(off) > _NEAR:
            yield f"page {leaf.number}: the block is {off:.3f} mm off the middle"
        if leaf.sheet not in tops or leaf.sheet == SHARED:
            tops[leaf.sheet] = ys[0]
            off = (ys[0] + ys[-1] - leaf.height) / 2
            if abs(off) > _NEAR:
                yield f"page {leaf.number}: the block is {off:.3f} mm off the middle, up and down"
        if abs(tops[leaf.sheet] - ys[0]) > _NEAR:
            yield f"page {leaf.number}: the block begins at {ys[0]:.2f} mm, on the sheet's first page elsewhere"


def art_in_place(pdf: Pdf) -> Iterator[str]:
    """C24: what is printed on a piece keeps its place between the cuts, from piece to piece; small ones' the middle."""
    for sheet, pieces in _alike(pdf).items():
        for number, cell in pieces:
            if {*_offsets(cell)} != {*_offsets(pieces[0][1])}:
                yield f"page {number}: a piece of {sheet!r} is not printed where its like are"
                break
        shapes = [path.inked for path in pieces[0][1].paths] if pieces else []
        if shapes and pieces[0][1].box.width < 70:
            cell = pieces[0][1]
            off = (min(s.left for s in shapes) + max(s.right for s in shapes) - cell.box.left - cell.box.right) / 2
            if abs(off) > 0.05:
                yield f"{sheet}: what is printed is {off:.2f} mm off the middle of its piece"


def _alike(pdf: Pdf) -> dict[str, list[tuple[int, Cell]]]:
    """Sheet to its pieces, each with its page; pieces of several sheets by their size."""
    found: dict[str, list[tuple[int, Cell]]] = {}
    for leaf in pdf.leaves:
        for cell in cells(leaf):
            size = f" of {cell.box.width:.1f} x {cell.box.height:.1f} mm" if leaf.sheet == SHARED else ""
            found.setdefault(leaf.sheet + size, []).append((leaf.number, cell))
    return found


def words_inside(pdf: Pdf) -> Iterator[str]:
    """C25: words keep 3 mm from every cut."""
    for leaf in pdf.leaves:
        for cell in cells(leaf):
            safe = cell.box.grown(-pdf.figures.inset)
            for run in cell.runs:
                for word in run.words:
                    if not safe.holds(word.box, 0.005):
                        yield f"page {leaf.number}: {word.text!r} is nearer than {pdf.figures.inset:g} mm to a cut"


def frames_inside(pdf: Pdf) -> Iterator[str]:
    """B21, C25: no frame runs along a cut nearer than 3 mm, and no other ink comes nearer than 2 mm.

    The trade asks for 6.35 mm or none. We hold 3: the frames here are dashed places and boxes to write in, not borders
    that show a cut gone astray, and pieces of these sizes need the room.
    """
    for leaf in pdf.leaves:
        for cell in cells(leaf):
            for path in cell.paths:
                box, cut = path.box, cell.box
                if not cut.grown(-2.0).holds(path.inked):
                    yield f"page {leaf.number}: ink nearer than 2 mm to a cut, at {box.left:.1f}, {box.top:.1f} mm"
                for edge in path.edges():
                    gaps = [abs(edge.left - cut.left), abs(cut.right - edge.left)] if edge.width == 0 else []
                    gaps += [abs(edge.top - cut.top), abs(cut.bottom - edge.top)] if edge.height == 0 else []
                    if path.width and max(edge.width, edge.height) > 10 and min(gaps) < pdf.figures.inset:
                        yield f"page {leaf.number}: a frame runs {min(gaps):.2f} mm beside a cut"


def nothing_astray(pdf: Pdf) -> Iterator[str]:  # noqa: C901 - one walk over all that stands outside the pieces
    """C26: outside the pieces stand the title line, the rulers and their words, and nothing touches a cut line."""
    for leaf in pdf.leaves:
        if not leaf.cut:
            continue
        pieces = cells(leaf)
        inside = {id(thing) for cell in pieces for thing in (*cell.runs, *cell.paths)}
        lines = cut_lines(leaf)
        for run in leaf.runs:
            known = run in leaf.head or re.search("mm|in$|^Short", run.text.strip())
            if run.words and id(run) not in inside and not known:
                yield f"page {leaf.number}: {run.text.strip()!r} is on no piece"
        loose = [path for path in leaf.paths if id(path) not in inside and path not in lines]
        rulers = [around.grown(5) for group in bars(leaf) for around in (path.box for path in group)]
        for path in loose:
            if not any(ruler.holds(path.box) for ruler in rulers):
                yield f"page {leaf.number}: a shape at {path.box.left:.1f}, {path.box.top:.1f} mm is on no piece"
        for line in lines:
            reach = line.inked.grown(0.5)
            for run in leaf.runs:
                for word in run.words if id(run) not in inside else ():
                    if reach.meets(word.box):
                        yield f"page {leaf.number}: {word.text!r} touches a cut line"
            for path in loose:
                if reach.meets(path.inked):
                    yield f"page {leaf.number}: a ruler touches a cut line"


def corner_numbers(pdf: Pdf) -> Iterator[str]:
    """B14, D07: a station's number stands in two opposite corners, one of them turned; all numbers are there."""
    numbers = []
    for leaf in pdf.sheet("Station cards"):
        for cell in cells(leaf):
            big = [run for run in cell.runs if run.size >= 50]
            middle_x, middle_y = (cell.box.left + cell.box.right) / 2, (cell.box.top + cell.box.bottom) / 2
            first = [run for run in big if run.angle == 0 and run.x < middle_x and run.y < middle_y]
            last = [run for run in big if run.angle == 180 and run.x > middle_x and run.y > middle_y]
            if [run.text.strip() for run in first] != [run.text.strip() for run in last] or len(first) != 1:
                yield f"page {leaf.number}: corners say {[run.text.strip() for run in big]}"
            numbers += [run.text.strip().rstrip(".") for run in first]
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        yield f"the stations are numbered {numbers}"


def big_figures(pdf: Pdf) -> Iterator[str]:
    """B12: in large print a station's number, twice, and its target are 15.9 mm high or more."""
    for leaf in pdf.sheet("Station cards"):
        for cell in cells(leaf):
            words = [word for run in cell.runs for word in run.words if re.fullmatch(r"\d+\.?", word.text)]
            tall = [word for word in words if word.box.height >= pdf.figures.big_figure - 0.05]
            if pdf.figures.big_figure and len(tall) < 3:
                heights = ", ".join(f"{word.text} {word.box.height:.1f}" for word in words)
                yield f"page {leaf.number}: figures of {heights} mm"


def label_zone(pdf: Pdf) -> Iterator[str]:
    """B30: on large station cards and markers 12 x 55 mm stay blank for a braille label."""
    for sheet in ("Station cards", "REVERSE markers"):
        for leaf in pdf.sheet(sheet):
            for cell in cells(leaf):
                ink = [word.box for run in cell.runs for word in run.words] + [path.inked for path in cell.paths]
                if not _has_room(cell.box.grown(-pdf.figures.inset), ink, *pdf.figures.label):
                    yield f"page {leaf.number}: no room for a label on a piece of {sheet!r}"


def room_for_counters(pdf: Pdf) -> Iterator[str]:
    """B22: on a large station card eight counters of 30 mm lie flat, four by two, and hide no word."""
    for leaf in pdf.sheet("Station cards"):
        for cell in cells(leaf):
            words = [word.box for run in cell.runs for word in run.words]
            if not _has_room(cell.box, words, *pdf.figures.counters):
                yield f"page {leaf.number}: no room for eight counters"


def piece_by_piece(pdf: Pdf) -> Iterator[str]:
    """A72: the words of one piece are read before those of the next."""
    for leaf in pdf.leaves:
        order = []
        pieces = cells(leaf)
        for run in leaf.runs:
            places = [index for index, cell in enumerate(pieces) if any(run is other for other in cell.runs)]
            order += places if run.roles else []
        if order != sorted(order):
            yield f"page {leaf.number}: pieces are read in the order {[*dict.fromkeys(order)]}"


def turn_in_brief(pdf: Pdf) -> Iterator[str]:
    """B41: every player's piece tells the turn in brief."""
    for sheet in ("Score mats", "Player records"):
        runs = [run for leaf in pdf.sheet(sheet) for run in leaf.runs if run.roles]
        players = sum(bool(re.fullmatch(r"Player \d+", run.text.strip())) for run in runs)
        turns = sum(run.text.strip() == "Your turn" for run in runs)
        if players != turns:
            yield f"{sheet}: {players} players, {turns} of their pieces tell the turn"


def marker_words(pdf: Pdf) -> Iterator[str]:
    """B21: the marker's name, REVERSE, is set in 14 pt or more."""
    for leaf in pdf.sheet("REVERSE markers"):
        for cell in cells(leaf):
            named = [run.size for run in cell.runs if run.text.strip() == "REVERSE"]
            if len(named) != 1 or named[0] < 14.0:
                yield f"page {leaf.number}: a marker is named in {named} pt"


def rulers(pdf: Pdf) -> Iterator[str]:
    """C15, C16, C17: 100.00 mm across and 101.60 mm down, within 0.05 mm, on page 1 and on every sheet that is cut."""
    for leaf in pdf.leaves:
        if leaf.number > 1 and not leaf.cut:
            continue
        for group, way, length, step in zip(bars(leaf), ("across", "down"), (100.0, 101.6), (10.0, 25.4), strict=True):
            if not group:
                yield f"page {leaf.number}: no ruler {way}"
            for bar in group:
                yield from (f"page {leaf.number}: {fault}" for fault in _ruler(leaf, bar, length, step))
        words = " ".join(run.text for run in leaf.runs)
        for word in ("100 mm", "4 in", "100 %"):
            if word not in words.replace("\u00a0", " "):
                yield f"page {leaf.number}: does not say {word!r} beside the ruler"
        if not re.search("[Ss]hort", words):
            yield f"page {leaf.number}: does not say what to do when the ruler is short"


def _has_room(cell: Box, taken: list[Box], wide: float, high: float) -> bool:
    """Whether a free rectangle lies in a cell: one that reaches up to an edge or to what is taken, if any does."""
    lefts = [cell.left, *(box.right for box in taken)]
    tops = [cell.top, *(box.bottom for box in taken)]
    places = (Box(left, top, left + wide, top + high) for left, top in product(lefts, tops))
    return any(cell.holds(place, 0.05) and not any(place.meets(box) for box in taken) for place in places)


def _ruler(leaf: Leaf, bar: Path, length: float, step: float) -> Iterator[str]:
    measured = bar.box.height if bar.is_upright else bar.box.width
    if abs(measured - length) > 0.05:
        yield f"a ruler is {measured:.3f} mm long, expected {length:g} mm"
    start = bar.box.top if bar.is_upright else bar.box.left
    ticks = sorted(
        (path.box.top if bar.is_upright else path.box.left) - start
        for path in leaf.paths
        if path.is_line and path.is_upright != bar.is_upright and _starts_on(path, bar)
    )
    wanted = [index * step for index in range(round(length / step) + 1)]
    if len(ticks) != len(wanted) or any(abs(a - b) > 0.05 for a, b in zip(ticks, wanted, strict=False)):
        yield f"a ruler of {length:g} mm has ticks at {', '.join(f'{tick:.2f}' for tick in ticks)} mm"


def _starts_on(tick: Path, bar: Path) -> bool:
    return max(tick.box.width, tick.box.height) < 6 and bar.box.grown(0.02).meets(tick.box.grown(0.02))


def _tick(lines: list[Path], bar: Path, end: tuple[float, float]) -> bool:
    """Whether a tick rises at the end of a bar."""
    here = Box(*end, *end).grown(0.02)
    return any(
        line.is_upright != bar.is_upright and _starts_on(line, bar) and here.meets(line.box.grown(0.02))
        for line in lines
    )


def _merged(places: list[float]) -> list[float]:
    found: list[float] = []
    for place in places:
        if not found or place - found[-1] > 0.1:
            found.append(place)
    return found


def _sides(box: Box) -> list[Box]:
    left, top, right, bottom = box
    return [
        Box(left, top, right, top),
        Box(left, bottom, right, bottom),
        Box(left, top, left, bottom),
        Box(right, top, right, bottom),
    ]


def _covers(line: Path, side: Box) -> bool:
    return line.box.grown(0.1).holds(side)


def _inside(cell: Box, box: Box) -> bool:
    return cell.at((box.left + box.right) / 2, (box.top + box.bottom) / 2)


def _offsets(cell: Cell) -> list[tuple[float, ...]]:
    """Shapes of a piece by their place on it, in tenths of a millimetre; arrows and the like count by their middle."""
    return [
        tuple(math.floor((value - base) * 10 + 0.5) for value, base in zip(path.box, (cell.box[:2] * 2), strict=True))
        for path in cell.paths
    ]
