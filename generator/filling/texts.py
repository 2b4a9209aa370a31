"""Markdown blocks filled: each run of text has its expressions worked out, examples and pictures take their place."""

import re
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment

from generator.errors import Finding, nearest
from generator.filling import render
from generator.filling.trees import tree
from generator.model import Example, Kit, Node, Proof, Proofs

EXAMPLE, FIGURES = "example.xml.j2", "figures.xml.j2"
"""Templates that a kit with worked examples or pictures in its text must have."""

QUESTIONS = "practice.xml.j2"
"""Template of a kit that can ask practice questions."""
ANSWERS = "the answers"
"""The text, in no file, whose examples answer them."""
PRACTICE = ("practice", "answers")
"""Names of the sheets of both, as `--sheets` takes them; the ids of the answers' examples begin with the first."""

_FIGURE = re.compile(r"""\bname == ["']([^"']+)["']""")
"""How a template asks which figure it is to draw."""
_EXPRESSION = re.compile(r"""\{\{(?:[^"'}]|"[^"]*"|'[^']*'|\}(?!\}))*\}\}""")
_LONGEST = 200
"""Lines of a paragraph in which an expression is looked for."""
_MARK = "\x1e"
"""Stands between runs while they are worked out together; no text may hold it."""


class Filler:
    """Fills the blocks of one kit's texts; findings gather in it."""

    def __init__(
        self, kit: Kit, proofs: Proofs, templates: Environment, plain: Environment, context: Mapping[str, Any]
    ) -> None:
        self.kit, self.proofs, self.templates, self.plain, self.context = kit, proofs, templates, plain, context
        self.findings: list[Finding] = []
        self.sources: dict[str, list[str]] = {}
        """Lines of the texts in which something is wrong."""

    def fill(self, blocks: Iterable[Node]) -> tuple[Node, ...]:
        """The blocks as trees of the closed vocabulary."""
        given = tuple(blocks)
        runs = [run for block in given for run in _runs(block)]
        filled = iter(self._expressions(runs))
        return tuple(part for block in given for part in self._block(block, filled))

    def _expressions(self, runs: list[tuple[str, Node]]) -> list[str]:
        """All runs in one template, which compiles once; one by one where that fails, so that each mistake is found."""
        source = _MARK.join(run for run, _ in runs)
        path, line = (runs[0][1].path, runs[0][1].line) if runs else ("", 1)
        text, wrong = render.expression(self.plain, source, self.context, path, line)
        if not wrong and text.count(_MARK) == len(runs) - 1:
            return text.split(_MARK)
        results = []
        for run, node in runs:
            result, wrong = render.expression(self.plain, run, self.context, node.path, node.line)
            results.append(result)
            if wrong:
                self.findings += self._each(run, node) or wrong
        return results

    def _each(self, run: str, node: Node) -> list[Finding]:
        """What is wrong with each expression of a run by itself, at its own line."""
        name = node.path.removeprefix(f"{self.kit.shown}/")
        if name not in self.sources:
            self.sources[name] = (self.kit.folder / name).read_text(encoding="utf-8-sig").splitlines()
        rest = "\n".join(self.sources[name][node.line - 1 : node.line - 1 + _LONGEST])
        findings: list[Finding] = []
        for found in _EXPRESSION.findall(run):
            written = r"\s+".join(map(re.escape, found.split())).replace(r"\|", r"\\?\|")  # as within a table
            match = re.search(written, rest)
            line = node.line + (rest.count("\n", 0, match.start()) if match else 0)
            findings += render.expression(self.plain, found, self.context, node.path, line)[1]
        return findings

    def _block(self, node: Node, filled: Any) -> tuple[Node, ...]:
        if node.tag == "example":
            return self.example(node.attrs["id"], node)
        if node.tag == "figure":
            return self._template(FIGURES, {"name": node.attrs["name"]}, node)
        children: list[Node | str] = []
        for child in node.children:
            if isinstance(child, str):
                children.append(next(filled))
            else:
                children += self._block(child, filled)
        attrs = {name: value for name, value in node.attrs.items() if name != "id"}
        return (Node(node.tag, attrs, tuple(children), node.path, node.line),)

    def example(self, name: str, node: Node) -> tuple[Node, ...]:
        """A proved example as the kit's template draws it; a refused one gives its findings and its sentences'."""
        self.findings += self.proofs.refused.get(name, ())
        proof = self.proofs.proved.get(name) or self.proofs.replayed.get(name)
        if not proof:
            return ()
        turns = [
            {
                "move": s.move,
                "words": s.move.split(),
                "seat": s.seat,
                "f": s.facts,
                "illegal": s.illegal,
                "why": s.why,
            }
            for s in proof.steps
        ]
        facts: Mapping[str, Any] = next((step.facts for step in reversed(proof.steps) if step.illegal is None), {})
        found = {"names": _names(proof), "before": proof.before, "turns": turns, "f": facts}
        own = {**self.own(name, found), "illustration": bool(proof.example.illustration)}
        own["answer"] = proof.example.path.endswith(ANSWERS)
        says = []
        for line, text in proof.example.says:
            says.append(self._told(proof.example, "say", text, line, own))
        title = self._told(proof.example, "title", proof.example.title, proof.example.line, own)
        if name in self.proofs.refused:
            return ()
        return self._template(EXAMPLE, {**own, "id": name, "title": title, "says": says}, node)

    def own(self, example: str, found: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002 - for those who ask whose
        """The names of one example."""
        turns = [{**turn, "f": SimpleNamespace(**turn["f"])} for turn in found["turns"]]
        spaces = {key: SimpleNamespace(**found[key]) for key in ("before", "f")}
        return {**found, **spaces, "turns": turns}

    def _told(self, example: Example, key: str, text: str, line: int, own: Mapping[str, Any]) -> str:
        """A sentence or the title of an example."""
        subject = f"example {example.id!r}: {key}: "
        told, wrong = render.expression(self.plain, text, {**self.context, **own}, example.path, line, subject)
        self.findings += wrong
        return told

    def _template(self, name: str, own: Mapping[str, Any], node: Node) -> tuple[Node, ...]:
        if not (self.kit.folder / name).is_file():
            self.findings.append(Finding(node.path, node.line, f"this needs a template {name!r} in the kit's folder"))
            return ()
        xml, wrong = render.template(self.templates, name, {**self.context, **own}, self.kit.shown)
        self.findings += wrong
        if name == FIGURES and xml is not None and not xml.strip():
            known = _FIGURE.findall((self.kit.folder / name).read_text(encoding="utf-8-sig"))
            message = f"unknown figure {own['name']!r}; {nearest(own['name'], known)}"
            self.findings.append(Finding(node.path, node.line, message))
            return ()
        if xml is None:
            return ()
        proved = own["id"] if name == EXAMPLE else ""
        root, found = tree(xml, self.kit.shown, name, self.context["profile"].body, proved)
        self.findings += found
        return (root,) if root and not found else ()


def questions(kit: Kit, proofs: Proofs) -> tuple[Mapping[str, Any], ...]:
    """What a template needs to ask for what the examples of the answers tell; none where there are none."""
    path = f"{kit.shown}/{ANSWERS}"
    asked = [proofs.proved[each.id] for each in kit.examples if each.path == path and each.id in proofs.proved]
    return tuple(
        {
            "names": _names(proof),
            "stated": dict(part.strip().partition(" ")[::2] for part in proof.example.position.split(";")),
            "before": SimpleNamespace(**proof.before),
            "seat": proof.steps[0].seat,
            "words": proof.steps[0].move.split(),
        }
        for proof in asked
    )


def _runs(node: Node) -> list[tuple[str, Node]]:
    """Every run of text with the node it stands in, in the order of the text."""
    if node.tag in ("example", "figure"):
        return []
    found: list[tuple[str, Node]] = []
    for child in node.children:
        if isinstance(child, str):
            found.append((child, node))
        else:
            found += _runs(child)
    return found


def _names(proof: Proof) -> tuple[str, ...]:
    seats = max([step.seat for step in proof.steps] + [0])
    return proof.example.names or tuple(f"Seat {seat}" for seat in range(1, max(seats, 8) + 1))
