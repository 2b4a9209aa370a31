"""Ids of rules in, the sentences out that a kit prints for them, their numbers filled in."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.errors import Rejected
from generator.filling.context import context
from generator.filling.environment import environment
from generator.filling.texts import Filler
from generator.model import Kit, Node, Proofs, Request
from generator.profiles import profile


class PrintedRule(NamedTuple):
    """A rule as a kit's text states it."""

    id: str
    text: str
    """The paragraph or the item of a list."""
    path: str
    line: int


def printed_rules(kit: Kit, request: Request, ids: Iterable[str]) -> Mapping[str, PrintedRule]:
    """The rules that the kit prints, in the order of the ids; one that no text bears is left out.

    Raises `Rejected` for an expression in them that can't be worked out.
    """
    places = {node.attrs["id"]: node for blocks in kit.texts.values() for node in _with_ids(blocks)}
    templates, plain = (environment(kit.folder, escape) for escape in (True, False))
    filler = Filler(
        kit, Proofs({}, {}), templates, plain, context(kit, request, profile(request.profile, kit.profiles))
    )
    asked = [name for name in dict.fromkeys(ids) if name in places]
    filled = filler.fill(places[name] for name in asked)
    if filler.findings:
        raise Rejected(filler.findings)
    return {
        name: PrintedRule(name, " ".join(_words(node).split()), node.path, node.line)
        for name, node in zip(asked, filled, strict=True)
    }


def _with_ids(nodes: Iterable[Node | str]) -> Iterator[Node]:
    """Every heading, paragraph and item that bears a rule's id."""
    for node in nodes:
        if isinstance(node, Node):
            if "id" in node.attrs and node.tag != "example":
                yield node
            yield from _with_ids(node.children)


def _words(node: Node) -> str:
    return "".join(child if isinstance(child, str) else _words(child) for child in node.children)
