"""docs/print-requirements.md lists every check, none that is gone, and every demand that it is drawn from."""

import re
from pathlib import Path

from tests.craft.test_checks import CHECKS
from tests.craft.test_raster import DOTS, RENDERERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "print-requirements.md").read_text(encoding="utf-8")
LINES = {
    "A": [*range(1, 45), *range(50, 59), *range(60, 76)],
    "B": [*range(1, 8), *range(10, 16), *range(20, 27), *range(30, 34), 40, 41],
    "C": [*range(1, 13), *range(15, 37), *range(40, 47), *range(50, 58), *range(60, 64)],
    "D": [*range(1, 19)],
    "E": [*range(1, 18)],
}
"""The lines of the collection, by their numbers."""
FACTS = {
    "A": [3, 16, 29, 34, 40, 44, 66, 69, 70],
    "B": [7, 26, 31, 33],
    "C": [*range(1, 7), 10, 20, 26, 30, 40, 43, 44, 51],
    "D": [17, 18],
    "E": [1, 2, 5, 6, 7, 8, 10, 11, 17],
}
"""Those that demand nothing."""


def rows(columns: int) -> list[list[str]]:
    """The rows of the page's tables that have an id and so many columns."""
    cells = [re.split(r" *\| *", line)[1:-1] for line in PAGE.splitlines() if re.match(r"\| [A-E]\d\d", line)]
    return [row for row in cells if len(row) == columns]


def test_every_check_has_its_row() -> None:
    """One row for each, with the ids and the words of its docstring, and a source."""
    found = {row[3].partition(".")[2][:-1]: row for row in rows(4) if row[3].startswith("`check_")}
    known = (*CHECKS, *DOTS, *RENDERERS)

    assert set(found) == {check.__name__ for check in known}
    for check in known:
        ids, _, words = " ".join(str(check.__doc__).split()).partition(": ")
        assert found[check.__name__][:2] == [ids, words]
        assert found[check.__name__][2]
        assert found[check.__name__][3] == f"`{check.__module__.rpartition('.')[2]}.{check.__name__}`"


def test_every_other_test_is_there() -> None:
    """A test that the page names stands in the file that it names."""
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(\w+)`", PAGE)

    assert len(named) == 11
    for file, test in named:
        assert f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8"), test


def test_no_demand_is_lost() -> None:
    """Each is held by a check or by another test, or told as one that is not, with the reason."""
    listed = {mark for row in (*rows(4), *rows(3), *rows(5)) for mark in re.findall(r"[A-E]\d\d", row[0])}
    demands = {f"{kind}{n:02}" for kind, numbers in LINES.items() for n in numbers if n not in FACTS[kind]}

    assert len(demands) == 145
    assert demands - listed == {"A68"}  # told in words: PDF/UA-2
    assert listed <= {f"{kind}{n:02}" for kind, numbers in LINES.items() for n in numbers}


def test_nothing_more_is_claimed() -> None:
    """No text for users calls a file what validators alone can't show it to be."""
    texts = [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    texts += [path for name in ("docs", "layouts", "generator") for path in (ROOT / name).rglob("*.*")]
    read = [path for path in texts if path.suffix in {".md", ".j2", ".py", ".toml", ".css", ".html"}]

    assert len(read) > 60
    for path in read:
        assert not re.search(r"\baccessib|\bcompliant\b", path.read_text(encoding="utf-8"), re.IGNORECASE), path
