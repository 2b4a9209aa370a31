"""The command line. In: its words. Out: text or JSON on stdout, what is wrong on stderr, and the exit status.

Each verb is a typer command that only reads its words and returns the `Task` they ask for; one is built a run.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from generator import VERBS, __version__, tasks
from generator.errors import NoBraille, Rejected, UsageError, nearest
from generator.reply import Reply, refusal
from generator.request import read_folder, read_request

if TYPE_CHECKING:
    from generator.build import Printer

DONE, WRONG, CANNOT_BE, INTERRUPTED = 0, 1, 2, 130
"""The exit statuses."""

_STATUSES = """\b
Exit status: 0 done; 1 a finding, an illegal move or a full disk;
2 a word of the command line cannot be; 130 interrupted.
Except on 0, nothing is left written."""
_COMMANDS = f"""\b
Commands (rr-print COMMAND --help tells more):
  list    the games, their player ranges, setups and sheets
  check   every finding in a kit: its examples, characters, fit on paper;
          or in a printed PDF, read back
  explain where each printed number comes from
  replay  the position that a line of moves leads to
  watch   print again at every save, and name the pages that changed
  serve   the kit on a page of the browser, kept up to date at every save

{_STATUSES}"""

Game = Annotated[
    str, typer.Argument(metavar="GAME|FOLDER", help="A shipped game, or a kit folder (./NAME).", show_default=False)
]
Players = Annotated[str | None, typer.Option(metavar="N", help="Number of players.  [default: the kit's]")]
Setup = Annotated[str | None, typer.Option(metavar="NAME", help="One of the game's setups.")]
Names = Annotated[str | None, typer.Option(metavar="PAT,MO", help="Players' names, in seat order.")]
Paper = Annotated[str, typer.Option(metavar="a4|letter", help="The paper in your printer.")]
LargePrint = Annotated[bool, typer.Option("--large-print", help="Large type and large pieces.")]
TextSize = Annotated[
    str | None, typer.Option(metavar="18|24|36", help="Size of large print, in points.  [default: 18]")
]
Sheets = Annotated[str | None, typer.Option(metavar="NAME,...", help="Print only these sheets.")]
Copies = Annotated[str | None, typer.Option(metavar="NAME=K,...", help="Copies of a sheet's pieces.")]
Output = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="The file, if it ends as the format does; else its folder.  [default: output]"),
]
Split = Annotated[
    str | None,
    typer.Option(metavar="stock|sheet", help="A file for each stock or sheet; of pictures, for each page or piece."),
]
Format = Annotated[
    str,
    typer.Option(
        "--format", metavar="pdf|html|text|brf|png|svg", help="Paper, phone, screen reader, braille, or pictures."
    ),
]
Dpi = Annotated[str | None, typer.Option(metavar="N", help="Dots to an inch of --format png.  [default: 150]")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


class Task(NamedTuple):
    """What the words ask for."""

    as_json: bool
    work: "Callable[[Printer | None], Reply]"


def main(argv: Sequence[str] | None = None, printer: "Printer | None" = None) -> int:
    """Do what the words say, `sys.argv` when none are given. Returns the exit status; no traceback leaves it.

    `printer` is a press that already waits.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal cannot show must not stop what was asked.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:] if argv is None else argv, printer)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, NoBraille) as error:
        return _complain(str(error), CANNOT_BE if isinstance(error, UsageError) else WRONG)
    except BrokenPipeError:
        # Whoever read stdout has gone; Python's own last flush must find a place for what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    except OSError as error:
        return _complain(": ".join(filter(None, (error.filename, error.strerror or str(error)))), WRONG)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        fault = f"our own mistake, not yours: {type(error).__name__}: {error}"
        return _complain(f"{fault}; python -X dev -m generator shows where", WRONG)
    return status


def _run(words: Sequence[str], printer: "Printer | None") -> int:
    task = _read(words)
    if isinstance(task, int):
        return task
    try:
        reply = task.work(printer)
    except Rejected as rejected:
        reply = refusal(rejected)
    _say(task.as_json, reply)
    return WRONG if reply.complaint else DONE


def _say(as_json: bool, reply: Reply) -> None:
    if reply.complaint:
        print(reply.complaint, file=sys.stderr)
    if as_json or reply.text:
        print(json.dumps(reply.data) if as_json else reply.text, flush=True)


def _read(words: Sequence[str]) -> Task | int:
    """The task that the words ask for, or the exit status where typer has answered itself, as to `--help`."""
    verb = words[0] if words and words[0] in _VERBS else ""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(epilog=_STATUSES if verb else _COMMANDS)(_VERBS.get(verb, print_kit))
    command = typer.main.get_command(app)
    name, rest = (f"rr-print {verb}", words[1:]) if verb else ("rr-print", words)
    try:
        answer: Task | int = command.main(rest, prog_name=name, standalone_mode=False)
    except typer.TyperException as error:
        if len(rest) > 1 and not verb and rest[0][:1] != "-":
            read_folder(rest[0], _VERBS)  # where the first word is none that can be, that is the mistake
        options = [word for parameter in command.params for word in parameter.opts if word.startswith("--")]
        raise UsageError(_one_line(error, [*options, "--help"])) from error
    return answer


def _one_line(error: typer.TyperException, options: Sequence[str]) -> str:
    unknown = getattr(error, "option_name", None)
    if unknown is not None and hasattr(error, "possibilities"):
        return f"unknown option {unknown!r}; {nearest(unknown, options)}"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message[:1].lower()}{message[1:]}; rr-print --help tells more"


def _complain(message: str, status: int) -> int:
    print(f"rr-print: {message}", file=sys.stderr)
    return status


def _version(asked: bool) -> None:
    if asked:
        print(f"rr-print {__version__}")
        raise typer.Exit


def print_kit(
    game: Game,
    *,
    players: Players = None,
    setup: Setup = None,
    paper: Paper = "a4",
    large_print: LargePrint = False,
    text_size: TextSize = None,
    names: Names = None,
    sheets: Sheets = None,
    copies: Copies = None,
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
    )
    return Task(as_json, lambda printer: tasks.print_kit(game, _VERBS, request, output, split, printer))


def watch_kit(
    game: Game,
    *,
    players: Players = None,
    setup: Setup = None,
    paper: Paper = "a4",
    large_print: LargePrint = False,
    text_size: TextSize = None,
    names: Names = None,
    sheets: Sheets = None,
    copies: Copies = None,
    split: Split = None,
    form: Format = "pdf",
    dpi: Dpi = None,
    output: Output = None,
    as_json: Json = False,
) -> Task:
    """Print a kit now and again at every save, and name the pages that changed; Ctrl-C ends it.

    An edit that breaks the kit shows its findings; the last good file stays.
    """
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
    )
    say = partial(_say, as_json)
    return Task(as_json, lambda _: tasks.watch_kit(game, _VERBS, request, output, split, say))


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
    say = partial(_say, as_json)
    return Task(as_json, lambda _: tasks.serve_kit(game, _VERBS, port, say))


def list_kits(as_json: Json = False) -> Task:
    """List the games, their player ranges, setups and sheets."""
    return Task(as_json, lambda _: tasks.list_kits())


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
    return Task(as_json, lambda _: tasks.check_kit(game, lines=lines))


def explain_numbers(game: Game, *, players: Players = None, setup: Setup = None, as_json: Json = False) -> Task:
    """List every printed number with its sheet, its page, the words around it and where it comes from."""
    return Task(as_json, lambda _: tasks.explain_numbers(game, players=players, setup=setup))


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
    paper: Paper = "a4",
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
        as_json, lambda _: tasks.replay_moves(game, moves or [], request, first=first, file=file, ask=ask, pdf=pdf)
    )


_VERBS: Mapping[str, Callable[..., Task]] = dict(
    zip(VERBS, (list_kits, check_kit, explain_numbers, replay_moves, watch_kit, serve_kit), strict=True)
)
"""What the first word may be besides a kit."""
