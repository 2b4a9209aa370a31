"""The command line. In: its words. Out: text or JSON on stdout, what is wrong on stderr, and the exit status.

Each verb is a typer command that only reads its words and returns the `Task` they ask for; one is built a run.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from generator import VERBS, __version__, options, tasks
from generator.errors import NoBraille, PressLost, Rejected, RrPrintError, Unheard, UsageError, nearest, shown
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
  list      the games, their player ranges, setups and sheets
  check     every finding in a kit: its examples, characters, fit on paper;
            or in a printed PDF, read back
  explain   where each printed number comes from
  examples  worked examples that the engine finds, ready for a rules text
  replay    the position that a line of moves leads to
  diff      what changed from one edition to another

{_STATUSES}"""


class Task(NamedTuple):
    """What the words ask for."""

    as_json: bool
    work: "Callable[[Printer | None, tasks.Say], tasks.Reply | None]"
    """Gives a reply, or has told it."""


def main(argv: Sequence[str] | None = None, printer: "Printer | None" = None) -> int:
    """Do what the words say, `sys.argv` when none are given. Returns the exit status; no traceback leaves it.

    `printer` is a press that already waits.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal cannot show must not stop what was asked.
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words, printer)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Unheard as error:
        # Python's own last flush must find a place for what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(str(error), WRONG) if str(error) else WRONG
    except Exception as error:
        if sys.flags.dev_mode and not isinstance(error, RrPrintError | OSError):
            raise
        message, status = _trouble(error)
    if "--json" in words:
        with suppress(Unheard):
            _print(json.dumps({"error": message}))
    return _complain(message, status)


def _trouble(error: Exception) -> tuple[str, int]:
    """What is said of an error that is no finding, and the exit status."""
    if isinstance(error, UsageError):
        return str(error), CANNOT_BE
    if isinstance(error, NoBraille | PressLost):
        return str(error), WRONG
    if isinstance(error, OSError):
        return ": ".join(filter(None, (error.filename, error.strerror or str(error)))), WRONG
    if isinstance(error, MemoryError | SystemError):  # the second is what Python makes of the first now and then
        return "no memory is left", WRONG
    fault = f"our own mistake, not yours: {type(error).__name__}: {error}"
    return f"{fault}; python -X dev -m generator shows where", WRONG


def _run(words: Sequence[str], printer: "Printer | None") -> int:
    task = _read(words)
    if isinstance(task, int):
        _print("", "")
        return task

    def say(reply: tasks.Reply) -> None:
        if reply.complaint:
            _print_error(reply.complaint)
        if task.as_json or reply.text:
            _print(json.dumps(reply.data) if task.as_json else shown(reply.text))

    try:
        reply = task.work(printer, say)
    except Rejected as rejected:
        reply = tasks.refusal(rejected)
    if reply is None:
        return DONE
    say(reply)
    return WRONG if reply.complaint else DONE


def _print(text: str, end: str = "\n") -> None:
    """Print on standard output, now, with what was printed before. Raises `Unheard`."""
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        raise Unheard from None  # whoever read it has gone, and needs no reason
    except OSError as error:
        raise Unheard(f"standard output: {error.strerror}") from error


def _print_error(text: str) -> None:
    with suppress(OSError):  # there is nobody left to tell
        print(shown(text), file=sys.stderr, flush=True)


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
        named = [word for parameter in command.params for word in parameter.opts if word.startswith("--")]
        raise UsageError(_one_line(error, [*named, "--help"])) from error
    return answer


def _one_line(error: typer.TyperException, known: Sequence[str]) -> str:
    unknown = getattr(error, "option_name", None)
    if unknown is not None and hasattr(error, "possibilities"):
        return f"unknown option {unknown!r}; {nearest(unknown, known)}"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{message[:1].lower()}{message[1:]}; rr-print --help tells more"


def _complain(message: str, status: int) -> int:
    _print_error(f"rr-print: {message}")
    return status


def _version(asked: bool) -> None:
    if asked:
        print(f"rr-print {__version__}")
        raise typer.Exit


def _alone(option: str, why: str, **beside: str | None) -> None:
    for name, given in beside.items():
        if given is not None:
            raise UsageError(f"{option}: expected no --{name} beside it: {why}")


def print_kit(
    game: options.Game,
    *,
    players: options.Players = None,
    setup: options.Setup = None,
    paper: options.Paper = None,
    large_print: options.LargePrint = False,
    text_size: options.TextSize = None,
    names: options.Names = None,
    sheets: options.Sheets = None,
    copies: options.Copies = None,
    pieces: options.Pieces = None,
    since: options.Since = None,
    practice: options.Practice = None,
    random: options.Random = None,
    split: options.Split = None,
    form: Annotated[
        str, typer.Option("--format", metavar="pdf|html|text|brf", help="Paper, phone, screen reader or braille.")
    ] = "pdf",
    output: options.Output = None,
    as_json: options.Json = False,
    _version_asked: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> Task:
    """Print a game's kit as a PDF, every worked example in it proved."""
    if since is not None:
        said = {"sheets": sheets, "copies": copies, "pieces": pieces, "practice": practice, "random": random}
        _alone("--since", "the file says what is compared", **said, format=None if form == "pdf" else form)
        size = text_size or ("18" if large_print else None)
        words = {"players": players, "setup": setup, "paper": paper, "text_size": size, "names": names}
        return Task(as_json, lambda *answer: tasks.reprint_kit(game, _VERBS, since, words, output, split, *answer))
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
        pieces=pieces,
    )
    return Task(as_json, partial(tasks.print_kit, game, _VERBS, request, output, split, (practice, random)))


def list_kits(as_json: options.Json = False) -> Task:
    """List the games, their player ranges, setups and sheets."""
    return Task(as_json, lambda *_: tasks.list_kits())


def check_kit(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FOLDER|FILE.pdf", help="A shipped game, a kit folder, or a printed file.", show_default=False
        ),
    ],
    *,
    lines: Annotated[bool, typer.Option("--lines", help="Print the moves that lead to each example.")] = False,
    as_json: options.Json = False,
) -> Task:
    """Find everything that is wrong with a kit: examples, characters, fit in every print size and paper.

    Or read a printed PDF back: what was altered in it, and whether it is the current edition.
    """
    return Task(as_json, lambda *_: tasks.check_kit(game, lines=lines))


def explain_numbers(
    game: options.Game, *, players: options.Players = None, setup: options.Setup = None, as_json: options.Json = False
) -> Task:
    """List every printed number with its sheet, its page, the words around it and where it comes from."""
    return Task(as_json, lambda *_: tasks.explain_numbers(game, players=players, setup=setup))


def find_examples(
    game: options.Game,
    *,
    lesson: Annotated[str | None, typer.Option(metavar="NAME", help="What they teach.  [default: each lesson]")] = None,
    players: options.Players = None,
    setup: options.Setup = None,
    count: Annotated[str, typer.Option(metavar="K", help="How many for each lesson.")] = "1",
    random: options.Random = None,
    as_json: options.Json = False,
) -> Task:
    """Find positions that can occur and teach a lesson, the simplest first, as examples ready for a rules text."""
    return Task(
        as_json,
        lambda *_: tasks.find_examples(game, lesson=lesson, players=players, setup=setup, count=count, number=random),
    )


def replay_moves(
    game: options.Game,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE...", help="Moves from the start, each in quotes: '3 cw'.", show_default=False),
    ] = None,
    *,
    players: options.Players = None,
    setup: options.Setup = None,
    first: Annotated[str, typer.Option(metavar="SEAT", help="The seat that starts.")] = "1",
    file: Annotated[
        str | None, typer.Option("--moves", metavar="FILE|-", help="Moves to play first: one a line, # remarks.")
    ] = None,
    names: options.Names = None,
    ask: Annotated[
        str | None, typer.Option(metavar="MOVE", help="What the rules say of this move, which is not played.")
    ] = None,
    pdf: Annotated[str | None, typer.Option(metavar="PATH", help="Draw the position in this file.")] = None,
    paper: options.Paper = None,
    large_print: options.LargePrint = False,
    text_size: options.TextSize = None,
    as_json: options.Json = False,
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
    old: options.Old,
    new: options.New,
    *,
    players: options.Players = None,
    setup: options.Setup = None,
    as_json: options.Json = False,
) -> Task:
    """Tell what changed from one edition to another: rules, examples, sheets, pieces and every line of words.

    Each is a PDF of ours or a kit. A kit is compared as the PDF beside it was printed; two kits as the options say.
    """
    return Task(as_json, lambda *_: tasks.diff_editions(old, new, players=players, setup=setup))


_VERBS: Mapping[str, Callable[..., Task]] = dict(
    zip(VERBS, (list_kits, check_kit, explain_numbers, find_examples, replay_moves, diff_editions), strict=True)
)
"""What the first word may be besides a kit."""
