"""A check that cannot fail proves nothing: one figure changed at a time, and the check that holds it turns red."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter

from generator import build, furnish, impose
from generator.pages import Line, Rect, Text
from generator.typesetting import prose, shapes, text
from tests.craft import breaks
from tests.craft.breaks import Change, Patch, both, constant, edit, figures
from tests.craft.kits import Case, printed
from tests.craft.kits import figures as held
from tests.craft.measure import Pdf
from tests.craft.test_checks import CHECKS
from tests.craft.test_raster import DOTS, RENDERERS

NORMAL = Case("seed-circuit", 2, "a4")
LARGE = Case("seed-circuit", 2, "a4", None, "18")
ROOM = edit("heat-record.xml.j2", "17.1 if few", "20 if few")
"""A wider place for laps, where they would not fit as something else is changed."""
ABREAST = edit("heat-record.xml.j2", "rules.laps_per_heat <= 3", "false")
"""Laps side by side."""
BROKEN: Mapping[Case, Mapping[str, tuple[str, Change]]] = {
    NORMAL: {
        "body of 11.9 pt": ("smallest_type", figures(body=11.9, floor=11.9)),
        "type of 11 pt": ("x_height", figures(body=11.0, floor=11.0)),
        "leading of 1.2": ("leading", figures(leading=1.2)),
        "headings as small as text": ("headings", figures(h2=12.0)),
        "h2 above h1": ("levels", figures(h1=17.0)),
        "lines of 90 characters": ("line_length", breaks.long_lines),
        "paragraphs without room": ("paragraphs_apart", constant(prose, "_GAP", 0.1)),
        "grey text": ("text_contrast", breaks.pale_text),
        "underlined words": ("no_underlines", breaks.underlined),
        "rules of 0.8 pt": ("stroke_widths", figures(rule=0.8)),
        "guides of 0.3 pt": ("stroke_widths", figures(guide=0.3)),
        "guides without width": ("cuts_are_there", figures(guide=0.0)),
        "a bar of 99 mm": ("rulers", constant(furnish, "_ACROSS", 99.0)),
        "a bar of 4.1 in": ("rulers", constant(furnish, "_DOWN", 104.14)),
        "a cut line 0.5 mm off": ("piece_sizes", breaks.shifted_cuts),
        "a cut line missing": ("nothing_astray", breaks.one_cut_missing),
        "cut lines that end at the block": ("cuts_run_out", constant(impose, "GUIDE", 0.0)),
        "ink at 6.5 mm": ("edges", constant(furnish, "EDGE", 6.5)),
        "words 2 mm from the cut": ("words_inside", figures(inset=2.0)),
        "a text beside the middle": ("margins", figures(margin=17.0)),
        "pages a millimetre short": ("paper", breaks.small_paper),
        "pale tick boxes": ("shape_contrast", constant(shapes, "Rect", partial(Rect, ink=0.7))),
        "a block off the middle": ("same_place", breaks.off_the_middle),
        "two lines at an edge": ("one_line_an_edge", breaks.doubled_cuts),
        "a piece out of place": ("art_in_place", breaks.astray),
        "single lines left alone": ("widows", breaks.unkept),
        "ragged on the left": ("flush_left", both(ROOM, breaks.ragged)),
        "a figure without its unit": ("unbroken_words", breaks.units_apart),
        "crowded bullets": ("bullets", breaks.crowded_bullets),
        "pieces read line by line": ("piece_by_piece", breaks.interleaved),
        "dashes of 0.5 mm": ("dashes", constant(shapes, "_dash", lambda _: (0.5, 0.5))),
        "pages that are not compressed": ("file_size", breaks.loose),
        "dots at 6.5 mm": ("white_edges", constant(furnish, "EDGE", 6.5)),
        "rules of 2.5 pt": ("little_ink", both(ROOM, figures(rule=2.5))),
        "grey words": ("words_seen", breaks.pale_text),
        "nothing but grey": ("black_and_white", breaks.pale_text),
        "pale cut lines": ("cuts_survive_a_draft", constant(impose, "Line", partial(Line, ink=0.9))),
        "a renderer that draws 0.5 mm lower": ("same_ink", breaks.lower_ink),
        "tick boxes of 5.5 mm": ("tick_boxes", figures(tick=5.5)),
        "a run of capitals": ("no_capitals", edit("rules.md", "Choose a first player", "CHOOSE THE FIRST player")),
        "a six without its dot": ("upside_down", edit("ring.xml.j2", "{% if n in (6,", "{% if n in (600,")),
        "both corner numbers upright": ("corner_numbers", edit("station-card.xml.j2", ' turn="180"', "")),
        "a marker's word on its head": (
            "upright",
            edit("reverse-marker.xml.j2", 'align="center" role', 'turn="180" role'),
        ),
        "a mat without the turn": ("turn_in_brief", edit("score-mat.xml.j2", "Your turn<", "Hints<")),
        "a frame at the cut": (
            "frames_inside",
            edit("counter.xml.j2", "<sheet>", '<sheet><rect x="-2" y="-2" w="16" h="16"/>'),
        ),
        "a line through words": (
            "clear_of_shapes",
            edit("reverse-marker.xml.j2", "<text", '<line y1="9" x1="9" x2="40"/><text'),
        ),
        "a large dark field": (
            "no_large_solids",
            edit("station-card.xml.j2", "<row", '<rect x="9" y="40" w="40" h="40" fill="0.5"/><row'),
        ),
        "many widths": (
            "few_widths",
            edit(
                "station-card.xml.j2",
                "<row",
                '<line y1="60" weight="3"/><line y1="64" weight="4"/><line y1="68" weight="5"/><row',
            ),
        ),
        "columns too near": (
            "columns_apart",
            edit(
                "heat-record.xml.j2",
                "<p>Each",
                f"<row gap='1'>{2 * '<p>Words that fill their column to its last letter, and more</p>'}</row><p>Each",
            ),
        ),
        "boxes 8 mm high": ("boxes_for_figures", edit("score-mat.xml.j2", 'h="11"', 'h="8"')),
        "no list of pages": (
            "pages_told",
            edit("how-to-print.xml.j2", "{{ page_list(plan, profile.large, split) }}", ""),
        ),
        "a part that is not counted": ("parts_told", edit("how-to-print.xml.j2", '("score-mat", "Score mats"), ', "")),
        "a bar of 99 mm on the first page": (
            "shrunk_prints_show",
            edit(
                "how-to-print.xml.j2",
                "{{ measure(paper, profile.large) }}",
                "<ruler length='99' step='9' alt='A bar.'/>",
            ),
        ),
        "boxes 1 mm apart": ("fields_apart", edit("score-mat.xml.j2", 'gap="3">', 'gap="1">')),
        "tick boxes close to other labels": (
            "labels_clear",
            both(ABREAST, edit("heat-record.xml.j2", "else 5 }}", "else 1 }}")),
        ),
        "words in a box": (
            "nothing_inside",
            edit("score-mat.xml.j2", '<panel frame="dashed" pad="3"', '<panel pad="3"'),
        ),
        "players counted from 2": (
            "players_named",
            edit("score-mat.xml.j2", "Player {{ item }}", "Player {{ item + 1 }}"),
        ),
        "a text at the edge": ("room_around", figures(margin=9.0, measure=150.0)),
        "no settings": ("settings_told", edit("how-to-print.xml.j2", "{{ measure(paper, profile.large) }}", "")),
        "no key to the cuts": ("cuts_told", edit("how-to-print.xml.j2", "{{ cut_line(profile.large) }}", "")),
        "nothing to supply": ("parts_told", edit("how-to-print.xml.j2", "<tr><td>Pencil</td>", "<tr><td>Ink</td>")),
        "a marker's name of 13 pt": ("marker_words", edit("reverse-marker.xml.j2", 'size="26"', 'size="13"')),
        "rules a quarter as long": ("joined_columns", breaks.short_rules),
        "an example over two pages": (
            "examples_whole",
            edit("example.xml.j2", "<h3>Example", f"{60 * '<p>More words.</p>'}<h3>Example"),
        ),
        "l drawn as I": ("letters_differ", breaks.alike),
        "type of 6 pt": ("letters_survive_a_draft", figures(body=6.0, floor=6.0)),
        "long words": (
            "grade",
            edit("rules.md", "a test of speed.", 60 * f"{8 * ' unimaginably complicated matters'}."),
        ),
        "a choice": ("plain_rules", edit("rules.md", "This is not", "You can say that this is not")),
        "a sentence of 26 words": ("sentences", edit("rules.md", "a test of speed.", f"{'a good ' * 12}test.")),
    },
    LARGE: {
        "type of 17.9 pt": ("smallest_type", figures(body=17.9, floor=17.9)),
        "headings of 21 pt": ("headings", figures(h2=21.0)),
        "leading of 1.2": ("leading", figures(leading=1.2)),
        "rules of 1.4 pt": ("stroke_widths", figures(rule=1.4)),
        "lines of 156 mm": ("measure", figures(measure=156.0)),
        "words 24 mm from the side": ("words_margins", figures(margin=24.0)),
        "words 25 mm from the top": ("words_margins", figures(top=23.0)),
        "grey text": ("text_contrast", constant(text, "Text", partial(Text, ink=0x4A / 0xFF))),
        "words 3.5 mm from the cut": ("words_inside", figures(inset=3.5)),
        "a cut line 0.5 mm off": ("piece_sizes", breaks.shifted_cuts),
        "a station's number of 15 mm": ("big_figures", edit("station-card-large.xml.j2", 'size="68"', 'size="63"')),
        "no place for a label": ("label_zone", edit("reverse-marker-large.xml.j2", '<box h="12"/>\n  {%', "{%")),
        "words where counters lie": (
            "room_for_counters",
            edit("station-card-large.xml.j2", "<pips", "<text>Lay the seeds here</text><pips"),
        ),
        "two texts side by side": (
            "columns_apart",
            edit(
                "heat-record-large.xml.j2",
                "<p>Each",
                f"<row gap='12'>{2 * '<p>Words that fill their column to the last letter</p>'}</row><p>Each",
            ),
        ),
        "writing lines 12 mm apart": (
            "writing_lines",
            breaks.both(
                figures(field_pitch=12.0), edit("heat-record-large.xml.j2", '<column gap="0.2em">', '<column gap="0">')
            ),
        ),
        "a mat without the turn": ("turn_in_brief", edit("score-mat-large.xml.j2", "Your turn<", "Hints<")),
    },
}
"""What is changed in the making or in the kit's folder, and the check that must see it, by print size."""
DAMAGED: Mapping[str, tuple[str, Callable[[PdfWriter], None]]] = {
    "no print settings": ("print_settings", breaks.without("/ViewerPreferences")),
    "no bookmarks": ("outline", breaks.without("/Outlines")),
    "a font that is not embedded": ("fonts", breaks.unembedded),
    "a page on its side": ("paper", breaks.turned),
    "a script": ("plain_file", breaks.scripted),
    "slanted letters": ("no_italics", breaks.recoded(0, b"1 0 0 1 ", b"1 0 .3 1 ")),
    "words that are not painted": ("text_is_text", breaks.recoded(0, b"BT", b"BT 3 Tr")),
    "colour": ("grey_only", breaks.recoded(0, b" g\n", b" 0 0 rg\n")),
    "another edition on one page": ("title_line", breaks.recoded(3, b"SC-1", b"SC-2")),
    "another fingerprint on one page": ("title_line", breaks.recoded(3, b"(pf37yx)", b"(pf37yy)")),
    "something else attached": ("plain_file", breaks.attached_more),
    "no packet of metadata": ("declared", breaks.without("/Metadata")),
    "no language": ("pdf_ua", breaks.without("/Lang")),
    "content with another's number": ("tree_and_content", breaks.recoded(0, b"/MCID 1>>", b"/MCID 2>>")),
    "a picture without words": ("pictures_told", breaks.lacking("/Figure", "/Alt")),
    "a head without a scope": ("tables_and_lists", breaks.lacking("/TH", "/A")),
    "a page scaled up": ("not_scaled", breaks.recoded(0, b"1 0 0 1 0 0 cm", b"1.02 0 0 1.02 0 0 cm")),
    "an operator that nobody knows": ("viewers_draw", breaks.recoded(0, b"\n0 g\n", b"\n0 gg\n")),
    "a page number that differs": ("page_number", breaks.recoded(3, b"Page 4", b"Page 5")),
}
"""What is changed in the finished file, and the check that must see it."""
BY_NAME = {check.__name__: check for check in (*CHECKS, *DOTS, *RENDERERS)}


def named(changes: Mapping[str, tuple[str, Any]], *before: Case) -> list[Any]:
    """Each change by its name; those that another viewer must see are system tests."""
    return [
        pytest.param(*before, name, marks=[pytest.mark.system] if BY_NAME[check] in RENDERERS else [])
        for name, (check, _) in changes.items()
    ]


@pytest.mark.made_wrong
@pytest.mark.parametrize(("case", "name"), [made for case, changes in BROKEN.items() for made in named(changes, case)])
def test_a_kit_made_wrong(case: Case, name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The named check finds it; on the kits as they are it finds nothing."""
    check, change = BROKEN[case][name]
    monkeypatch.setattr(build, "verify", lambda *_, **__: None)
    change(monkeypatch, tmp_path)

    assert list(BY_NAME[check](Pdf(printed(case, tmp_path), held(case))))


@pytest.mark.made_wrong
@pytest.mark.parametrize("name", named(DAMAGED))
def test_a_file_damaged(name: str, tmp_path: Path) -> None:
    """The named check finds it, and finds nothing when the file is written anew and not damaged."""
    check, change = DAMAGED[name]
    pdf = printed(NORMAL, tmp_path)
    whole, damaged = breaks.writer(pdf), breaks.writer(pdf)
    change(damaged)

    assert not list(BY_NAME[check](Pdf(breaks.written(whole))))
    assert list(BY_NAME[check](Pdf(breaks.written(damaged))))


def test_every_check_is_broken_once() -> None:
    """No check is without a mutation."""
    seen = {check for table in (*BROKEN.values(), DAMAGED) for check, _ in table.values()}

    assert seen == set(BY_NAME)
