"""The print sizes that ship with rr-print, read from `layouts/profiles/`, and what a kit may change in them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from generator.places import place

PROFILES: Final = ("normal", "large", "large-24", "large-36")
"""Every profile, from the smallest type to the largest."""
FACES: Final[Mapping[str, tuple[str, str]]] = {
    "Atkinson Hyperlegible Next": ("AtkinsonHyperlegibleNext-Regular", "AtkinsonHyperlegibleNext-Bold"),
    "Noto Sans": ("NotoSans-Regular", "NotoSans-Bold"),
}
"""Face, as a profile names it, to its regular and bold font."""
LEAST: Final[Mapping[str, Mapping[str, float]]] = {
    "normal": {"body": 12.0, "h1": 18.0, "h2": 12.0, "h3": 12.0},
    "large": {"body": 18.0, "h1": 22.0, "h2": 22.0, "h3": 20.0},
    "large-24": {"body": 24.0, "h1": 29.3, "h2": 29.3, "h3": 26.6},
    "large-36": {"body": 36.0, "h1": 42.0, "h2": 42.0, "h3": 38.0},
}
"""pt; the floors of a kit's own sizes: A01, A02 and A04, for headings A08 and D17."""
CONTRAST: Final[Mapping[str, float]] = {"normal": 7.0, "large": 10.0, "large-24": 10.0, "large-36": 10.0}
"""Least contrast of words with white paper: A31, A33."""
_DARKEST: Final = 0.04045
"""Up to this, WCAG 2.2 takes the part of a colour as it is."""
_LIKE_LARGE: Final = ("face", "ink")
"""What the larger sizes of large print take from it, as they take the sizes of pieces."""
Changes = Mapping[str, Mapping[str, Any]]
"""Profile to what a kit changes in it: `[profiles]` of `kit.toml`."""


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
    ink: str = "#000000"
    """Colour of words and lines, as `#rrggbb`."""


def profile(name: str, changes: Changes | None = None) -> Profile:
    """The figures of a profile, with a kit's changes. Raises FileNotFoundError for an unknown name."""
    if not changes:
        return _shipped(name)
    large = changes.get("large", {}) if name.startswith("large-") else {}
    own = {key: value for key, value in large.items() if key in _LIKE_LARGE}
    return replace(_shipped(name), **{**own, **changes.get(name, {})})


def colour(ink: str) -> tuple[float, float, float]:
    """Red, green and blue, from 0 to 1, of a colour written `#rrggbb`."""
    red, green, blue = (int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(ink: str) -> float:
    """A colour's contrast with white paper, from 1 to 21, by WCAG 2.2."""
    linear = (part / 12.92 if part <= _DARKEST else ((part + 0.055) / 1.055) ** 2.4 for part in colour(ink))
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return float(1.05 / (luminance + 0.05))


@cache
def _shipped(name: str) -> Profile:
    """The figures of a profile as it ships."""
    text = (place("layouts") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    return Profile(name=name, **tomllib.loads(text))
