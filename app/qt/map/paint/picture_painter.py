"""Painter of whole pictures on any device, and of many pictures of one board that share what does not change.

Sea, shadows, relief and coasts are kept as layers, each province as a small image for each colour it was seen in. Every kept image follows
from the board, the theme, the size and that colour alone, never from what was painted before, so that equal pictures have equal bytes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from app.presentation.layout.drawing import Plan, order_layer
from app.presentation.layout.name_places import NamePlacer, PlacedName, covering
from app.presentation.layout.plan import planner_of
from app.presentation.picture import MapPicture, rulers
from app.presentation.power_colours import PowerColours, picture_colours_of
from app.presentation.theme import Theme
from app.qt.map.fonts import load_fonts
from app.qt.map.paint.highlight_painter import paint_spheres
from app.qt.map.paint.label_painter import names_of, paint_kept_label, paint_label, paint_star
from app.qt.map.paint.order_painter import paint_badge, paint_order, paint_order_badges
from app.qt.map.paint.shapes import BoardShapes
from app.qt.map.paint.still_painter import Detail, StillPainter, StillPart, rendered_now
from app.qt.map.paint.unit_painter import paint_plus_or_cross, paint_unit
from variants.compiled import CompiledBoard

_KEPT = 2
"""Boards at one size in one theme: a picture and its page in black and white."""
_MOST_PIECES = 600
"""Images of provinces of each; those painted longest ago go first."""
_MOST_PIXELS = 3_000_000
"""Limit of a layer; larger pictures are painted one at a time as a whole."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_kept: OrderedDict[tuple[int, str, tuple[float, ...], int, int], _Layers] = OrderedDict()


def paint_in_layers(painter: QPainter, part: StillPart, zoom: float) -> None:
    """Paint all of *part* without the grain of paper, see ``Detail.SMOOTH``.

    Args:
        painter: on an image; its coordinates are the board's.
        part: the board and its rulers.
        zoom: device pixels per board unit.
    """
    device = painter.deviceTransform()
    room = device.mapRect(part.shapes.rect).toAlignedRect()
    if room.width() * room.height() > _MOST_PIXELS:
        for _ in part.steps(painter, part.shapes.rect, zoom, Detail.SMOOTH):
            pass
        return
    place = (device.m11(), device.m12(), device.m21(), device.m22(), device.dx(), device.dy(), zoom)
    theme = part.picture_colours.theme
    key = (id(part.shapes), theme.name, place, room.width(), room.height())
    layers = _kept.pop(key, None)
    if layers is None or layers.shapes is not part.shapes or layers.theme != theme:
        layers = _Layers(part, device, room, zoom)
    layers.paint(painter, part)
    _keep(_kept, key, layers, _KEPT)


class _Layers:
    """Layers that the pictures of one board share, at one size in one theme."""

    def __init__(self, part: StillPart, device: QTransform, room: QRect, zoom: float) -> None:
        self.shapes: BoardShapes = part.shapes
        self.theme: Theme = part.picture_colours.theme
        self._device, self._room, self._zoom = device, room, zoom
        bare = replace(part, rulers={}, hidden=frozenset())
        self._under = self._image(bare, room, _under)
        self._relief = self._image(bare, room, _relief)
        self._coasts = self._image(bare, room, _coasts)
        self._pieces: OrderedDict[tuple[str, PowerColours | None], tuple[QPoint, QImage]] = OrderedDict()

    def paint(self, painter: QPainter, part: StillPart) -> None:
        """Lay everything over one another; what is the picture's own is painted."""
        painter.save()
        painter.resetTransform()
        painter.drawImage(self._room.topLeft(), self._under)
        for code in self.shapes.land_codes:
            painter.drawImage(*self._piece(part, code))
        painter.drawImage(self._room.topLeft(), self._relief)
        painter.restore()
        own = StillPainter(part, painter, self.shapes.rect, self._zoom, Detail.SMOOTH)
        for _ in own.borders():
            pass
        painter.save()
        painter.resetTransform()
        painter.drawImage(self._room.topLeft(), self._coasts)
        painter.restore()
        own.foreground()
        own.fog()
        own.frame()

    def _piece(self, part: StillPart, code: str) -> tuple[QPoint, QImage]:
        ruler = part.rulers.get(code)
        key = (code, None if ruler is None else part.picture_colours.power(ruler))
        found = self._pieces.pop(key, None)
        if found is None:
            slack = self.shapes.measure * 2 + 2 / self._zoom
            box = self.shapes.bounds[code].adjusted(-slack, -slack, slack, slack)
            room = self._device.mapRect(box).toAlignedRect().intersected(self._room)
            alone = replace(part, rulers={} if ruler is None else {code: ruler}, hidden=frozenset())
            found = room.topLeft(), self._image(alone, room, lambda still: still.province(code))
        _keep(self._pieces, key, found, _MOST_PIECES)
        return found

    def _image(self, part: StillPart, room: QRect, paint: Callable[[StillPainter], None]) -> QImage:
        image = QImage(room.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        try:
            painter.setTransform(self._device * QTransform.fromTranslate(-room.x(), -room.y()))
            painter.setClipRect(QRectF(self.shapes.rect))
            still = StillPainter(part, painter, self.shapes.rect, self._zoom, Detail.SMOOTH)
            still.begin()
            paint(still)
        finally:
            painter.end()
        return image


def _keep(kept: OrderedDict[_Key, _Value], key: _Key, value: _Value, most: int) -> None:
    """Keep *value* as the one used last. Pictures are made in other threads too, so nothing is taken for granted between two steps."""
    kept[key] = value
    while len(kept) > most:
        with suppress(KeyError):
            kept.popitem(last=False)


def _under(still: StillPainter) -> None:
    for _ in still.under():
        pass


def _relief(still: StillPainter) -> None:
    still.straits()
    for _ in still.decorations():
        pass


def _coasts(still: StillPainter) -> None:
    still.coasts()


class StillFormat(StrEnum):
    """Format of the still part."""

    WHOLE = "whole"
    """With everything."""
    SMOOTH = "smooth"
    """Without the grain of paper, for small files; a whole board is painted in layers that are kept for the next picture of it."""
    FLAT = "flat"
    """Plain shapes that stay shapes in a vector file."""
    IMAGE = "image"
    """Image laid under shapes: for printers and PDF."""


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
    plan = planner_of(board, picture.variant.board).plan(picture, zoom)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.setClipRect(QRectF(0, 0, board.width, board.height))
    paint_ground(painter, shapes, picture, zoom, ground, image_zoom, area)
    names = NamePlacer(board).place(names_of(board, picture, zoom), covering(plan), plan.sizes.unit, plan.sizes.pixel)
    keeps_names = ground is StillFormat.SMOOTH and isinstance(painter.device(), QImage)
    paint_pieces(painter, board, picture, plan, names, zoom, keeps_names=keeps_names)
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
    paint_spheres(painter, shapes, picture.spheres, picture_colours)


def paint_pieces(
    painter: QPainter,
    board: CompiledBoard,
    picture: MapPicture,
    plan: Plan,
    names: Mapping[str, PlacedName],
    zoom: float,
    *,
    keeps_names: bool = False,
) -> None:
    """Paint what stands on the board as *plan* has it: stars, orders, *names*, units, marks.

    Args:
        keeps_names: whether names are painted from images that are kept for the next picture; for a painter on an image that does not turn.
    """
    picture_colours = picture_colours_of(picture)
    sizes = plan.sizes
    for at in plan.stars.values():
        paint_star(painter, at, picture_colours, sizes)
    ordered = sorted(plan.orders, key=lambda each: order_layer(each.shape))
    for drawing in ordered:
        paint_order(painter, drawing, picture_colours, sizes)
    for code, placed in names.items():
        if keeps_names:
            paint_kept_label(painter, placed.name.label, board.provinces[code], picture_colours, zoom, placed.aside)
            continue
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
