"""Bakes the still part of the board into images, tile by tile, so that it can be done in slices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from app.qt.map.paint.still_painter import Detail, StillPart

_TILE = 640
"""Side of what is baked in one go, in pixels."""

_LARGE_TILE = 2048
"""The same without a user waiting between two of them: shapes in several tiles are painted for each."""


@dataclass(frozen=True)
class RenderedPart:
    """A finished piece of the still board."""

    image: QImage
    rect: QRectF
    """Rectangle that it covers, in board units."""


def rendered(
    part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE, tile_side: int = _TILE
) -> Iterator[RenderedPart | None]:
    """Bake *rect* of the board at *zoom* pixels per unit: ``None`` while it goes on, the finished piece at last."""
    size = QSize(max(1, round(rect.width() * zoom)), max(1, round(rect.height() * zoom)))
    image = QImage(size, QImage.Format.Format_RGB32)
    scale_x, scale_y = size.width() / rect.width(), size.height() / rect.height()
    for top in range(0, size.height(), tile_side):
        for left in range(0, size.width(), tile_side):
            tile = QRect(left, top, min(tile_side, size.width() - left), min(tile_side, size.height() - top))
            piece = QImage(tile.size(), QImage.Format.Format_RGB32)
            painter = QPainter(piece)
            painter.translate(-left, -top)
            painter.scale(scale_x, scale_y)
            painter.translate(-rect.topLeft())
            area = QRectF(rect.left() + left / scale_x, rect.top() + top / scale_y, tile.width() / scale_x, tile.height() / scale_y)
            steps = part.steps(painter, area, zoom, detail)
            try:
                for _ in steps:
                    yield None
            finally:
                # Dropped in the middle, the step's own painter must end before the image it paints on goes.
                steps.close()
                painter.end()
            copier = QPainter(image)
            copier.drawImage(tile.topLeft(), piece)
            copier.end()
    yield RenderedPart(image, rect)


def rendered_now(part: StillPart, rect: QRectF, zoom: float, detail: Detail = Detail.WHOLE) -> RenderedPart:
    """The same, at once."""
    for piece in rendered(part, rect, zoom, detail, _LARGE_TILE):
        if piece is not None:
            return piece
    raise AssertionError("a baking ends with its piece")
