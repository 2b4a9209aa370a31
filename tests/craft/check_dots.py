"""Pages as eyes meet them: dots, by PDFium. Each check takes a file and gives its faults, none for a good one."""

from collections.abc import Iterator

import numpy as np

from tests.craft.check_cuts import cut_lines
from tests.craft.measure import MM, Leaf, Pdf, Raster, contrast, ink_box, ink_share, part

FINE, DRAFT = 300.0, 150.0
"""Dots per inch: of an ordinary printer; of a browser's print picture (E08)."""


def white(raster: Raster, leaf: Leaf) -> float:
    """The narrowest white edge of a page in mm."""
    box = ink_box(raster, leaf)
    return min(box.left, box.top, leaf.width - box.right, leaf.height - box.bottom)


def white_edges(pdf: Pdf) -> Iterator[str]:
    """C07, C09: no dot lies within 7 mm of an edge, but for the tenth that a dot may straddle."""
    for index, leaf in enumerate(pdf.leaves):
        room = white(pdf.raster(index, FINE), leaf)
        if room < pdf.figures.edge - 0.1:
            yield f"page {leaf.number}: white edges of {room:.2f} mm"


def little_ink(pdf: Pdf) -> Iterator[str]:
    """C60: a sheet to read is dark to 5 % on average and 6 % on any page, one to cut to 10 %.

    A page with two worked examples, four pictures, reaches 5.8 %. Large type covers more of its paper: 6 and 8 %.
    """
    shares: dict[str, list[float]] = {}
    for index, leaf in enumerate(pdf.leaves):
        share = ink_share(pdf.raster(index, 75.0))
        shares.setdefault(leaf.sheet, []).append(share)
        if share > (pdf.figures.card_ink if leaf.cut else pdf.figures.page_ink):
            yield f"page {leaf.number}: dark to {share:.1%}"
    for sheet in {leaf.sheet for leaf in pdf.leaves if not leaf.cut}:
        mean = sum(shares[sheet]) / len(shares[sheet])
        if mean > pdf.figures.text_ink:
            yield f"{sheet}: dark to {mean:.1%} on average"


def words_seen(pdf: Pdf) -> Iterator[str]:
    """A31, A75: every word of the text layer leaves ink, black enough for 7:1."""
    for index, leaf in enumerate(pdf.leaves):
        raster = pdf.raster(index, FINE)
        for word in leaf.words:
            found = contrast(float(np.percentile(part(raster, word.box, leaf), 2)) / 255, 1.0)
            if found < pdf.figures.contrast:
                yield f"page {leaf.number}: {word.text!r} is seen at {found:.2f}:1"


def black_and_white(pdf: Pdf) -> Iterator[str]:
    """B01, C61: nothing but black and white is needed: more than 97 dots in a hundred are nearly one or the other."""
    for index, leaf in enumerate(pdf.leaves):
        raster = pdf.raster(index, FINE)
        share = float(((raster < 60) | (raster > 200)).mean())
        if share <= 0.97:
            yield f"page {leaf.number}: {1 - share:.1%} of its dots are grey"


def cuts_survive_a_draft(pdf: Pdf) -> Iterator[str]:
    """E09, E10: at 150 dots an inch every cut line is there from end to end, dark enough to follow."""
    for index, leaf in enumerate(pdf.leaves):
        raster = pdf.raster(index, DRAFT) if leaf.cut else np.empty((0, 0), np.uint8)
        for line in cut_lines(leaf):
            left, top, right, bottom = (round(at / MM / 72 * DRAFT) for at in line.box)
            if line.is_upright:
                dots = raster[top + 1 : bottom - 1, left - 2 : left + 2].min(axis=1)
            else:
                dots = raster[top - 2 : top + 2, left + 1 : right - 1].min(axis=0)
            if (dots >= 200).any():
                yield f"page {leaf.number}: a cut line fades at {line.box.left:.0f}, {line.box.top:.0f} mm"
