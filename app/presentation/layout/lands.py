"""Land under a line: a coarse grid of the drawn board, made once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.board import Terrain
from app.presentation.layout.polyline import Point, Polyline
from variants.compiled import CompiledBoard

_COLUMNS = 320
"""Cells across the board; a cell is some 4 pixels of a usual window."""


class Lands:
    """Points of the board to the land drawn there; water is on none. The same board gives the same grid, so it is compared by identity."""

    def __init__(self, board: CompiledBoard) -> None:
        self._cell = max(board.width, board.height) / _COLUMNS
        rows = math.ceil(board.height / self._cell) + 1
        self._rows: list[list[str]] = [[""] * (_COLUMNS + 1) for _ in range(rows)]
        for code, shape in board.provinces.items():
            if shape.terrain is not Terrain.SEA:
                self._fill(shape.levels[-1], code)
                self._fill(shape.straits, "")

    def _fill(self, polygons: Iterable[Iterable[Iterable[Point]]], code: str) -> None:
        """Note *code* in the cells whose middle lies inside, by the crossings of each row."""
        size = self._cell
        for polygon in polygons:
            crossings: dict[int, list[float]] = {}
            for ring in polygon:
                points = list(ring)
                for (x1, y1), (x2, y2) in itertools.pairwise([*points, *points[:1]]):
                    if y1 == y2:
                        continue
                    top, bottom = (y1, y2) if y1 < y2 else (y2, y1)
                    for row in range(math.ceil(top / size - 0.5), math.ceil(bottom / size - 0.5)):
                        crossings.setdefault(row, []).append(x1 + ((row + 0.5) * size - y1) * (x2 - x1) / (y2 - y1))
            for row, found in crossings.items():
                found.sort()
                for left, right in zip(found[::2], found[1::2], strict=False):
                    first, last = max(0, math.ceil(left / size - 0.5)), min(_COLUMNS + 1, math.ceil(right / size - 0.5))
                    if 0 <= row < len(self._rows) and first < last:
                        self._rows[row][first:last] = [code] * (last - first)

    def at(self, point: Point) -> str:
        """The land at *point*; empty on water."""
        column, row = int(point[0] / self._cell), int(point[1] / self._cell)
        return self._rows[row][column] if 0 <= row < len(self._rows) and 0 <= column <= _COLUMNS else ""


class FreeGround(NamedTuple):
    """Ground that a line may run over without a price: water, and the land of *own*."""

    lands: Lands
    own: frozenset[str]

    def foreign(self, line: Polyline) -> float:
        """The share of *line* that lies on other land, 0 to 1."""
        inner = line[1:-1:2]
        over = 0
        for point in inner:
            land = self.lands.at(point)
            over += bool(land) and land not in self.own
        return over / max(1, len(inner))
