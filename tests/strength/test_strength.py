"""The printed examples hold the engines: faults are refused, and so is every number of a claim that is one off."""

from collections import Counter
from dataclasses import replace

import pytest

from generator.coverage import coverage
from generator.prove import prove
from tests.strength import measure, report
from tests.strength.fault import Stuck, bounded, faulty
from tests.strength.measure import FAULTS, by_all, by_examples, changed_claims, failing_test, kits, refusals

KITS = kits()
CHANGED = [change for kit in KITS.values() for change in changed_claims(kit)]


def test_every_fault_is_refused_as_the_documented_report_says() -> None:
    """None gets past both the printed examples and the contract tests, so none makes an engine that is as good.

    docs/proof.md holds what `python -m tests.strength` prints now.
    """
    found = by_all()

    assert [caught.fault.name for caught in found if not caught.examples and not caught.test] == []
    assert report.kept() == report.report(found, CHANGED)


def test_printed_examples_alone_refuse_nine_in_ten() -> None:
    """Of at least sixty faults over both games."""
    refused = sum(bool(caught.examples) for caught in by_examples())

    assert refused / len(FAULTS) >= 0.9
    assert min(Counter(fault.game for fault in FAULTS).values()) >= 30


def test_no_fault_stands_twice() -> None:
    """Neither by name nor by what it makes of the engine."""
    assert max(Counter((fault.game, fault.name) for fault in FAULTS).values()) == 1
    assert max(Counter((fault.game, fault.old, fault.new) for fault in FAULTS).values()) == 1


@pytest.mark.parametrize("game", KITS)
def test_an_example_shows_what_it_would_fail_without(game: str) -> None:
    """Of each rule that `check` says an example shows there is a fault that this example refuses; and no other rule."""
    rows, findings = coverage(KITS[game], prove(KITS[game]))
    shown = {(row.id, example) for row in rows for example in row.examples}
    held = {
        (rule, name) for c in by_examples() if c.fault.game == game for rule in c.fault.rules for name in c.examples
    }

    assert findings == ()
    assert shown - held == set()
    assert {rule for fault in FAULTS if fault.game == game for rule in fault.rules} == {row.id for row in rows}


def test_every_number_of_every_claim_is_held() -> None:
    """One more or one less refuses the example, at that claim's line and nowhere else."""
    assert [change for change in CHANGED if not change.refused] == []
    assert len(CHANGED) > 1000
    assert {change.example for change in CHANGED} == {
        example.id
        for kit in KITS.values()
        for example in kit.examples
        if any(claim.key != "illegal" for step in example.steps for claim in step.claims)
    }


# ---------------------------------------------------------------- the measure itself


def test_a_change_that_is_none_is_not_refused() -> None:
    """An engine that is as good as ours gets through the examples and through the contract tests."""
    same = replace(FAULTS[0], name="the same", old="origin = move.station - 1", new="origin = -1 + move.station")

    assert refusals(KITS["seed-circuit"], same) == ()


def test_an_engine_that_falls_over_is_not_refused() -> None:
    """A crash in every example counts for nothing."""
    broken = replace(FAULTS[0], name="a crash", old="origin = move.station - 1", new="origin = 1 // 0")

    assert refusals(KITS["seed-circuit"], broken) == ()


def test_an_engine_that_does_not_end_is_not_refused() -> None:
    """It is stopped after so many lines, the same everywhere."""
    endless = replace(FAULTS[0], name="no end", old="path = tuple(", new="while True: pass\n    path = tuple(")
    engine = faulty(endless)

    assert refusals(KITS["seed-circuit"], endless) == ()
    with pytest.raises(Stuck), bounded(engine):
        engine.play(KITS["seed-circuit"].rules, engine.start(KITS["seed-circuit"].rules, 2), engine.Move(1, "cw"))


def test_a_fault_needs_its_text() -> None:
    """A row whose text the engine no longer has is told."""
    with pytest.raises(AssertionError, match="clockwise goes anticlockwise: nothing to change"):
        faulty(replace(FAULTS[0], old="no such text"))


def test_contract_tests_that_pass_catch_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a failing test of an engine counts."""
    monkeypatch.setattr(measure, "CONTRACT", ("tests/games/test_dividends.py",))

    assert failing_test(FAULTS[0]) == ""
