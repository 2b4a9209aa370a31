"""Every printed number knows where it comes from, follows its entry, and is found where it is typed by hand."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from jinja2.exceptions import SecurityError

from generator import explain as explaining
from generator.build import check_kit, explain_kit, make
from generator.cli import main
from generator.explain import Number
from generator.fill import fill
from generator.filling.environment import environment
from generator.filling.marks import strip
from generator.filling.origins import Ledger, traced
from generator.filling.words import words
from generator.load import load
from generator.model import Kit
from generator.places import shipped_kits
from generator.press import Press
from generator.profiles import profile
from generator.prove import prove
from generator.request import read_request

GAMES = tuple(shipped_kits())
VALUES = {words(n): n for n in range(100)}


def copied(game: str, folder: Path, edits: Mapping[str, tuple[str, str]] | None = None, examples: bool = True) -> Kit:
    """A copy of a kit with other words in some files, and without its worked examples where an edit breaks them."""
    made = Path(shutil.copytree(shipped_kits()[game], folder / game))
    for file, (old, new) in (edits or {}).items():
        source = (made / file).read_text(encoding="utf-8")
        assert source.count(old) == 1, old
        (made / file).write_text(source.replace(old, new), encoding="utf-8")
    if not examples:
        rules = (made / "rules.md").read_text(encoding="utf-8")
        (made / "rules.md").write_text(re.sub(r"```example.*?```\n", "", rules, flags=re.DOTALL), encoding="utf-8")
    return load(made, game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("setup", [None, "seasonal"])
def test_words_and_pages_agree(game: str, setup: str | None) -> None:
    """What the traced sheets say is what the printed pages say, word for word: so each number has its page."""
    kit = load(shipped_kits()[game], game)
    request = read_request(kit, setup=setup if kit.setups else None)
    press, ledger, proofs = Press(), Ledger(), prove(kit)
    make(kit, proofs, request, None, press)
    figures = profile("normal")
    for sheet in [
        *fill(kit, proofs, request, figures, press.plan, ledger),
        *fill(kit, proofs, request, figures, None, ledger),
    ]:
        told = [
            word
            for piece in sheet.pieces
            for text, _ in explaining.said(piece.tree)
            for word in re.findall(r"[\w-]*\w", strip(text))
        ]
        assert told == [place.word for place in explaining._pages(press.pages, sheet.spec.name)], sheet.spec.name
        assert told


@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_typed_by_hand(game: str) -> None:
    """In normal and in large print."""
    kit = load(shipped_kits()[game], game)
    for size in (None, "18", "36"):
        numbers, findings = explain_kit(kit, read_request(kit, text_size=size))
        assert findings == ()
        assert len(numbers) > 300


def of(numbers: tuple[Number, ...], origin: str) -> list[Number]:
    """The numbers that come from one entry alone, and are not counted up to it."""
    return [number for number in numbers if re.fullmatch(rf"\S+:\d+ {re.escape(origin)}", number.origin)]


def test_origins(tmp_path: Path) -> None:
    """By the rules text: three seeds a station, stand at the line of that entry; a landing at its example and move."""
    kit = copied("seed-circuit", tmp_path)
    numbers, _ = explain_kit(kit, read_request(kit))
    line = (kit.folder / "kit.toml").read_text(encoding="utf-8").splitlines().index("laps_per_heat = 3") + 1
    laps = of(numbers, "rules.laps_per_heat")
    assert {number.origin for number in laps} == {f"seed-circuit/kit.toml:{line} rules.laps_per_heat"}
    assert {number.text for number in laps} >= {"three", "Three", "3"}
    assert {number.sheet for number in laps} >= {"rules", "circuit-layout"}
    landing = [number for number in numbers if number.origin == "example harvest-at-four, move 1.landing"]
    assert {number.text for number in landing} == {"4"}
    assert {number.page for number in landing} == {
        number.page for number in numbers if "harvest-at-four" in number.origin
    }
    assert {n.text for n in numbers if n.origin == "free: declared in its sentence"} >= {"100", "both", "1", "two"}


TARGETS = [2, 3, 4, 2, 3, 4, 2, 3]
EDITS = [
    *(("seed-circuit", f"rules.targets[{n + 1}]", f"targets = {TARGETS}",
       f"targets = {[9 if i == n else t for i, t in enumerate(TARGETS)]}", TARGETS[n], 9) for n in range(8)),
    ("seed-circuit", "rules.seeds_per_station", "seeds_per_station = 3", "seeds_per_station = 5", 3, 5),
    ("seed-circuit", "rules.laps_per_heat", "laps_per_heat = 3", "laps_per_heat = 7", 3, 7),
    ("seed-circuit", "rules.markers_per_player", "markers_per_player = 2", "markers_per_player = 4", 2, 4),
    ("quiet-dividend", "rules.max_value", "max_value = 4", "max_value = 7", 4, 7),
    ("quiet-dividend", "rules.max_shares_per_club", "max_shares_per_club = 2", "max_shares_per_club = 3", 2, 3),
    ("quiet-dividend", "rules.max_shares", "max_shares = 4", "max_shares = 5", 4, 5),
    ("quiet-dividend", "rules.laps", "laps = 6", "laps = 8", 6, 8),
    ("quiet-dividend", "setups.steady.values[1]", "values = [1, 1, 1]", "values = [4, 1, 1]", 1, 4),
    ("quiet-dividend", "setups.early-opening.values[2]", "values = [2, 1, 0]", "values = [2, 3, 0]", 1, 3),
    ("quiet-dividend", "setups.seasonal.values[3]", "values = [1, 2, 3]", "values = [1, 2, 4]", 3, 4),
    ("quiet-dividend", "setups.early-opening.payout_laps[2]", "payout_laps = [1, 3, 6]",
     "payout_laps = [1, 5, 6]", 3, 5),
    ("quiet-dividend", "setups.seasonal.resets.2[1]", "2 = [3, 1, 2]", "2 = [4, 1, 2]", 3, 4),
    ("quiet-dividend", "setups.seasonal.resets.4[3]", "4 = [2, 3, 1]", "4 = [2, 3, 4]", 1, 4),
]  # fmt: skip
"""Game, entry, its line now and then, its value now and then: every entry of [rules] and of each kind in the setups."""


@pytest.mark.parametrize(("game", "entry", "line", "edited", "old", "new"), EDITS, ids=lambda value: str(value)[:40])
def test_every_entry_is_followed(
    game: str, entry: str, line: str, edited: str, old: int, new: int, tmp_path: Path
) -> None:
    """Each sheet that states the entry states it anew, and no number with that origin still shows the old value."""
    extra = {"payout_laps = [1, 3, 6]": "payout_laps = [1, 3, 8]"} if entry == "rules.laps" else {}
    before = copied(game, tmp_path / "before", examples=False)
    after_folder = tmp_path / "after"
    after = copied(game, after_folder, examples=False)
    toml = (
        (after.folder / "kit.toml")
        .read_text(encoding="utf-8")
        .replace(f"\n{line}", f"\n{edited}")
        .replace(f" {line}", f" {edited}")
    )
    toml = toml.replace(f"{{ {line}", f"{{ {edited}").replace(f", {line}", f", {edited}")
    for known, other in extra.items():
        toml = toml.replace(known, other)
    if entry == "rules.laps":
        toml = toml.replace("payout_laps = [2, 4, 6]", "payout_laps = [2, 4, 8]")
    (after.folder / "kit.toml").write_text(toml, encoding="utf-8")
    after = load(after.folder, game)
    for setup in (None, *before.game.setups(before.rules)):
        then = of(explain_kit(before, read_request(before, setup=setup))[0], entry)
        now = of(explain_kit(after, read_request(after, setup=setup))[0], entry)
        assert then
        assert {number.sheet for number in now} >= {number.sheet for number in then}
        assert {value(number) for number in then} == {old}
        assert {value(number) for number in now} == {new}


def value(number: Number) -> int:
    """A printed number as a number."""
    text = number.text.lower()
    times = {"once": 1, "twice": 2}
    return int(text) if text.isdecimal() else times.get(text, VALUES.get(text.removesuffix(" times"), -1))


TYPED = [
    (
        "rules.md", 'Put exactly {{ count(rules.seeds_per_station, "seed") }} on every station',
        "Put exactly three seeds on every station",
        ("'three' is typed by hand; write {{ words(rules.seeds_per_station) }}, or "
         "{{ free('three') }} where it hangs on no number"),
    ),
    (
        "score-mat.xml.j2", 'Spend {{ "it" if markers == 1 else "one" }} before', "Spend 2 before",
        "'2' is typed by hand; write {{ rules.markers_per_player }}, or {{ free(2) }} where it hangs on no number",
    ),
    (
        "rules.md", "This is not a test of speed.", "This is not a test of speed: take 45 minutes.",
        "'45' is typed by hand; write {{ about.minutes[1] }}, or {{ free(45) }} where it hangs on no number",
    ),
    (
        "rules.md", "This is not a test of speed.", "Wait half a minute.",
        "'half' is typed by hand; where it hangs on no number, write {{ free('half') }}",
    ),
    (
        "rules.md", "This is not a test of speed.", "Count to seventeen.",
        ("'seventeen' is typed by hand, and no entry of the kit is 17; where it hangs on nothing, write "
         "{{ free('seventeen') }}"),
    ),
    (
        "circuit-layout.xml.j2", 'alt="The ring, clockwise.', 'alt="The ring of eight, clockwise.',
        ("'eight' is typed by hand; write {{ words(rules.stations) }}, or "
         "{{ free('eight') }} where it hangs on no number"),
    ),
]  # fmt: skip
"""File, its words now and then, and the finding."""


@pytest.mark.parametrize(("file", "old", "new", "message"), TYPED)
def test_a_number_typed_by_hand(file: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    """It is found at its line, with the expression that would give it; nothing else is wrong."""
    kit = copied("seed-circuit", tmp_path, {file: (old, new)})
    source = (kit.folder / file).read_text(encoding="utf-8")
    line = source[: source.index(new)].count("\n") + 1
    found = explain_kit(kit, read_request(kit))[1]

    assert {str(finding) for finding in found} == {f"seed-circuit/{file}:{line}: {message}"}  # a mat for each player


@pytest.mark.wide
@pytest.mark.usefixtures("no_search")
def test_check_finds_numbers_typed_by_hand(tmp_path: Path) -> None:
    """On large sheets too, each once however many kits print it; nothing else is wrong."""
    kit = copied("seed-circuit", tmp_path, {"rules.md": TYPED[0][1:3], "score-mat-large.xml.j2": TYPED[1][1:3]})

    assert [finding.message for finding in check_kit(kit).findings] == [TYPED[0][3], TYPED[1][3]]


@pytest.mark.parametrize("word", ["one", "once", "first", "One", "second"])
def test_words_that_are_no_numbers(word: str, tmp_path: Path) -> None:
    """They count nothing."""
    kit = copied("seed-circuit", tmp_path, {"rules.md": ("This is not a test of speed.", f"This is {word} test.")})
    assert explain_kit(kit, read_request(kit))[1] == ()


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each number, and the same as JSON."""
    assert main(["explain", "quiet-dividend", "--players", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main(["explain", "quiet-dividend", "--players", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert lines[-1] == f"{len(data['numbers'])} numbers"
    assert data["findings"] == []
    assert set(data["numbers"][0]) == {"sheet", "page", "text", "around", "origin", "path", "line"}
    assert main(["explain", "quiet-dividen"]) == 2
    assert capsys.readouterr().err == "rr-print: unknown game 'quiet-dividen'; did you mean 'quiet-dividend'?\n"


class Numbers(NamedTuple):
    """The rules of an engine from outside."""

    beans: int


def test_a_named_tuple_is_read_by_its_names() -> None:
    """Rules may be one: a template reads its fields, traced or not, and nothing else of it."""
    ledger = Ledger()
    seen = traced(Numbers(15), "rules", ledger)
    env = environment(shipped_kits()["seed-circuit"], True)

    assert (seen.beans, seen.beans.origin) == (15, ("rules.beans",))
    assert env.from_string("{{ rules.beans }}").render(rules=Numbers(15)) == "15"
    for source in ("{{ rules._fields }}", "{{ rules._replace(beans=1) }}", "{{ rules.count(15) }}"):
        with pytest.raises(SecurityError):
            env.from_string(source).render(rules=Numbers(15))
