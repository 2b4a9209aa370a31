"""Pages as printers and eyes meet them: dots, by PDFium and by poppler, and what a shrinking print dialog makes."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.craft.check_cuts import bars, cut_lines
from tests.craft.kits import Case, figures, printed
from tests.craft.measure import MM, Leaf, Pdf, Raster, contrast, ink_box, ink_share, part

CASES = (
    Case("seed-circuit", 4, "a4"),
    Case("seed-circuit", 2, "letter"),
    Case("quiet-dividend", 6, "letter", "seasonal"),
    Case("quiet-dividend", 3, "a4"),
    Case("seed-circuit", 2, "letter", None, "18"),
    Case("quiet-dividend", 2, "a4", "seasonal", "24"),
    Case("seed-circuit", 2, "a4", None, "36"),
)
FINE, DRAFT = 300.0, 150.0
"""Dots per inch: of an ordinary printer; of a browser's print picture (E08)."""


@pytest.fixture(scope="module", params=CASES, ids=str)
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    """One kit."""
    return Pdf(printed(request.param, Path(tmp_path_factory.mktemp("raster"))), figures(request.param))


def rooms(raster: Raster, leaf: Leaf) -> tuple[float, float, float, float]:
    """White along the four edges in mm."""
    box = ink_box(raster, leaf)
    return box.left, box.top, leaf.width - box.right, leaf.height - box.bottom


def test_white_edges(pdf: Pdf) -> None:
    """C07, T3: no dot within 7 mm of an edge, but for the tenth that a dot may straddle."""
    for index, leaf in enumerate(pdf.leaves):
        assert min(rooms(pdf.raster(index, FINE), leaf)) >= 6.9, leaf.number


def test_little_ink(pdf: Pdf) -> None:
    """C60: a sheet to read is dark to 5 % on average over its pages, one to cut to 10 % at most.

    A page with two worked examples, four pictures, reaches 5.8 %: no page may pass 6 %. Large type covers more of its
    paper: 6 % on average, 8 % on any page, 8.5 % at 36 pt.
    """
    shares: dict[str, list[float]] = {}
    for index, leaf in enumerate(pdf.leaves):
        share = ink_share(pdf.raster(index, 75.0))
        shares.setdefault(leaf.sheet, []).append(share)
        assert share <= (pdf.figures.card_ink if leaf.cut else pdf.figures.page_ink), leaf.number
    for sheet in {leaf.sheet for leaf in pdf.leaves if not leaf.cut}:
        assert sum(shares[sheet]) / len(shares[sheet]) <= pdf.figures.text_ink, sheet


def test_words_are_seen(pdf: Pdf) -> None:
    """A75: every word of the text layer leaves ink, black enough for 7:1 even on a browser's picture."""
    for index, leaf in enumerate(pdf.leaves):
        raster = pdf.raster(index, FINE)
        for word in leaf.words:
            darkest = float(np.percentile(part(raster, word.box, leaf), 2))
            assert contrast(darkest / 255, 1.0) >= pdf.figures.contrast, (leaf.number, word.text)


def test_grey_is_enough(pdf: Pdf) -> None:
    """B01, C61: nothing but black and white is needed: more than nine dots in ten are nearly one or the other."""
    for index in range(len(pdf.leaves)):
        raster = pdf.raster(index, FINE)
        assert ((raster < 60) | (raster > 200)).mean() > 0.97


def test_cut_lines_survive_a_draft(pdf: Pdf) -> None:
    """E09, E10: at 150 dots per inch every cut line is there from end to end, dark enough to follow."""
    for index, leaf in enumerate(pdf.leaves):
        raster = pdf.raster(index, DRAFT)
        for line in (line for line in cut_lines(leaf) if line.is_upright):
            middle, top, bottom = (round(at / MM / 72 * DRAFT) for at in (line.box.left, line.box.top, line.box.bottom))
            strip = raster[:, middle - 2 : middle + 2].min(axis=1)
            assert (strip[top + 1 : bottom - 1] < 200).all(), (leaf.number, line.box.left)


def poppler(file: Path, number: int, dpi: float) -> Raster:
    """A page in greys, by poppler."""
    command = ["pdftoppm", "-gray", "-r", str(dpi), "-f", str(number), "-l", str(number), str(file)]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    assert head
    return np.frombuffer(data[head.end() :], dtype=np.uint8).reshape(int(head[2]), int(head[1]))


@pytest.mark.system
def test_two_renderers_agree(pdf: Pdf, tmp_path: Path) -> None:
    """E12: poppler and PDFium put the ink in the same box within 0.2 mm, and as much of it within a hundredth."""
    file = tmp_path / "kit.pdf"
    file.write_bytes(pdf.data)
    for index, leaf in enumerate(pdf.leaves):
        ours, theirs = pdf.raster(index, FINE), poppler(file, leaf.number, FINE)
        assert max(abs(a - b) for a, b in zip(ink_box(ours, leaf), ink_box(theirs, leaf), strict=True)) <= 0.2
        assert abs(ink_share(ours) - ink_share(theirs)) <= 0.01
        assert min(rooms(theirs, leaf)) >= 6.9


@pytest.mark.system
def test_a_shrunk_print_is_seen_on_the_ruler(tmp_path: Path) -> None:
    """C15, E17: an A4 file printed to fit Letter comes out at 94.1 %, and the 100 mm bar says so: 94.1 mm."""
    file, shrunk = tmp_path / "kit.pdf", tmp_path / "shrunk.pdf"
    file.write_bytes(Pdf(printed(CASES[0], tmp_path)).data)
    subprocess.run(["pdftocairo", "-pdf", "-paper", "letter", str(file), str(shrunk)], check=True)
    factor = min(215.9 / 210.0, 279.4 / 297.0)
    assert factor == pytest.approx(0.941, abs=0.0005)
    for made, expected in ((file, 100.0), (shrunk, 100.0 * factor)):
        (leaf, *_) = Pdf(made.read_bytes()).leaves
        across, _ = bars(leaf)
        assert max(bar.box.right - bar.box.left for bar in across) == pytest.approx(expected, abs=0.05)
