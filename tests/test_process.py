"""The command as a process of its own: killed, run twice at once, without a second process."""

import ast
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator import __main__ as entry
from generator import apart
from generator.errors import PressLost

ROOT = Path(__file__).parents[1]
WORDS = ["quiet-dividend", "--sheets", "public-board"]


def started(output: Path) -> "subprocess.Popen[bytes]":
    """A print run with its own process group."""
    command = [sys.executable, "-m", "generator", *WORDS, "--output", str(output)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process so")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Twenty kills from the start of a run to its end: the file is the old one or the new one, whole."""
    file = tmp_path / "kit.pdf"
    begun = time.monotonic()
    assert started(file).wait() == 0
    lasted = time.monotonic() - begun
    new, old = file.read_bytes(), b"the kit of yesterday"
    moments = random.Random(20).sample(range(1000), 20)  # noqa: S311 - any twenty moments will do
    seen = set()
    for moment in moments:
        file.write_bytes(old)
        run = started(file)
        time.sleep(lasted * moment / 1000)
        run.send_signal(signal.SIGKILL)
        run.wait()
        seen.add(file.read_bytes())

    assert seen <= {old, new}
    assert old in seen


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_no_process_is_left_behind(tmp_path: Path) -> None:
    """The second process ends with the first, even when that one is killed."""
    run = started(tmp_path / "kit.pdf")
    time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    run.wait()
    end = time.monotonic() + 20
    while _of_session(run.pid) and time.monotonic() < end:
        time.sleep(0.05)

    assert _of_session(run.pid) == []


def _of_session(session: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_two_runs_at_once_into_one_file(tmp_path: Path) -> None:
    """Both end well, the file is whole, and nothing else is left in its folder."""
    file = tmp_path / "kit.pdf"
    assert started(file).wait() == 0
    alone = file.read_bytes()
    file.unlink()
    runs = [started(file), started(file)]

    assert [run.wait() for run in runs] == [0, 0]
    assert file.read_bytes() == alone
    assert list(tmp_path.iterdir()) == [file]


def test_where_the_system_cannot_fork(tmp_path: Path) -> None:
    """One process makes the same bytes as two."""
    two, one = tmp_path / "two.pdf", tmp_path / "one.pdf"
    assert started(two).wait() == 0
    script = f"import os\ndel os.fork\nimport sys\nsys.argv[1:] = {[*WORDS, '--output', str(one)]!r}\n"
    script += "from generator.__main__ import run\nrun()"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert one.read_bytes() == two.read_bytes()


def test_an_error_of_the_second_process_is_told() -> None:
    """What goes wrong there is raised here: an error as it is, or its words where it can't be sent."""

    class Unsendable(Exception):
        def __init__(self, one: int, two: int) -> None:
            super().__init__(f"{one} and {two}")

    assert str(apart._portable(ValueError("as it is"))) == "as it is"
    told = apart._portable(Unsendable(1, 2))
    assert (type(told), str(told)) == (RuntimeError, "Unsendable: 1 and 2")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes streams is needed")
@pytest.mark.parametrize(("words", "closed", "status"), [
    ("quiet-dividend --sheets public-board", ">&-", 0),
    ("quiet-dividend --sheets public-board", "2>&-", 0),
    ("quiet-dividend --sheets public-board", ">&- 2>&- <&-", 0),
    ("quiet-dividend --bogus", "2>&-", 2),
    ("list", ">&-", 0),
])  # fmt: skip
def test_closed_streams(words: str, closed: str, status: int, tmp_path: Path) -> None:
    """What was asked is done, or refused with its status; the file is a PDF, whichever stream was closed."""
    line = (
        f"'{sys.executable}' -m generator {words} {'--output ' + str(tmp_path) if 'public' in words else ''} {closed}"
    )
    run = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, check=False)

    assert run.returncode == status
    assert b"Traceback" not in run.stderr
    for file in tmp_path.glob("*.pdf"):
        assert file.read_bytes().startswith(b"%PDF-1.7")
    assert len(list(tmp_path.glob("*.pdf"))) == ("public" in words)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    ("where", "said"),
    [("> /dev/full", b"rr-print: standard output: No space left on device\n"), ("| true", b"")],
)
@pytest.mark.parametrize("words", ["quiet-dividend --sheets public-board --output", "replay quiet-dividend --pdf"])
def test_what_cannot_be_heard_is_not_written(words: str, where: str, said: bytes, tmp_path: Path) -> None:
    """Where standard output is full or its reader has gone, the exit status is 1 and nothing is left written."""
    line = f"'{sys.executable}' -m generator {words} '{tmp_path}/new/kit.pdf' {where}; echo $?"
    if where == "| true":
        line = f"{{ sleep 1; '{sys.executable}' -m generator {words} '{tmp_path}/new/kit.pdf'; echo $? >&2; }} | true"
    run = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, check=False)

    assert run.stdout + run.stderr in (b"1\n" + said, said + b"1\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep other limits")
def test_few_files_to_open(tmp_path: Path) -> None:
    """Where there are too few for a second process, one prints alone."""
    line = f"ulimit -n 5; exec '{sys.executable}' -m generator {' '.join(WORDS)} --output '{tmp_path}/kit.pdf'"
    run = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF-1.7")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep other limits")
def test_too_little_memory(tmp_path: Path) -> None:
    """One line, exit status 1, nothing written."""
    line = f"ulimit -v 20000; exec '{sys.executable}' -m generator quiet-dividend --output '{tmp_path}/kit.pdf'"
    run = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (run.returncode, run.stdout) == (1, "")
    assert re.fullmatch(r"rr-print: .+\n", run.stderr)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_grows_too_large(tmp_path: Path) -> None:
    """The message names the file that was asked for, as of a full disk; what could be kept for the next run is not."""
    line = f"ulimit -f 1; exec '{sys.executable}' -m generator quiet-dividend --output '{tmp_path}/kit.pdf'"
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    run = subprocess.run(["sh", "-c", line], cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"rr-print: {tmp_path}/kit.pdf: File too large\n"
    assert list(tmp_path.glob("*.p*")) == []


def test_warnings_as_errors(tmp_path: Path) -> None:
    """Python told to take every warning for an error finds none."""
    env = {**os.environ, "PYTHONWARNINGS": "error"}
    command = [sys.executable, "-m", "generator", *WORDS, "--output", str(tmp_path / "kit.pdf")]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    assert (run.returncode, run.stderr) == (0, "")


def test_ctrl_c_is_taken_care_of_first() -> None:
    """What the way in imports before it can be interrupted is part of Python, and there already."""
    tree = ast.parse(Path(entry.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)}

    assert names == {"os", "_signal", "sys"}


def test_a_second_process_that_has_ended() -> None:
    """Told as what it is, whether it ends before it is asked or before it has answered."""
    ends = [os.pipe(), os.pipe()]
    os.close(ends[0][0])
    os.close(ends[1][1])
    there, back = os.fdopen(ends[0][1], "wb"), os.fdopen(ends[1][0], "rb")
    press = apart.Apart(there, back)
    with pytest.raises(PressLost, match="has ended"):
        press.lay_out()
    with contextlib.suppress(BrokenPipeError):
        there.close()
    with Path(os.devnull).open("wb") as press.there, pytest.raises(PressLost, match="has ended"):
        press.lay_out()
    press.close()


@pytest.mark.parametrize(
    "settings",
    [
        {"RL_pageCompression": "0", "RL_useA85": "1", "RL_invariant": "1", "RL_rtlSupport": "1"},
        {"RL_pageCompression": "yes, please", "RL_xmlParser": "none"},
    ],
)
def test_settings_of_reportlab_change_no_byte(settings: dict[str, str], tmp_path: Path) -> None:
    """Neither the environment nor a file in the home folder nor a module reaches a page; none of them is run."""
    plain, other, run_by = tmp_path / "plain.pdf", tmp_path / "other.pdf", tmp_path / "run"
    assert started(plain).wait() == 0
    code = f"pageCompression = 0\nuseA85 = 1\nopen({str(run_by)!r}, 'w')\n"
    (tmp_path / ".reportlab_settings").write_text(code, encoding="utf-8")
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "reportlab_settings.py").write_text(code, encoding="utf-8")
    for where in ({}, {"PYTHONPATH": str(tmp_path / "modules")}):
        env = {**os.environ, "HOME": str(tmp_path), **settings, **where}
        command = [sys.executable, "-m", "generator", *WORDS, "--output", str(other)]
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

        assert (run.returncode, run.stderr) == (0, "")
        assert other.read_bytes() == plain.read_bytes()
        assert not run_by.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="this system has fewer names for folders")
def test_names_that_steer_a_terminal(tmp_path: Path) -> None:
    """What is told of a folder is plain text, wherever it stands: in a summary, a finding, a message."""
    output, kit = tmp_path / "a\x1b[31m\u202e\n", tmp_path / "kit\x1b[2J"
    kit.mkdir()
    for words in (
        [*WORDS, "--output", str(output)],
        [str(kit)],
        ["check", str(kit)],
        [f"{kit}/none"],
        ["quiet-dividend", "--sheets", "\x1b[31m"],
    ):
        command = [sys.executable, "-m", "generator", *words]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        (kit / "kit.toml").write_text("", encoding="utf-8")

        assert run.returncode in (0, 1, 2)
        assert not set("\x1b\u202e") & set(run.stdout + run.stderr)
        assert "\\x1b[" in run.stdout + run.stderr
