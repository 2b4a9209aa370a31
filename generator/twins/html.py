"""A kit as one self-contained page for a phone: to read, and to fill in where its records are written on.

Nothing is fetched, and nothing needs a script; the little one there keeps what is written in the browser. Whatever
comes from a kit is words, escaped: a kit is data from strangers.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape

from generator.places import place
from generator.profiles import Profile
from generator.twins.reading import (
    Cell,
    Choose,
    Frame,
    Grid,
    Items,
    Opening,
    Part,
    Picture,
    Words,
    Write,
    tidy,
)
from generator.twins.svg import svg
from generator.twins.text import alike


def html(parts: Iterable[Part], title: str, language: str, stem: str, profile: Profile) -> str:
    """The whole page; `stem` names the store in which the browser keeps what is written."""
    page = _Page(profile)
    body = "".join(page.sheets(list(parts)))
    style, script = (_asset(name) for name in ("twin.css", "twin.js"))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    links = "".join(f'<li><a href="#{key}">{escape(name)}</a></li>' for key, name in page.contents)
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body data-store="rr-print {escape(stem)}">
<a class="skip" href="#kit">Skip to the kit</a>
<header><h1>{escape(title)}</h1></header>
<nav aria-label="Sheets"><ul>{links}</ul></nav>
<main id="kit" tabindex="-1">
{body}</main>
<footer><p class="keep" hidden>What you write stays in this browser.
<button type="button" class="clear">Clear all that is written</button></p>
<p class="kept" role="status"></p></footer>
<script>{script}</script>
</body>
</html>
"""


def _asset(name: str) -> str:
    return (place("layouts") / "twins" / name).read_text(encoding="utf-8").strip()


def _hash(source: str) -> str:
    return f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"


class _Page:
    """One page while it is written: the sheets so far, and where the reader is."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.contents: list[tuple[str, str]] = []
        """Sheet's key to its name."""
        self.about: list[str] = []
        """Headings above the present place, from the sheet's down: what a place to write is for."""
        self.count = 0

    def sheets(self, parts: list[Part]) -> Iterator[str]:
        """Every sheet as a section with the sheet's name as its heading."""
        inside = False
        for part in parts:
            if isinstance(part, Opening) and part.title:
                yield "</section>\n" if inside else ""
                inside = True
                self.contents.append((part.sheet, part.title))
                self.about = [part.title]
                yield f'<section aria-labelledby="{part.sheet}">\n'
                yield f'<h2 id="{part.sheet}" tabindex="-1">{escape(part.title)}</h2>\n'
            yield self.part(part)
        yield "</section>\n" if inside else ""

    def part(self, part: Part) -> str:
        """One part as elements."""
        told = ""
        if isinstance(part, Opening):
            told = f"<p>{alike(part.copies)}</p>" if part.copies > 1 else ""
        elif isinstance(part, Words):
            told = self.words(part)
        elif isinstance(part, Items):
            tag = "ol" if part.ordered else "ul"
            told = f"<{tag}>{''.join(f'<li>{_runs(item)}</li>' for item in part.items)}</{tag}>"
        elif isinstance(part, Grid):
            told = self.grid(part)
        elif isinstance(part, Picture):
            drawn = svg(part.node, tidy(part.alt), self.profile)
            told = f"<figure>{drawn}</figure>" if drawn else f"<p>{escape(tidy(part.alt))}</p>"
        elif isinstance(part, Frame):
            within = "".join(self.part(inner) for inner in part.parts)
            told = f'<div class="{"example" if part.id else "frame"}">\n{within}</div>'
        elif isinstance(part, Write):
            told = f"<p>{self.write(part)}</p>"
        else:
            told = self.choose(part)
        return f"{told}\n" if told else ""

    def words(self, part: Words) -> str:
        """A paragraph, or a heading one level down: the page itself and the sheet have headings above it."""
        if not part.level:
            return f"<p>{_runs(part)}</p>"
        # A sheet's own title says what its section's heading has said.
        if part.level == 1 and part.plain == self.about[0]:
            return ""
        depth = part.level if part.level > 1 else 2
        self.about = [*self.about[: depth - 1], part.plain]
        level = len(self.about) + 1
        return f"<h{level}>{_runs(part)}</h{level}>"

    def grid(self, part: Grid) -> str:
        """A table, in a box that scrolls by itself where a phone is narrow."""
        rows = []
        for row in part.rows:
            header = row is part.header
            heads = [cell.plain for cell in part.header] or [""] * len(row)
            name = row[0].plain
            cells = "".join(self.cell(cell, header, [name, head]) for cell, head in zip(row, heads, strict=True))
            rows.append(f"<tr>{cells}</tr>")
        self.count += 1
        label = escape(", ".join(self.about[-1:]))
        scroll = f'<div class="scroll" role="region" aria-label="{label}, table {self.count}" tabindex="0">'
        return f"{scroll}<table>{''.join(rows)}</table></div>"

    def cell(self, cell: Cell, header: bool, about: list[str]) -> str:
        """A cell; what is written in it is called after its row and its column."""
        said = "".join(_runs(part) if isinstance(part, Words) else self.write(part, about) for part in cell.parts
                       if not isinstance(part, Choose))  # fmt: skip
        said += "".join(self.choose(part, about) for part in cell.parts if isinstance(part, Choose))
        if not cell.head:
            return f"<td>{said}</td>"
        return f'<th scope="{"col" if header else "row"}">{said}</th>'

    def write(self, part: Write, about: Iterable[str] = ()) -> str:
        """An input with its label; in a table the row and the column are its label."""
        self.count += 1
        key, value = f"w{self.count}", escape(part.value)
        kind = ' inputmode="numeric" class="figure"' if part.digits or about else ""
        said = [*self.about[-2:], *filter(None, about), *filter(None, [part.label])]
        full = escape(", ".join(dict.fromkeys(said)))
        field = f'<input id="{key}" name="{key}" aria-label="{full}" value="{value}" autocomplete="off"{kind}>'
        return f'<label for="{key}">{escape(part.label)}</label> {field}' if part.label else field

    def choose(self, part: Choose, about: Iterable[str] = ()) -> str:
        """Boxes to tick, or values of which one holds, under a legend."""
        self.count += 1
        group = f"g{self.count}"
        shown = part.label or ", ".join(filter(None, about)) or self.about[-1]
        before = [name for name in self.about[1:] if name != shown]
        legend = f'<span class="far">{escape(", ".join(before))}, </span>' if before else ""
        legend += escape(shown)
        boxes = []
        for number, option in enumerate(part.options):
            key = f"{group}-{number}"
            name = group if part.one else key
            kind = "radio" if part.one else "checkbox"
            mark = ' class="marked"' if option in part.marked else ""
            box = f'<input type="{kind}" id="{key}" name="{name}" value="{number}">'
            boxes.append(f'<span class="option">{box} <label for="{key}"{mark}>{escape(option)}</label></span>')
        return f"<fieldset><legend>{legend}</legend>{''.join(boxes)}</fieldset>"


def _runs(words: Words) -> str:
    """The words with what is bold in them."""
    told = "".join(f"<strong>{escape(run)}</strong>" if bold else escape(run) for run, bold in words.runs)
    return " ".join(told.split())
