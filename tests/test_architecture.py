"""Who may import whom, and how long a module and a function may be: the house rules of docs/architecture.md."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "generator"
BASE = {"errors", "limits", "units", "places", "games", "model", "profiles", "fingerprint"}
"""Values and helpers that anything outside `games` may use."""
PRINT = BASE | {"pages", "fonts"}

MAY: dict[str, set[str]] = {
    "__init__": set(),
    "__main__": {"__init__", "apart", "cli", "limits"},
    "cli_words": set(),
    "commands": {"__init__", "cli_words", "errors", "kit_tasks", "tasks", "referee", "request", "build"}
    | {"preview.watch", "preview.serve"},
    "cli": {"__init__", "commands", "errors", "tasks", "request", "build"},
    "tasks": BASE
    | {"request", "replay", "moves", "ask", "position_sheet", "load", "prove", "build", "readback"}
    | {"checked", "editions", "examples", "practice"},
    "referee": BASE | {"tasks", "request", "replay", "moves", "ask", "position_sheet"},
    "kit_tasks": BASE | {"checked", "load", "new_kit", "request", "schema", "tasks"},
    "request": BASE,
    "replay": BASE,
    "moves": BASE | {"kit_lines", "replay"},
    "ask": BASE | {"replay", "printed_rules"},
    "build": BASE
    | {
        "position_sheet",
        "fill",
        "digest",
        "pick",
        "prove",
        "coverage",
        "explain",
        "lessons",
        "practice",
        "reach",
        "record",
        "reprint",
        "request",
        "verify",
        "write",
        "press",
        "twins",
        "pictures",
    },
    "apart": {"errors", "limits", "model", "press", "verify"},
    "press": PRINT | {"typeset", "typesetting.block", "impose", "furnish", "plan", "draw", "tell", "attach"},
    "readback": {"errors"},
    "editions": BASE | {"build", "changes", "diff", "edition", "load", "mixing", "prove", "reprint", "request"},
    "edition": BASE | {"build", "prove", "readback", "readback.telling", "request", "scan"},
    "readback.*": BASE | {"filling.texts", "looks", "build", "prove", "scan", "verify", "readback.*"},
    # the stages
    "load": BASE | {"__init__", "kept", "kit_fields", "kit_lines", "looks", "rules_text", "games.reading"},
    "prove": BASE | {"games.reading"},
    "fill": BASE | {"filling.*"},
    "explain": PRINT | {"extent", "fill", "filling.marks", "filling.origins", "vocabulary"},
    "digest": BASE,
    "pick": BASE,
    "typeset": PRINT | {"typesetting.*"},
    "impose": PRINT,
    "furnish": PRINT | {"typesetting.*"},
    "draw": PRINT | {"tags", "extent"},
    "tell": PRINT,
    "attach": PRINT,
    "verify": BASE | {"scan"},
    "write": {"unfinished"},
    # what changed
    "diff": {"errors"},
    "mixing": BASE | {"explain", "fill", "filling.marks", "filling.origins"},
    "reprint": BASE | {"diff", "mixing"},
    "changes": {"diff", "mixing"},
    # their helpers
    "checked": set(),
    "contract": BASE | {"__init__", "load", "request"},
    "record": BASE | {"__init__", "filling.texts", "fingerprint", "text_files"},
    "looks": BASE | {"kit_fields", "games.reading"},
    "scan": {"errors"},
    "position_sheet": BASE,
    "printed_rules": BASE | {"filling.*"},
    "coverage": BASE | {"kit_lines"},
    "reach": BASE | {"games.ways", "search"},
    "search": {"errors", "games", "games.ways"},
    "lessons": BASE | {"games.lessons", "prove"},
    "practice": BASE | {"examples", "lessons", "filling.texts"},
    "examples": BASE | {"games.lessons", "kit_lines", "lessons"},
    "kept": set(),
    "kit_fields": {"games", "games.reading", "profiles"},
    "new_kit": BASE | {"__init__", "kit_lines", "schema", "write"},
    "schema": {"games", "kit_fields"},
    "kit_lines": BASE | {"games.reading", "text_files"},
    "text_files": set(),
    "rules_text": BASE | {"kit_lines"},
    "plan": PRINT,
    "extent": PRINT,
    "profiles": {"places"},
    "vocabulary": {"errors"},
    "tags": PRINT,
    "fonts": {"__init__", "errors", "places", "profiles", "units"},
    "model": {"errors", "games"},
    "fingerprint": {"model"},
    "pages": {"model"},
    "places": set(),
    "units": set(),
    "errors": set(),
    "unfinished": set(),
    "limits": {"errors"},
    "filling.*": BASE | {"__init__", "filling.*", "kept", "text_files", "vocabulary"},
    "typesetting.*": PRINT | {"typesetting.*"},
    "twins": PRINT | {"press", "twins.*"},
    "twins.*": PRINT | {"typeset", "typesetting.block", "twins.*"},
    "pictures": PRINT | {"press", "pictures.*"},
    "pictures.*": PRINT | {"draw", "extent"},
    "preview.*": PRINT
    | {"build", "explain", "extent", "load", "pictures.*", "press", "prove", "request", "tasks", "typeset"}
    | {"typesetting.block", "unfinished", "preview.*"},
    "games": {"errors"},
    "games.*": {"errors", "games", "games.*"},
}
"""Module to what it may import of ours; `x.*` stands for every module of a folder."""

HOMES = {
    "typer": {"cli", "cli_words", "commands"},
    "jinja2": {
        "filling.complaints",
        "filling.environment",
        "filling.guards",
        "filling.render",
        "filling.texts",
        "filling.tracing",
    },
    "markdown_it": {"rules_text"},
    "reportlab": {"fonts", "tags", "draw"},
    "pypdf": {"scan", "verify"},
    "pypdfium2": {"pictures.png"},
    "PIL": {"pictures.png"},
    "watchfiles": {"preview.watching"},
    "starlette": {"preview.serve"},
    "uvicorn": {"preview.serve"},
}
"""Third-party package to the modules that may import it."""

LONGEST_MODULE, LONGEST_FUNCTION = 340, 50


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)] = path
    return found


MODULES = modules()


def rule(module: str) -> set[str]:
    """What the table says of a module; KeyError when it says nothing."""
    return MAY[module] if module in MAY else MAY[f"{module.partition('.')[0]}.*"]


def allowed(name: str, names: set[str]) -> bool:
    """Whether a name stands among names, itself or as part of its folder."""
    return name in names or ("." in name and f"{name.partition('.')[0]}.*" in names)


def imports(path: Path) -> Iterator[str]:
    """Every module that a module imports, wherever the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner.removeprefix("generator.") in MODULES else node.module


@pytest.mark.parametrize("module", MODULES)
def test_imports(module: str) -> None:
    """A module imports what the table lets it; one that is missing from the table fails."""
    may = rule(module)
    for name in imports(MODULES[module]):
        top = name.partition(".")[0]
        if top == "generator":
            inner = name.removeprefix("generator").removeprefix(".") or "__init__"
            own = inner.partition(".")[0] == module.partition(".")[0]
            assert own or allowed(inner, may), f"{module} imports {name}"
        elif top in HOMES:
            assert module in HOMES[top], f"{module} imports {top}"


def test_every_row_is_used() -> None:
    """The table names no module that is gone."""
    for name in MAY:
        assert name in MODULES or any(module.startswith(name[:-1]) for module in MODULES), name
    for home in HOMES.values():
        assert home <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_nothing_grows_too_long(module: str) -> None:
    """Modules and functions stay short enough to be held in the head."""
    source = MODULES[module].read_text(encoding="utf-8")

    assert source.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


def test_games_are_pure() -> None:
    """An engine reads no file, no clock and no chance."""
    for module in MODULES:
        if module.startswith("games."):
            used = {name.partition(".")[0] for name in imports(MODULES[module])}
            assert not used & {"os", "io", "pathlib", "time", "datetime", "random", "secrets", "socket", "subprocess"}
