"""A kit folder is data from strangers: templates that want out, or never end, are refused in bounded time and space."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import press
from generator.build import make
from generator.errors import Rejected
from generator.filling.environment import tagged
from generator.limits import Overrun, TooLong, bounded, deadline
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from generator.request import read_request

COUNTER = "counter.xml.j2"
DOUBLE = "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40
ADD = "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a + a %}" * 40
LISTS = "{% set a = [1, 2] %}" + "{% set a = [a, a] %}" * 60
DEEP = "a list is longer than 100000, with all that stands in it"
LONG = "a macro or a block yields more than 2000000 characters"
STEPS = "this takes more than 200000 steps: a loop or a macro has run away"
ENDLESS = "this calls itself without end, or is nested too deep"

HOSTILE = {
    "another folder": (
        "{% include '../../../../etc/passwd' %}",
        "there is no template '../../../../etc/passwd' in this kit's folder",
    ),
    "an absolute path": ("{% include '/etc/passwd' %}", "there is no template '/etc/passwd' in this kit's folder"),
    "out of the macros": (
        "{% include 'macros/../profiles/normal.toml' %}",
        "there is no template 'macros/../profiles/normal.toml' in this kit's folder, nor is it a shared one",
    ),
    "a class": ("{{ rules.__class__ }}", "access to attribute '__class__' of 'Rules' object is unsafe."),
    "a function's globals": (
        "{{ words.__globals__ }}",
        "access to attribute '__globals__' of 'function' object is unsafe.",
    ),
    "a method of a text": ("{{ 'a'.ljust(9) }}", "access to attribute 'ljust' of 'str' object is unsafe."),
    "a format": ("{{ '%1000000000d' % 1 }}", "formats are not used in kits"),
    "a power": ("{{ 10 ** 10 ** 10 }}", "powers are not used in kits"),
    "a product": ("{{ 99999 * 99999 }}", "a number is larger than 1000000000"),
    "a repetition": ("{{ 'a' * 10000000 }}", "a repetition is longer than 100000"),
    "a long range": (
        "{% for i in range(1000000000) %}{% endfor %}",
        "a range is longer than 100000",
    ),
    "loops in loops": (
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "this takes more than 200000 steps: a loop or a macro has run away",
    ),
    "a macro that calls itself twice": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}",
        "this takes more than 200000 steps: a loop or a macro has run away",
    ),
    "a text joined to itself": (DOUBLE, "a text is longer than 100000 characters"),
    "a text added to itself": (ADD, "a sum is longer than 100000"),
    "too much text": (
        "{% for i in range(99999) %}0123456789012345678901234{% endfor %}",
        "the template yields more than 2000000 characters",
    ),
    "too many elements": (
        "{% for i in range(30000) %}<box/>{% endfor %}",
        "the template makes more than 20000 elements",
    ),
    "too deep": ("<box>" * 50 + "</box>" * 50, "more than 40 elements stand within one another"),
    "digits": ("{{ 1.5 | round(10000000) }}", "round: expected a whole number of places from -20 to 20"),
    "digits before the point": ("{{ 1 | round(-9999999) }}", "round: expected a whole number of places from -20 to 20"),
    "a long joint": (
        "{{ range(99999) | join('a' * 1000) }}",
        "a text is longer than 100000 characters",
    ),
    "a number read": ("{{ ('9' * 4000) | int }}", "a number is larger than 1000000000"),
    "a sum of lists": ("{{ ([[1]] * 50000) | sum(start=[]) }}", "sum: expected a number as its start"),
    "lists in lists": (f"{LISTS}{{{{ a == a }}}}", DEEP),
    "tuples in tuples": (LISTS.replace("[", "(").replace("]", ")"), DEEP),
    "dictionaries": ("{% set a = {1: 2} %}" + "{% set a = {1: a, 2: a} %}" * 60, DEEP),
    "lists added": ("{% set a = [[1]] %}" + "{% set a = [a + a] %}" * 60, DEEP),
    "lists repeated": ("{% set a = [1] %}" + "{% set a = [a * 2] %}" * 60, DEEP),
    "what a macro is given": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1, varargs, varargs) }}{% endif %}{% endmacro %}{{ m(60, 1, 2) }}", DEEP,
    ),
    "what a macro is given by name": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1, a=kwargs, b=kwargs) }}{% endif %}{% endmacro %}{{ m(60, a=1, b=2) }}",
        DEEP,
    ),
    "a block in itself": ("{% set a %}0123456789{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40, LONG),
    "a macro's own text": (
        "{% macro m(x) %}{{ x }}{{ x }}{% endmacro %}{% set a = 'a' %}" + "{% set a = m(a) %}" * 40, LONG,
    ),
    "calls in calls": (
        "{% macro m() %}{{ caller() }}{{ caller() }}{% endmacro %}" + "{% call m() %}" * 19 + "{% endcall %}" * 19,
        STEPS,
    ),
    "itself": (f"{{% include '{COUNTER}' %}}" * 2, ENDLESS),
    "brackets": ("{{ " + "(" * 9000 + "1" + ")" * 9000 + " }}", ENDLESS),
    "too large": ("x" * 250_000, f"with {COUNTER!r}, the templates are larger than 250000 bytes together"),
    "too many shapes": (
        '<ruler length="1000" step="0.1" alt="a"/>' * 30,
        "up to here it takes more than 200000 lines and shapes to set, rows within rows anew",
    ),
    "an entity": ("<!DOCTYPE x [<!ENTITY a 'b'>]>", "not well-formed (invalid token), after '<sheet>'"),
}  # fmt: skip


def refused(folder: Path, **words: str) -> list[str]:
    """The findings of a kit folder, as written."""
    kit = load(folder, "kit")
    with pytest.raises(Rejected) as caught:
        make(kit, prove(kit), read_request(kit, **words))  # type: ignore[arg-type]
    return [str(finding) for finding in caught.value.findings]


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of Seed Circuit to do harm to."""
    return Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "kit"))


def test_includes_in_includes(kit: Path) -> None:
    """Fifty times fifty times fifty files end with the steps of one rendering."""
    for name, held in ((COUNTER, "a.j2"), ("a.j2", "b.j2"), ("b.j2", "c.j2")):
        (kit / name).write_text(f"{{% for i in range(50) %}}{{% include '{held}' %}}{{% endfor %}}", encoding="utf-8")
    (kit / "c.j2").write_text("x", encoding="utf-8")

    assert refused(kit, sheets="counters") == [f"kit/b.j2:1: {STEPS}"]


@pytest.mark.parametrize("size", [250_001, 3 << 30])
def test_a_large_include(size: int, kit: Path) -> None:
    """No more of a file is read than all templates may have together."""
    (kit / COUNTER).write_text("{% include 'large.j2' %}", encoding="utf-8")
    with (kit / "large.j2").open("wb") as stream:
        stream.truncate(size)

    assert refused(kit, sheets="counters") == [
        f"kit/{COUNTER}:1: with 'large.j2', the templates are larger than 250000 bytes together"
    ]


def test_many_large_pieces(kit: Path) -> None:
    """Two thousand pieces of nineteen thousand boxes: what all templates yield together is bounded."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(source.replace('copies = "rules.total_seeds"', 'each = "range(2000)"'), "utf-8")
    (kit / COUNTER).write_text(f"<sheet>{'<box/>' * 19_000}</sheet>", encoding="utf-8")
    line = source[: source.index('name = "counters"')].count("\n")
    said = "counters: up to this piece, templates yield more than 10000000 characters in all"

    assert refused(kit, sheets="counters") == [f"kit/kit.toml:{line}: {said}"]


def test_many_mistakes(kit: Path) -> None:
    """The same three hundred mistakes of two thousand pieces are not gathered to the last."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(source.replace('copies = "rules.total_seeds"', 'each = "range(2000)"'), "utf-8")
    (kit / COUNTER).write_text(f"<sheet>{'<bix/>' * 300}</sheet>", encoding="utf-8")
    (finding,) = refused(kit, sheets="counters")

    assert finding.startswith(f"kit/{COUNTER}:1: unknown element <bix>; did you mean 'box'")


@pytest.mark.parametrize(
    "source",
    [
        "<box " + " ".join(f"a{n}='1'" for n in range(1500)) + "/>",
        "{% for n in range(1500) %}<bix{{ n }}/>{% endfor %}",
        "{% for n in range(1500) %}<row tracks='{{ 100 + n / 10 }}'><p>a</p></row>{% endfor %}",
    ],
)
def test_a_thousand_mistakes_are_enough(source: str, kit: Path) -> None:
    """Of the attributes of one element, of elements, of what does not fit."""
    (kit / COUNTER).write_text(f"<sheet>{source}</sheet>", encoding="utf-8")

    assert 1000 <= len(refused(kit, sheets="counters")) <= 1001


def test_spaces_without_end(kit: Path) -> None:
    """Looking for the names of a template takes no longer for what only begins like a loop."""
    (kit / COUNTER).write_text(f"<sheet>{{# {{% for{' ' * 30_000} #}}{{{{ nope }}}}</sheet>", encoding="utf-8")
    (finding,) = refused(kit, sheets="counters")

    assert finding.startswith(f"kit/{COUNTER}:1: unknown name 'nope'; ")


def test_many_shapes_on_many_pieces(kit: Path) -> None:
    """Each piece is within bounds, all their copies are not."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(source.replace('copies = "rules.total_seeds"', 'copies = "2000"'), "utf-8")
    (kit / COUNTER).write_text('<sheet><pips n="300" d="0.1" gap="0.1" columns="50"/></sheet>', encoding="utf-8")
    line = source[: source.index('name = "counters"')].count("\n")
    said = "counters: with all its copies, the kit has more than 500000 lines and shapes"

    assert refused(kit, sheets="counters") == [f"kit/kit.toml:{line}: {said}"]


@pytest.mark.parametrize("mark", ["{%", "{{", "{#"])
def test_markup_that_is_not_closed(mark: str) -> None:
    """The rest of a template is passed over once, not once for each mark."""
    source = f"<p>\n{mark * 60_000}<p>"

    assert tagged(source, "a.j2") == source.replace("<p>", '<p at="a.j2:1">', 1)


def test_work_that_takes_too_long(kit: Path) -> None:
    """Refused at the line that is at work; what would come after it is not begun."""
    slow = "{% for i in range(99999) %}{% set a %}{{ 'a' * 99999 }}{% endset %}{% endfor %}"
    (kit / COUNTER).write_text(f"<sheet>\n\n{slow}</sheet>", encoding="utf-8")
    words = load(kit, "kit")
    proofs, request = prove(words), read_request(words, sheets="counters")
    with pytest.raises(TooLong) as caught, bounded("kit/kit.toml", 0.5):
        make(words, proofs, request)

    assert list(map(str, caught.value.findings)) == [f"kit/{COUNTER}:3: this takes more than 0.5 seconds of work"]


def forever(*_: Any) -> None:
    """Work without end."""
    while True:
        pass


def test_setting_that_takes_too_long(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told at the sheet's row, where no line of a template is known."""
    monkeypatch.setattr(press.Press.__init__, "__defaults__", (forever,))
    words = load(kit, "kit")
    proofs, request = prove(words), read_request(words, sheets="counters")
    with pytest.raises(TooLong) as caught, bounded("kit/kit.toml", 0.5):
        make(words, proofs, request)
    spec = words.sheet("counters")
    said = "counters: to set it, this takes more than 0.5 seconds of work"

    assert list(map(str, caught.value.findings)) == [f"kit/kit.toml:{spec.line}: {said}"]


def test_setting_that_takes_too_much_memory(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding as well, and the other sheets are set."""

    def full(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(press.Press.__init__, "__defaults__", (full,))
    words = load(kit, "kit")
    found = refused(kit, sheets="counters,rules")

    assert found == [
        f"kit/kit.toml:{words.sheet(name).line}: {name}: to set it, this takes more memory than a kit may"
        for name in ("rules", "counters")
    ]


def test_a_deadline_within_another() -> None:
    """The outer one goes on where the inner one was."""

    def inner_and_more() -> None:
        with pytest.raises(Overrun, match=r"0\.1 seconds"), deadline(0.1):
            forever()
        forever()

    with pytest.raises(Overrun, match=r"0\.4 seconds"), deadline(0.4):
        inner_and_more()
    with deadline(0.1):
        pass
    for _ in range(10**7):  # which takes longer than the one that was kept
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="other systems know no such limit, or don't keep it")
def test_memory_is_limited() -> None:
    """A process that asks for too much gets a MemoryError, and its machine stays usable."""
    script = "from generator.limits import limit_memory\nlimit_memory()\n"
    script += "try: bytearray(2 << 30)\nexcept MemoryError: print(1)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "1\n")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_template(name: str, kit: Path) -> None:
    """Refused with the template's file and line, and what was tried."""
    source, message = HOSTILE[name]
    (kit / COUNTER).write_text(f"<sheet>\n{source}\n</sheet>\n", encoding="utf-8")
    (finding,) = refused(kit, sheets="counters")

    assert finding in (f"kit/{COUNTER}:{line}: {message}" for line in (1, 2))


def test_an_endless_rules_text(kit: Path) -> None:
    """The same bounds hold for the expressions of a Markdown text."""
    with (kit / "rules.md").open("a", encoding="utf-8") as text:
        text.write("\nWrite {{ 'a' * 10000000 }}.\n")
    line = (kit / "rules.md").read_text(encoding="utf-8").count("\n")

    assert refused(kit, sheets="rules") == [f"kit/rules.md:{line}: a repetition is longer than 100000"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'copies = "rules.total_seeds"',
            'copies = "1000000000"',
            "counters: copies: expected a whole number from 0 to 2000, '1000000000' gives 1000000000",
        ),
        (
            'copies = "rules.total_seeds"',
            'each = "range(100000)"',
            "counters: copies: expected at most 2000 pieces on a sheet, found 2001",
        ),
        (
            "size.normal = [20, 20]",
            "size.normal = [400, 400]",
            "counters: a piece of 400 x 400 mm does not fit on A4: at most 177.0 x 271.0 mm",
        ),
    ],
)
def test_a_hostile_kit_file(old: str, new: str, message: str, kit: Path) -> None:
    """A thousand million copies, endless repeats, a card of ten kilometres."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    assert source.count(old) == 1
    (kit / "kit.toml").write_text(source.replace(old, new), encoding="utf-8")

    (finding,) = refused(kit, sheets="counters")

    assert finding.endswith(message)


def test_a_card_of_ten_kilometres(kit: Path) -> None:
    """Refused where the kit is read."""
    source = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(source.replace("[20, 20]", "[10000000, 20]"), encoding="utf-8")
    with pytest.raises(Rejected) as caught:
        load(kit, "kit")

    assert len(caught.value.findings) == 1


FILES: dict[str, tuple[dict[str, str], str]] = {
    "in a folder": ({COUNTER: "{% include 'a/b.j2' %}", "a/b.j2": "\n\n{{ 1 / 0 }}"}, "a/b.j2:3"),
    "of another kind": ({COUNTER: "{% include 'b.txt' %}", "b.txt": "\n\n{{ 1 / 0 }}"}, "b.txt:3"),
    "in a folder called macros": (
        {COUNTER: "{% include 'a/macros/b.j2' %}", "a/macros/b.j2": "\n{{ 1 / 0 }}"},
        "a/macros/b.j2:2",
    ),
    "that steers the terminal": ({COUNTER: "{% include 'a\x1b.j2' %}", "a\x1b.j2": "{{ 1 / 0 }}"}, "a\\x1b.j2:1"),
    "that reads as an expression": (
        {COUNTER: "{% include '{{ 1 }}.j2' %}", "{{ 1 }}.j2": "\n{{ 1 / 0 }}"}, "{{ 1 }}.j2:2",
    ),
}  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="this system has fewer names for files")
@pytest.mark.parametrize("name", FILES)
def test_a_template(name: str, kit: Path) -> None:
    """Named as it is included, with its own line."""
    files, where = FILES[name]
    for file, source in files.items():
        (kit / file).parent.mkdir(parents=True, exist_ok=True)
        (kit / file).write_text(source, encoding="utf-8")

    assert refused(kit, sheets="counters") == [f"kit/{where}: a number is divided by zero"]


@pytest.mark.skipif(sys.platform == "win32", reason="this system has fewer names for files")
def test_the_place_of_an_element_in_a_template_of_any_name(kit: Path) -> None:
    """No name of a file can be taken for markup, for an expression, or for the end of its own place."""
    for name in ("{{ 1 }}.j2", '"<a:b">.j2', "\x07\n.j2", "{# .j2"):
        written = name.replace("\x07\n", "\\x07\\n")
        (kit / name).write_text("\n<bix/>", encoding="utf-8")
        (kit / COUNTER).write_text(f"<sheet>{{% include {name!r} %}}</sheet>", encoding="utf-8")
        (finding,) = refused(kit, sheets="counters")

        assert finding.startswith(f"kit/{written}:2: unknown element <bix>")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_template(kit: Path) -> None:
    """A pipe that nobody writes to, a folder, a link to itself, names that no file has: not waited for, not found."""
    os.mkfifo(kit / "pipe.j2")
    (kit / "folder.j2").mkdir()
    (kit / "loop.j2").symlink_to("loop.j2")
    for name in ("pipe.j2", "folder.j2", "loop.j2", "a" * 300, "\\0", "\\ud800"):
        (kit / COUNTER).write_text(f"{{% include '{name}' %}}", encoding="utf-8")
        (finding,) = refused(kit, sheets="counters")

        assert re.fullmatch(rf"kit/{COUNTER}:1: there is no template '.+' in this kit's folder", finding)


def test_a_folder_of_macros_that_leads_outside(kit: Path) -> None:
    """A kit's own macros are read in its folder alone: neither a file nor the whole folder is a way out of it."""
    outside = kit.parent / "outside"
    outside.mkdir()
    (outside / "mine.j2").write_text("", encoding="utf-8")
    (kit / COUNTER).write_text("{% include 'macros/mine.j2' %}", encoding="utf-8")
    said = [f"kit/{COUNTER}:1: there is no template 'macros/mine.j2' in this kit's folder, nor is it a shared one"]

    (kit / "macros").symlink_to(outside)
    assert refused(kit, sheets="counters") == said
    (kit / "macros").unlink()
    (kit / "macros").mkdir()
    (kit / "macros" / "mine.j2").symlink_to(outside / "mine.j2")
    assert refused(kit, sheets="counters") == said


def test_a_mark_that_is_not_closed(kit: Path) -> None:
    """Told with its file once, at its line."""
    (kit / COUNTER).write_text("<sheet>\n\n{# </sheet>", encoding="utf-8")

    assert refused(kit, sheets="counters") == [f"kit/{COUNTER}:3: Missing end of comment tag"]


def test_every_expression_of_a_paragraph(kit: Path) -> None:
    """Each mistake, at its own line."""
    with (kit / "rules.md").open("a", encoding="utf-8") as text:
        text.write("\nOne line,\nanother {{ 1\n/ 0 }} and\na third {{ 10 ** 2 }}, {{ '}}' }}.\n")
    line = (kit / "rules.md").read_text(encoding="utf-8").count("\n")

    assert refused(kit, sheets="rules") == [
        f"kit/rules.md:{line - 2}: a number is divided by zero",
        f"kit/rules.md:{line}: powers are not used in kits",
    ]


def test_half_a_character(kit: Path) -> None:
    """Which no font prints and no file holds; told at the element that has it."""
    said = "U+D800 is half of a character, which no font prints"
    (kit / COUNTER).write_text('<sheet>\n<p>a</p>\n<p>{{ "\\ud800" }}</p></sheet>', encoding="utf-8")
    with (kit / "rules.md").open("a", encoding="utf-8") as text:
        text.write('\n{{ "\\ud800" }}\n')
    line = (kit / "rules.md").read_text(encoding="utf-8").count("\n")

    assert refused(kit, sheets="counters") == [f"kit/{COUNTER}:3: {said}"]
    assert refused(kit, sheets="rules") == [f"kit/rules.md:{line}: {said}"]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<{{ 'p' }} at='zz'>x</{{ 'p' }}>", "<p>: unknown attribute 'at'; expected one of 'id', 'keep', 'size'"),
        ("<p at='zz'>x</p>", "duplicate attribute, after '<sheet>'"),
        (
            "<example id='{0}'/>",
            "<example> stands for what is proved, in 'example.xml.j2' alone, found one for '{0}'",
        ),
        (
            "<ring targets='1 2 3' alt='a' label='\u0378' cell='1'/>",
            r"counter: '\u0378': no font here prints U+0378 without a name",
        ),
        ("<box w='\u0661'/>", "<box w>: expected a length in mm, found '\u0661'"),
    ],
)
def test_forged_elements(source: str, message: str, kit: Path) -> None:
    """A place, a proof, a figure that are none; a character that no font has, wherever it stands."""
    name = load(kit, "kit").examples[0].id
    (kit / COUNTER).write_text(f"<sheet>{source.replace('{0}', name)}</sheet>", encoding="utf-8")

    assert f"kit/{COUNTER}:1: {message.replace('{0}', name)}" in refused(kit, sheets="counters")


def test_an_example_that_bears_another_name(kit: Path) -> None:
    """The template of examples may not pass one off as another."""
    source = (kit / "example.xml.j2").read_text(encoding="utf-8")
    (kit / "example.xml.j2").write_text(source.replace('id="{{ id }}"', 'id="another"'), encoding="utf-8")
    line = source[: source.index('id="{{ id }}"')].count("\n") + 1
    names = [example.id for example in load(kit, "kit").examples]

    assert refused(kit, sheets="rules") == [
        f"kit/example.xml.j2:{line}: <example> stands for what is proved, here for {name!r}, found one for 'another'"
        for name in sorted(names)
    ]
