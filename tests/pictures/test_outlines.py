"""Outlines of letters, held against those that fontTools reads: the same area and the same edges."""

import re

import pytest
from fontTools.pens.areaPen import AreaPen  # type: ignore[import-untyped]
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from generator import fonts
from generator.pictures.outlines import advance, outline
from generator.places import place


def replayed(path: str, pen: AreaPen | BoundsPen) -> None:
    """Draw a path with a pen."""
    for step in re.findall("[MLQZ][^MLQZ]*", path):
        numbers = list(map(float, step[1:].split()))
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if step[0] == "M":
            pen.moveTo(points[0])
        elif step[0] == "L":
            pen.lineTo(points[0])
        elif step[0] == "Q":
            pen.qCurveTo(*points)
        else:
            pen.closePath()


@pytest.mark.parametrize("name", fonts.FILES)
def test_every_letter_is_drawn_as_its_font_has_it(name: str) -> None:
    """Simple letters and those made of others, letters whose first point is off the curve."""
    font = TTFont(place("fonts") / fonts.FILES[name])
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    seen = 0
    for character in sorted(fonts.font(name).characters)[:600]:
        if ord(character) not in names:
            continue
        seen += 1
        glyph = glyphs[names[ord(character)]]
        areas, edges = (AreaPen(glyphs), AreaPen()), (BoundsPen(glyphs), BoundsPen(None))
        for pens in (areas, edges):
            glyph.draw(pens[0])
            replayed(outline(name, character), pens[1])
        assert areas[1].value == pytest.approx(areas[0].value, abs=200), character
        assert (edges[1].bounds or ()) == pytest.approx(edges[0].bounds or (), abs=0.6), character
        assert advance(name, character) == pytest.approx(glyph.width, abs=0.6), character
    assert seen > 100
