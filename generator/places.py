"""Where the layouts and the fonts are: inside the installed package, or beside it in a clone."""

from contextlib import suppress
from pathlib import Path

_PACKAGE = Path(__file__).parent


def place(name: str) -> Path:
    """The folder `layouts` or `fonts`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def told(name: str) -> str:
    """A file or folder of the layouts as messages write it.

    `layouts/NAME` only where that, seen from the working folder, is the very one that is read: beside an installed
    rr-print a clone's own `layouts` may lie, which is another.
    """
    path, here = place("layouts") / name, Path("layouts", name)
    return here.as_posix() if here.exists() and here.samefile(path) else str(path)


def shipped_kits() -> dict[str, Path]:
    """Name and folder of every kit that ships with rr-print."""
    return {found.parent.name: found.parent for found in sorted(place("layouts").glob("*/kit.toml"))}


def installed_kits() -> dict[str, Path]:
    """Name and folder of every kit that an installed game brings: beside its engine, in a folder of the game's name.

    To look takes as long as a short run takes to begin, so ask only for a word that is no shipped game and no folder.
    """
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    kits: dict[str, Path] = {}
    for entry in entry_points(group="rr_print.games"):
        spec = None
        with suppress(Exception):  # a package that is broken: whoever names its engine is told
            spec = find_spec(entry.module)
        folder = Path(spec.origin).parent / entry.name if spec and spec.origin else None
        if folder and (folder / "kit.toml").is_file():
            kits.setdefault(entry.name, folder)
    return dict(sorted(kits.items()))
