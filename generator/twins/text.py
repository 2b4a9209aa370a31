"""A kit as plain text, to be read aloud: UTF-8, one paragraph a line, so that whatever shows it breaks the lines.

No rows of signs and no drawn tables: a screen reader would spell them out.
"""

from collections.abc import Iterable, Iterator

from generator.twins.reading import Choose, Frame, Grid, Items, Opening, Part, Picture, Words, Write, tidy


def text(parts: Iterable[Part], title: str) -> str:
    """The whole file; `title` is its first line."""
    return "\n".join([title, *lines(parts)]).rstrip() + "\n"


def lines(parts: Iterable[Part]) -> Iterator[str]:
    """The lines of some parts, with an empty one before each."""
    for part in parts:
        if isinstance(part, Opening):
            yield from opening(part)
        elif isinstance(part, Frame):
            yield from lines(part.parts)
        else:
            found = list(told(part))
            if found:
                yield from ("", *found)


def opening(part: Opening) -> Iterator[str]:
    """The title of a cut sheet, and how many pieces are alike."""
    if part.title and part.named:
        yield from ("", "", part.title)
    elif part.title:
        yield ""
    if part.copies > 1:
        yield from ("", alike(part.copies))


def alike(copies: int) -> str:
    """How many pieces are described at once."""
    return f"({copies}, all alike)"


def told(part: Words | Items | Grid | Picture | Write | Choose) -> Iterator[str]:
    """The lines of one part."""
    if isinstance(part, Words):
        if part.level in (1, 2):
            yield ""
        yield part.plain
    elif isinstance(part, Items):
        for number, item in enumerate(part.items, 1):
            yield f"{f'{number}.' if part.ordered else '•'} {item.plain}"
    elif isinstance(part, Grid):
        for first, *others in part.rows:
            rest = ", ".join(filter(None, (cell.plain for cell in others)))
            yield ": ".join(filter(None, (first.plain, rest)))
    elif isinstance(part, Picture):
        yield tidy(part.alt)
    elif isinstance(part, Write):
        yield f"{part.label}: {part.value}".strip() if part.label else part.value
    else:
        yield ": ".join(filter(None, (part.label, ", ".join(part.options))))
