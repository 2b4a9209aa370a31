"""A printed file, or a kit with a request, in; the edition that it is out: what its PDF tells, in either case."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator import build
from generator.errors import UsageError
from generator.limits import bounded
from generator.model import Kit, Node, Proofs, Request
from generator.prove import prove
from generator.readback import tell
from generator.readback.telling import tell as tell_of
from generator.request import TEXT_SIZES, read_request
from generator.scan import open_pdf


class Edition(NamedTuple):
    """One edition of a game, for one table."""

    shown: str
    """The file or the folder, as messages write it."""
    told: Mapping[str, Any]
    """What its PDF tells, as `readback.telling.tell` gives it."""
    refused: tuple[str, ...] = ()
    """Ids of the examples that are not proved; a PDF has none."""
    kit: Kit | None = None
    """What it is printed from, but for those; None for a file."""
    request: Request | None = None


def of_file(path: str) -> Edition:
    """The edition of a printed file. Raises `Rejected` for one that is none of ours, or can't be compared."""
    return Edition(path, tell(path))


def of_kit(kit: Kit, request: Request) -> Edition:
    """The edition that a kit's folder holds, for one table. Raises `Rejected` for what would stop its print.

    Examples that are not proved are left out: what is said of them is that they are not.
    """
    with bounded(f"{kit.shown}/kit.toml"):
        proofs = prove(kit)
        refused = tuple(proofs.refused)
        if refused:
            kit = proved(kit, proofs)
        (printed,), _ = build.make(kit, prove(kit), request)
    with TemporaryDirectory(prefix="rr-print-") as folder:
        told = tell_of(open_pdf(printed.pdf), Path(folder))
    return Edition(kit.shown, told, refused, kit, request)


def proved(kit: Kit, proofs: Proofs) -> Kit:
    """The kit without the examples that are refused."""
    texts = {name: tuple(_without(block, proofs) for block in blocks) for name, blocks in kit.texts.items()}
    return kit._replace(
        texts={name: tuple(block for block in blocks if block) for name, blocks in texts.items()},
        examples=tuple(example for example in kit.examples if example.id in proofs.proved),
    )


def _without(node: Node, proofs: Proofs) -> Node | None:
    if node.tag == "example" and node.attrs["id"] in proofs.refused:
        return None
    children = (child if isinstance(child, str) else _without(child, proofs) for child in node.children)
    return node._replace(children=tuple(child for child in children if child is not None))


def request_of(old: Edition, kit: Kit, **words: str | None) -> Request:
    """The request for a kit as a printed file was made; `words` are the command line's own.

    Raises UsageError where one of them says otherwise than the file, or the kit can't be printed so any more.
    """
    asked = old.told["request"]
    names = {sheet["name"] for sheet in old.told["sheets"]}
    known = [spec.name for spec in kit.sheets]
    chosen = [name for name in asked["sheets"] if name in known]
    if not chosen:
        raise UsageError(
            f"{old.shown!r} holds no sheet of {kit.shown}: {', '.join(map(repr, asked['sheets'])) or 'none'}"
        )
    copies = {name: number for name, number in asked["copies"].items() if name in chosen}
    names_given = ",".join(asked["names"]) if any(asked["names"]) else None
    size = {profile: size for size, profile in TEXT_SIZES.items()}.get(asked["profile"])
    as_printed = {
        "players": str(asked["players"]),
        "setup": asked["setup"],
        "paper": asked["paper"],
        "text_size": size,
        "names": names_given,
    }
    for key, word in words.items():
        if word is not None and word != as_printed[key]:
            option, printed = f"--{key.replace('_', '-')}", as_printed[key]
            how = f"with {printed!r}" if printed else "without it"
            raise UsageError(f"{option}: {old.shown!r} was printed {how}, found {word!r}")
    try:
        return read_request(
            kit,
            players=as_printed["players"],
            setup=as_printed["setup"],
            paper=as_printed["paper"],
            text_size=size,
            names=names_given,
            sheets=None if names <= {*asked["sheets"]} else ",".join(chosen),
            copies=",".join(f"{name}={number}" for name, number in copies.items()) if copies else None,
        )
    except UsageError as error:
        raise UsageError(f"as {old.shown!r} was printed, {kit.shown} cannot be: {error}") from error
