"""Practice sheets: questions that give nothing away, answers that are proved, the same for the same number."""

import random
import shutil
from itertools import product
from pathlib import Path

import pytest

from generator import build, practice
from generator.cli import main
from generator.lessons import taught
from generator.load import load
from generator.model import Kit, Request
from generator.places import shipped_kits
from generator.profiles import PROFILES
from generator.prove import prove
from generator.readback import readback
from generator.request import read_request
from tests.craft.kits import Case
from tests.craft.kits import figures as held
from tests.craft.measure import Pdf
from tests.craft.test_checks import CHECKS

Capture = pytest.CaptureFixture[str]
GAMES = tuple(shipped_kits())
CRAFT: tuple[str, ...] = (
    "smallest_type",
    "x_height",
    "leading",
    "stroke_widths",
    "edges",
    "margins",
    "line_length",
    "text_contrast",
)
CRAFT += (
    "grey_only",
    "fonts",
    "no_italics",
    "page_number",
    "title_line",
    "clear_of_shapes",
    "tree_and_content",
    "pdf_ua",
)


def practised(
    game: str, count: int, number: int = 1, paper: str = "a4", size: str | None = None, players: int = 4
) -> tuple[Kit, Request]:
    """A shipped kit with practice sheets alone asked for."""
    kit = practice.with_sheets(load(shipped_kits()[game], game))
    request = read_request(kit, players=str(players), sheets="practice,answers", paper=paper, text_size=size)
    return practice.with_questions(kit, request, count, number), request


def asked(kit: Kit, request: Request, file: Path) -> list[list[str]]:
    """The words of each page of questions, printed."""
    build.print_kit(kit, request, file)
    size = None if request.profile == "normal" else request.profile.partition("-")[2] or "18"
    pdf = Pdf(file.read_bytes(), held(Case(kit.name, request.players, request.paper.name, None, size)))
    return [[word.text for word in leaf.words] for leaf in pdf.sheet("Practice")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [1, 24])
def test_every_answer_is_proved(game: str, count: int) -> None:
    """No claim of it is refused, and no two questions are of one position."""
    kit, _ = practised(game, count)
    asked = [each for each in kit.examples if each.id.startswith("practice-")]
    proofs = prove(kit)

    assert [each.id for each in asked] == [f"practice-{place}" for place in range(1, count + 1)]
    assert proofs.refused == {}
    assert all(proofs.proved[each.id].claims for each in asked)
    assert len({each.position for each in asked}) == count


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_in_its_turn(game: str) -> None:
    """Twice as many questions as lessons have two of each, whatever the number; they are not asked lesson by lesson."""
    known = taught(load(shipped_kits()[game], game))
    assert known
    names = [lesson.name for lesson in known.LESSONS]
    for number in range(4):
        kit, _ = practised(game, 2 * len(names), number)
        asked = [each.lesson for each in kit.examples if each.id.startswith("practice-")]

        assert sorted(asked) == sorted(names * 2)
        assert asked[: len(names)] != asked[len(names) :]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [None, "18", *(pytest.param(size, marks=pytest.mark.wide) for size in ("24", "36"))])
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.wide)])
def test_the_sheets(game: str, size: str | None, paper: str, tmp_path: Path) -> None:
    """Each question and each answer once, in order, answers on pages of their own; good print, and read back good."""
    kit, request = practised(game, 4, paper=paper, size=size)
    build.print_kit(kit, request, tmp_path / "a.pdf")
    pdf = Pdf(
        (tmp_path / "a.pdf").read_bytes(),
        held(Case(game, 4, paper, None, size)) if size else held(Case(game, 4, paper)),
    )
    words = [" ".join(word.text for word in leaf.words) for leaf in pdf.leaves]
    first = next(number for number, leaf in enumerate(pdf.leaves) if leaf.sheet == "Answers")

    for place in range(1, 5):
        assert sum(f"Question {place} " in text for text in words[:first]) == 1
        assert sum(f"Answer {place} " in text for text in words[first:]) == 1
    assert "Answer 1 " not in " ".join(words[:first])
    for check in CHECKS:
        if check.__name__ in CRAFT:
            assert (check.__name__, list(check(pdf))) == (check.__name__, [])
    report = readback(str(tmp_path / "a.pdf"))
    assert report.findings == ()
    assert [each["proved"] for each in report.examples] == [True] * 4


WRITTEN = {"seed-circuit": ("Allowed", "Station", "Harvest"), "quiet-dividend": ("Allowed", "Paid", "Values")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [None, "18", "24", "36"])
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.wide)])
def test_a_question_is_not_torn(game: str, size: str | None, paper: str, tmp_path: Path) -> None:
    """What is asked stands above the lines to write on, all on one page; up to 24 pt with the position too."""
    kit, request = practised(game, 6, paper=paper, size=size)
    pages = asked(kit, request, tmp_path / "a.pdf")
    lines = [page.count("says") for page in pages]

    assert sum(lines) == 6
    for label in WRITTEN[game]:
        assert [page.count(label) for page in pages] == lines
    if size != "36":
        assert [page.count("Question") for page in pages] == lines


def test_what_is_said_of_a_table_stands_above_it(tmp_path: Path) -> None:
    """Six players' records are too high for a page of 24 pt; where one is parted, its first row stays with it."""
    kit, request = practised("quiet-dividend", 6, size="24", players=6)
    pages = asked(kit, request, tmp_path / "a.pdf")

    assert [page.count("Value") for page in pages] == [page.count("Question") for page in pages]
    assert sum(page.count("Value") for page in pages) == 6
    assert any(page.count("Value") != page.count("says") for page in pages)


@pytest.mark.parametrize("size", [None, "18", "24", "36"])
def test_what_an_answer_hangs_on_is_asked(size: str | None, tmp_path: Path) -> None:
    """Whether a lap is paid: its number and the payout laps are in words, also where a table is told in words."""
    kit, request = practised("quiet-dividend", 4, size=size)
    words = " ".join(word for page in asked(kit, request, tmp_path / "a.pdf") for word in page)
    laps = {"Steady": "2, 4 and 6", "Early Opening": "1, 3 and 6", "Seasonal": "2, 4 and 6"}
    for each in kit.examples[-4:]:
        given = dict(part.strip().partition(" ")[::2] for part in each.position.split(";"))
        title = given["setup"].replace("-", " ").title()
        assert f"{title}, lap {given.get('lap', '1')}: pays after laps {laps[title]}. Pat moves first." in words


def test_the_same_number_gives_the_same_sheet(tmp_path: Path) -> None:
    """Byte for byte; another number gives another one, and each has a name of its own."""
    words = ["seed-circuit", "--practice", "3", "--sheets", "practice,answers", "--output", str(tmp_path)]
    made = []
    for number in ("7", "7", "8"):
        assert main([*words, "--random", number]) == 0
        made.append((tmp_path / f"seed-circuit-sc-1-4p-a4-practice-3-{number}-practice-answers.pdf").read_bytes())
    assert made[0] == made[1]
    assert made[0] != made[2]


class Promised(random.Random):
    """Chance that gives what Python promises to keep from version to version, and nothing else."""

    def getrandbits(self, k: int, /) -> int:
        """What `choice`, `shuffle` and all their like are made of, in ways that have changed."""
        raise AssertionError(k)


@pytest.mark.parametrize("game", GAMES)
def test_every_python_gives_the_same_sheet(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No chance is taken but `random()`, and none of it hangs on the order of a set."""
    kit, request = practised(game, 24, 7)
    monkeypatch.setattr(random, "Random", Promised)
    again = practice.with_questions(practice.with_sheets(load(shipped_kits()[game], game)), request, 24, 7)
    assert [each.position for each in again.examples] == [each.position for each in kit.examples]


def test_it_adds_to_a_kit(tmp_path: Path, capsys: Capture) -> None:
    """All its sheets, then the two; the page that tells of the others tells of them."""
    assert main(["quiet-dividend", "--practice", "2", "--players", "2", "--output", str(tmp_path)]) == 0
    capsys.readouterr()
    (file,) = tmp_path.iterdir()
    pdf = Pdf(file.read_bytes())
    assert file.name == "quiet-dividend-qd-1-2p-a4-practice-2-1.pdf"
    assert list(dict.fromkeys(leaf.sheet for leaf in pdf.leaves))[-2:] == ["Practice", "Answers"]
    assert "Practice" in [word.text for word in pdf.leaves[0].words]


@pytest.mark.parametrize("form", ["html", "text", "brf"])
def test_for_listeners(form: str, tmp_path: Path) -> None:
    """Questions and answers are read out, the position in words; a sheet that nobody plays with gets no label."""
    words = ["seed-circuit", "--practice", "2", "--sheets", "practice,answers", "--format", form]
    assert main([*words, "--output", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    text = file.read_text(encoding="utf-8")
    question, answer = (',"Q #B', ",ANSW] #B") if form == "brf" else ("Question 2", "Answer 2")
    assert question in text
    assert answer in text
    assert ",LABELS" not in text


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ("--practice 0", 2, "--practice: expected a whole number from 1 to 24, found '0'"),
        ("--practice 25", 2, "--practice: expected a whole number from 1 to 24, found '25'"),
        ("--practice x", 2, "--practice: expected a whole number from 1 to 24, found 'x'"),
        ("--practice 3 --random -1", 2, "--random: expected a whole number from 0 to 999999999, found '-1'"),
        (
            "--random 3",
            2,
            "--random: only practice questions are found at random; expected --practice with it",
        ),
        ("--practice 3 --sheets rules", 2, "--practice: --sheets leaves out 'practice' and 'answers'"),
    ],
)
def test_what_cannot_be(words: str, status: int, message: str, tmp_path: Path, capsys: Capture) -> None:
    """The word, and what was expected; nothing is written."""
    assert main(["seed-circuit", *words.split(), "--output", str(tmp_path)]) == status
    assert capsys.readouterr().err == f"rr-print: {message}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("one_request", "no_search")
def test_a_kit_without_a_template(tmp_path: Path, capsys: Capture) -> None:
    """Its own template is asked for, by name; a mistake in one is told at its line, and `check` finds it."""
    kit = Path(shutil.copytree(shipped_kits()["quiet-dividend"], tmp_path / "mine"))
    template = kit / "practice.xml.j2"
    source = template.read_text(encoding="utf-8")
    template.unlink()
    words = [str(kit), "--practice", "1", "--output", str(tmp_path / "a.pdf")]

    assert main(words) == 1
    told = "expected a template 'practice.xml.j2' in the kit's folder, which draws practice questions; found none"
    assert capsys.readouterr().err == f"{kit}/kit.toml:1: {told}\n"

    template.write_text(source.replace("question.before.lap", "question.before.lapp"), encoding="utf-8")
    line = next(number for number, each in enumerate(source.splitlines(), 1) if "question.before.lap" in each)
    assert main(words) == 1
    assert capsys.readouterr().err.startswith(f"{kit}/practice.xml.j2:{line}: unknown name 'lapp'")
    assert not (tmp_path / "a.pdf").exists()
    assert main(["check", str(kit)]) == 1
    assert capsys.readouterr().err.startswith(f"{kit}/practice.xml.j2:{line}: unknown name 'lapp'")


def test_check_sets_them_for_few_and_for_many() -> None:
    """In every print size and on all paper, as many questions as there are lessons."""
    for game, fewest, most, lessons in (("seed-circuit", 2, 4, 6), ("quiet-dividend", 2, 6, 5)):
        kit = load(shipped_kits()[game], game)
        every = list(build._practices(kit))
        ways = [(asked.players, asked.paper.name, asked.profile) for _, asked in every]

        assert sorted(ways) == sorted(product((fewest, most), ("a4", "letter"), PROFILES))
        for drawn, asked in every:
            assert len(drawn.examples) - len(kit.examples) == lessons
            assert asked.sheets == ("practice", "answers")


@pytest.mark.usefixtures("one_request", "no_search")
def test_a_number_typed_by_hand(tmp_path: Path) -> None:
    """In a question too, it is found."""
    kit = Path(shutil.copytree(shipped_kits()["seed-circuit"], tmp_path / "mine"))
    file = kit / "practice.xml.j2"
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace("In each position", "In all eight positions"), encoding="utf-8")

    (finding,) = build.check_kit(load(kit, "mine")).findings
    assert finding.path == "mine/practice.xml.j2"
    assert finding.message.startswith("'eight' is typed by hand; write {{ words(rules.stations) }}")
