"""The text twin: what it says of pieces, pictures, tables and places to write, by hand."""

from pathlib import Path

import pytest

from tests.twins.kits import GAMES, made


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Seed Circuit for four."""
    return made("seed-circuit", "text", Path(tmp_path_factory.mktemp("text"))).splitlines()


def test_like_pieces_are_told_once(lines: list[str]) -> None:
    """Two markers for each of four players, all alike."""
    assert lines.count("(8, all alike)") == 1
    assert lines.count("REVERSE") == 1
    assert lines.count("(24, all alike)") == 1


def test_a_picture_says_the_whole_position(lines: list[str]) -> None:
    """The start of a heat: three seeds everywhere, and the targets of the rules."""
    told = " ".join(f"Station {n}: 3 seeds, target {t}." for n, t in enumerate((2, 3, 4, 2, 3, 4, 2, 3), 1))
    assert f"The ring at the start, clockwise. {told} After station 8 comes station 1 again." in lines


def test_a_table_is_told_row_by_row(lines: list[str]) -> None:
    """The head, then each row."""
    where = lines.index("Word: What it means")
    assert lines[where + 1] == "Station: One numbered card of the ring, with a target of its own"


def test_places_to_write_are_named(lines: list[str]) -> None:
    """A mat has a name, a score for each heat, and a total."""
    where = lines.index("Player 4")
    assert "Name:" in lines[where:]
    assert [line for line in lines if line == "Heat 4:"] == ["Heat 4:"] * 4


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn(game: str, tmp_path: Path) -> None:
    """No signs that a reader would spell out, no line of nothing but signs, one paragraph a line."""
    for line in made(game, "text", tmp_path).splitlines():
        assert line == line.strip()
        assert not set(line) & set("_|#*=~<>→←↻│─█\t\u00a0")
        assert not line or any(character.isalnum() for character in line)
