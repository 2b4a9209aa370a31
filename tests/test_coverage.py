"""Each rule that an engine decides has its place in a text, and an example that shows it or a proof that none can."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from generator.coverage import Covered, coverage
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove

RULE = "rule 'reset-markers', 'Every player has all markers again when a heat starts.'"


def covered(
    folder: Path, change: Callable[[str], str] = str, numbers: Callable[[str], str] = str, game: str = "seed-circuit"
) -> tuple[dict[str, Covered], list[str]]:
    """Rules by id and findings as text, of a kit whose rules and numbers were changed."""
    copytree(shipped_kits()[game], folder / "kit")
    for name, edit in (("rules.md", change), ("kit.toml", numbers)):
        file = folder / "kit" / name
        file.write_text(edit(file.read_text(encoding="utf-8")), encoding="utf-8")
    kit = load(folder / "kit", "kit")
    rows, findings = coverage(kit, prove(kit))
    return {row.id: row for row in rows}, [str(finding) for finding in findings]


def line_of(folder: Path, name: str, text: str) -> int:
    """The line of the first place of a text in a file of the changed kit."""
    return (folder / "kit" / name).read_text(encoding="utf-8").split(text)[0].count("\n") + 1


def swap(old: str, new: str) -> Callable[[str], str]:
    """Another text in one place."""

    def edit(text: str) -> str:
        assert text.count(old) == 1, old
        return text.replace(old, new)

    return edit


def without(example: str) -> Callable[[str], str]:
    """The rules without an example."""

    def edit(text: str) -> str:
        before, fence, rest = text.partition(f"```example {example}\n")
        assert fence
        return before + rest.partition("```\n\n")[2]

    return edit


def test_where_each_rule_stands_and_is_shown(tmp_path: Path) -> None:
    """A rule's text, its line there, and its examples in the order of the text."""
    rows, findings = covered(tmp_path)

    assert findings == []
    assert rows["long-handful"] == Covered(
        "long-handful",
        "kit/rules.md",
        line_of(tmp_path, "rules.md", "{#long-handful}"),
        ("as-many-as-stations", "past-its-own-station"),
        "",
    )
    assert rows["empty-station"].examples == ("empty-station-chosen",)


def test_a_rule_without_a_place(tmp_path: Path) -> None:
    """The line of the engine's name in `kit.toml`, and the id that was probably meant."""
    rows, findings = covered(tmp_path, swap("{#reset-markers}", "{#reset-marker}"))
    at = line_of(tmp_path, "kit.toml", "engine = ")

    assert findings == [
        f"kit/kit.toml:{at}: {RULE}: expected '{{#reset-markers}}' in a text, found '{{#reset-marker}}'"
    ]
    assert (rows["reset-markers"].path, rows["reset-markers"].line) == ("", 0)


def test_a_rule_without_a_place_and_nothing_like_it(tmp_path: Path) -> None:
    """An id that bears no rule of the engine is prose, and is no finding."""
    _, findings = covered(tmp_path, swap("{#reset-markers}", "{#zzz}"))

    assert [finding.rpartition(": ")[2] for finding in findings] == [
        "expected '{#reset-markers}' in a text, found none"
    ]


def test_a_rule_without_an_example(tmp_path: Path) -> None:
    """At the rule's own line; the rules that other examples show too are no findings."""
    rows, findings = covered(tmp_path, without("last-turn-of-a-heat"))

    assert [row.id for row in rows.values() if not row.examples] == ["reset-seeds", "reset-markers"]
    at = [line_of(tmp_path, "rules.md", f"{{#{rule}}}") for rule in ("reset-seeds", "reset-markers")]
    lacking = "expected an example that shows it, found none"
    seeds = "Every station holds its seeds again when a heat starts."
    assert findings == [
        f"kit/rules.md:{at[0]}: rule 'reset-seeds', {seeds!r}: {lacking}",
        f"kit/rules.md:{at[1]}: {RULE}: {lacking}",
    ]


def test_a_rule_is_not_shown_without_the_claim(tmp_path: Path) -> None:
    """An example in which markers return shows so only while it claims their number."""
    rows, findings = covered(tmp_path, swap("  markers_next: 2 2 2\n", ""))

    assert rows["reset-markers"].examples == ()
    assert len(findings) == 1
    assert "last-turn-of-a-heat" in rows["reset-seeds"].examples


def test_while_an_example_is_refused_no_rule_is_said_to_lack_one(tmp_path: Path) -> None:
    """What it would show is not known."""
    rows, findings = covered(tmp_path, swap("  markers_next: 2 2 2\n", "  markers_next: 0 2 1\n"))

    assert rows["reset-markers"].examples == ()
    assert findings == []


def test_a_later_move_starts_where_the_one_before_ended(tmp_path: Path) -> None:
    """What is claimed of later moves tells nothing of the shares at the start."""
    start = "  club_shares: 1\n  holding: 1\n  shares: 1 0 0 / 0 0 0 / 0 0 0\n"
    unclaimed = swap(f"  shares_before: 0 0 0 / 0 0 0 / 0 0 0\n{start}", "")
    rows, findings = covered(tmp_path, unclaimed, game="quiet-dividend")

    assert rows["start-values"].examples == ("switches", "first-lap")
    assert rows["start-shares"].examples == ()
    assert len(findings) == 1


def test_a_rule_that_never_comes_up(tmp_path: Path) -> None:
    """Is told with its proof, and needs no example."""
    rows, findings = covered(tmp_path, game="quiet-dividend")

    assert findings == []
    assert [row.id for row in rows.values() if row.never] == ["pass"]
    assert rows["pass"].examples == ()
    # An example of the same name stands below it.
    assert rows["full-hand"].line == line_of(tmp_path, "rules.md", "{#full-hand}")
    assert rows["pass"].never == "Who must pass holds 2 shares in each of 3 clubs, 6 in all; the limit is 4."


def test_numbers_that_make_it_possible_ask_for_an_example(tmp_path: Path) -> None:
    """Seven laps and a hand of six: somebody may be stuck, and that is not shown."""

    def roomy(text: str) -> str:
        return swap("laps = 6\n", "laps = 7\n")(swap("max_shares = 4", "max_shares = 6")(text))

    def fitting(text: str) -> str:
        return without("full-hand")(without("last-payout")(text))

    rows, findings = covered(tmp_path, fitting, roomy, game="quiet-dividend")

    assert rows["pass"].never == ""
    assert any("rule 'pass', 'Who has no legal action passes.'" in finding for finding in findings)


@pytest.mark.parametrize("game", shipped_kits())
def test_shipped_kits_lack_nothing(game: str) -> None:
    """Every rule has its place, and an example or a proof; none has both."""
    kit = load(shipped_kits()[game], game)
    rows, findings = coverage(kit, prove(kit))

    assert findings == ()
    assert all(row.line and bool(row.examples) != bool(row.never) for row in rows)
