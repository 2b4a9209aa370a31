"""The values that flow between the stages. All frozen; lengths in mm, origin top left, y down; type sizes in pt."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.errors import Finding
from generator.games import Game


class Paper(NamedTuple):
    """A sheet of paper, upright."""

    name: str
    """`a4` or `letter`, as `--paper` takes it."""
    title: str
    """The name in print."""
    width: float
    """mm."""
    height: float
    """mm."""


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("a4", "A4", 210.0, 297.0),  # ISO 216
    "letter": Paper("letter", "Letter", 215.9, 279.4),  # ANSI/ASME Y14.1, 8.5 x 11 in
}


class Request(NamedTuple):
    """One kit to print, every word of it already checked against the kit."""

    folder: Path
    """The kit's folder."""
    players: int
    setup: str | None
    """Name of a setup, or None where the game has none or the table chooses."""
    paper: Paper
    profile: str
    """Name of the profile."""
    names: tuple[str, ...]
    """Printed on mats and records, in seat order, empty where a seat stays blank; at most one for each player."""
    sheets: tuple[str, ...]
    """Names of the sheets to print, in the kit's order; all of them for the whole kit."""
    copies: Mapping[str, int]
    """Sheet name to copies of each of its pieces, in place of the kit's own figure."""
    split: str | None
    """`stock`, `sheet` or None for one file."""
    format: str = "pdf"
    """A key of `request.FORMATS`."""
    position: Mapping[str, Any] | None = None
    """A position to draw in place of a kit, as `replay --json` prints it."""
    played: int = 0
    """Number of moves that lead to it."""
    practice: str = ""
    """What the file's name says of its practice questions; empty where it has none."""
    pieces: Mapping[str, tuple[int, ...]] | None = None
    """Sheet name to the pieces to print of it, from 1 in the order of printing; None for all of every sheet."""
    reprint: Mapping[str, Any] | None = None
    """What the first page of a reprint says of it, as `reprint` gives it; None for any other print."""
    each: str = "page"
    """What each picture shows, where the format is one of pictures: a `page`, or a `piece` that differs from others."""
    dpi: int = 150
    """Dots to an inch, where pictures are made of dots."""


class Node(NamedTuple):
    """An element of the closed vocabulary (`docs/vocabulary.md`), or of a Markdown text read into it."""

    tag: str
    attrs: Mapping[str, str]
    children: tuple["Node | str", ...]
    path: str
    """File in which the element was written, for messages."""
    line: int
    """Its line there, from 1."""


class Claim(NamedTuple):
    """What a person says that a move does, word for word."""

    key: str
    """Name of a fact of the game, or ``illegal``."""
    value: str
    """The value in text form."""
    line: int


class Step(NamedTuple):
    """One move of a worked example and what is claimed of it."""

    move: str
    line: int
    claims: tuple[Claim, ...]


class Example(NamedTuple):
    """A worked example as its fence gives it."""

    id: str
    title: str
    path: str
    line: int
    """Line of the opening fence."""
    position: str
    position_line: int
    names: tuple[str, ...]
    """Names of the seats, or none."""
    steps: tuple[Step, ...]
    says: tuple[tuple[int, str], ...]
    """Line and text of each `say:`, a paragraph with Jinja expressions."""
    illustration: int = 0
    """Line of its `illustration: yes`: its position does not come from a game. 0 where there is none."""
    lesson: str = ""
    """What it teaches, by the engine's name for it, so that another like it can be found; empty if not said."""
    lesson_line: int = 0


Size = tuple[float, float] | str
"""Width and height in mm of a piece that is cut out; `page` for one that fills a page, `pages` for one that flows over
as many as it needs."""


class SheetSpec(NamedTuple):
    """A row of the kit's `[[sheets]]`."""

    name: str
    """As `--sheets` takes it."""
    title: str
    """In print."""
    stock: str
    """`paper` or `card`."""
    template: str
    """A template of the kit's folder; empty when `text` is set."""
    large_template: str
    """The template for large print; empty when `template` serves for it too."""
    text: str
    """A Markdown file of the kit's folder; empty when `template` is set."""
    piece: str
    """Name of one piece, as summaries count it; empty for text sheets."""
    each: str | None
    """Jinja expression over players and rules: what the template repeats over. None: once."""
    copies: str
    """Jinja expression: copies of each piece."""
    sizes: Mapping[str, Size]
    """Profile name to the size of one piece. Empty for text that flows over pages."""
    pages: int | None
    """Pages left at first for the sheet that is filled last and put first; None for any other."""
    line: int
    """Line of its header in `kit.toml`."""

    def size(self, profile: str) -> Size | None:
        """The size in a profile; None for text that flows over pages.

        Each type of large print uses the size for large print where it has none of its own.
        """
        return self.sizes.get(profile, self.sizes.get(profile.partition("-")[0]))


class Kit(NamedTuple):
    """A kit folder, read and checked."""

    folder: Path
    shown: str
    """The folder as messages write it."""
    name: str
    """The folder's own name: the first part of the file's name."""
    title: str
    edition: str
    language: str
    """BCP 47."""
    engine: str
    """Name of the engine."""
    game: Game
    """The engine."""
    numbers: Mapping[str, Any]
    """The `[rules]` table as `kit.toml` gives it."""
    rules: Any
    """The engine's Rules value."""
    setups: Mapping[str, Mapping[str, Any]]
    """The setups as `kit.toml` gives them, in its order."""
    players: tuple[int, int, int]
    """Fewest, most, default."""
    about: Mapping[str, Any]
    """The `[about]` table: facts for words that no rule decides."""
    profiles: Mapping[str, Mapping[str, Any]]
    """What the kit changes in the print sizes, by their names."""
    sheets: tuple[SheetSpec, ...]
    texts: Mapping[str, tuple[Node, ...]]
    """Markdown file name to its blocks; runs of text still hold their expressions."""
    examples: tuple[Example, ...]
    """Every worked example, in the order of the texts."""
    lines: Mapping[str, int]
    """Dotted key of `kit.toml` to its line."""

    def imprint(self, record: Mapping[str, Any]) -> "Imprint":
        """What every page and file says of the kit; `record` is what `record` makes of it."""
        named = self.name, self.title, self.edition, record["kit"]["fingerprint"], self.language, self.shown
        return Imprint(*named, self.lines.get("title", 1), len(self.sheets), self.profiles, record)

    def rule_ids(self) -> Iterator[tuple[str, Node]]:
        """Every id of a rule in the texts, with the block that bears it."""
        blocks = [block for text in self.texts.values() for block in reversed(text)]
        while blocks:
            block = blocks.pop()
            if "id" in block.attrs and block.tag != "example":
                yield block.attrs["id"], block
            blocks += [child for child in reversed(block.children) if isinstance(child, Node)]

    def sheet(self, name: str) -> SheetSpec:
        """The sheet of that name; KeyError when there is none."""
        return next(spec for spec in self.sheets if spec.name == name)


class ProvedStep(NamedTuple):
    """A move as the engine played it."""

    move: str
    """In the engine's own text form."""
    seat: int
    """Who moved, from 1."""
    facts: Mapping[str, Any]
    """What it did; empty for a refused move."""
    illegal: str | None
    """Id of the rule that refuses the move."""
    why: str
    """The engine's sentence for a refused move."""


class Proof(NamedTuple):
    """An example whose every claim the engine confirms."""

    example: Example
    before: Mapping[str, Any]
    """The position at the start, as `replay --json` prints it."""
    steps: tuple[ProvedStep, ...]
    claims: int
    """How many claims were checked."""


class Proofs(NamedTuple):
    """Every example of a kit: proved, or refused with its findings."""

    proved: Mapping[str, Proof]
    refused: Mapping[str, tuple[Finding, ...]]
    replayed: Mapping[str, Proof] = MappingProxyType({})
    """Refused, but replayed to its end: what the engine finds, so that its sentences can be tried too."""


class Piece(NamedTuple):
    """One filled template."""

    label: str
    """For messages: `station-card 4`."""
    tree: Node
    copies: int


class Sheet(NamedTuple):
    """A filled sheet."""

    spec: SheetSpec
    pieces: tuple[Piece, ...]


class Side(NamedTuple):
    """What one page says."""

    number: int
    """In the whole kit, from 1."""
    paper: Paper
    texts: tuple[str, ...]
    """Every run of characters, in reading order."""
    tells: bool
    """True when a part of a worked example stands on it."""


class Told(NamedTuple):
    """What one PDF file must say when it is read back."""

    title: str
    language: str
    sides: tuple[Side, ...]
    examples: Mapping[str, tuple[int, tuple[str, ...]]]
    """Id of a worked example to the page where it begins, its words and what stands for its pictures."""


class Content(NamedTuple):
    """What a piece shows, as files attach it; the digest's 16 figures are the same for pieces that are alike."""

    sheet: str
    label: str
    copies: int
    digest: str


class Printed(NamedTuple):
    """One finished file."""

    path: Path
    pdf: bytes
    told: Told


class Imprint(NamedTuple):
    """What every page and file of a kit says of it."""

    name: str
    """The kit folder's name: the first part of a file's name."""
    title: str
    edition: str
    fingerprint: str
    """Of the rules."""
    language: str
    """BCP 47."""
    shown: str
    """The folder as messages write it."""
    title_line: int
    """Line of the title in `kit.toml`."""
    sheets: int
    """How many sheets the whole kit has."""
    profiles: Mapping[str, Mapping[str, Any]]
    """What the kit changes in the print sizes."""
    record: Mapping[str, Any]
    """What a file attaches of the kit and the request."""


class Summary(NamedTuple):
    """What was printed, as the command reports it."""

    files: tuple[str, ...]
    pages: int
    paper_sheets: int
    card_sheets: int
    pieces: Mapping[str, int]
    examples_proved: int
