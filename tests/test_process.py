"""The command as a process of its own: killed, run twice at once, without a second process."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator import apart

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
