"""Jinja2, shut in: a kit folder is data from strangers, so its templates read their own folder and run no code."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    nodes,
)
from jinja2.bccache import Bucket
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, Macro, markup_join, str_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import escape

from generator import __version__, kept
from generator.errors import nearest, shown
from generator.filling.guards import LARGEST, LONGEST, GuardedCode, guarded, whole
from generator.filling.words import FUNCTIONS
from generator.places import place
from generator.text_files import named_file, plain_text

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
MOST_BYTES: Final = 250_000
"""Of all templates that a kit reads: ten times the largest kit. To compile them takes a thousand times the room."""
MOST_CHARACTERS: Final = 2_000_000
"""What one template may yield, and a macro or a block within it."""
MOST_STEPS: Final = 200_000
"""Rounds of loops and calls in one rendering: a hundred times what the largest kit takes, and still under a second."""
_A_FILE: Final = 20
"""Steps that it costs to look for a template and to begin it."""

SHARED: Final = "shared"
"""The folder, in a template's name, of the shared macros."""
_GUARDS: Final = 2
"""Raised whenever `KitEnvironment` compiles otherwise, so that what was compiled before is not found."""

_MARKUP = re.compile(r"\{%.*?(?:%\}|\Z)|\{\{.*?(?:\}\}|\Z)|\{#.*?(?:#\}|\Z)|<[A-Za-z][\w.-]*(?=[\s/>])", re.DOTALL)


class KitEnvironment(ImmutableSandboxedEnvironment):
    """No attribute that Python keeps to itself, no method but a dictionary's, nothing without end."""

    intercepted_binops = frozenset({"*", "**", "+", "%"})
    code_generator_class = GuardedCode
    steps = 0
    whole = staticmethod(whole)

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """Jinja2's hook before it compiles: loops are counted and joined texts measured as they run."""
        for loop in source.find_all(nodes.For):
            loop.iter = _guarded("counted", [cast(nodes.Expr, loop.iter)], loop.lineno)
        for joint in list(source.find_all(nodes.Concat)):
            joint.nodes = [_guarded("joined", joint.nodes, joint.lineno)]
        return super()._generate(source, name, filename, defer_init)

    def _load_template(self, name: str, globals: Any) -> Template:  # noqa: A002 - Jinja2's name
        """Jinja2's hook at each include and import."""
        self.step(_A_FILE)
        return super()._load_template(name, globals)

    def step(self, cost: int = 1) -> None:
        """Count a round of a loop or a call."""
        self.steps += cost
        if self.steps > MOST_STEPS:
            raise SecurityError(f"this takes more than {MOST_STEPS} steps: a loop or a macro has run away")

    def concat(self, texts: Iterable[str]) -> str:
        """The text of a macro or a block, whole."""
        texts = list(texts)
        if sum(map(len, texts)) > MOST_CHARACTERS:
            raise SecurityError(f"a macro or a block yields more than {MOST_CHARACTERS} characters")
        return "".join(texts)

    def counted(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items of a loop, each counted."""
        for item in items:
            self.step()
            yield item

    def joined(self, *parts: Any) -> Any:
        """What `~` joins, if it is not too long."""
        texts = [part if hasattr(part, "__html__") else str(part) for part in parts]
        if sum(map(len, texts)) > LONGEST:
            raise SecurityError(f"a text is longer than {LONGEST} characters")
        return (markup_join if self.autoescape else str_join)(texts)

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what a template calls, if it may; each call is counted."""
        self.step()
        if isinstance(obj, Macro) and (obj.catch_varargs or obj.catch_kwargs):
            whole([*args, *kwargs.values()])  # the macro finds them in a tuple and a dictionary
        return super().call(context, obj, *args, **kwargs)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Fields of our own values, and what is listed above of Python's."""
        if isinstance(obj, _PLAIN) and not hasattr(type(obj), "_fields"):  # a NamedTuple is a value with fields
            return attr in _METHODS.get(type(obj), ())
        return super().is_safe_attribute(obj, attr, value)

    def is_safe_callable(self, obj: Any) -> bool:
        """Macros, the words' functions, a dictionary's methods, and what guards loops and texts."""
        if isinstance(obj, Macro) or isinstance(getattr(obj, "__self__", None), dict):
            return True
        return obj in (self.counted, self.joined) or obj in self.globals.values()

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Work out, within bounds."""
        if operator == "**" or (operator == "%" and isinstance(left, str)):
            raise SecurityError(f"{'powers are' if operator == '**' else 'formats are'} not used in kits")
        for one, other in ((left, right), (right, left)):
            longer = operator == "*" and isinstance(other, int) and isinstance(one, str | list | tuple)
            if longer and len(one) * other > LONGEST:
                raise SecurityError(f"a repetition is longer than {LONGEST}")
        if operator == "+" and isinstance(left, str | list | tuple) and len(left) + len(right) > LONGEST:
            raise SecurityError(f"a sum is longer than {LONGEST}")
        value = super().call_binop(context, operator, left, right)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise SecurityError(f"a number is larger than {LARGEST}")
        return whole(value) if isinstance(value, list | tuple) else value


def _guarded(name: str, values: list[nodes.Expr], line: int) -> nodes.Call:
    """A call of a method of the environment, which no name in a template can stand for."""
    method = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(method, values, [], None, None, lineno=line)


class Unknown(StrictUndefined):
    """A name that stands for nothing; where its owner is known, the message gives the nearest that the owner has."""

    @property
    def _undefined_message(self) -> str:
        owner, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint or owner is missing or not isinstance(name, str):
            return super()._undefined_message
        valid = owner if isinstance(owner, dict) else [attr for attr in dir(owner) if not attr.startswith("_")]
        return f"unknown name {name!r}; {nearest(name, map(str, valid))}"


class KitLoader(BaseLoader):
    """Templates of the kit's folder, and the macros that ship with rr-print.

    `macros/NAME` is the kit's own file of that name, where it has one, else the shared one; `shared/NAME` always that.

    Each element's start tag gets an `at` attribute with file and line, so that a message can name where it stands.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sizes: dict[str, int] = {}
        """Bytes of every file read."""
        self.files: dict[str, str] = {}
        """Names of templates by their files' paths, which is what a traceback tells."""
        self.texts: dict[str, str] = {}
        """The source to read next that stands in no file: the runs of a Markdown text, an expression of `kit.toml`."""

    def names(self) -> list[str]:
        """Every template that can be read."""
        found = {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.j2")}
        own = {name for name in found if self.inside(self.folder / name, self.folder)}
        return sorted(own | {f"macros/{path.name}" for path in _shared().glob("*.j2")})

    def source(self, name: str) -> str:
        """What stands in a template, empty where it can't be read."""
        if name in self.texts:
            return self.texts[name]
        try:
            return plain_text(self.read(name)[1])
        except (OSError, TemplateNotFound, ValueError):
            return ""

    def file(self, name: str) -> Path:
        """The file of a template's name."""
        folder, _, rest = name.partition("/")
        is_shared = folder == SHARED or (folder == "macros" and not (self.folder / name).is_file())
        return _shared() / rest if is_shared else named_file(self.folder, name)

    def read(self, name: str) -> tuple[Path, bytes]:
        """A template's file, and as many of its bytes as all may have and one more. Raises `TemplateNotFound`."""
        try:
            path = self.file(name)
        except (OSError, ValueError):  # too long, no text
            raise TemplateNotFound(name) from None
        if not self.inside(path, _shared() if path.is_relative_to(_shared()) else self.folder):
            raise TemplateNotFound(name)
        with path.open("rb") as stream:
            return path, stream.read(MOST_BYTES + 1)

    def inside(self, path: Path, root: Path) -> bool:
        """Whether a file is there, and in a folder."""
        try:
            return path.resolve().is_relative_to(root.resolve()) and path.is_file()
        except (OSError, RuntimeError, ValueError):  # too long, a link to itself, no text
            return False

    def canonical(self, path: Path) -> str:
        """The name that stands for a file alone: `shared/NAME` for a shared one."""
        for folder, before in ((self.folder, ""), (_shared(), f"{SHARED}/")):
            if path.is_relative_to(folder):
                return before + path.relative_to(folder).as_posix()
        return path.name

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:  # noqa: ARG002
        """Source, file name, and a function that says it is still good. Raises `TemplateNotFound`."""
        if template in self.texts:
            return self.texts[template], template, lambda: True
        path, data = self.read(template)
        found = path.stat()
        name = self.files[str(path)] = self.canonical(path)
        self.sizes[name] = len(data)
        if sum(self.sizes.values()) > MOST_BYTES:
            raise SecurityError(f"with {template!r}, the templates are larger than {MOST_BYTES} bytes together")
        return tagged(plain_text(data), name), str(path), lambda: self.file(template) == path and _same(path, found)


def _shared() -> Path:
    """The folder of the shared macros."""
    return place("layouts") / "macros"


def _same(path: Path, then: os.stat_result) -> bool:
    """True while a file is as it was."""
    try:
        now = path.stat()
    except OSError:
        return False
    return (now.st_mtime_ns, now.st_size, now.st_ino) == (then.st_mtime_ns, then.st_size, then.st_ino)


def tagged(source: str, name: str) -> str:
    """The source with every start tag told its file and line."""
    name = str(escape(shown(name, "\n"))).replace("{", "&#123;")  # none may read as markup or as an expression
    line, counted = 1, 0

    def tell(match: re.Match[str]) -> str:
        nonlocal line, counted
        found = match.group()
        if found.startswith("{"):
            return found
        line += source.count("\n", counted, match.start())
        counted = match.start()
        return f'{found} at="{name}:{line}"'

    return _MARKUP.sub(tell, source)


class Compiled(BytecodeCache):
    """Compiled templates of earlier runs, which Jinja2 finds by their whole source: compiling takes long."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Jinja2's question for a template."""
        bucket.bytecode_from_string(kept.read(self.name(bucket)) or b"")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Jinja2's wish that one be kept."""
        kept.write(self.name(bucket), bucket.bytecode_to_string())

    def name(self, bucket: Bucket) -> str:
        """The name under which a template is kept."""
        return f"template {__version__} {_GUARDS} {bucket.key}"


@lru_cache(maxsize=8)
def environment(folder: Path, escape: bool) -> Environment:
    """An environment for a kit's templates (`escape`) or for its plain texts; a file that changes is read anew."""
    return made(KitEnvironment, folder, escape)


_Kind = TypeVar("_Kind", bound=KitEnvironment)


def made(kind: type[_Kind], folder: Path, escape: bool) -> _Kind:
    """A new environment of a kind."""
    env = kind(
        loader=KitLoader(folder),
        undefined=Unknown,
        autoescape=escape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=Compiled(),
    )
    env.filters = {name: guarded(name, env.filters[name]) for name in _FILTERS}
    env.globals = {"range": env.globals["range"], **FUNCTIONS}
    return env
