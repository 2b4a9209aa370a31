"""Imposed pages in, the same pages out with what each carries: title line, page number, rulers where it is cut."""

from collections.abc import Iterable, Iterator

from generator import fonts
from generator.errors import Finding, Rejected
from generator.model import Imprint
from generator.pages import Element, Mark, Page, Text
from generator.profiles import Profile
from generator.typesetting.block import Block
from generator.typesetting.shapes import put_ruler
from generator.units import mm

EDGE = 7.0
"""mm; nothing needed stands nearer to the paper's edge (C07)."""
_RISE = 3.4 / 4.2333
"""Ems from there to the title line's baseline, the same on every page (A28)."""
_CLEAR = 2.2
"""mm between the last title line and what stands below it: the end of a cut line, or a text."""
_JOINT = " · "
"""Stands between two phrases of a title line."""
_ABOVE = 5.5
"""mm from the top of the ruler across to its words, where these stand below it."""
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
    return page._replace(marks=(*head, *marks))


def _title_line(
    page: Page, kit: Imprint, profile: Profile, total: int, opens: bool, cut: bool, findings: list[Finding]
) -> list[Mark]:
    """Game, edition, fingerprint, sheet, what to do with it; at the right the page. A cut sheet's name heads it."""
    heading = Element("H1", title=page.spec.title) if opens else None
    named = f"{kit.title} {kit.edition}", kit.fingerprint
    phrases: list[tuple[str, Element | None]] = [*((words, None) for words in named), (page.spec.title, heading)]
    if cut:
        phrases += [(page.spec.stock, None), ("cut solid lines", None)]
    set_ = [(_runs(words, kit, profile, findings), owner) for words, owner in phrases]
    font = fonts.FACES[profile.face][0]
    number = f"Page {page.number} of {total}"
    right = page.paper.width - profile.margin
    left = right - fonts.width(number, font, profile.floor)
    rooms = (left - 4.0 - profile.margin, right - profile.margin)
    lines = _lines([(_wide(runs, profile), runs, owner) for runs, owner in set_], rooms, _joint(profile))
    base, step = EDGE + _RISE * mm(profile.floor), mm(profile.floor) * profile.leading
    foot = (profile.head if cut else profile.top) - _CLEAR - fonts.descent(font) * mm(profile.floor)
    most = int((foot - base) / step) + 1 if profile.large else 1
    if len(lines) > most or any(_long(line, profile) > rooms[index > 0] for index, line in enumerate(lines)):
        whole = _long([part for line in lines for part in line], profile)
        over = max(whole - rooms[0] - rooms[1] * (most - 1), 0.1)
        message = f"{page.spec.name}: its title line is {over:.1f} mm too long"
        findings.append(Finding(f"{kit.shown}/kit.toml", page.spec.line, message))
    marks: list[Mark] = []
    for index, line in enumerate(lines):
        marks += _set(line, profile, base + index * step)
    return [*marks, Text(left, base, number, font, profile.floor, None)]


_Phrase = tuple[float, tuple[tuple[str, str], ...], Element | None]
"""Width in mm, runs of (font, text), owner."""


def _lines(phrases: list[_Phrase], rooms: tuple[float, float], joint: float) -> list[list[_Phrase]]:
    """Phrases in lines, the first of which shares its room with the page number and may stay empty."""
    lines: list[list[_Phrase]] = [[]]
    used = 0.0
    for phrase in phrases:
        wide = phrase[0] + (joint if lines[-1] else 0.0)
        if used + wide > rooms[len(lines) > 1] and (lines[-1] or len(lines) == 1):
            lines.append([])
            used, wide = 0.0, phrase[0]
        lines[-1].append(phrase)
        used += wide
    return lines


def _set(line: list[_Phrase], profile: Profile, y: float) -> Iterator[Mark]:
    """The marks of one title line; a dot stands between two phrases, an artifact as all but the heading is."""
    x = profile.margin
    for index, (_, runs, owner) in enumerate(line):
        if index:
            font = fonts.FACES[profile.face][0]
            yield Text(x, y, _JOINT, font, profile.floor, None)
            x += _joint(profile)
        for font, words in runs:
            yield Text(x, y, words, font, profile.floor, owner)
            x += fonts.width(words, font, profile.floor)


def _joint(profile: Profile) -> float:
    return fonts.width(_JOINT, fonts.FACES[profile.face][0], profile.floor)


def _wide(runs: tuple[tuple[str, str], ...], profile: Profile) -> float:
    return sum(fonts.width(words, font, profile.floor) for font, words in runs)


def _long(line: list[_Phrase], profile: Profile) -> float:
    return sum(phrase[0] for phrase in line) + _joint(profile) * max(len(line) - 1, 0)


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
    side, top = page.paper.width - EDGE - 3.8, (page.paper.height - _DOWN) / 2
    block.put(side, top, down)
    foot = page.paper.height - EDGE - fonts.descent(font) * mm(profile.floor)
    cap = fonts.cap_height(font) * mm(profile.floor)
    if profile.large:
        block.put(0, 0, _under(across, left_end, page.paper.width - profile.margin, foot, profile))
        return list(block.flat())
    block.put(left_end, foot - 3.0, across)
    block.put(
        0, 0, Text(left_end + _ACROSS + 2.0, foot, "100 mm. Short? Print again at 100 %.", font, profile.floor, None)
    )
    label = "4 in"
    left = page.paper.width - EDGE - fonts.width(label, font, profile.floor) - 0.1
    block.put(0, 0, Text(left, top + _DOWN + 1.2 + cap, label, font, profile.floor, None))
    return list(block.flat())


def _under(across: Block, left: float, right: float, foot: float, profile: Profile) -> Block:
    """The ruler across with its words below it, for type that is too large to stand beside it."""
    font, size = fonts.FACES[profile.face][0], profile.floor
    words = "Bars: 100 mm and 4 in.", "Short? Print at 100 %."
    together = " ".join(words)
    lines = [together] if fonts.width(together, font, size) <= right - left else words
    block = Block(0.0, 0.0)
    first = foot - (len(lines) - 1) * mm(size) * profile.leading
    block.put(left, first - fonts.cap_height(font) * mm(size) - _ABOVE, across)
    for index, line in enumerate(lines):
        block.put(0, 0, Text(left, first + index * mm(size) * profile.leading, line, font, size, None))
    return block
