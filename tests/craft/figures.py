"""The figures that a print size is held to; `docs/print-requirements.md` tells where each comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
    columns: float = 7.0
    """mm between texts that stand side by side; A20."""
    contrast: float = 7.0
    """Of text; A31."""
    shapes: float = 3.0
    """Contrast of lines and shapes; A32."""
    stroke: float = 1.0
    """pt; a line that carries meaning; A36."""
    guide: float = 0.5
    """pt; a line to cut along; A38."""
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
    edge: float = 7.0
    """mm of white along the edges of the sheet; C07."""
    margin: float = 20.0
    """mm of white beside a text; C50."""
    inset: float = 3.0
    """mm from a cut to a word or to a frame; C25."""
    text_ink: float = 0.05
    """Mean darkness of a sheet to read; C60."""
    card_ink: float = 0.10
    """Mean darkness of a sheet to cut; C60."""
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
