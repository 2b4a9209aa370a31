"""A filled sheet in, a digest of what each of its pieces shows out, by which another edition is told from it."""

from collections.abc import Iterator
from hashlib import sha256

from generator.model import Content, Node, Sheet


def digest(sheet: Sheet) -> Iterator[Content]:
    """What each piece shows: its elements, their attributes and words, but not where these are written."""
    for piece in sheet.pieces:
        parts: list[str] = []
        _parts(piece.tree, parts)
        yield Content(sheet.spec.name, piece.label, piece.copies, sha256("\x1f".join(parts).encode()).hexdigest()[:16])


def _parts(node: Node, parts: list[str]) -> None:
    parts.append(node.tag)
    for attribute in node.attrs.items():
        parts += attribute
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        else:
            _parts(child, parts)
    parts.append("/")
