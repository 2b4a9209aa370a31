"""A kit of one's own: `rr-print new` makes it whole or not at all, and every command takes it like a shipped one."""

import json
import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from generator import new_kit
from generator.build import make
from generator.cli import main
from generator.errors import Rejected
from generator.games import BUILT_IN
from generator.load import load
from generator.places import shipped_kits, told
from generator.prove import prove
from generator.request import read_request

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def done(*words: str) -> None:
    """Words that do what they say."""
    assert main(words) == 0


def change(path: Path, before: str, after: str) -> None:
    """Change a file of a kit in one place."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("print_size", [[], ["--large-print"]], ids=["normal", "large"])
def test_a_copy_prints_the_same_bytes(name: str, print_size: list[str], here: Path, monkeypatch: Any) -> None:
    """A copy that bears the game's name, printed from another folder by its path."""
    done("new", f"./{name}", "--from", name)
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    done(str(here / name), "--output", "own.pdf", *print_size)
    done(name, "--output", "shipped.pdf", *print_size)

    assert Path("own.pdf").read_bytes() == Path("shipped.pdf").read_bytes()


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_copy_holds(name: str, here: Path, capsys: Capture) -> None:
    """Every file of the kit as it is, a schema that the first line names and that takes it, and a page of words."""
    done("new", "mine", "--from", name)
    shipped, own = shipped_kits()[name], here / "mine"
    first, rest = (own / "kit.toml").read_text(encoding="utf-8").split("\n", 1)
    made = json.loads((own / "kit.schema.json").read_text(encoding="utf-8"))
    page = (own / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in shipped.iterdir()}

    assert {path.name for path in own.iterdir()} == names | {"README.md", "kit.schema.json"}
    assert all((own / each).read_bytes() == (shipped / each).read_bytes() for each in names - {"kit.toml"})
    assert (first, rest) == ("#:schema ./kit.schema.json", (shipped / "kit.toml").read_text(encoding="utf-8"))
    capsys.readouterr()
    done("schema", "mine")
    assert capsys.readouterr().out == (own / "kit.schema.json").read_text(encoding="utf-8")
    assert Draft4Validator(made).is_valid(tomllib.loads(rest))
    assert not Draft4Validator(made).is_valid({**tomllib.loads(rest), "titel": "x"})
    assert all(f"| `{each}` | " in page for each in names)
    assert [path.name for path in here.iterdir()] == ["mine"]


def test_what_is_said(here: Path, capsys: Capture) -> None:
    """What to do next, in words that can be typed as they stand; and as JSON."""
    done("new", "my circuit", "--from", "seed-circuit")
    assert capsys.readouterr().out.splitlines() == [
        "my circuit: a copy of seed-circuit to edit, 20 files",
        "  rr-print check 'my circuit'  finds all that is wrong with it",
        "  rr-print 'my circuit'        prints it",
        f"  {Path('my circuit', 'README.md')}         tells what each file is",
    ]

    done("new", "second", "--from", "./my circuit", "--json")
    data = json.loads(capsys.readouterr().out)
    assert (data["folder"], data["from"], len(data["files"])) == ("second", "my circuit", 20)


@pytest.mark.parametrize("name", ["check", "new", "seed-circuit", "-x"])
def test_a_folder_that_bears_the_name_of_something_else(name: str, here: Path, capsys: Capture) -> None:
    """It is made, and told by a name that means the folder."""
    done("new", "--from", "seed-circuit", "--", name)
    assert f"  rr-print ./{name} " in capsys.readouterr().out

    done(f"./{name}", "--sheets", "counters")
    assert [path.name for path in (here / "output").iterdir()] == [f"{name}-sc-1-4p-a4-counters.pdf"]


@pytest.mark.parametrize(("words", "said"), [
    (["mine"], "expected --from with the kit to copy; expected one of 'quiet-dividend', 'seed-circuit', or a folder"),
    (["mine", "--from", "seed-circiut"], "unknown game 'seed-circiut'; did you mean 'seed-circuit'?"),
    (["mine", "--from", "./nothing"], "no folder './nothing'"),
    (["mine", "--from", "full"], "no kit in the folder 'full': it has no kit.toml"),
    (["full", "--from", "seed-circuit"], "the folder 'full' is not empty; expected a new one or an empty one"),
    (["file", "--from", "seed-circuit"], "'file' is a file; expected a new folder or an empty one"),
    (["a/b", "--from", "seed-circuit"], "no folder 'a' to make 'b' in"),
    ([".", "--from", "seed-circuit"], "'.' is the folder you are in; expected a new one"),
    (["", "--from", "seed-circuit"], "expected the name of a folder, found ''"),
    (["two\nlines", "--from", "seed-circuit"], "expected the name of a folder, found 'two\\nlines'"),
    (["x" * 300, "--from", "seed-circuit"], f"cannot write '{'x' * 300}': File name too long"),
])  # fmt: skip
def test_what_cannot_be(words: list[str], said: str, here: Path, capsys: Capture) -> None:
    """Each is told in one line, and nothing is left behind."""
    (here / "full").mkdir()
    (here / "full" / "kept").touch()
    (here / "file").touch()
    if words == [".", "--from", "seed-circuit"]:
        shutil.rmtree(here / "full")
        (here / "file").unlink()
    before = sorted(here.rglob("*"))

    assert main(["new", *words]) == 2
    assert capsys.readouterr().err == f"rr-print: {said}\n"
    assert sorted(here.rglob("*")) == before


def test_an_empty_folder_is_taken(here: Path) -> None:
    """One that is there already."""
    (here / "mine").mkdir()
    done("new", "mine", "--from", "quiet-dividend")

    assert (here / "mine" / "kit.toml").is_file()


@pytest.mark.parametrize("failing", ["write", "rename"])
def test_nothing_is_left_half_written(failing: str, here: Path, monkeypatch: Any, capsys: Capture) -> None:
    """A disk that fails in the middle, and a folder that somebody fills in the meantime."""
    if failing == "write":
        real, seen = os.fsync, []

        def fsync(number: int) -> None:
            seen.append(number)
            if len(seen) > 5:
                raise OSError(5, "Input/output error")
            real(number)

        monkeypatch.setattr(os, "fsync", fsync)
    else:

        def rename(_: Path, __: Path) -> None:
            raise OSError(39, "Directory not empty")

        monkeypatch.setattr(Path, "rename", rename)

    assert main(["new", "mine", "--from", "seed-circuit"]) == 2
    assert capsys.readouterr().err.startswith("rr-print: cannot write 'mine': ")
    assert list(here.iterdir()) == []


def test_a_copy_of_a_copy(here: Path) -> None:
    """Its own macros and line ends come along; what no kit reads, and what leads outside, do not."""
    done("new", "one", "--from", "seed-circuit")
    data = (here / "one" / "kit.toml").read_bytes().replace(b"\n", b"\r\n")
    (here / "one" / "kit.toml").write_bytes(b"\xef\xbb\xbf" + data)
    (here / "one" / "macros").mkdir()
    (here / "one" / "macros" / "own.j2").write_text("{% macro a() %}{% endmacro %}")
    for left in ("output", ".git"):
        (here / "one" / left).mkdir()
        (here / "one" / left / "kit.pdf").touch()
    (here / "one" / ".git" / "hidden.j2").touch()
    (here / "one" / "README.md").write_text("Mine.")
    done("new", "two", "--from", "./one")

    assert (here / "two" / "kit.toml").read_bytes() == data
    assert sorted(path.name for path in (here / "two").iterdir() if path.is_dir()) == ["macros"]
    assert "rr-print check ." in (here / "two" / "README.md").read_text(encoding="utf-8")


def test_a_template_that_leads_outside_is_not_copied(here: Path, capsys: Capture) -> None:
    """The kit is refused, at the file."""
    done("new", "one", "--from", "seed-circuit")
    (here / "secret.txt").write_text("secret")
    (here / "one" / "own.j2").symlink_to(here / "secret.txt")
    capsys.readouterr()

    assert main(["new", "two", "--from", "./one"]) == 1
    assert capsys.readouterr().err == "./one/own.j2:1: 'own.j2' is outside the kit's folder\n"
    assert not (here / "two").exists()


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_new_title_and_edition_go_everywhere(name: str, here: Path) -> None:
    """No format says the old title anywhere, and every file is named after folder and edition."""
    done("new", "river", "--from", name)
    kit = tomllib.loads((shipped_kits()[name] / "kit.toml").read_text(encoding="utf-8"))
    change(here / "river" / "kit.toml", f'title = "{kit["title"]}"', 'title = "River Stones"')
    change(here / "river" / "kit.toml", f'edition = "{kit["edition"]}"', 'edition = "RS-7"')
    for form in ("text", "html"):
        done("river", "--format", form)
    texts = {path.name: path.read_text(encoding="utf-8") for path in (here / "output").iterdir()}

    assert sorted(texts) == ["river-rs-7-4p-a4.html", "river-rs-7-4p-a4.txt"]
    for text in texts.values():
        assert "River Stones" in text
        assert kit["title"] not in text
        assert kit["edition"] not in text


def refused(folder: Path, sheets: str) -> list[str]:
    """The findings of a kit folder, as written."""
    kit = load(folder, "mine")
    with pytest.raises(Rejected) as caught:
        make(kit, prove(kit), read_request(kit, sheets=sheets))
    return [str(finding) for finding in caught.value.findings]


def text(folder: Path, sheet: str) -> str:
    """A sheet of a kit in words."""
    done(str(folder), "--sheets", sheet, "--format", "text", "--output", "out.txt")
    return Path("out.txt").read_text(encoding="utf-8")


def test_a_shared_macro_is_taken_over(here: Path) -> None:
    """A macro of the kit's own in place of one shared one, the others from the shared file; and back again."""
    done("new", "mine", "--from", "seed-circuit")
    before, own = text(here / "mine", "how-to-print"), here / "mine" / "macros" / "print.xml.j2"
    own.parent.mkdir()
    own.write_text(
        '{% import "shared/print.xml.j2" as shared %}\n'
        "{% set measure, page_list, cuts = shared.measure, shared.page_list, shared.cuts %}\n"
        "{% set place_line = shared.place_line %}\n"
        "{% macro cut_line(large) %}<p>Cut along the solid lines, please.</p>{% endmacro %}\n",
        encoding="utf-8",
    )
    change(here / "mine" / "kit.toml", 'stock = "paper"\npages = 2', 'stock = "card"\npages = 2')
    after = text(here / "mine", "how-to-print")

    assert "Solid line: cut here" not in after
    assert "Matt paper and card are easier to read than glossy." in before
    assert "Matt paper and card are easier to read than glossy." in after
    shutil.rmtree(own.parent)
    assert "please" not in text(here / "mine", "how-to-print")


def test_a_layout_extends_another(here: Path) -> None:
    """A block of a layout in the kit's folder is filled by a template that extends it."""
    done("new", "mine", "--from", "seed-circuit")
    (here / "mine" / "frame.xml.j2").write_text(
        '<sheet valign="middle"><text align="center">{% block words %}{% endblock %}</text></sheet>', encoding="utf-8"
    )
    (here / "mine" / "counter.xml.j2").write_text(
        '{% extends "frame.xml.j2" %}{% block words %}Bean{% endblock %}', encoding="utf-8"
    )

    assert "Bean" in text(here / "mine", "counters")


def test_mistakes_in_macros_are_told_by_file_and_line(here: Path) -> None:
    """In the kit's own file by the kit's name, in a shared one by its place."""
    done("new", "mine", "--from", "seed-circuit")
    own = here / "mine" / "macros" / "print.xml.j2"
    own.parent.mkdir()
    own.write_text("\n{% macro bar() %}\n<bar/>{{ rules.laps_per_hat }}\n{% endmacro %}\n", encoding="utf-8")
    counter = here / "mine" / "counter.xml.j2"
    counter.write_text('{% from "macros/print.xml.j2" import bar %}\n<sheet>{{ bar() }}</sheet>', encoding="utf-8")
    unknown = "mine/macros/print.xml.j2:3: unknown name 'rules'"
    assert refused(here / "mine", "counters")[0].startswith(unknown)
    own.write_text("\n{% macro bar() %}\n<bar/>\n{% endmacro %}\n", encoding="utf-8")
    assert refused(here / "mine", "counters")[0].startswith("mine/macros/print.xml.j2:3: unknown element <bar>")

    counter.write_text('{% from "shared/print.xml.j2" import page_list %}\n<sheet>{{ page_list(1, 2) }}</sheet>')
    (said,) = refused(here / "mine", "counters")
    assert said.startswith(f"{told('macros')}/print.xml.j2:")
    counter.write_text('{% from "macros/print.xml.j2" import baar %}\n<sheet>{{ baar() }}</sheet>')
    said = "mine/counter.xml.j2:2: unknown name 'baar' in 'macros/print.xml.j2'; did you mean 'bar'?"
    assert refused(here / "mine", "counters") == [said]


@pytest.mark.parametrize("name", ["shared/../profiles/normal.toml", "shared/../../fonts/OFL.txt", "shared/"])
def test_only_macros_are_shared(name: str, here: Path) -> None:
    """Nothing else of the installation can be read."""
    done("new", "mine", "--from", "seed-circuit")
    (here / "mine" / "counter.xml.j2").write_text(f"<sheet>{{% include '{name}' %}}</sheet>")
    said = f"mine/counter.xml.j2:1: there is no template '{name}' among those that all kits share"

    assert refused(here / "mine", "counters") == [said]


def test_what_a_template_is() -> None:
    """The page of words knows the templates that no sheet names by the names that the stages look for."""
    assert set(new_kit._KNOWN) <= {path.name for path in shipped_kits()["seed-circuit"].iterdir()}
