"""A kit folder read: every mistake of `kit.toml` and of its texts in one round, each at its line."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator import load as load_module
from generator.errors import Rejected
from generator.games import engine
from generator.kit_fields import FIELDS
from generator.kit_lines import line_of, read_toml
from generator.load import load
from generator.model import Kit
from generator.places import shipped_kits
from generator.prove import prove

BAD = Path(__file__).parent / "bad"
BAD_KITS = sorted(path.parent.name for path in BAD.glob("*/findings.txt"))
BAD_FINDINGS = 196
"""Lines of all `findings.txt` together; a kit that is lost, or a file that is emptied, shows here."""

KIT = """\
title = "Good kit"
edition = "GK-1"
engine = "seed-circuit"
language = "en"

[players]
min = 2
max = 4
default = 3

[rules]
targets = [2, 3, 4]
seeds_per_station = 3
laps_per_heat = 3
markers_per_player = 2

[[sheets]]
name = "rules"
title = "Rules"
text = "rules.md"
stock = "paper"

[[sheets]]
name = "board"
title = "Board"
template = "board.xml.j2"
piece = "board"
size.normal = [100, 99.5]
size.large = "page"
stock = "card"
"""
RULES = """\
# Rules

```example turn
title: A turn
position: board 3 3 3; harvested 0 0
move: 1 cw
  landing: 1
```
"""

Make = Callable[..., Path]


def make_kit(folder: Path, kit: str | bytes = KIT, **files: str | bytes) -> Path:
    """Write a good kit but for what is given; `__` in a file's name stands for a dot."""
    contents = {"kit.toml": kit, "rules.md": RULES, "board.xml.j2": "<sheet/>"}
    contents |= {name.replace("__", "."): content for name, content in files.items()}
    folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes kits in a folder `kit`."""
    return lambda *args, **files: make_kit(tmp_path / "kit", *args, **files)


def findings(folder: Path) -> list[str]:
    """What is wrong with a kit whose folder messages call `kit`."""
    with pytest.raises(Rejected) as rejected:
        load(folder, "kit")
    return [str(finding) for finding in rejected.value.findings]


@pytest.mark.parametrize("name", BAD_KITS)
def test_bad_kit_gives_exactly_its_findings(name: str) -> None:
    """Nothing is missed, nothing is added, and each stands at its file and line."""
    found: list[str] = []
    try:
        refused = prove(load(BAD / name, f"tests/bad/{name}")).refused
        found = [str(finding) for example in refused.values() for finding in example]
    except Rejected as rejected:
        found = [str(finding) for finding in rejected.findings]
    assert found == (BAD / name / "findings.txt").read_text().splitlines()


def test_bad_kits_are_all_here() -> None:
    """Every folder of bad input says what it gives, and the number of findings is the one written here."""
    assert sorted(path.name for path in BAD.iterdir()) == BAD_KITS
    assert len(BAD_KITS) == 29
    assert sum(len((BAD / name / "findings.txt").read_text().splitlines()) for name in BAD_KITS) == BAD_FINDINGS


def test_good_kit_is_read_whole(make: Make) -> None:
    """Each value of `kit.toml` is where the stages look for it."""
    folder = make()
    kit = load(folder, "kits/good/")
    assert (kit.folder, kit.shown, kit.name) == (folder.resolve(), "kits/good", "kit")
    assert (kit.title, kit.edition, kit.language, kit.players) == ("Good kit", "GK-1", "en", (2, 4, 3))
    assert kit.game is engine("seed-circuit")
    assert kit.rules.targets == (2, 3, 4)
    assert (kit.setups, kit.about) == ({}, {})
    rules, board = kit.sheets
    assert (rules.name, rules.title, rules.stock, rules.text, rules.template) == (
        "rules",
        "Rules",
        "paper",
        "rules.md",
        "",
    )
    assert (rules.piece, rules.each, rules.copies, rules.sizes, rules.pages) == ("", None, "1", {}, None)
    assert (board.template, board.piece, board.line) == ("board.xml.j2", "board", 23)
    assert board.sizes == {"normal": (100.0, 99.5), "large": "page"}
    assert [node.tag for node in kit.texts["rules.md"]] == ["h1", "example"]
    assert [(example.id, example.path) for example in kit.examples] == [("turn", "kits/good/rules.md")]


@pytest.mark.parametrize("name", ["seed-circuit", "quiet-dividend"])
def test_shipped_kit_loads(name: str) -> None:
    """What we ship has no mistake."""
    kit = load(shipped_kits()[name], f"layouts/{name}")
    assert (kit.name, kit.players[2]) == (name, 4)
    assert list(kit.setups) == list(kit.game.setups(kit.rules))


@pytest.mark.parametrize("name", ["seed-circuit", "quiet-dividend"])
def test_every_key_has_its_line(name: str) -> None:
    """The line of each dotted key is one that writes the last part of that key, or the header of its table."""
    folder = shipped_kits()[name]
    written = (folder / "kit.toml").read_text().splitlines()
    lines = load(folder, name).lines
    assert len(lines) > 60
    for key, line in lines.items():
        assert re.search(rf"\b{re.search('[a-z_-]+(?=[.0-9]*$)', key)[0]}\b", written[line - 1]), (key, line)  # type: ignore[index]


def test_every_key_of_shipped_kits_is_documented() -> None:
    """The fields of `load` and those of the engines name every key that our kits use."""
    for name, folder in shipped_kits().items():
        kit = load(folder, name)
        known = {field.key for field in (*FIELDS, *kit.game.FIELDS)} | {"sheets", "sheets.*"}
        for key in kit.lines:
            pattern = re.sub(r"(?<=^sheets\.)\d+|(?<=^setups\.)[a-z-]+", "*", key)
            assert pattern in known | {"setups.*"} or key.startswith("about."), key


def test_lines_of_dotted_keys_strings_and_arrays() -> None:
    """Neither brackets nor `=` in a string, a comment or an array begin a key."""
    source = '''a.b = 1
"c" = """
d = 2
[e]
""" # [f]
g = [ # h = 3 ]
  "[i]", ']',
  { j = 4 },
["i"],
]
k = 'l = "' # "
[m]
n = {o = 1}
[[p]]
q = """x\\"""y = 1"""
[[p]]
  r.s = 1
[p.t]
u = 1
[v.w]
'''
    _, lines = read_toml(source, "kit.toml")
    expected = "a 1, a.b 1, c 2, g 6, k 11, m 12, m.n 13, p 14, p.0 14, p.0.q 15, p.1 16, p.1.r 17, p.1.r.s 17"
    expected += ", p.1.t 18, p.1.t.u 19, v 20, v.w 20"
    assert ", ".join(f"{key} {lines[key]}" for key in sorted(lines)) == expected


@pytest.mark.parametrize(("key", "line"), [("p.1.q", 15), ("p.1.r.x.y", 16), ("nowhere.at.all", 1), ("", 1)])
def test_unknown_key_stands_at_the_nearest_table(key: str, line: int) -> None:
    """A missing key has the line of its table's header; without even that, the first."""
    assert line_of({"p": 13, "p.1": 15, "p.1.r": 16}, key) == line


def test_mark_and_line_ends_of_windows_change_nothing(make: Make) -> None:
    """A byte order mark, CRLF and tabs are read; lines stay true."""
    wild = {
        name: b"\xef\xbb\xbf" + text.replace("\n  ", "\n\t").replace(" = ", "\t= ").replace("\n", "\r\n").encode()
        for name, text in (("kit", KIT), ("rules__md", RULES))
    }
    plain = load(make(), "kit")
    assert load(make(**wild), "kit") == plain
    assert findings(make(wild["kit"].replace(b"GK-1", b"GK 1"))) == [
        "kit/kit.toml:2: edition: expected letters and digits joined by hyphens, found 'GK 1'"
    ]


@pytest.mark.parametrize("name", ["kit.toml", "rules.md", "board.xml.j2"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_text_that_is_not_utf8_is_a_finding_at_its_line(make: Make, name: str, mark: bytes) -> None:
    """The byte is named; a byte order mark does not shift the line."""
    folder = make()
    (folder / name).write_bytes(mark + b"\n\xe9\n")
    assert findings(folder) == [f"kit/{name}:2: expected UTF-8, found the byte 0xE9"]
    (folder / name).write_bytes(mark + b"# one\n# tw\xc3\xb6\n# thr\xe9\xe9\n")
    assert findings(folder) == [f"kit/{name}:3: expected UTF-8, found the byte 0xE9"]


def test_file_at_the_limit_is_read_and_a_larger_one_is_not(make: Make) -> None:
    """1 MB is the most that a kit's file may have."""
    full = KIT + ("#" * 999 + "\n") * 1000
    load(make(full[:1_000_000]), "kit")
    large = b" " * 1_000_001
    assert findings(make(large)) == ["kit/kit.toml:1: 'kit.toml' is larger than 1000000 bytes"]
    assert findings(make(rules__md=large, board__xml__j2=large)) == [
        "kit/kit.toml:20: sheet 'rules': text: 'rules.md' is larger than 1000000 bytes",
        "kit/kit.toml:26: sheet 'board': template: 'board.xml.j2' is larger than 1000000 bytes",
    ]


def test_folder_without_a_kit(tmp_path: Path) -> None:
    """No folder, an empty one, and one in which the file's name has a typo."""
    assert findings(tmp_path / "none") == ["kit/kit.toml:1: there is no file 'kit.toml' in the kit's folder"]
    assert findings(tmp_path) == ["kit/kit.toml:1: there is no file 'kit.toml' in the kit's folder"]
    (tmp_path / "kti.toml").touch()
    assert findings(tmp_path) == [
        "kit/kit.toml:1: there is no file 'kit.toml' in the kit's folder; did you mean 'kti.toml'?"
    ]
    (tmp_path / "kit.toml").mkdir()
    assert findings(tmp_path) == ["kit/kit.toml:1: 'kit.toml' is not a file"]


def test_link_may_not_leave_the_folder(make: Make, tmp_path: Path) -> None:
    """A link to a file of the folder is read; one out of it, to itself or to nothing is refused."""
    folder = make(more__md="# More\n")
    secret = tmp_path / "secret.md"
    secret.write_text("# Secret\n")
    text = folder / "rules.md"
    text.unlink()
    text.symlink_to("more.md")
    assert load(folder, "kit").texts["rules.md"][0].children == ("More",)
    for target, message in (
        (str(secret), "'rules.md' is outside the kit's folder"),
        ("../secret.md", "'rules.md' is outside the kit's folder"),
        ("rules.md", "'rules.md' cannot be the name of a file"),
        ("nothing.md", "there is no file 'rules.md' in the kit's folder"),
    ):
        text.unlink()
        text.symlink_to(target)
        assert findings(folder) == [f"kit/kit.toml:20: sheet 'rules': text: {message}"]
    (folder / "kit.toml").unlink()
    (folder / "kit.toml").symlink_to(secret)
    assert findings(folder) == ["kit/kit.toml:1: 'kit.toml' is outside the kit's folder"]


def test_named_pipe_is_refused_and_not_waited_for(make: Make) -> None:
    """What is no plain file is never opened."""
    folder = make()
    (folder / "board.xml.j2").unlink()
    os.mkfifo(folder / "board.xml.j2")
    assert findings(folder) == ["kit/kit.toml:26: sheet 'board': template: 'board.xml.j2' is not a file"]


def test_name_that_the_file_system_refuses(make: Make) -> None:
    """The system's own words, as a finding."""
    name = "x" * 300
    assert findings(make(KIT.replace("rules.md", name))) == [
        f"kit/kit.toml:20: sheet 'rules': text: {name!r} cannot be read: File name too long"
    ]


def test_line_and_depth_at_their_limits(make: Make) -> None:
    """A thousand characters are still a line; nine tables and arrays around a value are still read."""
    load(make(f"{KIT}\n[about]\na = '{'x' * 994}'\n"), "kit")
    deepest = "[about]\n" + "a." * 7 + "b = [1]\n"
    assert findings(make(f"{KIT}\n{deepest}"))[0].startswith("kit/kit.toml:33: about.a: expected text, a number")
    assert findings(make(f"{KIT}\n{deepest.replace('[1]', '[[1]]')}")) == [
        "kit/kit.toml:32: about: tables or arrays are nested too deeply"
    ]


def test_message_of_tomllib_without_a_place(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says without telling where stands on the first line."""

    def loads(_: str) -> dict[str, Any]:
        raise ValueError("strange")

    monkeypatch.setattr("tomllib.loads", loads)
    assert findings(make()) == ["kit/kit.toml:1: this is not TOML: strange"]


@pytest.mark.parametrize(("low", "found"), [('"2"', "'2'"), ("0", "0")])
def test_bound_that_is_itself_a_mistake_makes_no_others(make: Make, low: str, found: str) -> None:
    """Where `min` is none, `max` and `default` are held against what any kit may say."""
    source = KIT.replace("min = 2", f"min = {low}").replace("max = 4", "max = 1").replace("default = 3", "default = 1")
    assert findings(make(source)) == [
        f"kit/kit.toml:7: players.min: expected a whole number from 1 to 99, found {found}"
    ]


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("[about]\na = " + "[" * 490 + "]" * 490 + "\n", "1: tables or arrays are nested too deeply"),
        ("[about]\n" + "a." * 12 + "b = 1\n", "32: about: tables or arrays are nested too deeply"),
        ("[about]\na = " + "1" * 2000 + "\n", "33: expected at most 1000 characters, found 2004"),
        ("[about]\na = " + "a." * 1000 + "\n", "33: expected at most 1000 characters, found 2004"),
    ],
)
def test_hostile_toml_is_refused_in_no_time(make: Make, extra: str, message: str) -> None:
    """What would take tomllib, or us, out of bounds is one finding."""
    assert findings(make(f"{KIT}\n{extra}")) == [f"kit/kit.toml:{message}"]


def test_integer_of_thousands_of_digits(make: Make) -> None:
    """In hexadecimal even one line may hold a number that Python does not write out in decimal."""
    number = "0x" + "f" * 900
    assert findings(make(KIT.replace("min = 2", f"min = {number}"))) == [
        f"kit/kit.toml:7: players.min: expected a whole number from 1 to 99, found {number[:57]}...",
    ]


def test_at_most_fifty_sheets(make: Make) -> None:
    """As many as any game needs; each may cost us the reading of a file."""
    head, _, sheet = KIT.split("[[sheets]]")
    sheets = ["[[sheets]]" + sheet.replace('name = "board"', f'name = "board-{n}"') for n in range(51)]
    assert len(load(make(head + "".join(sheets[:50])), "kit").sheets) == 50
    (finding,) = findings(make(head + "".join(sheets)))
    assert finding.startswith("kit/kit.toml:17: sheets: expected 1 to 50 tables [[sheets]], found [{ name = 'board-0'")


def test_sheets_of_an_inline_array(make: Make) -> None:
    """Sheets written on one line are sheets all the same; a name given twice is found by its table, not by its line."""
    row = '{ name = "rules", title = "Rules", text = "rules.md", stock = "paper" }'
    head = KIT.partition("\n[players]")
    good = f"{head[0]}sheets = [{row}]\n\n[players]{head[2].partition('[[sheets]]')[0]}"
    assert load(make(good), "kit").sheets[0].line == 5
    assert findings(make(good.replace(row, f"{row}, {row}"))) == [
        "kit/kit.toml:5: sheet 'rules': name: given twice; first on line 5"
    ]


def test_text_of_two_sheets_is_read_once(make: Make) -> None:
    """However its name is spelled; its examples are not repeated."""
    again = KIT.rpartition("[[sheets]]")[0].rpartition("[[sheets]]")[2].replace('name = "rules"', 'name = "again"')
    kit = load(make(f"{KIT}[[sheets]]{again.replace('rules.md', './rules.md')}"), "kit")
    assert [sheet.text for sheet in kit.sheets] == ["rules.md", "", "rules.md"]
    assert (list(kit.texts), len(kit.examples)) == (["rules.md"], 1)


def test_about_takes_any_facts(make: Make) -> None:
    """Words, numbers, yes and no, and lists of them, under any name."""
    kit = load(make(KIT + '\n[about]\na = "x"\nb = 1\nc = 1.5\nd = true\ne = [1, "x"]\nf = []\n'), "kit")
    assert kit.about == {"a": "x", "b": 1, "c": 1.5, "d": True, "e": [1, "x"], "f": []}


@pytest.mark.parametrize("size", ["[5, 400]", "[5.0, 399.99]", '"page"'])
def test_size_at_its_limits(make: Make, size: str) -> None:
    """5 and 400 mm are still a size."""
    load(make(KIT.replace("[100, 99.5]", size)), "kit")


@pytest.mark.parametrize(
    "size", ["[4.99, 100]", "[100, 400.01]", "[100]", "[true, 100]", '["5", 5]', "[inf, 5]", "5", "[]"]
)
def test_size_that_is_none(make: Make, size: str) -> None:
    """Neither too small nor too large, two numbers or the word."""
    (finding,) = findings(make(KIT.replace("[100, 99.5]", size)))
    expected = "[width, height] in mm, each from 5 to 400, 'page' or 'pages'"
    found = size.replace('"', "'")
    assert finding == f"kit/kit.toml:28: sheet 'board': size.normal: expected {expected}, found {found}"


@pytest.mark.parametrize("language", ["en", "en-GB", "de-CH-1996", "zh-Hant-TW", "es-419"])
def test_language_tags(make: Make, language: str) -> None:
    """What BCP 47 writes is accepted."""
    assert load(make(KIT.replace('"en"', f'"{language}"')), "kit").language == language


def test_mistakes_of_a_game_stand_at_their_own_line(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing engine's nearest name; an engine's mistake that names no key of the file stands on the first line."""
    broken = KIT.replace("seed-circuit", "seed-circuit-2").replace("laps_per_heat", "laps_per_heats")
    assert findings(make(broken)) == [
        "kit/kit.toml:3: engine: unknown engine 'seed-circuit-2'; did you mean 'seed-circuit'?"
    ]
    game: Any = engine("seed-circuit")
    monkeypatch.setattr(load_module, "engine", lambda name: game if name == "seed-circuit-2" else None)
    assert findings(make(broken)) == [
        "kit/kit.toml:11: rules.laps_per_heat: expected a whole number from 1 to 12, found nothing",
        "kit/kit.toml:14: rules.laps_per_heats: unknown name 'laps_per_heats'; did you mean 'laps_per_heat'?",
    ]


def loaded(folder: Path, kit: bytes, rules: bytes) -> Kit | Rejected:
    """A kit or what is wrong with it; anything else is a failure."""
    make_kit(folder, kit, rules__md=rules)
    try:
        return load(folder, "kit")
    except Rejected as rejected:
        return rejected


SCRAPS = [
    "\n",
    " = ",
    "[",
    "]",
    '"',
    "'''",
    '"""',
    "{",
    "}",
    "0",
    "-1",
    "1e999",
    "page",
    ".",
    "\\",
    "#",
    "\r",
    "\0",
    "é",
    "[[",
    "name",
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_kit_gives_a_kit_or_findings(tmp_path: Path, data: st.DataObject) -> None:
    """Text cut, doubled or strewn with marks never ends in anything but findings, each on a line that is there."""
    texts = {"kit.toml": KIT, "rules.md": RULES}
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(sorted(texts)))
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(texts[name]))] * 2)))
        scrap = data.draw(st.sampled_from(["", texts[name][start:end] * 2, *SCRAPS]))
        texts[name] = texts[name][:start] + scrap + texts[name][end:]
    outcome = loaded(tmp_path / "kit", texts["kit.toml"].encode(), texts["rules.md"].encode())
    if isinstance(outcome, Rejected):
        for finding in outcome.findings:
            name = finding.path.removeprefix("kit/")
            if name in texts:
                assert 1 <= finding.line <= texts[name].count("\n") + texts[name].count("\r") + 1


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_give_findings(tmp_path: Path, kit: bytes, rules: bytes) -> None:
    """Bytes of any kind are refused in words."""
    assert isinstance(loaded(tmp_path / "kit", kit, RULES.encode()), Rejected)
    loaded(tmp_path / "kit", KIT.encode(), rules)


def test_more_kits_than_can_be_checked(make: Make) -> None:
    """A hundred pairs of a number of players and a setup; one more and `check` would not end in good time."""
    good = KIT.replace("max = 4", "max = 101")
    quiet = (shipped_kits()["quiet-dividend"] / "kit.toml").read_text(encoding="utf-8")
    steady = quiet[quiet.index("[setups.steady]") : quiet.index("[setups.early-opening]")]
    many = "".join(steady.replace("steady", f"steady-{'a' * count}") for count in range(1, 18))  # 5 x (3 + 17 + 1)
    line = quiet.count("\n", 0, quiet.index("[setups.steady]")) + 1
    for kit, expected in (
        (good, "kit/kit.toml:8: players.max: expected a whole number from 2 to 99, found 101"),
        (
            quiet + "\n" + many,
            f"kit/kit.toml:{line}: setups: expected at most 100 pairs of a number of players and a setup, found 105",
        ),
    ):
        with pytest.raises(Rejected) as caught:
            load(make(kit), "kit")
        assert expected in map(str, caught.value.findings)
