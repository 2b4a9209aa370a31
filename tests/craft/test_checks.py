"""Every check of print craft on the file that the command makes: both games, all players, papers and setups.

A check is a function of a module `check_*` that yields the faults of a file; docs/print-requirements.md tells where its
figure comes from. `test_mutations` breaks each. Those of dots run in `test_raster`.
"""

from collections.abc import Callable, Iterator
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.craft import check_cuts, check_forms, check_lines, check_page, check_tags, check_text, check_words
from tests.craft.kits import CASES, LARGE_CASES, PIECES_CASES, Case, figures, printed
from tests.craft.measure import Pdf

Check = Callable[[Pdf], Iterator[str]]
MODULES = (check_page, check_text, check_lines, check_cuts, check_forms, check_words, check_tags)


def checks(module: ModuleType) -> list[Check]:
    """The checks of a module."""
    found = [thing for name, thing in vars(module).items() if isfunction(thing) and not name.startswith("_")]
    return [check for check in found if check.__module__ == module.__name__ and check.__annotations__ == KIND]


KIND = {"pdf": Pdf, "return": Iterator[str]}
CHECKS = [check for module in MODULES for check in checks(module)]


def wide(case: Case) -> Any:
    """A case; those between the fewest and the most players are for `.ci/run`."""
    between = case.players in ((3,) if case.game == "seed-circuit" else (3, 4, 5))
    return pytest.param(case, marks=[pytest.mark.wide] if between else [])


@pytest.fixture(scope="module", params=[wide(case) for case in (*CASES, *LARGE_CASES)], ids=str)
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    """One kit, printed once for all checks."""
    case: Case = request.param
    return Pdf(printed(case, Path(tmp_path_factory.mktemp("craft"))), figures(case))


def test_how_many_checks() -> None:
    """None gets lost."""
    assert len(CHECKS) == 78


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_craft(check: Check, pdf: Pdf) -> None:
    """The file has none of the faults that the check looks for."""
    assert list(check(pdf)) == []


WHOLE = """
rulers corner_numbers tick_boxes writing_lines players_named settings_told cuts_told pages_told parts_told
sentences grade
"""
"""Checks of what only a whole kit has."""


@pytest.mark.parametrize("case", PIECES_CASES, ids=str)
def test_pieces_alone(case: Case, tmp_path: Path) -> None:
    """Lost pieces are printed as they are in the kit, on pages of the same craft."""
    alone = Pdf(printed(case, tmp_path), figures(case))
    faults = [fault for check in CHECKS if check.__name__ not in WHOLE.split() for fault in check(alone)]

    assert faults == []
    assert all(leaf.sheet for leaf in alone.leaves)
