"""Placing of names: level where there is room, else along the land, curved where it is; clear of units and centres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import shapely
from shapely.ops import nearest_points, substring

from variants.compile.effort import Effort
from variants.compile.letters import width_of
from variants.compile.regions import polygons_of
from variants.compile.room import Room
from variants.compile.spine import Disc, Point, Spine, Text, best_spine, least_bad_spine
from variants.compiled import BASELINE, LINE_HEIGHT, Label, LabelKind

LAND_SIZES = (0.0140, 0.0120, 0.0102, 0.0088)
"""Font sizes by rank, as parts of the board's width: a province has the largest its name fits at without being forced."""
SEA_SIZES = (0.0180, 0.0150, 0.0124, 0.0100)
SHORT_SIZES = (0.0125, 0.0105)
FORCED_SIZES = (0.0078, 0.0068)
"""Sizes for names that fit at no other: they are read when one looks closer."""
RANK_COST = 0.45
"""Cost of a step down in size: as much as a tilt of 20 degrees."""
SEA_SPACING = 0.08
FRAME = 0.0045
"""Distance that names keep from the board's frame, as a part of its width."""
HALF = 0.47
"""Half the height that a line of text needs, in sizes."""
CELLS, COARSE_CELLS = 60, 20
"""Into how many cells a province is divided along its longer side; the second where much work went into other names already."""


def line_breaks(name: str) -> Iterator[tuple[str, ...]]:
    """The ways to write *name* in one, two or three lines."""
    words = name.split()
    yield (name,)
    if len(words) in (2, 3):
        for cut in range(1, len(words)):
            yield (" ".join(words[:cut]), " ".join(words[cut:]))
    if len(words) == 3:
        yield tuple(words)


class LabelPlacer:
    """Places the names of one board."""

    def __init__(self, width: float, discs: Sequence[Disc], grounds: Mapping[str, shapely.Geometry]) -> None:
        self._width = width
        self._tree = shapely.STRtree([shapely.Point(spot).buffer(radius) for spot, radius in discs])
        self._discs = list(discs)
        self._parts = {code: polygons_of(ground)[0] for code, ground in grounds.items()}
        self._inner = shapely.box(*_shrunk(shapely.total_bounds(list(grounds.values())).tolist(), FRAME * width))
        self._rooms: dict[str, Room] = {}
        self._bare_rooms: dict[str, Room] = {}
        self._effort = Effort(len(grounds), int(shapely.get_num_coordinates(list(grounds.values())).sum()))

    def _near(self, shape: shapely.Geometry) -> list[Disc]:
        return [self._discs[int(index)] for index in self._tree.query(shape)]

    def full(self, code: str, name: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The whole name inside its own ground, or ``None`` where it does not fit."""
        spacing = SEA_SPACING if sea else 0.0
        return self._inside(code, list(line_breaks(name)), SEA_SIZES if sea else LAND_SIZES, spacing, LabelKind.FULL, hidden)

    def short(self, code: str, sea: bool, hidden: Sequence[Disc]) -> Label | None:
        """The code inside its own ground, or ``None`` where it does not fit."""
        return self._inside(code, [(code,)], SHORT_SIZES, 0.04 if sea else 0.02, LabelKind.SHORT, hidden)

    def at_anchor(self, code: str, name: str, sea: bool, spot: Point) -> Label:
        """The whole name, level, where its author wants it: as large and in as few lines as there is room for."""
        spacing, sizes = (SEA_SPACING, SEA_SIZES) if sea else (0.0, LAND_SIZES)
        room = self._room(code)
        for share in sizes:
            size = share * self._width
            for lines in line_breaks(name):
                length = max(width_of(line, size, spacing) for line in lines)
                spine = Spine(*spot, 0.0, 0.0, length)
                offsets = [(row - (len(lines) - 1) / 2) * LINE_HEIGHT * size for row in range(len(lines))]
                if all(room.holds(spine.points(offset), HALF * size) for offset in offsets):
                    return as_label(LabelKind.FULL, lines, spine, size, spacing)
        size = sizes[-1] * self._width
        return as_label(LabelKind.FULL, (name,), Spine(*spot, 0.0, 0.0, width_of(name, size, spacing)), size, spacing)

    def _room(self, code: str) -> Room:
        room = self._rooms.get(code)
        if room is None:
            part = self._parts[code]
            inside = polygons_of(shapely.intersection(part, self._inner))
            room = self._rooms[code] = self._room_in(inside[0] if inside else part, self._near(part))
        return room

    def _bare_room(self, code: str) -> Room:
        """The ground of a province, with nothing in the way on it."""
        room = self._bare_rooms.get(code)
        if room is None:
            room = self._bare_rooms[code] = self._room_in(self._parts[code], ())
        return room

    def _room_in(self, ground: shapely.Geometry, discs: Sequence[Disc]) -> Room:
        return Room(ground, discs, COARSE_CELLS if self._effort.is_much else CELLS, self._effort)

    def _inside(
        self, code: str, ways: list[tuple[str, ...]], sizes: Sequence[float], spacing: float, kind: LabelKind, hidden: Sequence[Disc]
    ) -> Label | None:
        if self._effort.is_over:
            return None
        part = self._parts[code]
        room = self._room(code)
        left, top, right, bottom = part.bounds
        home = (part.centroid.x, part.centroid.y)
        reach = max(right - left, bottom - top) / 2
        best: tuple[float, Label] | None = None
        for rank, share in enumerate(sizes):
            if best is not None and best[0] <= rank * RANK_COST:
                break
            size = share * self._width
            for lines in ways:
                length = max(width_of(line, size, spacing) for line in lines)
                text = Text(length, HALF * size, len(lines), LINE_HEIGHT * size, bends=kind is LabelKind.FULL)
                found = best_spine(room, text, home, reach, hidden)
                if found is None:
                    continue
                cost = found[0] + 0.2 * (len(lines) - 1) + RANK_COST * rank
                if best is None or cost < best[0]:
                    best = (cost, as_label(kind, lines, found[1], size, spacing))
        if best is None and sizes is not FORCED_SIZES:
            return self._inside(code, ways, FORCED_SIZES, spacing, kind, hidden)
        return best[1] if best else None

    def loose(self, code: str, name: str, sea: bool, written: Sequence[Written], kind: LabelKind) -> Label:
        """The name where it leaves its ground least, clear of units and names; with a line to its province if need be."""
        ground = self._parts[code]
        full = kind is LabelKind.FULL
        size = ((SEA_SIZES if sea else LAND_SIZES) if full else SHORT_SIZES)[-1] * self._width
        text, spacing = (name, SEA_SPACING if sea else 0.0) if full else (code, 0.02)
        length = width_of(text, size, spacing)
        home = (ground.representative_point().x, ground.representative_point().y)
        spine: Spine | None = None
        if not self._effort.is_over:
            around = (polygons_of(shapely.intersection(ground.buffer(length * 0.8), self._inner)) or [self._inner])[0]
            room = self._room_in(around, [*self._near(around), *(disc for each in written for disc in each.within(around.bounds))])
            spine = least_bad_spine(room, self._bare_room(code), Text(length, HALF * size, 1, 0.0, bends=False), home)
        if spine is None:
            return as_label(kind, (text,), Spine(home[0], home[1], 0.0, 0.0, length), size, spacing)
        line = shapely.LineString(spine.points())
        if ground.intersects(line):
            return as_label(kind, (text,), spine, size, spacing)
        inner = ground.buffer(-min(6.0, size * 0.3))
        near = nearest_points(line.buffer(HALF * size), ground if inner.is_empty else inner)
        return as_label(kind, (text,), spine, size, spacing, tuple((round(point.x, 1), round(point.y, 1)) for point in near))


class Written:
    """A name that stands on the board, for those that are to keep clear of it."""

    def __init__(self, label: Label) -> None:
        self._discs = label_discs(label)
        xs, ys = [spot[0] for spot, _ in self._discs], [spot[1] for spot, _ in self._discs]
        self._bounds = min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0)

    def within(self, bounds: Sequence[float]) -> Sequence[Disc]:
        """Its letters whose middles lie within *bounds*: left, top, right, bottom."""
        left, top, right, bottom = bounds
        own_left, own_top, own_right, own_bottom = self._bounds
        if own_left >= right or own_right <= left or own_top >= bottom or own_bottom <= top:
            return ()
        return [(spot, radius) for spot, radius in self._discs if left < spot[0] < right and top < spot[1] < bottom]


def _shrunk(bounds: Sequence[float], margin: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = bounds
    return left + margin, top + margin, right - margin, bottom - margin


def as_label(
    kind: LabelKind, lines: tuple[str, ...], spine: Spine, size: float, spacing: float, leader: tuple[Point, ...] | None = None
) -> Label:
    """The label along *spine*."""
    path: tuple[Point, ...] | None = None
    if abs(spine.turn) > 1e-3:
        longer = Spine(spine.x, spine.y, spine.angle, spine.turn * 1.12, spine.length * 1.12)
        path = tuple(longer.points(BASELINE * size))
    angle = round(math.degrees(spine.angle), 1)
    return Label(kind, lines, round(spine.x, 1), round(spine.y, 1), angle, round(size, 1), spacing, path, leader)


def label_area(label: Label) -> shapely.Geometry:
    """The ground that the letters of *label* cover."""
    half = HALF * label.size
    if label.path is not None:
        line = shapely.LineString(label.path)
        cut = max(0.0, (line.length - width_of(label.lines[0], label.size, label.spacing)) / 2)
        inner = substring(line, cut, line.length - cut)
        return shapely.offset_curve(inner, -BASELINE * label.size).buffer(half, cap_style="flat")
    angle = math.radians(label.angle)
    parts: list[shapely.Geometry] = []
    for row, text in enumerate(label.lines):
        offset = (row - (len(label.lines) - 1) / 2) * LINE_HEIGHT * label.size
        middle = (label.x - offset * math.sin(angle), label.y + offset * math.cos(angle))
        spine = Spine(*middle, angle, 0.0, width_of(text, label.size, label.spacing))
        parts.append(shapely.LineString(spine.points(count=2)).buffer(half, cap_style="flat"))
    return shapely.union_all(parts)


def label_discs(label: Label) -> list[Disc]:
    """The letters of *label* as a chain of discs."""
    radius = HALF * label.size
    found: list[Disc] = []
    for part in shapely.get_parts(label_area(label)):
        inner = shapely.buffer(part, -0.9 * radius)
        core = (inner if not inner.is_empty else part).exterior
        found += [((x, y), radius) for x, y in shapely.get_coordinates(shapely.segmentize(core, radius)).tolist()]
    return found
