"""A kit and a request in, what their files attach of both out: enough to replay and set the worked examples again."""

import re
from collections.abc import Mapping
from typing import Any, Final

from generator import __version__
from generator.filling.texts import EXAMPLE
from generator.fingerprint import fingerprint
from generator.model import Example, Kit, Request, SheetSpec
from generator.text_files import plain_text

_NAMED: Final = re.compile(r"""["']((?:macros/)?[\w.-]+\.j2)["']""")
"""How a template names another one of its kit."""


def record(kit: Kit, request: Request) -> Mapping[str, Any]:
    """The record in JSON's own types, without what only the finished pages know; nothing in it hangs on where it is."""
    keys = "name", "title", "edition", "language", "engine", "setups", "about", "profiles"
    told = {key: getattr(kit, key) for key in keys} | {"fingerprint": fingerprint(kit)}
    asked = {key: getattr(request, key) for key in ("players", "setup", "profile", "names", "sheets", "copies")}
    printed = {kit.sheet(name).text for name in request.sheets}
    examples = [_example(kit, each) for each in kit.examples if _file(kit, each) in printed]
    return {
        "rr-print": __version__,
        "kit": {**told, "rules": kit.numbers, "players": kit.players, "sheets": [_sheet(spec) for spec in kit.sheets]},
        "ids": [name for name, _ in kit.rule_ids()],
        "request": {
            **asked,
            "paper": request.paper.name,
            "pieces": request.pieces,
            "reprint": request.reprint is not None,
            "practice": bool(request.practice),
        },
        "examples": examples,
        "templates": _templates(kit) if examples else {},
    }


def _sheet(spec: SheetSpec) -> Mapping[str, Any]:
    return {"name": spec.name, "title": spec.title, "piece": spec.piece, "size": spec.sizes}


def _file(kit: Kit, example: Example) -> str:
    """The example's text, as the kit names it."""
    return example.path.removeprefix(f"{kit.shown}/")


def _example(kit: Kit, example: Example) -> Mapping[str, Any]:
    steps = [[step.move, *([claim.key, claim.value] for claim in step.claims)] for step in example.steps]
    told = {key: getattr(example, key) for key in ("id", "title", "line", "position", "names", "illustration")}
    return {**told, "text": _file(kit, example), "moves": steps, "says": [words for _, words in example.says]}


def _templates(kit: Kit) -> Mapping[str, str]:
    """The kit's own templates that draw its examples, without the blanks that begin and end a line."""
    found: dict[str, str] = {}
    waiting = [EXAMPLE]
    while waiting:
        name = waiting.pop()
        path = kit.folder / name
        parent = path.resolve().parent
        if name in found or not path.is_file() or parent not in (kit.folder, kit.folder / "macros"):
            continue
        source = plain_text(path.read_bytes(), errors="replace")
        found[name] = "\n".join(line.strip(" \t") for line in source.split("\n")).strip("\n")
        waiting += _NAMED.findall(found[name])
    return dict(sorted(found.items()))
