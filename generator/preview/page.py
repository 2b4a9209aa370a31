"""The page of `serve`, as HTML: controls, what is wrong, every sheet in pictures. A kit's own words are escaped."""

from collections.abc import Iterable, Iterator
from html import escape
from urllib.parse import urlencode

from generator.errors import Finding
from generator.model import PAPERS, Kit
from generator.pages import Page
from generator.preview.changes import Box
from generator.preview.view import View
from generator.request import TEXT_SIZES

_LINKS = 8
"""Pages that are linked to, of those that have changed."""
_ROOM = 1.2
"""mm between what has changed and the line round it."""


def page(view: View, shown: str) -> str:
    """The whole page."""
    title = f"{view.kit.title} {view.kit.edition}" if view.kit else shown
    language = view.kit.language if view.kit else "en"
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} – preview</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body data-version="{version(view)}">
<a class="skip" href="#sheets">Skip to the sheets</a>
<header>
<h1>{escape(title)}</h1>
<form action="/" method="get">
{"".join(controls(view))}
<p class="go"><button type="submit" class="show">Show</button>
<button type="submit" class="print" formaction="/kit.pdf">Download the PDF</button></p>
</form>
<p class="state" role="status">{escape(state(view))}</p>
</header>
<main id="sheets" tabindex="-1">
<div id="kit">{main(view, view.pictures)}</div>
<div class="tip" id="tip" role="tooltip" hidden></div>
</main>
</body>
</html>
"""


def version(view: View) -> str:
    """A mark of all that the page shows, but for where numbers come from."""
    told = *view.marks.values(), *map(str, view.findings), str(view.error), str(sorted(view.changed))
    return format(hash(told) & 0xFFFFFFFFFFFF, "x")


def state(view: View) -> str:
    """How things stand, in a sentence that is read out when it changes."""
    count = len(view.findings)
    if view.error:
        return f"Not shown: {view.error[1]}."
    if count:
        what = "1 thing is wrong" if count == 1 else f"{count} things are wrong"
        return f"{what}; these are the sheets of before." if view.desk.pages else f"{what}."
    pages = len(view.desk.pages)
    if view.changed:
        numbers = sorted(view.changed)
        listed = ", ".join(map(str, numbers)) if len(numbers) <= _LINKS else f"{len(numbers)} pages"
        return f"{pages} pages. Changed at the last save: {listed}."
    return f"{pages} pages."


def controls(view: View) -> Iterator[str]:
    """What may be chosen, as the kit has it."""
    kit = view.kit
    if kit is None:
        return
    low, high, default = kit.players
    chosen = view.words
    yield _select("players", "Players", [(str(n), str(n)) for n in range(low, high + 1)], str(default), view)
    setups = kit.game.setups(kit.rules)
    if setups:
        names = [("", "The table chooses"), *((name, name.replace("-", " ").capitalize()) for name in setups)]
        yield _select("setup", "Setup", names, "", view)
    yield _select("paper", "Paper", [(name, paper.title) for name, paper in PAPERS.items()], "a4", view)
    if any("large" in spec.sizes for spec in kit.sheets):
        sizes = [("normal", "Normal"), *((size, f"{size} pt") for size in TEXT_SIZES)]
        yield _select("size", "Print size", sizes, "normal", view)
    value = escape(chosen.get("names", ""))
    yield (
        f'<p class="names"><label for="names">Names, in seat order</label> <input id="names" name="names" '
        f'value="{value}" placeholder="Pat, Mo" autocomplete="off"{_said("names", view)}>{_message("names", view)}</p>'
    )


def _select(name: str, label: str, options: Iterable[tuple[str, str]], default: str, view: View) -> str:
    chosen = view.words.get(name, default)
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" * (value == chosen)}>{escape(words)}</option>'
        for value, words in options
    )
    return (
        f'<p><label for="{name}">{label}</label> <select id="{name}" name="{name}"{_said(name, view)}>{listed}</select>'
        f"{_message(name, view)}</p>"
    )


def _said(name: str, view: View) -> str:
    """What ties a control to the message beside it, if there is one."""
    wrong = view.error and view.error[0] == name
    return f' aria-invalid="true" aria-describedby="{name}-wrong"' if wrong else ""


def _message(name: str, view: View) -> str:
    """What is wrong with a control's word."""
    wrong = view.error and view.error[0] == name
    return f'<span class="wrong" id="{name}-wrong">{escape(view.error[1])}</span>' if view.error and wrong else ""


def main(view: View, pictures: Iterable[str]) -> str:
    """Everything below the controls; of the pictures, by their marks, those that are asked for."""
    wanted = frozenset(pictures)
    parts = [_jump(view)]
    parts += [_findings(view.rest(), "Findings", "")] if view.rest() else []
    if view.error and not view.error[0]:
        parts.append(f'<p class="wrong">{escape(view.error[1])}</p>')
    for spec, pages, findings in view.sheets():
        stock = "card" if spec.stock == "card" else "paper"
        told = _findings(findings, f"{spec.title}: findings", spec.name) if findings else ""
        shown = "".join(_page(view, page, wanted) for page in pages)
        parts.append(
            f'<section class="sheet{" broken" * bool(findings)}" aria-labelledby="sheet-{spec.name}">\n'
            f'<h2 id="sheet-{spec.name}">{escape(spec.title)} <span class="stock">on {stock}</span></h2>\n{told}'
            f'<div class="pages">{shown}</div></section>\n'
        )
    return "".join(parts)


def _jump(view: View) -> str:
    """Links to what is wrong, or else to what has changed."""
    wrong = view.of_sheets()
    links = [(f"wrong-{spec.name}", f"{spec.title}: findings") for spec, _, _ in view.sheets() if spec.name in wrong]
    links = links or [(f"page-{number}", f"Changed: page {number}") for number in sorted(view.changed)[:_LINKS]]
    rows = "".join(f'<li><a href="#{key}">{escape(words)}</a></li>' for key, words in links)
    return f'<nav class="jump" aria-label="What is new"><ul>{rows}</ul></nav>\n' if rows else ""


def _findings(findings: Iterable[Finding], title: str, key: str) -> str:
    """What is wrong with a sheet, or without a `key` with the kit."""
    rows = "".join(
        f'<li><span class="where">{escape(f.path)}, line {f.line}</span> {escape(f.message)}</li>' for f in findings
    )
    tag = "h3" if key else "h2"
    name = f'<{tag} id="wrong-{key}">{escape(title)}</{tag}>'
    head = f'<div class="findings" role="group" aria-labelledby="wrong-{key}">{name}'
    return f"{head}<ul>{rows}</ul></div>\n"


def _page(view: View, page: Page, wanted: frozenset[str]) -> str:
    """A page's name and its picture, with lines round what has changed."""
    mark = view.marks[page.number]
    fresh = page.number in view.changed
    drawn = view.pictures[mark] if mark in wanted else ""
    lines = "".join(map(_line, view.spots.get(page.number, ()))) if fresh else ""
    size = f"{page.paper.width:g} {page.paper.height:g}"
    marked = f'<svg class="spots" viewBox="0 0 {size}" aria-hidden="true">{lines}</svg>' if lines else ""
    state = ' <span class="changed">changed</span>' if fresh else ""
    return (
        f'<section class="page{" fresh" * fresh}" aria-labelledby="page-{page.number}">\n'
        f'<h3 id="page-{page.number}">Page {page.number}{state}</h3>\n'
        f'<div class="paper" data-page="{page.number}" data-mark="{mark}">{drawn}</div>{marked}</section>\n'
    )


def _line(box: Box) -> str:
    left, top, right, bottom = box
    where = f'x="{left - _ROOM:.2f}" y="{top - _ROOM:.2f}"'
    return f'<rect {where} width="{right - left + 2 * _ROOM:.2f}" height="{bottom - top + 2 * _ROOM:.2f}" rx="1"/>'


def refused(kit: Kit | None, view: View) -> str:
    """Why there is no PDF to download."""
    reasons = [str(finding) for finding in view.findings] or [view.error[1] if view.error else "the kit can't be read"]
    rows = "".join(f"<li>{escape(reason)}</li>" for reason in reasons)
    language = escape(kit.language if kit else "en")
    back = escape(urlencode(view.words))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>No PDF</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css">'
        f'</head><body><main><h1>This kit can’t be printed yet</h1><div class="findings"><ul>{rows}</ul></div>'
        f'<p><a href="/?{back}">Back to the sheets</a></p></main></body></html>\n'
    )
