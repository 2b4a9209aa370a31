"""Pages in, what their file must say out: every word in its order, and which of them tell a worked example."""

from generator.model import Side, Told
from generator.pages import Anchor, Document, Element, Text


def tell(document: Document) -> Told:
    """What `verify` must read in the file of a document."""
    sides: list[Side] = []
    examples: dict[str, tuple[int, list[str]]] = {}
    known: dict[Element, str] = {}
    seen: set[object] = set()
    for page in document.pages:
        texts: list[str] = []
        tells = False
        for copy, mark, _, _ in page.owned():
            text = mark.text if isinstance(mark, Text) else ""
            if text:
                texts.append(text)
            owner = mark.owner
            if owner is None or isinstance(mark, Anchor):
                continue
            example = known.get(owner)
            if example is None:
                example = known[owner] = _example(owner)
            if example:
                tells = True
                _, words = examples.setdefault(example, (page.number, []))
                words += _alternatives(owner, (page.spec.name, copy), seen)
                words.append(text)
        sides.append(Side(page.number, page.paper, tuple(texts), tells))
    told = {name: (number, tuple(words)) for name, (number, words) in examples.items()}
    return Told(document.title, document.language, tuple(sides), told)


def _example(element: Element | None) -> str:
    """Id of the worked example that an element belongs to; empty for none."""
    while element is not None and not element.example:
        element = element.parent
    return element.example if element else ""


def _alternatives(element: Element | None, where: tuple[str, int], seen: set[object]) -> list[str]:
    """What stands for the pictures that an element opens, itself and all above it, each once for every copy."""
    found = []
    while element is not None and (where, element) not in seen:
        seen.add((where, element))
        found += [element.alt] if element.alt else []
        element = element.parent
    return found
