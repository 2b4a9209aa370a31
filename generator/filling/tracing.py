"""Filling with numbers that know their origin: the same templates, with other values, functions and filters."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment
from jinja2.runtime import LoopContext

from generator.filling.environment import KitEnvironment, made
from generator.filling.marks import strip
from generator.filling.origins import Entries, Ledger, Traced, functions, traced
from generator.filling.texts import Filler
from generator.model import Kit, Proofs

COUNTED = "counted on the sheet"
"""The origin of a place in a list and of a list's length."""
_PATHS = {
    "players": "players",
    "paper": "--paper",
    "plan": "pages of this kit",
    "profile": "print size",
    "sizes": "sheets",
    "names": "--names",
    "choices": "setups",
}
"""Name in templates to what its numbers come from; the others are called as they are in `kit.toml`."""


class TracingEnvironment(KitEnvironment):
    """A kit's environment in which places in lists are traced, too."""

    ledger: Ledger

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An entry; a key that is written with marks is the key without them."""
        return super().getitem(obj, strip(argument) if isinstance(argument, str) else argument)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """As for a kit's own values; entries are a dictionary."""
        return attr in ENTRIES if isinstance(obj, Entries) else super().is_safe_attribute(obj, attr, value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute; of a loop, a number that is counted."""
        value = super().getattr(obj, attribute)
        return Traced(value, (COUNTED,), self.ledger) if isinstance(obj, LoopContext) and type(value) is int else value


def tracing(folder: Path, escape: bool, ledger: Ledger) -> Environment:
    """An environment whose functions keep the origins of numbers."""
    env = made(TracingEnvironment, folder, escape)
    env.ledger = ledger
    env.globals.update(functions(ledger))
    plain = env.filters["int"]
    env.filters["int"] = lambda value, *rest: value if isinstance(value, Traced) else plain(value, *rest)
    env.filters["length"] = lambda value: Traced(len(value), (COUNTED,), ledger)
    return env


ENTRIES = frozenset({"items", "keys", "values", "get"})
"""What a template may call of a dictionary."""


def with_origins(names: Mapping[str, Any], ledger: Ledger) -> dict[str, Any]:
    """The names of templates, their numbers traced."""
    found = {name: traced(value, _PATHS.get(name, name), ledger) for name, value in names.items()}
    found["kit"] = SimpleNamespace(**{key: traced(value, key, ledger) for key, value in vars(names["kit"]).items()})
    bounds = vars(names["player_range"])
    found["player_range"] = SimpleNamespace(**{k: traced(v, f"players.{k}", ledger) for k, v in bounds.items()})
    return found


class TracedFiller(Filler):
    """A filler whose examples' facts name the step of the proof that they come from."""

    def __init__(
        self,
        kit: Kit,
        proofs: Proofs,
        templates: Environment,
        plain: Environment,
        context: Mapping[str, Any],
        ledger: Ledger,
    ) -> None:
        super().__init__(kit, proofs, templates, plain, context)
        self.ledger = ledger

    def own(self, example: str, found: Mapping[str, Any]) -> dict[str, Any]:
        """The names of one example, each number with where its proof has it."""
        last = len(found["turns"])
        turns = [
            {
                key: traced(value, f"example {example}, move {number}", self.ledger)
                for key, value in turn.items()
                if key != "f"
            }
            | {"f": traced(turn["f"], f"example {example}, move {number}", self.ledger)}
            for number, turn in enumerate(found["turns"], 1)
        ]
        own = {
            "names": traced(found["names"], f"example {example}, names", self.ledger),
            "before": traced(found["before"], f"example {example}, position", self.ledger),
            "turns": turns,
            "f": traced(found["f"], f"example {example}, move {last}", self.ledger),
        }
        return super().own(example, own)
