"""A kit in, the short name of its rules out, which every sheet bears after the edition."""

import json
from hashlib import sha256
from typing import Final

from generator.model import Kit

_LETTERS: Final = str.maketrans("0123456789abcdef", "cdfhjknprtvxy347")
"""What it is written with: nothing that is easily taken for another one, nothing wide, and no vowels."""


def fingerprint(kit: Kit) -> str:
    """Six characters that stand for engine, edition and all numbers of `[rules]` and `[setups]`."""
    table = (kit.engine, kit.edition, kit.numbers, kit.setups)
    code = json.dumps(table, sort_keys=True, default=str)
    return sha256(code.encode()).hexdigest()[:6].translate(_LETTERS)
