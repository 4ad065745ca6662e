"""An item that paints by a function it is given."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

Paint = Callable[[QPainter], None]


def _nothing(painter: QPainter) -> None:
    """Paints nothing."""


class PaintedItem(QGraphicsItem):
    """Shows whatever it was last told to show, in board coordinates."""

    def __init__(self, layer: float) -> None:
        super().__init__()
        self._box = QRectF()
        self._paint: Paint = _nothing
        self.setZValue(layer)

    def show_painting(self, box: QRectF, paint: Paint) -> None:
        """Show what *paint* paints, all of it within *box*."""
        if box != self._box:
            self.prepareGeometryChange()
            self._box = box
        self._paint = paint
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self.show_painting(QRectF(), _nothing)

    def boundingRect(self) -> QRectF:
        """Where it paints."""
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it."""
        self._paint(painter)
