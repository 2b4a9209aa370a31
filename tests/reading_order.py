"""What a screen reader meets in a PDF, one line for each element of the structure tree: role, language, words.

`python -m tests.reading_order` writes the expected files anew; read them before they are committed.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pdfplumber

from generator.build import print_kit
from generator.load import load
from generator.places import shipped_kits
from generator.request import read_request

FOLDER = Path(__file__).parent / "reading_order"
SHEETS = tuple((game, spec.name) for game, kit in shipped_kits().items() for spec in load(kit, game).sheets)
"""Every kind of sheet."""


def outline(file: Path) -> Iterator[str]:
    """The lines of a file, in the order of its structure tree."""
    with pdfplumber.open(file) as pdf:
        words: dict[tuple[int, int], str] = {}
        for number, page in enumerate(pdf.pages, 1):
            for char in page.chars:
                if char.get("mcid") is not None:
                    key = (number, char["mcid"])
                    words[key] = words.get(key, "") + char["text"]
        yield f"lang={pdf.doc.catalog['Lang'].decode()}"
        for element in pdf.structure_tree:
            yield from _lines(element, 0, 0, words)


def _lines(element: dict[str, Any], depth: int, page: int, words: dict[tuple[int, int], str]) -> Iterator[str]:
    page = element.get("page_number", page)
    own = "".join(words.get((page, number), "") for number in element.get("mcids", [])).strip()
    told = "".join(f" {key}={element[key]!r}" for key in ("lang", "alt_text", "actual_text") if element.get(key))
    yield f"{'  ' * depth}{element['type']}{told}{': ' if own and 'alt_text' not in element else ''}" + (
        own if "alt_text" not in element else ""
    )
    for child in element.get("children", []):
        yield from _lines(child, depth + 1, page, words)


def spoken(game: str, sheet: str, folder: Path) -> str:
    """The reading order of one sheet: two players, A4, the last setup where there are setups."""
    kit = load(shipped_kits()[game], game)
    setups = kit.game.setups(kit.rules)
    request = read_request(kit, players="2", setup=setups[-1] if setups else None, sheets=sheet, names="Pat")
    file = folder / "sheet.pdf"
    print_kit(kit, request, file)
    return "\n".join(outline(file)) + "\n"


def main() -> None:
    """Write every expected file."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for game, sheet in SHEETS:
            (FOLDER / f"{game}-{sheet}.txt").write_text(spoken(game, sheet, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
