"""Imposed pages in, the same pages out with what each carries: title line, page number, rulers where it is cut."""

from collections.abc import Iterable
from dataclasses import replace

from generator import fonts
from generator.errors import Finding, Rejected
from generator.model import Imprint, Profile
from generator.pages import Element, Mark, Page, Text
from generator.typesetting.block import Block
from generator.typesetting.shapes import put_ruler
from generator.units import mm

EDGE = 7.0
"""mm; nothing needed stands nearer to the paper's edge (C07)."""
BASELINE = 10.4
"""mm from the top to the title line's baseline, the same on every page (A28)."""
_ACROSS = 100.0
"""mm; the ruler across."""
_DOWN = 101.6
"""mm; the ruler down: 4 in."""


def furnish(pages: Iterable[Page], kit: Imprint, profile: Profile, total: int) -> tuple[Page, ...]:
    """Add the furniture. Raises `Rejected` when a title has no glyph or is too long for its line."""
    findings: list[Finding] = []
    done: list[Page] = []
    previous = None
    for page in pages:
        opens = page.spec is not previous
        previous = page.spec
        done.append(_furnished(page, kit, profile, total, opens, findings))
    if findings:
        raise Rejected(findings)
    return tuple(done)


def _furnished(page: Page, kit: Imprint, profile: Profile, total: int, opens: bool, findings: list[Finding]) -> Page:
    cut = any(place.piece.cut for place in page.placements)
    marks: list[Mark] = list(page.marks)
    head = _title_line(page, kit, profile, total, opens and cut, cut, findings)
    if cut:
        marks += _rulers(page, profile)
    return replace(page, marks=(*head, *marks))


def _title_line(
    page: Page, kit: Imprint, profile: Profile, total: int, opens: bool, cut: bool, findings: list[Finding]
) -> list[Mark]:
    """Game, edition, sheet, what to do with it; at the right the page. A cut sheet's name is its heading."""
    heading = Element("H1", title=page.spec.title) if opens else None
    parts = [(f"{kit.title} {kit.edition} · ", None), (page.spec.title, heading)]
    if cut:
        parts.append((f" · on {page.spec.stock} · cut on the solid lines", None))
    x, marks = profile.margin, list[Mark]()
    for words, owner in parts:
        for run in _runs(words, kit, profile, findings):
            marks.append(Text(x, BASELINE, run[1], run[0], profile.floor, owner))
            x += fonts.width(run[1], run[0], profile.floor)
    right = page.paper.width - profile.margin
    number = f"Page {page.number} of {total}"
    font = fonts.FACES[profile.face][0]
    left = right - fonts.width(number, font, profile.floor)
    if x > left - 4.0:
        over = x - left + 4.0
        findings.append(
            Finding(
                f"{kit.shown}/kit.toml", page.spec.line, f"{page.spec.name}: its title line is {over:.1f} mm too long"
            )
        )
    marks.append(Text(left, BASELINE, number, font, profile.floor, None))
    return marks


def _runs(words: str, kit: Imprint, profile: Profile, findings: list[Finding]) -> tuple[tuple[str, str], ...]:
    try:
        return fonts.runs(words, profile.face, False)
    except fonts.MissingGlyph as missing:
        findings.append(Finding(f"{kit.shown}/kit.toml", kit.title_line, f"title line: {missing}"))
        return ()


def _rulers(page: Page, profile: Profile) -> list[Mark]:
    """100 mm across the foot, 4 in down the right side, and what to do when they come out short (C16)."""
    font = fonts.FACES[profile.face][0]
    block = Block(page.paper.width, page.paper.height)
    left_end = profile.margin + 3.0  # clear of the cut that stands at the margin
    across, down = Block(_ACROSS, 4.0), Block(4.0, _DOWN)
    put_ruler(across, _ACROSS, 10.0, False, profile.rule, None)
    put_ruler(down, _DOWN, 25.4, True, profile.rule, None)
    foot = page.paper.height - EDGE - fonts.descent(font) * mm(profile.floor)
    block.put(left_end, foot - 3.0, across)
    words = "100 mm. Short? Print again at 100 %."
    block.put(0, 0, Text(left_end + _ACROSS + 2.0, foot, words, font, profile.floor, None))
    side = page.paper.width - EDGE - 3.8
    top = (page.paper.height - _DOWN) / 2
    block.put(side, top, down)
    label = "4 in"
    left = page.paper.width - EDGE - fonts.width(label, font, profile.floor) - 0.1
    block.put(
        0,
        0,
        Text(left, top + _DOWN + 1.2 + fonts.cap_height(font) * mm(profile.floor), label, font, profile.floor, None),
    )
    return list(block.flat())
