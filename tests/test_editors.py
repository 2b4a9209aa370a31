"""What people's editors leave in a kit's files: it prints the same, or is told by its line and by what was expected."""

import re
import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pytest
from pypdf import PdfReader

from generator.build import make
from generator.errors import Rejected
from generator.load import load
from generator.places import shipped_kits
from generator.prove import prove
from generator.request import read_request

SHEETS = "rules,score-mats,counters"
BOM = b"\xef\xbb\xbf"


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seed Circuit with accents in its title, its facts, its rules, a template and an example's names."""
    folder = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path_factory.mktemp("origin") / "kit"))
    for name, changes in {
        "kit.toml": {
            '"Seed Circuit"': '"Café Noël"',
            "[about]": '[about]\nmaker = "Zoë Ångström"\nmade = "2026-12-01"',
        },
        "rules.md": {
            "names: Pat, Mo\nmove: 3 cw": "names: José, Zoë\nmove: 3 cw",
            "**Aim.**": "{{ about.maker }} of “L’Été”\nmade it on {{ about.made }}.\n\n**Aim.**",
        },
        "counter.xml.j2": {"<sheet": "{% set née = 'été' %}\n<sheet"},
    }.items():
        text = (folder / name).read_text(encoding="utf-8")
        for before, after in changes.items():
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        (folder / name).write_text(text, encoding="utf-8")
    counter = '{% set née = "été" %}\n<sheet><text>{{ née }}</text></sheet>\n'
    (folder / "counter.xml.j2").write_text(counter, encoding="utf-8")
    return folder


def printed(folder: Path) -> bytes:
    """The bytes of some sheets of a kit, which messages call `kit`."""
    kit = load(folder, "kit")
    ((file,), _) = make(kit, prove(kit), read_request(kit, sheets=SHEETS))
    return file.pdf


def code(data: bytes) -> bytes:
    """What the pages of a file say."""
    return b"\n".join(page.get_contents().get_data() for page in PdfReader(BytesIO(data)).pages)  # type: ignore[union-attr]


def refused(folder: Path) -> list[str]:
    """What is wrong with it."""
    with pytest.raises(Rejected) as caught:
        printed(folder)
    return [str(finding) for finding in caught.value.findings]


@pytest.fixture
def kit(origin: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(origin, tmp_path / "kit"))


def of_kind(name: str, kinds: str) -> bool:
    """Whether a file is of one of some kinds."""
    return Path(name).suffix.lstrip(".") in kinds.split()


def lines(text: str, change: Callable[[str], str]) -> str:
    """A text with each line changed."""
    return "\n".join(map(change, text.split("\n")))


def tabbed(text: str, name: str) -> str:
    """Tabs for blanks: round `=`, before claims and items, before elements."""
    if name == "kit.toml":
        return re.sub(r"^([\w.-]+) = ", "\t\\1\t=\t", text, flags=re.MULTILINE)
    if name == "rules.md":
        return re.sub(
            r"^(1\.|-) ", "\\1\t", re.sub(r"^  (?=\w+: )", "\t", text, flags=re.MULTILINE), flags=re.MULTILINE
        )
    return re.sub(r"^( +)(?=<)", lambda found: "\t" * (len(found[1]) // 2), text, flags=re.MULTILINE)


def remarked(text: str, name: str) -> str:
    """Comments wherever a kind of file has them."""
    if name == "kit.toml":
        return "# first\n" + re.sub(r"(?<=[\]\"0-9])$(?=\n)", " # a remark, “quoted” = [", text, flags=re.MULTILINE)
    if name == "rules.md":
        text = text.replace("\n## ", "\n<!-- a remark\n\nof 3 lines: {{ nothing }} -->\n\n## ")
        text = re.sub(r"(\{#[a-z-]+\})$", "\\1 <!-- checked -->", text, flags=re.MULTILINE)
        text = text.replace("You compete", "<!-- who? -->You compete").replace("\nposition:", "\n# a remark\nposition:")
        return re.sub(r"^(move: .*)$", "\\1\n  # and one: 3", text, flags=re.MULTILINE)
    return "{# first #}<!-- second -->\n" + text.replace("</sheet>", "<!-- <b> --></sheet>")


LEFT: dict[str, Callable[[str, str], bytes]] = {
    "CRLF": lambda text, _: text.replace("\n", "\r\n").encode(),
    "CR": lambda text, _: text.replace("\n", "\r").encode(),
    "CRLF and LF": lambda text, _: text.replace("\n", "\r\n", 40).encode(),
    "a byte order mark": lambda text, _: BOM + text.encode(),
    "all of Windows": lambda text, _: BOM + text.replace("\n", "\r\n").encode(),
    "tabs": lambda text, name: tabbed(text, name).encode(),
    "trailing blanks": lambda text, _: lines(text, lambda line: line + "  ").encode(),
    "trailing tabs": lambda text, _: lines(text, lambda line: line + " \t").encode(),
    "no last line end": lambda text, _: text.rstrip("\n").encode(),
    "empty lines at the end": lambda text, _: (text + "\n\n \n").encode(),
    "accents apart": lambda text, _: normalize("NFD", text).encode(),
    "remarks": lambda text, name: remarked(text, name).encode(),
    "a date": lambda text, _: text.replace('made = "2026-12-01"', "made = 2026-12-01").encode(),
}
"""Text and name of a file to its bytes as an editor leaves them."""


@pytest.mark.parametrize("left", LEFT)
def test_the_same_bytes_are_printed(left: str, origin: Path, kit: Path) -> None:
    """Of two copies that differ in this alone."""
    changed = 0
    for path in kit.iterdir():
        data = LEFT[left](path.read_text(encoding="utf-8"), path.name)
        changed += data != path.read_bytes()
        path.write_bytes(data)

    assert changed >= (1 if left == "a date" else 2)
    own, shipped = printed(kit), printed(origin)
    if left == "remarks":  # the file attaches the line of each example, and how it was drawn
        own, shipped = code(own), code(shipped)
    assert own == shipped


def test_findings_keep_their_lines(kit: Path) -> None:
    """Under every kind of line end, a mistake is told at the line that an editor shows."""
    for path, before, after in ((kit / "rules.md", "{{ about.made }}", "{{ about.mad }}"),
                                (kit / "counter.xml.j2", "{{ née }}", "{{ nee }}")):  # fmt: skip
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    texts = {path: path.read_text(encoding="utf-8") for path in kit.iterdir()}
    expected = refused(kit)
    assert [finding.partition(" ")[0] for finding in expected] == ["kit/counter.xml.j2:2:", "kit/rules.md:10:"]
    for end in ("\r", "\r\n"):
        for path, text in texts.items():
            path.write_bytes(BOM + text.replace("\n", end).encode())
        assert refused(kit) == expected


def test_a_file_whose_name_has_its_accents_apart(kit: Path) -> None:
    """The sheet's template is found under either spelling."""
    (kit / "counter.xml.j2").rename(kit / normalize("NFD", "zählstein.xml.j2"))
    text = (kit / "kit.toml").read_text(encoding="utf-8").replace("counter.xml.j2", "zählstein.xml.j2")
    (kit / "kit.toml").write_text(normalize("NFC", text), encoding="utf-8")

    assert b"%PDF" in printed(kit)


def toml() -> Iterator[tuple[str, str, str]]:
    """What stands in place of the line of the title, and what is said."""
    straight = "this is not TOML: a straight quote is expected, found "
    for line, found in {
        "title = “Good kit”": "“",
        'title = "Good kit”': "”",
        "title = ‘Good kit’": "‘",
        "title = 'Good kit’": "’",
        "title = «Good kit»": "«",
        "title = „Good kit“": "„",
        '“title” = "Good kit"': "“",
        'title = "Good kit" ”': "”",
    }.items():
        yield line, f"{straight}{found!r}", line
    plain = "this is not TOML: a plain character is expected, found "
    yield "title\u00a0= 'x'", plain + r"'\xa0', NO-BREAK SPACE", "a blank"
    yield "title = 'x' – remark", plain + "'–', EN DASH", "a dash"
    yield "title = 'it’s", r"this is not TOML: a straight quote is expected, found '’'", "an apostrophe"
    yield 'title = "x', r"this is not TOML: Illegal character '\n'", "no quote at all"


@pytest.mark.parametrize(("line", "said"), [row[:2] for row in toml()], ids=[row[2] for row in toml()])
def test_what_is_not_toml(line: str, said: str, kit: Path) -> None:
    """The line, and what was expected there."""
    text = (kit / "kit.toml").read_text(encoding="utf-8").replace('title = "Café Noël"', line)
    (kit / "kit.toml").write_text(text, encoding="utf-8")

    assert refused(kit) == [f"kit/kit.toml:3: {said}"]


@pytest.mark.parametrize(("name", "before", "after"), [
    ("rules.md", '"REVERSE marker"', "“REVERSE marker”"),
    ("counter.xml.j2", '"été"', "“été”"),
    ("counter.xml.j2", "<text>", "<text size=“h2”>"),
    ("counter.xml.j2", "<text>", '<text bold="1" size=’h2’>'),
    ("kit.toml", '"range(1, players + 1)"', "'range(1, “a”)'"),
])  # fmt: skip
def test_curly_quotes_in_expressions_and_attributes(name: str, before: str, after: str, kit: Path) -> None:
    """Where a text or an attribute's value begins."""
    text = (kit / name).read_text(encoding="utf-8")
    line = text.count("\n", 0, text.index(before)) + 1
    (kit / name).write_text(text.replace(before, after, 1), encoding="utf-8")
    said = refused(kit)
    found = next(letter for letter in after if letter in "“’")

    assert [each for each in said if each.startswith(f"kit/{name}:{line}: ")] == said
    assert f"a straight quote is expected, found {found!r}" in said[0]


def test_another_encoding(kit: Path) -> None:
    """UTF-16, as one editor's “Unicode” is, by its name; a letter of Latin-1 by its byte."""
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_bytes(text.encode("utf-16"))
    assert refused(kit) == ["kit/kit.toml:1: expected UTF-8, found UTF-16: save the file as UTF-8"]
    (kit / "kit.toml").write_bytes(text.encode("latin-1"))
    assert refused(kit) == ["kit/kit.toml:3: expected UTF-8, found the byte 0xE9"]


def test_comments_hide_nothing(kit: Path) -> None:
    """Words between two comments of one line, and other HTML, are told: they would be lost in silence."""
    text = (kit / "rules.md").read_text(encoding="utf-8")
    (kit / "rules.md").write_text(text + "\n<!-- a --> Words. <!-- b -->\n\n<div>x</div>\n", encoding="utf-8")
    count = text.count("\n")

    assert refused(kit) == [
        f"kit/rules.md:{count + 2}: HTML is not used",
        f"kit/rules.md:{count + 4}: HTML is not used",
    ]


def test_a_date_with_a_time(kit: Path) -> None:
    """It has more than one way to be written, so it is wanted in quotes."""
    text = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(text.replace('"2026-12-01"', "2026-12-01 10:00:00"), encoding="utf-8")
    kinds = "expected text, a number, true, false or a list of these"

    line = text.count("\n", 0, text.index('"2026-12-01"')) + 1
    assert refused(kit) == [f"kit/kit.toml:{line}: about.made: {kinds}, found 2026-12-01 10:00:00"]
