"""The words of `diff` and `--since` in; the editions that they name compared, out."""

import os
from collections.abc import Mapping
from typing import Any

from generator import build
from generator.changes import changes_data, changes_words
from generator.diff import CHANGED, Changes, diff
from generator.edition import Edition, of_file, of_kit, request_of
from generator.errors import UsageError
from generator.limits import bounded
from generator.load import load
from generator.mixing import Mixed, mixing
from generator.model import Kit, Request
from generator.prove import prove
from generator.reprint import reprint, reprint_request, reprint_sheet
from generator.request import read_folder, read_request


def differences(old: str, new: str, players: str | None, setup: str | None) -> tuple[Mapping[str, Any], str]:
    """What changed, as JSON and for people. Raises `Rejected` for a file or a kit that can't be compared."""
    words = {"players": players, "setup": setup}
    given = [_file_or_kit(word) for word in (old, new)]
    files = [each for each in given if isinstance(each, Edition)]
    if len(files) == len(given):
        for key, word in words.items():
            if word is not None:
                raise UsageError(f"--{key}: expected a kit to print so, found two files")
    before, after = (
        each if isinstance(each, Edition) else of_kit(each, _request(each, files, players=players, setup=setup))
        for each in given
    )
    changes = diff(before.told, after.told, [name for name in after.refused if name not in before.refused])
    mixed = None
    if after.kit is not None and after.request is not None:
        with bounded(f"{after.shown}/kit.toml"):
            mixed = _changed(mixing(after.kit, prove(after.kit), after.request, before.told), changes)
    told = before.told, after.told, changes, mixed
    return changes_data(*told), changes_words(*told)


def _request(kit: Kit, files: list[Edition], *, players: str | None, setup: str | None) -> Request:
    if files:
        return request_of(files[0], kit, players=players, setup=setup)
    return read_request(kit, players=players, setup=setup)


def _changed(found: tuple[Mixed, ...], changes: Changes) -> tuple[Mixed, ...]:
    """The edited numbers, each with the pieces that print it and did so before."""
    both = {(sheet.name, piece.label) for sheet in changes.sheets for piece in sheet.pieces if piece.what == CHANGED}
    kept = (each._replace(printed=tuple(place for place in each.printed if place in both)) for each in found)
    return tuple(each for each in kept if each.printed)


def _file_or_kit(word: str) -> Edition | Kit:
    if os.path.isfile(word):  # noqa: PTH113 - where a name is too long for the system, Path raises
        return of_file(word)
    if word.lower().endswith(".pdf") and not os.path.isdir(word):  # noqa: PTH112 - as above
        raise UsageError(f"no file {word!r}")
    folder, shown = read_folder(word)
    with bounded(f"{shown}/kit.toml"):
        return load(folder, shown)


def since(kit: Kit, path: str, split: str | None, **words: str | None) -> tuple[Kit, Request] | None:
    """The kit and the request that print what changed since a file was printed; None where nothing did.

    `words` are the command line's; the file says what is left out. Raises UsageError for a file that is not there, is
    of another game, holds some pieces only, or was printed otherwise than a word says; `Rejected` for one that can't be
    read.
    """
    if not os.path.isfile(path):  # noqa: PTH113 - where a name is too long for the system, Path raises
        raise UsageError(f"--since: no file {path!r}")
    old = of_file(path)
    if old.told["engine"] != kit.engine:
        raise UsageError(f"--since: {path!r} is of the game {old.told['engine']!r}, {kit.shown} of {kit.engine!r}")
    if old.told["partial"] and not old.told["reprint"]:
        raise UsageError(f"--since: expected a print of the kit or of whole sheets; {path!r} holds some pieces only")
    request = request_of(old, kit, **words)
    with bounded(f"{kit.shown}/kit.toml"):
        proofs = prove(kit)
        sheets = [name for name in request.sheets if kit.sheet(name).pages is None]
        asked = request._replace(sheets=tuple(sheets), split=split)
        new = build.contents(kit, proofs, asked)
        labels = {(row.sheet, row.label) for row in new} & {(sheet, label) for sheet, label, *_ in old.told["pieces"]}
        mixed = mixing(kit, proofs, asked, old.told)
        both = (each._replace(printed=tuple(place for place in each.printed if place in labels)) for each in mixed)
        found = reprint(old.told, kit, sheets, new, [each for each in both if each.printed])
    if not any(part["throw"]["count"] or part["make"]["count"] for part in found.told["parts"]):
        return None
    made = reprint_sheet(kit)
    return made, reprint_request(asked, made, found)
