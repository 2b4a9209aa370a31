"""One Markdown text of a kit in, its blocks and worked examples out; expressions stay in the runs of text, unevaluated.

Only what large print and a screen reader carry well is read (`_FORBIDDEN` says what is not); what Markdown itself would
drop or change in silence, such as a cell too many, is a finding too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from generator.errors import Finding, Rejected, nearest
from generator.model import Claim, Example, Node, Step

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_NAME, _NAME_KIND = re.compile("[a-z0-9]+(-[a-z0-9]+)*"), "lower-case words joined by hyphens"
_RULE_ID = re.compile(r"(?:^|\s)\{#([^{}\s]*)\}$")
_EXPRESSION = re.compile(r"""\{\{(?:[^"'{}]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\{(?!\{)|\}(?!\}))*\}\}""", re.DOTALL)
_DEEPEST_HEADING: Final = 3
_HEADER: Final = ("title", "position", "names", "move", "say")
_FORBIDDEN: Final = {
    "blockquote_open": "quotes are not used",
    "code_block": "a line that begins with four spaces is code, which is not used: begin it at the margin",
    "code_inline": "code spans are not used",
    "em_open": "italics are not used: large print keeps to bold",
    "hardbreak": "a forced line break is not used: begin a new paragraph, and end no line with spaces or a backslash",
    "hr": "ruled lines are not used: a heading parts the text",
    "html_block": "HTML is not used",
    "html_inline": "HTML is not used",
    "image": "images are not used: a picture is a fence ```figure NAME",
    "link_open": "links are not used: paper cannot follow them",
    "s_open": "struck-out words are not used",
}
"""Type of a token and what is said of it."""
_MARKS: Final = {
    "{{": "'{{' begins no expression: expected '}}' after it (in a table '|' is written '\\|')",
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
    reading = _Reading(source.replace("\r\n", "\n").replace("\r", "\n"), path)
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
    if found and not silent:
        state.push("expression", "", 0).content = found.group()
    if found:
        state.pos = found.end()
    return bool(found)


def _cut(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """The outermost tokens, each with those between it and its closing one."""
    at = 0
    while at < len(tokens):
        end, depth = at, tokens[at].nesting
        while depth > 0:
            end += 1
            depth += tokens[end].nesting
        yield tokens[at], tokens[at + 1 : end]
        at = end + 1


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


class _Reading:
    """One call of `rules_text`: the text, and what was found so far."""

    def __init__(self, source: str, path: str) -> None:
        self.source, self.path = source, path
        self.lines = source.split("\n")
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
                return self.list(head, inner)
            case "table_open":
                rows = [row for _, part in _cut(inner) for row in _cut(part)]
                return self.node("table", line, [self.row(row, cells, rows[0][1]) for row, cells in rows])
            case "fence":
                return self.fence(head)
        self.add(line, _FORBIDDEN.get(head.type, f"{head.type} is not used"))
        return None

    def heading(self, head: Token, inner: Sequence[Token]) -> Node:
        line, level = _line(head), int(head.tag[1])
        if head.markup[0] != "#":
            self.add(line, "an underlined heading is not used: it begins with '#'")
        elif level > _DEEPEST_HEADING:
            self.add(line, f"expected at most {_DEEPEST_HEADING} '#' before a heading, found {level}")
        elif level > self.level + 1:
            self.add(line, f"expected at most {'#' * (self.level + 1)!r} before this heading, found {head.markup!r}")
        self.level = level
        return self.words(head.tag, inner, line)

    def list(self, head: Token, inner: Sequence[Token]) -> Node:
        mark = "." if head.tag == "ol" else "-"
        if head.markup != mark:
            self.add(_line(head), f"expected items that begin with {'1.' if mark == '.' else '-'!r}, found {head.markup!r}")
        if head.attrs.get("start", 1) != 1:
            self.add(_line(head), f"expected a list that begins with '1.', found '{head.attrs['start']}.'")
        return self.node(head.tag, _line(head), [self.item(item, content) for item, content in _cut(inner)])

    def item(self, head: Token, inner: Sequence[Token]) -> Node:
        blocks = list(_cut(inner))
        for extra, _ in [block for block in blocks if block[0].type != "paragraph_open"] or blocks[1:]:
            self.add(_line(extra), "an item of a list is one paragraph: nothing else stands in it")
        return self.words("li", blocks[0][1] if blocks else [], _line(head))

    def row(self, head: Token, inner: Sequence[Token], header: Sequence[Token]) -> Node:
        cells, line = list(_cut(inner)), _line(head)
        raw = re.sub(r"\\.", "", self.lines[line - 1]).strip().removeprefix("|").removesuffix("|")
        if (found := raw.count("|") + 1) != len(cells):
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
        children = self.runs(inner[0], ends_block=True) if inner else []
        attrs = {}
        if children and isinstance(last := children[-1], str) and (found := _RULE_ID.search(last)):
            attrs["id"] = found[1]
            self.id("rule", found[1], line)
            children[-1:] = [last[: found.start()]] if found.start() else []
        if not children:
            self.add(line, "expected words here, found none")
        return self.node(tag, line, children, **attrs)
