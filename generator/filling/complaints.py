"""What Jinja2 and Python say of a mistake in a template, in plain words and with the nearest name of the right kind."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from jinja2 import Environment, TemplateError, TemplateNotFound, UndefinedError

from generator.errors import RrPrintError, nearest, nearest_file
from generator.filling.environment import SHARED, KitEnvironment, KitLoader

_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_UNEXPORTED = re.compile(r"the template '(.+?)' .*does not export the requested name '(\w+)'")
_OWN = re.compile(
    r"\{%-?\s*(?:(?:macro|set|import\s+\S+\s+as)\s+(\w+)"
    r"|for\s{1,9}([\w, ]{1,200}?)\s{1,9}in\s|from\s+\S+\s+import\s+([\w, ]+))"
)
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
_ENTRY = re.compile(r"(?<![\w.\]])([A-Za-z_]\w*(?:\.\w+|\[[^\[\]]*\])*)\[\s*(\d+)\s*\]")
_MOST_ENTRIES = 100
"""Places that are looked at for a missing entry."""
_OF_KIT = ("about.", "rules.", "setups.", "choices.")
_TAGS = ("block", "else", "elif", "endfor", "endif", "endmacro", "endset", "for", "from", "if", "import", "include",
         "macro", "set")  # fmt: skip

_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("int", "float"), "a number"),
    **dict.fromkeys(("str", "Markup"), "a text"),
    **dict.fromkeys(("list", "tuple", "range"), "a list"),
    **dict.fromkeys(("dict", "types.SimpleNamespace", "SimpleNamespace"), "a table"),
    "NoneType": "nothing",
    "bool": "true or false",
}
"""Python's name of a type to what a designer calls it."""
_PLAIN: Final = (
    (r"unsupported operand type\(s\) for (\S+): '([\w.]+)' and '([\w.]+)'",
     "expected two numbers around '{0}', found {1} and {2}"),
    (r"'(\S+)' not supported between instances of '([\w.]+)' and '([\w.]+)'",
     "expected two of a kind around '{0}', found {1} and {2}"),
    (r"object of type '([\w.]+)' has no len\(\)", "expected a list or a text, found {0}"),
    (r"'([\w.]+)' object is not iterable", "expected a list, found {0}"),
    (r"'([\w.]+)' object cannot be interpreted as an integer", "expected a whole number, found {0}"),
    (r"type ([\w.]+) doesn't define __round__ method", "expected a number, found {0}"),
    (r"'([\w.]+)' object has no attribute .*", "expected another kind of value here, found {0}"),
    (r"(?:\w+\.)*(\w+)\(\) missing \d+ required positional arguments?: (.*)", "{0}(...) needs more: {1}"),
    (r"(?:\w+\.)*(\w+)\(\) got an unexpected keyword argument '(\w+)'", "{0}(...) takes nothing called '{1}'"),
    (r"(?:\w+\.)*(\w+)\(\) takes .* positional arguments? but \d+ .*", "{0}(...) has too much in its brackets"),
    (r"Range too big\. .*\((\d+)\)\.", "a range is longer than {0}"),
    (r"unexpected char '([“”„‟‘’‚‛«»‹›])' at \d+", "a straight quote is expected, found '{0}'"),
    (r"(.*) is not safely callable", "{0} is no function: expected no '(...)' after it"),
)  # fmt: skip
"""What is said, as a pattern, and what to say in its place."""
_BY_TYPE: Final[Mapping[type, str]] = {
    ZeroDivisionError: "a number is divided by zero",
    OverflowError: "a number is too large to work with",
    MemoryError: "this takes more memory than a kit may",
    RecursionError: "this calls itself without end, or is nested too deep",
    SyntaxError: "this is nested too deep",
}


def message(error: Exception, env: Environment, context: Mapping[str, Any], source: str) -> str:
    """One line: what is wrong; `source` is what was being rendered, a whole template or a run of text."""
    if isinstance(error, TemplateNotFound):
        return _not_found(str(error.name), _loader(env).names())
    if isinstance(error, UndefinedError):
        return _unknown(str(error), env, context, source)
    if isinstance(error, OSError):
        return f"this can't be read: {error.strerror}"
    if isinstance(error, RrPrintError):
        return str(error)
    said = (str(error).splitlines() or [""])[0]
    for kind, names in (("filter", env.filters), ("test", env.tests), ("tag", _TAGS)):
        if found := re.match(rf"No {kind} named '(\w+)'|Encountered unknown {kind} '(\w+)'", said):
            name = found[1] or found[2]
            return f"unknown {kind} {name!r}; {nearest(name, names)}"
    return _plain(error, said)


def _not_found(name: str, names: Sequence[str]) -> str:
    where = "in this kit's folder"
    if name.startswith(("macros/", f"{SHARED}/")):
        where = "among those that all kits share" if name.startswith(SHARED) else f"{where}, nor is it a shared one"
    return f"there is no template {name!r} {where}{nearest_file(name, names)}"


def _plain(error: Exception, said: str) -> str:
    for pattern, words in _PLAIN:
        if found := re.fullmatch(pattern, said):
            return words.format(*(_KINDS.get(part, part) for part in found.groups()))
    for kind, words in _BY_TYPE.items():
        if isinstance(error, kind):
            return words
    if isinstance(error, TemplateError):
        return said or "this template can't be read"
    return f"this can't be worked out: {said or type(error).__name__}"


def _unknown(said: str, env: Environment, context: Mapping[str, Any], source: str) -> str:
    if found := _UNEXPORTED.search(said):
        there = _MACRO.findall(_loader(env).source(found[1]))
        return f"unknown name {found[2]!r} in {found[1]!r}; {nearest(found[2], there)}"
    if found := _UNDEFINED.search(said):
        valid = {*context, *env.globals, *_own_names(source)}
        return f"unknown name {found[1]!r}; {nearest(found[1], valid)}"
    if "has no element" in said:
        return next(_missing_entries(env, context, source), said)
    return said if said.startswith("unknown name") else f"unknown name: {said}"


def _own_names(source: str) -> set[str]:
    """Names that a template makes itself: macros, what it sets, goes through or imports."""
    return {name for parts in _OWN.findall(source) for part in parts for name in re.findall(r"\w+", part)}


def _missing_entries(env: Environment, context: Mapping[str, Any], source: str) -> Iterator[str]:
    """What is said of each `list[number]` of a source that has no such entry, as far as it can be worked out alone."""
    for base, index in _ENTRY.findall(source)[:_MOST_ENTRIES]:
        try:
            value = env.compile_expression(base, undefined_to_none=False)(**context)
        except (TemplateError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            continue  # not this one: the mistake is known, only its place is looked for
        if isinstance(value, list | tuple) and int(index) >= len(value):
            has = f"has {len(value)} entries, counted from 0" if value else "is empty"
            yield f"{base}[{index}]: the list {has}, so there is no entry {index}{_in_kit(base)}"
        elif isinstance(value, int | float | str):
            yield f"{base}[{index}]: expected a list in {base}, found {value!r}{_in_kit(base)}"


def _in_kit(base: str) -> str:
    return f"; it comes from {base!r} in kit.toml" if base.startswith(_OF_KIT) else ""


def _loader(env: Environment) -> KitLoader:
    return cast(KitLoader, cast(KitEnvironment, env).loader)
