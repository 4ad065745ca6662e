"""Longitude and latitude to the board plane: a map projection with a magnifying glass over the crowded parts of Europe.

Lambert's azimuthal equal-area projection, then ``r' = A asinh(r / A)`` which shrinks what is far from the centre, then a few lenses that
enlarge (Britain, Italy, Denmark) or shrink (Scandinavia, Russia) their surroundings. The numbers stand in ``geodata/provinces.geojson``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


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
