"""The figures that a print size is held to; `docs/print-requirements.md` tells where each comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Figures:
    """What is measured on a file, each with the line of the requirements that it answers."""

    smallest: float = 12.0
    """pt; A01."""
    x_height: float = 2.0
    """mm; A05."""
    leading: float = 1.25
    """Steps of baselines in paragraphs, in ems; A11."""
    between: float = 0.4
    """Room between paragraphs, in lines; A13."""
    characters: int = 70
    """In a line; A14."""
    measure: float = 176.0
    """mm; longest line of running text. A figure of large print alone (A15); here what the paper leaves."""
    columns: float = 7.0
    """mm between texts that stand side by side; A20."""
    one_column: bool = False
    """True when no texts stand side by side on a sheet to read; A20."""
    headings: Mapping[str, float] = field(default_factory=dict)
    """Heading to its least size in pt; A08."""
    contrast: float = 7.0
    """Of text; A31."""
    shapes: float = 3.0
    """Contrast of lines and shapes; A32."""
    stroke: float = 1.0
    """pt; a line that carries meaning; A36."""
    guide: float = 0.5
    """pt; a line to cut along; A38."""
    widest_guide: float = 0.9
    """pt; by its width, and by running straight through, a line to cut along is known."""
    sentence: int = 25
    """Words; A41."""
    mean_sentence: float = 15.0
    """Words; A41."""
    grade: float = 8.0
    """Flesch-Kincaid; A42."""
    pitch: float = 8.5
    """mm from writing line to writing line; A50."""
    digit: float = 5.1
    """mm for a figure written by hand, and 4 mm for all of them; A52."""
    fields: float = 3.0
    """mm between two fields; A53."""
    tick: float = 6.0
    """mm; side of a box to tick; A54."""
    title_foot: float = 14.0
    """mm from the top to below the last title line: only title lines stand nearer."""
    number_foot: float = 14.0
    """mm from the top to below the page number."""
    title_lines: int = 1
    """Most lines of a title."""
    edge: float = 7.0
    """mm of white along the edges of the sheet; C07."""
    margin: float = 20.0
    """mm of white beside a text; C50."""
    words_margin: float = 20.0
    """mm beside and above the words of a sheet to read, its title lines left out; A17."""
    inset: float = 3.0
    """mm from a cut to a word or to a frame; C25."""
    size: int = 120_000
    """Bytes of a file; D10."""
    text_ink: float = 0.05
    """Mean darkness of a sheet to read; C60."""
    page_ink: float = 0.06
    """Darkness of any page of such a sheet: one with four pictures reaches 5.8 %."""
    card_ink: float = 0.10
    """Mean darkness of a sheet to cut; C60."""
    big_figure: float = 0.0
    """mm; least height of a station's number and of its target; B12."""
    label: tuple[float, float] = (0.0, 0.0)
    """mm across and down that stay blank for a braille label on a piece; B30."""
    counters: tuple[float, float] = (0.0, 0.0)
    """mm across and down on a station card that no word enters: where counters lie flat."""
    pieces: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: {
            "Station cards": (88.0, 126.0),
            "REVERSE markers": (63.0, 44.0),
            "Score mats": (176.0, 126.0),
            "Counters": (20.0, 20.0),
            "Player records": (176.0, 126.0),
        }
    )
    """Sheet to the size of its pieces in mm; B20, C42."""


NORMAL = Figures()


def _large(**changes: Any) -> Figures:
    """What every large print is held to, whatever the size of its type."""
    return replace(
        NORMAL,
        x_height=3.0,
        measure=152.0,
        one_column=True,
        contrast=10.0,
        shapes=4.5,
        words_margin=25.4,
        inset=4.0,
        size=160_000,
        text_ink=0.06,
        big_figure=15.9,
        label=(55.0, 12.0),
        counters=(120.0, 60.0),
        **changes,
    )


LARGE: Mapping[str, Figures] = {
    "18": _large(
        page_ink=0.08, smallest=18.0, stroke=1.5, guide=1.5, widest_guide=1.6, pitch=12.7, digit=7.65, tick=10.0,
        title_foot=26.0, number_foot=14.0, title_lines=2, headings={"H1": 22.0, "H2": 22.0, "H3": 20.0},
        pieces={"Station cards": (160.0, 114.0), "REVERSE markers": (75.0, 57.0), "Counters": (30.0, 30.0)},
    ),
    "24": _large(
        page_ink=0.08, smallest=24.0, stroke=2.0, guide=2.0, widest_guide=2.1, pitch=16.9, digit=10.2, tick=10.0,
        title_foot=39.0, number_foot=16.0, title_lines=3, headings={"H1": 29.3, "H2": 29.3, "H3": 26.6},
        pieces={"Station cards": (160.0, 190.0), "REVERSE markers": (80.0, 95.0), "Counters": (30.0, 30.0)},
    ),
    "36": _large(
        smallest=36.0, stroke=3.0, guide=3.0, widest_guide=3.1, pitch=25.4, digit=15.3, tick=10.0,
        page_ink=0.085, title_foot=68.0, number_foot=19.0, title_lines=4, headings={"H1": 42.0, "H2": 42.0, "H3": 38.0},
        pieces={"Station cards": (160.0, 132.0), "REVERSE markers": (160.0, 66.0), "Counters": (30.0, 30.0)},
    ),
}  # fmt: skip
"""The figures of large print by its size in pt; above 18 pt they grow with the type."""
