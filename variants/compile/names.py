"""Where names are written: level where there is room, along the land where there is not, curved where the land is, clear of units and centres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.ops import nearest_points, substring

from variants.compile.letters import width_of
from variants.compile.regions import polygons_of
from variants.compile.room import Floats, Room
from variants.compiled import Label, LabelKind

Point = tuple[float, float]
Disc = tuple[Point, float]

LAND_SIZES = (0.0140, 0.0120, 0.0100, 0.0088)
"""Font sizes by rank, as parts of the board's width: a province has the largest its name fits at."""
SEA_SIZES = (0.0175, 0.0145, 0.0120, 0.0098)
SHORT_SIZES = (0.0125, 0.0105)
SEA_SPACING = 0.08
BASELINE = 0.26
"""The baseline runs so many sizes below the middle of the letters."""
HALF = 0.47
"""Half the height that a line of text needs, in sizes."""
LINE = 1.08
"""From line to line, in sizes."""

_SAMPLES = np.linspace(-0.5, 0.5, 11)
_ANGLES = np.radians(np.array([0, 8, -8, 16, -16, 25, -25, 35, -35, 46, -46, 58, -58, 70, -70, 80, -80], dtype=np.float64))
_TURNS = np.radians(np.array([0, 22, -22, 44, -44, 66, -66], dtype=np.float64))


@dataclass(frozen=True, slots=True)
class Spine:
    """The line through the middle of a text: an arc that turns by *turn* from end to end, level at *angle* in its middle."""

    x: float
    y: float
    angle: float
    turn: float
    length: float

    def points(self, offset: float = 0.0, count: int = 17) -> list[Point]:
        """Places along it, *offset* below."""
        parts = np.linspace(-0.5, 0.5, count)
        xs, ys = _along(np.array([self.x]), np.array([self.y]), np.array([self.angle]), np.array([self.turn]), self.length, parts, offset)
        return [(round(float(x), 1), round(float(y), 1)) for x, y in zip(xs[0], ys[0], strict=True)]


def _along(x: Floats, y: Floats, angle: Floats, turn: Floats, length: float, parts: Floats, offset: float = 0.0) -> tuple[Floats, Floats]:
    """Places on many arcs at once: a row for each arc, a column for each of *parts* (-0.5 to 0.5 of its length)."""
    bend = np.where(np.abs(turn) < 1e-6, 1e-6, turn)[:, None]
    radius = length / bend
    theta = bend * parts[None, :]
    along = radius * np.sin(theta)
    across = radius * (1 - np.cos(theta))
    along, across = along - offset * np.sin(theta), across + offset * np.cos(theta)
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return x[:, None] + along * cos - across * sin, y[:, None] + along * sin + across * cos


def place_spine(room: Room, length: float, half: float, rows: int, line: float, home: Point, reach: float, curved: bool = True) -> tuple[float, Spine] | None:
    """The best place for a text of this *length* and height, with its cost, or ``None`` where it fits nowhere.

    Args:
        half: half the height of one line.
        rows: lines of text, one below the other, *line* apart. Several are never curved.
        home: what the name belongs to; nearer is better.
        reach: what counts as far.
    """
    xs, ys = room.spots(half, 170)
    if not len(xs):
        return None
    turns = _TURNS if curved and rows == 1 else _TURNS[:1]
    angles = _ANGLES if rows == 1 else _ANGLES[:5]
    spot, angle, turn = (each.ravel() for each in np.meshgrid(np.arange(len(xs)), angles, turns, indexing="ij"))
    sensible = np.abs(angle) + np.abs(turn) / 2 <= math.radians(88)
    spot, angle, turn = spot[sensible], angle[sensible], turn[sensible]
    x, y, a, t = xs[spot], ys[spot], angle, turn
    inset = max(0.2, 1 - 1.1 * half / length)
    margin = np.full(len(x), np.inf)
    for row in range(rows):
        offset = (row - (rows - 1) / 2) * line
        px, py = _along(x, y, a, t, length, _SAMPLES * inset, offset)
        np.minimum(margin, room.at(px, py).min(axis=1) - half, out=margin)
    fits = margin >= 0
    if not fits.any():
        return None
    cost = (
        1.5 * (np.abs(a) / (math.pi / 2)) ** 1.3
        + 0.55 * (np.abs(t) / (math.pi / 3))
        - 0.9 * np.minimum(margin / half, 0.9)
        + 0.5 * np.hypot(x - home[0], y - home[1]) / reach
    )
    cost = np.where(fits, cost, np.inf)
    best = int(np.argmin(cost))
    return float(cost[best]), Spine(float(x[best]), float(y[best]), float(a[best]), float(t[best]), length)


def line_breaks(name: str) -> Iterator[tuple[str, ...]]:
    """The ways to write *name* in one, two or three lines."""
    words = name.split()
    yield (name,)
    if len(words) == 2 or len(words) == 3:
        for cut in range(1, len(words)):
            yield (" ".join(words[:cut]), " ".join(words[cut:]))
    if len(words) == 3:
        yield tuple(words)


class NamePlacer:
    """Places the names of one board, each province's in turn, and remembers where they are."""

    def __init__(self, width: float, discs: Sequence[Disc], grounds: Mapping[str, shapely.Geometry]) -> None:
        self._width = width
        self._discs = shapely.STRtree([shapely.Point(spot).buffer(radius) for spot, radius in discs])
        self._all_discs = list(discs)
        self._grounds = grounds

    def _near(self, shape: shapely.Geometry) -> list[Disc]:
        return [self._all_discs[int(index)] for index in self._discs.query(shape)]

    def full(self, code: str, name: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The whole name inside its own ground, clear of every disc and, if it can be, of the *hidden* ones that are seldom drawn."""
        spacing = SEA_SPACING if sea else 0.0
        return self._inside(code, list(line_breaks(name)), SEA_SIZES if sea else LAND_SIZES, spacing, LabelKind.FULL, hidden)

    def short(self, code: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The code inside its own ground."""
        return self._inside(code, [(code,)], SHORT_SIZES, 0.04 if sea else 0.02, LabelKind.SHORT, hidden)

    def _inside(
        self, code: str, ways: list[tuple[str, ...]], sizes: Sequence[float], spacing: float, kind: LabelKind, hidden: Sequence[Disc]
    ) -> Label | None:
        ground = self._grounds[code]
        part = polygons_of(ground)[0]
        discs = self._near(part)
        home = (part.centroid.x, part.centroid.y)
        left, top, right, bottom = part.bounds
        reach = max(right - left, bottom - top) / 2
        rooms = [Room(part, [*discs, *hidden], ()), Room(part, discs, ())] if hidden else [Room(part, discs, ())]
        for share in sizes:
            size = share * self._width
            best: tuple[float, Spine, tuple[str, ...]] | None = None
            for room in rooms:
                for lines in ways:
                    length = max(width_of(line, size, spacing) for line in lines)
                    found = place_spine(room, length, HALF * size, len(lines), LINE * size, home, reach, kind is LabelKind.FULL)
                    if found is None:
                        continue
                    cost = found[0] + 0.25 * (len(lines) - 1)
                    if best is None or cost < best[0]:
                        best = (cost, found[1], lines)
                if best is not None:
                    return as_label(kind, best[2], best[1], size, spacing)
        return None

    def loose(self, code: str, name: str, sea: bool, written: Sequence[shapely.Geometry], kind: LabelKind = LabelKind.FULL) -> Label:
        """The name where it is least in the way, though it leaves its ground: clear of units and names, with a line to its province if it lies outside."""
        ground = polygons_of(self._grounds[code])[0]
        size = (SEA_SIZES if sea else LAND_SIZES)[-1] * self._width
        text = name if kind is LabelKind.FULL else code
        spacing = SEA_SPACING if sea and kind is LabelKind.FULL else 0.0
        length = width_of(text, size, spacing)
        around = ground.buffer(length * 0.75).intersection(shapely.box(0, 0, self._width, 1e6))
        discs = self._near(around)
        room = Room(around, discs, [shape for shape in written if shape.intersects(around)], cells=96)
        own = Room(ground, (), (), cells=48)
        home = (ground.representative_point().x, ground.representative_point().y)
        best: tuple[float, Spine] | None = None
        for shrink in (1.0, 0.9, 0.8):
            xs, ys = room.spots(HALF * size * shrink, 500)
            if not len(xs):
                continue
            spot, angle = (each.ravel() for each in np.meshgrid(np.arange(len(xs)), _ANGLES, indexing="ij"))
            x, y = xs[spot], ys[spot]
            px, py = _along(x, y, angle, np.zeros(len(x)), length, _SAMPLES * 0.92)
            margin = room.at(px, py).min(axis=1) - HALF * size * shrink
            outside = (own.at(px, py) < 0).mean(axis=1)
            cost = np.where(margin >= 0, 0.0, np.inf) + 3.0 * outside + 1.0 * np.abs(angle) + np.hypot(x - home[0], y - home[1]) / length
            index = int(np.argmin(cost))
            if math.isfinite(cost[index]):
                best = (float(cost[index]), Spine(float(x[index]), float(y[index]), float(angle[index]), 0.0, length))
                break
        if best is None:
            return as_label(kind, (text,), Spine(home[0], home[1], 0.0, 0.0, length), size, spacing)
        spine = best[1]
        leader: tuple[Point, ...] | None = None
        if not ground.intersects(shapely.LineString(spine.points())):
            near = nearest_points(shapely.LineString(spine.points()).buffer(HALF * size), ground.buffer(-min(6.0, size * 0.3)))
            leader = tuple((round(point.x, 1), round(point.y, 1)) for point in near)
        return as_label(kind, (text,), spine, size, spacing, leader)


def as_label(
    kind: LabelKind, lines: tuple[str, ...], spine: Spine, size: float, spacing: float, leader: tuple[Point, ...] | None = None
) -> Label:
    """The label along *spine*."""
    path: tuple[Point, ...] | None = None
    if abs(spine.turn) > 1e-3:
        longer = Spine(spine.x, spine.y, spine.angle, spine.turn * 1.12, spine.length * 1.12)
        path = tuple(longer.points(BASELINE * size))
    return Label(kind, lines, round(spine.x, 1), round(spine.y, 1), round(math.degrees(spine.angle), 1), round(size, 1), spacing, path, leader)


def label_area(label: Label) -> shapely.Geometry:
    """The ground that the letters of *label* cover."""
    half = HALF * label.size
    if label.path is not None:
        line = shapely.LineString(label.path)
        wanted = width_of(label.lines[0], label.size, label.spacing)
        cut = max(0.0, (line.length - wanted) / 2)
        line = substring(line, cut, line.length - cut)
        middle = line.parallel_offset(BASELINE * label.size, "left") if line.length else line
        return middle.buffer(half, cap_style="flat")
    parts: list[shapely.Geometry] = []
    angle = math.radians(label.angle)
    for row, text in enumerate(label.lines):
        offset = (row - (len(label.lines) - 1) / 2) * LINE * label.size
        spine = Spine(label.x - offset * math.sin(angle), label.y + offset * math.cos(angle), angle, 0.0, width_of(text, label.size, label.spacing))
        parts.append(shapely.LineString(spine.points(count=2)).buffer(half, cap_style="flat"))
    return shapely.union_all(parts)
