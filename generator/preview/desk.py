"""Where one request is built again and again: a sheet that is as it was is not set anew.

Kept is what the very same filled sheet, profile and paper came to; so nothing is ever stale.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import build
from generator.model import Kit, Paper, Printed, Request, Sheet, Summary
from generator.pages import Page, Typeset
from generator.press import Press, summary
from generator.profiles import Profile
from generator.prove import prove
from generator.typeset import typeset


class Remembered:
    """Sets sheets, each kind of which it has set last is kept."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[Sheet, Profile, Paper, tuple[Typeset, ...]]] = {}

    def __call__(self, sheets: Iterable[Sheet], profile: Profile, paper: Paper) -> tuple[Typeset, ...]:
        """As `typeset`."""
        return tuple(placed for sheet in sheets for placed in self._one(sheet, profile, paper))

    def _one(self, sheet: Sheet, profile: Profile, paper: Paper) -> tuple[Typeset, ...]:
        known = self.last.get(sheet.spec.name)
        if known is not None and known[:3] == (sheet, profile, paper):
            return known[3]
        made = typeset([sheet], profile, paper)
        self.last[sheet.spec.name] = sheet, profile, paper, made
        return made


class Laid(Press):
    """A press that stops before it draws."""

    def finish(
        self,
        sheets: Sequence[Sheet],
        output: Path | None,  # noqa: ARG002 - nothing is written
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
        done = build.order(kit, request, target, build.printing(request.format, press))
        self.plan, self.pages = press.plan, press.pages
        return done

    def lay(self, kit: Kit) -> Request:
        """Lay the kit out and draw nothing. Raises as `print` does."""
        request, press = self.words(kit), Laid(self.setting)
        build.make(kit, prove(kit), request, None, press)
        self.plan, self.pages = press.plan, press.pages
        return request
