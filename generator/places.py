"""Where the layouts and the fonts are: inside the installed package, or beside it in a clone."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def place(name: str) -> Path:
    """The folder `layouts` or `fonts`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def shipped_kits() -> dict[str, Path]:
    """Name and folder of every kit that ships with rr-print."""
    return {found.parent.name: found.parent for found in sorted(place("layouts").glob("*/kit.toml"))}
