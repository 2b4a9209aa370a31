"""Files written whole or not at all, whatever fails and whoever ends the process."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.write import write

ROOT = Path(__file__).parents[1]


def test_files_are_written_and_folders_made(tmp_path: Path) -> None:
    """Every file, whole; nothing else in the folder."""
    file = tmp_path / "a" / "b" / "kit.pdf"
    write({file: b"one"})
    write({file: b"two"})

    assert file.read_bytes() == b"two"
    assert list(file.parent.iterdir()) == [file]


def test_a_failure_changes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the second of two files can't be written, the first is as it was and nothing is left behind."""
    first, second = tmp_path / "one.pdf", tmp_path / "new" / "folder" / "two.pdf"
    first.write_bytes(b"old")
    calls = []

    def full(_: int) -> None:
        calls.append(1)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write({first: b"new", second: b"new"})

    assert caught.value.filename == str(second)
    assert first.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [first]


def test_what_cannot_be_a_file(tmp_path: Path) -> None:
    """A folder of that name, or a file where a folder should be; the message names it."""
    (tmp_path / "kit.pdf").mkdir()
    (tmp_path / "taken").write_bytes(b"")
    for path, wrong in ((tmp_path / "kit.pdf", "kit.pdf"), (tmp_path / "taken" / "kit.pdf", "taken")):
        with pytest.raises(OSError, match=r"directory|exists") as caught:
            write({path: b"new"})
        assert str(caught.value.filename) == str(tmp_path / wrong)


def test_what_cannot_be_told_is_not_put_in_its_place(tmp_path: Path) -> None:
    """Whoever asked has to hear of the files; else they are as they were."""
    old, new = tmp_path / "old.pdf", tmp_path / "folder" / "new.pdf"
    old.write_bytes(b"old")

    def say() -> None:
        assert old.read_bytes() == b"old"
        raise LookupError

    with pytest.raises(LookupError):
        write({old: b"new", new: b"new"}, say)

    assert old.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("links", [True, False])
def test_a_rename_that_fails(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three files the third can't be put in its place: the first is the old one again, the second is not there."""
    paths = [tmp_path / name for name in ("one.pdf", "two.pdf", "three.pdf")]
    for path in (paths[0], paths[2]):
        path.write_bytes(b"old")
    replace = Path.replace

    def sometimes(self: Path, target: Path) -> Path:
        if target == paths[2] and self.read_bytes() == b"new":
            raise PermissionError(errno.EPERM, "Operation not permitted", str(self), str(target))
        return replace(self, target)

    def never(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "replace", sometimes)
    if not links:
        monkeypatch.setattr(os, "link", never)
    with pytest.raises(PermissionError) as caught:
        write(dict.fromkeys(paths, b"new"))

    assert (caught.value.filename, caught.value.filename2) == (str(paths[2]), None)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"one.pdf": b"old", "three.pdf": b"old"}


def test_a_link_is_replaced_by_the_file(tmp_path: Path) -> None:
    """What a link leads to stays as it is."""
    there, link = tmp_path / "there.pdf", tmp_path / "kit.pdf"
    there.write_bytes(b"old")
    link.symlink_to(there)
    write({link: b"new"})

    assert (there.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"old", b"new", False)


@pytest.mark.skipif(sys.platform == "win32", reason="this system ends processes in another way")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_ended_while_it_writes(name: str, tmp_path: Path) -> None:
    """Ctrl-C, twice even, or a request to end: no file and no folder is left, and the status tells of the signal."""
    script = (
        "import os, signal, sys, generator.__main__ as entry\n"
        "from pathlib import Path\n"
        "from generator import write\n"
        f"number = signal.{name}\n"
        "def work():\n"
        "    def say():\n"
        "        unlink, Path.unlink = Path.unlink, lambda *a, **k: (os.kill(os.getpid(), number), unlink(*a, **k))\n"
        "        os.kill(os.getpid(), number)\n"
        "    write.write({Path(sys.argv[1], 'a', 'one.pdf'): b'1', Path(sys.argv[1], 'two.pdf'): b'2'}, say)\n"
        "entry.main = work\n"
        "entry.run()"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (128 + getattr(__import__("signal"), name), b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_ended_when_all_is_done(tmp_path: Path) -> None:
    """A file that is in its place is no failure any more."""
    script = (
        "import signal, sys, generator.__main__ as entry\n"
        "from pathlib import Path\n"
        "from generator import write\n"
        "def work():\n"
        "    write.write({Path(sys.argv[1], 'one.pdf'): b'1'})\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    return 0\n"
        "entry.main = work\n"
        "entry.run()"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "one.pdf").read_bytes() == b"1"
