"""The command line. In: its words. Out: text or JSON on stdout, what is wrong on stderr, and the exit status.

One command (`commands`) is built a run.
"""

import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from generator import tasks
from generator.commands import VERBS_DO, Task, print_kit
from generator.errors import NoBraille, PressLost, Rejected, RrPrintError, Unheard, UsageError, nearest, shown
from generator.request import read_folder

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
  new       a copy of a kit to edit
  schema    what an editor needs to know of kit.toml
  watch     print again at every save, and name the pages that changed
  serve     the kit on a page of the browser, kept up to date at every save

{_STATUSES}"""


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
    verb = words[0] if words and words[0] in VERBS_DO else ""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(epilog=_STATUSES if verb else _COMMANDS)(VERBS_DO.get(verb, print_kit))
    command = typer.main.get_command(app)
    name, rest = (f"rr-print {verb}", words[1:]) if verb else ("rr-print", words)
    try:
        answer: Task | int = command.main(rest, prog_name=name, standalone_mode=False)
    except typer.TyperException as error:
        if len(rest) > 1 and not verb and rest[0][:1] != "-":
            read_folder(rest[0], VERBS_DO)  # where the first word is none that can be, that is the mistake
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
    _print_error(f"rr-print: {message}")
    return status
