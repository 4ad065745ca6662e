"""The courses of arrows: bent so that they keep clear of units, stars, names and one another."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial

from app.presentation.layout.lands import FreeGround
from app.presentation.layout.obstacles import LineObstacle, cost
from app.presentation.layout.polyline import Point, Polyline, at, bow, cubic, direction, distance, moved

_BENDS = (0.09, 0.15, 0.04, 0.22, -0.09, -0.16, 0.31, -0.24)
_PARTING_BENDS = (0.15, 0.22, 0.10, 0.30)
_SHORT_PARTING_BENDS = (0.30, 0.24, 0.36)
_HOP_BENDS = (0.62, -0.62, 0.48, -0.48)
_ROUND_BENDS = (0.42, -0.38, 0.54, -0.5)
"""Further ways, round foreign land."""

_FOREIGN = 1.7
"""The price of a line that runs over foreign land all its way; a unit in the way costs more."""

_FOREIGN_FOR_SUPPORTS = 0.8
"""The same for supports, which are thin, and must not touch the unit they help."""

_KEPT = 4096
"""Courses that are remembered: a new order leaves most of the others as they are."""

_RETREAT_BENDS = (0.0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26)


@lru_cache(maxsize=_KEPT)
def move_course(
    start: Point,
    end: Point,
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    *,
    parting: bool,
    short: float = 0.0,
    hop: float = 0.0,
    ground: FreeGround | None = None,
) -> Polyline:
    """From unit to target. All bend to their right, so that opposite moves part; *parting* forbids the other side,
    and bends more where the two are nearer than *short*, so that a mark finds room between them. Between units nearer than *hop* it
    swings out wide, or nothing of it would be seen. With *ground* it goes round foreign land where that is not far."""
    bends: tuple[float, ...] = _BENDS
    if distance(start, end) < hop:
        bends = _HOP_BENDS[:2] if not parting else _HOP_BENDS[:1]
    elif parting:
        bends = _PARTING_BENDS if distance(start, end) > short else _SHORT_PARTING_BENDS
    elif ground is not None:
        bends = (*bends, *_ROUND_BENDS)
    return _cheapest([(abs(bend - bends[0]) * 1.4, partial(bow, start, end, bend)) for bend in bends], obstacles, margin, ground)


@lru_cache(maxsize=_KEPT)
def loose_course(
    start: Point, end: Point, obstacles: tuple[LineObstacle, ...], margin: float, ground: FreeGround | None = None, hop: float = 0.0
) -> Polyline:
    """Course from one point to another by any free side: retreats, supports to hold. Nearer than *hop* it swings out to be seen."""
    bends: tuple[float, ...] = _RETREAT_BENDS if ground is None else (*_RETREAT_BENDS, *_ROUND_BENDS)
    if distance(start, end) < hop:
        bends = _HOP_BENDS
    return _cheapest([(abs(bend) * 1.2, partial(bow, start, end, bend)) for bend in bends], obstacles, margin, ground)


def _cheapest(
    choices: list[tuple[float, Callable[[], Polyline]]],
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    ground: FreeGround | None,
    foreign: float = _FOREIGN,
) -> Polyline:
    """The course with the lowest sum of its own price and what it runs into; courses too dear from the start are not drawn."""
    best: Polyline = ()
    lowest = math.inf
    for price, draw in sorted(choices, key=lambda each: each[0]):
        if price >= lowest:
            break
        course = draw()
        total = price + cost(course, obstacles, margin)
        if ground is not None and total < lowest:
            total += foreign * ground.foreign(course)
        if total < lowest:
            best, lowest = course, total
    return best


@lru_cache(maxsize=_KEPT)
def joining_course(
    start: Point,
    arrow: Polyline,
    taken: tuple[Point, ...],
    obstacles: tuple[LineObstacle, ...],
    margin: float,
    spacing: float,
    ground: FreeGround | None = None,
) -> Polyline:
    """From a supporting unit to a place on *arrow*, meeting it at a slant in its own sense.

    Args:
        start: the supporting unit.
        arrow: the visible part of the supported arrow.
        taken: places where other supports already join.
        obstacles: what to keep clear of.
        margin: how far.
        spacing: the least distance between two joints.
        ground: what it may run over; it goes round other land where that is not far.
    """
    choices: list[tuple[float, Callable[[], Polyline]]] = []
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.22):
        joint, along = at(arrow, share)
        crowd = sum(max(0.0, 1 - distance(joint, other) / spacing) for other in taken) * 2.5
        for lean in (0.0, 0.16, -0.16, 0.32, -0.32, 0.5, -0.5):
            price = abs(lean) * 0.8 + abs(share - 0.5) * 0.7 + crowd
            choices.append((price, partial(_joining, start, joint, along, lean)))
    return _cheapest(choices, obstacles, margin, ground, _FOREIGN_FOR_SUPPORTS)


def _joining(start: Point, joint: Point, along: Point, lean: float) -> Polyline:
    """From *start* to *joint* on an arrow that runs *along*, leaning out to one side."""
    gap = distance(start, joint)
    toward = direction(start, joint)
    slant = (toward[0] * 0.62 + along[0] * 0.5, toward[1] * 0.62 + along[1] * 0.5)
    side = (-toward[1] * lean * gap, toward[0] * lean * gap)
    first = (start[0] + (joint[0] - start[0]) * 0.35 + side[0], start[1] + (joint[1] - start[1]) * 0.35 + side[1])
    last = (joint[0] - slant[0] * gap * 0.36 + side[0] * 0.5, joint[1] - slant[1] * gap * 0.36 + side[1] * 0.5)
    return cubic(start, first, last, joint, 18)


def shield_end(start: Point, protected: Point, radius: float) -> tuple[Point, float]:
    """Return the end of a support to hold before the unit it protects, and the direction its shield faces (toward *start*)."""
    toward = direction(protected, start)
    return moved(protected, toward, radius), math.atan2(toward[1], toward[0])
