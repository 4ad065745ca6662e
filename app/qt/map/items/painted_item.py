"""An item that paints by a function it is given, once, and copies the result from then on."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

Paint = Callable[[QPainter], None]

_MOST_PIXELS = 3_000_000
"""A larger item is painted each time: it is seen in part only."""

_SAME = 1e-4


def _nothing(painter: QPainter) -> None:
    """Paints nothing."""


class PaintedItem(QGraphicsItem):
    """Shows whatever it was last told to show, in board coordinates."""

    def __init__(self, layer: float, *, kept: bool = True) -> None:
        """*kept*: whether what was painted is kept as an image and copied."""
        super().__init__()
        self._box = QRectF()
        self._paint: Paint = _nothing
        self._kept = kept
        self._zoom = 1.0
        self._pixmap: QPixmap | None = None
        self._content: object = None
        self.setZValue(layer)

    def show_painting(self, box: QRectF, paint: Paint, zoom: float = 1.0, content: object = None) -> None:
        """Show what *paint* paints.

        Args:
            box: everything is painted within it; in board units.
            paint: given a painter in board units.
            zoom: device pixels per board unit that it is painted for.
            content: what *paint* depends on; nothing is painted anew while it equals the content before.
        """
        if content is not None and content == self._content and zoom == self._zoom:
            return
        self._content = content
        # On whole pixels, so that the kept image is copied without being smeared.
        snapped = QRectF(
            QPointF(math.floor(box.left() * zoom) / zoom, math.floor(box.top() * zoom) / zoom),
            QPointF(math.ceil(box.right() * zoom) / zoom, math.ceil(box.bottom() * zoom) / zoom),
        )
        if snapped != self._box:
            self.prepareGeometryChange()
            self._box = snapped
        self._paint = paint
        self._zoom = zoom
        self._pixmap = None
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        if not self._box.isNull():
            self.show_painting(QRectF(), _nothing)

    def boundingRect(self) -> QRectF:
        """Where it paints."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it, or copy it."""
        if self._box.isNull():
            return
        width, height = round(self._box.width() * self._zoom), round(self._box.height() * self._zoom)
        if not self._kept or width * height > _MOST_PIXELS or width < 1 or height < 1:
            painter.save()
            self._paint(painter)
            painter.restore()
            return
        if self._pixmap is None:
            self._pixmap = self._painted(width, height)
        copy_aligned(painter, self._pixmap, self._box, self._zoom)

    def _painted(self, width: int, height: int) -> QPixmap:
        pixmap = QPixmap(width, height)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(self._zoom, self._zoom)
        painter.translate(-self._box.topLeft())
        self._paint(painter)
        painter.end()
        return pixmap


def shown_zoom(painter: QPainter) -> float:
    """Device pixels per board unit that *painter* shows at."""
    ratio = painter.device().devicePixelRatio() if painter.device() is not None else 1.0
    return painter.worldTransform().m11() * ratio


def copy_aligned(painter: QPainter, pixmap: QPixmap, box: QRectF, zoom: float) -> None:
    """Copy *pixmap*, made for *zoom*, to *box*: pixel for pixel where the painter shows it at that zoom, else scaled.

    It is seen scaled only while the zoom is on its way, so that is done the quick way.
    """
    transform = painter.worldTransform()
    ratio = painter.device().devicePixelRatio() if painter.device() is not None else 1.0
    if abs(transform.m11() * ratio / zoom - 1) > _SAME or transform.isRotating():
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawPixmap(box, pixmap, QRectF(pixmap.rect()))
        return
    corner = transform.map(box.topLeft())
    painter.save()
    painter.resetTransform()
    pixmap.setDevicePixelRatio(ratio)
    painter.drawPixmap(QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio), pixmap)
    pixmap.setDevicePixelRatio(1.0)
    painter.restore()
