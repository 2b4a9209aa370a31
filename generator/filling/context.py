"""The names that templates and texts may use, the same in all of them (`docs/vocabulary.md` lists them)."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from generator.fingerprint import fingerprint
from generator.model import Kit, Request
from generator.profiles import Profile


def context(kit: Kit, request: Request, profile: Profile) -> dict[str, Any]:
    """Names for every template of one kit."""
    fewest, most, _ = kit.players
    setups = {name: SimpleNamespace(**table) for name, table in kit.setups.items()}
    names = (*request.names, *[""] * (request.players - len(request.names)))
    shown: dict[str, Any] = (
        {} if request.position is None else {"now": SimpleNamespace(**request.position), "played": request.played}
    )
    if request.reprint is not None:
        shown["reprint"] = request.reprint
    return {
        **shown,
        "kit": SimpleNamespace(title=kit.title, edition=kit.edition, fingerprint=fingerprint(kit)),
        "rules": kit.rules,
        "setups": setups,
        "setup": request.setup,
        "choices": {request.setup: setups[request.setup]} if request.setup else setups,
        "about": SimpleNamespace(**kit.about),
        "players": request.players,
        "player_range": SimpleNamespace(min=fewest, max=most),
        "names": names,
        "split": request.split,
        "paper": SimpleNamespace(name=request.paper.name, title=request.paper.title),
        "profile": profile,
        "sizes": _sizes(kit, request.profile),
    }


def _sizes(kit: Kit, profile: str) -> Mapping[str, SimpleNamespace]:
    """Piece to its width and height in mm, for templates that leave room for another piece."""
    return {
        spec.piece: SimpleNamespace(w=size[0], h=size[1])
        for spec in kit.sheets
        if spec.piece and isinstance(size := spec.size(profile), tuple)
    }
