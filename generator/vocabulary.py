"""The closed vocabulary of templates: every element, its attributes and what they may say (`docs/vocabulary.md`)."""

import re
from collections.abc import Mapping
from typing import Final

from generator.errors import nearest

FLAG, TEXT, GREY, WEIGHT, POINT, LENGTH, SIZE = "flag", "text", "grey", "weight", "point", "length", "size"
POSITIVE, TRACKS, WHOLE, COUNT, INTS = "positive", "tracks", "whole", "count", "ints"

LONGEST: Final = 1000.0
"""mm; a greater length in a template is a mistake, whatever the paper."""

MOST_CHARACTERS: Final = 10_000
"""Of one attribute."""

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "align": ("left", "center", "right", "top", "middle", "bottom"),
    "place": ("left", "center", "right"),
    "valign": ("top", "middle", "bottom", "spread"),
    "frame": ("rule", "heavy", "dashed", "none"),
    "turn": ("0", "180"),
    "role": ("P", "H1", "H2", "H3", "none"),
    "kind": ("line", "box"),
    "way": ("cw", "ccw"),
    "keep": ("keep",),
}
"""Attributes that take one of a few words."""

_BOX = {
    "w": LENGTH, "h": LENGTH, "pad": LENGTH, "pad-down": LENGTH, "gap": LENGTH, "tracks": TRACKS, "valign": "valign",
    "frame": "frame",
    "fill": GREY, "radius": LENGTH, "place": "place", "keep": FLAG, "wide": FLAG,
}  # fmt: skip
_SHAPE = {"weight": WEIGHT, "dashed": FLAG, "fill": GREY, "radius": LENGTH}
_PROSE = {"size": SIZE, "id": TEXT, "keep": FLAG}

ELEMENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "sheet": _BOX | {"inset": LENGTH, "label": TEXT},
    "h1": _PROSE, "h2": _PROSE, "h3": _PROSE, "p": _PROSE, "ul": _PROSE, "ol": _PROSE, "li": _PROSE,
    "strong": {},
    "table": {"cols": TRACKS, "grid": FLAG, "wide": FLAG},
    "tr": {"h": LENGTH},
    "th": {"align": "align", "size": SIZE, "h": LENGTH},
    "td": {"align": "align", "size": SIZE, "h": LENGTH},
    "text": {"size": SIZE, "bold": FLAG, "align": "align", "role": "role", "say": TEXT, "turn": "turn"},
    "row": {"tracks": TRACKS, "gap": LENGTH, "align": "align", "keep": FLAG, "wide": FLAG},
    "column": {"tracks": TRACKS, "gap": LENGTH, "valign": "valign", "keep": FLAG, "wide": FLAG},
    "box": _BOX, "panel": _BOX,
    "figure": _BOX | {"alt": TEXT},
    "example": _BOX | {"id": TEXT},
    "rect": _SHAPE | {"x": POINT, "y": POINT, "w": LENGTH, "h": LENGTH},
    "line": _SHAPE | {"x1": POINT, "y1": POINT, "x2": POINT, "y2": POINT},
    "circle": _SHAPE | {"cx": POINT, "cy": POINT, "r": POSITIVE},
    "arrow": _SHAPE | {"x1": POINT, "y1": POINT, "x2": POINT, "y2": POINT, "head": POSITIVE},
    "pips": {"n": WHOLE, "d": POSITIVE, "gap": LENGTH, "columns": COUNT},
    "field": {
        "label": TEXT, "value": TEXT, "digits": WHOLE, "kind": "kind", "h": LENGTH, "bold": FLAG, "heavy": FLAG,
        "size": SIZE,
    },
    "tick": {"labels": TEXT, "marks": TEXT, "note": TEXT, "gap": LENGTH, "bare": FLAG, "size": SIZE},
    "ruler": {"length": POSITIVE, "step": POSITIVE, "down": FLAG, "alt": TEXT},
    "ring": {
        "targets": INTS, "counts": INTS, "cell": POSITIVE, "from": WHOLE, "to": WHOLE, "way": "way", "label": TEXT,
        "note": TEXT, "alt": TEXT, "size": SIZE,
    },
}  # fmt: skip
"""Element to its attributes and their kinds."""

REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "figure": ("alt",),
    "ring": ("targets", "alt"),
    "ruler": ("alt",),
    "example": ("id",),
    "tick": ("labels",),
    "pips": ("n",),
}
"""Attributes that must be there."""

HOLDS_TEXT: Final = frozenset({"h1", "h2", "h3", "p", "li", "th", "td", "strong", "text"})
"""Elements in which words may stand."""

_ONLY_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "li": ("ul", "ol"),
    "tr": ("table",),
    "th": ("tr",),
    "td": ("tr",),
    "strong": ("p", "li", "th", "td", "text", "strong"),
}
"""Elements with their own parents."""
_ONLY_HOLDS: Final[Mapping[str, tuple[str, ...]]] = {"ul": ("li",), "ol": ("li",), "table": ("tr",), "tr": ("th", "td")}
NEVER_EMPTY: Final = frozenset({"h1", "h2", "h3", "ul", "ol", "table", "tr"})
"""Elements that mean nothing without content."""
_EMPTY: Final = frozenset({"rect", "line", "circle", "arrow", "pips", "field", "tick", "ruler", "ring"})
_INLINE_ONLY: Final = frozenset({"h1", "h2", "h3", "p", "li", "strong", "text"})


def mistakes(tag: str, attrs: Mapping[str, str], parent: str | None) -> list[str]:
    """What is wrong with an element, in sentences; an empty list when nothing is."""
    if tag not in ELEMENTS:
        return [f"unknown element <{tag}>; {nearest(tag, ELEMENTS)}"]
    found = []
    if tag == "sheet" and parent is not None:
        found.append(f"<sheet> stands in <{parent}>, expected as the outermost element only")
    elif tag in _ONLY_IN and parent not in _ONLY_IN[tag]:
        found.append(f"<{tag}> stands in <{parent}>, expected in <{'> or <'.join(_ONLY_IN[tag])}>")
    elif parent is not None and tag not in _ONLY_HOLDS.get(parent, (tag,)):
        found.append(f"<{parent}> holds <{tag}>, expected <{'> or <'.join(_ONLY_HOLDS[parent])}>")
    elif parent in _EMPTY or (parent in _INLINE_ONLY and tag != "strong"):
        found.append(f"<{parent}> holds <{tag}>, expected {'nothing' if parent in _EMPTY else 'words and <strong>'}")
    for name, value in attrs.items():
        if name not in ELEMENTS[tag]:
            found.append(f"<{tag}>: unknown attribute {name!r}; {nearest(name, ELEMENTS[tag])}")
        elif len(value) > MOST_CHARACTERS:
            found.append(f"<{tag} {name}>: expected at most {MOST_CHARACTERS} characters, found {len(value)}")
        elif problem := _value(ELEMENTS[tag][name], value):
            found.append(f"<{tag} {name}>: expected {problem}, found {value!r}")
    found += [
        f"<{tag}>: attribute {name!r} is missing" for name in REQUIRED.get(tag, ()) if not attrs.get(name, "").strip()
    ]
    return found


def _value(kind: str, value: str) -> str:
    """What was expected, or nothing when the value is good."""
    if kind in _WORDS:
        return "" if value in _WORDS[kind] else "one of " + ", ".join(map(repr, _WORDS[kind]))
    if kind == TEXT:
        return ""
    if kind == FLAG:
        return "" if value in ("1", "") else "'1'"
    pattern, expected = _PATTERNS[kind]
    if not pattern.fullmatch(value):
        return expected
    low, high = _RANGES.get(kind, (-LONGEST, LONGEST))
    if kind in _RANGES and not low <= float(value.removesuffix("em")) <= high:
        return f"{expected} from {low:g} to {high:g}"
    return ""


def holds_words(tag: str, name: str) -> bool:
    """True for an attribute whose value is printed or read aloud."""
    return ELEMENTS.get(tag, {}).get(name) == TEXT


def is_length(tag: str, name: str) -> bool:
    """True for an attribute that may be given in em, the size of running text."""
    return ELEMENTS.get(tag, {}).get(name) in (LENGTH, POINT, POSITIVE, TRACKS)


_NUMBER = r"-?[0-9]{1,9}(\.[0-9]{1,20})?"
_IN_EM = _NUMBER + "(em)?"
_TRACK = r"([0-9]{1,2}\*)?(auto|[0-9]{1,4}(\.[0-9]{1,20})?(fr|em)?)"
_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    GREY: (0, 1),
    WEIGHT: (0, 20),
    POINT: (-LONGEST, LONGEST),
    LENGTH: (0, LONGEST),
    POSITIVE: (0.1, LONGEST),
}
_PATTERNS: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    GREY: (re.compile(_NUMBER), "a grey"),
    WEIGHT: (re.compile(_NUMBER), "a number"),
    POINT: (re.compile(_IN_EM), "a place in mm"),
    LENGTH: (re.compile(_IN_EM), "a length in mm"),
    POSITIVE: (re.compile(_IN_EM), "a length in mm"),
    COUNT: (re.compile(r"[1-9][0-9]{0,3}"), "a whole number from 1"),
    WHOLE: (re.compile(r"[0-9]{1,4}"), "a whole number"),
    INTS: (re.compile(r"[0-9]{1,4}( [0-9]{1,4})*|"), "whole numbers with spaces between them"),
    SIZE: (re.compile(r"body|h1|h2|h3|[0-9]{1,3}(\.[0-9]{1,3})?"), "'body', 'h1', 'h2', 'h3' or a size in pt"),
    TRACKS: (
        re.compile(rf"{_TRACK}( {_TRACK})*|"),
        "tracks in mm, em, fr or auto",
    ),
}
