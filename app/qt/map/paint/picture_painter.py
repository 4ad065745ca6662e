"""Paints a whole picture on any paint device: exports, thumbnails, the printer."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.presentation.layers import order_layer
from app.presentation.layout.drawing import Plan
from app.presentation.layout.names import NamePlacer, PlacedName, covering
from app.presentation.layout.plan import Planner
from app.presentation.picture import MapPicture, rulers
from app.presentation.picture_colours import picture_colours_of
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.badge_painter import paint_badge
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.label_painter import names_of, paint_label, paint_star
from app.qt.map.paint.order_painter import paint_order, paint_order_badges
from app.qt.map.paint.rendering import rendered_now
from app.qt.map.paint.still_layers import paint_in_layers
from app.qt.map.paint.still_painter import Detail, StillPart
from app.qt.map.paint.unit_painter import paint_plus_or_cross, paint_unit
from variants.compiled import CompiledBoard


class StillFormat(StrEnum):
    """Format of the still part."""

    WHOLE = "whole"
    """With everything."""
    SMOOTH = "smooth"
    """Without the grain of paper, for small files; a whole board is painted in layers that are kept for the next picture of it."""
    FLAT = "flat"
    """As plain shapes that stay shapes in a vector file."""
    IMAGE = "image"
    """As an image laid under shapes: for printers and PDF."""


_DETAILS = {
    StillFormat.WHOLE: Detail.WHOLE,
    StillFormat.SMOOTH: Detail.SMOOTH,
    StillFormat.FLAT: Detail.FLAT,
    StillFormat.IMAGE: Detail.FLAT,
}
"""An image under shapes is painted apart; without colours it is flat."""


def paint_picture(
    painter: QPainter,
    shapes: BoardShapes,
    picture: MapPicture,
    zoom: float,
    ground: StillFormat = StillFormat.WHOLE,
    image_zoom: float = 2.0,
    area: QRectF | None = None,
) -> Plan:
    """Paint *picture* in board coordinates and return how it was laid out.

    Args:
        painter: scaled so that one unit of the board is one unit of the painter.
        shapes: the drawn board.
        picture: what to show; what a person points at is left out.
        zoom: pixels that the reader sees per board unit; symbols get their least sizes from it.
        ground: how the still part is painted.
        image_zoom: pixels per board unit of the still part's image, where it is one.
        area: the part of the board that is seen, in its units; all of it unless given.
    """
    load_fonts()
    board = shapes.board
    plan = Planner(board, picture.variant.board).plan(picture, zoom)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.setClipRect(QRectF(0, 0, board.width, board.height))
    paint_ground(painter, shapes, picture, zoom, ground, image_zoom, area)
    names = NamePlacer(board).place(names_of(board, picture, zoom), covering(plan), plan.sizes.unit, plan.sizes.pixel)
    paint_pieces(painter, board, picture, plan, names, zoom)
    painter.restore()
    return plan


def paint_ground(
    painter: QPainter,
    shapes: BoardShapes,
    picture: MapPicture,
    zoom: float,
    ground: StillFormat,
    image_zoom: float = 2.0,
    area: QRectF | None = None,
) -> None:
    """Paint the still part of *picture*; see :func:`paint_picture`."""
    picture_colours = picture_colours_of(picture)
    still = StillPart(shapes, picture_colours, rulers(picture) if picture.tint else {}, picture.hidden)
    if ground is StillFormat.IMAGE and not picture_colours.theme.monochrome:
        piece = rendered_now(still, shapes.rect, image_zoom, Detail.SMOOTH)  # paper has a grain of its own
        painter.drawImage(shapes.rect, piece.image, QRectF(piece.image.rect()))
    elif ground is StillFormat.SMOOTH and area is None:
        paint_in_layers(painter, still, zoom)
    else:
        for _ in still.steps(painter, (area or shapes.rect).intersected(shapes.rect), zoom, _DETAILS[ground]):
            pass


def paint_pieces(
    painter: QPainter, board: CompiledBoard, picture: MapPicture, plan: Plan, names: Mapping[str, PlacedName], zoom: float
) -> None:
    """Paint what stands on the board as *plan* has it: stars, orders, *names*, units, marks."""
    picture_colours = picture_colours_of(picture)
    sizes = plan.sizes
    for at in plan.stars.values():
        paint_star(painter, at, picture_colours, sizes)
    ordered = sorted(plan.orders, key=lambda each: order_layer(each.shape))
    for drawing in ordered:
        paint_order(painter, drawing, picture_colours, sizes)
    for code, placed in names.items():
        painter.save()
        painter.translate(*placed.aside)
        paint_label(painter, placed.name.label, board.provinces[code], picture_colours, zoom)
        painter.restore()
    for unit in sorted(plan.units, key=lambda each: each.displaced):
        paint_unit(painter, unit, picture_colours, sizes, picture.unit_set)
    for unit in plan.units:
        paint_plus_or_cross(painter, unit, picture_colours, sizes)
    for drawing in ordered:
        paint_order_badges(painter, drawing, picture_colours, sizes)
    for badge in plan.badges:
        paint_badge(painter, badge, picture_colours, sizes)
