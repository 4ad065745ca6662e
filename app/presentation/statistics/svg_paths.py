"""Outlines as the text of SVG paths, in steps of a tenth of a board unit: fine enough at four times the size, and short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from variants.compiled import Point, Polygon

STEPS = 10
"""Steps to a unit of the board."""


def line_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """One line; points that fall on the one before are left out."""
    whole = [(round(x * STEPS), round(y * STEPS)) for x, y in points]
    if not whole:
        return ""
    x, y = whole[0]
    steps: list[str] = []
    for at_x, at_y in whole[1:]:
        if (at_x, at_y) != (x, y):
            steps.append(f"{at_x - x}{'' if at_y < y else ' '}{at_y - y}")
            x, y = at_x, at_y
    return f"M{whole[0][0]} {whole[0][1]}" + ("l" + _joined(steps) if steps else "") + ("z" if closed else "")


def polygons_path(polygons: Iterable[Polygon]) -> str:
    """Areas with their holes."""
    return "".join(line_path(ring, closed=True) for polygon in polygons for ring in polygon)


def _joined(steps: Iterable[str]) -> str:
    """Numbers one after the other: a minus parts them as well as a blank."""
    parts: list[str] = []
    for step in steps:
        parts.append(step if not parts or step.startswith("-") else " " + step)
    return "".join(parts)
