"""A file's bytes in, its text out, the same whichever editor left it: byte order mark, line ends, accents."""

from pathlib import Path
from unicodedata import normalize


def plain_text(data: bytes, errors: str = "strict") -> str:
    """UTF-8 without its byte order mark, with LF line ends and one code point for a letter with its accent.

    Raises UnicodeDecodeError, unless `errors` says otherwise.
    """
    text = data.decode("utf-8-sig", errors)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isascii() else normalize("NFC", text)


def named_file(folder: Path, name: str) -> Path:
    """The file of a name that stands in a text; its accents may be apart in the folder, as some systems keep them."""
    path = folder / name
    if name.isascii() or path.exists():
        return path
    apart = folder / normalize("NFD", name)
    return apart if apart.exists() else path
