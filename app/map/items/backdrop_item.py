"""The still part of the board: a baked pixmap, and a sharper piece over it where the view is zoomed in."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.map.items.layers import Layer
from app.map.paint.baking import Baked

MOST_PIXELS = 14_000_000
"""Of the baked board; a sharper piece is made of what is seen when that is not enough."""


class BackdropItem(QGraphicsItem):
    """Shows the baked board."""

    def __init__(self, rect: QRectF) -> None:
        super().__init__()
        self.setZValue(Layer.BACKDROP)
        self._rect = rect
        self._base: QPixmap | None = None
        self._sharp: tuple[QPixmap, QRectF] | None = None

    def show_base(self, piece: Baked) -> None:
        """Show *piece*, which covers the whole board."""
        self._base = QPixmap.fromImage(piece.image)
        self.update()

    def on_pixels(self, area: QRectF) -> QRectF:
        """*area* grown to whole pixels of the base, so that a piece that mends it fits without being smeared."""
        inside = area.intersected(self._rect)
        if self._base is None:
            return inside
        scale_x, scale_y = self._base.width() / self._rect.width(), self._base.height() / self._rect.height()
        left, top = math.floor(inside.left() * scale_x), math.floor(inside.top() * scale_y)
        right, bottom = math.ceil(inside.right() * scale_x), math.ceil(inside.bottom() * scale_y)
        return QRectF(QPointF(left / scale_x, top / scale_y), QPointF(right / scale_x, bottom / scale_y))

    def mend_base(self, piece: Baked) -> None:
        """Paint *piece* over its part of the base."""
        if self._base is None:
            return
        scale_x, scale_y = self._base.width() / self._rect.width(), self._base.height() / self._rect.height()
        painter = QPainter(self._base)
        area = piece.rect
        target = QRectF(area.left() * scale_x, area.top() * scale_y, area.width() * scale_x, area.height() * scale_y)
        painter.drawImage(target, piece.image, QRectF(piece.image.rect()))
        painter.end()
        self.update(area)

    def show_sharp(self, piece: Baked | None) -> None:
        """Show *piece* over the base; nothing when it is ``None``."""
        if piece is None and self._sharp is None:
            return
        self._sharp = None if piece is None else (QPixmap.fromImage(piece.image), piece.rect)
        self.update()

    @property
    def sharp_rect(self) -> QRectF | None:
        """What the sharp piece covers."""
        return None if self._sharp is None else self._sharp[1]

    def boundingRect(self) -> QRectF:
        """The whole board."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Copy the exposed part."""
        exposed = option.exposedRect
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._base is not None:
            _copy(painter, self._base, self._rect, exposed)
        if self._sharp is not None:
            _copy(painter, self._sharp[0], self._sharp[1], exposed)


def _copy(painter: QPainter, pixmap: QPixmap, rect: QRectF, exposed: QRectF) -> None:
    shown = exposed.intersected(rect)
    if shown.isEmpty():
        return
    scale_x, scale_y = pixmap.width() / rect.width(), pixmap.height() / rect.height()
    source = QRectF(
        (shown.left() - rect.left()) * scale_x, (shown.top() - rect.top()) * scale_y, shown.width() * scale_x, shown.height() * scale_y
    )
    painter.drawPixmap(shown, pixmap, source)
