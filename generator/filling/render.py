"""Rendering with every mistake turned into a finding: file, line, what was wrong, the nearest valid name."""

import re
import traceback
from collections.abc import Mapping
from typing import Any, cast

from jinja2 import Environment, Template, TemplateSyntaxError, is_undefined
from jinja2.exceptions import SecurityError

from generator.errors import Finding
from generator.filling.environment import MOST_CHARACTERS, SHARED, KitEnvironment, KitLoader
from generator.limits import Overrun, TooLong
from generator.places import told

_ODD = re.compile("[\ud800-\udfff]")
_AT = re.compile(r'<[\w.-]+ at="([^"<>]*):(\d+)"')
"""Where an element stands, as the loader writes it into its start tag."""


def template(env: Environment, name: str, context: Mapping[str, Any], shown: str) -> tuple[str | None, list[Finding]]:
    """Render a template of the kit's folder: its text, or None and what is wrong."""
    _fresh(env)
    try:
        text = _text(env.get_template(name).generate(context))
    except Overrun as error:  # nothing after this has a chance
        raise TooLong([_finding(error, env, shown, name, context)]) from error
    except Exception as error:  # any mistake in a template is a finding, never a traceback
        return None, [_finding(error, env, shown, name, context)]
    if odd := _ODD.search(text):
        return None, [_odd(text, odd, shown, name)]
    return text, []


def expression(
    env: Environment, source: str, context: Mapping[str, Any], path: str, line: int, subject: str = ""
) -> tuple[str, list[Finding]]:
    """A run of text with its expressions worked out; `subject` opens what is said of a mistake."""
    if "{" not in source:
        return source, []
    _fresh(env)
    try:
        text = _text(_named(env, source).generate(context))
    except Overrun as error:
        raise TooLong([Finding(path, line, f"{subject}{error}")]) from error
    except Exception as error:  # as above
        return "", [Finding(path, line, f"{subject}{_said(error, env, context, source)}")]
    if odd := _ODD.search(text):
        return "", [Finding(path, line, f"{subject}{_no_character(odd)}")]
    return text, []


def value(env: Environment, source: str, context: Mapping[str, Any], path: str, line: int) -> tuple[Any, list[Finding]]:
    """The value of one expression of `kit.toml`."""
    if source.isascii() and source.isdecimal():
        return int(source), []
    _fresh(env)
    try:
        found = _named(env, f"{{% set value = ({source}) %}}").make_module(dict(context))
        if is_undefined(found.__dict__["value"]):
            str(found.__dict__["value"])  # raises what is wrong with it
    except Overrun as error:
        raise TooLong([Finding(path, line, f"{source!r}: {error}")]) from error
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


def _odd(text: str, odd: re.Match[str], shown: str, name: str) -> Finding:
    """A finding at the element that holds what is no character."""
    *_, (where, line) = [(name, "1"), *_AT.findall(text, 0, odd.start())]
    return Finding(_path(where, shown), int(line), _no_character(odd))


def _no_character(odd: re.Match[str]) -> str:
    return f"U+{ord(odd.group()):04X} is half of a character, which no font prints"


def _path(where: str, shown: str) -> str:
    return told(f"macros{where[len(SHARED) :]}") if where.startswith(f"{SHARED}/") else f"{shown}/{where}"


def _finding(error: Exception, env: Environment, shown: str, name: str, context: Mapping[str, Any]) -> Finding:
    where, line, loader = name, 1, cast(KitLoader, env.loader)
    if isinstance(error, TemplateSyntaxError):
        where, line = error.name or name, error.lineno
        # Of a mark that is not closed, Jinja2 tells the file.
        where = loader.files.get(where) or loader.canonical(loader.file(where))
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename in loader.files:
                where = loader.files[frame.filename]
                line = frame.lineno or line
    return Finding(_path(where, shown), line, _said(error, env, context, loader.source(where)))


def _said(error: Exception, env: Environment, context: Mapping[str, Any], source: str) -> str:
    from generator.filling.complaints import message  # only where something is wrong

    return message(error, env, context, source)
