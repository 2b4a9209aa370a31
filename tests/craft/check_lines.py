"""Strokes and shapes. Each check takes a file and gives its faults, none for a good one."""

from collections.abc import Iterator

from tests.craft.check_cuts import SHARED, cut_lines
from tests.craft.measure import Path, Pdf, contrast


def stroke_widths(pdf: Pdf) -> Iterator[str]:
    """A36, A37, A38, A55, C27, E11: a stroke that carries meaning is 1 pt wide or more; a cut line 0.5 pt; none 0."""
    for leaf in pdf.leaves:
        tells = leaf.sheet in ("How to print", "Reprint")
        guides = [*cut_lines(leaf), *(path for path in leaf.paths if tells and _in_key(path))]
        for path in leaf.paths:
            least = pdf.figures.guide if path in guides else pdf.figures.stroke
            if path.width is not None and path.width < least - 0.001:
                yield f"page {leaf.number}: a stroke of {path.width:g} pt, expected {least:g} pt or more"


def few_widths(pdf: Pdf) -> Iterator[str]:
    """A56: a sheet has three widths of stroke or fewer; one that sheets share, one more."""
    for leaf in pdf.leaves:
        widths = sorted({path.width for path in leaf.paths if path.width is not None})
        if len(widths) > 3 + (leaf.sheet == SHARED):
            yield f"page {leaf.number}: strokes of {', '.join(f'{width:g}' for width in widths)} pt"


def shape_contrast(pdf: Pdf) -> Iterator[str]:
    """A32, A33, A34: strokes and fills that are needed have a contrast of 3:1 or more with the paper."""
    for leaf in pdf.leaves:
        for path in leaf.paths:
            greys = [path.ink] if path.width is not None else []
            greys += [path.fill] if path.fill is not None and path.width is None else []
            for grey in greys:
                if contrast(grey, 1.0) < pdf.figures.shapes:
                    yield f"page {leaf.number}: a shape of {contrast(grey, 1.0):.2f}:1 at {path.box.left:.1f} mm"


def dashes(pdf: Pdf) -> Iterator[str]:
    """B06, E14: dashed lines are dash arrays, dashes and gaps of 1 mm or more, so that a copy keeps them apart."""
    for leaf in pdf.leaves:
        for path in leaf.paths:
            if path.dash and min(path.dash) < 1.0:
                yield f"page {leaf.number}: dashes of {path.dash} mm"


def no_large_solids(pdf: Pdf) -> Iterator[str]:
    """C09, C63: no fill larger than 25 x 25 mm is darker than 15 %; there are no tints under text."""
    for leaf in pdf.leaves:
        for path in leaf.paths:
            dark = path.fill is not None and path.fill < 0.85
            if dark and path.box.width * path.box.height > 625:
                yield f"page {leaf.number}: a fill of {path.box.width:.0f} x {path.box.height:.0f} mm"


def _in_key(path: Path) -> bool:
    """Whether it is a sample line of the key to cuts and folds."""
    return path.is_level and abs(path.box.width - 30) < 0.05
