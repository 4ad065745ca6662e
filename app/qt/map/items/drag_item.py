"""The line from a unit that is dragged to the pointer."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.presentation.layers import Layer
from app.presentation.layout.polyline import Point, distance
from app.qt.map.items.kept_painting import Paint

_STRIP_PIXELS = 96.0
"""Length of the strips along the line that are painted again when it moves."""


class DragItem(QGraphicsItem):
    """Shows a straight line, and repaints the area along it alone: its box would be most of the window."""

    def __init__(self, board: QRectF) -> None:
        """*board*: where lines may run, in board units."""
        super().__init__()
        self._board = board
        self._line: tuple[Point, Point] | None = None
        self._reach = 0.0
        self._pixel = 1.0
        self._paint: Paint | None = None
        self.setZValue(Layer.DRAG)

    def show_line(self, start: Point, end: Point, paint: Callable[[QPainter], None], reach: float, pixel: float) -> None:
        """Show the line from *start* to *end*.

        Args:
            start: where it begins, in board units.
            end: where it ends.
            paint: paints it, in board units.
            reach: how far from the line anything is painted.
            pixel: one pixel of the screen, in board units.
        """
        self._uncover()
        self._line, self._paint, self._reach, self._pixel = (start, end), paint, reach, pixel
        self._uncover()

    def clear(self) -> None:
        """Show nothing."""
        self._uncover()
        self._line = self._paint = None

    def _uncover(self) -> None:
        """Repaint the strips along the line. The scene gets them: an item's own updates become one box."""
        scene = self.scene()
        if self._line is None or scene is None:
            return
        (x, y), (to_x, to_y) = self._line
        count = max(1, math.ceil(distance(*self._line) / (_STRIP_PIXELS * self._pixel)))
        wide, high = (to_x - x) / count, (to_y - y) / count
        for step in range(count):
            strip = QRectF(x + wide * step, y + high * step, wide, high)
            scene.update(strip.normalized().adjusted(-self._reach, -self._reach, self._reach, self._reach))

    def boundingRect(self) -> QRectF:
        """The whole board: a box that went with the line would be repainted with all that lies in it."""
        return self._board

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the line, if there is one."""
        if self._paint is not None:
            painter.save()
            self._paint(painter)
            painter.restore()
