"""A page as SVG: every mark where the PDF has it, in mm, its letters as outlines or as text."""

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from typing import Final

from generator.extent import shift
from generator.fonts import FILES
from generator.pages import Anchor, Circle, Element, Line, Mark, Page, Rect, Text
from generator.pictures.outlines import advance, outline, per_em
from generator.units import mm

Ink = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""
BLACK: Final = (0.0, 0.0, 0.0)
Letters = Callable[[Text, float, float], str]
"""Draws a run of text at a place in mm, where its first letter stands."""
_ORDER: Final = {name: index for index, name in enumerate(FILES)}
_ABOVE: Final = 3
"""Level of the heading under which a tagged page stands."""
_HEADINGS: Final = ("H1", "H2", "H3", "H4", "H5", "H6")


def svg(page: Page, title: str, language: str, name: str, ink: Ink) -> str:
    """The page as a file of its own, told by title and words; `name` sets its ids apart from other pictures'."""
    letters = Outlined(ink)
    marks = "".join(drawn(mark, x, y, letters, ink) for _, mark, x, y in page.owned())
    wide, high = _n(page.paper.width), _n(page.paper.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}mm" '
        f'height="{high}mm" viewBox="0 0 {wide} {high}" role="img" aria-labelledby="{name}-title" '
        f'aria-describedby="{name}-words" xml:lang="{escape(language)}">\n'
        f'<title id="{name}-title">{escape(title)}</title>\n'
        f'<desc id="{name}-words">{escape(" ".join(said(page)))}</desc>\n'
        f"<defs>{letters.shapes()}</defs>\n"
        f'<rect width="{wide}" height="{high}" fill="#fff"/>\n{marks}\n</svg>\n'
    )


class Outlined:
    """Letters as outlines: each is told once and then used."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.used: dict[tuple[str, str], str] = {}

    def __call__(self, mark: Text, x: float, y: float) -> str:
        """A run of text."""
        scale, at = mm(mark.size) / per_em(mark.font), 0.0
        uses = []
        for character in mark.text:
            if outline(mark.font, character):
                uses.append(f'<use xlink:href="#{self.key(mark.font, character)}" x="{_n(at)}"/>')
            at += advance(mark.font, character)
        across, down = (-scale, scale) if mark.turn else (scale, -scale)
        where = f"translate({_n(x)} {_n(y)}) scale({across:.6f} {down:.6f})"
        return f'<g transform="{where}" fill="{_colour(mark.ink, self.ink)}">{"".join(uses)}</g>' if uses else ""

    def key(self, font: str, character: str) -> str:
        """The name of a letter's outline: the same in every picture, as pictures may stand in one page."""
        return self.used.setdefault((font, character), f"f{_ORDER[font]}-{ord(character):x}")

    def shapes(self) -> str:
        """Every outline that was used."""
        return "".join(f'<path id="{key}" d="{outline(*letter)}"/>' for letter, key in self.used.items())


def _as_text(ink: Ink, mark: Text, x: float, y: float) -> str:
    turn = f' transform="rotate(180 {_n(x)} {_n(y)})"' if mark.turn else ""
    fill = f' fill="{_colour(mark.ink, ink)}"' if mark.ink or any(ink) else ""
    look = f'font-family="{mark.font}" font-size="{_n(mm(mark.size))}"'
    return f'<text x="{_n(x)}" y="{_n(y)}" {look}{fill}{turn}>{escape(mark.text)}</text>'


def tagged(page: Page, ink: Ink) -> str:
    """The page's marks, its letters as text, in groups that say what they are: headings, pictures, mere ornament."""
    found, open_, level = [], None, _ABOVE
    for copy, mark, x, y in page.owned():
        if isinstance(mark, Anchor):
            continue
        voice = copy, _voice(mark.owner), mark.owner is None
        if voice != open_:
            if voice[1] is not None and voice[1].role in _HEADINGS:
                # A page may begin in the middle of a text: no level may be left out (WCAG, as axe-core has it).
                level = min(int(voice[1].role[1:]) + _ABOVE, level + 1, len(_HEADINGS))
            found.append(("</g>" if open_ else "") + _group(mark.owner, level))
            open_ = voice
        found.append(drawn(mark, x, y, partial(_as_text, ink), ink))
    return "".join(found) + ("</g>" if open_ else "")


def _group(owner: Element | None, level: int) -> str:
    voice = _voice(owner)
    if owner is None:
        return '<g aria-hidden="true">'
    if voice is None:
        return "<g>"
    if voice.alt or voice.actual:
        return f'<g role="img" aria-label="{escape(voice.alt or voice.actual)}">'
    return f'<g role="heading" aria-level="{level}">'


def _voice(element: Element | None) -> Element | None:
    """The nearest element, from this one up, that says more of a mark than its letters: its picture or its heading."""
    while element is not None and not (element.alt or element.actual or element.role in _HEADINGS):
        element = element.parent
    return element


def said(page: Page) -> Iterator[str]:
    """What a page says to a listener, in order: its words, and what stands for its pictures, each once."""
    told: set[tuple[int, Element]] = set()
    for copy, mark, _, _ in page.owned():
        if mark.owner is None or isinstance(mark, Anchor):
            continue
        voice = _voice(mark.owner)
        if voice is not None and (voice.alt or voice.actual):
            if (copy, voice) not in told:
                told.add((copy, voice))
                yield voice.alt or voice.actual
        elif isinstance(mark, Text):
            yield mark.text.strip()


def drawn(mark: Mark, dx: float, dy: float, letters: Letters, ink: Ink) -> str:
    """A mark whose origin stands at a place in mm."""
    if isinstance(mark, Text):
        before = -shift(mark) if mark.turn else shift(mark)
        return letters(mark, dx + mark.x - before, dy + mark.y)
    if isinstance(mark, Line):
        points = " ".join(f"{_n(dx + x)},{_n(dy + y)}" for x, y in mark.points)
        join = ' stroke-linejoin="round"' if len(mark.points) > 2 else ""  # noqa: PLR2004 - from three on it has a corner
        return f'<{"polygon" if mark.closed else "polyline"} points="{points}"{_ink(mark, ink)}{join}/>'
    if isinstance(mark, Rect | Circle):
        return _round(mark, dx, dy, ink)
    return ""


def _round(mark: Rect | Circle, dx: float, dy: float, ink: Ink) -> str:
    """A rectangle or a circle; a dashed one as a path that begins where the PDF's does, so its dashes fall alike."""
    if isinstance(mark, Circle):
        x, y, w, h, r = mark.x - mark.r, mark.y - mark.r, 2 * mark.r, 2 * mark.r, mark.r
    else:
        x, y, w, h, r = mark.x, mark.y, mark.w, mark.h, min(mark.radius, mark.w / 2, mark.h / 2)
    left, top, right, bottom = dx + x, dy + y, dx + x + w, dy + y + h
    if mark.dash and mark.width > 0:
        arc = f"A{_n(r)} {_n(r)} 0 0 0 "
        path = f"M{_n(left + r)} {_n(bottom)}H{_n(right - r)}{arc}{_n(right)} {_n(bottom - r)}V{_n(top + r)}"
        path += f"{arc}{_n(right - r)} {_n(top)}H{_n(left + r)}{arc}{_n(left)} {_n(top + r)}V{_n(bottom - r)}"
        return f'<path d="{path}{arc}{_n(left + r)} {_n(bottom)}Z"{_ink(mark, ink)}/>'
    if isinstance(mark, Circle):
        return f'<circle cx="{_n(left + r)}" cy="{_n(top + r)}" r="{_n(r)}"{_ink(mark, ink)}/>'
    where = f'x="{_n(left)}" y="{_n(top)}" width="{_n(w)}" height="{_n(h)}"'
    return f"<rect {where}{_ink(mark, ink)}" + (f' rx="{_n(r)}"/>' if r > 0 else "/>")


def _ink(mark: Line | Rect | Circle, ink: Ink) -> str:
    """Fill and stroke."""
    fill = "none" if mark.fill is None else _colour(mark.fill, ink)
    if mark.width <= 0:
        return f' fill="{fill}"'
    dash = f' stroke-dasharray="{" ".join(map(_n, mark.dash))}"' if mark.dash else ""
    return f' fill="{fill}" stroke="{_colour(mark.ink, ink)}" stroke-width="{_n(mm(mark.width))}"{dash}'


def _colour(grey: float, ink: Ink) -> str:
    """A grey, or as far from white as the grey is, the ink."""
    return "#" + "".join(f"{round(255 * (part + (1 - part) * grey)):02x}" for part in ink)


def _n(number: float) -> str:
    """A length to a thousandth of a millimetre."""
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
