"""A Markdown text read: what it may hold, what is refused and where, and the worked examples in its fences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import Rejected
from generator.model import Claim, Example, Node, Step
from generator.rules_text import rules_text

TURN = """\
```example turn
title: A turn
position: board 3 3 3
names: Pat, Mo
move: 1 cw
  landing: 1
say: It is {{ words(2) }}.
```
"""


def blocks(source: str) -> tuple[Node, ...]:
    """The blocks of a text that has no mistake."""
    return rules_text(source, "rules.md")[0]


def findings(source: str) -> list[str]:
    """Line and message of every mistake of a text."""
    with pytest.raises(Rejected) as rejected:
        rules_text(source, "rules.md")
    assert {finding.path for finding in rejected.value.findings} == {"rules.md"}
    return [f"{finding.line}: {finding.message}" for finding in rejected.value.findings]


def outline(node: Node | str) -> object:
    """A node as nested tuples: tag, line, attributes if it has any, children."""
    if isinstance(node, str):
        return node
    return (node.tag, node.line, *([dict(node.attrs)] if node.attrs else []), *map(outline, node.children))


def test_every_construct_becomes_its_node() -> None:
    """Headings, paragraphs, lists, tables, bold, fences; each with its line, each run of text in one piece."""
    source = (
        "# Title {#title}\n\nTwo lines\nof **bold\nwords** here.\n\n## Sub\n\n### Sub-sub\n\n"
        "- one {#one}\n- two\n  more\n\n"
        "1. first\n\n2. second\n\n| A | B |\n| --- | ---: |\n| a **b** | |\n\n```figure ring\n```\n\n" + TURN
    )
    assert [outline(node) for node in blocks(source)] == [
        ("h1", 1, {"id": "title"}, "Title"),
        ("p", 3, "Two lines of ", ("strong", 4, "bold words"), " here."),
        ("h2", 7, "Sub"),
        ("h3", 9, "Sub-sub"),
        ("ul", 11, ("li", 11, {"id": "one"}, "one"), ("li", 12, "two more")),
        ("ol", 15, ("li", 15, "first"), ("li", 17, "second")),
        (
            "table",
            19,
            ("tr", 19, ("th", 19, "A"), ("th", 19, {"align": "right"}, "B")),
            ("tr", 21, ("td", 21, "a ", ("strong", 21, "b")), ("td", 21, {"align": "right"})),
        ),
        ("figure", 23, {"name": "ring"}),
        ("example", 26, {"id": "turn"}),
    ]
    assert {node.path for node in blocks(source)} == {"rules.md"}


def test_example_is_read_as_written() -> None:
    """Every part with its line; values keep their words."""
    source = (
        "# Rules\n\n```example two-moves\n\ntitle: Two: moves\nposition:  board 3 3; seat 1\nnames: Pat ,Mo Lee\n"
        "illustration: yes\nmove: 1 cw\n\tboard: 0  4\n  landing_count: 4\n\nsay: First {{ f.landing }}.\n"
        "move: 9 cw\n  illegal: no-such-station\nsay: Last.\n```\n"
    )
    _, examples = rules_text(source, "kit/rules.md")
    assert examples == (
        Example(
            id="two-moves",
            title="Two: moves",
            path="kit/rules.md",
            line=3,
            position="board 3 3; seat 1",
            position_line=6,
            names=("Pat", "Mo Lee"),
            steps=(
                Step("1 cw", 9, (Claim("board", "0  4", 10), Claim("landing_count", "4", 11))),
                Step("9 cw", 14, (Claim("illegal", "no-such-station", 15),)),
            ),
            says=((13, "First {{ f.landing }}."), (16, "Last.")),
            illustration=8,
        ),
    )


@pytest.mark.parametrize(
    "expression",
    [
        "{{ a * b * c }}",
        "{{ _a_ }} and {{ **b** }}",
        "{{ `x` }}",
        "{{ '}}' }}",
        '{{ "{{" }}',
        "{{ {'a': 1}['a'] }}",
        "{{ '\\'}}' }}",
        "{{ [a](b) }}",
        "{{ <b> }}",
        "{{ '{% x %}{# y #}' }}",
        "{{- x -}}",
        "{{}}",
    ],
)
def test_expression_is_kept_whole(expression: str) -> None:
    """No mark of Markdown within an expression is touched, in words, in bold and in a cell."""
    source = f"Take {expression} of **{expression}**.\n\n| A |\n| --- |\n| {expression} |\n"
    paragraph, table = blocks(source)
    assert outline(paragraph) == ("p", 1, f"Take {expression} of ", ("strong", 1, expression), ".")
    assert outline(table) == ("table", 3, ("tr", 3, ("th", 3, "A")), ("tr", 5, ("td", 5, expression)))


def test_expression_over_two_lines_is_one_run() -> None:
    """Its line break is a space, and what follows still knows its line."""
    assert outline(blocks("a {{ b\nc }} d **e** f\n")[0]) == ("p", 1, "a {{ b c }} d ", ("strong", 2, "e"), " f")
    assert findings("a {{ b\nc }} *d*\n") == ["2: italics are not used: large print keeps to bold"]


def test_escaped_marks_and_entities_are_words() -> None:
    """What Markdown itself writes for a plain sign is read so; in a cell an escaped `|` stands in an expression."""
    assert outline(blocks("2 \\* 3 &amp; \\_4\\_ * 5 < 6\n")[0]) == ("p", 1, "2 * 3 & _4_ * 5 < 6")
    assert outline(blocks("| A |\n| --- |\n| {{ a \\| length }} |\n")[0])[3] == (  # type: ignore[index]
        "tr",
        3,
        ("td", 3, "{{ a | length }}"),
    )


@pytest.mark.parametrize("id_", ["sow", "long-handful", "rule-2"])
def test_rule_id_stands_last(id_: str) -> None:
    """After words, after bold, on a line of its own; it is no part of the words."""
    assert outline(blocks(f"Sow. {{#{id_}}}")[0]) == ("p", 1, {"id": id_}, "Sow.")
    assert outline(blocks(f"**Sow.** {{#{id_}}}")[0]) == ("p", 1, {"id": id_}, ("strong", 1, "Sow."))
    assert outline(blocks(f"Sow.\n{{#{id_}}}")[0]) == ("p", 1, {"id": id_}, "Sow.")
    assert outline(blocks(f"Sow {{{{ n }}}} {{#{id_}}}")[0]) == ("p", 1, {"id": id_}, "Sow {{ n }}")


NO_COMMENT = "'{#' is not used here: the id of a rule stands last in its heading, paragraph or item, as ' {#id}'"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Sow{#sow}", [f"1: {NO_COMMENT}"]),
        ("Sow {#sow} seeds", [f"1: {NO_COMMENT}"]),
        ("**Sow {#sow}**", [f"1: {NO_COMMENT}"]),
        ("| A {#a} |\n| --- |\n", [f"1: {NO_COMMENT}"]),
        ("{#sow}", ["1: expected words here, found none"]),
        ("Sow. {#Sow}", ["1: rule 'Sow': expected lower-case words joined by hyphens"]),
        ("Sow. {#}", ["1: rule '': expected lower-case words joined by hyphens"]),
        ("Sow. {#a}\n\n- Reap. {#a}", ["3: rule 'a': given twice; first on line 1"]),
    ],
)
def test_rule_id_that_is_none(source: str, expected: list[str]) -> None:
    """Elsewhere, misspelled, without a rule, or given twice."""
    assert findings(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Two lines\nand *one*", "2: italics are not used: large print keeps to bold"),
        ("_one_", "1: italics are not used: large print keeps to bold"),
        ("a\nb `code` c", "2: code spans are not used"),
        ("a <br> b", "1: HTML is not used"),
        ("<div>a</div>", "1: HTML is not used"),
        ("![](a.png) a", "1: images are not used: a picture is a fence ```figure NAME"),
        ("a\n\n[b]: c\n", "3: links are not used: paper cannot follow them"),
        ("[b]: c\n\na\n\n[b]: d", "5: links are not used: paper cannot follow them"),
        ("a\n\n***\n", "3: ruled lines are not used: a heading parts the text"),
        ("a ~~b~~", "1: struck-out words are not used"),
        ("> a", "1: quotes are not used"),
        ("a\n=\n", "1: an underlined heading is not used: it begins with '#'"),
        ("\n\n", "1: the text is empty"),
        ("", "1: the text is empty"),
        ("a {% if b %} c", "1: '{%' is not used in a text: only expressions '{{ ... }}' are"),
        ("a\nb }}", "2: '}}' ends no expression: expected '{{' before it"),
        ("# a **b", "1: '**' is no mark for bold here: expected a pair of them around words, with no space inside"),
    ],
)
def test_what_is_not_used_is_a_finding_at_its_line(source: str, expected: str) -> None:
    """One finding for each; nothing is passed over in silence."""
    found = findings(source)
    assert found[-1] == expected
    assert {message.partition(": ")[2] for message in found} == {expected.partition(": ")[2]}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("## a", ["1: expected at most '#' before this heading, found '##'"]),
        ("# a\n### b", ["2: expected at most '##' before this heading, found '###'"]),
        ("# a\n## b\n### c\n#### d", ["4: expected at most '###' before this heading, found '####'"]),
        ("# a\n\n+ b", ["3: expected a list that begins with '-', found '+'"]),
        ("0. b", ["1: expected a list that begins with '1.', found '0.'"]),
        ("- a\n  - b", ["2: an item of a list is one paragraph: nothing else stands in it"]),
        ("- a\n\n  b", ["3: an item of a list is one paragraph: nothing else stands in it"]),
        ("- # a", ["1: an item of a list is one paragraph: nothing else stands in it"]),
        ("-", ["1: expected words here, found none"]),
    ],
)
def test_structure_that_is_refused(source: str, expected: list[str]) -> None:
    """Headings that skip a level, lists of other kinds, items that hold more than a paragraph."""
    assert findings(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\n\n" * 10_001, "rules.md:20001: a text has at most 20000 lines"),
        ("a " * 125_001, "rules.md:1: a text has at most 250000 characters, found 250002"),
    ],
)
def test_text_without_end(source: str, expected: str) -> None:
    """Refused before Markdown is read, which takes long."""
    with pytest.raises(Rejected) as caught:
        rules_text(source, "rules.md")

    assert list(map(str, caught.value.findings)) == [expected]


def test_headings_may_come_back_up() -> None:
    """From the third level to the first and down again."""
    assert [node.tag for node in blocks("# a\n## b\n### c\n# d\n## e\n## f\n")] == ["h1", "h2", "h3", "h1", "h2", "h2"]


@pytest.mark.parametrize("row", ["| a | b |", "a | b", "| a |  |", "| \\| | b", "|a|b|  "])
def test_row_with_as_many_cells_as_the_first(row: str) -> None:
    """With and without outer bars, with empty cells and with escaped bars."""
    assert len(blocks(f"| A | B |\n| --- | --- |\n{row}\n")[0].children) == 2


@pytest.mark.parametrize(("row", "found"), [("| a |", 1), ("words", 1), ("| a | b | c |", 3), ("a|b|c", 3), ("|||", 2)])
def test_row_with_other_cells_is_no_loss_in_silence(row: str, found: int) -> None:
    """Markdown drops a cell too many and fills up one too few; here both are findings."""
    source = f"| A | B |\n| --- | --- |\n{row}\n"
    if found == 2:
        assert blocks(source)
    else:
        assert findings(source) == [f"3: expected 2 cells in this row, as in the first, found {found}"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```figure ring\n", "1: the fence '```figure ring' is not closed: expected a line '```'"),
        (
            "```example lost\ntitle: A turn\n\nWords: {#rule}\n\n```figure ring\n```\n",
            "1: the fence '```example lost' is not closed: expected a line '```' before line 6",
        ),
        ("a\n\n```figure ring", "3: the fence '```figure ring' is not closed: expected a line '```'"),
        ("````figure ring\n```\n", "1: the fence '````figure ring' is not closed: expected a line '````'"),
        ("```\n```", "1: expected a fence ```example NAME or ```figure NAME, found ''"),
        ("```python\n```", "1: expected a fence ```example NAME or ```figure NAME, found 'python'"),
        ("```figure\n```", "1: figure '': expected lower-case words joined by hyphens"),
        ("```figure two words\n```", "1: figure 'two words': expected lower-case words joined by hyphens"),
        ("```figure ring\n\nwords\n```", "2: figure 'ring': expected nothing in its fence"),
        (f"{TURN}\n{TURN}", "10: example 'turn': given twice; first on line 1"),
    ],
)
def test_fence_that_is_refused(source: str, expected: str) -> None:
    """Left open, of another kind, without a name, with a body where none belongs, given twice."""
    assert findings(source) == [expected]


def test_figure_may_stand_twice() -> None:
    """The same picture in two places is no mistake."""
    assert len(blocks("```figure ring\n```\n\n```figure ring\n\n```\n")) == 2


@pytest.mark.parametrize(
    ("good", "bad", "expected"),
    [
        ("title: A turn\n", "", "1: example 'turn': expected a line 'title:', found none"),
        ("position: board 3 3 3\n", "", "1: example 'turn': expected a line 'position:', found none"),
        ("title: A turn", "title:", "2: example 'turn': title: expected a value after ':', found nothing"),
        ("title: A turn", "title: a\ntitle: b", "3: example 'turn': title: given twice; first on line 2"),
        (
            "names: Pat, Mo",
            "names: Pat,",
            "4: example 'turn': names: expected a name between any two commas, found none",
        ),
        ("names:", "nmaes:", "4: example 'turn': unknown name 'nmaes'; did you mean 'names'?"),
        ("names: Pat, Mo", "names", "4: example 'turn': expected 'name: value', found 'names'"),
        ("move: 1 cw", "move:", "5: example 'turn': move: expected a value after ':', found nothing"),
        ("landing: 1", "landing:", "6: example 'turn': landing: expected a value after ':', found nothing"),
        ("landing: 1", "landing 1", "6: example 'turn': expected 'name: value', found 'landing 1'"),
        ("  landing: 1", "  a: 1\n  a: 1", "7: example 'turn': a: claimed twice of one move"),
        (
            "  landing: 1",
            "  illegal: a\n  b: 1",
            "6: example 'turn': illegal: claimed beside other facts; a refused move has none",
        ),
        ("move: 1 cw\n", "  a: 1\nmove: 1 cw\n", "5: example 'turn': the claim 'a' stands before any 'move:'"),
        (
            "say: It is {{ words(2) }}.",
            "say: It is so.\n  a: 1",
            "8: example 'turn': the claim 'a' stands under 'say:', expected right under its move",
        ),
        (
            "{{ words(2) }}",
            "{{ words(2) }",
            "7: '{{' begins no expression: expected '}}' after it (in a table '|' is written '\\|')",
        ),
        ("title: A turn", "title: {% a %}", "2: '{%' is not used in a text: only expressions '{{ ... }}' are"),
    ],
)
def test_example_that_is_refused(good: str, bad: str, expected: str) -> None:
    """One thing wrong at a time, each at its line; nothing follows from it that is not there."""
    assert blocks(TURN)
    assert good in TURN
    assert findings(TURN.replace(good, bad)) == [expected]


def test_claims_under_a_mistake_are_not_mistakes_too() -> None:
    """A misspelled `move:` is one finding, not one for each of its claims."""
    assert findings(TURN.replace("move: 1", "mvoe: 1")) == [
        "1: example 'turn': expected a line 'move:', found none",
        "5: example 'turn': unknown name 'mvoe'; did you mean 'move'?",
    ]


def test_line_ends_change_nothing() -> None:
    """CRLF, or CR alone, is a line end; lines count the same."""
    source = f"# A\n\nb **c\nd** e\n\n{TURN}"
    plain = rules_text(source, "rules.md")
    assert rules_text(source.replace("\n", "\r\n"), "rules.md") == plain
    assert rules_text(source.replace("\n", "\r"), "rules.md") == plain
    assert findings("a\r\n\r\n*b*\r\n") == ["3: italics are not used: large print keeps to bold"]


def test_every_mistake_is_told_at_once() -> None:
    """In the order of the lines, over blocks, tables and examples."""
    assert findings(f"## a\n\n*b* `c`\n\n{TURN.replace('say:', 'sya:')}") == [
        "1: expected at most '#' before this heading, found '##'",
        "3: code spans are not used",
        "3: italics are not used: large print keeps to bold",
        "11: example 'turn': unknown name 'sya'; did you mean 'say'?",
    ]


def test_example_may_do_without_names_and_words() -> None:
    """`names:` and `say:` are for those who need them."""
    bare = "".join(line for line in TURN.splitlines(keepends=True) if not line.startswith(("names", "say")))
    (full,), (plain,) = rules_text(TURN, "r")[1], rules_text(bare, "r")[1]
    step = full.steps[0]._replace(line=4, claims=(Claim("landing", "1", 5),))
    assert plain == full._replace(names=(), says=(), steps=(step,))


WORDS = st.text(st.characters(codec="utf-8", categories=["L"]), min_size=1, max_size=8)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=5))
def test_plain_words_come_out_as_they_went_in(paragraphs: list[list[str]]) -> None:
    """Paragraphs of letters, in any script, one word on each line."""
    source = "\n\n".join("\n".join(words) for words in paragraphs)
    assert [node.children for node in blocks(source)] == [(" ".join(words),) for words in paragraphs]


MARKS = [
    "\n",
    "\n\n",
    "  ",
    "# ",
    "- ",
    "1. ",
    "|",
    "| --- |",
    "**",
    "*",
    "`",
    "```",
    "{{",
    "}}",
    "{%",
    "{#",
    "}",
    "'",
    '"',
    "\\",
]
MARKS += [
    "a",
    "example x",
    "figure x",
    "title: ",
    "move: ",
    "  b: ",
    "<",
    ">",
    "[",
    "](",
    ":",
    "\t",
    "&amp;",
    "\r",
    "\0",
    "é",
]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(MARKS), max_size=40).map("".join))
def test_any_text_gives_blocks_or_findings(source: str) -> None:
    """Marks in any order never end in anything else, and every line named is in the text."""
    last = source.count("\n") + source.count("\r") + 1
    try:
        nodes, examples = rules_text(source, "rules.md")
    except Rejected as rejected:
        lines = [finding.line for finding in rejected.findings]
    else:
        lines = [node.line for node in nodes]
        assert [node.attrs["id"] for node in nodes if node.tag == "example"] == [example.id for example in examples]
    assert lines
    assert all(1 <= line <= last for line in lines)
