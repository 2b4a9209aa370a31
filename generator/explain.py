"""A kit and a request in, where each printed number comes from out; and a finding for each number typed by hand.

The sheets are filled once more with numbers that know their origin (`filling/origins`). The words that they say are
those of the printed pages, in the same order, which gives each number its page.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from generator import fonts
from generator.errors import Finding
from generator.extent import extent
from generator.fill import fill
from generator.filling.marks import OPEN, SHUT, marked, strip
from generator.filling.origins import COUNTED, FREE, Ledger, Origin
from generator.model import Kit, Node, Proofs, Request, Sheet
from generator.pages import Anchor, Element, Mark, Page, Placement, Text
from generator.profiles import profile
from generator.vocabulary import HOLDS_TEXT

_SMALL: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
)
_VALUES: Final[Mapping[str, int]] = {word: n for n, word in enumerate(_SMALL.split(), 2)} | {"twice": 2, "dozen": 12}
_NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join([*_VALUES, 'both', 'half'])})\b", re.IGNORECASE)
"""Numbers in figures, and the words that stand for one; not "one", "once" and "first"."""
_HIDDEN: Final = "\ue0ff"
"""Stands for a marked number while the others are looked for."""
_WORD: Final = re.compile(r"[\w-]*\w")
_AROUND: Final = 4
"""Words shown on either side of a number."""


Box = tuple[float, float, float, float]
"""Left, top, right and bottom in mm, from the page's top left corner."""


@dataclass(frozen=True, slots=True)
class Number:
    """One printed number."""

    sheet: str
    page: int
    text: str
    """As it is printed: ``3``, ``twenty-four``, ``twice``."""
    around: str
    """The words that it stands among."""
    origin: str
    """``kit.toml:14 rules.laps``, an example and the step of its proof, or what else it comes from."""
    path: str
    """The file in which the sentence is written."""
    line: int
    box: Box
    """Where on the page the word stands, or the picture that says it."""


def explain(
    kit: Kit, proofs: Proofs, request: Request, plan: Mapping[str, Any], pages: Sequence[Page]
) -> tuple[tuple[Number, ...], tuple[Finding, ...]]:
    """Every number of the printed `pages`, in their order; and a finding for each that is typed by hand.

    `plan` tells of the pages, as `fill` takes it. Raises `Rejected` for a template that does not fill.
    """
    ledger, figures = Ledger(), profile(request.profile, kit.profiles)
    sheets = [*fill(kit, proofs, request, figures, plan, ledger), *fill(kit, proofs, request, figures, None, ledger)]
    numbers = [number for sheet in sheets for number in _numbers(kit, sheet, _pages(pages, sheet.spec.name), ledger)]
    return tuple(numbers), tuple(typed(kit, sheets))


# ---------------------------------------------------------------- words and their pages


def said(node: Node) -> Iterator[tuple[str, Node]]:
    """What an element and all within it say, in reading order, each run with the element it is written in."""
    if node.attrs.get("role") == "none":
        return
    if node.tag in ("figure", "ring", "ruler"):
        yield node.attrs["alt"], node
    elif node.tag == "field":
        yield from ((node.attrs[name], node) for name in ("label", "value") if name in node.attrs)
    elif node.tag == "tick":
        marks, note = strip(node.attrs.get("marks", "")).split(), node.attrs.get("note", "")
        for word in node.attrs["labels"].split():
            yield f"{word} {note}" if strip(word) in marks else word, node
    elif "say" in node.attrs:
        yield node.attrs["say"], node
    else:
        own = "".join(_own(node)) if node.tag in HOLDS_TEXT else ""
        if own.strip():
            yield own, node
        for index, child in enumerate(child for child in node.children if isinstance(child, Node)):
            if child.tag != "strong":
                yield from ([(f"{index + 1}.", Node("label", {}, (), "", 0))] if node.tag == "ol" else [])
                yield from said(child)


def _own(node: Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag == "strong":
            yield from _own(child)


class _Place(NamedTuple):
    """A word on a page."""

    word: str
    page: int
    box: Box


def _pages(pages: Iterable[Page], sheet: str) -> list[_Place]:
    """The words that a sheet's pages say to a listener, each with its place; every piece once."""
    found: list[_Place] = []
    told: set[Element] = set()
    seen: set[tuple[str, int]] = set()
    for page in pages:
        if page.spec.name != sheet:
            continue
        for place in page.placements:
            key = (place.piece.label, place.piece.part)
            if key not in seen:
                seen.add(key)
                boxes = _pictures(place)
                for mark in place.piece.marks:
                    found += [_Place(word, page.number, box) for word, box in _words(mark, place, told, boxes)]
    return found


def _pictures(place: Placement) -> Mapping[Element, Box]:
    """The box of each picture on a piece."""
    found: dict[Element, Box] = {}
    for mark in place.piece.marks:
        voice = None if isinstance(mark, Anchor) else _voice(mark.owner)
        if voice is not None and not isinstance(mark, Anchor):
            left, top, right, bottom = extent(mark)
            box = left + place.x, top + place.y, right + place.x, bottom + place.y
            known = found.get(voice, box)
            found[voice] = (*map(min, known[:2], box[:2]), *map(max, known[2:], box[2:]))  # type: ignore[assignment]
    return found


def _voice(element: Element | None) -> Element | None:
    """The nearest element, from this one up, that stands for what it holds."""
    while element is not None and not (element.alt or element.actual):
        element = element.parent
    return element


def _words(
    mark: Mark, place: Placement, told: set[Element], pictures: Mapping[Element, Box]
) -> Iterator[tuple[str, Box]]:
    """The words of a mark, with their boxes: of a picture its alternative, once; nothing for an ornament."""
    if isinstance(mark, Anchor) or mark.owner is None:
        return
    voice = _voice(mark.owner)
    if voice is not None:
        if voice not in told:
            told.add(voice)
            yield from ((word, pictures[voice]) for word in _split(voice.alt or voice.actual))
    elif isinstance(mark, Text):
        left, top, right, bottom = extent(mark)
        for found in _WORD.finditer(mark.text):
            start, end = (fonts.width(mark.text[:at], mark.font, mark.size) for at in found.span())
            sides = (right - end, right - start) if mark.turn else (left + start, left + end)
            yield found[0], (sides[0] + place.x, top + place.y, sides[1] + place.x, bottom + place.y)


def _split(text: str) -> list[str]:
    return _WORD.findall(text)


def _numbers(kit: Kit, sheet: Sheet, places: list[_Place], ledger: Ledger) -> Iterator[Number]:
    """The marked numbers of a sheet; its words and those of the pages go side by side."""
    at = 0
    for piece in sheet.pieces:
        for text, node in said(piece.tree):
            words = _split(strip(text))
            before = 0
            for number, shown in marked(text):
                where = next((i for i in range(before, len(words)) if _split(shown)[:1] == words[i : i + 1]), before)
                before = where + 1
                here = places[min(at + where, len(places) - 1)]
                around = " ".join(words[max(where - _AROUND, 0) : where + _AROUND + 1])
                origin = shown_origin(kit, ledger.origin(number))
                yield Number(sheet.spec.name, here.page, shown, around, origin, node.path, node.line, here.box)
            at += len(words)


def shown_origin(kit: Kit, origin: Origin) -> str:
    """An origin as people read it, with the line of `kit.toml` where it is an entry there."""
    return " and ".join(dict.fromkeys(_entry(kit, path) for path in origin))


def _entry(kit: Kit, path: str) -> str:
    if path.startswith(COUNTED):
        return COUNTED + _entry(kit, path.removeprefix(COUNTED))
    if path == FREE:
        return "free: declared in its sentence"
    key = re.sub(r"\[.*", "", path)
    while key and key not in kit.lines:
        key = key.rpartition(".")[0]
    if not key:
        return path
    name = re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", path)
    return f"{kit.shown}/kit.toml:{kit.lines[key]} {name}"


# ---------------------------------------------------------------- typed by hand


def typed(kit: Kit, sheets: Iterable[Sheet]) -> Iterator[Finding]:
    """A finding for every number without an origin, with the expression that would give it."""
    known = dict(_entries(kit))
    for sheet in sheets:
        for piece in sheet.pieces:
            for text, node in said(piece.tree):
                bare = re.sub(f"{OPEN}.*?{SHUT}", _HIDDEN, text, flags=re.DOTALL)
                for found in _NUMBER.finditer(bare):
                    near = bare[max(found.start() - 40, 0) : found.end() + 40]
                    if node.line:
                        yield Finding(node.path, node.line, _message(found[0], near, known))


def _message(word: str, near: str, known: Mapping[str, int]) -> str:
    value = int(word) if word.isdecimal() else _VALUES.get(word.lower())
    free = f"{{{{ free({word if word.isdecimal() else repr(word)}) }}}}"
    if value is None:
        return f"{word!r} is typed by hand; where it hangs on no number, write {free}"
    words = set(re.findall(r"\w+", near.lower()))
    fits = [path for path, number in known.items() if number == value]
    fits.sort(
        key=lambda path: -sum(part.rstrip("s") in {w.rstrip("s") for w in words} for part in re.split(r"\W|_", path))
    )
    if not fits:
        return f"{word!r} is typed by hand, and no entry of the kit is {value}; where it hangs on nothing, write {free}"
    give = fits[0] if word.isdecimal() else f"{'times' if word.lower() == 'twice' else 'words'}({fits[0]})"
    return f"{word!r} is typed by hand; write {{{{ {give} }}}}, or {free} where it hangs on no number"


def _entries(kit: Kit) -> Iterator[tuple[str, int]]:
    """The kit's own whole numbers by the expression that gives them."""
    for name in sorted(dir(kit.rules)):
        value = None if name.startswith("_") else getattr(kit.rules, name)
        if isinstance(value, int) and not isinstance(value, bool):
            yield f"rules.{name}", value
    for index, bound in enumerate(("min", "max")):
        yield f"player_range.{bound}", kit.players[index]
    for name, value in kit.about.items():
        for index, each in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(each, int) and not isinstance(each, bool):
                yield f"about.{name}[{index}]" if isinstance(value, list) else f"about.{name}", each
