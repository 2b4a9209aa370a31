"""The guide to a game of one's own, carried out word for word: a package in an environment of its own."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from generator.cli import main

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
_FILE = re.compile(r"^### `([^`]+)`\n\n(`{3,})\w+\n(.*?\n)\2\n", re.DOTALL | re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?\n)```\n", re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.system


def files() -> Mapping[str, str]:
    """The files that the guide shows."""
    return {name: text for name, _, text in _FILE.findall(GUIDE)}


def commands() -> Iterator[tuple[str, str]]:
    """Every command of the guide and what it shows of its output."""
    for block in _CONSOLE.findall(GUIDE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def timeless(text: str) -> str:
    """An output without what differs from run to run."""
    return re.sub(r"in \d+\.\d+s", "in 0.60s", text)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """A new virtual environment with rr-print installed from here, and what it needs from this one: no network."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    home = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (home / "needed.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "PATH": os.pathsep.join([str(scripts), os.environ["PATH"]]),
        "PIP_NO_BUILD_ISOLATION": "0",  # as pip reads it: without isolation
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", str(ROOT)]
    subprocess.run(install, env=variables, check=True)
    return variables


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file of the guide."""
    folder = tmp_path_factory.mktemp("work")
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(command: str, work: Path, environment: Mapping[str, str]) -> str:
    """What a command says, on both streams."""
    done = subprocess.run(
        ["bash", "-c", command], cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False,
    )  # fmt: skip
    return done.stdout


@pytest.fixture(scope="module")
def carried_out(work: Path, environment: Mapping[str, str]) -> Mapping[str, str]:
    """What each command of the guide says, in its turn; the game is installed then."""
    return {command: run(command, work, environment) for command, _ in commands()}


def test_the_guide_is_whole() -> None:
    """Every file of its tree is shown, and nothing else is."""
    tree = re.search(r"^```text\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    assert tree
    shown = {line.split()[0] for line in tree[1].splitlines() if not line.split()[0].endswith("/")}

    assert {Path(name).name for name in files()} == shown
    assert len(files()) == 9
    assert len(list(commands())) == 8


def test_the_guide(work: Path, carried_out: Mapping[str, str]) -> None:
    """Each command in its turn says what the guide says, word for word."""
    for command, output in commands():
        assert timeless(carried_out[command]) == output, command
    pdfs = {path.name for path in (work / "output").iterdir()}

    assert pdfs == {"last-bean-lb-1-3p-a4.pdf", "my-bean-lb-1-2p-a4-large-rules-beans.pdf"}
    assert all((work / "output" / name).read_bytes().startswith(b"%PDF-1.7") for name in pdfs)


@pytest.mark.usefixtures("carried_out")
@pytest.mark.parametrize(("command", "said"), [
    ("rr-print list | tail -n 2 | head -n 1", "last-bean: Last Bean (LB-1), 2 to 4 players, 2 by default\n"),
    ("rr-print last-bien", "rr-print: unknown game 'last-bien'; did you mean 'last-bean'?\n"),
    ("rr-print check last-bean | tail -n 1", "2 examples proved, 0 findings\n"),
    ("rr-print last-bean --output a.pdf >log; rr-print check a.pdf | tail -n 1", "2 examples proved, 0 findings\n"),
    ("rr-print last-bean --format text --output a.txt >log; grep 'in a heap' a.txt", "Put fifteen beans in a heap.\n"),
    ("rr-print schema last-bean | grep -c 'Beans in the heap at the start. A whole number from 2 to 99.'", "1\n"),
    ("rr-print replay last-bean --pdf where.pdf 'take 3' | tail -n 1", "The position is drawn in where.pdf.\n"),
    ("rr-print explain last-bean 2>&1 >explained.txt; grep -c 'rules.beans' explained.txt", "1\n"),
])  # fmt: skip
def test_every_command_knows_it(command: str, said: str, work: Path, environment: Mapping[str, str]) -> None:
    """As if it came with rr-print."""
    assert run(command, work, environment) == said


@pytest.mark.usefixtures("carried_out")
def test_a_wrong_rule_is_found(work: Path, environment: Mapping[str, str]) -> None:
    """A turn that does not pass: the claims of the first example say so, at their lines."""
    engine = work / "last-bean" / "last_bean" / "__init__.py"
    whole = engine.read_text(encoding="utf-8")
    engine.write_text(whole.replace("state.seat % state.players + 1", "state.seat"), encoding="utf-8")
    run("python -m pip install --quiet --force-reinstall --no-deps ./last-bean", work, environment)
    said = run("rr-print check last-bean/last_bean/last-bean", work, environment)
    engine.write_text(whole, encoding="utf-8")
    run("python -m pip install --quiet --force-reinstall --no-deps ./last-bean", work, environment)

    assert "rules.md:30: example 'first-turns': seat_next: claimed 2, the engine finds 1" in said
    assert run("rr-print check last-bean | tail -n 1", work, environment) == "2 examples proved, 0 findings\n"


@pytest.mark.usefixtures("carried_out")
@pytest.mark.parametrize(("change", "said"), [
    (("import sys", "import sys, no_such_module"),
     "the installed engine 'last-bean' can't be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
    (("def other_way", "def other"), None),
    (("def read_move(", "def read_moves("), "the installed engine 'last-bean' lacks read_move"),
])  # fmt: skip
def test_an_engine_that_is_not_whole(
    change: tuple[str, str], said: str | None, work: Path, environment: Mapping[str, str]
) -> None:
    """It is told at the kit's line that names it, and `list` still lists the others."""
    place = Path(run("python -c 'import last_bean; print(last_bean.__file__)'", work, environment).strip())
    whole = place.read_text(encoding="utf-8")
    place.write_text(whole.replace(*change), encoding="utf-8")
    try:
        found = run("rr-print list", work, environment)
        told = run("python -m generator.contract last-bean", work, environment)
    finally:
        place.write_text(whole, encoding="utf-8")

    assert "seed-circuit: Seed Circuit (SC-1)" in found
    assert "Traceback" not in found + told
    if said:
        assert found.splitlines()[0] == f"{place.parent}/last-bean/kit.toml:3: engine: {said}"
    else:
        assert "last-bean: wording: the engine raises AttributeError: " in told


@pytest.mark.usefixtures("carried_out")
def test_a_folder_goes_before_an_installed_game(work: Path, environment: Mapping[str, str]) -> None:
    """The word means the folder, if that holds a kit; else the game."""
    (work / "play").mkdir()
    run("mkdir -p play/last-bean && cd play && rr-print last-bean --sheets beans", work, environment)
    assert [path.name for path in (work / "play" / "output").iterdir()] == ["last-bean-lb-1-2p-a4-beans.pdf"]
    run("cp -r last-bean/last_bean/last-bean play/", work, environment)
    run("sed -i s/LB-1/LB-2/ play/last-bean/kit.toml; cd play && rr-print last-bean --sheets beans", work, environment)
    assert (work / "play" / "output" / "last-bean-lb-2-2p-a4-beans.pdf").is_file()


def test_without_the_package_the_engine_is_unknown(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Here, where it is not installed: the names of those that are."""
    assert main(["check", str(work / "last-bean" / "last_bean" / "last-bean")]) == 1
    said = "kit.toml:3: engine: unknown engine 'last-bean'; expected one of 'quiet-dividend', 'seed-circuit'\n"
    assert capsys.readouterr().err.endswith(said)
