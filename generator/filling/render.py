"""Rendering with every mistake turned into a finding: file, line, what was wrong, the nearest valid name."""

import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, Template, TemplateError, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from generator.errors import Finding, nearest
from generator.filling.environment import KitEnvironment, KitLoader
from generator.places import told

MOST_CHARACTERS = 2_000_000
"""What one template may yield."""

_UNKNOWN = re.compile(r"'(?P<name>\w+)' is undefined")


def template(env: Environment, name: str, context: Mapping[str, Any], shown: str) -> tuple[str | None, list[Finding]]:
    """Render a template of the kit's folder: its text, or None and what is wrong."""
    _fresh(env)
    try:
        return _text(env.get_template(name).generate(context)), []
    except Exception as error:  # any mistake in a template is a finding, never a traceback
        return None, [_finding(error, shown, name, 1, context)]


def expression(
    env: Environment, source: str, context: Mapping[str, Any], path: str, line: int
) -> tuple[str, list[Finding]]:
    """A run of text with its expressions worked out."""
    if "{" not in source:
        return source, []
    _fresh(env)
    try:
        return _text(_named(env, source).generate(context)), []
    except Exception as error:  # as above
        return "", [Finding(path, line, _message(error, context))]


def value(env: Environment, source: str, context: Mapping[str, Any], path: str, line: int) -> tuple[Any, list[Finding]]:
    """The value of one expression of `kit.toml`."""
    if source.isdecimal():
        return int(source), []
    _fresh(env)
    try:
        found = _named(env, f"{{% set value = ({source}) %}}").make_module(dict(context))
        return found.__dict__["value"], []
    except Exception as error:  # as above
        return None, [Finding(path, line, f"{source!r}: {_message(error, context)}")]


def _fresh(env: Environment) -> None:
    """Each rendering has its own steps to take."""
    cast(KitEnvironment, env).steps = 0


def _named(env: Environment, source: str) -> Template:
    """A template for a source without a file, named by it, so that it is compiled once and for all."""
    cast(KitLoader, env.loader).texts = {source: source}
    return env.get_template(source)


def _text(parts: Any) -> str:
    found, length = [], 0
    for part in parts:
        found.append(part)
        length += len(part)
        if length > MOST_CHARACTERS:
            raise SecurityError(f"the template yields more than {MOST_CHARACTERS} characters")
    return "".join(found)


def _finding(error: Exception, shown: str, name: str, line: int, context: Mapping[str, Any]) -> Finding:
    where = name
    if isinstance(error, TemplateSyntaxError):
        where, line = error.name or name, error.lineno
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.endswith(".j2"):
                where = _template_name(frame.filename)
                line = frame.lineno or line
    path = told(where) if where.startswith("macros/") else f"{shown}/{where}"
    return Finding(path, line, _message(error, context))


def _template_name(filename: str) -> str:
    path = Path(filename)
    return f"macros/{path.name}" if path.parent.name == "macros" else path.name


def _message(error: Exception, context: Mapping[str, Any]) -> str:
    if isinstance(error, TemplateNotFound):
        return f"there is no template {str(error.name)!r} in this kit's folder"
    if isinstance(error, UndefinedError):
        found = _UNKNOWN.search(str(error))
        if found:
            return f"unknown name {found['name']!r}; {nearest(found['name'], context)}"
        return str(error) if str(error).startswith("unknown name") else f"unknown name: {error}"
    if isinstance(error, TemplateError):
        return str(error).splitlines()[0] if str(error) else "this template can't be read"
    return f"{type(error).__name__}: {error}"
