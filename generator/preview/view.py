"""What one set of choices looks like: its sheets as pictures, what is wrong, what changed, whence its numbers.

In go the words of the page's controls and the kit as it is on disk; out come values of JSON's own types for the page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from generator.errors import Finding, Rejected, UsageError
from generator.explain import explain
from generator.model import Kit, Request, SheetSpec
from generator.pages import Page
from generator.pictures.svg import BLACK, Ink, tagged
from generator.preview.changes import Box, changed, same, spots
from generator.preview.desk import Desk, read
from generator.profiles import colour, profile
from generator.prove import prove
from generator.request import read_request

CONTROLS: Final = ("players", "setup", "paper", "size", "names")
"""What may be chosen; each a word of the page's address."""
_OPTIONS: Final = {"--players": "players", "--names": "names", "--text-size": "size", "--large-print": "size"}
"""Option that a message begins with to the control that stands for it."""


def asked(kit: Kit, words: Mapping[str, str]) -> Request:
    """The request of the controls. Raises `UsageError`."""
    size = words.get("size", "")
    return read_request(
        kit,
        players=words.get("players") or None,
        setup=words.get("setup") or None,
        paper=words.get("paper") or "a4",
        text_size=None if size in ("", "normal") else size,
        names=words.get("names") or None,
    )


class View:
    """The kit as one set of choices prints it, as of the last build."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words = words
        self.desk = Desk(lambda kit: asked(kit, words))
        self.kit: Kit | None = None
        """Of the last good build."""
        self.request: Request | None = None
        self.findings: tuple[Finding, ...] = ()
        self.error: tuple[str, str] | None = None
        """A control and what is wrong with its word."""
        self.pictures: dict[str, str] = {}
        """What a page looks like, by its mark."""
        self.marks: dict[int, str] = {}
        """Number of a page to the mark of its picture."""
        self.changed: frozenset[int] = frozenset()
        self.spots: Mapping[int, tuple[Box, ...]] = {}
        self.numbers: Mapping[int, list[dict[str, Any]]] | None = None

    def build(self, folder: Any, shown: str) -> None:
        """Lay the kit out as it is now. What is wrong is kept, with the last good pages."""
        before = self.desk.pages
        try:
            kit = read(folder, shown)
            self.kit = kit
            request = self.desk.lay(kit)
        except Rejected as rejected:
            self.findings, self.error = self._of_names(rejected)
            return
        except UsageError as error:
            self.findings, self.error = (), _control(str(error))
            return
        except Exception as error:  # noqa: BLE001 - half a font, say; the next save may mend it
            self.findings, self.error = (), ("", f"{type(error).__name__}: {error}")
            return
        self.request, self.findings, self.error = request, (), None
        pages = self.desk.pages
        moved = changed(before, pages) if before else ()
        if moved or len(before) != len(pages):
            self.changed, self.spots = frozenset(page.number for page in moved), spots(before, pages) if before else {}
        self._draw(before, pages)

    def _of_names(self, rejected: Rejected) -> tuple[tuple[Finding, ...], tuple[str, str] | None]:
        """What was rejected, or what is wrong with the names where all would print without them."""
        from generator import tasks

        if self.kit is not None and self.words.get("names"):
            try:
                told = tasks.of_names(self.kit, asked(self.kit, self.words), rejected)
            except UsageError as error:
                told = error
            if isinstance(told, UsageError):
                return (), _control(str(told))
        return rejected.findings, None

    def _draw(self, before: Sequence[Page], pages: Sequence[Page]) -> None:
        """Draw the pages that are not as they were."""
        marks: dict[int, str] = {}
        ink = colour(profile(self.request.profile, self.kit.profiles).ink) if self.request and self.kit else BLACK
        pictures: dict[str, str] = {}
        for index, page in enumerate(pages):
            known = index < len(before) and page.number in self.marks and same(before[index], page)
            drawn = self.pictures[self.marks[page.number]] if known else picture(page, ink)
            mark = sha256(drawn.encode()).hexdigest()[:16]
            marks[page.number], pictures[mark] = mark, drawn
        if marks != self.marks:
            self.numbers = None
        self.marks, self.pictures = marks, pictures

    def explain(self) -> bool:
        """Find where each printed number comes from, once for each good build; True where that was to be done."""
        if self.kit is None or self.request is None or self.findings or self.error or self.numbers is not None:
            return False
        found: dict[int, list[dict[str, Any]]] = {}
        try:
            numbers, _ = explain(self.kit, prove(self.kit), self.request, self.desk.plan, self.desk.pages)
        except Rejected:
            numbers = ()
        papers = {page.number: page.paper for page in self.desk.pages}
        for number in numbers:
            paper = papers[number.page]
            left, top, right, bottom = number.box
            box = left / paper.width, top / paper.height, (right - left) / paper.width, (bottom - top) / paper.height
            place = [round(100 * part, 3) for part in box]
            row = {"text": number.text, "around": number.around, "origin": number.origin, "box": place}
            found.setdefault(number.page, []).append(row)
        self.numbers = found
        return True

    def sheets(self) -> Iterator[tuple[SheetSpec, list[Page], list[Finding]]]:
        """Every sheet with its pages and what is wrong with it."""
        own = self.of_sheets()
        specs = {page.spec.name: page.spec for page in self.desk.pages}
        for spec in self.kit.sheets if self.kit else ():
            specs.setdefault(spec.name, spec)
        for name, spec in specs.items():
            pages = [page for page in self.desk.pages if page.spec.name == name]
            if pages or own.get(name):
                yield spec, pages, own.get(name, [])

    def of_sheets(self) -> Mapping[str, list[Finding]]:
        """Each finding with the sheet that it concerns: by the file it stands in, or by the name it begins with."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            for spec in self.kit.sheets if self.kit else ():
                file = finding.path.rpartition("/")[2]
                named = finding.message.startswith((f"{spec.name}:", f"sheet {spec.name!r}"))
                if file in (spec.template, spec.large_template, spec.text) or (file == "kit.toml" and named):
                    found.setdefault(spec.name, []).append(finding)
                    break
        return found

    def rest(self) -> list[Finding]:
        """The findings that concern no one sheet."""
        told = {finding for group in self.of_sheets().values() for finding in group}
        return [finding for finding in self.findings if finding not in told]


def picture(page: Page, ink: Ink) -> str:
    """A page as SVG with its letters as text, for a page of the web that has the fonts."""
    size = f"{page.paper.width:g} {page.paper.height:g}"
    name = f'role="group" aria-label="Page {page.number}"'
    return f'<svg class="print" viewBox="0 0 {size}" {name}>{tagged(page, ink)}</svg>'


def _control(message: str) -> tuple[str, str]:
    """The control that a message is about, and the message without its option."""
    option, colon, rest = message.partition(": ")
    if colon and option in _OPTIONS:
        return _OPTIONS[option], rest
    return next((name for name in CONTROLS if name in message.split()), ""), message


def clean(words: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """The controls' words of an address, in one order, those left out that say nothing."""
    told = dict(words)
    return {name: told[name] for name in CONTROLS if told.get(name, "").strip()}
