"""Outlines to areas, by SVG's two filling rules, with the faults of outlines that are open or cross themselves.

A few hundred points that run back and forth over one another cross tens of thousands of times, so that neither the size of a file nor its
number of points bounds the work.

What lies apart from all others is taken as it is; outlines that lie in one another without touching become areas with holes; only those
that cross or touch are cut, by halves, so that no outline is cut against all others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from variants.compiled import CompiledBoard

Floats = npt.NDArray[np.float64]

MOST_CROSSINGS = 60_000
"""Limit of all outlines of a drawing together. What people draw crosses itself a few times, and that by mistake."""
MOST_LOOKS = 8_000_000
"""Pairs of edges of a drawing that lie near enough to be looked at."""
_AT_ONCE = 1_000_000


@dataclass(slots=True)
class CrossingsLeft:
    """Budget of crossings to mend before the work is given up."""

    crossings: int = MOST_CROSSINGS
    looks: int = MOST_LOOKS
    refused: int = 0
    """Outlines that cross themselves more often than was left."""

    def take(self, line: Sequence[Point]) -> bool:
        """Return True if a closed *line* may be mended; if so its crossings are taken from the budget."""
        found = self._count(line) if self.crossings > 0 and self.looks > 0 else None
        if found is None or found > self.crossings:
            self.refused += 1
            return False
        self.crossings -= found
        return True

    def boxes(self, polygons: npt.NDArray[np.object_]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None:
        """The pairs of *polygons* whose boxes meet; ``None`` where there are more than may be looked at."""
        tree = shapely.STRtree(polygons)
        step = max(10, _AT_ONCE // len(polygons))
        found: list[npt.NDArray[np.int64]] = []
        for begin in range(0, len(polygons), step):
            pairs = tree.query(polygons[begin : begin + step])
            pairs[0] += begin
            found.append(pairs[:, pairs[0] < pairs[1]])
            self.looks -= found[-1].shape[1]
            if self.looks <= 0:
                self.refused += 1
                return None
        first, second = np.concatenate(found, axis=1)
        return first, second

    def allows(self, polygons: npt.NDArray[np.object_]) -> bool:
        """Return True if *polygons* may be joined; if so, the crossings of their outlines are taken from the budget."""
        pairs = self.boxes(polygons)
        return pairs is not None and (len(pairs[0]) == 0 or self.between(polygons[np.unique(np.concatenate(pairs))]) is not None)

    def between(self, polygons: npt.NDArray[np.object_]) -> int | None:
        """Return the number of crossings and touches of the outlines of *polygons*; ``None`` where there are more than are left.

        Only what crosses is taken from what is left: outlines that share a border are joined in no time.
        """
        parts, part_owners = shapely.get_parts(polygons, return_index=True)
        rings, of_part = shapely.get_rings(parts, return_index=True)
        points, of_ring = shapely.get_coordinates(rings, return_index=True)
        within = of_ring[1:] == of_ring[:-1]
        starts, ends, owner = points[:-1][within], points[1:][within], part_owners[of_part[of_ring[:-1][within]]]
        boxes = shapely.box(*np.minimum(starts, ends).T, *np.maximum(starts, ends).T)
        tree = shapely.STRtree(boxes)
        step = max(10, _AT_ONCE // len(boxes))
        crossing = touching = 0
        for begin in range(0, len(boxes), step):
            first, second = tree.query(boxes[begin : begin + step])
            first = first + begin
            self.looks -= len(first)
            apart = (second > first) & (owner[first] != owner[second])
            touching += _meeting(starts, ends, first[apart], second[apart])
            crossing += _meeting(starts, ends, first[apart], second[apart], through=True)
            if self.looks <= 0 or crossing > self.crossings:
                self.refused += 1
                return None
        self.crossings -= crossing
        return touching

    def _count(self, line: Sequence[Point]) -> int | None:
        """The crossings of a *line*, at least one more than are left where there are more; ``None`` where counting would take too long."""
        found = 0
        for looks, meeting in _crossings(line):
            self.looks -= looks
            found += meeting
            if self.looks <= 0:
                return None
            if found > self.crossings:
                break
        return found


def _crossings(line: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Part for part of a closed *line*: how many pairs of edges were looked at, and how many that do not follow one another meet."""
    points = np.asarray(line if line[0] == line[-1] else [*line, line[0]], dtype=np.float64)
    points = points[np.append(True, np.any(points[1:] != points[:-1], axis=1))]
    starts, ends = points[:-1], points[1:]
    edges = len(starts)
    if edges < 3:
        return
    boxes = shapely.box(*np.minimum(starts, ends).T, *np.maximum(starts, ends).T)
    tree = shapely.STRtree(boxes)
    step = max(1, _AT_ONCE // edges)
    for begin in range(0, edges, step):
        first, second = tree.query(boxes[begin : begin + step])
        first = first + begin
        apart = (second > first + 1) & ((first > 0) | (second < edges - 1))
        yield len(first), _meeting(starts, ends, first[apart], second[apart])


def _meeting(starts: Floats, ends: Floats, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64], *, through: bool = False) -> int:
    """Return the number of the pairs of edges with meeting boxes that meet: each has the ends of the other on either side, or on it.

    Those that go *through* one another have no end on the other.
    """
    a, b, c, d = starts[first], ends[first], starts[second], ends[second]
    one, other = _side(a, b, c) * _side(a, b, d), _side(c, d, a) * _side(c, d, b)
    return int(np.count_nonzero((one < 0) & (other < 0) if through else (one <= 0) & (other <= 0)))


def _side(start: Floats, end: Floats, point: Floats) -> Floats:
    along, there = end - start, point - start
    turn: Floats = np.sign(along[:, 0] * there[:, 1] - along[:, 1] * there[:, 0])
    return turn


Numbers = npt.NDArray[np.int64]

FEW = 400
"""Number of outlines that are laid on one another in turn, the largest first, which is quick enough and gives the same points as ever."""


def laid_together(rings: Sequence[shapely.Geometry], turns_left: Sequence[bool], evenodd: bool, left: CrossingsLeft) -> shapely.Geometry:
    """The area of two or more *rings*, polygons that are valid, by one of SVG's filling rules.

    Args:
        turns_left: whether each runs counter-clockwise.
        left: what may be looked at yet. Where that is not enough, all that the rings could cover is the area, and it says so.
    """
    polygons = np.asarray(rings, dtype=object)
    pairs = left.boxes(polygons)
    if pairs is None:
        return shapely.convex_hull(shapely.multipoints(shapely.get_coordinates(polygons)))
    if len(pairs[0]) == 0:
        return _in_turn(polygons) if len(polygons) <= FEW else shapely.multipolygons(shapely.get_parts(polygons))
    among = np.unique(np.concatenate(pairs))
    meeting = left.between(polygons[among])
    if meeting is None:
        return shapely.convex_hull(shapely.multipoints(shapely.get_coordinates(polygons)))
    areas = shapely.area(polygons)
    inner, outer = _inside(polygons, areas)
    kept = np.ones(len(polygons), dtype=bool)
    if not evenodd:
        turns = np.where(np.asarray(turns_left, dtype=bool), 1, -1)
        around = np.zeros(len(polygons), dtype=np.int64)
        np.add.at(around, inner, turns[outer])
        # The rings at which the winding number leaves 0 or comes back to it are all that bound the area.
        kept = (around == 0) != (around + turns == 0)
    if len(polygons) <= FEW:
        return _in_turn(polygons[kept])
    plain = (shapely.get_type_id(polygons) == shapely.GeometryType.POLYGON) & (shapely.get_num_interior_rings(polygons) == 0)
    if meeting == 0 and bool(plain.all()):
        return _nested(polygons, areas, kept, inner, outer)
    touching = np.zeros(len(polygons), dtype=bool)
    touching[among] = True
    parts = [*shapely.get_parts(polygons[kept & ~touching]), *shapely.get_parts(_halved(polygons[kept & touching]))]
    return shapely.multipolygons([part for part in parts if part.geom_type == "Polygon" and not part.is_empty])


def _inside(polygons: npt.NDArray[np.object_], areas: npt.NDArray[np.float64]) -> tuple[Numbers, Numbers]:
    """Pairs of a ring and a larger one around it."""
    spots = shapely.point_on_surface(polygons)
    outer, inner = shapely.STRtree(spots).query(polygons, predicate="contains")
    larger = areas[outer] > areas[inner]
    return inner[larger], outer[larger]


def _nested(
    polygons: npt.NDArray[np.object_], areas: npt.NDArray[np.float64], kept: npt.NDArray[np.bool_], inner: Numbers, outer: Numbers
) -> shapely.Geometry:
    """Rings in one another that touch nowhere: every second is a hole of the one around it."""
    counts = kept[inner] & kept[outer]
    inner, outer = inner[counts], outer[counts]
    depth = np.bincount(inner, minlength=len(polygons))
    around = np.full(len(polygons), -1, dtype=np.int64)
    by_size = np.argsort(-areas[outer], kind="stable")
    around[inner[by_size]] = outer[by_size]
    shells = shapely.get_exterior_ring(polygons)
    holes: dict[int, list[shapely.Geometry]] = {}
    for hole in np.flatnonzero(kept & (depth % 2 == 1)):
        holes.setdefault(int(around[hole]), []).append(shells[hole])
    whole = [shapely.Polygon(shells[at], holes.get(int(at), [])) for at in np.flatnonzero(kept & (depth % 2 == 0))]
    return whole[0] if len(whole) == 1 else shapely.multipolygons(whole)


def _in_turn(polygons: npt.NDArray[np.object_]) -> shapely.Geometry:
    """Ground that an odd number of the *polygons* covers."""
    area: shapely.Geometry = shapely.MultiPolygon()
    for each in polygons[np.argsort(-shapely.area(polygons), kind="stable")]:
        area = shapely.symmetric_difference(area, each)
    return area


def _halved(polygons: npt.NDArray[np.object_]) -> shapely.Geometry:
    """The same of many: cut against one another by halves."""
    _, top, _, bottom = shapely.total_bounds(polygons)
    bounds = shapely.bounds(polygons)
    bands = max(1, round(len(polygons) ** 0.5))
    band = np.floor((bounds[:, 1] + bounds[:, 3] - 2 * top) / (2 * (bottom - top) or 1.0) * bands)
    parts = polygons[np.lexsort((bounds[:, 0], band))]
    while len(parts) > 1:
        odd = parts[-1:] if len(parts) % 2 else parts[:0]
        even = parts[: len(parts) - len(odd)]
        parts = np.concatenate([shapely.symmetric_difference(even[::2], even[1::2]), odd])
    return parts[0] if len(parts) else shapely.MultiPolygon()


Point = tuple[float, float]

LONGEST_TANGLE = 400
"""Times its own diagonal: a longer outline that crosses itself is scribble, and only what it covers counts."""


def region(lines: Sequence[Sequence[Point]], evenodd: bool, left: CrossingsLeft | None = None) -> tuple[shapely.Geometry, int]:
    """The area that the closed *lines* enclose, and how many of them had to be mended.

    Args:
        left: how much may be mended yet. Of a line beyond it all that it could cover counts, and ``left.refused`` says so.
    """
    left = left or CrossingsLeft()
    rings: list[shapely.Geometry] = []
    turns: list[bool] = []
    repaired = 0
    usable = [line for line in lines if len(set(line)) >= 3]
    if not usable:
        return shapely.MultiPolygon(), 0
    points = [point for line in usable for point in line]
    drawn = shapely.polygons(shapely.linearrings(points, indices=np.repeat(np.arange(len(usable)), [len(line) for line in usable])))
    turned = shapely.is_ccw(shapely.get_exterior_ring(drawn)).tolist()
    for line, ring, turns_left, valid in zip(usable, drawn, turned, shapely.is_valid(drawn).tolist(), strict=True):
        made = ring
        if not valid:
            repaired += 1
            west, top, east, bottom = ring.bounds
            # Mending takes as long as there are crossings, and there may be as many as points squared.
            if ring.length > LONGEST_TANGLE * math.hypot(east - west, bottom - top) or not left.take(line):
                made = ring.convex_hull
            else:
                made = areas_of(shapely.make_valid(ring, method="structure", keep_collapsed=False))
        if not made.is_empty:
            rings.append(made)
            turns.append(turns_left)
    if len(rings) == 1:
        return rings[0], repaired
    return areas_of(laid_together(rings, turns, evenodd, left)) if rings else shapely.MultiPolygon(), repaired


def areas_of(shape: shapely.Geometry) -> shapely.Geometry:
    """*shape* without its points and lines."""
    if shape.geom_type == "Polygon" and not shape.is_empty:
        return shape
    parts = polygons_of(shape)
    return parts[0] if len(parts) == 1 else shapely.multipolygons(parts) if parts else shapely.MultiPolygon()


def polygons_of(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """The polygons of *shape*, the largest first."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    parts = parts[(shapely.get_type_id(parts) == shapely.GeometryType.POLYGON) & ~shapely.is_empty(parts)]
    if len(parts) < 2:
        return list(parts)
    west, south, east, north = shapely.bounds(parts).T
    return list(parts[np.lexsort((north, east, south, west, -shapely.area(parts)))])


def lines_of(shape: shapely.Geometry) -> list[shapely.Geometry]:
    """The lines of *shape*, joined where they meet end to end."""
    parts = [
        part for part in shapely.get_parts(shapely.get_parts(shape)) if part.geom_type in ("LineString", "LinearRing") and not part.is_empty
    ]
    if not parts:
        return []
    # What an overlay gives is cut where lines meet already, so that joining is all there is to do.
    merged = shapely.line_merge(
        shapely.multilinestrings([part if part.geom_type == "LineString" else shapely.LineString(part.coords) for part in parts])
    )
    return [part for part in shapely.get_parts(merged) if part.geom_type == "LineString" and part.length > 0]


def shapes_of(board: CompiledBoard) -> dict[str, shapely.Geometry]:
    """The provinces of a compiled board as areas, by code, at its finest level."""
    return {code: shapely.MultiPolygon([(rings[0], rings[1:]) for rings in shape.levels[0]]) for code, shape in board.provinces.items()}


WIDEST_OPENING = 1 / 500
"""Part of the board's width: ends that lie this near were meant to meet."""
_PLACE = re.compile(r"\[(-?[\d.e+-]+) (-?[\d.e+-]+)\]")


def open_end(lines: Sequence[Sequence[Point]], width: float) -> Point | None:
    """Return the end of an outline that does not close, or ``None`` where all do. Strokes that enclose nothing are none."""
    for line in lines:
        if len(set(line)) > 2 and math.dist(line[0], line[-1]) > WIDEST_OPENING * width:
            return line[-1]
    return None


def crossing(lines: Sequence[Sequence[Point]]) -> Point:
    """A point at which one of the *lines*, closed, crosses or touches itself; the first point of all where none does."""
    for line in lines:
        if len(set(line)) > 2:
            match = _PLACE.search(shapely.is_valid_reason(shapely.Polygon(line)))
            if match is not None:
                return float(match[1]), float(match[2])
    return lines[0][0]


_FEWEST_STRIPES, _MOST_STRIPES = 8, 2000
_SLENDER = 5.0
"""Times its breadth: the length of a stripe."""
_ALIKE = 0.8
"""Part of the area of a hatching that is stripes in one direction; the others are cut off by its edge."""


def are_stripes(area: shapely.Geometry) -> bool:
    """Return True if an area is a hatching: many slender parts in one direction."""
    parts = shapely.get_parts(area)
    if not _FEWEST_STRIPES <= len(parts) <= _MOST_STRIPES:
        return False
    frames = shapely.oriented_envelope(parts)
    corners = np.asarray([shapely.get_coordinates(each)[:3] for each in frames if each.geom_type == "Polygon"])
    areas = np.asarray([part.area for part, each in zip(parts, frames, strict=True) if each.geom_type == "Polygon"])
    if len(corners) < _FEWEST_STRIPES:
        return False
    sides = np.diff(corners, axis=1)
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    longer = sides[np.arange(len(sides)), lengths.argmax(axis=1)]
    slender = lengths.max(axis=1) > _SLENDER * lengths.min(axis=1)
    angles = np.arctan2(longer[:, 1], longer[:, 0])
    # Twice the angle: a stripe has no head.
    usual = np.median(np.angle(np.exp(2j * (angles - angles[np.argmax(areas)]))))
    turned = np.abs(np.angle(np.exp(1j * (2 * (angles - angles[np.argmax(areas)]) - usual))))
    return bool(areas[slender & (turned < 0.2)].sum() > _ALIKE * areas.sum())
