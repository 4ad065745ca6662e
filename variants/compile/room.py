"""How much room there is at every place of a province: a field of distances, and a quick look into it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

Floats = npt.NDArray[np.float64]
Point = tuple[float, float]


class Room:
    """Distance to the nearest thing in the way, on a grid over *ground*'s bounds; below 0 outside and on obstacles."""

    def __init__(self, ground: shapely.Geometry, discs: Sequence[tuple[Point, float]], boxes: Sequence[shapely.Geometry], cells: int = 72) -> None:
        left, top, right, bottom = ground.bounds
        self.step = max(right - left, bottom - top) / cells
        columns, rows = int((right - left) / self.step) + 3, int((bottom - top) / self.step) + 3
        self.left, self.top = left - self.step, top - self.step
        xs = self.left + np.arange(columns) * self.step
        ys = self.top + np.arange(rows) * self.step
        grid_x, grid_y = np.meshgrid(xs, ys)
        points = shapely.points(grid_x, grid_y)
        inside = shapely.contains_xy(ground, grid_x, grid_y)
        boundary = ground.boundary
        shapely.prepare(boundary)
        self.edge: Floats = np.where(inside, 1.0, -1.0) * shapely.distance(points, boundary)
        self.field: Floats = self.edge.copy()
        for (x, y), radius in discs:
            np.minimum(self.field, np.hypot(grid_x - x, grid_y - y) - radius, out=self.field)
        for box in boxes:
            shapely.prepare(box)
            np.minimum(self.field, shapely.distance(points, box) - 1e-6, out=self.field)
            covered = shapely.contains_xy(box, grid_x, grid_y)
            self.field[covered] = -self.step
        self.xs, self.ys = grid_x, grid_y

    def at(self, x: Floats, y: Floats) -> Floats:
        """The distances at these places, between the grid's points in proportion."""
        rows, columns = self.field.shape
        column = (x - self.left) / self.step
        row = (y - self.top) / self.step
        low_c, low_r = np.floor(column), np.floor(row)
        part_c, part_r = column - low_c, row - low_r
        out = (low_c < 0) | (low_r < 0) | (low_c >= columns - 1) | (low_r >= rows - 1)
        c = np.clip(low_c, 0, columns - 2).astype(np.int64)
        r = np.clip(low_r, 0, rows - 2).astype(np.int64)
        f = self.field
        top = f[r, c] * (1 - part_c) + f[r, c + 1] * part_c
        low = f[r + 1, c] * (1 - part_c) + f[r + 1, c + 1] * part_c
        return np.where(out, -1e3, top * (1 - part_r) + low * part_r)

    def spots(self, least: float, most: int) -> tuple[Floats, Floats]:
        """At most *most* places of the grid with *least* room around them, spread evenly."""
        rows, columns = np.nonzero(self.field >= least)
        if len(rows) > most:
            chosen = np.linspace(0, len(rows) - 1, most).astype(np.int64)
            rows, columns = rows[chosen], columns[chosen]
        return self.xs[rows, columns], self.ys[rows, columns]
