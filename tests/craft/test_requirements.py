"""docs/print-requirements.md lists every check, and no check that is gone."""

import re
from pathlib import Path

from tests.craft.test_checks import CHECKS
from tests.craft.test_raster import DOTS, RENDERERS

PAGE = (Path(__file__).parents[2] / "docs" / "print-requirements.md").read_text(encoding="utf-8")


def test_every_check_has_its_row() -> None:
    """One row for each, with the ids of its docstring."""
    rows = {
        match[2]: match[1]
        for match in re.finditer(r"^\| ([A-E0-9, ]+) \|.*\| `check_\w+\.(\w+)` \|$", PAGE, re.MULTILINE)
    }

    known = (*CHECKS, *DOTS, *RENDERERS)
    assert set(rows) == {check.__name__ for check in known}
    for check in known:
        ids = re.findall(r"[A-E]\d\d", str(check.__doc__).partition(": ")[0])
        assert rows[check.__name__] == ", ".join(ids)
