"""What a kit changes in the print sizes. In: `[profiles]` of `kit.toml`. Out: changes that fit, and every mistake."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.errors import Mistake
from generator.games.reading import check
from generator.kit_fields import LOOK, LOOKS
from generator.profiles import CONTRAST, Changes, contrast, profile


def looks(table: Mapping[str, Any]) -> tuple[Changes, list[Mistake]]:
    """Each size over its floor, each heading over what stands below it, each colour with its contrast."""
    tables, mistakes = check(table, "profiles", LOOK)
    own = {}
    for name, changes in tables.items():
        own[name], found = check(changes, f"profiles.{name}", LOOKS[name])
        mistakes += found
    for name in own:
        mistakes += _together(name, own)
    return own, mistakes


def _together(name: str, own: Changes) -> Iterator[Mistake]:
    """What the figures of one print size say of one another."""
    figures, changes = profile(name, own), own[name]
    for low, high in (("body", "h3"), ("h3", "h2"), ("h2", "h1")):
        floor, found = getattr(figures, low), getattr(figures, high)
        if {low, high} & set(changes) and (found < floor or (low == "body" and found == floor)):
            than = "more than" if low == "body" else "at least"
            yield Mistake(f"profiles.{name}.{high}", f"expected {than} {low}, {floor:g} pt, found {found:g}")
    least, found = CONTRAST[name], contrast(figures.ink)
    if "ink" in changes and found < least:
        said = f"expected a contrast of {least:g}:1 or more on white, found {found:.2f}:1 in {figures.ink!r}"
        yield Mistake(f"profiles.{name}.ink", said)
