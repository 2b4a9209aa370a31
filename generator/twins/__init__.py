"""The twins of the PDF, for a phone, a screen reader and braille: a printer that reads the filled sheets out.

The same filled trees feed the PDF and all twins. A twin is made behind a press: whatever stops the print stops it too.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.model import Content, Imprint, Printed, Request, Sheet, SheetSpec, Summary, Told
from generator.press import Press
from generator.profiles import profile
from generator.twins.reading import Part, read

SUFFIXES: Mapping[str, str] = {"html": ".html", "text": ".txt", "brf": ".brf"}
"""Format to the ending of its file's name."""


class Twin:
    """A printer, as `build` knows it, that sets the sheets to know that they can be printed, and then tells them."""

    def __init__(self, kind: str, press: Press) -> None:
        self.kind = kind
        self.press = press
        self.sheets: list[Sheet] = []
        self.imprint: Imprint
        self.request: Request

    def begin(self, imprint: Imprint, request: Request, intro: SheetSpec | None) -> None:
        """As `Press.begin`."""
        self.imprint, self.request, self.sheets = imprint, request, []
        self.press.begin(imprint, request, intro)

    def take(self, sheet: Sheet) -> None:
        """As `Press.take`."""
        self.sheets.append(sheet)
        self.press.take(sheet)

    def lay_out(self) -> Mapping[str, Any]:
        """As `Press.lay_out`."""
        return self.press.lay_out()

    def finish(
        self, sheets: Sequence[Sheet], output: Path | None, contents: Sequence[Content]
    ) -> tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]:
        """As `Press.finish`, with a twin in the place of each PDF. Raises `Rejected` or `NoBraille`."""
        named = output is not None and output.suffix.lower() == SUFFIXES[self.kind]
        answer = self.press.finish(sheets, output.with_suffix(".pdf") if output and named else output, contents)
        if not isinstance(answer, tuple):
            return answer
        printed, summary = answer
        told = tuple(self._told(file, (*sheets, *self.sheets)) for file in printed)
        return told, summary._replace(files=tuple(str(file.path) for file in told))

    def _told(self, file: Printed, sheets: Sequence[Sheet]) -> Printed:
        """The twin of one PDF: of all sheets, or of the one that a split file holds."""
        path = file.path.with_suffix(SUFFIXES[self.kind])
        mine = [sheet for sheet in sheets if self.request.split is None or path.stem.endswith(f"-{sheet.spec.name}")]
        parts = [part for sheet in mine for part in read(sheet, self.request.profile)]
        return Printed(path, self._made(parts, file.told, path.stem), file.told)

    def _made(self, parts: list[Part], told: Told, stem: str) -> bytes:
        if self.kind == "text":
            from generator.twins.text import text

            return text(parts, told.title).encode()
        if self.kind == "html":
            from generator.twins.html import html

            return html(parts, told.title, told.language, stem, profile(self.request.profile)).encode()
        from generator.twins.braille import brf

        return brf(parts, told.title).encode("ascii")
