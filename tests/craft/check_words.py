"""Plain words. Each check takes a file and gives its faults, none for a good one."""

import re
from collections.abc import Iterator
from typing import Final

from tests.craft.measure import Pdf

_VAGUE: Final = "may|might|can|cannot|could|should|shall|ought"
_OTHERS: Final = "we|us|our|ours|I|me|my|mine|one’s|he|she|him|her|his|hers|himself|herself"
_RIVALS: Final = "counter-?clockwise|pits?|holes?|piles?|stones?|tokens?|scorepads?|dividends"
"""Words for which the rules have another: anticlockwise, station, handful, seed, marker, score mat, payout."""


def sentences(pdf: Pdf) -> Iterator[str]:
    """A41: no sentence of the rules has more than 25 words; 15 or fewer on average."""
    lengths = []
    for sentence in _sentences(pdf):
        count = len(_words(sentence))
        lengths.append(count)
        if count > pdf.figures.sentence:
            yield f"{count} words in {sentence!r}"
    if len(lengths) < 80 or sum(lengths) / len(lengths) > pdf.figures.mean_sentence:
        yield f"{len(lengths)} sentences with {sum(lengths)} words"


def grade(pdf: Pdf) -> Iterator[str]:
    """A42: the rules are read at a school grade of 8 or less, by Flesch and Kincaid."""
    found = [_words(sentence) for sentence in _sentences(pdf)]
    words = [word for sentence in found for word in sentence]
    read = 0.39 * len(words) / len(found) + 11.8 * sum(map(_syllables, words)) / len(words) - 15.59 if words else 99.0
    if read > pdf.figures.grade:
        yield f"a grade of {read:.1f}"


def plain_rules(pdf: Pdf) -> Iterator[str]:
    """A43: rules say must, not may, can or should; they speak to you; and a thing has one name throughout."""
    for sentence in _sentences(pdf):
        for match in re.finditer(rf"(?i:\b(?:{_VAGUE}|{_RIVALS})\b)|\b(?:{_OTHERS})\b", sentence):
            yield f"{match[0]!r} in {sentence!r}"


def _sentences(pdf: Pdf) -> Iterator[str]:
    """Every sentence of the rules' text, headings and tables left out; one that goes on overleaf in two parts."""
    for leaf in pdf.sheet("Rules"):
        for paragraph in (lines for lines in leaf.paragraphs() if lines[0].first.role in ("P", "LBody")):
            yield from re.split(r"(?<=[.:?!;”])\s+", " ".join(line.text for line in paragraph))


def _words(sentence: str) -> list[str]:
    return re.findall(r"[\w’-]+", sentence)


def _syllables(word: str) -> int:
    """Groups of vowels, a silent e at the end aside; a figure counts as one."""
    groups = re.findall(r"[aeiouy]+", re.sub(r"(?<=[^aeioul])e[ds]?$", "", word.lower()))
    return max(len(groups), 1)
