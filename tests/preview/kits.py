"""A kit in a folder of its own, and a process that watches it."""

import json
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from generator.places import shipped_kits

ROOT = Path(__file__).parents[2]
SENTENCE = "Normally you must sow clockwise."
"""Stands in the rules of Seed Circuit, once."""
PATIENCE = 20
"""s to wait for what must come."""


def copied(folder: Path, game: str = "seed-circuit") -> Path:
    """A copy of a shipped kit."""
    return Path(shutil.copytree(shipped_kits()[game], folder / game))


def edited(file: Path, old: str, new: str, save: Callable[[Path, str], object] | None = None) -> None:
    """Put other words in a file, in one of the ways in which editors save."""
    source = file.read_text(encoding="utf-8")
    assert source.count(old) == 1, old
    (save or over)(file, source.replace(old, new))


def over(file: Path, source: str) -> None:
    """Write over the file, which empties it first."""
    file.write_text(source, encoding="utf-8")


def in_its_place(file: Path, source: str) -> None:
    """Write another file and give it the name."""
    other = file.with_name(f".{file.name}.swp")
    other.write_text(source, encoding="utf-8")
    other.replace(file)


def moved_away(file: Path, source: str) -> None:
    """Keep the old file as a backup, and write a new one."""
    file.rename(file.with_name(f"{file.name}~"))
    file.write_text(source, encoding="utf-8")


def slowly(file: Path, source: str) -> None:
    """Empty the file, wait, write half of it, wait, and write the rest."""
    with file.open("w", encoding="utf-8") as stream:
        for part in ("", source[: len(source) // 2], source[len(source) // 2 :]):
            stream.write(part)
            stream.flush()
            time.sleep(0.12)


class Watching:
    """`rr-print watch --json` in a process of its own, and what it says."""

    def __init__(self, folder: Path, *words: str, verb: str = "watch", as_json: bool = True, cwd: Path = ROOT) -> None:
        command = [sys.executable, "-m", "generator", verb, str(folder), *words, *["--json"] * as_json]
        self.process = subprocess.Popen(
            command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def said(self) -> Any:
        """The next thing that it says."""
        return json.loads(self.line())

    def line(self) -> str:
        """The next line that it says."""
        return self.lines.get(timeout=PATIENCE)

    def silent(self, seconds: float = 1.0) -> bool:
        """True when it says nothing for a while."""
        time.sleep(seconds)
        return self.lines.empty()
