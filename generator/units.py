"""Lengths: millimetres everywhere, origin top left, y down; points only where type is measured and PDF is written."""

from typing import Final

MM_PER_PT: Final = 25.4 / 72
"""One PDF point (1/72 in) in millimetres."""


def mm(points: float) -> float:
    """Points as millimetres."""
    return points * MM_PER_PT


def pt(millimetres: float) -> float:
    """Millimetres as points."""
    return millimetres / MM_PER_PT
