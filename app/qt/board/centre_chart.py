"""Chart of the centres: a line for each power over the years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.qt.widgets.look import Look
from app.qt.widgets.style import growth
from app.qt.widgets.swatch import Swatch
from app.statistics.centres import CentreHistory
from languages import tr


class CentreChart(QWidget):
    """Paints a history."""

    def __init__(
        self, history: CentreHistory, swatches: Mapping[str, Swatch], look: Look, victory: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.history = history
        """History that is painted."""
        self._swatches = swatches
        self._look = look
        self._victory = victory
        self.setAccessibleName(tr("Centres over the years"))

    def minimumSizeHint(self) -> QSize:
        """As much as its numbers need to be read."""
        return QSize(420, 170) * growth(self.font())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Axes, the line of victory, and a line for each power."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = growth(self.font())
        room = QRectF(self.rect()).adjusted(30 * scale, 8 * scale, -22 * scale, -22 * scale)
        top = max(self._victory, self.history.most)
        painter.setPen(QPen(self._look.colour("line"), 1))
        for count in range(0, top + 1, max(1, top // 6)):
            y = room.bottom() - room.height() * count / max(1, top)
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
            painter.setPen(self._look.colour("text_soft"))
            painter.drawText(
                QRectF(0, y - 9 * scale, 24 * scale, 18 * scale), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(count)
            )
            painter.setPen(QPen(self._look.colour("line"), 1))
        victory = room.bottom() - room.height() * self._victory / max(1, top)
        painter.setPen(QPen(self._look.colour("warning"), 1.4, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(room.left(), victory), QPointF(room.right(), victory))
        self._paint_years(painter, room, scale)
        for power, counts in reversed(self.history.counts):
            self._paint_power(painter, room, power, counts, top)
        painter.end()

    def _x(self, room: QRectF, number: int) -> float:
        return room.left() + room.width() * number / max(1, len(self.history.moments) - 1)

    def _paint_years(self, painter: QPainter, room: QRectF, scale: float) -> None:
        painter.setPen(self._look.colour("text_soft"))
        wide = max(painter.fontMetrics().horizontalAdvance(each) for each in self.history.moments) + 10
        every = max(1, len(self.history.moments) // 8, round(len(self.history.moments) * wide / room.width() + 0.5))
        for number, moment in enumerate(self.history.moments):
            if number % every == 0:
                box = QRectF(self._x(room, number) - wide / 2, room.bottom() + 3 * scale, wide, 18 * scale)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, moment)

    def _paint_power(self, painter: QPainter, room: QRectF, power: str, counts: Sequence[int], top: int) -> None:
        swatch = self._swatches.get(power)
        points = [
            QPointF(self._x(room, number), room.bottom() - room.height() * count / max(1, top)) for number, count in enumerate(counts)
        ]
        painter.setPen(QPen(self._look.colour("raised"), 4.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(points)
        colour = self._look.colour("text") if swatch is None else swatch.ink
        painter.setPen(QPen(colour, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(points)
        painter.setBrush(colour if swatch is None else swatch.fill)
        painter.drawEllipse(points[-1], 3.6, 3.6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
