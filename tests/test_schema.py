"""The JSON Schema of `kit.toml`: it takes what the loader takes, and refuses mistakes of type, range and name."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator, Draft7Validator

from generator.cli import main
from generator.games import BUILT_IN, Field, engine
from generator.games.reading import Row
from generator.kit_fields import FIELDS
from generator.kit_lines import read_toml
from generator.places import shipped_kits
from generator.schema import schema

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "kit.md").read_text(encoding="utf-8")
BAD = sorted(path.parent for path in (ROOT / "tests" / "bad").glob("*/findings.txt"))
BEYOND = (
    "given twice",
    "there is no file",
    "is outside the kit's folder",
    "is not a file",
    "cannot be the name of a file",
    "found both",  # told of the sheet; a test of its own is below
    "players.max: expected a whole number from 2 to 99, found 1",
    "players.max: expected a whole number from 5 to 99, found 4",
    "players.default: expected a whole number from 5 to max, found 2",
    "from 1 to 6, found [2, 4, 7]",
    "only a sheet with a 'template' has this",  # the same
    "players.min: players: expected",  # what the engine says of it
    "one for each club (A, B), found [1, 5]",
    "setups: expected at least one setup",
)
"""What no schema can know."""
ALL: dict[str, Field] = {
    field.key: field for name in ("", *BUILT_IN) for field in (FIELDS if not name else cast(Any, engine(name)).FIELDS)
}
RELATIVE = {"players.max", "players.default", "rules.clubs", "sheets"} | {key for key in ALL if "setups.*" in key}
"""Fields of which the schema takes more than the loader: they hang on other entries, or on the entries in them."""


def errors(table: Mapping[str, Any], game: str | None) -> set[str]:
    """Dotted keys that the schema refuses."""
    found: set[str] = set()
    for error in Draft4Validator(schema(engine(game) if game else None)).iter_errors(table):
        path = [str(part) for part in error.path]
        if error.validator in ("additionalProperties", "required"):
            names = re.findall(r"'([^']+)'", error.message.partition("were unexpected")[0])
            found |= {".".join([*path, name]) for name in names}
        else:
            found.add(".".join(path))
    return found


def game_of(table: Mapping[str, Any]) -> str | None:
    """The engine of a kit, if it is one."""
    name = table.get("engine")
    return name if isinstance(name, str) and name in BUILT_IN else None


@pytest.mark.parametrize("name", [*BUILT_IN, None])
def test_the_schema_is_one(name: str | None) -> None:
    """It is a schema of draft 4, and means the same in draft 7."""
    made = schema(engine(name) if name else None)
    Draft4Validator.check_schema(made)
    Draft7Validator.check_schema(made)


@pytest.mark.parametrize("name", BUILT_IN)
def test_shipped_kits_are_taken(name: str) -> None:
    """By the schema of their game, and by the one of every kit; not by that of the other game."""
    table = tomllib.loads((shipped_kits()[name] / "kit.toml").read_text(encoding="utf-8"))
    (other,) = set(BUILT_IN) - {name}

    assert (errors(table, name), errors(table, None)) == (set(), set())
    assert errors(table, other)


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_what_the_loader_finds_by_type_range_and_name(folder: Path) -> None:
    """Every finding in `kit.toml` of that kind stands at a key that the schema refuses too, or at one inside it."""
    source = (folder / "kit.toml").read_text(encoding="utf-8")
    try:
        table, lines = read_toml(source, "kit.toml")
    except Exception:  # noqa: BLE001 - no TOML, no schema
        return
    refused = errors(table, game_of(table))
    at = {line: [key for key, found in lines.items() if found == line] for line in lines.values()}
    for text in (folder / "findings.txt").read_text(encoding="utf-8").splitlines():
        found = re.match(r".*/kit\.toml:(\d+): (.*)", text)
        if not found or found[2].startswith("this is not TOML") or any(beyond in found[2] for beyond in BEYOND):
            continue
        said = found[2].partition(": ")
        keys = [*at.get(int(found[1]), ()), said[0]]
        if said[2].endswith("found nothing"):
            keys.append(said[0].partition(".")[0])  # the whole table may be missing
        near = [bad for bad in refused for key in keys if bad == key or bad.startswith(f"{key}.")]
        assert near, text


def values() -> st.SearchStrategy[Any]:
    """What TOML may hold, and much of it near what is right."""
    words = st.sampled_from(["page", "pages", "card", "a-b", "A-1", "en-GB", "", " ", "A", "x y", "-", "a--b", "é"])
    plain = st.one_of(st.integers(-2, 120), st.floats(-5, 500), st.booleans(), words, st.text(max_size=4))
    lists = st.lists(st.one_of(st.integers(-1, 110), st.floats(1, 410), words, st.booleans()), max_size=18)
    return st.one_of(plain, lists, st.dictionaries(words, plain, max_size=2))


@pytest.mark.parametrize("key", [key for key in ALL if isinstance(ALL[key], Row)])
@settings(max_examples=60, deadline=None)
@given(value=values())
def test_the_table_and_its_schema_agree(key: str, value: Any) -> None:
    """What a row takes, its schema takes; and nothing more, where a row judges its value alone."""
    row = cast(Row, ALL[key])
    if isinstance(value, str) and value.endswith("\n"):
        return  # Python's $ stands before a last line end too; a TOML editor's does not
    taken, valid = row.fits(value, {}), Draft4Validator(dict(row.schema)).is_valid(value)

    assert valid or not taken
    assert taken or not valid or key in RELATIVE


def test_the_page_tells_of_every_field() -> None:
    """Key, type and range, and meaning, word for word as messages and editors say them; and of no other."""
    rows = [f"| `{field.key}` | {field.kind} | {field.meaning} |" for field in ALL.values()]

    assert [line for line in PAGE.splitlines() if re.match(r"\| `[a-z.*_0-9-]+` \| .* \| .* \|$", line)] == rows


def written(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What the command prints."""
    assert main(["schema", *words]) == 0
    return cast(dict[str, Any], json.loads(capsys.readouterr().out))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game, of a folder whose numbers are wrong, of every kit."""
    folder = str(ROOT / "tests" / "bad" / "unknown-names")
    seed, bad, every = (written(capsys, *words) for words in (["seed-circuit"], [folder], []))

    assert seed["properties"] == bad["properties"]
    assert set(seed["properties"]["rules"]["properties"]) == {
        "targets", "seeds_per_station", "laps_per_heat", "markers_per_player",
    }  # fmt: skip
    assert seed["properties"]["rules"]["properties"]["laps_per_heat"] == {
        "description": "Laps in a heat; in one lap everyone takes one turn. A whole number from 1 to 12.",
        "type": "integer",
        "minimum": 1,
        "maximum": 12,
    }
    assert every["properties"]["rules"] == {
        "description": "The game's numbers; its engine says which. A table.",
        "type": "object",
    }


@pytest.mark.parametrize(("words", "status", "said"), [
    (["seed-circiut"], 2, "rr-print: unknown game 'seed-circiut'; did you mean 'seed-circuit'?"),
    ([str(ROOT / "tests" / "bad" / "wrong-types")], 1, "kit.toml:3: engine: expected the name of an engine, found"),
    ([str(ROOT / "tests" / "bad" / "not-toml")], 1, "this is not TOML"),
])  # fmt: skip
def test_what_has_no_schema(words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown game; a kit whose engine is none; a kit that can't be read."""
    assert main(["schema", *words]) == status
    assert said in capsys.readouterr().err


def sheets() -> Iterator[tuple[dict[str, Any], bool]]:
    """Sheets that can be and sheets that contradict themselves."""
    base = {"name": "a", "title": "A", "stock": "paper"}
    yield {**base, "text": "a.md"}, True
    yield {**base, "template": "a.xml.j2"}, True
    yield {**base, "template": "a.xml.j2", "piece": "a", "size": {"normal": "page"}}, True
    yield base, False
    yield {**base, "text": "a.md", "template": "a.xml.j2"}, False
    yield {**base, "text": "a.md", "copies": "1"}, False
    yield {**base, "template": "a.xml.j2", "size": {"normal": "page"}}, False


@pytest.mark.parametrize(("sheet", "good"), [*sheets()], ids=str)
def test_sheets_that_contradict_themselves(sheet: dict[str, Any], good: bool) -> None:
    """A text has no size; a size has a piece; a sheet has a template or a text."""
    part = schema(None)["properties"]["sheets"]["items"]
    assert Draft4Validator(part).is_valid(sheet) == good
