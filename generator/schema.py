"""The tables of fields in, a JSON Schema of `kit.toml` out: what editors complete, explain and underline.

Draft 4, which TOML editors know, and in which 4.0 is no whole number. What one entry says of another (a value of a
club up to `max_value`) is beyond a schema: `check` finds it.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Final

from generator.games import Field, Game, engine_names
from generator.kit_fields import FIELDS, ONLY_TEMPLATE

FILE: Final = "kit.schema.json"
"""The schema's file beside a kit's `kit.toml`."""
LINE: Final = f"#:schema ./{FILE}"
"""The first line of a `kit.toml` that tells editors of it."""
_OWN: Final = ("rules", "setups")
"""The tables whose entries an engine knows."""


def schema(game: Game | None) -> dict[str, Any]:
    """The schema of the kits of a game, or, without one, of every kit: then `[rules]` and `[setups]` take anything."""
    root: dict[str, Any] = {"type": "object"}
    for field in (*FIELDS, *(game.FIELDS if game else ())):
        _put(root, field)
    _close(root)
    root["properties"]["engine"]["enum"] = list(engine_names())
    for name in _OWN:
        table = root["properties"][name]
        if not game:
            table.pop("additionalProperties", None)
        elif "properties" not in table and "additionalProperties" not in table:
            table["additionalProperties"] = False
    if root["properties"]["rules"].get("required"):
        root["required"].append("rules")
    sheet = root["properties"]["sheets"]["items"]
    sheet["anyOf"] = _any(("template", "text"))
    sheet["dependencies"] = {"text": {"not": {"anyOf": _any(("template", *ONLY_TEMPLATE))}}, "size": ["piece"]}
    return {"$schema": "http://json-schema.org/draft-04/schema#", "title": "kit.toml of an rr-print kit", **root}


def _any(names: Iterable[str]) -> list[dict[str, Any]]:
    return [{"required": [name]} for name in names]


def _put(root: dict[str, Any], field: Field) -> None:
    """Put a field at its place; `*` stands for each entry of a list or of a table."""
    at, parent = root, root
    for part in field.key.split("."):
        parent = at
        if part != "*":
            at = at.setdefault("properties", {}).setdefault(part, {})
        else:
            at = at.setdefault("items" if at.get("type") == "array" else "additionalProperties", {"type": "object"})
    at |= {"description": f"{field.meaning} {field.kind[:1].upper()}{field.kind[1:]}.", **deepcopy(dict(field.schema))}
    if getattr(field, "required", False) and part != "*":
        parent.setdefault("required", []).append(part)


def _close(table: Mapping[str, Any]) -> None:
    """Refuse, in each table whose entries are known, every other."""
    for entry in table.get("properties", {}).values():
        _close(entry)
    for each in ("items", "additionalProperties"):
        if each in table:
            _close(table[each])
    if "properties" in table and isinstance(table, dict):
        table.setdefault("additionalProperties", False)
