"""The sheet that draws a position. In: a kit. Out: the same kit with that sheet, which no print of the kit holds."""

from typing import Final

from generator.errors import Finding, Rejected
from generator.model import Kit, SheetSpec

TEMPLATE: Final = "position.xml.j2"
"""The template of the kit's folder that draws a position."""


def has_position(kit: Kit) -> bool:
    """Whether the kit can draw a position."""
    return (kit.folder / TEMPLATE).is_file()


def position_sheet(kit: Kit) -> Kit:
    """The kit with one sheet alone: that of a position. Raises `Rejected` where the kit has no template for it."""
    if not has_position(kit):
        message = f"expected a template {TEMPLATE!r} in the kit's folder, which draws a position; found none"
        raise Rejected([Finding(f"{kit.shown}/kit.toml", 1, message)])
    spec = SheetSpec(
        name="position",
        title="Position",
        stock="paper",
        template=TEMPLATE,
        large_template="",
        text="",
        piece="position",
        each=None,
        copies="1",
        sizes={"normal": "pages", "large": "pages"},
        pages=None,
        line=kit.lines.get("title", 1),
    )
    return kit._replace(sheets=(spec,))
