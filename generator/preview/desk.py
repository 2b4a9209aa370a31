"""Where one request is built again and again: a sheet that is as it was is not set anew.

Kept is what the very same filled sheet, profile and paper came to; so nothing is ever stale.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import build, tasks
from generator.limits import bounded
from generator.load import load
from generator.model import Content, Kit, Paper, Printed, Request, Sheet, Summary
from generator.pages import Page, Typeset
from generator.press import Press, summary
from generator.profiles import Profile
from generator.prove import prove
from generator.typeset import typeset
from generator.typesetting.block import Effort


def read(folder: Path, shown: str) -> Kit:
    """The kit that is in the folder now. Raises `Rejected`."""
    with bounded(f"{shown}/kit.toml"):
        return load(folder, shown)


class Remembered:
    """Sets sheets, each kind of which it has set last is kept."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[Sheet, Profile, Paper, tuple[Typeset, ...]]] = {}

    def __call__(
        self, sheets: Iterable[Sheet], profile: Profile, paper: Paper, effort: Effort | None = None
    ) -> tuple[Typeset, ...]:
        """As `typeset`."""
        return tuple(placed for sheet in sheets for placed in self._one(sheet, profile, paper, effort))

    def _one(self, sheet: Sheet, profile: Profile, paper: Paper, effort: Effort | None) -> tuple[Typeset, ...]:
        known = self.last.get(sheet.spec.name)
        if known is not None and known[:3] == (sheet, profile, paper):
            return known[3]
        made = typeset([sheet], profile, paper, effort)
        self.last[sheet.spec.name] = sheet, profile, paper, made
        return made


class Laid(Press):
    """A press that stops before it draws."""

    def finish(
        self,
        sheets: Sequence[Sheet],
        output: Path | None,  # noqa: ARG002 - nothing is written
        contents: Sequence[Content],  # noqa: ARG002 - nor attached
    ) -> tuple[tuple[Printed, ...], Summary] | Mapping[str, Any]:
        """Settle the pages."""
        again = self.settle(sheets)
        return ((), summary((), self.pages)) if again is None else again


class Desk:
    """One request: its words, checked anew against the kit at each build, and the pages of the last good one."""

    def __init__(self, words: Callable[[Kit], Request]) -> None:
        self.words = words
        self.setting = Remembered()
        self.plan: Mapping[str, Any] = {}
        self.pages: tuple[Page, ...] = ()

    def forget(self) -> None:
        """Set every sheet anew."""
        self.setting.last.clear()

    def print(self, kit: Kit, target: Path | None) -> Summary:
        """Print the kit. Raises `Rejected` or `UsageError`; then the last pages stay, and the last file."""
        request, press = self.words(kit), Press(self.setting)
        said: list[Summary] = []
        tasks.print_asked(kit, request, target, build.printing(request.format, press), said.append)
        self.plan, self.pages = press.plan, press.pages
        return said[0]

    def lay(self, kit: Kit) -> Request:
        """Lay the kit out and draw nothing. Raises as `print` does."""
        request, press = self.words(kit), Laid(self.setting)
        with bounded(f"{kit.shown}/kit.toml"):
            build.make(kit, prove(kit), request, None, press)
        self.plan, self.pages = press.plan, press.pages
        return request
