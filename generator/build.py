"""The whole way of the data, one call a line: a kit and a request in, proved, printed and read-back files out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.draw import draw
from generator.errors import Finding, Rejected
from generator.fill import fill
from generator.furnish import furnish
from generator.impose import impose
from generator.model import PAPERS, Document, Kit, Page, Proofs, Request, Summary
from generator.plan import pieces, plan, printed_examples
from generator.profiles import profile
from generator.prove import prove
from generator.typeset import typeset
from generator.verify import verify
from generator.write import write


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What `rr-print check` found."""

    findings: tuple[Finding, ...]
    examples: tuple[Mapping[str, Any], ...]
    """Every example: id, path, line, claims, proved."""


def print_kit(kit: Kit, request: Request, output: Path | None) -> Summary:
    """Print a kit. Raises `Rejected` for what is wrong with it, OSError for a file that can't be written."""
    proofs = prove(kit)
    pages = paginate(kit, proofs, request)
    documents = split(kit, request, pages, output)
    files = {path: draw(document) for path, document in documents.items()}
    for path, document in documents.items():
        verify(files[path], document, proofs, str(path))
    write(files)
    return _summary(documents, pages)


def paginate(kit: Kit, proofs: Proofs, request: Request) -> tuple[Page, ...]:
    """Every page of a request: the sheet that tells of the others is filled last and put first."""
    figures = profile(request.profile)
    where = f"{kit.shown}/kit.toml"
    intro = next((spec for spec in kit.sheets if spec.pages is not None and spec.name in request.sheets), None)
    start = 1 + ((intro.pages or 0) if intro else 0)
    sheets = fill(kit, proofs, request, figures)
    body = impose(typeset(sheets, figures, request.paper), request.paper, figures, where, start)
    head: tuple[Page, ...] = ()
    if intro:
        first = fill(kit, proofs, request, figures, plan(body, intro))
        head = impose(typeset(first, figures, request.paper), request.paper, figures, where)
        if len(head) != intro.pages:
            message = f"{intro.name}: pages = {intro.pages}, but its text fills {len(head)}"
            raise Rejected(
                [Finding(where, kit.lines.get(f"sheets.{kit.sheets.index(intro)}.pages", intro.line), message)]
            )
    return furnish((*head, *body), kit, figures, len(head) + len(body))


def split(kit: Kit, request: Request, pages: Sequence[Page], output: Path | None) -> Mapping[Path, Document]:
    """The files to write and the pages of each."""
    stem = _stem(kit, request)
    folder = Path("output") if output is None else output
    title = f"{kit.title} {kit.edition}: kit for {request.players} players, {request.paper.title}"
    if request.split is None:
        path = folder if folder.suffix.lower() == ".pdf" else folder / f"{stem}.pdf"
        return {path: Document(title, kit.language, tuple(pages))}
    groups: dict[str, list[Page]] = {}
    for page in pages:
        groups.setdefault(page.spec.stock if request.split == "stock" else page.spec.name, []).append(page)
    return {
        folder / f"{stem}-{name}.pdf": Document(f"{title}, {name}", kit.language, tuple(group))
        for name, group in groups.items()
    }


def _stem(kit: Kit, request: Request) -> str:
    """Whatever makes a file different is in its name."""
    parts = [kit.name, kit.edition, f"{request.players}p", request.paper.name]
    parts += [request.setup] if request.setup else []
    parts += ["large"] if request.profile == "large" else []
    if len(request.sheets) < len(kit.sheets):
        parts += request.sheets
    return "-".join(parts).lower()


def _summary(documents: Mapping[Path, Document], pages: Sequence[Page]) -> Summary:
    return Summary(
        files=tuple(str(path) for path in documents),
        pages=len(pages),
        paper_sheets=sum(page.spec.stock == "paper" for page in pages),
        card_sheets=sum(page.spec.stock == "card" for page in pages),
        pieces=pieces(pages),
        examples_proved=len(printed_examples(pages)),
    )


def check_kit(kit: Kit) -> CheckReport:
    """Prove every example and set every sheet for every player count, setup, profile and paper."""
    proofs = prove(kit)
    findings: dict[Finding, Finding] = {f: f for found in proofs.refused.values() for f in found}
    for request in every_request(kit):
        try:
            pages = paginate(kit, proofs, request)
            title = f"{kit.title} {kit.edition}"
            document = Document(title, kit.language, pages)
            verify(draw(document), document, proofs, kit.shown, every_page=True)
        except Rejected as rejected:
            for finding in rejected.findings:
                findings.setdefault(finding, replace(finding, message=f"{finding.message} ({_told(request)})"))
    return CheckReport(tuple(sorted(findings.values())), tuple(_example(kit, proofs)))


def _told(request: Request) -> str:
    """The request in a few words, for a finding that only some requests have."""
    setup = f", {request.setup}" if request.setup else ""
    return f"{request.players} players, {request.paper.title}{setup}, {request.profile} print"


def every_request(kit: Kit) -> Iterator[Request]:
    """Every kit that the command line can ask for, but for names and copies."""
    fewest, most, _ = kit.players
    names = tuple(spec.name for spec in kit.sheets)
    sizes = {size for spec in kit.sheets for size in spec.sizes}
    for players in range(fewest, most + 1):
        for setup in (None, *kit.game.setups(kit.rules)):
            for paper in PAPERS.values():
                for size in sorted(sizes):
                    yield Request(kit.folder, players, setup, paper, size, (), names, {}, None)


def _example(kit: Kit, proofs: Proofs) -> Iterator[Mapping[str, Any]]:
    for example in kit.examples:
        claims = sum(len(step.claims) for step in example.steps)
        proved = example.id in proofs.proved
        yield {"id": example.id, "path": example.path, "line": example.line, "claims": claims, "proved": proved}
