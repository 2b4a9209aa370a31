"""Editions of the kits, made by edits of their folders."""

import re
import shutil
from pathlib import Path

from generator.cli import main
from generator.places import shipped_kits

FOURTH = ("harvest-at-four", "match-elsewhere", "last-turn-of-a-heat")
"""The examples of Seed Circuit in which the last seed falls on station 4: each claims its target."""
TARGETS = "targets = [2, 3, 4, 2, 3, 4, 2, 3]"


def edition(folder: Path, game: str, *edits: tuple[str, str, str], without: tuple[str, ...] = ()) -> Path:
    """A copy of a kit: of each edit the file, what stands there once, and what stands there now."""
    kit = Path(shutil.copytree(shipped_kits()[game], folder))
    rules = (kit / "rules.md").read_text(encoding="utf-8")
    for name in without:
        rules, count = re.subn(rf"```example {name}\n.*?```\n", "", rules, flags=re.DOTALL)
        assert count == 1
    (kit / "rules.md").write_text(rules, encoding="utf-8")
    for name, old, new in edits:
        text = (kit / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        (kit / name).write_text(text.replace(old, new), encoding="utf-8")
    return kit


def target(fourth: int) -> tuple[str, str, str]:
    """Another target of station 4, which is 2 in the kit."""
    return ("kit.toml", TARGETS, f"targets = [2, 3, 4, {fourth}, 3, 4, 2, 3]")


def printed(file: Path, kit: Path | str, *words: str) -> Path:
    """A print of a kit."""
    assert main([str(kit), *words, "--output", str(file)]) == 0
    return file
