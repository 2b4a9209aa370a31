"""One Markdown text of a kit in, its blocks and worked examples out; expressions stay in the runs of text, unevaluated.

Only what large print and a screen reader carry well is read (`_FORBIDDEN` says what is not); what Markdown itself would
drop or change in silence, such as a cell too many, is a finding too.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from generator.errors import Finding, Rejected
from generator.kit_lines import example_fence
from generator.model import Example, Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MOST_CHARACTERS: Final = 250_000
"""Of a text: fifteen times the longest rules."""
MOST_LINES: Final = 20_000
"""Of a text."""
_DEEPEST: Final = 10
"""Bold words in bold words."""

_EXPRESSION = re.compile(
    r"""\{\{(?:[^"'{}]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\{(?![{%#])|\}(?!\}))*\}\}""", re.DOTALL
)
_COMMENT: Final = re.compile(r"\s*(<!--(?:(?!-->).)*-->\s*)+", re.DOTALL)
"""What no reader is told."""
_FORBIDDEN: Final = {
    "blockquote_open": "quotes are not used",
    "code_block": "a line that begins with four spaces is code, which is not used: begin it at the margin",
    "code_inline": "code spans are not used",
    "em_open": "italics are not used: large print keeps to bold",
    "hardbreak": "a forced line break is not used: begin a new paragraph, and end no line with a backslash",
    "hr": "ruled lines are not used: a heading parts the text",
    **dict.fromkeys(("html_block", "html_inline"), "HTML is not used"),
    "image": "images are not used: a picture is a fence ```figure NAME",
    "link_open": "links are not used: paper cannot follow them",
    "s_open": "struck-out words are not used",
}
"""Type of a token and what is said of it."""
_MARKS: Final = {
    "{{": "'{{' begins no expression: expected '}}' after it (in a table '|' is written '\\|')",
    "}}": "'}}' ends no expression: expected '{{' before it",
    "{%": "'{%' is not used in a text: only expressions '{{ ... }}' are",
    "{#": "'{#' is not used here: the id of a rule stands last in its heading, paragraph or item, as ' {#id}'",
    "**": "'**' is no mark for bold here: expected a pair of them around words, with no space inside",
    "`": "'`' is not used: code spans are not",
}
"""What must not be left in a run of text, expressions aside."""


def rules_text(source: str, path: str) -> tuple[tuple[Node, ...], tuple[Example, ...]]:
    """Read a text that messages call `path`.

    A fence is a node `example` with its id or `figure` with its name. Each child of a node is a node or one run of
    text, in which a line break is a space. Raises `Rejected` with every mistake.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    if source.count("\n") > MOST_LINES:
        raise Rejected([Finding(path, MOST_LINES + 1, f"a text has at most {MOST_LINES} lines")])
    if len(source) > MOST_CHARACTERS:
        raise Rejected([Finding(path, 1, f"a text has at most {MOST_CHARACTERS} characters, found {len(source)}")])
    lines = source.split("\n")
    reading = _Reading("\n".join(line.rstrip(" \t") for line in lines), path)
    blocks = reading.blocks()
    if reading.findings:
        raise Rejected(reading.findings)
    return blocks, tuple(reading.examples)


@cache
def _markdown() -> MarkdownIt:
    """CommonMark with tables, in which an expression is one token that no other mark can cut."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    markdown.inline.ruler.before("text", "expression", _expression)
    return markdown


def _expression(state: StateInline, silent: bool) -> bool:
    found = _EXPRESSION.match(state.src, state.pos, state.posMax)
    if found:
        state.pos = found.end()
        if not silent:
            state.push("expression", "", 0).content = found.group()
    return bool(found)


def _cut(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """The outermost tokens, each with those between it and its closing one."""
    start = depth = 0
    for at, token in enumerate(tokens):
        depth += token.nesting
        if depth == 0:
            yield tokens[start], tokens[start + 1 : at]
            start = at + 1


def _forget_comments(children: list[Token]) -> None:
    """Take comments out of the content of a block, which keeps its lines."""
    for token in children:
        if token.type == "html_inline" and _COMMENT.fullmatch(token.content):
            token.type, token.content = "text", "\n" * token.content.count("\n")
    while children and children[-1].type == "text":
        children[-1].content = children[-1].content.rstrip()
        if children[-1].content:
            return
        children.pop()


def _line(token: Token) -> int:
    return cast(list[int], token.map)[0] + 1  # every block has one


class _Reading:
    """One call of `rules_text`: the text, and what was found so far."""

    def __init__(self, source: str, path: str) -> None:
        self.source, self.path, self.lines = source, path, source.split("\n")
        self.examples: list[Example] = []
        self.findings: list[Finding] = []
        self.level = 0
        self.ids: dict[tuple[str, str], int] = {}

    def add(self, line: int, message: str) -> None:
        self.findings.append(Finding(self.path, line, message))

    def node(self, tag: str, line: int, children: Sequence[Node | str] = (), **attrs: str) -> Node:
        return Node(tag, attrs, tuple(children), self.path, line)

    def blocks(self) -> tuple[Node, ...]:
        env: dict[str, Any] = {}
        tokens = _markdown().parse(self.source, env)
        for definition in [*env.get("references", {}).values(), *env.get("duplicate_refs", ())]:
            self.add(definition["map"][0] + 1, _FORBIDDEN["link_open"])
        for token in tokens:
            _forget_comments(token.children or [])
        nodes = [node for head, inner in _cut(tokens) if (node := self.block(head, inner))]
        if not nodes and not self.findings:
            self.add(1, "the text is empty")
        return tuple(nodes)

    def block(self, head: Token, inner: Sequence[Token]) -> Node | None:
        line = _line(head)
        match head.type:
            case "paragraph_open":
                return self.words("p", inner, line)
            case "heading_open":
                return self.heading(head, inner)
            case "bullet_list_open" | "ordered_list_open":
                return self.items(head, inner)
            case "table_open":
                rows = [row for _, part in _cut(inner) for row in _cut(part)]
                return self.node("table", line, [self.row(row, cells, rows[0][1]) for row, cells in rows])
            case "fence":
                return self.fence(head)
        if head.type != "html_block" or not _COMMENT.fullmatch(head.content):
            self.add(line, _FORBIDDEN.get(head.type, f"{head.type} is not used"))
        return None

    def heading(self, head: Token, inner: Sequence[Token]) -> Node:
        line, level = _line(head), int(head.tag[1])
        if head.markup[0] != "#":
            self.add(line, "an underlined heading is not used: it begins with '#'")
        elif head.markup not in (most := "###"[: self.level + 1]):
            self.add(line, f"expected at most {most!r} before this heading, found {head.markup!r}")
        self.level = level
        return self.words(head.tag, inner, line)

    def items(self, head: Token, inner: Sequence[Token]) -> Node:
        expected = "1." if head.tag == "ol" else "-"
        found = f"{head.attrs.get('start', 1)}{head.markup}" if head.tag == "ol" else head.markup
        if found != expected:
            self.add(_line(head), f"expected a list that begins with {expected!r}, found {found!r}")
        return self.node(head.tag, _line(head), [self.item(item, content) for item, content in _cut(inner)])

    def item(self, head: Token, inner: Sequence[Token]) -> Node:
        blocks = list(_cut(inner))
        if odd := [block for at, (block, _) in enumerate(blocks) if at or block.type != "paragraph_open"]:
            self.add(_line(odd[0]), "an item of a list is one paragraph: nothing else stands in it")
            return self.node("li", _line(head))
        return self.words("li", blocks[0][1] if blocks else [], _line(head))

    def row(self, head: Token, inner: Sequence[Token], header: Sequence[Token]) -> Node:
        cells, line = list(_cut(inner)), _line(head)
        raw = re.split(r"(?<!\\)\|", self.lines[line - 1].strip())  # Markdown drops and fills up cells in silence
        if (found := len(raw[not raw[0] : len(raw) - (not raw[-1])])) != len(cells):
            self.add(line, f"expected {len(cells)} cells in this row, as in the first, found {found}")
        nodes = []
        for cell, content in cells:
            style = str(cell.attrs.get("style", "")).removeprefix("text-align:")
            nodes.append(self.node(cell.tag, line, self.runs(content[0]), **({"align": style} if style else {})))
        if header is inner and not any(node.children for node in nodes):
            self.add(line, "expected words in the first row of a table: it heads the columns")
        return self.node("tr", line, nodes)

    def words(self, tag: str, inner: Sequence[Token], line: int) -> Node:
        """A heading, a paragraph or an item, with its rule id if it has one."""
        attrs = {}
        last = inner[0].children[-1] if inner and inner[0].children else None
        if last and last.type == "text" and (found := re.search(r"(?:^|\s)\{#([^{}\s]*)\}$", last.content)):
            attrs["id"] = self.name("rule", found[1], line)
            last.content = last.content[: found.start()]
        children = self.runs(inner[0]) if inner else []
        if not children:
            self.add(line, "expected words here, found none")
        elif isinstance(first := children[0], str) and first.startswith("|"):
            self.add(line, "this is no table: its second line takes '---' for each cell of its first")
        return self.node(tag, line, children, **attrs)

    def runs(self, inline: Token) -> list[Node | str]:
        """The runs of text and the bold words of one block."""
        line, text = _line(inline), ""
        open_: list[tuple[int, list[Node | str]]] = [(line, [])]
        for token in inline.children or []:
            if token.type in ("strong_open", "strong_close"):
                line, text = self.run(open_[-1][1], line, text), ""
            if token.type == "strong_open":
                if token.markup != "**":
                    self.add(line, f"expected '**' around bold words, found {token.markup!r}")
                if len(open_) == 1 + _DEEPEST:
                    self.add(line, f"more than {_DEEPEST} bold words stand in one another")
                open_.append((line, []))
            elif token.type == "strong_close":
                start, words = open_.pop()
                open_[-1][1].append(self.node("strong", start, words))
            elif token.nesting >= 0:
                if token.type not in ("text", "expression", "softbreak"):
                    self.add(line + text.count("\n"), _FORBIDDEN.get(token.type, f"{token.type} is not used"))
                text += "\n" if token.type in ("softbreak", "hardbreak") else token.content
        self.run(open_[-1][1], line, text.rstrip())
        return open_[-1][1]

    def run(self, into: list[Node | str], line: int, text: str) -> int:
        """Put a run of text into a block; the line on which the next one begins."""
        if text:
            self.check(line, text)
            into.append(text.replace("\n", " "))
        return line + text.count("\n")

    def check(self, line: int, text: str) -> None:
        bare = _EXPRESSION.sub(lambda found: "\n" * found.group().count("\n"), text)
        for number, part in enumerate(bare.split("\n"), line):
            for message in (message for mark, message in _MARKS.items() if mark in part):
                self.add(number, message)

    def name(self, kind: str, name: str, line: int) -> str:
        """The id of a rule or an example, or a figure's name, checked."""
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
            self.add(line, f"{kind} {name!r}: expected lower-case words joined by hyphens")
        elif kind != "figure" and (first := self.ids.setdefault((kind, name), line)) != line:
            self.add(line, f"{kind} {name!r}: given twice; first on line {first}")
        return name

    def fence(self, token: Token) -> Node | None:
        line, end = _line(token), cast(list[int], token.map)[1]
        kind, _, name = token.info.strip().partition(" ")
        inner = self.lines[line : end - 1]
        next_ = next((at for at, text in enumerate(inner, line + 1) if text.startswith(f"{token.markup}")), None)
        if next_ or end == line or not self.lines[end - 1].strip().startswith(token.markup):
            before = f" before line {next_}" if next_ else ""
            fence = f"{token.markup}{token.info.strip()}"
            self.add(line, f"the fence {fence!r} is not closed: expected a line {token.markup!r}{before}")
            return None
        if kind not in ("example", "figure"):
            self.add(line, f"expected a fence ```example NAME or ```figure NAME, found {token.info.strip()!r}")
            return None
        name, body = self.name(kind, name.strip(), line), token.content.split("\n")[:-1]
        self.check(line + 1, "\n".join(body))
        if kind == "figure":
            if any(map(str.strip, body)):
                self.add(line + 1, f"figure {name!r}: expected nothing in its fence")
            return self.node(kind, line, name=name)
        example, findings = example_fence(name, body, self.path, line)
        self.examples.append(example)
        self.findings += findings
        return self.node(kind, line, id=name)
