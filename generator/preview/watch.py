"""`rr-print watch`: the kit is printed again at every save, and the pages that changed are named."""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from generator import unfinished
from generator.errors import Rejected, UsageError
from generator.model import Kit, Request, Summary
from generator.pages import Page
from generator.preview.changes import by_sheet, changed, retitled
from generator.preview.desk import Desk, read
from generator.preview.watching import Save, forget, need, saves, stay
from generator.request import read_folder, read_output
from generator.tasks import Reply, printed, refusal


def watch(
    word: str,
    verbs: Iterable[str],
    request: Callable[[Kit], Request],
    output: str | None,
    split: str | None,
    say: Callable[[Reply], None],
) -> None:
    """Print the kit now and at every save, and `say` what came of it, until the process is interrupted.

    Raises `UsageError` for a word that cannot be, where the kit can be read by which to tell.
    """
    need()
    folder, shown = read_folder(word, verbs)
    watched = _Watch(folder, shown, Desk(request), output, split)
    unfinished.go_on()
    stay()
    say(watched.first())
    for count, save in enumerate(saves(folder, watched.own)):
        reply = watched.heard(save)
        if reply is not None:
            say(reply)
        if count == 0:
            gc.freeze()  # what is read by now stays


class _Watch:
    """What is known from one save to the next."""

    def __init__(self, folder: Path, shown: str, desk: Desk, output: str | None, split: str | None) -> None:
        self.folder, self.shown, self.desk = folder, shown, desk
        self.output, self.split = output, split
        self.own: set[Path] = set()
        """Files that were written here."""
        self.wrong: Reply | None = None
        """What the last save broke, until it is known that it is no half-written file."""
        self.told: Reply | None = None
        """What was said of it."""

    def first(self) -> Reply:
        """Print for the first time."""
        try:
            reply = printed(self._print())
        except Rejected as rejected:
            self.told = refusal(rejected)
            return self.told._replace(complaint=f"{self.told.complaint}\nrr-print: waiting for the next save")
        return reply._replace(text=f"{reply.text}\nwatching {self.shown}: Ctrl-C ends it")

    def heard(self, save: Save) -> Reply | None:
        """What is to be said of a save, or after a while without one."""
        if save is Save.NONE:
            reply, self.wrong = self.wrong, None
            if reply is None or reply == self.told:
                return None
            self.told = reply
            return reply
        if save is Save.SHARED:
            forget()
            self.desk.forget()
        begun, before = time.monotonic(), self.desk.pages
        try:
            done = self._print()
        except Rejected as rejected:
            self.wrong = refusal(rejected)
            return None
        except UsageError as error:
            self._failed(str(error))
            return None
        except Exception as error:  # noqa: BLE001 - half a font, say; the next save may mend it
            self._failed(f"{type(error).__name__}: {error}")
            return None
        mended, self.wrong, self.told = self.told is not None, None, None
        return _reply(done, before, self.desk.pages, time.monotonic() - begun, mended)

    def _failed(self, why: str) -> None:
        self.wrong = Reply({"ok": False, "findings": [], "error": why}, "", f"rr-print: {why}")

    def _print(self) -> Summary:
        kit = read(self.folder, self.shown)
        target = read_output(self.output, self.split, self.desk.words(kit).format)
        done = self.desk.print(kit, target)
        self.own |= {Path(file).resolve() for file in done.files}
        return done


def _reply(done: Summary, before: Sequence[Page], after: Sequence[Page], seconds: float, mended: bool) -> Reply | None:
    """The pages that a save has changed; nothing where it changed none."""
    pages, titles = changed(before, after), retitled(before, after)
    if not pages and not titles and not mended:
        return None
    rows = [{"sheet": page.spec.name, "page": page.number} for page in pages]
    parts = [f"{name} {', '.join(str(page.number) for page in group)}" for name, group in by_sheet(pages).items()]
    words = "; ".join(parts) or "no page has changed"
    if len(before) != len(after) and before:
        words += f"; {len(after)} pages, {len(before)} before"
    elif titles and len(pages) < len(after):
        words += "; and title lines" if pages else " but for its title line"
    data = {**printed(done).data, "changed": rows, "seconds": round(seconds, 3)}
    return Reply(data, f"{'mended: ' * mended}{words} ({seconds:.2f} s)")
