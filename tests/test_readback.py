"""A printed file is read back from itself alone: what was changed in it is found at its page and named."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from generator import readback as reading
from generator.build import print_kit
from generator.cli import main
from generator.errors import Rejected
from generator.fingerprint import fingerprint
from generator.load import load
from generator.places import shipped_kits
from generator.readback import readback
from generator.readback.compare import compare
from generator.request import read_request

pytestmark = pytest.mark.made_wrong
"""Most files here are altered on purpose, and the examples that are set again are no whole kit."""
Capture = pytest.CaptureFixture[str]
Change = Callable[[Any], object]
NAME = "rr-print.json"
EXAMPLES = {"seed-circuit": 12, "quiet-dividend": 10}
"""Fences in the rules texts, counted by hand."""
NEAR_MISS = b"from two to three. )"
"""The end of a line of the example `near-miss-at-three`, on page 8 of Seed Circuit: 2 + 1 = 3."""


def edited(*edits: tuple[str, str]) -> Callable[[Path], None]:
    """Changes of a kit's `kit.toml`."""

    def edit(folder: Path) -> None:
        file = folder / "kit.toml"
        text = file.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")

    return edit


def kit_file(game: str, edit: Callable[[Path], None] | None = None, **words: Any) -> tuple[bytes, ...]:
    """What the command prints, of the shipped kit or of an edited copy that bears its name."""
    with TemporaryDirectory() as place:
        folder = shipped_kits()[game]
        if edit:
            folder = Path(shutil.copytree(folder, Path(place, game)))
            edit(folder)
        kit = load(folder, game)
        output = Path(place, "out")
        print_kit(kit, read_request(kit, **words), output)
        return tuple(file.read_bytes() for file in sorted(output.iterdir()))


@lru_cache
def seeds(**words: Any) -> bytes:
    """Seed Circuit for four players."""
    return kit_file("seed-circuit", **words)[0]


@lru_cache
def quiet(**words: Any) -> bytes:
    """The Quiet Dividend for four players."""
    return kit_file("quiet-dividend", **words)[0]


def changed(change: Change, pdf: bytes | None = None) -> bytes:
    """A file after a change by pypdf."""
    writer = PdfWriter(clone_from=BytesIO(pdf or seeds()))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def found(pdf: bytes) -> list[tuple[int, str]]:
    """Page and message of all that is wrong with a file."""
    with TemporaryDirectory() as folder:
        return sorted(compare(pdf, Path(folder))["findings"])


def differs(example: str, said: str, expected: str) -> str:
    """What is found of a worked example that says something else than the engine finds."""
    told = f"the page says {said!r}; replayed under the file's rules, the last word is {expected!r}"
    return f"example {example!r}: {told}"


def recoded(page: int, old: bytes, new: bytes) -> Change:
    """Other code on a page, the numbers of which count from 1."""

    def change(writer: Any) -> None:
        contents = writer.pages[page - 1]["/Contents"].get_object()
        assert old in contents.get_data()
        contents.set_data(contents.get_data().replace(old, new, 1))

    return change


def stream(writer: Any) -> Any:
    """The attachment's own stream."""
    return writer.root_object["/Names"]["/EmbeddedFiles"]["/Names"][1].get_object()["/EF"]["/F"].get_object()


def attached(pdf: bytes) -> Any:
    """What a file attaches."""
    (data,) = PdfReader(BytesIO(pdf)).attachments[NAME]
    return json.loads(data)


def attaching(data: bytes) -> Change:
    """Another attachment, its checksum made to fit."""

    def change(writer: Any) -> None:
        stream(writer).set_data(data)
        checksum = ByteStringObject(hashlib.md5(data, usedforsecurity=False).digest())
        stream(writer)["/Params"][NameObject("/CheckSum")] = checksum

    return change


def retold(*keys: Any, value: Any) -> bytes:
    """Seed Circuit with another value in its attachment, the checksum made to fit."""
    told = attached(seeds())
    place = told
    for key in keys[:-1]:
        place = place[key]
    assert place.get(keys[-1]) != value if isinstance(place, dict) else place[keys[-1]] != value
    place[keys[-1]] = value
    return changed(attaching(json.dumps(told).encode()))


# ---------------------------------------------------------------- what a file bears and attaches


def test_the_fingerprint_is_worked_out_by_hand() -> None:
    """Six characters of a digest of engine, edition and numbers, none of them like another; on every page."""
    numbers = (
        '{"laps_per_heat": 3, "markers_per_player": 2, "seeds_per_station": 3, "targets": [2, 3, 4, 2, 3, 4, 2, 3]}'
    )
    digest = hashlib.sha256(f'["seed-circuit", "SC-1", {numbers}, {{}}]'.encode()).hexdigest()[:6]
    expected = "".join("cdfhjknprtvxy347"[int(digit, 16)] for digit in digest)
    pages = [page["words"] for page in attached(seeds())["pages"]]

    assert fingerprint(load(shipped_kits()["seed-circuit"], "kit")) == expected
    assert all(words.startswith(f"Seed Circuit SC-1 · {expected} · ") for words in pages)
    assert len(pages) == len(PdfReader(BytesIO(seeds())).pages)
    assert f"after the edition, here {expected}, which stands for the rules." in " ".join(pages).replace(" ,", ",")


@pytest.mark.parametrize(
    ("game", "old", "new", "same"),
    [
        ("seed-circuit", "laps_per_heat = 3", "laps_per_heat = 4", False),
        ("seed-circuit", "targets = [2, 3,", "targets = [3, 2,", False),
        ("seed-circuit", 'edition = "SC-1"', 'edition = "SC-2"', False),
        ("quiet-dividend", "payout_laps = [1, 3, 6]", "payout_laps = [1, 4, 6]", False),
        ("quiet-dividend", "4 = [2, 3, 1]", "4 = [2, 1, 3]", False),
        ("seed-circuit", 'title = "Seed Circuit"', 'title = "Seed Loop"', True),
        ("seed-circuit", "minutes = [20, 45]", "minutes = [20, 50]", True),
        ("quiet-dividend", "max = 6", "max = 5", True),
    ],
)
def test_the_fingerprint_follows_the_rules_alone(game: str, old: str, new: str, same: bool, tmp_path: Path) -> None:
    """Any number of the rules or the setups changes it, and the edition; words and free facts do not."""
    folder = Path(shutil.copytree(shipped_kits()[game], tmp_path / "kit"))
    before = fingerprint(load(folder, "kit"))
    edited((old, new))(folder)

    assert (fingerprint(load(folder, "kit")) == before) is same
    assert re.fullmatch("[cdfhjknprtvxy347]{6}", before)


def test_what_is_attached() -> None:
    """The numbers, the request, each example with its claims, each page's words; nothing of where it was made."""
    told = attached(seeds(names="Pat,Mo"))

    assert told["kit"]["rules"] == {
        "targets": [2, 3, 4, 2, 3, 4, 2, 3],
        "seeds_per_station": 3,
        "laps_per_heat": 3,
        "markers_per_player": 2,
    }
    assert told["request"]["names"] == ["Pat", "Mo"]
    assert (told["request"]["players"], told["request"]["paper"]) == (4, "a4")
    assert [example["id"] for example in told["examples"]][:2] == ["empty-station-chosen", "reverse"]
    assert told["examples"][1]["moves"][0][:2] == ["6 ccw", ["handful", "3"]]
    assert {example["text"] for example in told["examples"]} == {"rules.md"}
    assert sorted(told["templates"]) == ["example.xml.j2", "ring.xml.j2"]
    assert str(Path.cwd()) not in json.dumps(told)
    root: Any = PdfReader(BytesIO(seeds())).root_object
    file = root["/Names"]["/EmbeddedFiles"]["/Names"][1].get_object()
    assert (str(file["/F"]), str(file["/UF"])) == (NAME, NAME)
    assert "rr-print check" in str(file["/Desc"])


def test_a_file_without_examples_attaches_none() -> None:
    """One sheet of pieces attaches its numbers and its words, and is read back as any other."""
    told = attached(seeds(sheets="counters"))

    assert (told["examples"], told["templates"]) == ([], {})
    assert found(seeds(sheets="counters")) == []


# ---------------------------------------------------------------- good files


@pytest.mark.parametrize("game", EXAMPLES)
@pytest.mark.parametrize(
    "words",
    [
        {},
        {"paper": "letter", "names": "Zoë,Ng"},
        {"text_size": "18"},
        {"text_size": "36", "paper": "letter"},
        {"players": "2", "split": "sheet"},
    ],
)
def test_what_was_printed_is_found_good(game: str, words: dict[str, Any]) -> None:
    """Every size and paper, whole or split: no finding, and every example of the rules replayed."""
    results = []
    for pdf in kit_file(game, **words):
        with TemporaryDirectory() as folder:
            results.append(compare(pdf, Path(folder)))

    assert [result["findings"] for result in results] == [[]] * len(results)
    examples = [example for result in results for example in result["examples"]]
    assert len(examples) == EXAMPLES[game]
    assert all(example["proved"] and example["claims"] for example in examples)


def test_a_file_that_other_tools_wrote_anew_is_as_good() -> None:
    """Nothing hangs on how the bytes are packed."""
    assert found(changed(lambda _: None)) == []


def test_a_changed_kit_is_good_by_itself() -> None:
    """A file states its own rules: one of a kit with other numbers is replayed under those."""
    (pdf,) = kit_file("quiet-dividend", edited(("max_value = 4", "max_value = 5")), sheets="public-board")

    assert found(pdf) == []


# ---------------------------------------------------------------- altered pages


def test_one_digit_of_a_sentence() -> None:
    """A number of a worked example: what the page says, and what the engine makes of it."""
    pdf = changed(recoded(8, NEAR_MISS, NEAR_MISS.replace(b"three", b"seven")))

    (example, word) = found(pdf)

    said, expected = "station 3 from two to seven.", "three."
    assert example == (8, differs("near-miss-at-three", said, expected))
    assert word[0] == 8
    assert re.fullmatch(r"word \d+ was placed as 'three\.' and reads 'seven\.'", word[1])


def pages_of(sheet: str) -> list[int]:
    """The pages of a sheet."""
    return [page["page"] for page in attached(seeds())["pages"] if f" · {sheet} " in page["words"][:60]]


def digits(page: int) -> Iterator[bytes]:
    """The code of every run of a page that is a number."""
    code = PdfReader(BytesIO(seeds())).pages[page - 1].get_contents()
    assert code is not None
    yield from dict.fromkeys(re.findall(rb"\(\d+\) Tj", code.get_data()))


@pytest.mark.parametrize(("sheet", "number"), [("Rules", 5), ("Station cards", 0), ("Circuit layout", 0)])
def test_a_digit_of_a_picture_or_a_card(sheet: str, number: int) -> None:
    """Three numbers that a page draws, each made one more: that page is found, and no other."""
    page = pages_of(sheet)[number]
    codes = list(digits(page))

    for code in (codes[0], codes[len(codes) // 2], codes[-1]):
        more = b"(%d) Tj" % (int(code[1:-4]) + 1)
        assert {number for number, _ in found(changed(recoded(page, code, more)))} == {page}


def test_a_picture_that_tells_otherwise() -> None:
    """What stands for a picture is held against the engine as well; no word of the page has changed."""

    def change(writer: Any) -> None:
        for thing in writer._objects:
            told = str(thing.get("/Alt", "")) if isinstance(thing, DictionaryObject) else ""
            if told.startswith("After, clockwise. Station 1: 5"):
                thing[NameObject("/Alt")] = TextStringObject(told.replace("Station 3: 3", "Station 3: 4"))

    assert found(changed(change)) == [(11, differs("last-turn-of-a-heat", "seeds, target 3. Station 3: 4", "3"))]


def test_a_moved_stroke() -> None:
    """A drawing without a word in it: the page is named."""
    page = PdfReader(BytesIO(seeds())).pages[12].get_contents()
    assert page is not None
    stroke = re.search(rb"[\d.]+ [\d.]+ l\b", page.get_data())
    assert stroke

    assert found(changed(recoded(13, stroke[0], b"100 100 l"))) == [
        (13, "its words are those that are attached, its lines, shapes or places are not")
    ]


def annotated(writer: Any) -> None:
    """A note lies on a page."""
    note = DictionaryObject({NameObject("/Subtype"): NameObject("/FreeText")})
    writer.pages[6][NameObject("/Annots")] = ArrayObject([note])


def cropped(writer: Any) -> None:
    """A part of a page is not shown."""
    writer.pages[6].cropbox.upper_right = FloatObject(300), FloatObject(300)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (annotated, "it holds annotations, as no page of rr-print does"),
        (cropped, "it is cropped"),
        (lambda writer: writer.pages[6].rotate(90), "it holds a turn, as no page of rr-print does"),
    ],
)
def test_what_lies_over_a_page(change: Change, message: str) -> None:
    """What hides or covers a part of a page without touching its code."""
    assert (7, message) in found(changed(change))


def test_layers_and_forms() -> None:
    """What can show a page otherwise than it was printed is found in the file's catalog."""

    def change(writer: Any) -> None:
        writer.root_object[NameObject("/OCProperties")] = DictionaryObject()

    assert found(changed(change)) == [(1, "it holds layers, as no file of rr-print does")]


# ---------------------------------------------------------------- pages of another printing


def swapped(page: int, other: bytes) -> Change:
    """A page of another file in place of one."""

    def change(writer: Any) -> None:
        writer.insert_page(PdfReader(BytesIO(other)).pages[page - 1], page - 1)
        writer.remove_page(page)

    return change


def test_a_page_from_other_rules() -> None:
    """It bears another fingerprint, which is named."""
    (other,) = kit_file(
        "seed-circuit", edited(("markers_per_player = 2", "markers_per_player = 3")), sheets="heat-record"
    )
    theirs = attached(other)["kit"]["fingerprint"]
    (at,) = pages_of("Heat record")

    def change(writer: Any) -> None:
        writer.insert_page(PdfReader(BytesIO(other)).pages[0], at - 1)
        writer.remove_page(at)

    assert theirs != "pf37yx"
    assert (at, f"it bears SC-1 {theirs}, the file is SC-1 pf37yx: it is of another printing") in found(changed(change))


def test_a_page_with_other_names() -> None:
    """The same rules, printed for another table: the first word that differs is named."""
    at = pages_of("Score mats")[0]
    messages = [text for page, text in found(changed(swapped(at, seeds(names="Pat,Mo")))) if page == at]

    assert any("'Pat'" in message for message in messages)


def test_pages_that_are_missing_or_too_many() -> None:
    """They are named: one left out, and one put in twice."""
    out = found(changed(lambda writer: writer.remove_page(4)))
    twice = found(changed(lambda writer: writer.insert_page(PdfReader(BytesIO(quiet())).pages[2], 9)))

    assert (1, "number of pages: expected 21, the file says 20") in out
    assert (5, "page 5 is not in the file") in out
    assert (1, "number of pages: expected 21, the file says 22") in twice
    assert (10, "page 10 of the file is none of those that are attached") in twice


# ---------------------------------------------------------------- the attachment


def test_an_attachment_of_another_file() -> None:
    """Of another number of players, and of another game."""
    three = found(changed(attaching(json.dumps(attached(seeds(players="3"))).encode())))
    game = found(changed(attaching(json.dumps(attached(quiet())).encode())))

    title = "'Seed Circuit SC-1: kit for {} players, A4'"
    assert (1, f"title: expected {title.format(3)}, the file says {title.format(4)}") in three
    assert any(text.startswith("title: expected 'The Quiet Dividend QD-1: kit for 4") for _, text in game)


def removed(writer: Any) -> None:
    """The attachment is taken out."""
    del writer.root_object["/Names"]


def test_no_attachment() -> None:
    """Taken out, and a file that is none of ours."""
    message = "it has no attachment 'rr-print.json': it was not printed by rr-print, or the attachment was taken out"
    writer, out = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    writer.write(out)

    assert found(changed(removed)) == [(1, message)]
    assert found(out.getvalue()) == [(1, message)]


def test_a_changed_number_in_the_attachment() -> None:
    """By its checksum; with that made to fit, by the fingerprint, and by every example that no longer holds."""
    told = attached(seeds())
    told["kit"]["rules"]["targets"][3] = 5
    data = json.dumps(told).encode()

    assert found(changed(lambda writer: stream(writer).set_data(data))) == [
        (1, "its attachment 'rr-print.json' is damaged or was altered: the checksum is another")
    ]
    fitted = found(changed(attaching(data)))
    assert re.fullmatch("attachment: its rules are [a-z0-9]{6}, and it calls them pf37yx: it was altered", fitted[0][1])
    # Station 4, the landing of the harvest on page 8, has target 2 in the claims.
    assert any(page == 8 and "target: claimed 2, the engine finds 5" in text for page, text in fitted)


@pytest.mark.parametrize(
    ("keys", "value", "message"),
    [
        (
            ("examples", 1, "moves", 0, 1),
            ["handful", "4"],
            "example 'reverse': handful: claimed 4, the engine finds 3",
        ),
        (("examples", 6, "position"), "board 1", "example 'near-miss-at-three': position: "),
        (("examples", 0, "id"), "another", "example 'empty-station-chosen': it is printed, and none of those"),
        (("examples",), [], "example 'reverse': it is printed, and none of those that are attached"),
        (("pages", 4, "words"), "Seed Circuit", "word 3 was placed as 'nothing' and reads 'SC-1'"),
        (("code", 4), "0" * 16, "its words are those that are attached, its lines, shapes or places are not"),
        (("kit", "engine"), "chess", "its engine is none of those installed here: 'chess'; "),
        (
            ("kit", "rules", "seeds_per_station"),
            99,
            "attachment: its rules cannot be played: rules.seeds_per_station: ",
        ),
        (("request", "paper"), "a3", "attachment: request: paper: unknown 'a3'; "),
        (("request", "players"), 10**9, "attachment: request: expected players and a setup of the kit"),
        (("pages",), {"1": 2}, "attachment: pages: expected a list, found dict"),
        (("examples", 0, "moves", 0), [3], "attachment: moves: expected a move and its claims"),
        (("templates", "../../loot.j2"), "x", "attachment: templates: expected names in .j2 and their text"),
        (
            ("templates", "example.xml.j2"),
            "{{ f.__class__ }}",
            "it cannot be set again: access to attribute '__class__'",
        ),
        (
            ("templates", "example.xml.j2"),
            "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
            "it cannot be set again: this takes more than 200000 steps",
        ),
    ],
)
def test_an_attachment_altered_with_care(keys: tuple[Any, ...], value: Any, message: str) -> None:
    """The checksum fits, and yet the change is named: a claim, a position, a page, an engine, a type, a trap."""
    assert any(message in text for _, text in found(retold(*keys, value=value)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "attachment: expected JSON, found something else: "),
        (b"\xff\xfe", "attachment: expected JSON, found something else: "),
        (b"[1]", "attachment: expected a table, found list"),
        (b'{"templates": 1}', "attachment: templates: expected a table, found int"),
        (b"9" * 10_000, "attachment: expected JSON, found something else: Exceeds the limit"),
        (b"[" * 200_000 + b"]" * 200_000, "it is damaged, cut short or made to do harm: RecursionError"),
    ],
)
def test_an_attachment_that_is_none(data: bytes, message: str) -> None:
    """Not JSON, not a table, too deep."""
    ((page, text),) = found(changed(attaching(data)))

    assert page == 1
    assert text.startswith(message)


# ---------------------------------------------------------------- damaged and hostile files


HARM = "it is damaged, cut short or made to do harm: "


def test_cut_short_anywhere() -> None:
    """Twenty places, the empty file among them: one finding, in words."""
    for place in range(20):
        ((page, text),) = found(seeds()[: len(seeds()) * place // 20])
        assert page == 1
        assert text.startswith(HARM if place else "it is no PDF: it begins with b''")


def test_not_a_pdf_and_locked() -> None:
    """What is no PDF, and one that asks for a password."""
    locked = changed(lambda writer: writer.encrypt("secret", algorithm="RC4-128"))

    assert found(b"# Seed Circuit\n") == [(1, "it is no PDF: it begins with b'# Seed C'")]
    assert found(locked) == [(1, "it is encrypted, and only an open file can be read back")]


def objects(*code: bytes) -> bytes:
    """A file of these objects, the first of which is the catalog."""
    out, places = b"%PDF-1.7\n", []
    for number, each in enumerate(code, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    table = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(code) + 1
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    return out + b"xref\n0 %d\n%b" % (size, table) + tail


ATTACHING = b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(rr-print.json) 3 0 R]>>>>>>"
EMPTY = b"<</Type/Pages/Kids[]/Count 0>>"


def circular(writer: Any) -> None:
    """The pages are their own first child."""
    pages = writer.root_object["/Pages"]
    pages["/Kids"].insert(0, pages.indirect_reference)


def tags_in_a_ring(writer: Any) -> None:
    """Every element is its own parent."""
    nums = writer.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for owners in nums[1::2]:
        for owner in owners.get_object():
            owner.get_object()[NameObject("/P")] = owner


def no_tags(writer: Any) -> None:
    """No page is in the parent tree."""
    for page in writer.pages:
        page[NameObject("/StructParents")] = NumberObject(999)


def no_content(writer: Any) -> None:
    """A page has no code."""
    del writer.pages[8]["/Contents"]


@pytest.mark.parametrize(
    ("make", "page", "message"),
    [
        (lambda: changed(circular), 1, HARM + "PdfReadError: Detected cyclic page references."),
        (lambda: changed(tags_in_a_ring), 3, "its tags lead nowhere: ValueError: the structure tree has no end"),
        (lambda: changed(no_tags), 3, "its tags lead nowhere: KeyError: 999"),
        (lambda: changed(no_content), 9, "it cannot be read: AttributeError"),
        (lambda: objects(b"1 0 R"), 1, HARM),
        (lambda: objects(b"[" * 100_000 + b"]" * 100_000), 1, HARM),
        (lambda: objects(ATTACHING, EMPTY, b"<</EF<</F 3 0 R>>>>"), 1, "it has no attachment"),
        (
            lambda: objects(ATTACHING, EMPTY, b"<</EF<</F 4 0 R>>>>", b"<</Length 4 0 R>>\nstream\nx\nendstream"),
            1,
            HARM,
        ),
        (
            lambda: objects(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Kids[2 0 R 2 0 R]/Count 2>>"),
            1,
            "it has no attachment",
        ),
        (lambda: b"%PDF-1.7\n" + b"(" * 1_000_000, 1, HARM),
        (lambda: seeds().replace(b"/Type/XRef/Size ", b"/Type/XRef/Size 9999999"), 1, HARM),
    ],
)
def test_a_hostile_file(make: Callable[[], bytes], page: int, message: str) -> None:
    """Rings of pages, of tags and of lengths, depths without end, parts that are missing: named, and no more."""
    assert any(number == page and text.startswith(message) for number, text in found(make()))


# ---------------------------------------------------------------- the process that reads


def bomb(pack: int) -> bytes:
    """A thousand megabytes of nothing, packed once or twice: one block, again and again."""
    packer = zlib.compressobj(9)
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = head + block * 1000
    return data if pack == 1 else zlib.compress(data, 9)


@pytest.mark.parametrize("pack", [1, 2])
@pytest.mark.parametrize("where", ["attachment", "page"])
def test_a_bomb(pack: int, where: str, tmp_path: Path) -> None:
    """It is told, and the process that read it never held more than it may."""

    def change(writer: Any) -> None:
        target = stream(writer) if where == "attachment" else writer.pages[3]["/Contents"].get_object()
        target._data = bomb(pack)
        target[NameObject("/Filter")] = ArrayObject([NameObject("/FlateDecode")] * pack)

    file = tmp_path / "bomb.pdf"
    file.write_bytes(changed(change))
    if where == "attachment":
        with pytest.raises(Rejected, match="made to do harm: LimitReachedError"):
            readback(str(file))
    else:
        assert any("LimitReachedError" in finding.message for finding in readback(str(file)).findings)
    if sys.platform == "linux":  # elsewhere it is counted in other units
        assert held(file) < reading.MOST * 1024


def held(file: Path) -> int:
    """KiB that the process that reads a file holds at most: asked of a fresh one, as a child begins as large as it."""
    script = (
        "import contextlib, resource, sys\n"
        "from generator.errors import Rejected\nfrom generator.readback import readback\n"
        "with contextlib.suppress(Rejected):\n    readback(sys.argv[1])\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", script, str(file)]
    return int(
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1]).stdout
    )


def test_a_process_that_ends_badly() -> None:
    """Whatever ends it, there is an answer."""
    ((page, message),) = reading._answer(-9, b"")["findings"]

    assert page == 1
    assert message.startswith("the process that read it was stopped: it took too much time or memory; ")


def test_a_process_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped after the seconds that it has."""
    file = tmp_path / "kit.pdf"
    file.write_bytes(seeds())
    monkeypatch.setattr(reading, "LONGEST", 0.01)

    with pytest.raises(Rejected, match=r"reading it took more than 0\.01 seconds"):
        readback(str(file))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold no process to an amount of memory")
def test_a_process_that_takes_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held to less memory than any file needs, it tells that it had too little, or is stopped."""
    file = tmp_path / "kit.pdf"
    file.write_bytes(seeds())
    monkeypatch.setattr(
        reading, "_START", reading._START.replace("import", "import generator.readback as r; r.MOST = 40; import", 1)
    )

    with pytest.raises(Rejected, match="memory"):
        readback(str(file))


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """It is not read at all."""
    file = tmp_path / "kit.pdf"
    with file.open("wb") as out:
        out.truncate(reading.LARGEST + 1_000_000)

    with pytest.raises(Rejected, match="expected at most 32 MB, found 33 MB"):
        readback(str(file))


# ---------------------------------------------------------------- the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a good file and an altered one."""
    monkeypatch.chdir(tmp_path)
    Path("good.pdf").write_bytes(seeds())
    Path("altered.pdf").write_bytes(changed(recoded(8, NEAR_MISS, NEAR_MISS.replace(b"three", b"seven"))))
    return tmp_path


@pytest.mark.usefixtures("here")
def test_check_of_a_good_file(capsys: Capture) -> None:
    """What it is, each example at its page, and whether it is the current edition."""
    assert main(["check", "good.pdf"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()

    assert (
        lines[0]
        == "good.pdf: Seed Circuit SC-1 pf37yx, 21 pages, printed as 'Seed Circuit SC-1: kit for 4 players, A4'"
    )
    assert lines[1] == "good.pdf:5: empty-station-chosen: 2 claims proved"
    assert lines[-2:] == ["this is the current edition: SC-1 pf37yx", "12 examples proved, 0 findings"]
    assert shown.err == ""


@pytest.mark.usefixtures("here")
def test_check_of_an_altered_file(capsys: Capture) -> None:
    """The page of what was altered, on stderr and in JSON; exit status 1."""
    assert main(["check", "altered.pdf", "--json"]) == 1
    shown = capsys.readouterr()
    told = json.loads(shown.out)

    assert shown.err.splitlines()[0].startswith(
        "altered.pdf:8: example 'near-miss-at-three': the page says 'station 3 "
    )
    assert not told["ok"]
    assert {finding["line"] for finding in told["findings"]} == {8}
    assert [example["id"] for example in told["examples"] if not example["proved"]] == ["near-miss-at-three"]
    assert told["examples"][0] == {
        "id": "empty-station-chosen",
        "path": "altered.pdf",
        "line": 5,
        "claims": 2,
        "refused": 0,
        "proved": True,
    }
    assert told["file"]["current"] is True


def test_check_of_an_edition_that_is_not_the_current_one(tmp_path: Path, capsys: Capture) -> None:
    """A kit of that name with other numbers; and one that no installed kit bears the name of."""
    old, other = tmp_path / "old.pdf", tmp_path / "other.pdf"
    old.write_bytes(kit_file("quiet-dividend", edited(("laps = 6", "laps = 7")), sheets="public-board")[0])
    told = attached(quiet(sheets="public-board"))
    told["kit"]["name"] = "loud-dividend"
    other.write_bytes(changed(attaching(json.dumps(told).encode()), quiet(sheets="public-board")))

    assert main(["check", str(old)]) == 0
    assert "this is not the current edition, which is QD-1 44f3jv\n" in capsys.readouterr().out
    assert main(["check", str(other)]) == 0
    assert "no kit 'loud-dividend' is installed here to compare its edition with\n" in capsys.readouterr().out


def test_what_a_file_says_cannot_reach_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    """Control characters in a title, in an example's name and in a message are replaced."""
    told = attached(seeds())
    told["kit"]["title"] = "Seed\x1b[2J Circuit"
    told["examples"][0]["id"] = "one\x1b]0;"
    (tmp_path / "kit.pdf").write_bytes(changed(attaching(json.dumps(told).encode())))

    assert main(["check", str(tmp_path / "kit.pdf")]) == 1
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out + shown.err
    assert "Seed\ufffd[2J Circuit" in shown.out


@pytest.mark.usefixtures("here")
def test_check_of_what_cannot_be_read(capsys: Capture) -> None:
    """A file that is cut short, one that is none, and one that is not there: no traceback."""
    Path("cut.pdf").write_bytes(seeds()[:50_000])
    Path("text.pdf").write_text("Seed Circuit", encoding="utf-8")

    assert main(["check", "cut.pdf", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["path"] == "cut.pdf"
    assert main(["check", "text.pdf"]) == 1
    assert capsys.readouterr().err == "text.pdf:1: it is no PDF: it begins with b'Seed Cir'\n"
    assert main(["check", "none.pdf"]) == 2
    assert capsys.readouterr().err == "rr-print: no file 'none.pdf'\n"
