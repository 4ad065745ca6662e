"""Room at every place of a province: a field of distances, and a quick look into it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import shapely

from variants.compile.effort import Effort

Floats = npt.NDArray[np.float64]
Point = tuple[float, float]
_EDGE = 0.2
"""Cost of the distance of one place to one edge, in looks into the field."""
_DISC = 400
"""Cost of each disc beside that."""
_ROOM = 20_000
"""Cost of a field beside them."""


class Room:
    """Distance to the nearest thing in the way, on a grid over the bounds of *ground*; below 0 outside of it and on what is in the way."""

    def __init__(self, ground: shapely.Geometry, discs: Sequence[tuple[Point, float]], cells: int, effort: Effort) -> None:
        left, top, right, bottom = ground.bounds
        self.effort = effort
        effort.spend(_ROOM)
        self.longest = shapely.minimum_bounding_radius(ground) * 2
        """No straight line in it is longer."""
        self.step = max(right - left, bottom - top, 1e-6) / cells
        columns, rows = int((right - left) / self.step) + 3, int((bottom - top) / self.step) + 3
        self.left, self.top = left - self.step, top - self.step
        self.xs, self.ys = np.meshgrid(self.left + np.arange(columns) * self.step, self.top + np.arange(rows) * self.step)
        coarse = shapely.simplify(ground, self.step * 0.2)
        inside = shapely.contains_xy(coarse, self.xs, self.ys)
        self.field: Floats = np.full(inside.shape, -self.step)
        if inside.any():
            self.field[inside] = self._to_edges(coarse, self.xs[inside], self.ys[inside])
        self._keep_off(discs)

    def _to_edges(self, ground: shapely.Geometry, x: Floats, y: Floats) -> Floats:
        """Return the distance of each place from the nearest edge of *ground*."""
        nearest = np.full(len(x), np.inf)
        for ring in shapely.get_rings(ground):
            corners = shapely.get_coordinates(ring)
            edges = np.diff(corners, axis=0)
            self.effort.spend(len(x) * len(edges) * _EDGE)
            for (start_x, start_y), (along_x, along_y) in zip(corners[:-1].tolist(), edges.tolist(), strict=True):
                square = along_x * along_x + along_y * along_y
                if square == 0:
                    continue
                off_x, off_y = x - start_x, y - start_y
                part = np.clip((off_x * along_x + off_y * along_y) / square, 0.0, 1.0)
                off_x -= part * along_x
                off_y -= part * along_y
                np.minimum(nearest, off_x * off_x + off_y * off_y, out=nearest)
        found: Floats = np.sqrt(nearest)
        return found

    def _keep_off(self, discs: Sequence[tuple[Point, float]]) -> None:
        """Take the distances to *discs* into the field, each where it can be nearer than the edge of the ground."""
        most = float(self.field.max())
        rows, columns = self.field.shape
        for (x, y), radius in discs:
            reach = radius + most
            first, last = max(0, int((x - reach - self.left) / self.step)), min(columns, int((x + reach - self.left) / self.step) + 2)
            upper, lower = max(0, int((y - reach - self.top) / self.step)), min(rows, int((y + reach - self.top) / self.step) + 2)
            if first >= last or upper >= lower:
                continue
            self.effort.spend(_DISC + (last - first) * (lower - upper) * _EDGE)
            part = self.field[upper:lower, first:last]
            away = np.hypot(self.xs[upper:lower, first:last] - x, self.ys[upper:lower, first:last] - y)
            np.minimum(part, away - radius, out=part)

    def at(self, x: Floats, y: Floats) -> Floats:
        """The distances at these places, between the grid's points in proportion; far below 0 beyond it."""
        self.effort.spend(x.size)
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
        """Return True if there is *least* room around each of *points*."""
        places = np.array(points, dtype=np.float64)
        return bool((self.at(places[:, 0], places[:, 1]) >= least).all())

    def spots(self, least: float, most: int) -> tuple[Floats, Floats]:
        """At most *most* places of the grid with *least* room around them, spread evenly."""
        rows, columns = np.nonzero(self.field >= least)
        if len(rows) > most:
            chosen = np.linspace(0, len(rows) - 1, most).astype(np.int64)
            rows, columns = rows[chosen], columns[chosen]
        return self.xs[rows, columns], self.ys[rows, columns]
