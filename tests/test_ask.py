"""The disputed move: legal or not, where its last seed falls, what it brings, and the other way round, by hand."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from generator.places import shipped_kits
from tests.test_replay import HEAT, QUIET, QUIET_END, TO_THE_EXAMPLE

Capture = pytest.CaptureFixture[str]

EXAMPLE = """\
Asked, not played: Sam, station 1, clockwise (1 cw). Legal.
  Station 1 holds 3 seeds. [empty-station]
  Sown clockwise, the seeds would fall on stations 2, 3 and 4. [clockwise, sow]
  The last seed would fall on station 4 and raise it from 1 to 2. [landing]
  Its target is 2, so Sam would harvest 2 seeds. [harvest]
  Station 3 would equal its target, but the last seed would not fall there: its seeds would stay. [other-match]

The other way round: Sam, station 1, anticlockwise (1 ccw). Legal.
  Station 1 holds 3 seeds. [empty-station]
  Sam would spend a REVERSE marker and have 1 marker left. [reverse]
  Sown anticlockwise, the seeds would fall on stations 8, 7 and 6. [sow]
  The last seed would fall on station 6 and raise it from 3 to 4. [landing]
  Its target is 4, so Sam would harvest 4 seeds. [harvest]

The printed rules:
  empty-station: You must choose one station that holds at least one seed.
  clockwise: Normally you must sow clockwise.
  sow: Begin with the next station in your direction. Place one seed on each station you come to, and go on around \
the ring until your hand is empty.
  landing: Look at the station where your last seed fell. Compare its count, that seed included, with its own target.
  harvest: If they are equal, take every seed from that station onto your score mat. This harvest ends your turn.
  other-match: No other station brings you anything, even if its count now equals its target.
  reverse: To sow anticlockwise, discard one unused REVERSE marker before you touch the seeds. The marker works for \
this turn only.
"""
"""The document's own example, 3 3 3 1 3 3 3 3: station 4 comes to hold 2, its target; station 3 holds 4, its target.
The other way, seeds fall on 8, 7 and 6, where 3 + 1 = 4 is the target."""


def asked(capsys: Capture, *words: str) -> str:
    """What stands below the legal moves, or below the tables at the end of a session."""
    assert main(["replay", *words]) == 0
    out = capsys.readouterr().out
    return out[out.index("Asked, not played") :]


def data(capsys: Capture, *words: str) -> Any:
    """The key `asked` of the JSON."""
    assert main(["replay", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["asked"]


def test_the_documents_example(capsys: Capture) -> None:
    """All that a table wants to know, word for word, and the session stays where it was."""
    words = ("seed-circuit", "--names", "Pat,Mo,Sam,Ana", *TO_THE_EXAMPLE)

    assert asked(capsys, *words, "--ask", "1 cw") == EXAMPLE
    assert main(["replay", *words]) == 0
    plain = capsys.readouterr().out
    assert main(["replay", *words, "--ask", "1 cw"]) == 0
    assert capsys.readouterr().out == f"{plain}\n{EXAMPLE}"


def test_as_json(capsys: Capture) -> None:
    """`asked` holds the same: the engine's facts, the printed rules with their places, the other way as one more."""
    shown = data(capsys, "seed-circuit", *TO_THE_EXAMPLE, "--ask", " 1  cw")
    other = shown.pop("other_way")
    keys = {"move", "legal", "rule", "why", "words", "rules", "facts"}

    assert {*shown} == {*keys, "seat"}
    assert {*other} == keys
    assert (shown["seat"], shown["move"], shown["legal"], shown["rule"], shown["why"]) == (3, "1 cw", True, None, None)
    assert (other["move"], other["legal"]) == ("1 ccw", True)
    for answer, landing, harvest, board in (
        (shown, 4, 2, [0, 4, 4, 0, 3, 3, 3, 3]),
        (other, 6, 4, [0, 3, 3, 1, 3, 0, 4, 4]),
    ):
        assert [answer["facts"][key] for key in ("landing", "harvest", "board")] == [landing, harvest, board]
    assert shown["words"][3] == "Its target is 2, so seat 3 would harvest 2 seeds."
    assert [rule["id"] for rule in other["rules"]] == ["empty-station", "reverse", "sow", "landing", "harvest"]
    source = (shipped_kits()["seed-circuit"] / "rules.md").read_text(encoding="utf-8").splitlines()
    for rule in (*shown["rules"], *other["rules"]):
        assert source[rule["line"] - 1].endswith(f" {{#{rule['id']}}}")
        assert Path(rule["path"]).name == "rules.md"


def test_without_a_marker(capsys: Capture) -> None:
    """Both markers are spent: only clockwise is left, and station 2 comes to hold 2 of 3.

    start  3 3 3 3 3 3 3 3
    1 ccw  0 3 3 3 3 4 4 4  lands at 6: 4, its target: 0 3 3 3 3 0 4 4 stays
    2 cw   0 0 4 4 4 0 4 4
    3 ccw  1 1 0 4 4 0 5 5
    4 cw   1 1 0 0 5 1 6 6
    """
    moves = ("1 ccw", "2 cw", "3 ccw", "4 cw")
    shown = asked(capsys, "seed-circuit", "--players", "2", "--names", "Pat", *moves, "--ask", "5 ccw")

    assert shown.startswith(
        """\
Asked, not played: Pat, station 5, anticlockwise (5 ccw). Not legal.
  Pat has no REVERSE marker left. [no-marker]

The other way round: Pat, station 5, clockwise (5 cw). Legal.
  Station 5 holds 5 seeds. [empty-station]
  Sown clockwise, the seeds would fall on stations 6, 7, 8, 1 and 2. [clockwise, sow]
  The last seed would fall on station 2 and raise it from 1 to 2. [landing]
  Its target is 3, so nothing would be harvested. [no-harvest]
  Station 1 would equal its target, but the last seed would not fall there: its seeds would stay. [other-match]

The printed rules:
  no-marker: When you have no marker left, you must sow clockwise.
"""
    )
    shown = data(capsys, "seed-circuit", "--players", "2", "--names", "Pat", *moves, "--ask", "5 ccw")
    assert (shown["legal"], shown["rule"], shown["why"]) == (False, "no-marker", "Seat 1 has no REVERSE marker left.")
    assert (shown["words"], shown["facts"]) == (["Pat has no REVERSE marker left."], {})
    assert (shown["other_way"]["legal"], shown["other_way"]["facts"]["landing"]) == (True, 2)


def test_refused_both_ways(capsys: Capture) -> None:
    """An empty station is none in either direction; after the end nobody is to move."""
    assert (
        asked(capsys, "seed-circuit", "--players", "2", "--names", ",Mo", "1 cw", "--ask", "1 cw")
        == """\
Asked, not played: Mo, station 1, clockwise (1 cw). Not legal.
  Station 1 is empty. [empty-station]

The other way round: Mo, station 1, anticlockwise (1 ccw). Not legal.
  Station 1 is empty. [empty-station]

The printed rules:
  empty-station: You must choose one station that holds at least one seed.
"""
    )
    shown = asked(capsys, "seed-circuit", "--players", "2", *HEAT, *HEAT, "--ask", "1 cw")
    assert shown.startswith(
        "Asked, not played: station 1, clockwise (1 cw). Not legal.\n  The session is over. [session-over]\n"
    )
    assert data(capsys, "seed-circuit", "--players", "2", *HEAT, *HEAT, "--ask", "1 cw")["seat"] is None


def test_the_end_of_a_heat_and_of_the_session(capsys: Capture) -> None:
    """The last turn of a heat: one seed makes station 6 hold 6 of 4. In heat 2 it ends the session at two all."""
    words = ("seed-circuit", "--players", "2", "--names", "Pat,Mo")

    assert "\n  Heat 1 would end. [heat-end]\n\n" in asked(capsys, *words, *HEAT[:5], "--ask", "5 cw")
    end = "  The last heat would end, and with it the session. [heat-end, session-over]\n"
    end += "  Pat and Mo would share the win with 2 points each. [winner]\n\nThe other way round"
    assert end in asked(capsys, *words, *HEAT, *HEAT[:5], "--ask", "5 cw")


def test_a_payout(capsys: Capture) -> None:
    """Lap 2 of Seasonal: two shares in C pay 2 x 3, two in B 2 x 2; then the reset. There is no other way round."""
    words = ("quiet-dividend", "--players", "2", "--setup", "seasonal", "--names", "Mo,Pat")
    moves = ("join C", "join B", "join C")

    assert (
        asked(capsys, *words, *moves, "--ask", "join B")
        == """\
Asked, not played: Pat, join club B (join B). Legal.
  Pat would hold 2 shares in club B and 2 shares altogether. [join]
  Lap 2 would end, and all clubs would pay. [pay-after-lap, pay-at-once]
  Mo would earn 2 × 3 = 6 points. [pay-sum]
  Pat would earn 2 × 2 = 4 points. [pay-sum]
  After that the values would be reset: A to 3, B to 1 and C to 2. [reset]

The printed rules:
  join: Join: add one share in a club you choose, within the limits. This costs no points.
  pay-after-lap: Nothing is paid when a player joins or promotes. A payout comes only after every player has completed \
their turn in a payout lap.
  pay-at-once: All clubs pay at the same moment.
  pay-sum: For each club, multiply your shares by the club’s current value. Add the results for all three clubs.
  reset: If the setup calls for a reset, change the values now. You must not reset before everyone has received the \
payout.
"""
    )
    shown = data(capsys, *words, *moves, "--ask", "join B")
    assert (shown["facts"]["payout"], shown["facts"]["values_next"], shown["other_way"]) == ([6, 4], [3, 1, 2], None)


def test_the_end_of_a_game(capsys: Capture) -> None:
    """The game that test_replay works out: nine points each bring both to seventeen."""
    words = ("quiet-dividend", "--players", "2", *QUIET, *QUIET_END[:-1], "--ask", QUIET_END[-1])

    assert (
        "  Seat 2 would earn 2 × 4 + 1 × 1 = 9 points. [pay-sum]\n  The game would end. [session-over]\n"
        "  Seat 1 and seat 2 would share the win with 17 points each. [total, winner]\n"
    ) in asked(capsys, *words)


@pytest.mark.parametrize(
    ("moves", "move", "answer", "rule"),
    [
        (
            ("promote A", "promote A", "promote A"),
            "promote A",
            "Mo, promote club A (promote A). Not legal.\n  A already has the highest value allowed: 4. [value-limit]",
            "value-limit: The value of a club must never exceed four.",
        ),
        (
            (),
            "switch A C",
            "Pat, switch from club A to club C (switch A C). Not legal.\n  Pat has no share in A. [no-share]",
            "no-share: To switch, you must own a share in the club you leave.",
        ),
        (
            ("join A", "join B", "join A", "join B"),
            "join A",
            "Pat, join club A (join A). Not legal.\n  Pat already holds the most shares allowed in A: 2. [club-limit]",
            "club-limit: You must not hold more than two shares in one club.",
        ),
        (
            (),
            "pass",
            "Pat, pass (pass). Not legal.\n  Pat must take an action: 'join A' is legal. [pass-only-when-stuck]",
            "pass-only-when-stuck: If you have a legal action, you must take one.",
        ),
    ],
)
def test_an_action_that_a_rule_refuses(
    moves: tuple[str, ...], move: str, answer: str, rule: str, capsys: Capture
) -> None:
    """The rule that refuses it, with the kit's own sentence."""
    shown = asked(capsys, "quiet-dividend", "--players", "2", "--names", "Pat,Mo", *moves, "--ask", move)

    assert shown == f"Asked, not played: {answer}\n\nThe printed rules:\n  {rule}\n"


def test_what_cannot_be_asked(tmp_path: Path, capsys: Capture) -> None:
    """Text that is no move; a session that breaks off; a rule that the kit does not print, or with a mistake in it."""
    assert main(["replay", "seed-circuit", "--ask", "1 up"]) == 2
    told = "rr-print: --ask: expected a move such as '3 cw' or '3 ccw', found '1 up'\n"
    assert capsys.readouterr() == ("", told)
    assert main(["replay", "seed-circuit", "1 cw", "1 cw", "--ask", "2 cw"]) == 1
    assert capsys.readouterr().out == ""

    kit = tmp_path / "mine"
    shutil.copytree(shipped_kits()["seed-circuit"], kit)
    text = (kit / "rules.md").read_text(encoding="utf-8")
    (kit / "rules.md").write_text(text.replace(" {#empty-station}", ""), encoding="utf-8")
    shown = asked(capsys, str(kit), "1 cw", "--ask", "1 cw")
    assert shown.endswith("\n  empty-station: this kit's text has no rule of that id\n")
    assert data(capsys, str(kit), "1 cw", "--ask", "1 cw")["rules"] == [
        {"id": "empty-station", "text": None, "path": None, "line": None}
    ]
    wrong = text.replace("at least one seed. {#", "at least {{ words(rules.leats) }} seed. {#")
    (kit / "rules.md").write_text(wrong, encoding="utf-8")
    assert main(["replay", str(kit), "1 cw", "--ask", "1 cw"]) == 1
    line = next(n for n, each in enumerate(wrong.splitlines(), start=1) if "leats" in each)
    assert capsys.readouterr().err.startswith(f"{kit}/rules.md:{line}: unknown name ")
