"""Names step aside for units that would cover them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.map.layout.drawing import Plan, Shape, Standing
from app.map.layout.polyline import Point, at, length
from variants.compiled import LINE_HEIGHT, Label

_LETTER = 0.5
"""Width of a letter on average, as a share of the size."""

_HALF_HEIGHT = 0.46

FARTHEST_ASIDE = 2.8
"""How far a name moves at most, in radii of a unit: past one unit, and not out of sight of its province."""

_SYMBOL = 1.22
"""What a symbol covers with its rim, in its radii: a fleet's is wider than it is high."""

_RINGED = (Standing.DISLODGED, Standing.DESTROYED)


@dataclass(frozen=True, slots=True)
class Disc:
    """Something that covers."""

    x: float
    y: float
    radius: float


@lru_cache(maxsize=2048)
def beads(label: Label, size: float) -> tuple[Point, ...]:
    """Points along the letters of *label* written *size* high, about as far apart as letters are."""
    found: list[Point] = []
    for row, line in enumerate(label.lines):
        count = max(1, len(line))
        step = size * (_LETTER + label.spacing)
        if label.path is not None and len(label.lines) == 1:
            span = length(label.path)
            half = step * (count - 1) / 2
            found += [at(label.path, 0.5 + (index * step - half) / max(span, 1e-9))[0] for index in range(count)]
            continue
        turn = math.radians(label.angle)
        along, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        drop = (row - (len(label.lines) - 1) / 2) * size * LINE_HEIGHT
        for index in range(count):
            out = (index - (count - 1) / 2) * step
            found.append((label.x + along[0] * out + down[0] * drop, label.y + along[1] * out + down[1] * drop))
    return tuple(found)


def covering(plan: Plan) -> tuple[Disc, ...]:
    """What covers names in *plan*: units with the rings around them, and marks."""
    ring = plan.sizes.unit * 1.45
    units = [Disc(*each.at, ring * 0.88 if each.standing in _RINGED else each.radius * _SYMBOL) for each in plan.units]
    rings = [Disc(*each.centre, ring) for each in plan.orders if each.centre is not None and each.shape in (Shape.HOLD, Shape.CONVOY)]
    marks = [Disc(*each.at, plan.sizes.badge * 1.2) for each in (*plan.badges, *(badge for order in plan.orders for badge in order.badges))]
    return (*units, *rings, *marks)


def step_aside(letters: Sequence[Point], size: float, discs: Sequence[Disc], farthest: float) -> Point:
    """How far a name with these *letters* moves, across and down, so that none of *discs* covers it.

    It stays where it is when it is free; it moves as little as it can, and at most *farthest*. Where no place is free it takes
    the one that is covered least.
    """
    half = size * _HALF_HEIGHT
    left, right = min(x for x, _ in letters) - half - farthest, max(x for x, _ in letters) + half + farthest
    top, bottom = min(y for _, y in letters) - half - farthest, max(y for _, y in letters) + half + farthest
    near = tuple(
        each
        for each in discs
        if left < each.x + each.radius and each.x - each.radius < right and top < each.y + each.radius and each.y - each.radius < bottom
    )
    return _free_place(tuple(letters), half, near, farthest) if near else (0.0, 0.0)


@lru_cache(maxsize=2048)
def _free_place(letters: tuple[Point, ...], half: float, near: tuple[Disc, ...], farthest: float) -> Point:
    """The search itself; remembered, since most names meet the same units from one layout to the next."""

    def covered(dx: float, dy: float) -> float:
        total = 0.0
        for each in near:
            reach = each.radius + half
            for x, y in letters:
                gap = math.hypot(x + dx - each.x, y + dy - each.y)
                if gap < reach:
                    total += reach - gap
        return total

    best, lowest = (0.0, 0.0), covered(0.0, 0.0)
    if lowest == 0:
        return best
    for ring in range(1, 13):
        reach = farthest * ring / 12
        for angle in range(16):
            dx, dy = math.cos(angle * math.pi / 8) * reach, math.sin(angle * math.pi / 8) * reach
            price = covered(dx, dy)
            if price < lowest - 1e-9:
                best, lowest = (dx, dy), price
        if lowest == 0:
            break
    return best
