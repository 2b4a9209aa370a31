"""Pages in, what their file must say out: every word in its order, and which of them tell a worked example."""

from generator.model import Side, Told
from generator.pages import Anchor, Document, Element, Text


def tell(document: Document) -> Told:
    """What `verify` must read in the file of a document."""
    sides: list[Side] = []
    examples: dict[str, tuple[int, list[str]]] = {}
    seen: set[object] = set()
    for page in document.pages:
        texts: list[str] = []
        here: set[str] = set()
        for copy, mark, _, _ in page.owned():
            text = mark.text if isinstance(mark, Text) else ""
            if isinstance(mark, Text):
                texts.append(text)
            if isinstance(mark, Anchor) or mark.owner is None:
                continue
            chain = []
            element: Element | None = mark.owner
            while element is not None:
                chain.append(element)
                element = element.parent
            example = next((element.example for element in chain if element.example), "")
            if not example:
                continue
            here.add(example)
            _, words = examples.setdefault(example, (page.number, []))
            fresh = [element for element in chain if (page.spec.name, copy, element) not in seen]
            words += [element.alt for element in fresh if element.alt]
            words.append(text)
            seen.update((page.spec.name, copy, element) for element in fresh)
        sides.append(Side(page.number, page.paper, tuple(texts), bool(here)))
    told = {name: (number, tuple(words)) for name, (number, words) in examples.items()}
    return Told(document.title, document.language, tuple(sides), told)
