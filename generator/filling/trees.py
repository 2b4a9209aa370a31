"""The XML that a template yields, read into nodes of the closed vocabulary; all that is wrong is found at once."""

import re
import unicodedata
from typing import Any, Final
from xml.parsers import expat

from generator.errors import Finding
from generator.filling.environment import SHARED
from generator.filling.marks import OPEN, strip
from generator.model import Node
from generator.places import told
from generator.units import mm
from generator.vocabulary import HOLDS_TEXT, NEVER_EMPTY, holds_words, is_length, mistakes

MOST_NODES = 20_000
"""Elements of one piece; a template that makes more has run away."""
MOST_FINDINGS = 1_000
"""Of one piece; a template with more is not one of ours."""
DEEPEST = 40
"""Elements within elements."""


_PLACE: Final = re.compile("(.+):([0-9]{1,9})")
_EM: Final = re.compile(r"(\d+(?:\.\d+)?)em", re.ASCII)
"""A length in em."""
_INVALID_TOKEN: Final = expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]
_UNDEFINED_ENTITY: Final = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]


class _Open:
    """An element whose end tag has not come yet."""

    __slots__ = ("attrs", "children", "line", "path", "tag")

    def __init__(self, tag: str, attrs: dict[str, str], path: str, line: int) -> None:
        self.tag, self.attrs, self.path, self.line = tag, attrs, path, line
        self.children: list[Node | str] = []


def tree(xml: str, shown: str, template: str, body: float, example: str = "") -> tuple[Node | None, list[Finding]]:
    """The root element, or None, and the findings; `shown` is the kit folder as messages write it.

    `body` is the size of running text in pt: lengths in em, which is that size, become mm. `example` is the one that is
    proved, the only one that may be told here.
    """
    reader = _Reader(shown, template, mm(body), OPEN in xml, example)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.buffer_text = True
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        reader.complain(f"{_slip(xml.encode(), parser.ErrorByteIndex, error.code)}, after {reader.last!r}")
    except _Stop as stop:
        reader.complain(str(stop))
    return reader.root, reader.findings


def _slip(xml: bytes, index: int, code: int) -> str:
    """What is wrong where reading ended, and what to write in its place."""
    mark = max(xml.rfind(b"&", 0, index + 1), xml.rfind(b"<", 0, index + 1), 0)
    rest, tag = (xml[mark : mark + length].decode(errors="replace") for length in (40, 1000))
    if code == _UNDEFINED_ENTITY and (name := re.match(r"&(\w+)", rest)):
        return f"unknown entity '&{name[1]};': write the character itself"
    if code == _INVALID_TOKEN and rest.startswith("&"):
        return "a bare '&' stands here: write '&amp;'"
    if code == _INVALID_TOKEN and re.match(r"<[^\w/!?]", rest):
        return "a bare '<' stands here: write '&lt;'"
    if code == _INVALID_TOKEN and (
        name := re.match(r"""<[\w.-]+(?:\s+[\w.-]+=(?:"[^"]*"|'[^']*'))*\s+[\w.-]+=([“”„‟‘’‚‛«»‹›])""", tag)
    ):
        return f"a straight quote is expected, found {name[1]!r}"
    return expat.errors.messages[code]


class _Stop(Exception):
    """Nothing after this is worth reading."""


class _Reader:
    def __init__(self, shown: str, template: str, em: float, traced: bool, example: str) -> None:
        self.shown, self.em, self.traced, self.example, self.macros = shown, em, traced, example, told("macros")
        self.path, self.line, self.last = self._path(template), 1, ""
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.findings: list[Finding] = []
        self.count = 0

    def _path(self, template: str) -> str:
        is_shared = template.startswith(f"{SHARED}/")
        return self.macros + template[len(SHARED) :] if is_shared else f"{self.shown}/{template}"

    def complain(self, message: str) -> None:
        self.findings.append(Finding(self.path, self.line, message))

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        if at := _PLACE.fullmatch(attrs.get("at", "")):  # any other is none that the loader wrote
            del attrs["at"]
            self.path, self.line = self._path(at[1]), int(at[2])
        attrs, marks = self.unmarked(tag, attrs)
        self.last = f"<{tag}>"
        self.count += 1
        if self.count > MOST_NODES:
            raise _Stop(f"the template makes more than {MOST_NODES} elements")
        if len(self.stack) >= DEEPEST:
            raise _Stop(f"more than {DEEPEST} elements stand within one another")
        parent = self.stack[-1].tag if self.stack else None
        for message in mistakes(tag, attrs, parent):
            self.complain(message)
        if tag == "example" and attrs.get("id") != self.example:
            here = f"here for {self.example!r}" if self.example else "in 'example.xml.j2' alone"
            self.complain(f"<example> stands for what is proved, {here}, found one for {attrs.get('id', '')!r}")
        if len(self.findings) > MOST_FINDINGS:
            del self.findings[MOST_FINDINGS:]
            raise _Stop(f"the template makes more than {MOST_FINDINGS} mistakes")
        attrs = {name: unicodedata.normalize("NFC", " ".join(value.split())) for name, value in attrs.items()}
        for name, value in attrs.items():
            if "em" in value and is_length(tag, name):
                attrs[name] = _EM.sub(lambda found: f"{float(found[1]) * self.em:.3f}", value)
        self.stack.append(_Open(tag, {**attrs, **marks}, self.path, self.line))

    def unmarked(self, tag: str, attrs: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
        """The attributes without the marks of origins, and those that hold words, with them."""
        if not self.traced:
            return attrs, {}
        words = {name: value for name, value in attrs.items() if OPEN in value and holds_words(tag, name)}
        return {name: strip(value) for name, value in attrs.items()}, words

    def end(self, tag: str) -> None:
        done = self.stack.pop()
        node = Node(done.tag, done.attrs, tuple(done.children), done.path, done.line)
        self.last = f"</{tag}>"
        if tag in NEVER_EMPTY and not any(isinstance(child, Node) or child.strip() for child in node.children):
            self.findings.append(Finding(node.path, node.line, f"<{tag}> is empty"))
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node

    def text(self, words: str) -> None:
        parent = self.stack[-1]
        if parent.tag in HOLDS_TEXT:
            parent.children.append(unicodedata.normalize("NFC", words))
        elif words.strip():
            self.complain(f"words stand in <{parent.tag}>, which holds elements only: {words.strip()[:40]!r}")

    def doctype(self, *_: Any) -> None:
        raise _Stop("a document type is not used in kits")
