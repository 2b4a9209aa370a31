"""Every kind of sheet reads in play order, piece by piece: text, alternatives and language as kept and looked over."""

from pathlib import Path

import pytest

from tests.reading_order import FOLDER, SHEETS, spoken


@pytest.mark.parametrize(("game", "sheet"), SHEETS)
def test_reading_order(game: str, sheet: str, tmp_path: Path) -> None:
    """The structure tree says what the kept file says."""
    kept = (FOLDER / f"{game}-{sheet}.txt").read_text(encoding="utf-8")

    assert spoken(game, sheet, tmp_path) == kept


def test_every_sheet_is_kept() -> None:
    """No expected file is left over, and none is missing."""
    assert {file.stem for file in FOLDER.iterdir()} == {f"{game}-{sheet}" for game, sheet in SHEETS}
