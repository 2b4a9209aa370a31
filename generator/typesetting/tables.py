"""Tables: a header row that is repeated when the table goes over a page, rows that stay whole."""

from dataclasses import replace

from generator.model import Node
from generator.pages import Anchor, Element, Line
from generator.typesetting import prose, text, tracks
from generator.typesetting.block import Block, Context, number
from generator.typesetting.prose import Unit

_PAD = 2.0
"""mm between a cell's content and its sides."""
_CLEAR = 1.0
"""The same at least for centred words, which stand clear of both sides by themselves."""
_MOST_LINES = 3.5
"""A table in large type with a higher row is set as words."""
_WHOLE = 100.0
"""mm; a table no higher than this stays on one page."""
_PAD_DOWN = 1.1
"""mm above and below a cell's content."""


def table(node: Node, width: float, owner: Element | None, cx: Context) -> list[Unit]:
    """One unit a row. Attributes: `cols` (tracks; by content when left out), `grid` for upright lines too."""
    rows = [row for row in node.children if isinstance(row, Node)]
    count = max((len(_cells(row)) for row in rows), default=0)
    if "cols" in node.attrs:
        widths = tracks.sizes(tracks.read(node.attrs["cols"]), width, 0.0)
    else:
        widths = _natural(rows, count, width, cx)
    trial = replace(cx, findings=[])
    units = _rows(node, rows, widths, Element("Table", owner), trial)
    if cx.profile.large and "grid" not in node.attrs and _only_words(rows):
        told = _as_text(rows, width, owner, cx)
        high = max((unit.block.height for unit in units), default=0.0) > _MOST_LINES * text.leading(cx.profile.body, cx)
        if high or not _holds(rows, widths, cx):
            return told
    cx.findings.extend(trial.findings)
    if units:
        line = text.leading(cx.profile.body, cx)
        units[0].before, units[-1].after = 0.7 * line, 0.9 * line
        whole = sum(unit.block.height for unit in units) <= _WHOLE
        for unit in units[:-1] if whole else units[-2:-1]:
            unit.keep = True
    return units


def _rows(node: Node, rows: list[Node], widths: list[float], parent: Element, cx: Context) -> list[Unit]:
    grid = "grid" in node.attrs
    units: list[Unit] = []
    head: Block | None = None
    for index, row in enumerate(rows):
        if len(_cells(row)) != len(widths):
            cx.complain(row, f"expected {len(widths)} cells in this row, found {len(_cells(row))}")
            continue
        header = all(cell.tag == "th" for cell in _cells(row))
        block = _row(row, widths, Element("TR", parent), cx, header, grid, top=index == 0)
        units.append(Unit(block, 0.0, 0.0, keep=header and index == 0, head=head))
        if header and index == 0:
            head = _row(row, widths, None, cx, header, grid, top=True)
    return units


def _only_words(rows: list[Node]) -> bool:
    """True when every cell holds words, and nothing else."""
    cells = [cell for row in rows for cell in _cells(row)]
    return all(cell.children for cell in cells) and not any(
        isinstance(child, Node) and child.tag != "strong" for cell in cells for child in cell.children
    )


def _holds(rows: list[Node], widths: list[float], cx: Context) -> bool:
    """False where type is so large that a column can't hold its longest word."""
    for row in rows:
        for cell, width in zip(_cells(row), widths, strict=False):
            size = cx.size(cell)
            for word in text.words(cell, size, cx, bold=cell.tag == "th"):
                if word.width > width - 2 * _PAD:
                    return False
    return True


def _as_text(rows: list[Node], width: float, owner: Element | None, cx: Context) -> list[Unit]:
    """A paragraph for each row, for type too large for columns: its first cell in bold, then what each column says."""
    heads = _cells(rows[0]) if all(cell.tag == "th" for cell in _cells(rows[0])) else []
    units: list[Unit] = []
    for row in rows[1:] if heads else rows:
        first, *others = _cells(row)
        parts: list[Node | str] = [first._replace(tag="strong", children=(*first.children, _stop(first)))]
        for index, cell in enumerate(others, 1):
            head = (*heads[index].children, ": ") if heads and len(others) > 1 else ()
            parts += [" ", *head, *cell.children, _stop(cell)]
        units += prose.paragraph(Node("p", {}, tuple(parts), row.path, row.line), width, owner, cx)
    return units


def _stop(node: Node) -> str:
    """The stop that ends a cell as a sentence; none where it has one."""
    last = node.children[-1]
    return _stop(last) if isinstance(last, Node) else "" if last.rstrip().endswith((".", "!", "?")) else "."


def _natural(rows: list[Node], count: int, width: float, cx: Context) -> list[float]:
    """Widths by content: nothing is broken where all fits; else each column gets a share and its longest word."""
    lines, longest = [0.0] * count, [0.0] * count
    for row in rows:
        for index, cell in enumerate(_cells(row)[:count]):
            size = cx.size(cell)
            found = text.words(cell, size, cx, bold=cell.tag == "th")
            pad = 2 * _PAD + 0.5
            lines[index] = max(lines[index], text.line_width(found, text.space(size, cx)) + pad)
            longest[index] = max([longest[index]] + [word.width + pad for word in found])
    if sum(lines) <= width:
        return [*lines[:-1], width - sum(lines[:-1])]
    kept = [line if line <= width / count else 0.0 for line in lines]
    while True:
        left = width - sum(kept)
        weights = [0.0 if have else line**0.5 for have, line in zip(kept, lines, strict=True)]
        shares = [have or left * weight / sum(weights) for have, weight in zip(kept, weights, strict=True)]
        tight = [i for i in range(count) if shares[i] < longest[i] - 1e-6 and not kept[i]]
        if not tight or len(tight) == sum(1 for have in kept if not have):
            return shares
        for index in tight:
            kept[index] = longest[index]


def _cells(row: Node) -> list[Node]:
    return [cell for cell in row.children if isinstance(cell, Node)]


def _row(
    row: Node, widths: list[float], owner: Element | None, cx: Context, header: bool, grid: bool, top: bool
) -> Block:
    """A row; without an owner it is the artifact that a continued table repeats."""
    total = sum(widths)
    cells = [_cell(cell, width, owner, cx, header) for cell, width in zip(_cells(row), widths, strict=True)]
    high = max([block.height for block, _ in cells] + [number(row, "h", 0.0)])
    block = Block(total, high)
    x = 0.0
    for (content, centred), width in zip(cells, widths, strict=True):
        down = (high - content.height) / 2 if centred or grid else 0.0
        block.put(x, down, content)
        if grid and x:
            block.put(0, 0, Line(((x, 0), (x, high)), cx.profile.rule, None))
        x += width
    edges = [high, 0.0] if top and (grid or not header) else [high]
    for y in edges:
        block.put(0, 0, Line(((0, y), (total, y)), cx.profile.rule, None))
    if grid:
        block.put(0, 0, Line(((0, 0), (0, high)), cx.profile.rule, None))
        block.put(0, 0, Line(((total, 0), (total, high)), cx.profile.rule, None))
    return block


def _cell(cell: Node, width: float, row: Element | None, cx: Context, header: bool) -> tuple[Block, bool]:
    """The content of a cell with its padding, and whether it is centred down the row."""
    role = "TH" if cell.tag == "th" else "TD"
    scope = ("Column" if header else "Row") if role == "TH" else ""
    element = Element(role, row, scope=scope) if row else None
    inner = width - 2 * _PAD
    nodes = [child for child in cell.children if isinstance(child, Node) and child.tag != "strong"]
    block = Block(width, number(cell, "h", 0.0))
    if nodes:
        y = _PAD_DOWN
        for child in nodes:
            content = cx.lay(child, inner, element, cx, None)
            block.put(_PAD, y, content)
            y += content.height
        block.height = max(block.height, y + _PAD_DOWN)
        return block, True
    size, gap, align = cx.size(cell), text.space(cx.size(cell), cx), cell.attrs.get("align", "left")
    pad = _CLEAR if align == "center" else _PAD
    inner = width - 2 * pad
    lines = text.break_lines(text.words(cell, size, cx, role == "TH", inner), inner, gap)
    for index, line in enumerate(lines):
        text.check_width(line, inner, gap, cell, cx)
        spare = inner - text.line_width(line, gap)
        x = pad + {"left": 0.0, "center": spare / 2, "right": spare}[align]
        y = _PAD_DOWN + index * text.leading(size, cx) + text.first_baseline(size, cx)
        text.set_line(block, line, x, y, size, element, index == len(lines) - 1)
    if not lines and element:
        block.put(0, 0, Anchor(element))
    block.height = max(block.height, len(lines) * text.leading(size, cx) + 2 * _PAD_DOWN)
    return block, False
