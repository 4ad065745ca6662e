"""An item that paints by a function it is given, once, and copies the result from then on."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.qt.map.items.kept_painting import KeptPainting, Paint
from app.qt.map.items.repaints import Repaints


def _nothing(painter: QPainter) -> None:
    """Paints nothing."""


class PaintedItem(QGraphicsItem):
    """Item that shows the last painting it was given, in board coordinates."""

    def __init__(self, layer: float, *, repaints: Repaints | None = None) -> None:
        """*repaints*: paints what is only coloured otherwise, behind; without it what was painted is not kept."""
        super().__init__()
        self._box = QRectF()
        self._paint: Paint = _nothing
        self._repaints = repaints
        self._zoom = 1.0
        self._kept: KeptPainting | None = None
        self._is_stale = False
        """True if the kept painting shows the item in colours that it has no more."""
        self._content: object = None
        self._colours: object = None
        self.setZValue(layer)

    def is_showing(self, zoom: float, content: object, colours: object) -> bool:
        """Return True if it paints exactly this; see ``show_painting``."""
        return content == self._content and colours == self._colours and zoom == self._zoom

    def show_painting(self, box: QRectF, paint: Paint, zoom: float = 1.0, content: object = None, colours: object = None) -> None:
        """Show what *paint* paints.

        Args:
            box: everything is painted within it; in board units.
            paint: given a painter in board units.
            zoom: device pixels per board unit that it is painted for.
            content: all that *paint* depends on besides colours; ``None`` paints it again each time.
            colours: its colours. Where nothing else differs, the old painting stays until it is painted again, which is soon.
        """
        is_same = content is not None and content == self._content and zoom == self._zoom
        if is_same and colours == self._colours:
            return
        self._content, self._colours = content, colours
        self._paint = paint
        if is_same and self._kept is not None and self._repaints is not None:
            self._is_stale = True
            self._repaints.add(self)
            self.update()
            return
        # On whole pixels, so that the kept image is copied without being smeared.
        snapped = QRectF(
            QPointF(math.floor(box.left() * zoom) / zoom, math.floor(box.top() * zoom) / zoom),
            QPointF(math.ceil(box.right() * zoom) / zoom, math.ceil(box.bottom() * zoom) / zoom),
        )
        if snapped != self._box:
            self.prepareGeometryChange()
            self._box = snapped
        self._zoom = zoom
        self.forget()

    def clear(self) -> None:
        """Show nothing."""
        if not self._box.isNull():
            self.show_painting(QRectF(), _nothing)

    def forget(self) -> None:
        """Paint it again when it is next seen."""
        self._kept = None
        self._fresh()
        self.update()

    def freshen(self) -> None:
        """Paint it in its colours by now."""
        if self._kept is not None:
            self._kept = self._kept.repainted(self._paint)
        self._fresh()
        self.update()

    def _fresh(self) -> None:
        if self._is_stale and self._repaints is not None:
            self._repaints.drop(self)
        self._is_stale = False

    def boundingRect(self) -> QRectF:
        """Return the rectangle in which it paints."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it, or copy it."""
        if self._box.isNull():
            return
        if self._repaints is None:
            painter.save()
            self._paint(painter)
            painter.restore()
            return
        if self._is_stale:
            self._repaints.was_seen(self)
        if self._kept is None:
            self._kept = KeptPainting(self._box, self._zoom, self._paint)
            # To learn which part is exposed, which takes its time.
            self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption, not self._kept.is_whole)
        self._kept.copy_to(painter, option.exposedRect)
