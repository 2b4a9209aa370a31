"""A fault: one small change of an engine's source, put into a module of its own and never into the file."""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from generator.games import BUILT_IN

MOST_STEPS = 1_000_000
"""Instructions of a faulty engine that one example may take: far more than the true engines take."""


@dataclass(frozen=True)
class Fault:
    """A row of the table."""

    game: str
    """Name of the engine."""
    kind: str
    """Which kind of mistake it is."""
    name: str
    """What the engine gets wrong."""
    rules: tuple[str, ...]
    """Ids of the printed rules that it breaks."""
    old: str
    """Text of the engine, or of its numbers' module; wherever it stands."""
    new: str
    """What stands there instead."""


class Stuck(Exception):
    """A faulty engine that does not come to an end."""


def faults(game: str) -> tuple[Fault, ...]:
    """The table of a game, in its file beside this one."""
    file = Path(__file__).with_name(f"{game.replace('-', '_')}.toml")
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["fault"]
    return tuple(Fault(game, **{**row, "rules": tuple(row["rules"])}) for row in rows)


def faulty(fault: Fault) -> ModuleType:
    """The engine with its fault, a fresh module. Raises AssertionError where the text to change is not there."""
    name = BUILT_IN[fault.game]
    changed = 0
    fresh = {}
    for module in (f"{name}_rules", name):
        path = Path(str(import_module(module).__file__))
        source = path.read_text(encoding="utf-8")
        changed += source.count(fault.old)
        fresh[module] = ModuleType(f"faulty.{module}")
        exec(compile(source.replace(fault.old, fault.new), str(path), "exec"), vars(fresh[module]))  # noqa: S102
    assert changed, f"{fault.name}: nothing to change"
    numbers, engine = fresh[f"{name}_rules"], fresh[name]
    vars(engine).update({key: value for key, value in vars(numbers).items() if key in engine.__all__})
    return engine


@contextmanager
def bounded(engine: ModuleType) -> Iterator[None]:
    """Raise `Stuck` when an engine has taken more than `MOST_STEPS` instructions."""
    file, left = import_module(engine.__name__.removeprefix("faulty.")).__file__, MOST_STEPS

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= event == "opcode"
        if not left:
            raise Stuck
        return count

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_opcodes = True
        return count

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


def install(engine: ModuleType, into: Mapping[str, ModuleType]) -> None:
    """Let a faulty engine stand where the true one is imported from."""
    name = engine.__name__.removeprefix("faulty.")
    sys.modules[name] = engine
    setattr(into["generator.games"], name.rpartition(".")[2], engine)
