"""The print sizes that ship with rr-print, read from `layouts/profiles/`."""

import tomllib
from functools import cache

from generator.model import Profile
from generator.places import place


@cache
def profile(name: str) -> Profile:
    """The figures of a profile. Raises FileNotFoundError for an unknown name."""
    text = (place("layouts") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    return Profile(name=name, **tomllib.loads(text))
