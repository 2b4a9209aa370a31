"""A laid-out element, and what every layout function is told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.errors import Finding, Rejected
from generator.model import Node
from generator.pages import Anchor, Circle, Element, Line, Mark, Rect, Text
from generator.profiles import Profile

CLOSE = 0.05
"""mm; what is wider than its box by no more than this fits: nobody sees it, and a message would call it 0.0 mm."""


@dataclass(slots=True)
class Block:
    """Marks of one element, relative to its own top left corner."""

    width: float
    """mm."""
    height: float
    """mm."""
    marks: list[tuple[float, float, "Mark | Block"]] = field(default_factory=list)
    """Offset and what stands there, in reading order."""

    def put(self, x: float, y: float, what: "Mark | Block") -> None:
        """Add a mark or a block at an offset."""
        self.marks.append((x, y, what))

    def flat(self) -> tuple[Mark, ...]:
        """Every mark, its coordinates relative to this block."""
        found: list[Mark] = []
        _flatten(self, 0.0, 0.0, found)
        return tuple(found)


MOST_EFFORT = 200_000
"""Marks set and elements laid out for one request, of each piece once: fifty times what the largest kit takes."""
MOST_FINDINGS = 1_000
"""Findings of one sheet; more of them would tell nobody anything."""


@dataclass(slots=True)
class Effort:
    """What the setting of one request has taken."""

    spent: int = 0
    """Elements laid out, each time they are, and marks set."""

    def spend(self, count: int, node: Node, findings: list[Finding]) -> None:
        """Count. Raises `Rejected`, with the findings so far, where it is too much."""
        self.spent += count
        if self.spent > MOST_EFFORT:
            message = f"up to here it takes more than {MOST_EFFORT} lines and shapes to set, rows within rows anew"
            raise Rejected([*findings, Finding(node.path, node.line, message)])


@dataclass(slots=True)
class Context:
    """What a layout function needs beside its node; findings gather in it."""

    profile: Profile
    label: str
    """Name of the piece, for messages."""
    lay: Callable[[Node, float, Element | None, "Context", float | None], Block]
    """Lays out any element: node, width, owner, context, height to fill or None."""
    findings: list[Finding]
    effort: Effort = field(default_factory=Effort)
    example: str = ""

    def complain(self, node: Node, message: str) -> None:
        """Record a finding at the node's own line: once, where several pieces made from that line have it."""
        if len(self.findings) >= MOST_FINDINGS:
            return
        for known in self.findings:
            if (known.path, known.line) == (node.path, node.line) and known.message.endswith(f": {message}"):
                return
        self.findings.append(Finding(node.path, node.line, f"{self.label}: {message}"))

    def size(self, node: Node, default: str = "body") -> float:
        """The type size of a node in pt; a size under the profile's floor is a finding."""
        name = node.attrs.get("size", default)
        sizes: Mapping[str, float] = {
            "body": self.profile.body,
            "h1": self.profile.h1,
            "h2": self.profile.h2,
            "h3": self.profile.h3,
        }
        points = sizes[name] if name in sizes else float(name)
        if points < self.profile.floor:
            self.complain(
                node,
                f"text of {points:g} pt is under the {self.profile.name} profile's floor of {self.profile.floor:g} pt",
            )
        return points


def number(node: Node, name: str, default: float) -> float:
    """An attribute in mm; the vocabulary has already checked that it is a number."""
    return float(node.attrs.get(name, default))


def _flatten(block: Block, dx: float, dy: float, found: list[Mark]) -> None:
    for x, y, what in block.marks:
        if isinstance(what, Block):
            _flatten(what, dx + x, dy + y, found)
        else:
            found.append(moved(what, dx + x, dy + y))


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """The same mark, farther right and farther down."""
    # Written out: `dataclasses.replace` would be half of a piece's layout.
    if isinstance(mark, Text):
        x, y = mark.x + dx, mark.y + dy
        return Text(x, y, mark.text, mark.font, mark.size, mark.owner, mark.anchor, mark.turn, mark.ink)
    if isinstance(mark, Line):
        points = tuple([(x + dx, y + dy) for x, y in mark.points])
        return Line(points, mark.width, mark.owner, mark.ink, mark.dash, mark.fill, mark.closed)
    if isinstance(mark, Anchor):
        return mark
    return mark._replace(x=mark.x + dx, y=mark.y + dy)


def turned(block: Block) -> Block:
    """The block upside down in the same place."""
    result = Block(block.width, block.height)
    for mark in block.flat():
        result.put(0, 0, _turned(mark, block.width, block.height))
    return result


def _turned(mark: Mark, width: float, height: float) -> Mark:
    if isinstance(mark, Text):
        return mark._replace(x=width - mark.x, y=height - mark.y, turn=180 - mark.turn)
    if isinstance(mark, Line):
        return mark._replace(points=tuple((width - x, height - y) for x, y in mark.points))
    if isinstance(mark, Rect):
        return mark._replace(x=width - mark.x - mark.w, y=height - mark.y - mark.h)
    if isinstance(mark, Circle):
        return mark._replace(x=width - mark.x, y=height - mark.y)
    return mark
