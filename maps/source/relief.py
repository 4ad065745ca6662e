"""The board plane, a map projection with a magnifying glass, and the hills, woods and dunes drawn on it.

Lambert's azimuthal equal-area projection, then ``r' = A asinh(r / A)`` which shrinks what is far from the centre, then a few lenses that
enlarge (Britain, Italy, Denmark) or shrink (Scandinavia, Russia) their surroundings. The numbers stand in ``geodata/provinces.geojson``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely


@dataclass(frozen=True, slots=True)
class Lens:
    """A round stretch of the plane that is enlarged (*k* above 0) or shrunk."""

    centre: Point
    k: float
    sigma: float


@dataclass(frozen=True, slots=True)
class BoardPlane:
    """The projection, in km, and the scale that makes it a drawing *width* units wide with ``y`` down."""

    lon: float
    lat: float
    radius: float
    glass: float
    lenses: tuple[Lens, ...]
    frame: tuple[float, float, float, float]
    width: float

    @classmethod
    def of(cls, parameters: Mapping[str, Any], width: float) -> BoardPlane:
        """The plane that the *parameters* of a province file describe."""
        bare = cls(
            parameters["lon0"],
            parameters["lat0"],
            parameters["radius_km"],
            parameters["asinh_km"],
            (),
            tuple(parameters["frame_km"]),
            width,
        )
        lenses = tuple(Lens(bare._bare(each["lon"], each["lat"]), each["k"], each["sigma_km"]) for each in parameters["lenses"])
        return cls(bare.lon, bare.lat, bare.radius, bare.glass, lenses, bare.frame, width)

    @property
    def scale(self) -> float:
        """Units of the drawing per km of the plane."""
        return self.width / (self.frame[2] - self.frame[0])

    @property
    def height(self) -> float:
        """The height of the drawing, in its units, rounded to a tenth."""
        return round((self.frame[3] - self.frame[1]) * self.scale, 1)

    def _bare(self, lon: float, lat: float) -> Point:
        p, p0, dl = math.radians(lat), math.radians(self.lat), math.radians(lon - self.lon)
        k = math.sqrt(2 / (1 + math.sin(p0) * math.sin(p) + math.cos(p0) * math.cos(p) * math.cos(dl)))
        x = self.radius * k * math.cos(p) * math.sin(dl)
        y = self.radius * k * (math.cos(p0) * math.sin(p) - math.sin(p0) * math.cos(p) * math.cos(dl))
        r = math.hypot(x, y)
        if r == 0:
            return 0.0, 0.0
        factor = self.glass * math.asinh(r / self.glass) / r
        return x * factor, y * factor

    def km(self, lon: float, lat: float) -> Point:
        """Return the place in the plane, km east and north of its centre."""
        x, y = self._bare(lon, lat)
        for lens in self.lenses:
            dx, dy = x - lens.centre[0], y - lens.centre[1]
            grown = lens.k * math.exp(-(dx * dx + dy * dy) / (2 * lens.sigma * lens.sigma))
            x, y = x + dx * grown, y + dy * grown
        return x, y

    def drawn(self, lon: float, lat: float) -> Point:
        """Return the place on the drawing, to a tenth of a unit: a vertex that two provinces share stays shared."""
        x, y = self.km(lon, lat)
        return round((x - self.frame[0]) * self.scale, 1), round((self.frame[3] - y) * self.scale, 1)


Point = tuple[float, float]
Stroke = tuple[Point, ...]


class Scatter:
    """A plain sequence of numbers that look random and are the same on every machine (a linear congruential generator)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> float:
        """The next number, 0 to 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) / 2**31


def hill(x: float, y: float, size: float, lean: float) -> Stroke:
    """A hill seen from the side: a steep left slope, a longer right one."""
    height = size * (0.95 + 0.2 * lean)
    points = [(-1.0, 0.0), (-0.62, -0.30), (-0.34, -0.72), (-0.05, -1.0), (0.22, -0.78), (0.45, -0.42), (0.72, -0.22), (1.05, 0.0)]
    return tuple((round(x + px * size, 1), round(y + py * height, 1)) for px, py in points)


def hill_shade(x: float, y: float, size: float, lean: float) -> Stroke:
    """The stroke down a hill's shaded side."""
    height = size * (0.95 + 0.2 * lean)
    return tuple((round(x + px * size, 1), round(y + py * height, 1)) for px, py in [(0.0, -0.86), (0.16, -0.52), (0.10, -0.20)])


def tree(x: float, y: float, size: float, _lean: float) -> Stroke:
    """A fir: two tiers and a trunk in one stroke."""
    outline = [
        (0.0, 0.35),
        (0.0, 0.0),
        (-0.5, 0.0),
        (-0.18, -0.55),
        (-0.38, -0.55),
        (0.0, -1.25),
        (0.38, -0.55),
        (0.18, -0.55),
        (0.5, 0.0),
        (0.0, 0.0),
    ]
    return tuple((round(x + px * size, 1), round(y + py * size, 1)) for px, py in outline)


def dune(x: float, y: float, size: float, lean: float) -> Stroke:
    """A dune: one long flat wave."""
    points: list[Point] = []
    for step in range(9):
        part = step / 8
        points.append(
            (round(x + (part - 0.5) * 2.6 * size, 1), round(y - math.sin(part * math.pi) ** 1.6 * size * (0.42 + 0.12 * lean), 1))
        )
    return tuple(points)


def grass(x: float, y: float, size: float, lean: float) -> Stroke:
    """A tuft of steppe grass: three blades in one stroke."""
    tips = [(-0.5, -0.55), (0.05 + 0.1 * lean, -0.9), (0.55, -0.5)]
    points: list[Point] = []
    for px, py in tips:
        points += [(0.0, 0.0), (px, py), (0.0, 0.0)]
    return tuple((round(x + px * size, 1), round(y + py * size, 1)) for px, py in points[1:-1])


_SHAPES: Mapping[str, tuple[Callable[[float, float, float, float], Stroke], ...]] = {
    "hills": (hill, hill_shade),
    "woods": (tree,),
    "dunes": (dune,),
    "steppe": (grass,),
}


def relief_strokes(
    table: Mapping[str, Any], plane: BoardPlane, land: shapely.Geometry, taken: Sequence[tuple[Point, float]]
) -> Iterator[tuple[str, list[Stroke]]]:
    """The strokes of each kind of relief that *table* (``relief.toml``) asks for.

    Args:
        table: ``[[ridge]]`` (a line, ``rows`` deep) and ``[[area]]`` (a polygon), each with ``kind``, ``size``, ``every`` in drawing units.
        land: where strokes may stand.
        taken: centres and radii of what strokes keep clear of: units, supply centres.
    """
    found: dict[str, list[Stroke]] = {kind: [] for kind in _SHAPES}
    centres = shapely.STRtree([shapely.Point(point).buffer(radius) for point, radius in taken])
    standing: list[tuple[Point, float]] = []
    for index, each in enumerate([*table.get("ridge", []), *table.get("area", [])]):
        scatter = Scatter(index + 1)
        kind, size = each["kind"], float(each["size"])
        spots = _ridge_spots(each, plane, scatter) if "line" in each else _area_spots(each, plane, scatter)
        for x, y in sorted(spots, key=lambda spot: spot[1]):
            grown, lean = size * (0.8 + 0.4 * scatter.next()), scatter.next()
            foot = shapely.box(x - grown * 1.3, y - grown * 1.1, x + grown * 1.3, y + grown * 0.4)
            if not land.contains(foot) or len(centres.query(foot, predicate="intersects")):
                continue
            if any(abs(x - ox) < 0.8 * (grown + og) and abs(y - oy) < 0.42 * (grown + og) for (ox, oy), og in standing):
                continue
            standing.append(((x, y), grown))
            found[kind] += [shape(x, y, grown, lean) for shape in _SHAPES[kind]]
    for kind, strokes in found.items():
        if strokes:
            yield kind, strokes


def _ridge_spots(each: Mapping[str, Any], plane: BoardPlane, scatter: Scatter) -> Iterator[Point]:
    line = shapely.LineString([plane.drawn(lon, lat) for lon, lat in each["line"]])
    every, rows = float(each["every"]), int(each.get("rows", 1))
    for row in range(rows):
        at = every * (0.25 + 0.5 * (row % 2))
        while at < line.length:
            point = line.interpolate(at)
            offset = (row - (rows - 1) / 2) * every * 0.62
            yield point.x + (scatter.next() - 0.5) * every * 0.5, point.y + offset + (scatter.next() - 0.5) * every * 0.35
            at += every * (0.85 + 0.3 * scatter.next())


def _area_spots(each: Mapping[str, Any], plane: BoardPlane, scatter: Scatter) -> Iterator[Point]:
    area = shapely.Polygon([plane.drawn(lon, lat) for lon, lat in each["ring"]])
    every = float(each["every"])
    left, top, right, bottom = area.bounds
    row, y = 0, top
    while y < bottom:
        x = left + every * 0.5 * (row % 2)
        while x < right:
            spot = (x + (scatter.next() - 0.5) * every * 0.7, y + (scatter.next() - 0.5) * every * 0.5)
            keep = scatter.next() < float(each.get("density", 1.0))
            if keep and area.contains(shapely.Point(spot)):
                yield spot
            x += every
        y += every * 0.72
        row += 1
