"""Paints a whole picture on any paint device: exports, thumbnails, the printer."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.map.dress import dress_of
from app.map.fonts import load_fonts
from app.map.layout.drawing import Plan, Shape
from app.map.layout.plan import Planner
from app.map.paint.badge_painter import paint_badge
from app.map.paint.board_shapes import BoardShapes
from app.map.paint.label_painter import chosen_label, paint_label, paint_stars
from app.map.paint.order_painter import paint_order, paint_order_badges
from app.map.paint.still_painter import StillPart
from app.map.paint.unit_painter import paint_plus_or_cross, paint_unit
from app.map.picture import MapPicture, rulers

LAYERS: Mapping[Shape, int] = {
    Shape.HOLD: 0,
    Shape.CONVOY: 1,
    Shape.RETREAT: 2,
    Shape.SHIELD: 3,
    Shape.MOVE: 4,
    Shape.CONVOYED: 4,
    Shape.SUPPORT: 5,
    Shape.BUILD: 6,
    Shape.REMOVE: 6,
    Shape.DISBAND: 6,
}
"""Which orders lie over which."""


def paint_picture(painter: QPainter, shapes: BoardShapes, picture: MapPicture, zoom: float) -> Plan:
    """Paint *picture* in board coordinates and return how it was laid out.

    Args:
        painter: scaled so that one unit of the board is one unit of the painter.
        shapes: the drawn board.
        picture: what to show; what a person points at is left out.
        zoom: device pixels per board unit; symbols get their least sizes from it.
    """
    load_fonts()
    board = shapes.board
    dress = dress_of(picture)
    plan = Planner(board, picture.variant).plan(picture, zoom)
    sizes = plan.sizes
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.setClipRect(QRectF(0, 0, board.width, board.height))
    StillPart(shapes, dress, rulers(picture) if picture.tint else {}, picture.hidden).paint(painter, shapes.rect, zoom)
    paint_stars(painter, board, dress, sizes, picture.hidden)
    for code, shape in board.provinces.items():
        label = chosen_label(shape, picture.labels, zoom)
        if label is not None and code not in picture.hidden:
            paint_label(painter, label, shape, dress, zoom)
    ordered = sorted(plan.orders, key=lambda each: LAYERS[each.shape])
    for drawing in ordered:
        paint_order(painter, drawing, dress, sizes)
    for unit in plan.units:
        paint_unit(painter, unit, dress, sizes, picture.unit_style)
    for unit in plan.units:
        paint_plus_or_cross(painter, unit, dress, sizes)
    for drawing in ordered:
        paint_order_badges(painter, drawing, dress, sizes)
    for badge in plan.badges:
        paint_badge(painter, badge, dress, sizes)
    painter.restore()
    return plan
