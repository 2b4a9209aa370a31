"""The words of the command line: what each asks for, every word that cannot be, exit statuses and shapes of JSON."""

import errno
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator import VERBS, __version__, build, checked
from generator.cli import main
from generator.errors import Finding, PressLost, Rejected
from generator.model import Kit, Request, Summary
from generator.places import shipped_kits
from generator.request import read_folder
from tests.craft.measure import Pdf

Capture = pytest.CaptureFixture[str]
Asked = Callable[..., tuple[Request, Path | None]]
SEED_SHEETS = (
    "how-to-print",
    "rules",
    "station-cards",
    "reverse-markers",
    "score-mats",
    "circuit-layout",
    "heat-record",
    "counters",
)
QUIET_SHEETS = ("how-to-print", "rules", "public-board", "player-records", "setup-reference")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Asked:
    """What words ask the build for, with nothing built."""

    def ask(*words: str) -> tuple[Request, Path | None]:
        heard: list[tuple[Request, Path | None]] = []

        def hear(_: Kit, request: Request, output: Path | None, *__: object) -> Summary:
            heard.append((request, output))
            return Summary((), 0, 0, 0, {}, 0)

        monkeypatch.setattr(build, "print_kit", hear)
        assert main(words) == 0, capsys.readouterr().err
        return heard[0]

    return ask


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make the build raise."""

    def broken(*_: object) -> Summary:
        raise error

    monkeypatch.setattr(build, "print_kit", broken)


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A process of its own, as a user starts it."""
    root = Path(__file__).parents[1]
    env = {**os.environ, "PYTHONPATH": str(root), **options.pop("env", {})}
    command = [sys.executable, "-m", "generator", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, **options)


# ---------------------------------------------------------------- what words ask for


def test_left_out_words_take_their_defaults(asked: Asked) -> None:
    """A game's name alone asks for the whole kit for the kit's own number of players, on A4."""
    request, output = asked("seed-circuit")

    assert request == Request(
        folder=shipped_kits()["seed-circuit"],
        players=4,
        setup=None,
        paper=request.paper,
        profile="normal",
        names=(),
        sheets=SEED_SHEETS,
        copies={},
        split=None,
    )
    assert (request.paper.name, output) == ("a4", None)


def test_every_word_is_heard(asked: Asked, tmp_path: Path) -> None:
    """Options may come in any order after the game, or before it; sheets are printed in the kit's order."""
    request, output = asked(
        "--players=3", "quiet-dividend", "--paper", "LETTER", "--names", " Pat ,Mo", "--setup", "early-opening",
        "--sheets", "public-board, rules", "--copies", "rules=2,public-board = 99", "--split", "sheet",
        "--output", str(tmp_path / "new"),
    )  # fmt: skip

    assert (request.players, request.paper.name, request.names) == (3, "letter", ("Pat", "Mo"))
    assert (request.setup, request.sheets) == ("early-opening", ("rules", "public-board"))
    assert (request.copies, request.split) == ({"rules": 2, "public-board": 99}, "sheet")
    assert output == tmp_path / "new"


def test_names_are_composed(asked: Asked) -> None:
    """A letter and its accent typed apart become the one character that fonts have."""
    request, _ = asked("seed-circuit", "--names", "Zoe\u0308")

    assert request.names == ("Zo\u00eb",)


def test_a_seat_in_the_middle_stays_blank(asked: Asked) -> None:
    """Nothing between two commas is a seat without a name."""
    request, _ = asked("seed-circuit", "--names", "Pat,,Lee")

    assert request.names == ("Pat", "", "Lee")


def test_a_shipped_game_is_called_by_the_folder_that_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`layouts/NAME` is said only where that is the folder read, not one that lies beside the user."""
    real = shipped_kits()["seed-circuit"]
    monkeypatch.chdir(real.parent.parent)
    assert read_folder("seed-circuit") == (real, "layouts/seed-circuit")

    shutil.copytree(real.parent, tmp_path / "layouts")
    monkeypatch.chdir(tmp_path)
    assert read_folder("seed-circuit") == (real, str(real))


@pytest.mark.parametrize("word", ["{here}/mine", "mine", "./mine/", "./check"])
def test_a_folder_is_a_kit(word: str, asked: Asked, kits: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path, a folder in the working folder, and one named like a verb when written with ./ are kits."""
    monkeypatch.chdir(kits)
    request, _ = asked(word.format(here=kits))

    assert request.folder.resolve() == (kits / ("check" if "check" in word else "mine")).resolve()


@pytest.fixture
def kits(tmp_path: Path) -> Path:
    """A folder with two copies of a kit, one named like a verb."""
    for name in ("mine", "check"):
        shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / name)
    return tmp_path


# ---------------------------------------------------------------- words that cannot be

OPTIONS = sorted(
    f"--{name}"
    for name in (
        *("players", "setup", "paper", "large-print", "text-size", "names", "sheets", "copies", "split"),
        *("format", "practice", "random", "pieces", "since", "dpi", "output", "json", "version", "help"),
    )
)
QUIET_NAMES = ", ".join(map(repr, sorted(QUIET_SHEETS)))
ONLY_PDF = "--large-print: only a PDF has a size of type; whoever reads"
FIRST_WORDS = ", ".join(map(repr, sorted([*VERBS, *shipped_kits()])))
CANNOT_BE = [
    ("", "missing argument 'GAME|FOLDER'; rr-print --help tells more"),
    ("seed-circus", "unknown game 'seed-circus'; did you mean 'seed-circuit'?"),
    ("Seed-Circuit", "unknown game 'Seed-Circuit'; did you mean 'seed-circuit'?"),
    ("-- list", "'list' is a command, which comes first; expected a game or a folder here"),
    ("chek", "unknown game 'chek'; did you mean 'check'?"),
    ("xyz", f"unknown game 'xyz'; expected one of {FIRST_WORDS}"),
    ("check xyz", "unknown game 'xyz'; expected one of 'quiet-dividend', 'seed-circuit'"),
    ("./nowhere", "no folder './nowhere'"),
    ("empty", "no kit in the folder 'empty': it has no kit.toml"),
    ("check ./empty", "no kit in the folder './empty': it has no kit.toml"),
    ("./file", "'./file' is a file; expected the folder of a kit"),
    ("chek seed-circuit", "unknown game 'chek'; did you mean 'check'?"),
    ("seed-circuit quiet-dividend", "got unexpected extra argument(s) (quiet-dividend); rr-print --help tells more"),
    ("seed-circuit --plyers 3", "unknown option '--plyers'; did you mean '--players'?"),
    ("replay seed-circuit --fist 3", "unknown option '--fist'; did you mean '--first'?"),
    ("seed-circuit --first 2", "unknown option '--first'; did you mean '--format'?"),
    ("seed-circuit --names \udcff", "--names: name 1 is no text in UTF-8: '\\udcff'"),
    ("seed-circuit --zz 2", "unknown option '--zz'; expected one of " + ", ".join(map(repr, OPTIONS))),
    ("seed-circuit --format htm", "unknown format 'htm'; did you mean 'html'?"),
    ("seed-circuit --format word", "unknown format 'word'; expected one of 'brf', 'html', 'pdf', 'png', 'svg', 'text'"),
    ("seed-circuit --format html --large-print", f"{ONLY_PDF} html sets it there"),
    ("seed-circuit --format text --text-size 24", f"{ONLY_PDF} text sets it there"),
    (
        "seed-circuit --format brf --split stock",
        "--split: expected 'sheet' with --format brf, which is not printed, found 'stock'",
    ),
    (
        "seed-circuit --format text --output a.pdf",
        "--output: expected a name in .txt or a folder for --format text, found 'a.pdf'",
    ),
    ("seed-circuit --text-size 20", "--text-size: expected 18, 24, 36 (in pt, for large print), found '20'"),
    ("seed-circuit --players", "option '--players' requires an argument; rr-print --help tells more"),
    ("seed-circuit --json=yes", "option '--json' does not take a value; rr-print --help tells more"),
    ("seed-circuit --players four", "--players: expected a whole number from 2 to 4, found 'four'"),
    ("seed-circuit --players 5", "--players: expected a whole number from 2 to 4, found '5'"),
    ("seed-circuit --players 1", "--players: expected a whole number from 2 to 4, found '1'"),
    ("seed-circuit --players -2", "--players: expected a whole number from 2 to 4, found '-2'"),
    ("seed-circuit --players 3.0", "--players: expected a whole number from 2 to 4, found '3.0'"),
    ("seed-circuit --players ٣", "--players: expected a whole number from 2 to 4, found '٣'"),
    ("quiet-dividend --players 7", "--players: expected a whole number from 2 to 6, found '7'"),
    ("seed-circuit --setup steady", "seed-circuit has no setups"),
    ("quiet-dividend --setup stedy", "unknown setup 'stedy'; did you mean 'steady'?"),
    ("seed-circuit --paper a5", "unknown paper 'a5'; expected one of 'a4', 'letter'"),
    ("seed-circuit --paper legal", "unknown paper 'legal'; expected one of 'a4', 'letter'"),
    ("seed-circuit --sheets ruls", "unknown sheet 'ruls'; did you mean 'rules'?"),
    ("seed-circuit --sheets rules,rules", "--sheets: 'rules' is named twice"),
    ("quiet-dividend --sheets counters", f"unknown sheet 'counters'; expected one of {QUIET_NAMES}"),
    ("seed-circuit --copies heat-record", "--copies: expected NAME=K, found 'heat-record'"),
    ("seed-circuit --copies heat-recrd=2", "unknown sheet 'heat-recrd'; did you mean 'heat-record'?"),
    ("seed-circuit --copies rules=0", "--copies rules: expected a whole number from 1 to 99, found '0'"),
    ("seed-circuit --copies rules=100", "--copies rules: expected a whole number from 1 to 99, found '100'"),
    ("seed-circuit --copies rules=1,rules=2", "--copies: 'rules' is named twice"),
    ("seed-circuit --sheets rules --copies counters=2", "--copies: 'counters' is not among the sheets to print"),
    ("seed-circuit --split stok", "unknown split 'stok'; did you mean 'stock'?"),
    ("seed-circuit --split stock --output kit.pdf", "--output: expected a folder with --split, found 'kit.pdf'"),
    ("seed-circuit --names A,B,C,D,E", "--names: expected at most 4, one for each player, found 5"),
    ("seed-circuit --players 2 --names A,B,C", "--names: expected at most 2, one for each player, found 3"),
    ("seed-circuit --names ,,", "--names: expected a name, found none in ',,'"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message"), CANNOT_BE)
def test_a_word_that_cannot_be(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Each is answered in one line on stderr that names it, with exit status 2, and nothing is written."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)

    assert main(words.split()) == 2
    assert capsys.readouterr() == ("", f"rr-print: {message}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file"]


def test_words_too_long(capsys: Capture) -> None:
    """What no file system can hold is just no folder, and what no kit can mean is just no number."""
    assert main(["x/" * 5000]) == 2
    assert capsys.readouterr().err.startswith("rr-print: no folder 'x/x/")
    assert main(["seed-circuit", "--players", "9" * 5000]) == 2
    assert capsys.readouterr().err.startswith("rr-print: --players: expected a whole number from 2 to 4, found '99")


def test_empty_words(capsys: Capture) -> None:
    """An empty word is no word."""
    for option, message in (
        ("--output", "--output: expected a file or a folder, found nothing"),
        ("--names", "--names: expected a name, found none in ''"),
        ("--players", "--players: expected a whole number from 2 to 4, found ''"),
        ("--copies", "--copies: expected NAME=K, found ''"),
    ):
        assert main(["seed-circuit", option, ""]) == 2
        assert capsys.readouterr() == ("", f"rr-print: {message}\n")


# ---------------------------------------------------------------- what goes wrong in the work


def test_findings(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Findings stand on stderr, one a line; with --json on stdout too, as one object; exit status 1."""
    fail_with(monkeypatch, Rejected([Finding("a/rules.md", 7, "b"), Finding("a/kit.toml", 3, "c")]))

    assert main(["seed-circuit"]) == 1
    assert capsys.readouterr() == ("", "a/kit.toml:3: c\na/rules.md:7: b\n")
    assert main(["seed-circuit", "--json"]) == 1
    shown = capsys.readouterr()
    assert shown.err == "a/kit.toml:3: c\na/rules.md:7: b\n"
    assert json.loads(shown.out) == {
        "ok": False,
        "findings": [
            {"path": "a/kit.toml", "line": 3, "message": "c"},
            {"path": "a/rules.md", "line": 7, "message": "b"},
        ],
    }


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied", "out/a.pdf"),
            2,
            "cannot write 'out/a.pdf': Permission denied",
        ),
        (OSError(errno.EROFS, "Read-only file system"), 2, "cannot write 'kit.pdf': Read-only file system"),
        (OSError(errno.ENOSPC, "No space left on device", "a.pdf"), 1, "a.pdf: No space left on device"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "No space left on device"),
        (OSError(errno.EFBIG, "File too large", "a.pdf"), 1, "a.pdf: File too large"),
        (MemoryError(), 1, "no memory is left"),
        (PressLost("the process has ended"), 1, "the process has ended"),
        (KeyError("x"), 1, "our own mistake, not yours: KeyError: 'x'; python -X dev -m generator shows where"),
    ],
)
def test_trouble(error: Exception, status: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """An output that can't be written is a word that cannot be; a full disk is not. No traceback is ever shown."""
    fail_with(monkeypatch, error)

    assert main(["seed-circuit", "--output", "kit.pdf"]) == status
    assert capsys.readouterr() == ("", f"rr-print: {message}\n")
    assert main(["seed-circuit", "--output", "kit.pdf", "--json"]) == status
    assert capsys.readouterr() == (json.dumps({"error": message}) + "\n", f"rr-print: {message}\n")


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Ctrl-C ends the command without a word, exit status 130."""
    fail_with(monkeypatch, KeyboardInterrupt())

    assert main(["seed-circuit"]) == 130
    assert capsys.readouterr() == ("", "")


def test_interrupted_inside_a_library_that_catches_everything() -> None:
    """Ctrl-C can't be swallowed: the process ends at once, exit status 130, without a word."""
    script = (
        "import signal, sys, generator.cli, generator.__main__ as entry\n"
        "def work(*_):\n"
        "    try: signal.raise_signal(signal.SIGINT)\n"
        "    except BaseException: pass\n"
        "    return 0\n"
        "generator.cli.main = work\n"
        "entry.run()"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=root)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_reader_that_has_gone() -> None:
    """A closed pipe after rr-print ends it quietly."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "generator", "list"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    os.close(writer)

    assert (done.returncode, done.stderr) == (1, b"")


def test_output_that_the_terminal_cannot_show() -> None:
    """A name outside the terminal's characters is escaped, never a traceback."""
    done = run("seed-circuit", "--players", "٣", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rr-print: --players: expected a whole number from 2 to 4, found '\\u0663'\n"


# ---------------------------------------------------------------- short answers


@pytest.mark.parametrize("verb", ["", "list", "check", "replay", "diff"])
def test_help(verb: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command tells of its options and of the exit statuses, in plain text."""
    monkeypatch.setenv("COLUMNS", "80")

    assert main([*verb.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: rr-print {verb}".strip())
    assert "Exit status: 0 done; 1 a finding, an illegal move or a full disk;" in shown
    assert "--json" in shown
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= 80
    if not verb:
        assert [option for option in OPTIONS if option not in shown] == []
        assert [word for word in ("list", "check", "replay", "diff") if f"  {word} " not in shown] == []


def test_list(capsys: Capture) -> None:
    """People and scripts learn the same of each game."""
    assert main(["list", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert games == [
        {
            "name": "quiet-dividend",
            "title": "The Quiet Dividend",
            "edition": "QD-1",
            "players": {"min": 2, "max": 6, "default": 4},
            "setups": ["steady", "early-opening", "seasonal"],
            "sheets": list(QUIET_SHEETS),
        },
        {
            "name": "seed-circuit",
            "title": "Seed Circuit",
            "edition": "SC-1",
            "players": {"min": 2, "max": 4, "default": 4},
            "setups": [],
            "sheets": list(SEED_SHEETS),
        },
    ]

    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert "seed-circuit: Seed Circuit (SC-1), 2 to 4 players, 4 by default\n  sheets: how-to-print, rules," in shown
    assert "\n  setups: steady, early-opening, seasonal\n" in shown


def test_no_game_bears_a_verbs_name() -> None:
    """A first word means one thing only."""
    assert not set(VERBS) & set(shipped_kits())


def test_version_is_answered_without_heavy_imports() -> None:
    """`--version` reads none of the packages that print, nor typer's own heavy helpers."""
    heavy = ("reportlab", "jinja2", "pypdf", "rich", "pydantic", "markdown_it", "PIL", "tomllib", "generator.build")
    script = (
        "import sys\nfrom generator.__main__ import main\nsys.argv[1:] = ['--version']\nassert main() == 0\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=root)

    assert done.stdout == f"rr-print {__version__}\n[]\n"


REPLAY = ("_wording", "generator.moves", "generator.ask", "printed_rules", "position_sheet")
"""Modules that only a replay needs."""
CHANGES = tuple(
    f"generator.{name}"
    for name in ("pick", "edition", "editions", "diff", "mixing", "changes", "reprint", "readback", "checked")
)
"""Modules that only a lost piece, `diff` and `--since` need, or `check`."""
OWN = ("generator.schema", "new_kit", "contract", "importlib.metadata")
"""Modules that only a kit or a game of one's own needs."""


SEEN = ("pictures", "preview", "watchfiles", "starlette", "uvicorn", "asyncio", "pypdfium2")
"""What only pictures and a preview need."""


def test_printing_reads_nothing_that_others_need(tmp_path: Path) -> None:
    """What the engines say of printed rules, of ways to a position and at the table is not read for a print."""
    script = (
        "import sys\nfrom generator.cli import main\n"
        f"assert main(['seed-circuit', '--sheets', 'counters', '--output', {str(tmp_path)!r}]) == 0\n"
        f"names = ('rulebook', 'ways', 'coverage', 'reach', 'search', *{(*REPLAY, *CHANGES, *OWN, *SEEN)!r})\n"
        "print([name for name in sys.modules if name.endswith(names)])"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=root)

    assert done.stdout.splitlines()[-1] == "[]"


# ---------------------------------------------------------------- the whole way


def test_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A sheet is printed into the folder output/, and the summary says what it holds."""
    monkeypatch.chdir(tmp_path)

    assert main(["seed-circuit", "--sheets", "station-cards", "--json"]) == 0
    shown = capsys.readouterr()
    name = "output/seed-circuit-sc-1-4p-a4-station-cards.pdf"
    assert shown.err == ""
    assert json.loads(shown.out) == {
        "files": [name],
        "pages": 2,
        "paper_sheets": 0,
        "card_sheets": 2,
        "pieces": {"station-card": 8},
        "examples_proved": 0,
    }
    assert [path.name for path in (tmp_path / "output").iterdir()] == [Path(name).name]

    assert main(["seed-circuit", "--sheets", "station-cards"]) == 0
    assert capsys.readouterr().out.split("\n") == [
        name,
        "  pages            2",
        "  sheets of paper  0",
        "  sheets of card   2",
        "  station-card     8",
        "  examples proved  0",
        "",
    ]


def test_print_split(tmp_path: Path, capsys: Capture) -> None:
    """A folder that is missing is made; each file is named after its stock, or after its sheet."""
    words = [
        "seed-circuit",
        "--sheets",
        "station-cards,heat-record",
        "--output",
        str(tmp_path / "new" / "kits"),
        "--json",
    ]
    stem = str(tmp_path / "new" / "kits" / "seed-circuit-sc-1-4p-a4-station-cards-heat-record-")

    for split, names in (("stock", ["card", "paper"]), ("sheet", ["heat-record", "station-cards"])):
        assert main([*words, "--split", split]) == 0
        files = json.loads(capsys.readouterr().out)["files"]
        assert sorted(files) == [f"{stem}{name}.pdf" for name in names]
        assert [Path(file).read_bytes()[:5] for file in files] == [b"%PDF-", b"%PDF-"]


def test_print_into_a_place_that_cannot_be(tmp_path: Path, capsys: Capture) -> None:
    """A folder that is a file can't be written into: exit status 2, the file is left alone."""
    (tmp_path / "file").write_text("mine")

    assert main(["seed-circuit", "--sheets", "counters", "--output", str(tmp_path / "file" / "kit.pdf")]) == 2
    assert capsys.readouterr().err.startswith("rr-print: cannot write ")
    assert (tmp_path / "file").read_text() == "mine"


POSITIONS = "12 positions: 12 can occur, in at most 26 moves\n"


@pytest.mark.usefixtures("one_request")
@pytest.mark.parametrize(("game", "count", "rules"), [("seed-circuit", 12, 36), ("quiet-dividend", 10, 27)])
def test_check(game: str, count: int, rules: int, capsys: Capture) -> None:
    """Both games are without a finding, each example proved by a claim at least, each rule shown or never in play."""
    assert main(["check", game, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["ok"], shown["findings"]) == (True, [])
    assert len(shown["examples"]) == count
    for example in shown["examples"]:
        assert (example["claims"] >= 1, example["proved"]) == (True, True)
        assert example["path"] == f"layouts/{game}/rules.md"
        assert example["line"] >= 1
        assert (example["illustration"], "line" in example["reach"]) == (False, True)
        assert list(example["reach"]) == ["players", "setup", "first", "line"]
    assert len(shown["rules"]) == rules
    known, text = {example["id"] for example in shown["examples"]}, _lines(game)
    for rule in shown["rules"]:
        assert rule["path"] == f"layouts/{game}/rules.md"
        assert f"{{#{rule['id']}}}" in text[rule["line"] - 1]
        assert ("examples" in rule) != ("never" in rule)
        assert set(rule.get("examples", known)) <= known
        assert rule.get("examples") or rule["never"]


def _lines(game: str) -> list[str]:
    return (shipped_kits()[game] / "rules.md").read_text(encoding="utf-8").splitlines()


def test_check_tells_of_the_rules_in_one_line() -> None:
    """How many there are and how many are shown; which never come up, where there are such."""
    shown = {"id": "one", "path": "rules.md", "line": 1, "examples": ["first"]}
    never = {"id": "two", "path": "rules.md", "line": 2, "never": "There is one."}

    assert [*checked.rules_line([shown, {**shown, "id": "three"}])] == ["2 rules decided, all shown"]
    assert [*checked.rules_line([shown, {**shown, "examples": []}])] == ["2 rules decided, 1 shown"]
    assert [*checked.rules_line([shown, never])] == ["2 rules decided, 1 shown, never in play: two"]


def test_check_tells_of_the_positions() -> None:
    """A command that leads to each, or why there is none; a folder's name as a shell takes it."""
    base = {"id": "one", "path": "rules.md", "line": 1, "claims": 1, "proved": True}
    way = {"players": 3, "setup": "steady", "first": 2, "line": ["join A", "pass"]}
    told = [{**base, "reach": reach} for reach in (way, {"impossible": "Why."}, {"undecided": "So."})]
    said = [[*checked.example_lines("./my kit", example, True)][1:] for example in told]

    assert said == [
        ['  rr-print replay \'./my kit\' --players 3 --setup steady --first 2 "join A" "pass"'],
        ["  can't occur: Why."],
        ["  not decided: So."],
    ]
    assert [*checked.positions_line(told)] == [
        "3 positions: 1 can occur, in at most 2 moves, 1 can't occur, 1 not decided"
    ]
    assert [*checked.positions_line([base])] == []


@pytest.mark.usefixtures("one_request")
def test_check_prints_commands_that_lead_to_the_examples(capsys: Capture) -> None:
    """Each is a command of its own, and the referee plays it to what the example states."""
    assert main(["check", "quiet-dividend", "--lines"]) == 0
    shown = capsys.readouterr().out.splitlines()
    at = next(number for number, said in enumerate(shown) if ": payout-before-reset: " in said)
    command = shown[at + 1]
    assert command.startswith('  rr-print replay quiet-dividend --players 2 --setup seasonal "join ')
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    position = json.loads(capsys.readouterr().out)
    assert (position["lap"], position["seat"], position["values"]) == (2, 2, {"A": 1, "B": 2, "C": 3})
    assert position["shares"] == [{"A": 0, "B": 0, "C": 2}, {"A": 0, "B": 1, "C": 0}]
    assert shown[-2:] == ["10 positions: 10 can occur, in at most 11 moves", "10 examples proved, 0 findings"]


@pytest.mark.usefixtures("one_request")
def test_check_finds_a_rule_that_no_example_shows(kits: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """At its line in the rules, and in the line that counts them."""
    monkeypatch.chdir(kits)
    file = kits / "mine" / "rules.md"
    text = file.read_text(encoding="utf-8")
    assert text.count("  winners: 1 2\n") == 1
    file.write_text(text.replace("  winners: 1 2\n", ""), encoding="utf-8")
    line = text.split("{#winner}")[0].count("\n") + 1

    assert main(["check", "./mine"]) == 1
    shown = capsys.readouterr()
    said = "rule 'winner', 'The highest total wins; leaders that are tied share the win.'"
    assert shown.err == f"./mine/rules.md:{line}: {said}: expected an example that shows it, found none\n"
    assert shown.out.endswith("36 rules decided, 35 shown\n" + POSITIONS + "12 examples proved, 1 finding\n")


def test_check_of_a_broken_kit(kits: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A kit that can't even be read gives the same shape, its folder named as the user named it."""
    monkeypatch.chdir(kits)
    file = kits / "mine" / "kit.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("laps_per_heat = 3", "laps_per_heat = 0"), encoding="utf-8"
    )
    line = file.read_text(encoding="utf-8").split("laps_per_heat")[0].count("\n") + 1
    message = "rules.laps_per_heat: expected a whole number from 1 to 12, found 0"

    assert main(["check", "./mine", "--json"]) == 1
    shown = capsys.readouterr()
    assert shown.err == f"./mine/kit.toml:{line}: {message}\n"
    assert json.loads(shown.out) == {
        "ok": False,
        "findings": [{"path": "./mine/kit.toml", "line": line, "message": message}],
        "examples": [],
        "rules": [],
    }
    assert main(["check", "./mine"]) == 1
    assert capsys.readouterr() == ("0 examples proved, 1 finding\n", f"./mine/kit.toml:{line}: {message}\n")


@pytest.mark.usefixtures("one_request", "no_search")
def test_check_tells_how_many_claims_failed(kits: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """With target 5 on station 3 six of the sixteen claims of the REVERSE example fall; the others still hold."""
    monkeypatch.chdir(kits)
    file = kits / "mine" / "kit.toml"
    source = file.read_text(encoding="utf-8").replace("targets = [2, 3, 4,", "targets = [2, 3, 5,")
    file.write_text(source.replace("size.large", "# size.large"), encoding="utf-8")

    assert main(["check", "./mine"]) == 1
    lines = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert "reverse: 6 of 16 claims refused" in lines
    assert "as-many-as-stations: 17 claims proved" in lines


@pytest.mark.parametrize(
    ("split", "told"),
    [
        (
            "stock",
            "in the file whose name ends in paper.pdf, what is printed on card in the one that ends in card.pdf.",
        ),
        ("sheet", "Each sheet has a file of its own, whose name ends in the sheet’s name: counters.pdf holds page N."),
    ],
)
def test_a_split_kit_tells_which_file_holds_what(split: str, told: str, tmp_path: Path) -> None:
    """The how-to-print sheet numbers the pages of the whole kit, so it says in which file they are."""
    assert main(["seed-circuit", "--split", split, "--output", str(tmp_path)]) == 0
    (file,) = [*tmp_path.glob("*-paper.pdf"), *tmp_path.glob("*-how-to-print.pdf")]

    leaves = Pdf(file.read_bytes()).sheet("How to print")
    said = " ".join(" ".join(run.text for leaf in leaves for run in leaf.runs if run.roles).split())
    last = re.search(r"Page \d+ of (\d+)", " ".join(run.text for run in leaves[0].runs))
    assert last
    assert told.replace("N", last[1]) in said.replace(" ,", ",").replace(" .", ".")


# ---------------------------------------------------------------- names that cannot be


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("\N{GRINNING FACE}", "score-mat 1: '\N{GRINNING FACE}': no font here prints U+1F600 GRINNING FACE"),
        ("\u65e5", "score-mat 1: '\u65e5': no font here prints U+65E5 CJK UNIFIED IDEOGRAPH-65E5"),
    ],
)
def test_a_name_that_no_font_has(name: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    """A word of the command line that cannot be, not a finding in the kit; nothing is written."""
    words = ["seed-circuit", "--sheets", "score-mats", "--names", name, "--output", str(tmp_path / "kit.pdf")]

    assert main(words) == 2
    assert capsys.readouterr().err == f"rr-print: --names: {message}; spell it with other characters\n"
    assert list(tmp_path.iterdir()) == []


def test_a_name_too_long_for_its_field(tmp_path: Path, capsys: Capture) -> None:
    """The piece and the excess are named."""
    words = [
        "seed-circuit",
        "--sheets",
        "score-mats",
        "--names",
        "Pat," + "M" * 40,
        "--output",
        str(tmp_path / "kit.pdf"),
    ]

    assert main(words) == 2
    assert re.fullmatch(
        r"rr-print: --names: score-mat 2: 'M{40}' is \d+\.\d mm wider than its field of \d+\.\d mm; "
        r"give a shorter name\n",
        capsys.readouterr().err,
    )


LONG = (
    "Konstantinos",
    "Annemariekchen",
    "Lakshminarayan",
    "Wilhelmina-Charlotte",
    "Maximilian Aurelius",
    "Oluwafunmilayo",
)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_given_names(paper: str, tmp_path: Path) -> None:
    """Given names of fourteen letters print for four players; longer ones part at a space or a hyphen."""
    for names in (LONG[:4], LONG[2:]):
        words = ["seed-circuit", "--names", ",".join(names), "--paper", paper, "--output", str(tmp_path / "kit.pdf")]
        assert main(words) == 0

    record = Pdf((tmp_path / "kit.pdf").read_bytes()).sheet("Heat record")[0]
    heads = [run.text.strip() for run in record.runs if run.within("TH")]
    assert [text for text in heads if text.startswith(("Wil", "Cha", "Max", "Aur"))] == [
        "Wilhelmina-",
        "Charlotte",
        "Maximilian",
        "Aurelius",
    ]


def test_names_of_many_scripts(tmp_path: Path) -> None:
    """Latin, Greek and Cyrillic names print; a tab is a space."""
    file = tmp_path / "kit.pdf"

    assert (
        main(
            [
                "seed-circuit",
                "--names",
                "Zo\u00eb,\u0395\u03bb\u03ad\u03bd\u03b7,\u0418\u0433\u043e\u0440\u044c,A\tB",
                "--output",
                str(file),
            ]
        )
        == 0
    )
    assert file.read_bytes().startswith(b"%PDF-1.7")
