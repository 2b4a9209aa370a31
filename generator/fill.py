"""A kit, its proofs and a request in, filled sheets out: every template and text as a tree of the closed vocabulary."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.errors import Finding, Rejected
from generator.filling import render
from generator.filling.context import context
from generator.filling.environment import environment
from generator.filling.texts import Filler, questions
from generator.filling.trees import tree
from generator.model import Kit, Node, Piece, Proofs, Request, Sheet, SheetSpec
from generator.profiles import Profile

if TYPE_CHECKING:
    from generator.filling.origins import Ledger

MOST_COPIES = 2_000
"""Pieces of one sheet; more is a mistake in the kit."""
_MOST_FINDINGS = 10_000
"""Of one request, each piece's own: more of them would tell nobody anything."""
_MOST_CHARACTERS = 10_000_000
"""Of all that templates yield for one request: fifty times what the largest kit takes."""


def fill(
    kit: Kit,
    proofs: Proofs,
    request: Request,
    profile: Profile,
    plan: Mapping[str, Any] | None = None,
    ledger: "Ledger | None" = None,
) -> Iterator[Sheet]:
    """Fill the requested sheets, one after another, so that the first can be set while the next is filled.

    With a `ledger`, the numbers in all texts bear marks of their origins: for reading, not for printing.

    Without `plan`: all but the sheets of a fixed page count. With `plan`, which tells of the imposed pages: those.
    Raises `Rejected` at the end, with every mistake of every template and the findings of each refused example that is
    needed.
    """
    job = _Job(kit, proofs, request, profile, plan, ledger)
    wanted = [kit.sheet(name) for name in request.sheets]
    for spec in wanted:
        if (spec.pages is not None) == (plan is not None):
            yield job.sheet(spec)
    if job.findings:
        raise Rejected(job.findings)


class _Job:
    """One call of `fill`: the environments, the names and the findings so far."""

    def __init__(
        self,
        kit: Kit,
        proofs: Proofs,
        request: Request,
        profile: Profile,
        plan: Mapping[str, Any] | None,
        ledger: "Ledger | None",
    ) -> None:
        self.kit, self.request, self.profile = kit, request, profile
        self.names = context(kit, request, profile)
        self.names["practice"] = questions(kit, proofs)
        if plan is not None:
            self.names["plan"] = plan
        if ledger is None:
            self.templates, self.plain = (environment(kit.folder, escape) for escape in (True, False))
            self.filler = Filler(kit, proofs, self.templates, self.plain, self.names)
        else:
            from generator.filling.tracing import TracedFiller, tracing, with_origins  # `check` and `explain` alone

            self.names = with_origins(self.names, ledger)
            self.templates, self.plain = (tracing(kit.folder, escape, ledger) for escape in (True, False))
            self.filler = TracedFiller(kit, proofs, self.templates, self.plain, self.names, ledger)
        self.findings: list[Finding] = self.filler.findings
        self.characters = 0

    def sheet(self, spec: SheetSpec) -> Sheet:
        if spec.text:
            blocks = self.filler.fill(self.kit.texts[spec.text])
            root = Node("sheet", {}, blocks, f"{self.kit.shown}/{spec.text}", 1)
            return Sheet(spec, (Piece(spec.name, root, self.copies(spec)),))
        items = self.items(spec)
        copies = self.copies(spec)
        if len(items) * copies > MOST_COPIES:
            self.complain(
                spec, "copies", f"expected at most {MOST_COPIES} pieces on a sheet, found {len(items) * copies}"
            )
            return Sheet(spec, ())
        pieces = [self.piece(spec, item, copies) for item in items] if copies else []
        return Sheet(spec, tuple(piece for piece in pieces if piece))

    def piece(self, spec: SheetSpec, item: Any, copies: int) -> Piece | None:
        size = spec.size(self.request.profile)
        w, h = size if isinstance(size, tuple) else (None, None)
        own = {"item": item, "title": spec.title, "w": w, "h": h}
        name = (self.profile.large and spec.large_template) or spec.template
        xml, wrong = render.template(self.templates, name, {**self.names, **own}, self.kit.shown)
        self.findings += wrong
        if xml is None:
            return None
        self.characters += len(xml)
        if self.characters > _MOST_CHARACTERS:
            where = f"{self.kit.shown}/kit.toml"
            message = f"{spec.name}: up to this piece, templates yield more than {_MOST_CHARACTERS} characters in all"
            raise Rejected([*self.findings, Finding(where, spec.line, message)])
        root, found = tree(xml, self.kit.shown, name, self.profile.body)
        self.findings += found
        if len(self.findings) > _MOST_FINDINGS:
            raise Rejected(self.findings)
        if root is None or found:
            return None
        if root.tag != "sheet":
            self.findings.append(
                Finding(root.path, root.line, f"expected <sheet> as the outermost element, found <{root.tag}>")
            )
            return None
        label = f"{spec.piece or spec.name} {item}" if spec.each else spec.piece or spec.name
        return Piece(label, root, copies)

    def items(self, spec: SheetSpec) -> tuple[Any, ...]:
        if not spec.each:
            return (None,)
        found = self.value(spec, "each", spec.each)
        if found is None:
            return ()
        try:
            return tuple(found)[: MOST_COPIES + 1]
        except TypeError:
            self.complain(spec, "each", f"expected a list, {spec.each!r} gives {found!r}")
            return ()

    def copies(self, spec: SheetSpec) -> int:
        if spec.name in self.request.copies:
            return self.request.copies[spec.name]
        found = self.value(spec, "copies", spec.copies)
        if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= MOST_COPIES:
            return found
        if found is not None:
            self.complain(
                spec, "copies", f"expected a whole number from 0 to {MOST_COPIES}, {spec.copies!r} gives {found!r}"
            )
        return 0

    def value(self, spec: SheetSpec, key: str, source: str) -> Any:
        found, wrong = render.value(self.plain, source, self.names, f"{self.kit.shown}/kit.toml", self.line(spec, key))
        self.findings += wrong
        return found

    def complain(self, spec: SheetSpec, key: str, message: str) -> None:
        where = f"{self.kit.shown}/kit.toml"
        self.findings.append(Finding(where, self.line(spec, key), f"{spec.name}: {key}: {message}"))

    def line(self, spec: SheetSpec, key: str) -> int:
        index = self.kit.sheets.index(spec)
        return self.kit.lines.get(f"sheets.{index}.{key}", spec.line)
