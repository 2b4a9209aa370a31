"""The words of a command line, checked against the kit that they are about.

In: words as typed. Out: the kit folder, a number, a setup, the whole Request; or `UsageError` for the first word that
cannot be, with the nearest one that can.
"""

import os
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from unicodedata import normalize

from generator.errors import UsageError, nearest
from generator.model import PAPERS, Kit, Request
from generator.places import installed_kits, shipped_kits, told

SPLITS = ("stock", "sheet")
"""What `--split` makes a file of its own for."""
PICTURES = ("png", "svg")
"""Formats that make a file for each picture."""
EACH = ("page", "piece")
"""What `--split` makes a picture of its own for."""
_DPI = (30, 600)
TEXT_SIZES: Mapping[str, str] = {"18": "large", "24": "large-24", "36": "large-36"}
"""pt, as `--text-size` takes them, to the profile of large print."""
FORMATS: Mapping[str, str] = {
    "pdf": ".pdf",
    "html": ".html",
    "text": ".txt",
    "brf": ".brf",
    "png": ".png",
    "svg": ".svg",
}
"""What a kit is made as, to the ending of its file's name."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LARGEST_RANDOM = 999_999_999
"""The largest number that `--random` takes."""
_COPIES = (1, 99)
_NUMBER = re.compile("[0-9]{1,9}")
_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


def read_folder(word: str, verbs: Iterable[str] = ()) -> tuple[Path, str]:
    """The folder of a shipped game, the folder named or that of an installed game, and how messages write it.

    `verbs` are the words that could have stood in the game's place.
    """
    kits = shipped_kits()
    if word in kits:
        return kits[word], told(word)
    # os.path answers False to a name that is too long for the system, where Path raises.
    is_name, is_folder = not any(separator in word for separator in _SEPARATORS), os.path.isdir(word)
    if is_name and not (is_folder and os.path.isfile(os.path.join(word, "kit.toml"))):
        kits |= installed_kits()
        if word in kits:
            return kits[word], str(kits[word])
    if not is_folder:
        if is_name:
            if word in verbs:
                raise UsageError(f"{word!r} is a command, which comes first; expected a game or a folder here")
            raise UsageError(f"unknown game {word!r}; {nearest(word, [*kits, *verbs])}")
        if os.path.isfile(word):
            raise UsageError(f"{word!r} is a file; expected the folder of a kit")
        raise UsageError(f"no folder {word!r}")
    if not os.path.isfile(Path(word, "kit.toml")):
        raise UsageError(f"no kit in the folder {word!r}: it has no kit.toml")
    return Path(word), word.rstrip("".join(_SEPARATORS)) or word


def read_target(word: str) -> Path:
    """The folder of a new kit, which is not there yet, or empty."""
    if not word or _CONTROL.search(word):
        raise UsageError(f"expected the name of a folder, found {word!r}")
    path = Path(word)
    if os.path.lexists(word) and not os.path.isdir(word):
        raise UsageError(f"{word!r} is a file; expected a new folder or an empty one")
    if os.path.isdir(word):
        if path.resolve() == Path.cwd():
            raise UsageError(f"{word!r} is the folder you are in; expected a new one")
        if any(path.iterdir()):
            raise UsageError(f"the folder {word!r} is not empty; expected a new one or an empty one")
    elif not os.path.isdir(path.parent):
        raise UsageError(f"no folder {str(path.parent)!r} to make {path.name!r} in")
    return path


def read_number(option: str, word: str, low: int, high: int) -> int:
    """A whole number in a range."""
    number = int(word) if _NUMBER.fullmatch(word) else None
    if number is None or not low <= number <= high:
        raise UsageError(f"{option}: expected a whole number from {low} to {high}, found {word!r}")
    return number


def read_players(kit: Kit, word: str | None) -> int:
    """How many play; the kit's default when not said."""
    low, high, default = kit.players
    return default if word is None else read_number("--players", word, low, high)


def read_setup(kit: Kit, word: str | None) -> str | None:
    """A setup of the kit."""
    setups = kit.game.setups(kit.rules)
    if word is None or word in setups:
        return word
    raise UsageError(f"unknown setup {word!r}; {nearest(word, setups)}" if setups else f"{kit.name} has no setups")


def read_request(
    kit: Kit,
    *,
    players: str | None = None,
    setup: str | None = None,
    paper: str | None = None,
    large_print: bool = False,
    text_size: str | None = None,
    names: str | None = None,
    sheets: str | None = None,
    copies: str | None = None,
    split: str | None = None,
    form: str = "pdf",
    dpi: str | None = None,
    pieces: str | None = None,
) -> Request:
    """The whole request; words left out take their defaults."""
    count = read_players(kit, players)
    picked = None if pieces is None else _pieces(kit, pieces, {"--sheets": sheets, "--copies": copies})
    chosen = _sheets(kit, sheets) if picked is None else tuple(picked)
    profile = _profile(large_print, text_size)
    told = _one_of("format", form, FORMATS)
    _can_be_told(told, profile, split, picked is not None)
    for spec in kit.sheets:
        if spec.name in chosen and spec.sizes and spec.size(profile) is None:
            raise UsageError(f"--large-print: {kit.name} gives no large size for the sheet {spec.name!r}")
    return Request(
        folder=kit.folder,
        players=count,
        setup=read_setup(kit, setup),
        paper=PAPERS[_one_of("paper", (paper or "a4").lower(), PAPERS)],
        profile=profile,
        names=read_names(names, count),
        sheets=chosen,
        copies=_copies(kit, copies, chosen),
        split=None if told in PICTURES else read_split(split),
        format=told,
        pieces=picked,
        each=_each(kit, chosen, split) if told in PICTURES else "page",
        dpi=_dpi(told, dpi),
    )


def _can_be_told(told: str, profile: str, split: str | None, picked: bool) -> None:
    """Only paper has a size of type, a stock and pieces to lose."""
    if told != "pdf" and picked:
        raise UsageError(f"--pieces: only paper has pieces to cut; expected --format pdf, found {told!r}")
    if told in PICTURES:
        return
    if told != "pdf" and profile != "normal":
        raise UsageError(f"--large-print: only a PDF has a size of type; whoever reads {told} sets it there")
    if told != "pdf" and split == "stock":
        raise UsageError(f"--split: expected 'sheet' with --format {told}, which is not printed, found 'stock'")


def _each(kit: Kit, chosen: Collection[str], split: str | None) -> str:
    """What each picture shows; of sheets that are all text there are none of pieces."""
    each = EACH[0] if split is None else _one_of("split", split, EACH)
    if each == "piece" and not any(kit.sheet(name).piece for name in chosen):
        raise UsageError(f"--split piece: expected a sheet with pieces, found {', '.join(map(repr, chosen))}")
    return each


def _dpi(told: str, word: str | None) -> int:
    """Dots to an inch, of what is made of dots."""
    if word is not None and told != "png":
        raise UsageError(f"--dpi: only --format png is made of dots, found --format {told}")
    return Request._field_defaults["dpi"] if word is None else read_number("--dpi", word, *_DPI)


def _profile(large_print: bool, text_size: str | None) -> str:
    """The profile's name; a text size asks for large print by itself."""
    if text_size is None:
        return "large" if large_print else "normal"
    if text_size in TEXT_SIZES:
        return TEXT_SIZES[text_size]
    raise UsageError(f"--text-size: expected {', '.join(TEXT_SIZES)} (in pt, for large print), found {text_size!r}")


def read_output(word: str | None, split: str | None, form: str = "pdf") -> Path | None:
    """Where the file goes: a file for a name with the format's ending, else a folder; None when not said."""
    if word is None:
        return None
    if not word:
        raise UsageError("--output: expected a file or a folder, found nothing")
    path = Path(word)
    ending = FORMATS.get(form, "")
    if path.suffix.lower() in FORMATS.values() and path.suffix.lower() != ending and not path.is_dir():
        raise UsageError(f"--output: expected a name in {ending} or a folder for --format {form}, found {word!r}")
    if form in PICTURES and path.suffix.lower() == ending and not path.is_dir():
        raise UsageError(f"--output: expected a folder for the files of --format {form}, found {word!r}")
    if split is not None and path.suffix.lower() == ending:
        raise UsageError(f"--output: expected a folder with --split, found {word!r}")
    return path


def read_picture(word: str | None, request: Request) -> Path | None:
    """The file of a picture, a name in .pdf; None when none is asked for, and then nothing has a size of type."""
    if word is None:
        if request.profile != "normal":
            raise UsageError("--large-print: only a picture has a size of type; expected --pdf with it")
        return None
    if Path(word).suffix.lower() != ".pdf":
        raise UsageError(f"--pdf: expected a file name in .pdf, found {word!r}")
    return Path(word)


def _one_of(kind: str, word: str, known: Collection[str]) -> str:
    if word in known:
        return word
    raise UsageError(f"unknown {kind} {word!r}; {nearest(word, known)}")


def read_split(word: str | None) -> str | None:
    """What makes a file of its own; None for one file."""
    return None if word is None else _one_of("split", word, SPLITS)


def read_names(words: str | None, players: int) -> tuple[str, ...]:
    """The names of the first seats, empty where one stays without; none when not said."""
    if words is None:
        return ()
    # One code point a letter where there is one: file systems and keyboards also give letters and accents apart.
    names = tuple(normalize("NFC", " ".join(name.split())) for name in words.split(","))
    for number, name in enumerate(names, 1):
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise UsageError(f"--names: name {number} is no text in UTF-8: {name!a}")
    if any(map(_CONTROL.search, names)):
        raise UsageError(f"--names: expected letters that can be shown, found {words!r}")
    if not any(names):
        raise UsageError(f"--names: expected a name, found none in {words!r}")
    if len(names) > players:
        raise UsageError(f"--names: expected at most {players}, one for each player, found {len(names)}")
    return names


def _sheets(kit: Kit, words: str | None) -> tuple[str, ...]:
    known = [spec.name for spec in kit.sheets]
    if words is None:
        return tuple(known)
    asked: set[str] = set()
    for word in words.split(","):
        name = _one_of("sheet", word.strip(), known)
        _once("--sheets", name, asked)
        asked.add(name)
    return tuple(name for name in known if name in asked)


def _copies(kit: Kit, words: str | None, sheets: Collection[str]) -> Mapping[str, int]:
    copies: dict[str, int] = {}
    for word in [] if words is None else words.split(","):
        name, equals, number = map(str.strip, word.partition("="))
        if not equals:
            raise UsageError(f"--copies: expected NAME=K, found {word!r}")
        _one_of("sheet", name, [spec.name for spec in kit.sheets])
        _once("--copies", name, copies)
        if name not in sheets:
            raise UsageError(f"--copies: {name!r} is not among the sheets to print")
        copies[name] = read_number(f"--copies {name}", number, *_COPIES)
    return copies


def _pieces(kit: Kit, words: str, beside: Mapping[str, str | None]) -> dict[str, tuple[int, ...]]:
    """Sheet to the numbers of its pieces, in the kit's order; that there are so many is known once they are filled."""
    for option, given in beside.items():
        if given is not None:
            raise UsageError(f"--pieces: expected no {option} beside it: it names all that is printed")
    sheets: dict[str, str] = {}
    for spec in kit.sheets:
        if spec.piece:
            sheets.setdefault(spec.piece, spec.name)
    numbers: dict[str, list[int]] = {name: [] for name in sheets.values()}
    for word in words.split(","):
        name, colon, number = map(str.strip, word.partition(":"))
        _one_of("piece", name, sheets)
        if colon and not (_NUMBER.fullmatch(number) and int(number)):
            raise UsageError(f"--pieces {name}: expected a whole number from 1, found {number!r}")
        numbers[sheets[name]].append(int(number) if colon else 1)
        if len(numbers[sheets[name]]) > _COPIES[1]:
            raise UsageError(f"--pieces {name}: expected at most {_COPIES[1]} of a kind, found more")
    return {name: tuple(sorted(found)) for name, found in numbers.items() if found}


def _once(option: str, name: str, seen: Collection[str]) -> None:
    if name in seen:
        raise UsageError(f"{option}: {name!r} is named twice")
