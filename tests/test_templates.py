"""Templates, texts and the files that come of them: mistakes named by file and line, all of them at once."""

import shutil
from pathlib import Path

import pytest

from generator.build import make
from generator.errors import Rejected
from generator.filling import words
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from generator.request import read_request

COUNTER = "counter.xml.j2"
LAPS = "kit/counter.xml.j2:2: unknown name 'laps_per_hat'; did you mean 'laps_per_heat'?"
OPEN = (
    "kit/counter.xml.j2:3: Unexpected end of template. Jinja was looking for the following tags: 'elif' or 'else' or "
    "'endif'. The innermost block that needs to be closed is 'if'."
)
EXPORT = "kit/counter.xml.j2:1: unknown name 'sort' in 'macros/print.xml.j2'; did you mean 'short'?"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of Seed Circuit."""
    return Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "kit"))


def refused(folder: Path, sheets: str | None = None) -> list[str]:
    """The findings of a kit folder, as written."""
    kit = load(folder, "kit")
    with pytest.raises(Rejected) as caught:
        make(kit, prove(kit), read_request(kit, sheets=sheets))
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "<sheet>\n<text>{{ ruls.laps_per_heat }}</text>\n</sheet>",
            ["kit/counter.xml.j2:2: unknown name 'ruls'; did you mean 'rules'?"],
        ),
        (
            "<sheet>\n<text>{{ rules.laps_per_hat }}</text>\n</sheet>",
            [LAPS],
        ),
        (
            "<sheet>\n{% if rules %}\n<text>x</text>\n</sheet>",
            [OPEN],
        ),
        ("<sheet>\n<text>x</txt>\n</sheet>", ["kit/counter.xml.j2:2: mismatched tag, after '<text>'"]),
        (
            "<sheet>\n<txt>x</txt>\n<box wide='1' frane='heavy'/>\nloose\n</sheet>",
            [
                "kit/counter.xml.j2:2: unknown element <txt>; did you mean 'text'?",
                "kit/counter.xml.j2:2: words stand in <txt>, which holds elements only: 'x'",
                "kit/counter.xml.j2:3: <box>: unknown attribute 'frane'; did you mean 'frame'?",
                "kit/counter.xml.j2:3: words stand in <sheet>, which holds elements only: 'loose'",
            ],
        ),
        ("<box/>", ["kit/counter.xml.j2:1: expected <sheet> as the outermost element, found <box>"]),
        ("", ["kit/counter.xml.j2:1: no element found, after ''"]),
        (
            "<sheet>{% from 'macros/print.xml.j2' import sort %}{{ sort() }}</sheet>",
            [EXPORT],
        ),
        ("<sheet>{{ 1 / 0 }}</sheet>", ["kit/counter.xml.j2:1: a number is divided by zero"]),
    ],
)  # fmt: skip
def test_a_mistake_in_a_template(source: str, expected: list[str], kit: Path) -> None:
    """File, line, what was wrong, the nearest valid name."""
    (kit / COUNTER).write_text(source, encoding="utf-8")

    assert refused(kit, "counters") == expected


def test_a_mistake_in_a_shipped_macro_names_the_file_that_is_read(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its path from the working folder where that leads there, else the whole path."""
    (kit / COUNTER).write_text(
        "{% from 'macros/print.xml.j2' import cuts %}<sheet>{{ cuts(1) }}</sheet>", encoding="utf-8"
    )
    layouts = shipped_kits()["seed-circuit"].parent
    for folder, shown in ((layouts.parent, "layouts"), (tmp_path, str(layouts))):
        monkeypatch.chdir(folder)
        assert [finding.rpartition(":")[0].partition(".j2:")[0] for finding in refused(kit, "counters")] == [
            f"{shown}/macros/print.xml"
        ]


LAPS_0, EIGHT = "rules.laps_per_heat[0]", "the list has 8 entries, counted from 0, so there is no entry 8"
PLAIN = (
    ("{{ wrds(3) }}", "unknown name 'wrds'; did you mean 'words'?"),
    ("{% macro label() %}{% endmacro %}{{ labl() }}", "unknown name 'labl'; did you mean 'label'?"),
    ("{{ rules.targets | lenght }}", "unknown filter 'lenght'; did you mean 'length'?"),
    ("{{ 4 is evn }}", "unknown test 'evn'; did you mean 'even'?"),
    ("{% fro x in rules.targets %}", "unknown tag 'fro'; did you mean 'from'?"),
    (
        "{% from 'rng.xml.j2' import width %}",
        "there is no template 'rng.xml.j2' in this kit's folder; did you mean 'ring.xml.j2'?",
    ),
    ("{% from 'wheel.xml.j2' import width %}", "there is no template 'wheel.xml.j2' in this kit's folder"),
    ("<text>Round & Revel</text>", "a bare '&' stands here: write '&amp;', after '<text>'"),
    ("<text>3 < 4</text>", "a bare '<' stands here: write '&lt;', after '<text>'"),
    ("<text>a&nbsp;b</text>", "unknown entity '&nbsp;': write the character itself, after '<text>'"),
    ("{{ 3 + 'a' }}", "expected two numbers around '+', found a number and a text"),
    ("{{ 3 < 'a' }}", "expected two of a kind around '<', found a number and a text"),
    ("{{ 3 | length }}", "expected a list or a text, found a number"),
    ("{% for x in 3 %}{% endfor %}", "expected a list, found a number"),
    ("{{ range('a') }}", "expected a whole number, found a text"),
    ("{{ words('a') }}", "expected a whole number or a list of them, found 'a'"),
    ("{{ words([]) }}", "expected a whole number or a list of them, found '[]'"),
    ("{{ count(3) }}", "count(...) needs more: 'singular'"),
    ("{{ count(3, nown='seed') }}", "count(...) takes nothing called 'nown'"),
    ("{{ rules.stations() }}", "8 is no function: expected no '(...)' after it"),
    ("{{ (1e308 * 10) | int }}", "a number is too large to work with"),
    (
        "{{ rules.targets[8] }}",
        f"rules.targets[8]: {EIGHT}; it comes from 'rules.targets' in kit.toml",
    ),
    (
        "{{ rules.laps_per_heat[0] }}",
        f"{LAPS_0}: expected a list in rules.laps_per_heat, found 3; it comes from 'rules.laps_per_heat' in kit.toml",
    ),
)


@pytest.mark.parametrize(("source", "message"), PLAIN)
def test_a_mistake_in_plain_words(source: str, message: str, kit: Path) -> None:
    """Not in those of Python or Jinja2, and with the nearest name of the right kind."""
    (kit / COUNTER).write_text(f"<sheet>\n{source}\n</sheet>", encoding="utf-8")

    assert refused(kit, "counters") == [f"kit/{COUNTER}:2: {message}"]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("copies", "players *", "'players *': unexpected end"),
        ("copies", "plyers", "'plyers': unknown name 'plyers'; did you mean 'players'?"),
        ("each", "[players", "'[players': unexpected end, expected ']'"),
        ("each", "players", "counters: each: expected a list, 'players' gives 4"),
    ],
)
def test_an_expression_of_the_kit_that_cannot_be(key: str, value: str, message: str, kit: Path) -> None:
    """One finding, at its line."""
    file = kit / "kit.toml"
    source = file.read_text(encoding="utf-8")
    old = 'copies = "rules.total_seeds"'
    new = f'{key} = "{value}"'
    file.write_text(source.replace(old, new), encoding="utf-8")
    line = source.split(old)[0].count("\n") + 1

    assert refused(kit, "counters") == [f"kit/kit.toml:{line}: {message}"]


def test_a_figure_that_nobody_draws(kit: Path) -> None:
    """It is found at its fence."""
    text = kit / "rules.md"
    source = text.read_text(encoding="utf-8").replace("figure setup-ring", "figure setup-rng")
    text.write_text(source, encoding="utf-8")
    line = source.split("```figure")[0].count("\n") + 1

    assert refused(kit, "rules") == [f"kit/rules.md:{line}: unknown figure 'setup-rng'; did you mean 'setup-ring'?"]


def test_a_fact_that_is_no_list_any_more(kit: Path) -> None:
    """The expression is named, and the key of `kit.toml` that it comes from."""
    file = kit / "kit.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("minutes = [20, 45]", "minutes = 20"), encoding="utf-8")

    assert [finding.partition(": ")[2] for finding in refused(kit, "rules")] == [
        f"about.minutes[{n}]: expected a list in about.minutes, found 20; it comes from 'about.minutes' in kit.toml"
        for n in (0, 1)
    ]


def test_one_slip_in_many_pieces_is_told_once(kit: Path) -> None:
    """Every station card has it at the same line; the first names it."""
    card = kit / "station-card.xml.j2"
    card.write_text("<sheet><text>Wasserwirtschaftsverwaltungsratsvorsitzender</text></sheet>", encoding="utf-8")

    (finding,) = refused(kit, "station-cards")
    assert finding.startswith("kit/station-card.xml.j2:1: station-card 1: 'Wasserwirtschafts")


def test_a_refused_example_tells_of_its_sentences_too(kit: Path) -> None:
    """A sentence that the facts no longer allow comes in the same round as the claims."""
    file, text = kit / "kit.toml", kit / "rules.md"
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace("targets = [2, 3, 4,", "targets = [2, 3, 5,"), encoding="utf-8")
    lines = text.read_text(encoding="utf-8").splitlines()
    line = next(number for number, words in enumerate(lines, 1) if words.startswith("say: Station {{ f.passed_matches"))

    assert (
        f"kit/rules.md:{line}: example 'match-elsewhere': say: f.passed_matches[0]: the list is empty, "
        "so there is no entry 0"
    ) in refused(kit, "rules")


def test_several_templates_at_once(kit: Path) -> None:
    """Every sheet's mistakes come in one round."""
    for name in (COUNTER, "reverse-marker.xml.j2"):
        (kit / name).write_text("<sheet><text>{{ nobody }}</text></sheet>", encoding="utf-8")

    assert len(refused(kit)) == 2


def test_lines_hold_through_loops_and_macros(kit: Path) -> None:
    """What a loop or a macro makes is reported where it is written."""
    source = (
        "{% macro label(n) %}\n<text>Wasserwirtschaftsverwaltungsrat {{ n }}</text>\n{% endmacro %}\n"
        "<sheet>\n{% for n in range(3) %}\n{{ label(n) }}\n{% endfor %}\n</sheet>"
    )
    (kit / COUNTER).write_text(source, encoding="utf-8")

    assert {finding.partition(": ")[0] for finding in refused(kit, "counters")} <= {
        f"kit/{COUNTER}:2",
        f"kit/{COUNTER}:4",
    }


def test_a_sentence_with_an_unknown_name(kit: Path) -> None:
    """Each expression of a text that fails is found at its own line."""
    text = kit / "rules.md"
    source = text.read_text(encoding="utf-8").replace("words(rules.stations)", "words(rules.station)", 2)
    text.write_text(source, encoding="utf-8")
    lines = [number for number, line in enumerate(source.splitlines(), 1) if "words(rules.station)" in line]
    found = refused(kit, "rules")

    assert [finding.split(": ")[0] for finding in found] == [f"kit/rules.md:{number}" for number in lines]
    assert all(finding.endswith("unknown name 'station'; did you mean 'stations'?") for finding in found)


def test_a_wrong_claim_stops_the_sheets_that_print_it(kit: Path) -> None:
    """The full kit and the rules are refused with the claim's line; the other sheets print."""
    text = kit / "rules.md"
    source = text.read_text(encoding="utf-8")
    changed = source.replace("landing_count: 2\n", "landing_count: 3\n", 1)
    text.write_text(changed, encoding="utf-8")
    line = changed[: changed.index("landing_count: 3")].count("\n") + 1
    expected = [f"kit/rules.md:{line}: example 'harvest-at-four': landing_count: claimed 3, the engine finds 2"]
    loaded = load(kit, "kit")

    assert refused(kit) == refused(kit, "rules") == expected
    printed, summary = make(loaded, prove(loaded), read_request(loaded, sheets="station-cards,counters"))
    assert (len(printed), summary.pieces) == (1, {"station-card": 8, "counter": 24})


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("number", "cardinal", "ordinal", "times"),
    [
        (0, "zero", "zeroth", "zero times"),
        (1, "one", "first", "once"),
        (2, "two", "second", "twice"),
        (3, "three", "third", "three times"),
        (5, "five", "fifth", "five times"),
        (8, "eight", "eighth", "eight times"),
        (9, "nine", "ninth", "nine times"),
        (12, "twelve", "twelfth", "twelve times"),
        (20, "twenty", "twentieth", "twenty times"),
        (21, "twenty-one", "twenty-first", "twenty-one times"),
        (24, "twenty-four", "twenty-fourth", "twenty-four times"),
        (99, "ninety-nine", "ninety-ninth", "ninety-nine times"),
        (100, "100", "100th", "100 times"),
        (111, "111", "111th", "111 times"),
        (122, "122", "122nd", "122 times"),
    ],
)
def test_numbers_in_words(number: int, cardinal: str, ordinal: str, times: str) -> None:
    """Cardinal, ordinal and how often."""
    assert (words.words(number), words.ordinal(number), words.times(number)) == (cardinal, ordinal, times)


def test_nouns_follow_their_number() -> None:
    """One seed, two seeds; none are seeds too."""
    assert [words.count(n, "seed") for n in (0, 1, 2)] == ["zero seeds", "one seed", "two seeds"]
    assert words.count(2, "box", "boxes") == "two boxes"
    assert (words.listing([]), words.listing([1]), words.listing([1, 2]), words.listing([1, 2, 3])) == (
        "", "1", "1 and 2", "1, 2 and 3",
    )  # fmt: skip
    assert words.title_of("early-opening") == "Early Opening"


def test_sheets_without_pieces(kit: Path) -> None:
    """A sheet of no copies is left out of the kit; alone it is refused, and no empty file is made."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(source.replace('"rules.total_seeds"', '"0"'), encoding="utf-8")

    assert refused(kit, "counters") == ["kit/kit.toml:1: the sheets asked for hold no pieces"]
