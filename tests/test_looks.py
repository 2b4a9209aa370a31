"""A print size as a kit changes it: face, sizes over the floor, a colour that keeps its contrast; the checks hold."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction
from pathlib import Path

import pytest

from generator.build import make
from generator.cli import main
from generator.errors import Malformed, Rejected
from generator.load import load
from generator.places import shipped_kits
from generator.profiles import FACES, LEAST, PROFILES, colour, contrast, profile
from generator.prove import prove
from generator.readback import attached
from generator.request import read_request
from tests.craft import check_text
from tests.craft.figures import LARGE, NORMAL
from tests.craft.measure import Pdf

Make = Callable[[str], Path]
CHECKS = [
    check
    for name, check in vars(check_text).items()
    if isfunction(check) and check.__module__ == check_text.__name__ and not name.startswith("_")
]


@pytest.fixture
def kit(tmp_path: Path) -> Make:
    """Makes copies of The Quiet Dividend with more in its `kit.toml`."""

    def made(more: str) -> Path:
        folder = Path(shutil.copytree(shipped_kits()["quiet-dividend"], tmp_path / "kit"))
        with (folder / "kit.toml").open("a", encoding="utf-8") as stream:
            stream.write(f"\n{more}\n")
        return folder

    return made


def printed(folder: Path, sheets: str = "how-to-print,rules", text_size: str | None = None) -> bytes:
    """Some sheets of a kit."""
    read = load(folder, "kit")
    ((file,), _) = make(read, prove(read), read_request(read, sheets=sheets, text_size=text_size))
    return file.pdf


def code(data: bytes) -> str:
    """The code of all pages."""
    return "\n".join(page.get_contents().get_data().decode("latin-1") for page in Pdf(data).reader.pages)  # type: ignore[union-attr]


def test_how_many_checks() -> None:
    """None gets lost."""
    assert len(CHECKS) == 24


LOOKS = {
    "face": '[profiles.normal]\nface = "Noto Sans"',
    "sizes": "[profiles.normal]\nbody = 13\nh3 = 15.5\nh2 = 20\nh1 = 30",
    "the least headings": "[profiles.normal]\nh3 = 12.5\nh2 = 12.5\nh1 = 18",
    "ink": '[profiles.normal]\nink = "#1A237E"',
}


@pytest.mark.parametrize("look", LOOKS)
def test_the_same_checks_hold(look: str, kit: Make) -> None:
    """Everything that is measured on the words of shipped kits."""
    pdf = Pdf(printed(kit(LOOKS[look])), NORMAL)

    assert {check.__name__: list(check(pdf)) for check in CHECKS if list(check(pdf))} == {}


def test_large_print_keeps_its_figures(kit: Make) -> None:
    """With another face and larger type, which the larger sizes share but for the size."""
    folder = kit('[profiles.large]\nface = "Noto Sans"\nbody = 19\nh3 = 21\nink = "#0b3d0b"')
    for size in ("18", "24"):
        data = printed(folder, "rules", size)
        pdf = Pdf(data, LARGE[size])
        assert {check.__name__: list(check(pdf)) for check in CHECKS if list(check(pdf))} == {}
        assert "0.043 0.239 0.043 rg" in code(data)
    assert profile("large-24", load(folder, "kit").profiles) == replace(
        profile("large-24"), face="Noto Sans", ink="#0b3d0b"
    )


def test_what_is_printed(kit: Make) -> None:
    """The face, the size and the ink that the kit asks for, and none of what it leaves."""
    data = printed(kit('[profiles.normal]\nface = "Noto Sans"\nbody = 13\nink = "#1a237e"'), "public-board")
    fonts = {str(font["/BaseFont"]) for page in Pdf(data).reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]
    text = code(data)

    assert {font.partition("+")[2] for font in fonts} == {"NotoSans-Regular", "NotoSans-Bold"}
    assert " 13 Tf" in text
    assert "0.102 0.137 0.494 rg" in text  # 0x1a, 0x23 and 0x7e of 255
    assert "0.102 0.137 0.494 RG" in text
    assert " g\n" not in text
    assert " G\n" not in text


def test_greys_become_tints(kit: Make) -> None:
    """White stays white, and a half grey lies half way from the ink to white: (0x1a + 255) / 2 of 255, and so on."""
    folder = kit('[profiles.normal]\nink = "#1a237e"')
    rects = "".join(f'<rect x="{x}" y="0" w="5" h="5" fill="{grey}"/>' for x, grey in ((0, 0.5), (6, 1)))
    source = f'<sheet><figure alt="Two squares." h="10">{rects}</figure></sheet>'
    (folder / "setup-reference.xml.j2").write_text(source, encoding="utf-8")
    text = code(printed(folder, "setup-reference"))

    assert "0.551 0.569 0.747 rg" in text
    assert "1 1 1 rg" in text


REFUSED = {
    "body = 11.5": (1, "body: expected a size in pt from 12 to 72, found 11.5"),
    "body = 14": (0, "h3: expected more than body, 14 pt, found 14"),
    "h3 = 12": (1, "h3: expected more than body, 12 pt, found 12"),
    "h2 = 13": (1, "h2: expected at least h3, 14 pt, found 13"),
    "h1 = 17.5": (1, "h1: expected a size in pt from 18 to 72, found 17.5"),
    "h2 = 30": (0, "h1: expected at least h2, 30 pt, found 26"),
    'face = "Noto Sams"': (1, "face: expected 'Atkinson Hyperlegible Next' or 'Noto Sans', found 'Noto Sams'"),
    'ink = "#777777"': (1, "ink: expected a contrast of 7:1 or more on white, found 4.48:1 in '#777777'"),
    'ink = "blue"': (
        1,
        "ink: expected a colour such as '#1a237e', with a contrast of 7:1 or more on white, found 'blue'",
    ),
    "bodi = 13": (1, "bodi: unknown name 'bodi'; did you mean 'body'?"),
}
"""A line under `[profiles.normal]`: how far below the header it is told, and what is said."""


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused(line: str, kit: Make) -> None:
    """File, line, floor, and what was found."""
    folder = kit(f"[profiles.normal]\n{line}")
    lines = (folder / "kit.toml").read_text(encoding="utf-8").splitlines()
    below, said = REFUSED[line]
    with pytest.raises(Rejected) as caught:
        load(folder, "kit")

    at = lines.index("[profiles.normal]") + 1 + below
    assert [str(finding) for finding in caught.value.findings] == [f"kit/kit.toml:{at}: profiles.normal.{said}"]


@pytest.mark.parametrize(("more", "said"), [
    ("[profiles.normall]\nbody = 13", "profiles.normall: unknown name 'normall'; did you mean 'normal'?"),
    ("[profiles]\nlarge = 20", "profiles.large: expected a table, found 20"),
    ("[profiles.large]\nbody = 17", "profiles.large.body: expected a size in pt from 18 to 72, found 17"),
    ("[profiles.large]\nh2 = 21", "profiles.large.h2: expected a size in pt from 22 to 72, found 21"),
    ('[profiles.large]\nink = "#595959"',
     "profiles.large.ink: expected a contrast of 10:1 or more on white, found 7.00:1 in '#595959'"),
    ("[profiles.large-36]\nbody = 39", "profiles.large-36.h3: expected more than body, 39 pt, found 39"),
])  # fmt: skip
def test_what_is_refused_elsewhere(more: str, said: str, kit: Make) -> None:
    """In the other print sizes, each by its own floors."""
    with pytest.raises(Rejected) as caught:
        load(kit(more), "kit")

    assert [finding.message for finding in caught.value.findings] == [said]


def test_what_no_longer_fits_is_told(kit: Make) -> None:
    """By how much, at its line: nothing is shrunk."""
    with pytest.raises(Rejected) as caught:
        printed(kit("[profiles.normal]\nbody = 18\nh3 = 19\nh2 = 20"), "player-records")

    assert any(" mm " in finding.message for finding in caught.value.findings)


@pytest.mark.parametrize(
    ("ink", "found"),
    [("#000000", 21.0), ("#ffffff", 1.0), ("#767676", 4.54), ("#595959", 7.00), ("#FF0000", 4.00), ("#0000ff", 8.59)],
)
def test_contrast(ink: str, found: float) -> None:
    """As tables of WCAG 2.2 give them: white on pure red is 4.00, on pure blue 8.59."""
    assert round(contrast(ink), 2) == found


def test_shipped_profiles_stand_on_their_floors() -> None:
    """What ships is no smaller than what a kit may ask for, in black, in a face that there is."""
    for name in PROFILES:
        figures = profile(name)
        assert all(getattr(figures, key) >= least for key, least in LEAST[name].items())
        assert LEAST[name]["body"] == figures.floor
        assert (colour(figures.ink), figures.face in FACES) == ((0.0, 0.0, 0.0), True)


def test_a_printed_file_is_read_back(kit: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """With a look and a macro of its own, from the file alone: every example is set and found again."""
    folder = kit('[profiles.normal]\nface = "Noto Sans"\nbody = 13\nh3 = 15\nink = "#1a237e"')
    (folder / "macros").mkdir()
    (folder / "macros" / "say.j2").write_text("{% macro made_up() %}<p>Made up.</p>{% endmacro %}", encoding="utf-8")
    example = (folder / "example.xml.j2").read_text(encoding="utf-8").replace("</h3>", "</h3>{{ made_up() }}", 1)
    example = '{% from "macros/say.j2" import made_up %}\n' + example
    (folder / "example.xml.j2").write_text(example, encoding="utf-8")
    file = folder.parent / "kit.pdf"
    file.write_bytes(printed(folder))
    shutil.rmtree(folder)

    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out.endswith("10 examples proved, 0 findings\n")


@pytest.mark.parametrize(("look", "said"), [
    ({"normal": {"body": 11}}, "profiles.normal.body: expected a size in pt from 12 to 72, found 11"),
    ({"normal": {"face": "../fonts"}}, "profiles.normal.face: expected 'Atkinson Hyperlegible Next' or 'Noto Sans'"),
    ({"huge": {}}, "profiles.huge: unknown name 'huge'"),
    ([], "attachment: kit: profiles: expected a table, found list"),
])  # fmt: skip
def test_what_an_attachment_may_not_say(look: object, said: str, kit: Make, tmp_path: Path) -> None:
    """A file comes from anybody: its look is held to the same table."""
    data = attached.find(Pdf(printed(kit(""), "rules")).reader)
    told = json.loads(data)
    told["kit"]["profiles"] = look
    with pytest.raises(Malformed) as caught:
        attached.read(json.dumps(told).encode(), tmp_path)

    assert said in str(caught.value)
