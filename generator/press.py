"""The printing half of a kit's way: filled sheets in; a plan of their pages, then finished files out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.attach import attach
from generator.draw import draw
from generator.errors import Finding, Rejected
from generator.fonts import FACES, width
from generator.furnish import furnish
from generator.impose import impose
from generator.limits import NO_MEMORY, Overrun, TooLong
from generator.model import Content, Imprint, Paper, Printed, Request, Sheet, SheetSpec, Summary
from generator.pages import Document, Page, Typeset
from generator.plan import pieces, plan, printed_examples
from generator.profiles import Profile, colour, profile
from generator.tell import tell
from generator.typeset import typeset
from generator.typesetting.block import Effort

_MOST_INK = 500_000
"""Marks of all pages: ten times what 99 copies of every piece of the largest kit take."""
_A_PIECE = 20
"""Marks that a piece brings to its page: cut lines, or a page's own title and rulers."""
Setting = Callable[[Iterable[Sheet], Profile, Paper, Effort | None], tuple[Typeset, ...]]
_MOST_ROUNDS = 4
"""Layouts until the number of pages of the sheet that tells of them must have settled."""


class Press:
    """One request on its way to paper: `begin`, `take` each sheet, `lay_out`, `finish` with the one that tells."""

    def __init__(self, setting: Setting = typeset) -> None:
        self.setting = setting
        """Sets sheets."""
        self.imprint: Imprint
        self.request: Request
        self.intro: SheetSpec | None
        self.own: int
        """Pages left for the sheet that tells of the others."""
        self.body: tuple[Page, ...]
        self.plan: Mapping[str, Any] = {}
        """What the pages of the last request amount to."""
        self.pages: tuple[Page, ...] = ()
        """All pages of the last request, finished."""
        self.effort: Effort
        self.sheets: list[Typeset]
        self.findings: list[Finding]
        self.rounds: int

    def warm(self) -> None:
        """Draw nothing, with everything that drawing needs: normal print's fonts, the modules read at first use."""
        for font in FACES[profile("normal").face]:
            width("", font, 1.0)
        draw(Document("", "en", ()))

    def begin(self, imprint: Imprint, request: Request, intro: SheetSpec | None) -> None:
        """A request, and the sheet that will tell of the others."""
        self.imprint, self.request, self.intro = imprint, request, intro
        self.sheets, self.findings, self.effort = [], [], Effort()
        self.own, self.rounds = (intro.pages or 0) if intro else 0, 0

    def _figures(self) -> Profile:
        """The print size of the last request, as its kit has it."""
        return profile(self.request.profile, self.imprint.profiles)

    def take(self, sheet: Sheet) -> None:
        """Set a sheet. What is wrong with it is told by `lay_out`."""
        try:
            self.sheets += self.setting([sheet], self._figures(), self.request.paper, self.effort)
        except Rejected as rejected:
            self.findings += rejected.findings
        except Overrun as error:
            raise TooLong([*self.findings, self._finding(sheet.spec, f"to set it, {error}")]) from error
        except MemoryError:
            self.findings.append(self._finding(sheet.spec, f"to set it, {NO_MEMORY}"))

    def lay_out(self) -> Mapping[str, Any]:
        """Impose the sheets behind the pages of the one that tells; what they amount to. Raises `Rejected`."""
        if self.findings:
            raise Rejected(self.findings)
        self._check_ink()
        self.body = self._impose(self.sheets, 1 + self.own)
        self.plan = plan(self.body, self.intro, self.own)
        return self.plan

    def finish(
        self, sheets: Sequence[Sheet], output: Path | None, contents: Sequence[Content]
    ) -> tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]:
        """Put the sheet that tells of the others first, and draw the files, which attach `contents`.

        Where it fills more or fewer pages than were left for it, they are laid out anew: a plan. Raises `Rejected`.
        """
        again = self.settle(sheets)
        if again is not None:
            return again
        files = split(self.imprint, self.request, self.pages, output)
        printed = tuple(self._printed(path, document, contents) for path, document in files.items())
        return printed, summary(files, self.pages)

    def settle(self, sheets: Sequence[Sheet]) -> Mapping[str, Any] | None:
        """As `finish`, but draw nothing: the finished pages are in `pages`; or a new plan."""
        figures = self._figures()
        head = self._impose(self.setting(sheets, figures, self.request.paper, None), 1)
        if self.intro and len(head) != self.own:
            return self._leave(len(head), self.intro)
        if not head and not self.body:
            raise Rejected([Finding(f"{self.imprint.shown}/kit.toml", 1, "the sheets asked for hold no pieces")])
        self.pages = furnish((*head, *self.body), self.imprint, figures, len(head) + len(self.body))
        return None

    def _printed(self, path: Path, document: Document, contents: Sequence[Content]) -> Printed:
        told = tell(document)
        return Printed(path, draw(document, attach(self.imprint.record, told, contents)), told)

    def _leave(self, count: int, intro: SheetSpec) -> Mapping[str, Any]:
        """Leave another number of pages for the sheet that tells of the others, whose numbers then change."""
        self.rounds += 1
        if self.rounds > _MOST_ROUNDS:
            message = f"with {self.own} pages left for it, it fills {count}: its length never settles"
            raise Rejected([self._finding(intro, message)])
        self.own = count
        return self.lay_out()

    def _impose(self, sheets: Sequence[Typeset], first: int) -> tuple[Page, ...]:
        figures, paper = self._figures(), self.request.paper
        together = self.request.pieces is not None
        return impose(sheets, paper, figures, f"{self.imprint.shown}/kit.toml", first, together=together)

    def _check_ink(self) -> None:
        """Raise `Rejected` where all copies together are more than pages can be made of in good time."""
        total = 0
        for sheet in self.sheets:
            total += sum((_A_PIECE + len(piece.marks)) * piece.copies for piece in sheet.pieces)
            if total > _MOST_INK:
                message = f"with all its copies, the kit has more than {_MOST_INK} lines and shapes"
                raise Rejected([self._finding(sheet.spec, message)])

    def _finding(self, spec: SheetSpec, message: str) -> Finding:
        return Finding(f"{self.imprint.shown}/kit.toml", spec.line, f"{spec.name}: {message}")


def split(imprint: Imprint, request: Request, pages: Sequence[Page], output: Path | None) -> Mapping[Path, Document]:
    """The files to write and the pages of each."""
    name = stem(imprint, request)
    folder = Path("output") if output is None else output
    what = f"{_what(request)} for {request.players} players"
    if request.position is not None:
        what = f"position of {request.players} players, moves played: {request.played}"
    ink = colour(profile(request.profile, imprint.profiles).ink)
    title = f"{imprint.title} {imprint.edition}: {what}, {request.paper.title}"
    if request.split is None:
        path = folder if folder.suffix.lower() == ".pdf" else folder / f"{name}.pdf"
        return {path: Document(title, imprint.language, tuple(pages), ink)}
    groups: dict[str, list[Page]] = {}
    for page in pages:
        groups.setdefault(page.spec.stock if request.split == "stock" else page.spec.name, []).append(page)
    return {
        folder / f"{name}-{part}.pdf": Document(f"{title}, {part}", imprint.language, tuple(group), ink)
        for part, group in groups.items()
    }


def _what(request: Request) -> str:
    if request.reprint is not None:
        return "reprint"
    return "kit" if request.pieces is None else "pieces"


def stem(imprint: Imprint, request: Request) -> str:
    """Whatever makes a file different is in its name."""
    parts = [imprint.name, imprint.edition, f"{request.players}p", request.paper.name]
    parts += [request.setup] if request.setup else []
    parts += [request.profile] if request.profile != "normal" else []
    parts += [request.practice] if request.practice else []
    if request.reprint is not None:
        parts += ["reprint-since", request.reprint["edition"], request.reprint["fingerprint"]]
    elif request.pieces is not None:
        parts.append("pieces")
    elif len(request.sheets) < imprint.sheets:
        parts += request.sheets
    return "-".join(parts).lower()


def summary(files: Iterable[Path], pages: Sequence[Page]) -> Summary:
    """What the pages amount to, in files of these names."""
    return Summary(
        files=tuple(str(path) for path in files),
        pages=len(pages),
        paper_sheets=sum(page.spec.stock == "paper" for page in pages),
        card_sheets=sum(page.spec.stock == "card" for page in pages),
        pieces=pieces(pages),
        examples_proved=len(printed_examples(pages)),
    )
