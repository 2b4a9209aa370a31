"""Other viewers and print dialogs, by poppler and MuPDF. Each check takes a file and gives its faults."""

import re
import subprocess
from collections.abc import Iterator
from tempfile import NamedTemporaryFile

import numpy as np

from tests.craft.check_cuts import bars
from tests.craft.check_dots import FINE, white
from tests.craft.check_page import title
from tests.craft.measure import Pdf, Raster, ink_box, ink_share


def poppler(data: bytes, number: int, dpi: float) -> Raster:
    """A page of a file in greys."""
    command = ["pdftoppm", "-gray", "-r", str(dpi), "-f", str(number), "-l", str(number), "-"]
    shown = subprocess.run(command, input=data, capture_output=True, check=True).stdout
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", shown)
    assert head
    return np.frombuffer(shown[head.end() :], dtype=np.uint8).reshape(int(head[2]), int(head[1]))


def same_ink(pdf: Pdf) -> Iterator[str]:
    """E12: poppler and PDFium put the ink in the same box within 0.2 mm, and as much of it within a hundredth."""
    for index, leaf in enumerate(pdf.leaves):
        ours, theirs = pdf.raster(index, FINE), poppler(pdf.data, leaf.number, FINE)
        off = max(abs(a - b) for a, b in zip(ink_box(ours, leaf), ink_box(theirs, leaf), strict=True))
        more = abs(ink_share(ours) - ink_share(theirs))
        if off > 0.2 or more > 0.01 or white(theirs, leaf) < pdf.figures.edge - 0.1:
            yield f"page {leaf.number}: ink {off:.2f} mm off, {more:.1%} more or less of it"


def shrunk_prints_show(pdf: Pdf) -> Iterator[str]:
    """C15, E17: an A4 file printed to fit Letter comes out at 94.1 %, and the 100 mm bar says so: 94.1 mm."""
    if title(pdf)["paper"] != "A4":
        return
    command = ["pdftocairo", "-pdf", "-paper", "letter", "-", "-"]
    shrunk = Pdf(subprocess.run(command, input=pdf.data, capture_output=True, check=True).stdout, pdf.figures)
    for file, expected in ((pdf, 100.0), (shrunk, 100.0 * 279.4 / 297.0)):
        across, _ = bars(file.leaves[0])
        longest = max((bar.box.right - bar.box.left for bar in across), default=0.0)
        if abs(longest - expected) > 0.05:
            yield f"the bar is {longest:.2f} mm long, expected {expected:.2f} mm"


def viewers_draw(pdf: Pdf) -> Iterator[str]:
    """E13, E16: MuPDF draws every page, and has nothing to say about any."""
    with NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf.data)
        file.flush()
        done = subprocess.run(
            ["mutool", "draw", "-q", "-F", "bbox", "-o", "-", file.name], capture_output=True, check=False
        )
    said = [line for line in done.stderr.decode().splitlines() if "ICC support" not in line]
    pages = done.stdout.count(b"<page ")
    if done.returncode or said or pages != len(pdf.leaves):
        yield f"MuPDF draws {pages} of {len(pdf.leaves)} pages, and says {said}"
