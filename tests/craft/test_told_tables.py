"""What large print makes of a table that it can't hold: words, read like any others."""

from pathlib import Path

from tests.craft.kits import Case, printed
from tests.craft.measure import Pdf


def test_no_sentence_ends_twice(tmp_path: Path) -> None:
    """A cell that ends in a stop gets no second one."""
    pdf = Pdf(printed(Case("quiet-dividend", 2, "a4", None, "18"), tmp_path))
    words = " ".join(word.text for leaf in pdf.leaves for word in leaf.words)

    assert "After the payout of lap 4: 2, 3 and 1." in words
    assert ".." not in words
