"""What a file must say in, with the record of its kit; what the file attaches out, for whoever reads it back."""

from collections.abc import Mapping
from typing import Any

from generator.model import Told


def attach(record: Mapping[str, Any], told: Told) -> Mapping[str, Any]:
    """The attachment in JSON's own types: the record, the worked examples of this file alone, each page's words."""
    examples = [
        {**example, "page": told.examples[example["id"]][0]}
        for example in record["examples"]
        if example["id"] in told.examples
    ]
    pages = [{"page": side.number, "words": " ".join(" ".join(side.texts).split())} for side in told.sides]
    templates = record["templates"] if examples else {}
    return {**record, "title": told.title, "examples": examples, "templates": templates, "pages": pages}
