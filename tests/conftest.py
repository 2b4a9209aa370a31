"""Every PDF that a test makes is PDF/UA-1, and its tags fit its content, unless it is made wrong on purpose."""

import os
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from generator import build, reach
from tests.tree_check import issues

if TYPE_CHECKING:
    from pathlib import Path

DRAWN: list[bytes] = []
"""Files drawn in this process since they were last looked at."""
GOOD: list["Path"] = []
"""The folder that names those in which nothing was found, for all processes of one run of tests."""


@pytest.fixture(scope="session", autouse=True)
def _kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is drawn, by whatever way it is asked for."""
    base = tmp_path_factory.getbasetemp()
    GOOD[:] = [(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "good"]
    GOOD[0].mkdir(exist_ok=True)
    finish: Any = Canvas.getpdfdata

    def kept(canvas: Canvas) -> bytes:
        pdf: bytes = finish(canvas)
        DRAWN.append(bytes(pdf))
        return pdf

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "getpdfdata", kept)
        yield


@pytest.fixture(autouse=True)
def _every_pdf_conforms(request: pytest.FixtureRequest, _kept: None) -> Iterator[None]:
    """After a test, look at what it drew here and at what another process left in its folder."""
    folder: Path | None = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    made, DRAWN[:] = DRAWN[:], []
    if request.node.get_closest_marker("made_wrong"):
        return
    made += [path.read_bytes() for path in folder.rglob("*.pdf") if path.is_file()] if folder else []
    for pdf in made:
        assert not pdf.startswith(b"%PDF-") or found(pdf) == []


@pytest.fixture
def one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` sets the sheets as they are asked for when nothing is said, and no other way: for tests of the rest."""
    every = build.every_request
    monkeypatch.setattr(build, "every_request", lambda kit: iter([next(every(kit))]))


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` asks of no position how it comes about: for tests of the rest."""
    asked = reach.Reached(2, None, 1, ())
    monkeypatch.setattr(reach, "reach", lambda _, proofs, __: (dict.fromkeys(proofs.proved, asked), ()))


def found(pdf: bytes) -> list[Any]:
    """What is wrong with a file; each is looked at once."""
    known = GOOD[0] / sha256(pdf).hexdigest()
    wrong = [] if known.exists() else issues(pdf)
    if not wrong:
        known.touch()
    return wrong
