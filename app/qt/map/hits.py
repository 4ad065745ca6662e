"""Province under a point: an image in which each province has a colour of its own, then the nearest unit place."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from adjudicator.board import Terrain
from app.presentation.layout.polyline import Point, distance
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.qt_shapes import no_pen

_SIDE = 1400
"""Pixels along the longer side of the index image."""


class HitMap:
    """Points of the board to provinces."""

    def __init__(self, shapes: BoardShapes) -> None:
        board = shapes.board
        self._board = board
        self._codes = tuple(board.provinces)
        self._scale = _SIDE / max(board.width, board.height)
        image = QImage(max(1, round(board.width * self._scale)), max(1, round(board.height * self._scale)), QImage.Format.Format_RGB32)
        image.fill(0xFF000000)
        painter = QPainter(image)
        painter.scale(self._scale, self._scale)
        painter.setPen(no_pen())
        outlines = shapes.provinces(1)
        # Waters first: where drawings overlap, land lies on top.
        ranked = sorted(range(len(self._codes)), key=lambda each: board.provinces[self._codes[each]].terrain is not Terrain.SEA)
        for index in ranked:
            painter.setBrush(QColor((index + 1) >> 16, (index + 1) >> 8 & 255, (index + 1) & 255))
            painter.drawPath(outlines[self._codes[index]])
        painter.end()
        self._image = image
        self._rect = QRectF(0, 0, board.width, board.height)

    def province_at(self, x: float, y: float) -> str | None:
        """The province drawn at a point in board units; ``None`` on impassable ground and outside."""
        column, row = int(x * self._scale), int(y * self._scale)
        if x < 0 or y < 0 or column >= self._image.width() or row >= self._image.height():
            return None
        index = (self._image.pixel(column, row) & 0xFFFFFF) - 1
        return self._codes[index] if index >= 0 else None

    def nearest_place(self, x: float, y: float, within: float) -> str | None:
        """The province whose unit place, star or retreat place is nearest, if one lies *within* that distance."""
        best: tuple[float, str] | None = None
        for code, shape in self._board.provinces.items():
            places: list[Point] = [*shape.units.values(), *shape.retreats.values()]
            if shape.supply is not None:
                places.append(shape.supply)
            for place in places:
                gap = distance((x, y), place)
                if gap <= within and (best is None or gap < best[0]):
                    best = (gap, code)
        return best[1] if best is not None else None

    def coast_at(self, province: str, x: float, y: float) -> str | None:
        """The named coast of *province* whose unit place is nearest to the point; ``None`` where it has none."""
        named = {coast: place for coast, place in self._board.provinces[province].units.items() if coast}
        return min(named, key=lambda coast: distance((x, y), named[coast])) if named else None
