"""The twins that the tests look at, made as the command makes them."""

from pathlib import Path

from generator.build import print_kit
from generator.load import load
from generator.places import shipped_kits
from generator.request import read_request

GAMES = tuple(shipped_kits())


def made(game: str, form: str, folder: Path, players: str | None = None, setup: str | None = None) -> str:
    """The twin's text."""
    kit = load(shipped_kits()[game], game)
    summary = print_kit(kit, read_request(kit, players=players, setup=setup, form=form), folder)
    return Path(summary.files[0]).read_text(encoding="utf-8")
