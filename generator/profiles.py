"""The print sizes that ship with rr-print, read from `layouts/profiles/`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Final

from generator.places import place

PROFILES: Final = ("normal", "large", "large-24", "large-36")
"""Every profile, from the smallest type to the largest."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Figures that one print size is built to, read from `layouts/profiles/NAME.toml`; sources stand there."""

    name: str
    """`normal`, `large`, `large-24` or `large-36`."""
    large: bool
    """True for large print."""
    face: str
    """Name of the face, a key of `fonts.FACES`."""
    floor: float
    """pt; no character on any sheet is smaller."""
    body: float
    """pt; running text and labels."""
    h1: float
    """pt; a sheet's title."""
    h2: float
    """pt; a section or a piece's name."""
    h3: float
    """pt; a paragraph's heading, an example's title."""
    leading: float
    """Distance of baselines as a multiple of the type size."""
    measure: float
    """mm; longest line of running text."""
    margin: float
    """mm; least distance of a text sheet's words from the paper's edge."""
    top: float
    """mm from the paper's edge to the first line of a page of text: the title line stands above it."""
    bottom: float
    """mm from the last line of a page of text to the paper's edge."""
    head: float
    """mm from the paper's top, and from its foot, to the nearest piece: the title line above, the ruler below."""
    inset: float
    """mm; least distance of a piece's words from its cut."""
    rule: float
    """pt; width of a line that carries meaning."""
    guide: float
    """pt; width of a cut or fold line."""
    field_pitch: float
    """mm; distance of writing lines."""
    digit_width: float
    """mm; room for one figure written by hand."""
    tick: float
    """mm; inner side of a tick box."""


@cache
def profile(name: str) -> Profile:
    """The figures of a profile. Raises FileNotFoundError for an unknown name."""
    text = (place("layouts") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    return Profile(name=name, **tomllib.loads(text))
