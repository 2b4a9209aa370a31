"""Plain words. Each check takes a file and gives its faults, none for a good one."""

import re
from collections.abc import Iterator

from tests.craft.measure import Pdf


def sentences(pdf: Pdf) -> Iterator[str]:
    """A41: no sentence of the rules has more than 25 words; 15 or fewer on average."""
    lengths = []
    for sentence in _sentences(pdf):
        count = len(re.findall(r"[\w’-]+", sentence))
        lengths.append(count)
        if count > pdf.figures.sentence:
            yield f"{count} words in {sentence!r}"
    if len(lengths) <= 100 or sum(lengths) / len(lengths) > pdf.figures.mean_sentence:
        yield f"{len(lengths)} sentences with {sum(lengths)} words"


def _sentences(pdf: Pdf) -> Iterator[str]:
    """Every sentence of the rules; a paragraph that goes on overleaf in two parts."""
    for leaf in pdf.sheet("Rules"):
        for paragraph in leaf.paragraphs():
            yield from re.split(r"(?<=[.:?!;”])\s+", " ".join(line.text for line in paragraph))
