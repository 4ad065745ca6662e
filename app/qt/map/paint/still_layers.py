"""Paints the still part of many pictures of one board that differ in rulers and fog alone: what they share is painted once.

Sea, shadows, relief and coasts are kept as layers, each province as a small image for each colour it was seen in. Every kept image follows
from the board, the theme, the size and that colour alone, never from what was painted before, so that equal pictures have equal bytes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from app.presentation.power_colours import PowerColours
from app.presentation.theme import Theme
from app.qt.map.paint.board_shapes import BoardShapes
from app.qt.map.paint.still_painter import Detail, StillPainter, StillPart

_KEPT = 2
"""Boards at one size in one theme: a picture and its page in black and white."""
_MOST_PIECES = 600
"""Images of provinces of each; those painted longest ago go first."""
_MOST_PIXELS = 3_000_000
"""Of a layer; larger pictures are painted one at a time as a whole."""

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
