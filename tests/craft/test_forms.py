"""Room to write on the sheets that people fill in, and what the how-to-print page tells, measured on the file."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.craft.check_cuts import cells
from tests.craft.kits import CASES, LARGE_CASES, Case, figures, printed
from tests.craft.measure import Path as Shape
from tests.craft.measure import Pdf

FORMS = ("Score mats", "Player records", "Heat record", "Public board")


@pytest.fixture(scope="module", params=(*CASES, *LARGE_CASES), ids=str)
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    """One kit."""
    case: Case = request.param
    return Pdf(printed(case, Path(tmp_path_factory.mktemp("forms"))), figures(case))


def frames(pdf: Pdf) -> list[Shape]:
    """Solid open rectangles on the sheets that are filled in."""
    leaves = [leaf for name in FORMS for leaf in pdf.sheet(name)]
    return [path for leaf in leaves for path in leaf.paths if path.is_rect and path.width and not path.dash]


def test_tick_boxes(pdf: Pdf) -> None:
    """A54: a box to tick is 6 mm wide, 10 mm in large print, from the middle of its frame to the middle."""
    square = [path for path in frames(pdf) if path.box.width < 25 and abs(path.box.width - path.box.height) < 0.1]

    assert square
    for path in square:
        assert path.box.width >= pdf.figures.tick - 0.02


def test_boxes_for_figures(pdf: Pdf) -> None:
    """A50, A52: a box for a score of two figures is at least 4 + 2 x 5.1 mm wide and 8.5 mm high.

    In large print scores are written on lines: half as wide again, 12.7 mm apart, and more for larger type.
    """
    if pdf.figures.one_column:
        lines = writing_lines(pdf)
        assert lines
        for page, line in lines:
            assert line.box.width >= 4 + 2 * pdf.figures.digit - 0.05, page
        for (page, one), (other_page, other) in pairwise(lines):
            apart = other.box.top - one.box.top
            assert page != other_page or apart >= pdf.figures.pitch - 0.05 or apart < 0.05, page
        return
    for path in frames(pdf):
        if path.box.width >= 10:
            assert path.box.width >= 4 + 2 * 5.1 - 0.05
            assert path.box.height >= 8.5


def writing_lines(pdf: Pdf) -> list[tuple[int, Shape]]:
    """Level lines to write on with their pages, from the top down."""
    leaves = [leaf for name in FORMS for leaf in pdf.sheet(name)]
    level = [(leaf, path) for leaf in leaves for path in leaf.paths if path.is_level]
    # A line to write on stands behind its label; the rules of a table begin at the left edge of the text.
    found = [(leaf.number, path) for leaf, path in level if path.box.left > min(run.x for run in leaf.runs) + 12]
    return sorted(found, key=lambda item: (item[0], item[1].box.top))


def test_how_to_print_tells_of_every_page(pdf: Pdf) -> None:
    """D03, C51: every page is named once, the counts are those of the pieces, and the weights are given."""
    told = " ".join(pdf.text(leaf) for leaf in pdf.sheet("How to print"))
    told = re.sub(
        r"\. (?:Pages|Print on|Sheets|How many|From):|\.", "", told
    )  # as a table too large for columns tells it
    ranges = re.findall(r"(\d+)(?: to (\d+))? (paper|card) (\d+)", told)
    named = [page for first, last, *_ in ranges for page in range(int(first), int(last or first) + 1)]

    assert named == list(range(1, len(pdf.leaves) + 1))
    assert all(int(count) == int(last or first) - int(first) + 1 for first, last, _, count in ranges)
    assert "g/m²" in told
    for sheet, part in (("Station cards", "Station cards"), ("REVERSE markers", "REVERSE markers"),
                        ("Score mats", "Score mats"), ("Counters", "Counters, to use as seeds"),
                        ("Player records", "Player records")):  # fmt: skip
        made = sum(len(cells(leaf)) for leaf in pdf.sheet(sheet))
        assert not made or re.search(rf"{part} {made} this kit", told), sheet
