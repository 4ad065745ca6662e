"""A province's name, rendered once per zoom and then only copied."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from adjudicator.board import Terrain
from app.map.dress import Dress
from app.map.items.layers import Layer
from app.map.paint.label_painter import label_path, paint_label
from variants.compiled import Label, ProvinceShape

_FINER = 2.0
"""Rendered at twice the size it is shown at, so that it stays crisp wherever it lies between pixels."""


class LabelItem(QGraphicsItem):
    """One name."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(Layer.LABELS)
        self._box = QRectF()
        self._pixmap: QPixmap | None = None
        self._wanted: tuple[Label, ProvinceShape, Dress, float] | None = None

    def show_label(self, label: Label | None, shape: ProvinceShape, dress: Dress, zoom: float) -> None:
        """Show *label* as it looks at *zoom* pixels per board unit; nothing when it is ``None``."""
        wanted = None if label is None else (label, shape, dress, zoom)
        if wanted == self._wanted:
            return
        self.prepareGeometryChange()
        self._wanted = wanted
        self._pixmap = None
        self._box = QRectF()
        if label is not None:
            grown = label.size * 0.4 + 4 / zoom
            box = label_path(label, shape.terrain is Terrain.SEA, 9.4 / zoom).boundingRect()
            for x, y in label.leader or ():
                box = box.united(QRectF(x - 1, y - 1, 2, 2))
            self._box = box.adjusted(-grown, -grown, grown, grown)
        self.update()

    def boundingRect(self) -> QRectF:
        """The name with its halo."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Copy the rendered name."""
        if self._wanted is None:
            return
        if self._pixmap is None:
            self._pixmap = self._rendered()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._box, self._pixmap, QRectF(self._pixmap.rect()))

    def _rendered(self) -> QPixmap:
        assert self._wanted is not None
        label, shape, dress, zoom = self._wanted
        scale = zoom * _FINER
        pixmap = QPixmap(max(1, math.ceil(self._box.width() * scale)), max(1, math.ceil(self._box.height() * scale)))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(pixmap.width() / self._box.width(), pixmap.height() / self._box.height())
        painter.translate(-self._box.topLeft())
        paint_label(painter, label, shape, dress, zoom)
        painter.end()
        return pixmap

    def middle(self) -> QPointF:
        """The middle of the name."""
        return self._box.center()
