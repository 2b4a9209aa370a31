"""Pages as PNG: our own PDF of them, drawn by pdfium. Both packages come with `rr-print[preview]`."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO

from generator.draw import draw
from generator.errors import UsageError
from generator.pages import Document
from generator.pictures.svg import said

_POINTS = 72
"""To an inch."""


def prepare() -> None:
    """Raise `UsageError` where pdfium or what writes PNG is not installed."""
    if not all(map(find_spec, ("pypdfium2", "PIL"))):
        raise UsageError("--format png needs pypdfium2, which is not here: pip install 'rr-print[preview]'")


def pngs(document: Document, titles: Sequence[str], dpi: int) -> Iterator[bytes]:
    """A file for each page, grey where its ink is; its title, its words and its size on paper stand in it."""
    import pypdfium2  # type: ignore[import-untyped]
    from PIL.PngImagePlugin import PngInfo

    drawn = pypdfium2.PdfDocument(draw(document))
    for index, (page, title) in enumerate(zip(document.pages, titles, strict=True)):
        sheet = drawn[index]
        # pdfium rounds up to whole dots; a last row that the paper covers by less than half is no part of it.
        size = tuple(round(side * dpi / _POINTS) for side in sheet.get_size())
        picture = sheet.render(scale=dpi / _POINTS, grayscale=not any(document.ink)).to_pil().crop((0, 0, *size))
        told = PngInfo()
        told.add_itxt("Title", title)
        told.add_itxt("Description", " ".join(said(page)))
        stream = BytesIO()
        picture.save(stream, "PNG", optimize=True, dpi=(dpi, dpi), pnginfo=told)
        yield stream.getvalue()
        sheet.close()
    drawn.close()
