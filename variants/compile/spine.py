"""The line through the middle of a text, and the search for the best one that fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from variants.compile.room import Floats, Room

Point = tuple[float, float]
Disc = tuple[Point, float]

_SAMPLES = np.linspace(-0.5, 0.5, 11)
_ENDS = np.array([-0.5, 0.5])
ANGLES: Floats = np.radians(np.array([0, 9, -9, 18, -18, 30, -30, 44, -44, 58, -58, 70, -70, 82, -82], dtype=np.float64))
_TURNS: Floats = np.radians(np.array([0, 26, -26, 52, -52], dtype=np.float64))
_SPOTS, _MORE_SPOTS, _LOOSE_SPOTS, _FEW_SPOTS = 110, 400, 300, 60


@dataclass(frozen=True, slots=True)
class Spine:
    """An arc that turns by *turn* radians from end to end and runs at *angle* in its middle (*x*, *y*)."""

    x: float
    y: float
    angle: float
    turn: float
    length: float

    def points(self, offset: float = 0.0, count: int = 17) -> list[Point]:
        """Places along it, *offset* below."""
        arc = arcs(np.array([self.turn]), self.length, np.linspace(-0.5, 0.5, count), offset)
        xs, ys = along(np.array([self.x]), np.array([self.y]), np.array([self.angle]), arc)
        return [(round(float(x), 1), round(float(y), 1)) for x, y in zip(xs[0], ys[0], strict=True)]


@dataclass(frozen=True, slots=True)
class Text:
    """Text that must fit: lines of *length*, each *half* high above and below its middle, *apart* from one another."""

    length: float
    half: float
    rows: int
    apart: float
    bends: bool
    """True if it may follow a curve."""


def arcs(turns: Floats, length: float, parts: Floats, offset: float = 0.0) -> tuple[Floats, Floats]:
    """Return the places *parts* (-0.5 to 0.5) of arcs of *length*, forward and to the right of their middles: a row for each turn."""
    bend = np.where(np.abs(turns) < 1e-6, 1e-6, turns)[:, None]
    radius = length / bend
    theta = bend * parts[None, :]
    return radius * np.sin(theta) - offset * np.sin(theta), radius * (1 - np.cos(theta)) + offset * np.cos(theta)


def along(x: Floats, y: Floats, angle: Floats, arc: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Places on many arcs at once, each laid through its middle at its angle: a row for each arc, or for all the same one."""
    forward, across = arc
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return x[:, None] + forward * cos - across * sin, y[:, None] + forward * sin + across * cos


GOOD_ENOUGH = 0.4
"""A level place that costs no more than this is taken without a look at tilted and curved ones."""


def best_spine(room: Room, text: Text, home: Point, reach: float, hidden: Sequence[Disc]) -> tuple[float, Spine] | None:
    """The best place for *text* in *room*, with its cost (0 is perfect, 1 bad), or ``None`` where it fits nowhere.

    Level beats tilted, straight beats curved, near *home* beats far (*reach* is far), and room around it is good up to a point.
    The *hidden* discs, which are seldom drawn, are kept clear of where that costs little.
    """
    if text.length - 1.1 * text.half > room.longest * 1.05:
        return None
    xs, ys = room.spots(text.half, _SPOTS)
    if not len(xs):
        return None
    level = _best_of(room, text, home, reach, hidden, room.spots(text.half, _MORE_SPOTS), ANGLES[:1], _TURNS[:1])
    if (level is not None and level[0] <= GOOD_ENOUGH) or room.effort.is_much:
        return level
    if text.rows > 1:
        tilted = _best_of(room, text, home, reach, hidden, (xs, ys), ANGLES[1:5], _TURNS[:1])
    else:
        tilted = _best_of(room, text, home, reach, hidden, (xs, ys), ANGLES, _TURNS if text.bends else _TURNS[:1])
    return min((each for each in (level, tilted) if each is not None), key=lambda each: each[0], default=None)


def _best_of(
    room: Room,
    text: Text,
    home: Point,
    reach: float,
    hidden: Sequence[Disc],
    spots: tuple[Floats, Floats],
    angles: Floats,
    turns: Floats,
) -> tuple[float, Spine] | None:
    """The best of all spines through these *spots* at these *angles* and *turns*."""
    shape = (len(spots[0]), len(angles), len(turns))
    spot, which, bend = (each.ravel() for each in np.indices(shape))
    angle, turn = angles[which], turns[bend]
    sensible = np.abs(angle) + np.abs(turn) / 2 <= math.radians(90)
    x, y, angle, bend = spots[0][spot[sensible]], spots[1][spot[sensible]], angle[sensible], bend[sensible]
    inset = max(0.2, 1 - 1.1 * text.half / text.length)
    offsets = [(row - (text.rows - 1) / 2) * text.apart for row in range(text.rows)]
    margin = np.full(len(x), np.inf)
    # As close as the letters are high, so that no disc slips between two of them.
    samples = np.linspace(-0.5, 0.5, max(9, math.ceil(text.length / text.half) + 1))
    for parts in (_ENDS, samples):
        margin = np.full(len(x), np.inf)
        for offset in offsets:
            forward, across = arcs(turns, text.length, parts * inset, offset)
            px, py = along(x, y, angle, (forward[bend], across[bend]))
            np.minimum(margin, room.at(px, py).min(axis=1) - text.half, out=margin)
        fits = margin >= 0
        if not fits.any():
            return None
        x, y, angle, bend, margin = x[fits], y[fits], angle[fits], bend[fits], margin[fits]
    turn = turns[bend]
    cost = (
        1.9 * np.abs(angle) / (math.pi / 2)
        + 0.5 * np.abs(turn) / (math.pi / 3)
        + 0.5 * (1 - np.minimum(margin / (0.7 * text.half), 1.0))
        + 0.9 * np.minimum(1.0, np.hypot(x - home[0], y - home[1]) / reach)
    )
    if hidden:
        forward, across = arcs(turns, text.length, _SAMPLES)
        px, py = along(x, y, angle, (forward[bend], across[bend]))
        for (cx, cy), radius in hidden:
            near = np.hypot(px - cx, py - cy).min(axis=1) - text.half - radius
            cost = cost + 0.4 * np.clip(-near / radius, 0.0, 1.0)
    best = int(np.argmin(np.round(cost, 6)))
    return float(cost[best]), Spine(float(x[best]), float(y[best]), float(angle[best]), float(turn[best]), text.length)


def least_bad_spine(room: Room, own: Room, text: Text, home: Point) -> Spine | None:
    """The place for *text* in *room* that leaves its *own* ground least; ``None`` where nothing is free."""
    most, angles = (_FEW_SPOTS, ANGLES[:1]) if room.effort.is_much else (_LOOSE_SPOTS, ANGLES)
    for shrink in (1.0, 0.85, 0.7):
        xs, ys = room.spots(text.half * shrink, most)
        if not len(xs):
            continue
        spot, which = (each.ravel() for each in np.meshgrid(np.arange(len(xs)), np.arange(len(angles)), indexing="ij"))
        x, y, angle = xs[spot], ys[spot], angles[which]
        px, py = along(x, y, angle, arcs(np.zeros(1), text.length, _SAMPLES * 0.94))
        margin = room.at(px, py).min(axis=1) - text.half * shrink
        outside = (own.at(px, py) < 0).mean(axis=1)
        cost = 3.0 * outside + np.abs(angle) + np.hypot(x - home[0], y - home[1]) / text.length
        cost = np.where(margin >= 0, cost, np.inf)
        best = int(np.argmin(np.round(cost, 6)))
        if math.isfinite(cost[best]):
            return Spine(float(x[best]), float(y[best]), float(angle[best]), 0.0, text.length)
    return None
