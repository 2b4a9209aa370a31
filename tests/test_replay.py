"""The referee: positions after moves, in words and as JSON, worked out by hand; and the moves that it refuses."""

import json
from typing import Any

import pytest

from generator.cli import main

Capture = pytest.CaptureFixture[str]

TO_THE_EXAMPLE = ("7 cw", "8 cw", "3 cw", "2 cw", "1 cw", "2 cw", "3 cw", "5 cw", "6 cw", "4 cw")
"""From the start to the position of Seed Circuit's own worked example; found by search, checked below."""

HEAT = ("1 cw", "5 cw", "2 cw", "7 cw", "2 ccw", "5 cw")
"""A heat of two players, by hand. Targets 2 3 4 2 3 4 2 3.
    start      3 3 3 3 3 3 3 3
    a   1 cw   0 4 4 4 3 3 3 3   lands at 4: 4, not 2
    b   5 cw   0 4 4 4 0 4 4 4   lands at 8: 4, not 3
    a   2 cw   0 0 5 5 1 5 4 4   lands at 6: 5, not 4
    b   7 cw   1 1 6 5 1 5 0 5   lands at 3: 6, not 4
    a   2 ccw  2 0 6 5 1 5 0 5   lands at 1: 2, its target: a harvests 2, and 0 0 6 5 1 5 0 5 stays
    b   5 cw   0 0 6 5 0 6 0 5   lands at 6: 6, not 4
"""


def position(capsys: Capture, *words: str) -> Any:
    """What `replay --json` prints."""
    assert main(["replay", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# ---------------------------------------------------------------- Seed Circuit


def test_the_start(capsys: Capture) -> None:
    """No moves at all give the position before the first turn; REVERSE moves come after the others."""
    stations = range(1, 9)

    assert position(capsys, "seed-circuit", "--players", "3", "--first", "2") == {
        "board": [3] * 8,
        "harvested": [0, 0, 0],
        "markers": [2, 2, 2],
        "heat": 1,
        "lap": 1,
        "seat": 2,
        "over": False,
        "heat_scores": [],
        "scores": [0, 0, 0],
        "legal": [*(f"{n} cw" for n in stations), *(f"{n} ccw" for n in stations)],
    }


def test_the_documents_example(capsys: Capture) -> None:
    """Station 1's three seeds make station 4 match its target; its two are harvested, and 20 + 2 + 2 are 24."""
    before = position(capsys, "seed-circuit", "--players", "4", *TO_THE_EXAMPLE)
    after = position(capsys, "seed-circuit", "--players", "4", *TO_THE_EXAMPLE, "1 cw")

    assert before["board"] == [3, 3, 3, 1, 3, 3, 3, 3]
    assert (sum(before["board"]), before["harvested"]) == (22, [0, 0, 0, 2])
    assert after["board"] == [0, 4, 4, 0, 3, 3, 3, 3]
    assert (sum(after["board"]), after["harvested"]) == (20, [0, 0, 2, 2])
    assert (after["heat"], after["lap"], after["seat"]) == (1, 3, 4)


def test_a_heat_ends_and_the_next_starts(capsys: Capture) -> None:
    """After the last lap the ring is full again, markers are back, and the next seat starts."""
    before = position(capsys, "seed-circuit", "--players", "2", *HEAT[:5])
    after = position(capsys, "seed-circuit", "--players", "2", *HEAT)

    assert before["board"] == [0, 0, 6, 5, 1, 5, 0, 5]
    assert (before["harvested"], before["markers"], before["lap"], before["seat"]) == ([2, 0], [1, 2], 3, 2)
    assert after["board"] == [3] * 8
    assert (after["harvested"], after["markers"]) == ([0, 0], [2, 2])
    assert (after["heat"], after["lap"], after["seat"]) == (2, 1, 2)
    assert (after["heat_scores"], after["scores"]) == ([[2, 0]], [2, 0])


def test_a_session_to_its_end(capsys: Capture) -> None:
    """Two players play two heats; the same moves earn each starting seat the same, so they share the win."""
    assert position(capsys, "seed-circuit", "--players", "2", *HEAT, *HEAT) == {
        "board": [0, 0, 6, 5, 0, 6, 0, 5],
        "harvested": [0, 2],
        "markers": [2, 1],
        "heat": 2,
        "lap": 3,
        "seat": None,
        "over": True,
        "heat_scores": [[2, 0], [0, 2]],
        "scores": [2, 2],
        "legal": [],
    }
    assert main(["replay", "seed-circuit", "--players", "2", *HEAT, *HEAT]) == 0
    assert (
        capsys.readouterr().out
        == """\
Seed Circuit (SC-1): 2 players, after 12 moves

Heat 2 of 2, lap 3 of 3. The game is over: seats 1 and 2 share the win with 2 points each.

Station  1  2  3  4  5  6  7  8
Seeds    0  0  6  5  0  6  0  5
Target   2  3  4  2  3  4  2  3

Seat                    1  2
Harvested in this heat  0  2
REVERSE markers left    2  1
Points in heat 1        2  0
Points in heat 2        0  2
Total                   2  2
"""
    )


def test_one_winner(capsys: Capture) -> None:
    """In the second heat seat 2 leaves the harvest: seat 1 wins alone."""
    other = (*HEAT[:4], "1 cw", "5 cw")

    assert main(["replay", "seed-circuit", "--players", "2", *HEAT, *other]) == 0
    assert "lap 3 of 3. The game is over: seat 1 wins with 2 points.\n" in capsys.readouterr().out


def test_a_position_in_words(capsys: Capture) -> None:
    """While the game goes on, the words say whose turn it is and every legal move."""
    assert main(["replay", "seed-circuit", "--players", "2", *HEAT[:1]]) == 0
    assert (
        capsys.readouterr().out
        == """\
Seed Circuit (SC-1): 2 players, after 1 move

Heat 1 of 2, lap 1 of 3: seat 2 to move.

Station  1  2  3  4  5  6  7  8
Seeds    0  4  4  4  3  3  3  3
Target   2  3  4  2  3  4  2  3

Seat                    1  2
Harvested in this heat  0  0
REVERSE markers left    2  2
Total                   0  0

Legal moves: 2 cw, 3 cw, 4 cw, 5 cw, 6 cw, 7 cw, 8 cw, 2 ccw, 3 ccw, 4 ccw, 5 ccw, 6 ccw, 7 ccw, 8 ccw
"""
    )


# ---------------------------------------------------------------- The Quiet Dividend

QUIET = ("join A", "join B", "join A", "promote B", "promote A", "join B")
"""Steady, two players: after lap 2, with A at 1 and B at 2, seat 1 earns 2 x 1 and seat 2 earns 1 x 2."""
QUIET_END = ("promote A", "promote B", "join C", "join C", "promote A", "promote B")
"""After lap 4 (A 3, B 3, C 1): 2 x 3 each; after lap 6 (A 4, B 4, C 1): 2 x 4 + 1 x 1 each."""


def test_steady_is_played_when_no_setup_is_said(capsys: Capture) -> None:
    """The first setup is the one to start with."""
    shown = position(capsys, "quiet-dividend", "--players", "2")

    assert shown == position(capsys, "quiet-dividend", "--players", "2", "--setup", "steady")
    assert shown["values"] == {"A": 1, "B": 1, "C": 1}
    assert position(capsys, "quiet-dividend", "--setup", "seasonal")["values"] == {"A": 1, "B": 2, "C": 3}


def test_a_dividend(capsys: Capture) -> None:
    """Every club pays once the payout lap is over, on the values that the lap left."""
    shown = position(capsys, "quiet-dividend", "--players", "2", *QUIET)

    assert shown["values"] == {"A": 2, "B": 2, "C": 1}
    assert shown["shares"] == [{"A": 2, "B": 0, "C": 0}, {"A": 0, "B": 2, "C": 0}]
    assert (shown["payouts"], shown["scores"]) == ([[2], [2]], [2, 2])
    assert (shown["lap"], shown["seat"], shown["over"]) == (4, 1, False)
    assert shown["legal"] == ["join B", "join C", "promote A", "promote B", "promote C", "switch A B", "switch A C"]


def test_a_game_to_its_end(capsys: Capture) -> None:
    """Six laps, three dividends: 2 + 6 + 9 each."""
    assert main(["replay", "quiet-dividend", "--players", "2", *QUIET, *QUIET_END]) == 0
    assert (
        capsys.readouterr().out
        == """\
The Quiet Dividend (QD-1): 2 players, setup steady, after 12 moves

Lap 6 of 6. The game is over: seats 1 and 2 share the win with 17 points each.

Club   A  B  C
Value  4  4  1

Seat                 1   2
Shares in club A     2   0
Shares in club B     0   2
Shares in club C     1   1
Payout after lap 2   2   2
Payout after lap 4   6   6
Payout after lap 6   9   9
Total               17  17
"""
    )


# ---------------------------------------------------------------- refused

BEFORE = "board 0 4 4 4 3 3 3 3; harvested 0 0; markers 2 2; heat 1; lap 1; seat 2; first 1; scores none"


@pytest.mark.parametrize(
    ("moves", "number", "rule", "why"),
    [
        (["1 cw", "1 cw", "2 cw"], 2, "empty-station", "Station 1 is empty."),
        (["1 cw", "9 cw"], 2, "no-such-station", "There is no station 9: the ring has stations 1 to 8."),
        (["1 cw", "1  ccw"], 2, "empty-station", "Station 1 is empty."),
    ],
)
def test_an_illegal_move(moves: list[str], number: int, rule: str, why: str, capsys: Capture) -> None:
    """The answer names the move, its number, the rule and the position that it was made in; exit status 1."""
    move = " ".join(moves[number - 1].split())

    assert main(["replay", "seed-circuit", "--players", "2", *moves]) == 1
    told = f"rr-print: move {number}, {move!r}, breaks the rule {rule!r}: {why}\n"
    told += f"rr-print: the position before it: {BEFORE}\n"
    assert capsys.readouterr() == ("", told)

    assert main(["replay", "seed-circuit", "--players", "2", "--json", *moves]) == 1
    shown = capsys.readouterr()
    data = json.loads(shown.out)
    assert shown.err == told
    assert data.pop("position") == position(capsys, "seed-circuit", "--players", "2", *moves[: number - 1])
    assert data == {"ok": False, "number": number, "move": move, "rule": rule, "why": why}


def test_more_refusals(capsys: Capture) -> None:
    """A third REVERSE, a move after the end, a pass that need not be."""
    for words, told in (
        ((*HEAT, *HEAT, "1 cw"), "move 13, '1 cw', breaks the rule 'session-over': The session is over."),
        (
            ("1 ccw", "2 cw", "3 ccw", "4 cw", "5 ccw"),
            "move 5, '5 ccw', breaks the rule 'no-marker': Seat 1 has no REVERSE marker left.",
        ),
    ):
        assert main(["replay", "seed-circuit", "--players", "2", *words]) == 1
        assert capsys.readouterr().err.startswith(f"rr-print: {told}\n")
    assert main(["replay", "quiet-dividend", "pass"]) == 1
    assert capsys.readouterr().err.startswith("rr-print: move 1, 'pass', breaks the rule 'pass-only-when-stuck': ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("seed-circuit|1 cw|1 cw|1 up", "move 3: expected a move such as '3 cw' or '3 ccw', found '1 up'"),
        ("seed-circuit|1|cw", "move 1: expected a move such as '3 cw' or '3 ccw', found '1'"),
        ("seed-circuit|--first|5", "--first: expected a whole number from 1 to 4, found '5'"),
        ("seed-circuit|--players|2|--first|3", "--first: expected a whole number from 1 to 2, found '3'"),
        ("seed-circuit|--setup|steady", "seed-circuit has no setups"),
        ("quiet-dividend|--setup|season", "unknown setup 'season'; did you mean 'seasonal'?"),
        ("", "missing argument 'GAME|FOLDER'; rr-print --help tells more"),
    ],
)
def test_a_word_that_cannot_be(words: str, message: str, capsys: Capture) -> None:
    """Text that is no move is told from an illegal one, wherever it stands: exit status 2."""
    assert main(["replay", *filter(None, words.split("|"))]) == 2
    assert capsys.readouterr() == ("", f"rr-print: {message}\n")
