"""Paper: a tile of fine grain and soft blotches, and the pattern tiles of powers. Made at run time, the same each time."""

from __future__ import annotations

from functools import cache
from random import Random

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.presentation.power_colours import LandPattern, Motif
from app.presentation.theme import Colour
from app.qt.map.paint.shapes import qcolor
from variants.style import Pattern

TILE = 512
"""Side of the paper tile in pixels."""

PATTERN_TILE = 64
"""Side of a pattern tile in pixels; it covers a quarter as many board units of a board 2000 wide."""


def _noise(seed: int, cells: int, strength: float) -> QImage:
    """A tile of *cells* by *cells* random lights and darks, smoothed to ``TILE`` pixels, that repeats without a seam."""
    rows = Random(seed)  # noqa: S311  # texture, not secrets
    raw = [rows.randbytes(cells) for _ in range(cells)]
    # Three copies side by side and one over the other: smoothing then knows its neighbours across the seam.
    data = b"".join(row * 3 for row in raw * 3)
    wide = QImage(data, cells * 3, cells * 3, cells * 3, QImage.Format.Format_Indexed8)
    table = []
    for level in range(256):
        depth = min(255, int(abs(level - 127.5) * 2 * strength))
        table.append(QColor(255, 255, 255, depth).rgba() if level > 127 else QColor(0, 0, 0, depth).rgba())
    wide.setColorTable(table)
    premultiplied = wide.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    if cells != TILE:
        smooth = Qt.TransformationMode.SmoothTransformation
        premultiplied = premultiplied.scaled(TILE * 3, TILE * 3, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    return premultiplied.copy(QRect(TILE, TILE, TILE, TILE))


@cache
def paper_texture() -> QImage:
    """The paper tile, ``TILE`` pixels square: blotches of four sizes."""
    tile = _noise(1901, 8, 0.16)
    painter = QPainter(tile)
    for seed, cells, strength in ((1902, 32, 0.14), (1903, 128, 0.13), (1904, 256, 0.15)):
        painter.drawImage(0, 0, _noise(seed, cells, strength))
    painter.end()
    return tile


@cache
def pattern_tile(land_pattern: LandPattern, ink: Colour) -> QImage:
    """A repeating tile of *land_pattern* on nothing, ``PATTERN_TILE`` pixels square."""
    side = PATTERN_TILE
    tile = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    thick = 5.0 * land_pattern.weight
    painter.setPen(QPen(qcolor(ink), thick))
    pattern = land_pattern.motif
    match pattern:
        case Pattern.NONE:
            pass
        case Pattern.DIAGONAL | Pattern.ANTIDIAGONAL:
            for step in (-1, 0, 1, 2):
                x = step * side / 2
                if pattern is Pattern.DIAGONAL:
                    painter.drawLine(QPointF(x - side / 2, side), QPointF(x + side / 2, 0))
                else:
                    painter.drawLine(QPointF(x - side / 2, 0), QPointF(x + side / 2, side))
        case Pattern.HORIZONTAL:
            for y in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(0, y), QPointF(side, y))
        case Pattern.VERTICAL:
            for x in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(x, 0), QPointF(x, side))
        case Pattern.CROSS:
            painter.drawLine(QPointF(0, side / 2), QPointF(side, side / 2))
            painter.drawLine(QPointF(side / 2, 0), QPointF(side / 2, side))
        case Pattern.CHECKS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink.faded(min(1.0, 0.4 * land_pattern.weight))))
            painter.drawRect(0, 0, side // 2, side // 2)
            painter.drawRect(side // 2, side // 2, side // 2, side // 2)
        case Pattern.DOTS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink))
            for x, y in ((side / 4, side / 4), (side * 3 / 4, side * 3 / 4)):
                size = side * 0.11 * land_pattern.weight**0.7
                painter.drawEllipse(QPointF(x, y), size, size)
        case Motif.LATTICE:
            for step in (-1, 0, 1, 2):
                x = step * side
                painter.drawLine(QPointF(x - side, side), QPointF(x, 0))
                painter.drawLine(QPointF(x - side, 0), QPointF(x, side))
        case Motif.ZIGZAG:
            for y in (side / 4, side * 3 / 4):
                teeth = [((step - 1) * side / 4, y + (-1) ** step * side / 8) for step in range(7)]
                painter.drawPolyline([QPointF(x, height) for x, height in teeth])
        case Motif.RINGS:
            painter.drawEllipse(QPointF(side / 2, side / 2), side * 0.27, side * 0.27)
        case Motif.BRICKS:
            for y in (side / 4, side * 3 / 4):
                painter.drawLine(QPointF(0, y), QPointF(side, y))
            painter.drawLine(QPointF(side / 4, side / 4), QPointF(side / 4, side * 3 / 4))
            painter.drawLine(QPointF(side * 3 / 4, side * 3 / 4), QPointF(side * 3 / 4, side))
            painter.drawLine(QPointF(side * 3 / 4, 0), QPointF(side * 3 / 4, side / 4))
        case Motif.PLUSES:
            for x, y in ((side / 4, side / 4), (side * 3 / 4, side * 3 / 4)):
                painter.drawLine(QPointF(x - side * 0.14, y), QPointF(x + side * 0.14, y))
                painter.drawLine(QPointF(x, y - side * 0.14), QPointF(x, y + side * 0.14))
    painter.end()
    return tile
