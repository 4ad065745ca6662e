"""How much room there is at every place of a province: a field of distances, and a quick look into it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

Floats = npt.NDArray[np.float64]
Point = tuple[float, float]


class Room:
    """Distance to the nearest thing in the way, on a grid over the bounds of *ground*; below 0 outside of it and on what is in the way."""

    def __init__(self, ground: shapely.Geometry, discs: Sequence[tuple[Point, float]], cells: int = 60) -> None:
        left, top, right, bottom = ground.bounds
        self.longest = shapely.minimum_bounding_radius(ground) * 2
        """No straight line in it is longer."""
        self.step = max(right - left, bottom - top, 1e-6) / cells
        columns, rows = int((right - left) / self.step) + 3, int((bottom - top) / self.step) + 3
        self.left, self.top = left - self.step, top - self.step
        self.xs, self.ys = np.meshgrid(self.left + np.arange(columns) * self.step, self.top + np.arange(rows) * self.step)
        points = shapely.points(self.xs, self.ys)
        coarse = shapely.simplify(ground, self.step * 0.2)
        inside = shapely.contains_xy(coarse, self.xs, self.ys)
        self.field: Floats = np.where(inside, shapely.distance(points, coarse.boundary), -self.step)
        for (x, y), radius in discs:
            np.minimum(self.field, np.hypot(self.xs - x, self.ys - y) - radius, out=self.field)

    def at(self, x: Floats, y: Floats) -> Floats:
        """The distances at these places, between the grid's points in proportion; far below 0 beyond it."""
        rows, columns = self.field.shape
        column = (x - self.left) / self.step
        row = (y - self.top) / self.step
        beyond = (column < 0) | (row < 0) | (column >= columns - 1) | (row >= rows - 1)
        c = np.clip(column, 0, columns - 2).astype(np.int64)
        r = np.clip(row, 0, rows - 2).astype(np.int64)
        part_c, part_r = column - c, row - r
        flat = self.field.ravel()
        base = r * columns + c
        high = flat[base] * (1 - part_c) + flat[base + 1] * part_c
        low = flat[base + columns] * (1 - part_c) + flat[base + columns + 1] * part_c
        found: Floats = np.where(beyond, -1e3, high * (1 - part_r) + low * part_r)
        return found

    def holds(self, points: Sequence[Point], least: float) -> bool:
        """Whether there is *least* room around each of *points*."""
        places = np.array(points, dtype=np.float64)
        return bool((self.at(places[:, 0], places[:, 1]) >= least).all())

    def spots(self, least: float, most: int) -> tuple[Floats, Floats]:
        """At most *most* places of the grid with *least* room around them, spread evenly."""
        rows, columns = np.nonzero(self.field >= least)
        if len(rows) > most:
            chosen = np.linspace(0, len(rows) - 1, most).astype(np.int64)
            rows, columns = rows[chosen], columns[chosen]
        return self.xs[rows, columns], self.ys[rows, columns]
