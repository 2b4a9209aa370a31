"""A session from a file or standard input: the small format, and each thing in it that cannot be."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main

Capture = pytest.CaptureFixture[str]

SESSION = """\
# Fifth of May, two players

Pat: 1 cw
mo: 5 cw        # in a hurry
seat 1: 2 cw
2: 7 cw
2 ccw
"""
"""Five turns of the heat that test_replay works out by hand: Pat has harvested 2 seeds, Mo is to move."""
BOARD = [0, 0, 6, 5, 1, 5, 0, 5]


def position(capsys: Capture, *words: str) -> Any:
    """What `replay --json` prints of a session of Pat and Mo."""
    assert main(["replay", "seed-circuit", "--players", "2", "--names", "Pat,Mo", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "data",
    [
        SESSION.encode(),
        SESSION.replace("\n", "\r\n").encode(),
        SESSION.replace("\n", "\r").encode(),
        SESSION.encode("utf-8-sig"),
        SESSION.rstrip().encode(),
    ],
    ids=["LF", "CRLF", "CR", "BOM", "no last line end"],
)
def test_a_file_of_moves(data: bytes, tmp_path: Path, capsys: Capture) -> None:
    """Names and seats before a move, remarks, empty lines and every line end are read."""
    file = tmp_path / "session.txt"
    file.write_bytes(data)
    shown = position(capsys, "--moves", str(file))

    assert (shown["board"], shown["harvested"], shown["seat"]) == (BOARD, [2, 0], 2)


def test_moves_on_the_command_line_go_on_after_the_files(tmp_path: Path, capsys: Capture) -> None:
    """The sixth turn ends the heat; a word that is no move is counted on."""
    file = tmp_path / "session.txt"
    file.write_text(SESSION, encoding="utf-8")
    shown = position(capsys, "--moves", str(file), "5 cw")

    assert (shown["heat"], shown["heat_scores"], shown["seat"]) == (2, [[2, 0]], 2)
    assert main(["replay", "seed-circuit", "--names", "Pat,Mo", "--moves", str(file), "5 up"]) == 2
    assert capsys.readouterr().err == "rr-print: move 6: expected a move such as '3 cw' or '3 ccw', found '5 up'\n"


def given(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put bytes on standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """`-` reads it, and messages call it so; nothing on it is the start."""
    given(SESSION.encode(), monkeypatch)
    assert position(capsys, "--moves", "-")["board"] == BOARD
    given(b"", monkeypatch)
    assert position(capsys, "--moves", "-")["board"] == [3] * 8
    given(b"1 cw\n1 up\n", monkeypatch)
    assert main(["replay", "seed-circuit", "--moves", "-"]) == 1
    assert capsys.readouterr().err == "-:2: expected a move such as '3 cw' or '3 ccw', found '1 up'\n"


@pytest.mark.parametrize(
    ("text", "names", "findings"),
    [
        ("Pat: 1 cw\nMo: 5 up\n", "Pat,Mo", ["2: expected a move such as '3 cw' or '3 ccw', found '5 up'"]),
        ("# a\n\nMo:\n", "Pat,Mo", ["3: expected a move such as '3 cw' or '3 ccw', found ''"]),
        ("Pta: 1 cw\n", "Pat,Mo", ["1: unknown player 'Pta'; did you mean 'Pat'?"]),
        ("Lee: 1 cw\n", "Pat,Mo", ["1: unknown player 'Lee'; expected one of 'Mo', 'Pat'"]),
        (
            "Pat: 1 cw\n",
            "",
            ["1: unknown player 'Pat'; expected a seat from 1 to 2, or names given with --names"],
        ),
        ("3: 1 cw\n", "", ["1: expected a seat from 1 to 2, found '3'"]),
        ("seat 0: 1 cw\n", "", ["1: expected a seat from 1 to 2, found 'seat 0'"]),
        ("1 cw\nPat: 5 cw\n", "Pat,Mo", ["2: expected a move by 'Mo' (seat 2), whose turn it is, found one by 'Pat'"]),
        ("2: 1 cw\n", "", ["1: expected a move by seat 1, whose turn it is, found one by '2'"]),
        (
            "Lee: 1 cw\n1 up\n9: 1 cw\n",
            "Pat,Mo",
            [
                "1: unknown player 'Lee'; expected one of 'Mo', 'Pat'",
                "2: expected a move such as '3 cw' or '3 ccw', found '1 up'",
                "3: expected a seat from 1 to 2, found '9'",
            ],
        ),
    ],
)
def test_a_line_that_cannot_be(text: str, names: str, findings: list[str], tmp_path: Path, capsys: Capture) -> None:
    """Every line that holds no move or names nobody is told in one round; whose turn it is, as the moves are made."""
    file = tmp_path / "session.txt"
    file.write_text(text, encoding="utf-8")
    words = ["replay", "seed-circuit", "--players", "2", "--moves", str(file), *(["--names", names] if names else [])]

    assert main(words) == 1
    assert capsys.readouterr() == ("", "".join(f"{file}:{finding}\n" for finding in findings))


def test_two_players_of_one_name(tmp_path: Path, capsys: Capture) -> None:
    """A name that two seats bear means whichever of them is to move."""
    file = tmp_path / "session.txt"
    file.write_text("Pat: 1 cw\nPat: 5 cw\n", encoding="utf-8")

    assert main(["replay", "seed-circuit", "--players", "2", "--names", "Pat,Pat", "--moves", str(file)]) == 0


def test_an_illegal_move_in_a_file(tmp_path: Path, capsys: Capture) -> None:
    """It is told at its line, and the position before it; `at` holds the place. A move after the end is one, too."""
    file = tmp_path / "session.txt"
    file.write_text("# start\n1 cw\n\nMo: 1 cw\n2 cw\n", encoding="utf-8")
    words = ["replay", "seed-circuit", "--players", "2", "--names", "Pat,Mo", "--moves", str(file)]

    assert main([*words, "--json"]) == 1
    shown = capsys.readouterr()
    before = "board 0 4 4 4 3 3 3 3; harvested 0 0; markers 2 2; heat 1; lap 1; seat 2; first 1; scores none"
    assert shown.err == (
        f"{file}:4: move 2, '1 cw', breaks the rule 'empty-station': Station 1 is empty.\n"
        f"rr-print: the position before it: {before}\n"
    )
    data = json.loads(shown.out)
    assert (data["at"], data["number"], data["rule"]) == ({"path": str(file), "line": 4}, 2, "empty-station")

    file.write_text("1 cw\n5 cw\n2 cw\n7 cw\n2 ccw\n5 cw\n" * 2 + "Pat: 1 cw\n", encoding="utf-8")
    assert main(words) == 1
    told = f"{file}:13: move 13, '1 cw', breaks the rule 'session-over': The session is over.\n"
    assert capsys.readouterr().err.startswith(told)


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Missing, a folder, too long, or no name at all are words that cannot be; what is no text is told at its line."""
    (tmp_path / "session.txt").write_bytes(b"1 cw\n")
    (tmp_path / "large.txt").write_bytes(b"#" * 1_000_001)
    (tmp_path / "picture.png").write_bytes(b"1 cw\n\x89PNG\r\n\x1a\n")
    (tmp_path / "wide.txt").write_bytes("1 cw".encode("utf-16"))
    monkeypatch.chdir(tmp_path)
    cases = [
        ("sesion.txt", 2, "rr-print: --moves: there is no file 'sesion.txt'; did you mean 'session.txt'?"),
        ("none/at/all", 2, "rr-print: --moves: there is no file 'none/at/all'"),
        (".", 2, "rr-print: --moves: '.' is a folder; expected a file of moves"),
        ("a\0b", 2, "rr-print: --moves: 'a\\x00b' cannot be the name of a file"),
        ("x" * 300, 2, f"rr-print: --moves: {'x' * 300!r} cannot be read: File name too long"),
        ("session.txt/x", 2, "rr-print: --moves: 'session.txt/x' cannot be read: Not a directory"),
        ("large.txt", 2, "rr-print: --moves: 'large.txt' is larger than 1000000 bytes"),
        ("picture.png", 1, "picture.png:2: expected UTF-8, found the byte 0x89"),
        ("wide.txt", 1, "wide.txt:1: expected UTF-8, found UTF-16: save the file as UTF-8"),
    ]
    for word, status, told in cases:
        assert (word, main(["replay", "seed-circuit", "--moves", word])) == (word, status)
        assert capsys.readouterr() == ("", f"{told}\n")
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["replay", "seed-circuit", "--moves", "-"]) == 2
    assert capsys.readouterr().err == "rr-print: --moves: expected moves on standard input, which is closed\n"


def test_the_session_of_the_readme(tmp_path: Path, capsys: Capture) -> None:
    """Its four moves are the heat's first four; the move it asks for harvests two, and it draws the page."""
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)
    file = tmp_path / "evening.txt"
    file.write_text(session, encoding="utf-8")
    shown = position(capsys, "--moves", str(file), "--ask", "2 ccw", "--pdf", str(tmp_path / "where.pdf"))

    assert (shown["board"], shown["seat"]) == ([1, 1, 6, 5, 1, 5, 0, 5], 1)
    assert (shown["asked"]["facts"]["landing"], shown["asked"]["facts"]["harvest"]) == (1, 2)
    assert '--moves evening.txt --ask "2 ccw"' in readme
