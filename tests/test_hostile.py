"""A kit folder is data from strangers: templates that want out, or never end, are refused in bounded time and space."""

import shutil
from pathlib import Path

import pytest

from generator.build import make
from generator.errors import Rejected
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from generator.request import read_request

COUNTER = "counter.xml.j2"
DOUBLE = "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40
ADD = "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a + a %}" * 40

HOSTILE = {
    "another folder": (
        "{% include '../../../../etc/passwd' %}",
        "there is no template '../../../../etc/passwd' in this kit's folder",
    ),
    "an absolute path": ("{% include '/etc/passwd' %}", "there is no template '/etc/passwd' in this kit's folder"),
    "out of the macros": (
        "{% include 'macros/../profiles/normal.toml' %}",
        "there is no template 'macros/../profiles/normal.toml' in this kit's folder",
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
