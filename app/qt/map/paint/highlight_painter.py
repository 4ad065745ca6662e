"""Paints what a person picks and points at."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QRegion

from app.presentation.layout.drawing import Sizes
from app.presentation.layout.polyline import Point
from app.presentation.power_colours import PictureColours
from app.qt.map.paint.shapes import BoardShapes, pen, qcolor

TARGET_PIXELS = 7.0
"""Width of the glow along a target's border; half of it lies outside."""

DRAG_PIXELS = 6.5
"""Distance from its line and its end to which a drag is painted."""


def paint_veil(painter: QPainter, shapes: BoardShapes, bright: Collection[str], picture_colours: PictureColours) -> None:
    """Dim the board but for the provinces *bright*.

    Rectangles around those are filled by their shapes and all the rest as rectangles of whole pixels, which takes a fifth of the time.
    """
    codes = sorted(code for code in bright if code in shapes.board.provinces)
    to_pixels = painter.worldTransform()
    around = QRegion()
    for code in codes:
        around += to_pixels.mapRect(shapes.bounds[code]).toAlignedRect().adjusted(-1, -1, 1, 1)
    board = to_pixels.mapRect(shapes.rect).toAlignedRect()
    dim = qcolor(picture_colours.theme.orders.dim)
    painter.save()
    painter.resetTransform()
    # Unsmoothed, so that no seam shows between them.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.save()
    painter.setClipRegion(QRegion(board).subtracted(around), Qt.ClipOperation.IntersectClip)
    painter.fillRect(board, dim)
    painter.restore()
    if codes:
        painter.setClipRegion(around.intersected(board), Qt.ClipOperation.IntersectClip)
        painter.setWorldTransform(to_pixels)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QPainterPath()
        veil.setFillRule(Qt.FillRule.OddEvenFill)
        veil.addRect(shapes.rect)
        for code in codes:
            veil.addPath(shapes.province(code, 1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dim)
        painter.drawPath(veil)
    painter.restore()


SPHERE_OPACITY = 0.5
"""Opacity of the tint of spheres of influence."""


def paint_spheres(painter: QPainter, shapes: BoardShapes, spheres: Mapping[str, str], picture_colours: PictureColours) -> None:
    """Tint each province of *spheres* in the colour of its power."""
    painter.setPen(Qt.PenStyle.NoPen)
    for code, power in spheres.items():
        if code in shapes.bounds:
            painter.setBrush(qcolor(picture_colours.power(power).land.faded(SPHERE_OPACITY)))
            painter.drawPath(shapes.province(code, 1))


def paint_target(painter: QPainter, shapes: BoardShapes, code: str, picture_colours: PictureColours, zoom: float) -> None:
    """Paint the glow of the province *code* along its borders."""
    orders = picture_colours.theme.orders
    path = shapes.province(code, 1)
    if picture_colours.theme.monochrome:
        _dash_border(painter, path, picture_colours, zoom)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(orders.glow.faded(0.26)))
    painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, opacity in ((TARGET_PIXELS, 0.28), (4.2, 0.55), (1.9, 1.0)):
        painter.setPen(pen(orders.glow.faded(opacity), width / zoom))
        painter.drawPath(path)


def _dash_border(painter: QPainter, path: QPainterPath, picture_colours: PictureColours, zoom: float) -> None:
    """The sign for a target where there are no colours: a dashed line along its border, on white."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    dashes = pen(picture_colours.theme.orders.glow, 3.2 / zoom)
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    dashes.setDashPattern([2.2, 1.6])
    for stroke in (pen(picture_colours.theme.orders.halo, 6.0 / zoom), dashes):
        painter.setPen(stroke)
        painter.drawPath(path)


def paint_hover(painter: QPainter, shapes: BoardShapes, province: str, picture_colours: PictureColours, zoom: float) -> None:
    """Outline one province, light within dark, so that it shows on any ground."""
    orders = picture_colours.theme.orders
    path = shapes.province(province, 0)
    painter.setBrush(qcolor(orders.hover.faded(0.12)))
    painter.setPen(pen(orders.hover_edge.faded(0.75), 4.2 / zoom))
    painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(orders.hover, 2.0 / zoom))
    painter.drawPath(path)


def paint_selection(painter: QPainter, at: Point, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Ring the picked unit."""
    orders = picture_colours.theme.orders
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((orders.halo, 5.6), (orders.selection, 3.0)):
        painter.setPen(pen(colour, max(width * sizes.pixel, sizes.unit * 0.08 * width)))
        painter.drawEllipse(QPointF(*at), sizes.unit * 1.62, sizes.unit * 1.62)


def paint_drag(painter: QPainter, start: Point, end: Point, picture_colours: PictureColours, sizes: Sizes) -> None:
    """A dashed line from the unit that is dragged to the pointer."""
    orders = picture_colours.theme.orders
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = (QPointF(*start), QPointF(*end))
    halo, stroke = pen(orders.halo, 5.5 * sizes.pixel), pen(orders.selection, 3.0 * sizes.pixel)
    stroke.setDashPattern([2.4, 1.8])
    # Round ends would take Qt fifty times as long.
    for each in (halo, stroke):
        each.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(each)
        painter.drawLine(*line)
    painter.setBrush(qcolor(orders.selection))
    painter.setPen(pen(orders.halo, 1.6 * sizes.pixel))
    painter.drawEllipse(line[1], 5.0 * sizes.pixel, 5.0 * sizes.pixel)
