"""Pictures of a kit for rule books and shops: a printer that draws each page, or each different piece, by itself.

They are made behind a press: whatever stops the print stops them too. A piece is drawn as a page of its own size, so
that its picture ends exactly at its cut and shows no cut line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from generator.model import Content, Imprint, Paper, Printed, Request, Sheet, SheetSpec, Summary, Told
from generator.pages import Document, Page, Placement
from generator.press import Press, stem, summary
from generator.profiles import colour, profile

_DPI: Final = Request._field_defaults["dpi"]
"""What is not said in a file's name."""


class Picture(NamedTuple):
    """One picture to make."""

    name: str
    """What sets its file's name apart from the others'."""
    title: str
    page: Page


class Pictures:
    """A printer, as `build` knows it, whose files are pictures."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.imprint: Imprint
        self.request: Request

    def begin(self, imprint: Imprint, request: Request, intro: SheetSpec | None) -> None:
        """As `Press.begin`. Raises `UsageError` where what draws dots is not installed."""
        self.imprint, self.request = imprint, request
        if request.format == "png":
            from generator.pictures.png import prepare

            prepare()
        self.press.begin(imprint, request, intro)

    def take(self, sheet: Sheet) -> None:
        """As `Press.take`."""
        self.press.take(sheet)

    def lay_out(self) -> Mapping[str, Any]:
        """As `Press.lay_out`."""
        return self.press.lay_out()

    def finish(
        self,
        sheets: Sequence[Sheet],
        output: Path | None,
        contents: Sequence[Content],  # noqa: ARG002 - a picture attaches nothing
    ) -> tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]:
        """As `Press.finish`, with a file for each picture. Raises `Rejected`."""
        again = self.press.settle(sheets)
        if again is not None:
            return again
        pages = self.press.pages
        pictures = tuple(of_pieces(pages) if self.request.each == "piece" else of_pages(pages))
        folder = Path("output") if output is None else output
        name, ending = self._stem(), f".{self.request.format}"
        made = zip(pictures, self._made(pictures), strict=True)
        printed = tuple(
            Printed(folder / f"{name}-{picture.name}{ending}", data, Told(picture.title, self.imprint.language, (), {}))
            for picture, data in made
        )
        return printed, summary([file.path for file in printed], pages)

    def _stem(self) -> str:
        fine = self.request.format == "png" and self.request.dpi != _DPI
        return stem(self.imprint, self.request) + (f"-{self.request.dpi}dpi" if fine else "")

    def _made(self, pictures: Sequence[Picture]) -> Iterator[bytes]:
        called = f"{self.imprint.title} {self.imprint.edition}"
        named = [picture._replace(title=f"{called}: {picture.title}") for picture in pictures]
        ink = colour(profile(self.request.profile, self.imprint.profiles).ink)
        if self.request.format == "svg":
            from generator.pictures.svg import svg

            yield from (svg(each.page, each.title, self.imprint.language, each.name, ink).encode() for each in named)
        else:
            from generator.pictures.png import pngs

            document = Document(called, self.imprint.language, tuple(each.page for each in named), ink)
            yield from pngs(document, [each.title for each in named], self.request.dpi)


def of_pages(pages: Sequence[Page]) -> Iterator[Picture]:
    """A picture of each page, its number as long as the last one's."""
    for page in pages:
        number = str(page.number).zfill(len(str(len(pages))))
        yield Picture(f"page-{number}", f"page {page.number}, {page.spec.title}", page)


def of_pieces(pages: Iterable[Page]) -> Iterator[Picture]:
    """A picture of each piece that differs from all others, without what its page carries round it."""
    seen: set[tuple[str, str, int]] = set()
    names: set[str] = set()
    for page in pages:
        for place in page.placements if page.spec.piece else ():
            piece = place.piece
            key = page.spec.name, piece.label, piece.part
            if key in seen:
                continue
            seen.add(key)
            title = piece.label + (f", page {piece.part + 1}" if piece.part else "")
            name = _free("-".join(re.findall(r"[a-z0-9]+", title.lower())) or page.spec.piece, names)
            paper = Paper(name, title, piece.width, piece.height)
            yield Picture(name, title, Page(len(names), paper, page.spec, (Placement(0.0, 0.0, piece, 0),), ()))


def _free(name: str, taken: set[str]) -> str:
    """The name, or one made of it, that no file bears yet; what a piece is of may be any words."""
    found = next(each for n in range(1, len(taken) + 2) if (each := name if n == 1 else f"{name}-{n}") not in taken)
    taken.add(found)
    return found
