"""What the commands about kits as such do: list them, copy one, tell editors of them. In and out as in `tasks`."""

import errno
import json
import shlex
from collections.abc import Mapping
from typing import Any

from generator.checked import count
from generator.errors import Finding, Rejected, UsageError, nearest
from generator.model import Kit
from generator.places import installed_kits, shipped_kits, told
from generator.request import read_folder, read_target
from generator.tasks import Reply, load_kit, plain


def list_kits() -> Reply:
    """What ships with rr-print, and what is installed beside it; a game that is not whole is a complaint."""
    from generator.load import load

    games, findings = [], list[Finding]()
    found = {name: (folder, told(name)) for name, folder in shipped_kits().items()}
    found |= {name: (folder, str(folder)) for name, folder in installed_kits().items() if name not in found}
    for folder, shown in found.values():
        try:
            games.append(_outline(load(folder, shown)))
        except Rejected as rejected:
            findings += rejected.findings
    data = {"games": games, **({"findings": plain(findings)} if findings else {})}
    return Reply(data, "\n\n".join(map(_outline_words, games)), "\n".join(map(str, findings)))


def _outline(kit: Kit) -> dict[str, Any]:
    return {
        "name": kit.name,
        "title": kit.title,
        "edition": kit.edition,
        "players": dict(zip(("min", "max", "default"), kit.players, strict=True)),
        "setups": list(kit.game.setups(kit.rules)),
        "sheets": [spec.name for spec in kit.sheets],
    }


def _outline_words(game: Mapping[str, Any]) -> str:
    players = "{min} to {max} players, {default} by default".format(**game["players"])
    lines = [f"{game['name']}: {game['title']} ({game['edition']}), {players}"]
    lines += [f"  {what}: {', '.join(game[what])}" for what in ("setups", "sheets") if game[what]]
    return "\n".join(lines)


def new_kit(word: str, source: str | None) -> Reply:
    """Copy a kit into a new folder."""
    if source is None:
        raise UsageError(f"expected --from with the kit to copy; {nearest('', shipped_kits())}, or a folder")
    kit, target = load_kit(source), read_target(word)
    from generator.new_kit import command, new_kit

    try:
        files = new_kit(kit, target)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise UsageError(f"cannot write {word!r}: {error.strerror or error}") from error
    name = shlex.quote(command(word))
    rows = {f"rr-print check {name}": "finds all that is wrong with it", f"rr-print {name}": "prints it"}
    rows |= {f"{target / 'README.md'}": "tells what each file is"}
    width = max(map(len, rows))
    lines = [f"{target}: a copy of {kit.name} to edit, {count(len(files), 'file')}"]
    lines += [f"  {row.ljust(width)}  {what}" for row, what in rows.items()]
    return Reply({"folder": str(target), "from": kit.name, "files": list(files)}, "\n".join(lines))


def kit_schema(word: str | None) -> Reply:
    """The JSON Schema of the `kit.toml` of a game or a folder, or of every kit."""
    from generator.load import kit_engine
    from generator.schema import schema

    data = schema(None if word is None else kit_engine(*read_folder(word)))
    return Reply(data, json.dumps(data, indent=2))
