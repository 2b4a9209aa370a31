"""Pictures of sheets and pieces: their names, sizes and words; the same ink as print; all of them or none."""

import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image, ImageChops

from generator import build
from generator.cli import main
from generator.load import load
from generator.places import shipped_kits
from generator.request import read_request

SVG = "{http://www.w3.org/2000/svg}"
PIECES = [
    *(f"station-card-{n}" for n in range(1, 9)),
    "reverse-marker",
    *(f"score-mat-{n}" for n in range(1, 5)),
    "circuit-layout",
    "heat-record",
    "counter",
]
"""Every different piece of Seed Circuit for four, in the order of its sheets."""


def made(folder: Path, *words: str) -> dict[str, bytes]:
    """The files of a print run by what their names add to the kit's."""
    assert main([*words, "--output", str(folder)]) == 0
    return {re.sub(r".*-(a4|letter)(-large)?-", "", path.name): path.read_bytes() for path in sorted(folder.iterdir())}


def inks(png: bytes) -> Any:
    """Grey by row and column, 0 black."""
    return np.asarray(Image.open(BytesIO(png)).convert("L"))


def test_a_picture_of_every_page(tmp_path: Path) -> None:
    """A4 at 150 dots to an inch: 210 / 25.4 * 150 by 297 / 25.4 * 150; numbers are as long as the last one."""
    found = made(tmp_path, "quiet-dividend", "--format", "png")

    assert list(found) == [f"page-{n:02}.png" for n in range(1, len(found) + 1)]
    assert len(found) > 9
    for data in found.values():
        picture = Image.open(BytesIO(data))
        assert picture.size == (1240, 1754)
        assert picture.info["dpi"] == pytest.approx((150, 150), abs=0.02)
    assert "The Quiet Dividend QD-1: page 3, Rules" in Image.open(BytesIO(found["page-03.png"])).text["Title"]  # type: ignore[attr-defined]


@pytest.mark.made_wrong  # what pdfium draws pieces from is no kit, and no file that anyone gets
def test_a_picture_of_every_piece(tmp_path: Path) -> None:
    """A card of 88 x 126 mm at 300 dots: 1039 x 1488. It ends at its cut, of which nothing is seen."""
    found = made(tmp_path, "seed-circuit", "--format", "png", "--split", "piece", "--dpi", "300")

    assert set(found) == {f"300dpi-{name}.png" for name in PIECES}
    card = inks(found["300dpi-station-card-4.png"])
    assert card.shape == (1488, 1039)
    edge = np.concatenate([card[:20].ravel(), card[-20:].ravel(), card[:, :20].ravel(), card[:, -20:].ravel()])
    assert edge.min() == 255
    assert card.min() == 0


def test_a_piece_as_svg(tmp_path: Path) -> None:
    """In millimetres, white as paper, with a title, and with words that tell the whole card."""
    found = made(tmp_path, "seed-circuit", "--format", "svg", "--split", "piece")

    assert set(found) == {f"{name}.svg" for name in PIECES}
    root = ET.fromstring(found["station-card-4.svg"])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("88mm", "126mm", "0 0 88 126")
    assert root.get("role") == "img"
    title, words = (root.find(SVG + name) for name in ("title", "desc"))
    assert title is not None
    assert words is not None
    assert (root.get("aria-labelledby"), root.get("aria-describedby")) == (title.get("id"), words.get("id"))
    assert title.text == "Seed Circuit SC-1: station-card 4"
    assert "Target" in str(words.text)
    assert "station 5" in str(words.text)
    assert str(words.text).count("Start with three seeds") == 1


def test_letters_are_outlines(tmp_path: Path) -> None:
    """No font is asked for, nothing is fetched, and every letter that is used is there."""
    for name, data in made(tmp_path, "quiet-dividend", "--format", "svg").items():
        root = ET.fromstring(data)
        assert not list(root.iter(f"{SVG}text")), name
        used = {use.get("{http://www.w3.org/1999/xlink}href") for use in root.iter(f"{SVG}use")}
        known = {f"#{path.get('id')}" for path in root.iter(f"{SVG}path")}
        assert used == known, name
        assert not re.search(rb"https?://(?!www\.w3\.org/)|font-family|data:", data), name


def test_a_picture_says_what_stands_for_its_pictures(tmp_path: Path) -> None:
    """The ring's alternative is in the words of the page that draws it, once, and its drawn digits are not."""
    (page,) = made(tmp_path, "seed-circuit", "--format", "svg", "--sheets", "circuit-layout").values()
    words = ET.fromstring(page).findtext(f"{SVG}desc", "")

    assert words.count("Station 1: target 2. Station 2: target 3.") == 1


@pytest.mark.parametrize("form", ["png", "svg"])
def test_the_same_bytes(form: str, tmp_path: Path) -> None:
    """Twice the same request, twice the same files."""
    words = ["quiet-dividend", "--format", form, "--sheets", "public-board,player-records"]

    assert made(tmp_path / "one", *words) == made(tmp_path / "two", *words)


def test_large_print_has_pictures(tmp_path: Path) -> None:
    """Of its own pieces, at their own size: 160 x 114 mm."""
    found = made(tmp_path, "seed-circuit", "--format", "svg", "--split", "piece", "--large-print")

    assert b'width="160mm" height="114mm"' in found["station-card-1.svg"]


@pytest.mark.parametrize(("words", "complaint"), [
    (["--dpi", "300"], "--dpi: only --format png is made of dots, found --format pdf"),
    (["--format", "svg", "--dpi", "300"], "--dpi: only --format png is made of dots, found --format svg"),
    (["--format", "png", "--dpi", "601"], "--dpi: expected a whole number from 30 to 600, found '601'"),
    (["--format", "png", "--dpi", "fine"], "--dpi: expected a whole number from 30 to 600, found 'fine'"),
    (["--format", "png", "--split", "peice"], "unknown split 'peice'; did you mean 'piece'?"),
    (["--format", "svg", "--split", "stock"], "unknown split 'stock'; expected one of 'page', 'piece'"),
    (["--split", "piece"], "unknown split 'piece'; expected one of 'sheet', 'stock'"),
    (["--format", "svg", "--split", "piece", "--sheets", "rules"],
     "--split piece: expected a sheet with pieces, found 'rules'"),
    (["--format", "png", "--output", "card.png"],
     "--output: expected a folder for the files of --format png, found 'card.png'"),
    (["--format", "png", "--output", "card.svg"],
     "--output: expected a name in .png or a folder for --format png, found 'card.svg'"),
])  # fmt: skip
def test_words_that_cannot_be(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is named, with what was expected; nothing is written."""
    monkeypatch.chdir(tmp_path)

    assert main(["seed-circuit", *words]) == 2
    assert capsys.readouterr().err == f"rr-print: {complaint}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["pypdfium2", "PIL"])
def test_without_what_draws_dots(package: str, tmp_path: Path) -> None:
    """One sentence with the command that installs it, exit status 2; SVG needs nothing."""
    script = (
        "import importlib.util as util, sys\nknown = util.find_spec\n"
        f"util.find_spec = lambda name, *rest: None if name == {package!r} else known(name, *rest)\n"
        "from generator.cli import main\n"
        "print([main(['quiet-dividend', '--sheets', 'public-board', '--format', form, '--output', sys.argv[1]])"
        " for form in ('png', 'svg')])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True, cwd=root
    )

    assert done.stdout.splitlines()[-1] == "[2, 0]"
    assert done.stderr == (
        "rr-print: --format png needs pypdfium2, which is not here: pip install 'rr-print[preview]'\n"
    )
    assert {path.suffix for path in tmp_path.iterdir()} == {".svg"}


def test_all_pictures_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full at the fifth file leaves none of the others."""
    sync, synced = os.fsync, [0]

    def full(number: int) -> None:
        synced[0] += 1
        if synced[0] == 5:
            raise OSError(28, "No space left on device")
        sync(number)

    monkeypatch.setattr(os, "fsync", full)

    assert main(["seed-circuit", "--format", "svg", "--split", "piece", "--output", str(tmp_path)]) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_claim_that_does_not_hold_stops_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it stops the print."""
    folder = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "kit"))
    rules = folder / "rules.md"
    rules.write_text(
        re.sub(r"landing: \d+", "landing: 7", rules.read_text(encoding="utf-8"), count=1), encoding="utf-8"
    )

    assert main([str(folder), "--format", "svg", "--output", str(tmp_path / "out")]) == 1
    assert "rules.md" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_a_piece_is_of_may_be_any_words(tmp_path: Path) -> None:
    """Names of files are made of letters and digits, and no two pieces share one."""
    folder = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "kit"))
    toml = folder / "kit.toml"
    source = toml.read_text(encoding="utf-8")
    source = source.replace('each = "range(1, rules.stations + 1)"', "each = \"['../../x', 'x', '\u00d6']\"")
    toml.write_text(source, encoding="utf-8")
    (folder / "station-card.xml.j2").write_text("<sheet><p>{{ item }}</p></sheet>", encoding="utf-8")
    kit = load(folder, "kit")
    asked = read_request(kit, sheets="station-cards", form="svg", split="piece")
    summary = build.print_kit(kit, asked, tmp_path / "out")

    stem = "kit-sc-1-4p-a4-station-cards"
    assert [Path(file).name for file in summary.files] == [
        f"{stem}-station-card-x.svg", f"{stem}-station-card-x-2.svg", f"{stem}-station-card.svg"
    ]  # fmt: skip
    assert all(Path(file).parent == tmp_path / "out" for file in summary.files)


@pytest.mark.system
@pytest.mark.parametrize("game", shipped_kits())
def test_svg_and_print_show_the_same_ink(game: str, tmp_path: Path) -> None:
    """Chromium draws each page of the SVG as pdfium draws that of the PDF, but for the softness of edges."""
    from playwright.sync_api import sync_playwright

    drawn, printed = (made(tmp_path / form, game, "--format", form) for form in ("svg", "png"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 1754})
        for name, data in drawn.items():
            if b"A0 0 " in data:  # a dashed rectangle, round which pdfium goes the other way than the standard has it
                continue
            svg = data.decode().replace("<svg ", '<svg style="display:block; width:1240.157px; height:1753.94px" ', 1)
            page.set_content(f"<body style='margin:0'>{svg}")
            there = Image.open(BytesIO(page.screenshot())).convert("L")
            here = Image.open(BytesIO(printed[name.replace(".svg", ".png")])).convert("L")
            # Smoothed over four dots, an edge half a dot aside is no difference; a letter that is gone is one.
            small = [picture.reduce(4) for picture in (there, here)]
            differ = np.asarray(ImageChops.difference(*small))
            assert (differ > 120).sum() < 20, name
        browser.close()
