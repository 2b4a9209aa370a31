"""The commands, as typer reads them: each only reads its words, and returns the `Task` that they ask for."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from generator import VERBS, __version__, tasks
from generator.cli_words import (
    Copies,
    Dpi,
    Format,
    Game,
    Json,
    LargePrint,
    Names,
    New,
    Old,
    Output,
    Paper,
    Pieces,
    Players,
    Practice,
    Random,
    Setup,
    Sheets,
    Since,
    Split,
    TextSize,
)
from generator.errors import UsageError
from generator.request import read_request

if TYPE_CHECKING:
    from generator.build import Printer


class Task(NamedTuple):
    """What the words ask for."""

    as_json: bool
    work: "Callable[[Printer | None, tasks.Say], tasks.Reply | None]"
    """Gives a reply, or has told it."""


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"rr-print {__version__}")
        raise typer.Exit


def _alone(option: str, why: str, **beside: str | None) -> None:
    for name, given in beside.items():
        if given is not None:
            raise UsageError(f"{option}: expected no --{name} beside it: {why}")


def print_kit(
    game: Game,
    *,
    players: Players = None,
    setup: Setup = None,
    paper: Paper = None,
    large_print: LargePrint = False,
    text_size: TextSize = None,
    names: Names = None,
    sheets: Sheets = None,
    copies: Copies = None,
    pieces: Pieces = None,
    since: Since = None,
    practice: Practice = None,
    random: Random = None,
    split: Split = None,
    form: Format = "pdf",
    dpi: Dpi = None,
    output: Output = None,
    as_json: Json = False,
    _version_asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> Task:
    """Print a game's kit as a PDF, every worked example in it proved."""
    if since is not None:
        said = {"sheets": sheets, "copies": copies, "pieces": pieces, "practice": practice, "random": random}
        said["dpi"] = dpi
        _alone("--since", "the file says what is compared", **said, format=None if form == "pdf" else form)
        size = text_size or ("18" if large_print else None)
        words = {"players": players, "setup": setup, "paper": paper, "text_size": size, "names": names}
        return Task(as_json, partial(tasks.reprint_kit, game, VERBS_DO, since, words, output, split))
    if pieces is not None:
        _alone("--pieces", "it names all that is printed", practice=practice, random=random)
    request = partial(
        read_request,
        players=players,
        setup=setup,
        paper=paper,
        large_print=large_print,
        text_size=text_size,
        names=names,
        sheets=sheets,
        copies=copies,
        split=split,
        form=form,
        dpi=dpi,
        pieces=pieces,
    )
    return Task(as_json, partial(tasks.print_kit, game, VERBS_DO, request, output, split, (practice, random)))


def list_kits(as_json: Json = False) -> Task:
    """List the games, their player ranges, setups and sheets."""
    from generator import kit_tasks

    return Task(as_json, lambda *_: kit_tasks.list_kits())


def check_kit(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FOLDER|FILE.pdf", help="A shipped game, a kit folder, or a printed file.", show_default=False
        ),
    ],
    *,
    lines: Annotated[bool, typer.Option("--lines", help="Print the moves that lead to each example.")] = False,
    as_json: Json = False,
) -> Task:
    """Find everything that is wrong with a kit: examples, characters, fit in every print size and paper.

    Or read a printed PDF back: what was altered in it, and whether it is the current edition.
    """
    return Task(as_json, lambda *_: tasks.check_kit(game, lines=lines))


def explain_numbers(game: Game, *, players: Players = None, setup: Setup = None, as_json: Json = False) -> Task:
    """List every printed number with its sheet, its page, the words around it and where it comes from."""
    return Task(as_json, lambda *_: tasks.explain_numbers(game, players=players, setup=setup))


def find_examples(
    game: Game,
    *,
    lesson: Annotated[str | None, typer.Option(metavar="NAME", help="What they teach.  [default: each lesson]")] = None,
    players: Players = None,
    setup: Setup = None,
    count: Annotated[str, typer.Option(metavar="K", help="How many for each lesson.")] = "1",
    random: Random = None,
    as_json: Json = False,
) -> Task:
    """Find positions that can occur and teach a lesson, the simplest first, as examples ready for a rules text."""
    return Task(
        as_json,
        lambda *_: tasks.find_examples(game, lesson=lesson, players=players, setup=setup, count=count, number=random),
    )


def replay_moves(
    game: Game,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE...", help="Moves from the start, each in quotes: '3 cw'.", show_default=False),
    ] = None,
    *,
    players: Players = None,
    setup: Setup = None,
    first: Annotated[str, typer.Option(metavar="SEAT", help="The seat that starts.")] = "1",
    file: Annotated[
        str | None, typer.Option("--moves", metavar="FILE|-", help="Moves to play first: one a line, # remarks.")
    ] = None,
    names: Names = None,
    ask: Annotated[
        str | None, typer.Option(metavar="MOVE", help="What the rules say of this move, which is not played.")
    ] = None,
    pdf: Annotated[str | None, typer.Option(metavar="PATH", help="Draw the position in this file.")] = None,
    paper: Paper = None,
    large_print: LargePrint = False,
    text_size: TextSize = None,
    as_json: Json = False,
) -> Task:
    """Play moves from the start and show the position that they lead to."""
    request = partial(
        read_request,
        players=players,
        setup=setup,
        paper=paper,
        large_print=large_print,
        text_size=text_size,
        names=names,
    )
    return Task(
        as_json,
        lambda _, say: _referee(game, moves or [], request, first=first, file=file, ask=ask, pdf=pdf, say=say),
    )


def _referee(*words: Any, **more: Any) -> tasks.Reply | None:
    from generator.referee import replay_moves as work  # with what only the referee needs

    return work(*words, **more)


def diff_editions(
    old: Old,
    new: New,
    *,
    players: Players = None,
    setup: Setup = None,
    as_json: Json = False,
) -> Task:
    """Tell what changed from one edition to another: rules, examples, sheets, pieces and every line of words.

    Each is a PDF of ours or a kit. A kit is compared as the PDF beside it was printed; two kits as the options say.
    """
    return Task(as_json, lambda *_: tasks.diff_editions(old, new, players=players, setup=setup))


def new_kit(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="A new folder, or an empty one.", show_default=False)],
    *,
    source: Annotated[
        str | None, typer.Option("--from", metavar="GAME|FOLDER", help="The kit to copy.", show_default=False)
    ] = None,
    as_json: Json = False,
) -> Task:
    """Copy a kit into a folder of your own, to edit."""
    from generator import kit_tasks

    return Task(as_json, lambda *_: kit_tasks.new_kit(folder, source))


def kit_schema(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|FOLDER", help="A shipped game or a kit folder.", show_default=False)
    ] = None,
) -> Task:
    """Print the JSON Schema of kit.toml, for editors."""
    from generator import kit_tasks

    return Task(False, lambda *_: kit_tasks.kit_schema(game))


def watch_kit(
    game: Game,
    *,
    players: Players = None,
    setup: Setup = None,
    paper: Paper = None,
    large_print: LargePrint = False,
    text_size: TextSize = None,
    names: Names = None,
    sheets: Sheets = None,
    copies: Copies = None,
    pieces: Pieces = None,
    split: Split = None,
    form: Format = "pdf",
    dpi: Dpi = None,
    output: Output = None,
    as_json: Json = False,
) -> Task:
    """Print a kit now and again at every save, and name the pages that changed; Ctrl-C ends it.

    An edit that breaks the kit shows its findings; the last good file stays.
    """
    from generator.preview.watch import watch

    request = partial(
        read_request,
        players=players,
        setup=setup,
        paper=paper,
        large_print=large_print,
        text_size=text_size,
        names=names,
        sheets=sheets,
        copies=copies,
        split=split,
        form=form,
        dpi=dpi,
        pieces=pieces,
    )
    return Task(as_json, lambda _, say: watch(game, VERBS_DO, request, output, split, say))


def serve_kit(
    game: Game,
    *,
    port: Annotated[
        str, typer.Option(metavar="N", help="Port of this machine's own address; 0 for any that is free.")
    ] = "8420",
    as_json: Json = False,
) -> Task:
    """Show a kit on a page of this machine's browser, kept up to date at every save; Ctrl-C ends it.

    From there it is printed, too: for so many players, on this paper, with those names.
    """
    from generator.preview.serve import serve

    return Task(as_json, lambda _, say: serve(game, VERBS_DO, port, say))


VERBS_DO: Mapping[str, Callable[..., Task]] = dict(
    zip(
        VERBS,
        (
            *(list_kits, check_kit, explain_numbers, find_examples, replay_moves, diff_editions, new_kit, kit_schema),
            *(watch_kit, serve_kit),
        ),
        strict=True,
    )
)
"""What the first word may be besides a kit."""
