"""What a file must say in, with the record of its kit; what the file attaches out, for whoever reads it back."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.model import Content, Told


def attach(record: Mapping[str, Any], told: Told, contents: Sequence[Content]) -> Mapping[str, Any]:
    """The attachment in JSON's own types.

    The record, the worked examples of this file alone, each page's words, and what each piece of the kit shows.
    """
    examples = [
        {**example, "page": told.examples[example["id"]][0]}
        for example in record["examples"]
        if example["id"] in told.examples
    ]
    pages = [{"page": side.number, "words": " ".join(" ".join(side.texts).split())} for side in told.sides]
    templates = record["templates"] if examples else {}
    made = {"examples": examples, "templates": templates, "pages": pages, "pieces": contents}
    return {**record, **made, "title": told.title}
