"""The measures of dots, forms and words can fail, too: each is run on one kit made wrong, and must refuse it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from generator import build, furnish, impose
from generator.pages import Line
from tests.craft import kits, test_forms, test_plain_words, test_raster
from tests.craft.kits import printed
from tests.craft.measure import Pdf
from tests.craft.test_mutations import LARGE_SEEDS, SEEDS, Patch, constant, edited, figures, pale_text

Test = Callable[[Pdf], None]

DRAWN: dict[str, tuple[Test, Callable[[Patch], None]]] = {
    "ink at 6.5 mm": (test_raster.test_white_edges, constant(furnish, "EDGE", 6.5)),
    "lines of 2.5 pt": (test_raster.test_little_ink, figures(rule=2.5)),
    "grey text": (test_raster.test_words_are_seen, pale_text),
    "nothing but grey": (test_raster.test_grey_is_enough, pale_text),
    "pale cut lines": (
        test_raster.test_cut_lines_survive_a_draft,
        lambda patch: patch.setattr(impose, "Line", partial(Line, ink=0.9)),
    ),
    "tick boxes of 5.5 mm": (test_forms.test_tick_boxes, figures(tick=5.5)),
}
"""What is changed in the making, and the test that must refuse it."""
EDITED: dict[str, tuple[Test, str, str, str]] = {
    "boxes 8 mm high": (test_forms.test_boxes_for_figures, "score-mat.xml.j2", 'h="11"', 'h="8"'),
    "no weights of card": (
        test_forms.test_how_to_print_tells_of_every_page,
        "how-to-print.xml.j2",
        "{{ page_list(plan, profile.large, split) }}",
        "",
    ),
}  # fmt: skip
"""The same by an edit of the kit: test, file, old words and new."""


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The test refuses the file."""
    test, change = DRAWN[name]
    change(monkeypatch)
    monkeypatch.setattr(build, "verify", lambda *_, **__: None)
    made = Pdf(printed(SEEDS, tmp_path))

    with pytest.raises(AssertionError):
        test(made)


@pytest.mark.parametrize("name", EDITED)
def test_a_kit_changed(name: str, monkeypatch: Patch, tmp_path: Path) -> None:
    """The test refuses the file."""
    test, file, old, new = EDITED[name]
    edited(file, old, new, monkeypatch, tmp_path)
    made = Pdf(printed(SEEDS, tmp_path))

    with pytest.raises(AssertionError):
        test(made)


def test_writing_lines_too_near(monkeypatch: Patch, tmp_path: Path) -> None:
    """In large print lines of 12.0 mm are refused."""
    edited("heat-record-large.xml.j2", '<column gap="0.2em">', '<column gap="0">', monkeypatch, tmp_path)
    figures(field_pitch=12.0)(monkeypatch)
    made = Pdf(printed(LARGE_SEEDS, tmp_path), kits.figures(LARGE_SEEDS))

    with pytest.raises(AssertionError):
        test_forms.test_boxes_for_figures(made)


def test_a_long_sentence(monkeypatch: Patch, tmp_path: Path) -> None:
    """A sentence of 26 words in the rules is refused."""
    edited("rules.md", "This is not a test of speed.", f"This is {'a good ' * 12}test.", monkeypatch, tmp_path)

    with pytest.raises(AssertionError):
        test_plain_words.test_sentences_are_short("seed-circuit", tmp_path)


@pytest.mark.system
def test_renderers_that_differ(monkeypatch: Patch, tmp_path: Path) -> None:
    """A page that one renderer puts half a millimetre lower is refused."""
    poppler = test_raster.poppler
    monkeypatch.setattr(test_raster, "poppler", lambda *given: np.roll(poppler(*given), 6, axis=0))
    made = Pdf(printed(SEEDS, tmp_path))

    with pytest.raises(AssertionError):
        test_raster.test_two_renderers_agree(made, tmp_path)


@pytest.mark.system
def test_a_bar_of_99_mm(monkeypatch: Patch, tmp_path: Path) -> None:
    """The bar that shows a shrunk print is measured on the whole page first."""
    edited(
        "how-to-print.xml.j2",
        "{{ measure(paper, profile.large) }}",
        "<ruler length='99' step='9' alt='A bar.'/>",
        monkeypatch,
        tmp_path,
    )

    with pytest.raises(AssertionError):
        test_raster.test_a_shrunk_print_is_seen_on_the_ruler(tmp_path)
