"""The rules in plain words: sentences as short as readers need them (A41)."""

import re
from pathlib import Path

import pytest

from tests.craft.kits import Case, printed
from tests.craft.measure import Pdf


@pytest.mark.parametrize("game", ["seed-circuit", "quiet-dividend"])
def test_sentences_are_short(game: str, tmp_path: Path) -> None:
    """A41: no sentence of the rules has more than 25 words; 15 or fewer on average."""
    pdf = Pdf(printed(Case(game, 4, "a4"), tmp_path))
    lengths = []
    for leaf in pdf.sheet("Rules"):
        for paragraph in leaf.paragraphs():
            text = " ".join(line.text for line in paragraph)
            for sentence in re.split(r"(?<=[.:?!;”])\s+", text):
                words = re.findall(r"[\w’-]+", sentence)
                lengths.append(len(words))
                assert len(words) <= 25, sentence

    assert len(lengths) > 100
    assert sum(lengths) / len(lengths) <= 15
