"""What one run keeps for the next: found again, never stale, and never in the way."""

import os
import pickle
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import kept

MARK = b"m" * 32


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder in which this test's things are kept, not yet made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept._folder.cache_clear()
    kept._tidy.cache_clear()
    yield tmp_path / f"rr-print-{os.getuid()}"
    kept._folder.cache_clear()
    kept._tidy.cache_clear()


def made(mark: bytes, what: str) -> str:
    """What is remembered as `thing`, made anew as `what`."""
    return kept.remembered("thing", mark, lambda: what)


def test_it_is_found_again() -> None:
    """The second time, nothing is worked out."""
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "first"]


def test_another_mark_has_it_made_again() -> None:
    """What was made from something else takes its place."""
    other = b"n" * 32
    assert [made(MARK, "first"), made(other, "second"), made(other, "third")] == ["first", "second", "second"]


def test_a_mark_knows_texts_and_code(tmp_path: Path) -> None:
    """Where one text ends and the next begins, and when the code last changed."""
    code = tmp_path / "code.py"
    code.write_text("1")
    first = kept.mark(["a", "bc"], [str(code)])
    assert first == kept.mark(["a", "bc"], [str(code)])
    assert first != kept.mark(["ab", "c"], [str(code)])
    os.utime(code, (1, 1))
    assert first != kept.mark(["a", "bc"], [str(code)])


def test_a_damaged_file_is_made_again(folder: Path) -> None:
    """Whatever stands in the file."""
    made(MARK, "first")
    (only,) = folder.iterdir()
    for data in (b"", MARK[:7], MARK, MARK + b"\x80", MARK + b"no pickle", b"x" + MARK):
        only.write_bytes(data)
        assert made(MARK, "second") == "second"


def test_a_mistake_is_not_kept(folder: Path) -> None:
    """An error goes through, and leaves nothing."""

    def wrong() -> str:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        kept.remembered("thing", MARK, wrong)
    assert not folder.exists() or not list(folder.iterdir())


def test_a_pipe_in_its_place_keeps_nobody_waiting(folder: Path) -> None:
    """It is replaced."""
    made(MARK, "first")
    (only,) = folder.iterdir()
    only.unlink()
    os.mkfifo(only)
    assert made(MARK, "second") == "second"
    assert made(MARK, "third") == "second"


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(folder: Path, mode: int) -> None:
    """Each run then works for itself."""
    folder.mkdir()
    folder.chmod(mode)
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "second"]
    assert not list(folder.iterdir())


def test_a_link_or_a_file_in_the_folder_s_place_is_not_used(folder: Path, tmp_path: Path) -> None:
    """Nor what the link leads to."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    folder.symlink_to(elsewhere)
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "second"]
    folder.unlink()
    folder.write_text("")
    kept._folder.cache_clear()
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "second"]
    assert not list(elsewhere.iterdir())


def test_no_temporary_folder_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "second"]


def test_a_full_disk_is_nobody_s_fault(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept, and nothing half-written is left."""
    folder.mkdir(mode=0o700)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    assert [made(MARK, "first"), made(MARK, "second")] == ["first", "second"]
    assert not list(folder.iterdir())


def test_only_the_latest_are_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time of their last use, once a run."""
    monkeypatch.setattr(kept, "_FILES", 2)
    for age, name in enumerate(("oldest", "old", "new"), start=1):
        kept.write(name, b"x")
        os.utime(kept._file(folder, name), (age, age))
    kept._tidy.cache_clear()
    assert kept.read("oldest") == b"x"
    kept.write("newest", b"x")
    assert [kept.read(name) for name in ("oldest", "old", "new", "newest")] == [b"x", None, b"x", b"x"]


def test_what_is_too_large_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be made again for each run anyway."""
    monkeypatch.setattr(kept, "_MOST", len(MARK) + len(pickle.dumps("four", pickle.HIGHEST_PROTOCOL)))
    assert [made(MARK, "four"), made(MARK, "tri")] == ["four", "tri"]
    assert len(list(folder.iterdir())) == 1
