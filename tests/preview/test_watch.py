"""`rr-print watch`: every save is printed and its pages named; a broken one is told and the last good file stays."""

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli import main
from tests.preview.kits import ROOT, SENTENCE, Watching, copied, edited, in_its_place, moved_away, over, slowly

FILE = "seed-circuit-sc-1-4p-a4.pdf"


@pytest.mark.parametrize("save", [over, in_its_place, moved_away, slowly])
def test_every_way_of_saving(save: Callable[[Path, str], object], tmp_path: Path) -> None:
    """The page is named, the file is the one that a print makes, and no half-written file is ever told of."""
    kit = copied(tmp_path)
    with Watching(kit, "--output", str(tmp_path / "out")) as watching:
        assert watching.said()["files"] == [str(tmp_path / "out" / FILE)]
        for words in ("sow widdershins", "sow clockwise", "sow sunwise"):
            old = re.findall("sow [a-z]+wise|sow widdershins", (kit / "rules.md").read_text(encoding="utf-8"))
            edited(kit / "rules.md", f"Normally you must {old[0]}.", f"Normally you must {words}.", save)
            told = watching.said()
            while not told["changed"]:  # a file of which half is written may be a kit, too
                told = watching.said()
            assert "findings" not in told
            assert {row["sheet"] for row in told["changed"]} == {"rules"}
        assert watching.silent()
    assert main([str(kit), "--output", str(tmp_path / "once")]) == 0
    assert (tmp_path / "out" / FILE).read_bytes() == (tmp_path / "once" / FILE).read_bytes()
    assert [path.name for path in (tmp_path / "out").iterdir()] == [FILE]


def test_a_broken_edit(tmp_path: Path) -> None:
    """Its findings are those of a print, the last good file stays; mended, it is printed again."""
    kit, file = copied(tmp_path), tmp_path / "out" / FILE
    with Watching(kit, "--output", str(tmp_path / "out")) as watching:
        watching.said()
        good = file.read_bytes()
        edited(kit / "rules.md", SENTENCE, "Normally you must {{ sow }}.")
        broken = watching.said()
        assert not broken["ok"]
        assert [row["path"] for row in broken["findings"]] == [f"{kit}/rules.md"]
        assert file.read_bytes() == good
        (kit / "rules.md").touch()
        assert watching.silent()  # it has been said
        edited(kit / "rules.md", "Normally you must {{ sow }}.", SENTENCE)
        mended = watching.said()
        assert mended["changed"] == []
        assert file.read_bytes() == good


def test_the_words_that_people_read(tmp_path: Path) -> None:
    """One line a save: sheets with their pages, and how long it took."""
    kit = copied(tmp_path)
    with Watching(kit, "--output", str(tmp_path / "out"), as_json=False) as watching:
        first = [watching.line()]
        while not first[-1].startswith("watching"):
            first.append(watching.line())
        assert first[0] == f"{tmp_path / 'out' / FILE}\n"
        assert first[-1] == f"watching {kit}: Ctrl-C ends it\n"
        edited(kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
        assert re.fullmatch(r"rules \d+ \(\d\.\d\d s\)\n", watching.line())
        edited(kit / "counter.xml.j2", 'r="1.2"', 'r="1.3"')
        assert watching.line().startswith("counters 21 (")


def test_broken_from_the_start(tmp_path: Path) -> None:
    """It waits for the kit to be mended."""
    kit = copied(tmp_path)
    toml = (kit / "kit.toml").read_text(encoding="utf-8")
    over(kit / "kit.toml", "title = ")
    with Watching(kit, "--output", str(tmp_path / "out")) as watching:
        assert watching.said()["findings"][0]["path"] == f"{kit}/kit.toml"
        assert not (tmp_path / "out").exists()
        over(kit / "kit.toml", toml)
        assert len(watching.said()["changed"]) == 21


def test_a_folder_that_is_taken_away(tmp_path: Path) -> None:
    """It is told, and so is another one in its place."""
    kit = copied(tmp_path)
    with Watching(kit, "--output", str(tmp_path / "out")) as watching:
        watching.said()
        shutil.rmtree(kit)
        assert not watching.said()["ok"]
        copied(tmp_path)
        assert watching.said()["changed"] == []
        edited(kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
        assert {row["sheet"] for row in watching.said()["changed"]} == {"rules"}


def test_what_is_written_into_the_kits_own_folder(tmp_path: Path) -> None:
    """Is no save: neither the file printed there nor what an editor leaves."""
    kit = copied(tmp_path)
    with Watching(kit, "--output", str(kit)) as watching:
        watching.said()
        for name in (".rules.md.swp", "rules.md~", "#rules.md#"):
            over(kit / name, "x")
        edited(kit / "rules.md", SENTENCE, "Normally you must sow widdershins.")
        assert len(watching.said()["changed"]) == 1
        assert watching.silent()


def test_words_that_no_longer_fit(tmp_path: Path) -> None:
    """A sheet that is asked for and has another name now is told, and the watch goes on."""
    kit = copied(tmp_path)
    with Watching(kit, "--sheets", "counters", "--output", str(tmp_path / "out")) as watching:
        watching.said()
        edited(kit / "kit.toml", 'name = "counters"', 'name = "tokens"')
        assert watching.said()["error"].startswith("unknown sheet 'counters'; ")
        edited(kit / "kit.toml", 'name = "tokens"', 'name = "counters"')
        assert watching.said()["pages"] == 1


def test_what_every_kit_reads(tmp_path: Path) -> None:
    """A macro, a profile and a font of the installation are followed, too."""
    for name in ("generator", "layouts", "fonts"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    words = "--sheets", "how-to-print,counters", "--output", str(tmp_path / "out")
    with Watching(Path("seed-circuit"), *words, cwd=tmp_path) as watching:
        watching.said()
        macros, profile = tmp_path / "layouts/macros/print.xml.j2", tmp_path / "layouts/profiles/normal.toml"
        edited(macros, "printer has shrunk the page.", "printer has made the page smaller.")
        assert [row["sheet"] for row in watching.said()["changed"]] == ["how-to-print"]
        over(profile, re.sub(r"(?m)^rule = [\d.]+", "rule = 1.25", profile.read_text(encoding="utf-8")))
        assert {row["sheet"] for row in watching.said()["changed"]} == {"how-to-print", "counters"}
        before = (tmp_path / "out" / "seed-circuit-sc-1-4p-a4-how-to-print-counters.pdf").read_bytes()
        fonts = tmp_path / "fonts"
        (fonts / "AtkinsonHyperlegibleNext-Regular.ttf").write_bytes(b"half")
        assert "error" in watching.said()
        shutil.copyfile(fonts / "NotoSans-Regular.ttf", fonts / "AtkinsonHyperlegibleNext-Regular.ttf")
        assert "how-to-print" in {row["sheet"] for row in watching.said()["changed"]}
        assert (tmp_path / "out" / "seed-circuit-sc-1-4p-a4-how-to-print-counters.pdf").read_bytes() != before


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process of its own")
def test_ctrl_c(tmp_path: Path) -> None:
    """Ends it with the status of an interruption and not a word."""
    with Watching(copied(tmp_path), "--output", str(tmp_path / "out")) as watching:
        watching.said()
        time.sleep(0.3)
        watching.process.send_signal(signal.SIGINT)
        assert watching.process.wait(10) == 130
        assert watching.process.stderr
        assert watching.process.stderr.read() == ""


def test_without_watchfiles(tmp_path: Path) -> None:
    """One sentence with the command that installs it, exit status 2."""
    script = (
        "import importlib.util as util, sys\nutil.find_spec = lambda name, *rest: None\n"
        "from generator.cli import main\nsys.exit(main(['watch', 'seed-circuit']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rr-print: this needs watchfiles, which is not here: pip install 'rr-print[preview]'\n"


@pytest.mark.parametrize(("words", "complaint"), [
    (["nowhere"], "unknown game 'nowhere'; "),
    (["seed-circuit", "--players", "9"], "--players: expected a whole number from 2 to 4, found '9'"),
    (["seed-circuit", "--format", "svg", "--output", "x.svg"], "--output: expected a folder"),
])  # fmt: skip
def test_words_that_cannot_be(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Are refused at once."""
    assert main(["watch", *words]) == 2
    assert capsys.readouterr().err.startswith(f"rr-print: {complaint}")
