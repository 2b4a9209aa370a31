"""Numbers and lists in words, as templates and rules texts call them."""

from collections.abc import Iterable

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


def words(n: int) -> str:
    """A number in words up to ninety-nine, in figures beyond: ``twenty-four``."""
    if not 0 <= n < 100:
        return str(n)
    if n < len(_SMALL):
        return _SMALL[n]
    tens, units = divmod(n, 10)
    return _TENS[tens] + (f"-{_SMALL[units]}" if units else "")


def capital_words(n: int) -> str:
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


def plural(n: int, singular: str, many: str = "") -> str:
    """The noun alone, as the number wants it: ``seed`` or ``seeds``."""
    return singular if n == 1 else many or singular + "s"


def count(n: int, singular: str, many: str = "") -> str:
    """Number and noun: ``one seed``, ``three seeds``."""
    return f"{words(n)} {plural(n, singular, many)}"


def listing(items: Iterable[object], joint: str = "and") -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3``."""
    shown = [str(item) for item in items]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


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
}
"""Name in templates to function."""
