"""Templates by chance: whatever stands in one, it prints or is refused with findings; no traceback, no hang."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from generator.build import make
from generator.errors import Finding, Rejected
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from generator.request import read_request
from generator.vocabulary import ELEMENTS

VALUES = (
    "0",
    "1",
    "2.5",
    "-3",
    "999",
    "1fr",
    "auto 1fr",
    "2*1fr",
    "h1",
    "center",
    "heavy",
    "cw",
    "180",
    "x y z",
    "3 4 5",
    "",
)
JINJA = (
    "{{ item }}", "{{ rules.targets }}", "{{ nobody }}", "{{ rules", "{% if players %}", "{% endif %}", "{{ w * 2 }}",
    "{% for n in range(3) %}", "{% endfor %}", "{# a note #}", "{{ 1 / 0 }}", "{{ words(players) }}", "{{ names[9] }}",
    "{% include 'counter.xml.j2' %}", "{% set a = 1 %}", "{{ 'a' ~ 1 }}", "}}", "{%",
)  # fmt: skip
WORDS = ("seed", " ", "\n", "&amp;", "&", "<", ">", "日", "\u202e", "Ærø", "12 mm", "'", '"', "]]>", "<!-- -->", "\t")


@some.composite
def tags(draw: Callable[..., Any]) -> str:
    """A start tag, an empty one or an end tag, with attributes that may fit."""
    name = draw(some.sampled_from(sorted(ELEMENTS)))
    kinds = sorted(ELEMENTS[name]) or ["id"]
    attrs = draw(
        some.lists(some.tuples(some.sampled_from(kinds), some.sampled_from(VALUES)), max_size=3, unique_by=first)
    )
    shown = "".join(f' {key}="{value}"' for key, value in attrs)
    return str(draw(some.sampled_from((f"<{name}{shown}>", f"<{name}{shown}/>", f"</{name}>"))))


def first(pair: tuple[str, str]) -> str:
    """The first of two."""
    return pair[0]


@some.composite
def trees(draw: Callable[..., Any]) -> str:
    """Well-formed elements, so that the layout is reached too."""

    def element(depth: int) -> str:
        name = draw(some.sampled_from(sorted(ELEMENTS)))
        kinds = sorted(ELEMENTS[name]) or ["id"]
        pairs = some.tuples(some.sampled_from(kinds), some.sampled_from(VALUES))
        attrs = {"alt": "x", "n": "2", "labels": "1 2", "targets": "2 3 4", "id": "a"}
        shown = {key: value for key, value in attrs.items() if key in ELEMENTS[name]}
        shown |= dict(draw(some.lists(pairs, max_size=2)))
        inner = "".join(element(depth + 1) for _ in range(draw(some.integers(0, 2)))) if depth < 3 else ""
        inner += draw(some.sampled_from(("", "seed", "{{ item }}")))
        return f"<{name}" + "".join(f' {key}="{value}"' for key, value in shown.items()) + f">{inner}</{name}>"

    return element(0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit whose counters are drawn by chance."""
    return Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path_factory.mktemp("random") / "kit"))


def tried(folder: Path, source: str) -> None:
    """Print the counters of a template, or have them refused."""
    (folder / "counter.xml.j2").write_text(source, encoding="utf-8")
    kit = load(folder, "kit")
    findings: tuple[Finding, ...] = ()
    pdf = b""
    try:
        ((file,), _) = make(kit, prove(kit), read_request(kit, sheets="counters", copies="counters=2"))
        pdf = file.pdf
    except Rejected as rejected:
        findings = rejected.findings

    assert pdf.startswith(b"%PDF") != bool(findings)


@settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(some.lists(some.one_of(tags(), some.sampled_from(JINJA), some.sampled_from(WORDS)), max_size=12))
def test_scraps(folder: Path, scraps: list[str]) -> None:
    """Tags, expressions and words in any order."""
    tried(folder, f"<sheet>{''.join(scraps)}</sheet>")


@settings(
    max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(some.lists(trees(), max_size=3))
def test_trees(folder: Path, parts: list[str]) -> None:
    """Well-formed elements with any attributes."""
    tried(folder, f"<sheet>{''.join(parts)}</sheet>")
