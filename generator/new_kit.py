"""A kit in, a folder of one's own out: what the kit reads, a schema for editors, a page on what each file is."""

import errno
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from generator import VERBS
from generator.errors import Finding, Rejected
from generator.kit_lines import read_bytes
from generator.model import Kit
from generator.places import shipped_kits
from generator.schema import FILE, LINE, schema
from generator.write import write

_KIT_FILE: Final = "kit.toml"
_PAGE: Final = "README.md"
_KNOWN: Final = {
    "example.xml.j2": "a worked example: its pictures and its sentences",
    "figures.xml.j2": "the pictures that the rules name",
    "position.xml.j2": "a position, as `rr-print replay --pdf` draws it",
    "practice.xml.j2": "a sheet of practice questions, and their answers",
}
"""Templates that no sheet names, and what each draws."""

_WORDS: Final = """\
# A kit of your own

This folder is a kit for rr-print, copied from {title} ({edition}). Edit what you like: a number, a sentence,
a template. Every sheet follows, or a message tells the file, the line and what was expected.

In this folder:

```sh
rr-print check .        # everything that is wrong, and every worked example proved
rr-print .              # the kit, printed into the folder output
rr-print explain .      # every printed number, and where it comes from
rr-print replay .       # the referee
```

From elsewhere, name the folder in place of the dot. The folder's name begins the name of each printed file;
the title and the edition in `kit.toml` stand in print. Give your edition a name of its own.

| file | what it is |
| --- | --- |
| `kit.toml` | the numbers, the setups and the list of sheets |
{rows}
| `{schema}` | what your editor knows of `kit.toml`, whose first line names it |

Visual Studio Code reads the schema with the extension Even Better TOML; so does every editor with Taplo.
It is made anew by `rr-print schema . > {schema}`.

Templates take `macros/print.xml.j2` from rr-print: what every kit's how-to-print sheet says. A file of that
name in a folder `macros` in here takes its place, and finds the shared one as `shared/print.xml.j2`.

In rr-print's source, `docs/kit.md` lists every entry of `kit.toml`, and `docs/vocabulary.md` all that a
template may use.
"""


def new_kit(kit: Kit, target: Path) -> tuple[str, ...]:
    """Copy a kit into a folder that is not there yet, or empty. Returns the names of its files.

    Raises `Rejected` for a file that can't be read, OSError for a folder that can't be written; then nothing is left.
    """
    files = _files(kit)
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        write({part / name: data for name, data in files.items()})
        if target.is_dir():
            target.rmdir()  # where it is empty; Windows would not rename over it
        elif target.exists() or target.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tuple(files)


def _files(kit: Kit) -> Mapping[str, bytes]:
    """Every file of the new folder, by its name."""
    named = {name for spec in kit.sheets for name in (spec.template, spec.large_template, spec.text) if name}
    found = {path.relative_to(kit.folder).as_posix() for path in kit.folder.rglob("*.j2")}
    hidden = {name for name in found if any(part.startswith(".") for part in name.split("/"))}
    files, findings = {}, []
    for name in sorted({_KIT_FILE, *named, *found - hidden}):
        try:
            files[name] = read_bytes(kit.folder, name)
        except OSError as error:
            findings.append(Finding(f"{kit.shown}/{name}", 1, str(error.strerror)))
    if findings:
        raise Rejected(findings)
    files[_KIT_FILE] = _told(files[_KIT_FILE])
    made = json.dumps(schema(kit.game), indent=2).encode() + b"\n"
    return {**files, FILE: made, _PAGE: _page(kit, files).encode()}


def _told(data: bytes) -> bytes:
    """A `kit.toml` whose first line tells editors of the schema; the rest as it was, line ends included."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(LINE.encode()):
        return text
    end = b"\r\n" if b"\r\n" in text else b"\n"
    return LINE.encode() + end + text


def _page(kit: Kit, files: Mapping[str, bytes]) -> str:
    """The folder's own short README."""
    rows = "\n".join(f"| `{name}` | {what} |" for name, what in _told_of(kit, files))
    return _WORDS.format(title=kit.title, edition=kit.edition, rows=rows, schema=FILE)


def _told_of(kit: Kit, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What each text and template is."""
    sheets: dict[str, list[str]] = {}
    for spec in kit.sheets:
        for name, note in ((spec.text, ""), (spec.template, ""), (spec.large_template, ", in large print")):
            if name:
                sheets.setdefault(name, []).append(f"{spec.title}{note}")
    for name in files:
        if name != _KIT_FILE:
            yield name, "; ".join(sheets.get(name, ())) or _KNOWN.get(name, "what other templates share")


def command(word: str) -> str:
    """A folder as a command line names it: with `./` where it would be a game, a verb or an option."""
    return f"./{word}" if word in (*VERBS, *shipped_kits()) or word.startswith("-") else word
