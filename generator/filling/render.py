"""Rendering with every mistake turned into a finding: file, line, what was wrong, the nearest valid name."""

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, Template, TemplateSyntaxError, is_undefined
from jinja2.exceptions import SecurityError

from generator.errors import Finding
from generator.filling.environment import SHARED, KitEnvironment, KitLoader
from generator.places import told

MOST_CHARACTERS = 2_000_000
"""What one template may yield."""


def template(env: Environment, name: str, context: Mapping[str, Any], shown: str) -> tuple[str | None, list[Finding]]:
    """Render a template of the kit's folder: its text, or None and what is wrong."""
    _fresh(env)
    try:
        return _text(env.get_template(name).generate(context)), []
    except Exception as error:  # any mistake in a template is a finding, never a traceback
        return None, [_finding(error, env, shown, name, context)]


def expression(
    env: Environment, source: str, context: Mapping[str, Any], path: str, line: int, subject: str = ""
) -> tuple[str, list[Finding]]:
    """A run of text with its expressions worked out; `subject` opens what is said of a mistake."""
    if "{" not in source:
        return source, []
    _fresh(env)
    try:
        return _text(_named(env, source).generate(context)), []
    except Exception as error:  # as above
        return "", [Finding(path, line, f"{subject}{_said(error, env, context, source)}")]


def value(env: Environment, source: str, context: Mapping[str, Any], path: str, line: int) -> tuple[Any, list[Finding]]:
    """The value of one expression of `kit.toml`."""
    if source.isdecimal():
        return int(source), []
    _fresh(env)
    try:
        found = _named(env, f"{{% set value = ({source}) %}}").make_module(dict(context))
        if is_undefined(found.__dict__["value"]):
            str(found.__dict__["value"])  # raises what is wrong with it
    except Exception as error:  # as above
        # Its end is the bracket that is put behind it here.
        said = _said(error, env, context, source).replace("unexpected ')'", "unexpected end")
        return None, [Finding(path, line, f"{source!r}: {said}")]
    return found.__dict__["value"], []


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


def _finding(error: Exception, env: Environment, shown: str, name: str, context: Mapping[str, Any]) -> Finding:
    loader = cast(KitLoader, env.loader)
    file, line = loader.file(name), 1
    if isinstance(error, TemplateSyntaxError):
        file, line = loader.file(error.name or name), error.lineno
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.endswith(".j2"):
                file, line = Path(frame.filename), frame.lineno or line
    where = loader.canonical(file)
    path = told(f"macros{where[len(SHARED) :]}") if where.startswith(f"{SHARED}/") else f"{shown}/{where}"
    return Finding(path, line, _said(error, env, context, loader.source(where)))


def _said(error: Exception, env: Environment, context: Mapping[str, Any], source: str) -> str:
    from generator.filling.complaints import message  # only where something is wrong

    return message(error, env, context, source)
