"""Jinja2, shut in: a kit folder is data from strangers, so its templates read their own folder and run no code."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from jinja2 import BaseLoader, BytecodeCache, Environment, FileSystemBytecodeCache, StrictUndefined, TemplateNotFound
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

from generator.filling.words import FUNCTIONS
from generator.places import place

_FILTERS: Final = (
    "abs",
    "first",
    "int",
    "join",
    "last",
    "length",
    "list",
    "max",
    "min",
    "reverse",
    "round",
    "sort",
    "sum",
)
_METHODS: Final[Mapping[type, frozenset[str]]] = {dict: frozenset({"items", "keys", "values", "get"})}
_PLAIN: Final = (str, bytes, int, float, list, tuple, dict, set, frozenset)
_LARGEST: Final = 10**9
"""Beyond what any rule counts; keeps a hostile `10 ** 10 ** 10` from being worked out."""
_LONGEST: Final = 10_000
"""Characters or items that `*` may repeat."""

_MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[A-Za-z][\w.-]*(?=[\s/>])", re.DOTALL)


class KitEnvironment(ImmutableSandboxedEnvironment):
    """No attribute that Python keeps to itself, no method but a dictionary's, no number without end."""

    intercepted_binops = frozenset({"*", "**"})

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Fields of our own values, and what is listed above of Python's."""
        if isinstance(obj, _PLAIN):
            return attr in _METHODS.get(type(obj), ())
        return super().is_safe_attribute(obj, attr, value)

    def is_safe_callable(self, obj: Any) -> bool:
        """Macros, the words' functions and a dictionary's methods."""
        return (
            isinstance(obj, Macro) or obj in self.globals.values() or isinstance(getattr(obj, "__self__", None), dict)
        )

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Multiply, within bounds."""
        if operator == "**":
            raise SecurityError("powers are not used in kits")
        for one, other in ((left, right), (right, left)):
            if isinstance(one, str | list | tuple) and isinstance(other, int) and len(one) * other > _LONGEST:
                raise SecurityError(f"a repetition is longer than {_LONGEST} characters")
        value = super().call_binop(context, operator, left, right)
        if isinstance(value, int) and abs(value) > _LARGEST:
            raise SecurityError(f"a number is larger than {_LARGEST}")
        return value


class KitLoader(BaseLoader):
    """Templates of the kit's folder, and the macros that ship with rr-print under `macros/`.

    Each element's start tag gets an `at` attribute with file and line, so that a message can name where it stands.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.texts: dict[str, str] = {}
        """Sources that stand in no file of their own: the runs of a Markdown text, an expression of `kit.toml`."""

    def file(self, name: str) -> Path:
        """The file of a template's name."""
        return place("layouts") / name if name.startswith("macros/") else self.folder / name

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:  # noqa: ARG002
        """Source, file name, and a function that says it is still good. Raises `TemplateNotFound`."""
        if template in self.texts:
            return self.texts[template], template, lambda: True
        root = place("layouts") / "macros" if template.startswith("macros/") else self.folder
        path = self.file(template)
        if not path.resolve().is_relative_to(root.resolve()) or not path.is_file():
            raise TemplateNotFound(template)
        source = path.read_text(encoding="utf-8-sig")
        return tagged(source, template), str(path), lambda: True


def tagged(source: str, name: str) -> str:
    """The source with every start tag told its file and line."""

    def tell(match: re.Match[str]) -> str:
        found = match.group()
        if found.startswith("{"):
            return found
        return f'{found} at="{name}:{source.count(chr(10), 0, match.start()) + 1}"'

    return _MARKUP.sub(tell, source)


def _compiled() -> BytecodeCache | None:
    """Compiled templates of earlier runs, found by their whole source: an edited template is never stale.

    Compiling takes longer than the rest of a kit. Jinja2 keeps them in the user's own part of the temporary folder, and
    refuses one that others can write to; then each run compiles.
    """
    try:
        return FileSystemBytecodeCache()
    except (OSError, RuntimeError):
        return None


def environment(folder: Path, escape: bool) -> Environment:
    """An environment for a kit's templates (`escape`) or for its plain texts."""
    env = KitEnvironment(
        loader=KitLoader(folder),
        undefined=StrictUndefined,
        autoescape=escape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(),
    )
    env.filters = {name: env.filters[name] for name in _FILTERS}
    env.globals = {"range": env.globals["range"], **FUNCTIONS}
    return env
