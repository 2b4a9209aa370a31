"""The closed vocabulary of templates: every element, its attributes and what they may say (`docs/vocabulary.md`)."""

import re
from collections.abc import Mapping
from typing import Final

from generator.errors import nearest

FLAG, NUMBER, LENGTH, TEXT, TRACKS, SIZE, WHOLE, INTS = (
    "flag",
    "number",
    "length",
    "text",
    "tracks",
    "size",
    "whole",
    "ints",
)

LONGEST: Final = 1000.0
"""mm; a greater length in a template is a mistake, whatever the paper."""

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "align": ("left", "center", "right", "top", "middle", "bottom"),
    "place": ("left", "center", "right"),
    "valign": ("top", "middle", "bottom", "spread"),
    "frame": ("rule", "heavy", "dashed", "none"),
    "turn": ("0", "180"),
    "role": ("P", "H1", "H2", "H3"),
    "kind": ("line", "box"),
    "way": ("cw", "ccw"),
    "keep": ("keep",),
}
"""Attributes that take one of a few words."""

_BOX = {
    "w": LENGTH, "h": LENGTH, "pad": LENGTH, "pad-down": LENGTH, "gap": LENGTH, "tracks": TRACKS, "valign": "valign",
    "frame": "frame",
    "fill": NUMBER, "radius": LENGTH, "place": "place", "keep": FLAG, "wide": FLAG,
}  # fmt: skip
_SHAPE = {"weight": NUMBER, "dashed": FLAG, "fill": NUMBER, "radius": LENGTH}
_PROSE = {"size": SIZE, "id": TEXT, "keep": FLAG}

ELEMENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "sheet": _BOX | {"inset": LENGTH},
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
    "rect": _SHAPE | {"x": LENGTH, "y": LENGTH, "w": LENGTH, "h": LENGTH},
    "line": _SHAPE | {"x1": LENGTH, "y1": LENGTH, "x2": LENGTH, "y2": LENGTH},
    "circle": _SHAPE | {"cx": LENGTH, "cy": LENGTH, "r": LENGTH},
    "arrow": _SHAPE | {"x1": LENGTH, "y1": LENGTH, "x2": LENGTH, "y2": LENGTH, "head": LENGTH},
    "pips": {"n": WHOLE, "d": LENGTH, "gap": LENGTH, "columns": WHOLE},
    "field": {
        "label": TEXT, "value": TEXT, "digits": WHOLE, "kind": "kind", "h": LENGTH, "bold": FLAG, "heavy": FLAG,
        "size": SIZE,
    },
    "tick": {"labels": TEXT, "marks": TEXT, "note": TEXT, "gap": LENGTH, "bare": FLAG, "size": SIZE},
    "ruler": {"length": LENGTH, "step": LENGTH, "down": FLAG, "alt": TEXT},
    "ring": {
        "targets": INTS, "counts": INTS, "cell": LENGTH, "from": WHOLE, "to": WHOLE, "way": "way", "label": TEXT,
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
_EMPTY: Final = frozenset({"rect", "line", "circle", "arrow", "pips", "field", "tick", "ruler", "ring"})
_INLINE_ONLY: Final = frozenset({"h1", "h2", "h3", "p", "li", "strong", "text"})


def mistakes(tag: str, attrs: Mapping[str, str], parent: str | None) -> list[str]:
    """What is wrong with an element, in sentences; an empty list when nothing is."""
    if tag not in ELEMENTS:
        return [f"unknown element <{tag}>; {nearest(tag, ELEMENTS)}"]
    found = []
    if tag in _ONLY_IN and parent not in _ONLY_IN[tag]:
        found.append(f"<{tag}> stands in <{parent}>, expected in <{'> or <'.join(_ONLY_IN[tag])}>")
    elif parent is not None and tag not in _ONLY_HOLDS.get(parent, (tag,)):
        found.append(f"<{parent}> holds <{tag}>, expected <{'> or <'.join(_ONLY_HOLDS[parent])}>")
    elif parent in _EMPTY or (parent in _INLINE_ONLY and tag != "strong"):
        found.append(f"<{parent}> holds <{tag}>, expected {'nothing' if parent in _EMPTY else 'words and <strong>'}")
    for name, value in attrs.items():
        if name not in ELEMENTS[tag]:
            found.append(f"<{tag}>: unknown attribute {name!r}; {nearest(name, ELEMENTS[tag])}")
        elif problem := _value(ELEMENTS[tag][name], value):
            found.append(f"<{tag} {name}>: expected {problem}, found {value!r}")
    found += [f"<{tag}>: attribute {name!r} is missing" for name in REQUIRED.get(tag, ()) if name not in attrs]
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
    if kind == LENGTH and abs(float(value)) > LONGEST:
        return f"at most {LONGEST:g} mm"
    return ""


_NUMBER = r"-?\d{1,9}(\.\d{1,20})?"
_PATTERNS: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    NUMBER: (re.compile(_NUMBER), "a number"),
    LENGTH: (re.compile(_NUMBER), "a length in mm"),
    WHOLE: (re.compile(r"\d{1,4}"), "a whole number"),
    INTS: (re.compile(r"\d{1,4}( \d{1,4})*|"), "whole numbers with spaces between them"),
    SIZE: (re.compile(r"body|h1|h2|h3|\d{1,3}(\.\d{1,3})?"), "'body', 'h1', 'h2', 'h3' or a size in pt"),
    TRACKS: (
        re.compile(r"(\d{1,2}\*)?(auto|\d{1,4}(\.\d{1,20})?(fr)?)( (\d{1,2}\*)?(auto|\d{1,4}(\.\d{1,20})?(fr)?))*|"),
        "tracks in mm, fr or auto",
    ),
}
