"""The table of faults and both rates as Markdown, and the place in docs/proof.md where it is kept."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tests.strength.measure import Caught, Changed

DOCS = Path(__file__).parents[2] / "docs" / "proof.md"
_BEGIN = "<!-- What follows is kept by `python -m tests.strength --write`. -->\n"
_END = "<!-- So far. -->\n"


def report(found: Sequence[Caught], changed: Sequence[Changed]) -> str:
    """The table and the rates."""
    return "\n".join([*_table(found), *_rates(found, changed)]) + "\n"


def _table(found: Sequence[Caught]) -> Iterator[str]:
    yield "| game | kind | what the engine gets wrong | rule | refused by |"
    yield "| --- | --- | --- | --- | --- |"
    for game, rows in groupby(found, lambda caught: caught.fault.game):
        for caught in rows:
            fault = caught.fault
            cells = (game, fault.kind, fault.name, ", ".join(fault.rules), _by(caught))
            yield f"| {' | '.join(cells)} |"
    yield ""


def _by(caught: Caught) -> str:
    if not caught.examples:
        return f"`{caught.test}`" if caught.test else "nothing"
    first, *more = caught.examples
    return first + (f" and {len(more)} more" if more else "")


def _rates(found: Sequence[Caught], changed: Sequence[Changed]) -> Iterator[str]:
    printed, either = sum(bool(c.examples) for c in found), sum(bool(c.examples or c.test) for c in found)
    held, examples = sum(change.refused for change in changed), len({change.example for change in changed})
    yield f"- Faults refused by a printed example: {_share(printed, len(found))}."
    yield f"- Faults refused by a printed example or else by the contract tests: {_share(either, len(found))}."
    numbers = f"Numbers in the claims of {examples} examples, each one more and one less"
    yield f"- {numbers}, refused: {_share(held, len(changed))}."


def _share(part: int, whole: int) -> str:
    """Both counts and the percentage, cut to a tenth so that it never tells too much."""
    return f"{part} of {whole}, {part * 1000 // whole / 10:.1f} %"


def kept() -> str:
    """The report that docs/proof.md holds."""
    return DOCS.read_text(encoding="utf-8").partition(_BEGIN)[2].partition(_END)[0].strip("\n") + "\n"


def keep(text: str) -> None:
    """Put a report into docs/proof.md."""
    before, begin, rest = DOCS.read_text(encoding="utf-8").partition(_BEGIN)
    _, end, after = rest.partition(_END)
    DOCS.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
