"""A kit and its proofs in, coverage out: for every rule that the engine decides, the examples that show it.

An example shows a rule where the rule decided one of its moves and a claim of that move would differ without it; a
rule that refuses a move is shown by the claim that it does. Which rules decided a move, the engine's rulebook says.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from generator.errors import Finding
from generator.kit_lines import line_of
from generator.model import Kit, Proof, Proofs


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule that the engine decides."""

    id: str
    path: str
    """The text that bears it; empty where none does."""
    line: int
    """Its line there; 0 where none does."""
    examples: tuple[str, ...]
    """Ids of the proved examples that show it."""
    never: str
    """The proof that it can't come into play under the kit's numbers; empty where there is none."""


def coverage(kit: Kit, proofs: Proofs) -> tuple[tuple[Covered, ...], tuple[Finding, ...]]:
    """Every rule in the order of the engine's rulebook; and a finding for each that is without a place or an example.

    While an example is refused, what it would show is not known: then no rule is said to be without one.
    """
    book = kit.game.rulebook()
    places = {name: (block.path, block.line) for name, block in kit.rule_ids()}
    shown: dict[str, list[str]] = {}
    for name, proof in proofs.proved.items():
        for rule in _shown(kit, proof):
            shown.setdefault(rule, []).append(name)
    never = book.idle(kit.rules, kit.players[1])
    rows = tuple(
        Covered(rule, *places.get(rule, ("", 0)), tuple(shown.get(rule, ())), never.get(rule, ""))
        for rule in book.RULES
    )
    return rows, tuple(_findings(kit, rows, places, book.RULES, told=not proofs.refused))


def _findings(
    kit: Kit, rows: tuple[Covered, ...], places: Mapping[str, object], said: Mapping[str, str], *, told: bool
) -> Iterator[Finding]:
    for row in rows:
        rule = f"rule {row.id!r}, {said[row.id]!r}"
        if not row.path:
            near = get_close_matches(row.id, [name for name in places if name not in said], n=1)
            found = f"'{{#{near[0]}}}'" if near else "none"
            at = line_of(kit.lines, "engine")
            yield Finding(f"{kit.shown}/kit.toml", at, f"{rule}: expected '{{#{row.id}}}' in a text, found {found}")
        elif told and not row.examples and not row.never:
            yield Finding(row.path, row.line, f"{rule}: expected an example that shows it, found none")


def _shown(kit: Kit, proof: Proof) -> Iterator[str]:
    """The rules that an example shows."""
    position, found = proof.example.position, dict[str, None]()
    for given, step in zip(proof.example.steps, proof.steps, strict=True):
        if step.illegal is not None:
            found[step.illegal] = None
            continue
        claimed = {claim.key for claim in given.claims}
        at_work = kit.game.rulebook().at_work(kit.rules, step.facts, position)
        found |= dict.fromkeys(rule for rule, differing in at_work.items() if differing & claimed)
        position = ""
    yield from found
