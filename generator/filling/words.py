"""Numbers and lists in words, as templates and rules texts call them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.errors import Malformed, nearest

Number = int | Sequence[int]
"""One number, or several of which the least and the largest are told: ``two to four``."""

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}


def _numbers(n: Number) -> list[int]:
    """The one number, or the least and the largest, of what is to be told. Raises `Malformed` for what is none."""
    given: Sequence[object] = (n,) if isinstance(n, int) else n if isinstance(n, list | tuple) else ()
    numbers = [each for each in given if isinstance(each, int)]
    if not numbers or len(numbers) < len(given):
        found = str(n)  # where n is an unknown name, it says so here
        raise Malformed(f"expected a whole number or a list of them, found {found!r}")
    return sorted({min(numbers), max(numbers)})


def words(n: Number) -> str:
    """A number in words up to ninety-nine, in figures beyond: ``twenty-four``; of several ``two to four``."""
    low, *rest = _numbers(n)
    if rest:
        return f"{words(low)} to {words(rest[-1])}"
    n = low
    if not 0 <= n < 100:
        return str(n)
    if n < len(_SMALL):
        return _SMALL[n]
    tens, units = divmod(n, 10)
    return _TENS[tens] + (f"-{_SMALL[units]}" if units else "")


def capital_words(n: Number) -> str:
    """As `words`, to open a sentence: ``Twenty-four``."""
    return words(n).capitalize()


def ordinal(n: int) -> str:
    """``first``, ``second``, ``twenty-fourth``; ``100th`` beyond ninety-nine."""
    text = words(n)
    if text.isdigit():
        teen = 10 <= n % 100 <= 20
        return text + ("th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th"))
    head, dash, last = text.rpartition("-")
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("ve"):
        last = last[:-2] + "fth"
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    return head + dash + last


def times(n: int) -> str:
    """``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(n, f"{words(n)} times")


def plural(n: Number, singular: str, many: str = "") -> str:
    """The noun alone, as the number wants it: ``seed`` or ``seeds``."""
    return singular if _numbers(n) == [1] else many or singular + "s"


def count(n: Number, singular: str, many: str = "") -> str:
    """Number and noun: ``one seed``, ``three seeds``."""
    return f"{words(n)} {plural(n, singular, many)}"


def listing(items: Iterable[object], joint: str = "and") -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3``."""
    shown = [str(item) for item in items]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def lengths(tables: Mapping[str, Any], key: str) -> list[int]:
    """How long the list is that stands under a key of each table. Raises `Malformed`."""
    found = []
    for table in map(vars, tables.values()):
        if not isinstance(table.get(key), Sequence | Mapping):
            raise Malformed(f"lengths: unknown list {key!r}; {nearest(key, table)}")
        found.append(len(table[key]))
    return found


def title_of(name: str) -> str:
    """A name of `kit.toml` as a title: ``early-opening`` as ``Early Opening``."""
    return " ".join(word.capitalize() for word in name.split("-"))


def free(what: int | str) -> int | str:
    """A number, or a word such as ``both``, that hangs on no number of the kit: it stands as it is."""
    return what


FUNCTIONS = {
    "free": free,
    "title_of": title_of,
    "words": words,
    "Words": capital_words,
    "ordinal": ordinal,
    "times": times,
    "plural": plural,
    "count": count,
    "listing": listing,
    "lengths": lengths,
}
"""Name in templates to function."""
