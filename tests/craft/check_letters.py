"""Letters as dots, told apart. Each check takes a file and gives its faults, none for a good one."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from tests.craft.check_dots import DRAFT
from tests.craft.measure import MM, Box, Pdf, Raster, Run

_CLOSE: Final = 600.0
"""Dots per inch of a letter seen close up."""
_ALIKE: Final = ("Il1", "0O", "69", "38")
"""Letters and figures that some faces draw alike."""
_APART: Final = 0.2
"""Share of the ink of two letters that must not coincide."""
_SEEN: Final = 6
"""How often each letter is read."""

Picture = np.ndarray[Any, np.dtype[np.float64]]
"""Rows of greys, 0 black and 1 white."""


class Place(NamedTuple):
    """A letter on a page."""

    page: int
    run: Run
    box: Box


def letters_differ(pdf: Pdf) -> Iterator[str]:
    """A26: laid on one another, I, l and 1, 0 and O, 6 and 9, 3 and 8 differ in a fifth of their ink."""
    close = _Rasters(pdf, _CLOSE)
    found = {letter: places[0] for letter, places in _letters(pdf).items()}
    for font in sorted({font for font, _ in found}):
        for one, other in (pair for group in _ALIKE for pair in combinations(group, 2)):
            if (font, one) in found and (font, other) in found:
                a, b = (1 - close.as_set(found[font, letter]) for letter in (one, other))
                apart = float(np.abs(a - b).sum() / (a.sum() + b.sum()))
                if apart < _APART:
                    yield f"{font}: {one} and {other} differ in {apart:.0%} of their ink"


def letters_survive_a_draft(pdf: Pdf) -> Iterator[str]:
    """E09: at 150 dots an inch 98 in 100 of the smallest letters are most like themselves, seen close up."""
    close, draft = _Rasters(pdf, _CLOSE), _Rasters(pdf, DRAFT)
    letters = {letter: places for letter, places in _letters(pdf).items() if len(places) > 1}
    read = missed = 0
    for font in {font for font, _ in letters}:
        known = {letter: places[0] for (other, letter), places in letters.items() if other == font}
        names, pictures = [*known], np.array([close.filled(place) for place in known.values()])
        widths = np.array([_width(place) for place in known.values()])
        for letter in names:
            for place in letters[font, letter][1:]:
                unlike = ((pictures - draft.filled(place)) ** 2).mean(axis=(1, 2)) + 4 * (widths - _width(place)) ** 2
                read += 1
                missed += names[int(unlike.argmin())] != letter
    if missed > 0.02 * read:
        yield f"{missed} of {read} letters are not read"


def _letters(pdf: Pdf) -> dict[tuple[str, str], list[Place]]:
    """Font and letter to some of its places in the smallest type."""
    found: dict[tuple[str, str], list[Place]] = {}
    for index, leaf in enumerate(pdf.leaves):
        for run in (run for run in leaf.runs if run.angle == 0 and run.size <= pdf.figures.smallest + 0.01):
            for letter, box in ((letter, box) for word in run.words for letter, box in zip(*word[::2], strict=True)):
                places = found.setdefault((run.font, letter), [])
                if len(places) <= _SEEN:
                    places.append(Place(index, run, box))
    return found


def _width(place: Place) -> float:
    """In ems."""
    return place.box.width / (place.run.size * MM)


class _Rasters:
    """Pages as dots, each drawn when it is first looked at."""

    def __init__(self, pdf: Pdf, dpi: float) -> None:
        self.pdf, self.dpi = pdf, dpi
        self.drawn: dict[int, Raster] = {}

    def filled(self, place: Place) -> Picture:
        """A letter from above its ascender to below its descender, all letters made equally wide."""
        em, box = place.run.size * MM, place.box
        ys = place.run.y + (-0.8 + (np.arange(32) + 0.5) / 32 * 1.1) * em
        xs = box.left - 0.1 + (np.arange(24) + 0.5) / 24 * (box.width + 0.2)
        return self._look(place.page, xs, ys)

    def as_set(self, place: Place) -> Picture:
        """A letter as wide as it is, from its left edge, and white beyond it."""
        em, box = place.run.size * MM, place.box
        ys = place.run.y + (-0.8 + (np.arange(44) + 0.5) / 40) * em
        xs = box.left + (np.arange(32) + 0.5) / 40 * em
        picture = self._look(place.page, xs, ys)
        picture[:, xs > box.right] = 1.0
        return picture

    def _look(self, page: int, xs: Picture, ys: Picture) -> Picture:
        """The greys at places in mm, each the mean of what a dot of a draft covers."""
        if page not in self.drawn:
            self.drawn[page] = self.pdf.raster(page, self.dpi)
        across = round(self.dpi / DRAFT)
        steps = (np.arange(across) - (across - 1) / 2) / self.dpi * 25.4
        views = [self._at(self.drawn[page], xs + dx, ys + dy) for dx in steps for dy in steps]
        return np.asarray(sum(views) / len(views))

    def _at(self, raster: Raster, xs: Picture, ys: Picture) -> Picture:
        """The greys at places in mm, between four dots each."""
        (top, down), (left, right) = (
            np.divmod(np.clip(at * self.dpi / 25.4 - 0.5, 0, size - 2), 1)
            for at, size in zip((ys, xs), raster.shape, strict=True)
        )
        rows, columns = top.astype(int), left.astype(int)
        a, b = raster[np.ix_(rows, columns)] / 255, raster[np.ix_(rows, columns + 1)] / 255
        c, d = raster[np.ix_(rows + 1, columns)] / 255, raster[np.ix_(rows + 1, columns + 1)] / 255
        upper, lower = a * (1 - right) + b * right, c * (1 - right) + d * right
        return np.asarray(upper * (1 - down[:, None]) + lower * down[:, None])
