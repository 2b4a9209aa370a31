"""The whole way of the data, one call a line: a kit and a request in, proved, printed and read-back files out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from generator.digest import digest
from generator.errors import Finding, Malformed, Rejected
from generator.fill import fill
from generator.limits import LONGEST_CHECK, TooLong, bounded
from generator.model import PAPERS, Content, Example, Imprint, Kit, Printed, Proofs, Request, Sheet, SheetSpec, Summary
from generator.profiles import PROFILES, profile
from generator.prove import prove
from generator.record import record
from generator.request import PICTURES
from generator.verify import verify
from generator.write import write

if TYPE_CHECKING:
    from generator.coverage import Covered
    from generator.explain import Number
    from generator.press import Press
    from generator.reach import Reach, Told

Files = tuple[tuple[Printed, ...], Summary]


class Printer(Protocol):
    """What prints: `press.Press`, here or in a process of its own."""

    def begin(self, imprint: Imprint, request: Request, intro: SheetSpec | None) -> None:
        """A request, and the sheet that will tell of the others."""

    def take(self, sheet: Sheet) -> None:
        """Set a sheet."""

    def lay_out(self) -> Mapping[str, Any]:
        """Lay out the sheets taken; what their pages amount to."""

    def finish(
        self, sheets: Sequence[Sheet], output: Path | None, contents: Sequence[Content]
    ) -> "Files | Mapping[str, Any]":
        """The finished files, which attach `contents`.

        Or a new plan, where the sheet that tells of the others is not as long as was left.
        """


class CheckReport(NamedTuple):
    """What `rr-print check` found."""

    findings: tuple[Finding, ...]
    examples: tuple[Mapping[str, Any], ...]
    """Every example: id, path, line, claims, how many of them are refused, proved, illustration; of a proved one its
    reach."""
    rules: tuple[Mapping[str, Any], ...]
    """Every rule that the engine decides: id, path, line, examples that show it or the proof that it is never."""


def print_kit(
    kit: Kit,
    request: Request,
    output: Path | None,
    printer: Printer | None = None,
    say: Callable[[Summary], None] = lambda _: None,
) -> Summary:
    """Print a kit; `say` tells of it just before its files are in their places, and stops that by what it raises.

    Raises `Rejected` for what is wrong with the kit, OSError for a file that can't be written.
    """
    with bounded(f"{kit.shown}/kit.toml"):
        printed, summary = proved(kit, request, output, printer)
    write({file.path: file.pdf for file in printed}, lambda: say(summary))
    return summary


def proved(kit: Kit, request: Request, output: Path | None, printer: Printer | None = None) -> Files:
    """The files of a request, as `print_kit` writes them: proved, and read back. Raises `Rejected`."""
    proofs = prove(kit)
    printed, summary = make(kit, proofs, request, output, printer or printing(request.format))
    for file in printed if request.format == "pdf" else ():
        verify(file.pdf, file.told, proofs, str(file.path))
    return printed, summary


def make(
    kit: Kit, proofs: Proofs, request: Request, output: Path | None = None, printer: Printer | None = None
) -> Files:
    """The files of a request. The sheet that tells of the others' pages is filled last and put first."""
    figures = profile(request.profile, kit.profiles)
    press = printer or printing("pdf")
    intro = next((kit.sheet(name) for name in request.sheets if kit.sheet(name).pages is not None), None)
    press.begin(kit.imprint(record(kit, request)), request, intro)
    shown: list[Content] = []
    sheets = _digested(fill(kit, proofs, request, figures), shown)
    for sheet in sheets if request.pieces is None else _picked(sheets, request.pieces, request.players):
        press.take(sheet)
    answer: Files | Mapping[str, Any] = press.lay_out()
    while isinstance(answer, Mapping):
        answer = press.finish(tuple(fill(kit, proofs, request, figures, answer)), output, shown)
    return answer


def contents(kit: Kit, proofs: Proofs, request: Request) -> tuple[Content, ...]:
    """What each piece of a request shows, nothing printed. Raises `Rejected` for what can't be filled."""
    found: list[Content] = []
    for _ in _digested(fill(kit, proofs, request, profile(request.profile)), found):
        pass
    return tuple(found)


def _digested(sheets: Iterable[Sheet], contents: list[Content]) -> Iterator[Sheet]:
    """The sheets; what each shows is noted when its taker is at work on it."""
    for sheet in sheets:
        yield sheet
        contents += digest(sheet)


def _picked(sheets: Iterable[Sheet], chosen: Mapping[str, tuple[int, ...]], players: int) -> Iterator[Sheet]:
    from generator.pick import pick  # which a print of the kit does not need

    return pick(sheets, chosen, players)


def printing(form: str, press: "Press | None" = None) -> Printer:
    """What prints a format, behind a press of one's own if one is given."""
    from generator.press import Press  # with ReportLab behind it, which a press in its own process reads there

    press = press or Press()
    if form in PICTURES:
        from generator.pictures import Pictures

        return Pictures(press)
    if form == "pdf":
        return press
    from generator.twins import Twin

    return Twin(form, press)


def check_kit(kit: Kit) -> CheckReport:
    """Prove every example, see what they show and how their positions come about, and set every sheet.

    Each sheet is set for every player count, setup, profile and paper. Raises `Rejected` where that takes too long.
    """
    with bounded(f"{kit.shown}/kit.toml", LONGEST_CHECK):
        return _checked(kit)


def _checked(kit: Kit) -> CheckReport:
    from generator.coverage import coverage  # for `check` alone, as is `reach`
    from generator.lessons import untaught
    from generator.reach import reach

    proofs = prove(kit)
    rules, uncovered = coverage(kit, proofs)
    ways, unsaid = reach(kit, proofs, told(kit))
    first = (*proofs.refused.values(), uncovered, unsaid, untaught(kit, proofs.proved))
    findings: dict[Finding, Finding] = {f: f for found in first for f in found}
    practised = tuple(_practices(kit))
    for drawn, request in (
        *((kit, request) for request in every_request(kit)),
        *_positions(kit),
        *_reprints(kit),
        *practised,
    ):
        known = proofs if drawn.examples is kit.examples else prove(drawn)
        try:
            with bounded(f"{kit.shown}/kit.toml"):
                printed, _ = make(drawn, known, request)
                for file in printed:
                    verify(file.pdf, file.told, known, kit.shown, thorough=True)
        except Rejected as rejected:
            for finding in rejected.findings:
                findings.setdefault(finding, finding._replace(message=f"{finding.message} ({_asked(request)})"))
            if isinstance(rejected, TooLong):
                break
    else:
        findings |= {finding: finding for finding in (*_typed(kit), *_typed_questions(practised))}
    return CheckReport(tuple(sorted(findings.values())), tuple(_example(kit, proofs, ways)), tuple(map(_rule, rules)))


def explain_kit(kit: Kit, request: Request) -> "tuple[tuple[Number, ...], tuple[Finding, ...]]":
    """Where each printed number comes from, and a finding for each that is typed by hand. Raises `Rejected`."""
    from generator.explain import explain
    from generator.press import Press

    with bounded(f"{kit.shown}/kit.toml"):
        proofs, press = prove(kit), Press()
        make(kit, proofs, request, None, press)
        return explain(kit, proofs, request, press.plan, press.pages)


def _typed(kit: Kit) -> Iterator[Finding]:
    """Numbers typed by hand, wherever the kit prints: for fewest and most players, every setup, small and large."""
    requests = [request for request in every_request(kit) if request.paper.name == "a4"]
    for request in requests:
        if request.players in kit.players[:2] and request.profile in PROFILES[:2]:
            with suppress(Rejected):  # what it is has been found by setting the sheets
                yield from explain_kit(kit, request)[1]


def _typed_questions(practised: Iterable[tuple[Kit, Request]]) -> Iterator[Finding]:
    """Numbers typed by hand where practice questions are drawn, small and large."""
    for kit, request in practised:
        if request.paper.name == "a4" and request.profile in PROFILES[:2]:
            with suppress(Rejected):  # as above
                yield from explain_kit(kit, request)[1]


def _practices(kit: Kit) -> Iterator[tuple[Kit, Request]]:
    """Practice sheets for fewest and most players, in every print size and on all paper, where a kit draws them."""
    from generator import lessons, practice  # for `check` alone

    known = lessons.taught(kit)
    if not known or not practice.has_practice(kit):
        return
    sheets = practice.with_sheets(kit)
    asked = [each for each in every_request(kit) if each.setup is None and each.players in kit.players[:2]]
    for _, alike in groupby(asked, attrgetter("players")):
        first, *others = alike
        drawn = practice.with_these(sheets, practice.questions(kit, first, len(known.LESSONS), 1))
        yield from ((drawn, each._replace(sheets=practice.SHEETS)) for each in (first, *others))


def _positions(kit: Kit) -> Iterator[tuple[Kit, Request]]:
    """The sheet of the first position, as it can be asked for, where the kit can draw one."""
    from generator.position_sheet import has_position, position_sheet  # for `check` alone

    if has_position(kit):
        drawn = position_sheet(kit)
        for request in every_request(drawn):
            if request.setup or not kit.setups:
                start = kit.game.start(kit.rules, request.players, request.setup)
                yield drawn, request._replace(position=kit.game.position(kit.rules, start))


def _reprints(kit: Kit) -> Iterator[tuple[Kit, Request]]:
    """The first page of a reprint, in every print size and paper."""
    from generator.reprint import specimen  # for `check` alone, as is `position_sheet`

    for request in every_request(kit):
        if request.players == kit.players[0] and request.setup is None:
            yield specimen(kit, request)


def told(kit: Kit) -> "Told":
    """What tells an example as the first request prints it: its box alone, None where a claim does not hold.

    A box that can't be filled is `()`; what is wrong with it is found where the sheet is filled.
    """
    request = next(every_request(kit))
    figures = profile(request.profile, kit.profiles)
    boxes = {
        node.attrs["id"]: (name, node) for name, blocks in kit.texts.items() for node in blocks if node.tag == "example"
    }

    def box(example: Example) -> object:
        proofs = prove(kit._replace(examples=(example,)))
        if example.id in proofs.refused:
            return None
        name, node = boxes[example.id]
        spec = next(spec for spec in kit.sheets if spec.text == name)
        try:
            (sheet,) = fill(kit._replace(texts={name: (node,)}), proofs, request._replace(sheets=(spec.name,)), figures)
        except Rejected:
            return ()
        return sheet.pieces[0].tree

    return box


def _asked(request: Request) -> str:
    """The request in a few words, for a finding that only some requests have."""
    setup = f", {request.setup}" if request.setup else ""
    return f"{request.players} players, {request.paper.title}{setup}, {request.profile} print"


def every_request(kit: Kit) -> Iterator[Request]:
    """Every kit that the command line can ask for, but for names and copies."""
    fewest, most, _ = kit.players
    names = tuple(spec.name for spec in kit.sheets)
    profiles = PROFILES if any("large" in spec.sizes for spec in kit.sheets) else PROFILES[:1]
    for players in range(fewest, most + 1):
        for setup in (None, *kit.game.setups(kit.rules)):
            for paper in PAPERS.values():
                for size in profiles:
                    yield Request(kit.folder, players, setup, paper, size, (), names, {}, None)


def _rule(rule: "Covered") -> Mapping[str, Any]:
    shown = {"never": rule.never} if rule.never else {"examples": list(rule.examples)}
    return {"id": rule.id, "path": rule.path, "line": rule.line, **shown}


def _example(kit: Kit, proofs: Proofs, ways: "Mapping[str, Reach]") -> Iterator[Mapping[str, Any]]:
    for example in kit.examples:
        claims = sum(len(step.claims) for step in example.steps)
        proved = example.id in proofs.proved
        places = {claim.line for step in example.steps for claim in step.claims}
        refused = len(places & {finding.line for finding in proofs.refused.get(example.id, ())})
        told = {"id": example.id, "path": example.path, "line": example.line, "claims": claims, "refused": refused}
        way = {"reach": ways[example.id].as_json()} if proved else {}
        taught = {"lesson": example.lesson, "players": _players(kit, example)} if example.lesson else {}
        yield {**told, "proved": proved, "illustration": bool(example.illustration), **taught, **way}


def _players(kit: Kit, example: Example) -> int | None:
    """How many play in an example; None where its position can't be read."""
    try:
        return len(kit.game.position(kit.rules, kit.game.read_state(kit.rules, example.position))["scores"])
    except Malformed:
        return None
