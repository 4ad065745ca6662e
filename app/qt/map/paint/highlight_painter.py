"""Paints what a person picks and points at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.qt_shapes import no_brush, no_pen, pen, qcolor
from app.view.layout.polyline import Point
from app.view.layout.sizes import Sizes
from app.view.picture import Pointing
from app.view.picture_colours import PictureColours


def paint_glow(painter: QPainter, shapes: BoardShapes, pointing: Pointing, picture_colours: PictureColours, zoom: float) -> None:
    """Dim the board but for the targets, their partners and the picked province, and let the targets glow along their borders."""
    orders = picture_colours.theme.orders
    bright = [code for code in sorted(pointing.targets) if code in shapes.board.provinces]
    if pointing.dim_others:
        veil = QPainterPath()
        veil.setFillRule(Qt.FillRule.OddEvenFill)
        veil.addRect(shapes.rect)
        kept = {*bright, *pointing.partners, *(() if pointing.selected is None else (pointing.selected,))}
        for code in sorted(kept & shapes.board.provinces.keys()):
            veil.addPath(shapes.province(code, 1))
        painter.setPen(no_pen())
        painter.setBrush(qcolor(orders.dim))
        painter.drawPath(veil)
    if picture_colours.theme.monochrome:
        _dash_borders(painter, shapes, bright, picture_colours, zoom)
        return
    painter.setPen(no_pen())
    painter.setBrush(qcolor(orders.glow.faded(0.26)))
    for code in bright:
        painter.drawPath(shapes.province(code, 1))
    painter.setBrush(no_brush())
    for width, opacity in ((7.0, 0.28), (4.2, 0.55), (1.9, 1.0)):
        painter.setPen(pen(orders.glow.faded(opacity), width / zoom))
        for code in bright:
            painter.drawPath(shapes.province(code, 1))


def _dash_borders(painter: QPainter, shapes: BoardShapes, codes: Sequence[str], picture_colours: PictureColours, zoom: float) -> None:
    """The sign for targets where there are no colours: a dashed line along their borders, on white."""
    painter.setBrush(no_brush())
    dashes = pen(picture_colours.theme.orders.glow, 3.2 / zoom)
    dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
    dashes.setDashPattern([2.2, 1.6])
    for stroke in (pen(picture_colours.theme.orders.halo, 6.0 / zoom), dashes):
        painter.setPen(stroke)
        for code in codes:
            painter.drawPath(shapes.province(code, 1))


def paint_hover(painter: QPainter, shapes: BoardShapes, province: str, picture_colours: PictureColours, zoom: float) -> None:
    """Outline one province, light within dark, so that it shows on any ground."""
    orders = picture_colours.theme.orders
    path = shapes.province(province, 0)
    painter.setBrush(qcolor(orders.hover.faded(0.12)))
    painter.setPen(pen(orders.hover_edge.faded(0.75), 4.2 / zoom))
    painter.drawPath(path)
    painter.setBrush(no_brush())
    painter.setPen(pen(orders.hover, 2.0 / zoom))
    painter.drawPath(path)


def paint_selection(painter: QPainter, at: Point, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Ring the picked unit."""
    orders = picture_colours.theme.orders
    painter.setBrush(no_brush())
    for colour, width in ((orders.halo, 5.6), (orders.selection, 3.0)):
        painter.setPen(pen(colour, max(width * sizes.pixel, sizes.unit * 0.08 * width)))
        painter.drawEllipse(QPointF(*at), sizes.unit * 1.62, sizes.unit * 1.62)


def paint_drag(painter: QPainter, start: Point, end: Point, picture_colours: PictureColours, sizes: Sizes) -> None:
    """A dashed line from the unit that is dragged to the pointer."""
    orders = picture_colours.theme.orders
    painter.setBrush(no_brush())
    line = (QPointF(*start), QPointF(*end))
    painter.setPen(pen(orders.halo, 5.5 * sizes.pixel))
    painter.drawLine(*line)
    stroke = pen(orders.selection, 3.0 * sizes.pixel)
    stroke.setDashPattern([2.4, 1.8])
    painter.setPen(stroke)
    painter.drawLine(*line)
    painter.setBrush(qcolor(orders.selection))
    painter.setPen(pen(orders.halo, 1.6 * sizes.pixel))
    painter.drawEllipse(line[1], 5.0 * sizes.pixel, 5.0 * sizes.pixel)
