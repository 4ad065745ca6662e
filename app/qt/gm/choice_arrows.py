"""Arrows over the board for the choices of a doubtful line, each with its number."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Move, Order, Retreat, Support, Waive
from app.presentation.layout.drawing import Layer
from app.presentation.layout.places import anchor
from app.qt.widgets.look import Look
from variants.compiled import CompiledBoard

RADIUS = 11.0
"""Radius of a number, in pixels of the screen."""
_LINE, _HALO, _HEAD = 3.6, 2.6, 9.0
_BESIDE = 26.0
"""Pixels from its unit at which the number of a choice without an arrow stands."""


class ChoiceArrows(QGraphicsItem):
    """The arrows of *orders*, numbered from 1, on *board*; of one width on the screen for any zoom."""

    def __init__(self, board: CompiledBoard, orders: Sequence[Order], look: Look) -> None:
        super().__init__()
        self._box = QRectF(0, 0, board.width, board.height)
        self._look = look
        self._lines: dict[int, QLineF] = {}
        """Lines by number, from the unit to the end of the arrow; of no length where the choice goes nowhere."""
        for number, order in enumerate(orders, 1):
            start, end = _at(board, _start(order)), _at(board, _end(order))
            if start is not None:
                self._lines[number] = QLineF(start, end or start)
        self._heads = {number for number, order in enumerate(orders, 1) if isinstance(order, Move | Retreat)}
        self.setZValue(Layer.BADGES + 5)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers in view."""
        return tuple(self._lines)

    def boundingRect(self) -> QRectF:
        """The whole board: it is there for a moment, and follows every zoom."""
        return self._box

    def place_of(self, number: int, zoom: float) -> QPointF:
        """Return the place of the middle of *number* where one board unit covers *zoom* pixels."""
        line = self._lines[number]
        if line.isNull():
            alone = sorted(each for each, other in self._lines.items() if other.isNull())
            return line.p1() + QPointF((_BESIDE + 2.4 * RADIUS * alone.index(number)) / zoom, -_BESIDE / zoom)
        # Two choices that end alike have their numbers one behind the other.
        same = sorted(each for each, other in self._lines.items() if other == line)
        return line.pointAt(min(0.85, 0.55 + 0.2 * same.index(number)))

    def number_at(self, point: QPointF, zoom: float) -> int | None:
        """The number at *point* of the board; ``None`` where there is none."""
        near = ((QLineF(point, self.place_of(each, zoom)).length() * zoom, each) for each in self._lines)
        found = min(near, default=(RADIUS + 5, 0))
        return found[1] if found[0] <= RADIUS + 3 else None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Lines first, numbers over all of them."""
        zoom = option.levelOfDetailFromTransform(painter.worldTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, line in self._lines.items():
            if not line.isNull():
                self._paint_line(painter, line, zoom, has_head=number in self._heads)
        for number in self._lines:
            self._paint_number(painter, self.place_of(number, zoom), str(number), zoom)

    def _paint_line(self, painter: QPainter, line: QLineF, zoom: float, *, has_head: bool) -> None:
        ink, halo = self._look.colour("warning"), self._look.colour("raised")
        short = QLineF(line)
        short.setLength(max(line.length() * 0.5, line.length() - (_HEAD / zoom if has_head else 0)))
        for colour, width, dashed in ((halo, _LINE + _HALO, False), (ink, _LINE, True)):
            pen = QPen(colour, width / zoom)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap if not dashed else Qt.PenCapStyle.FlatCap)
            if dashed:
                pen.setDashPattern([2.2, 1.3])
            painter.setPen(pen)
            painter.drawLine(short)
        if has_head:
            along = line.unitVector()
            step = (along.p2() - along.p1()) / zoom
            wing = QPointF(-step.y(), step.x()) * _HEAD * 0.72
            painter.setPen(QPen(halo, 1.2 / zoom))
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF([line.p2(), line.p2() - step * _HEAD * 1.7 + wing, line.p2() - step * _HEAD * 1.7 - wing]))

    def _paint_number(self, painter: QPainter, at: QPointF, words: str, zoom: float) -> None:
        painter.save()
        painter.translate(at)
        painter.scale(1 / zoom, 1 / zoom)
        painter.setPen(QPen(self._look.colour("raised"), 1.6))
        painter.setBrush(self._look.colour("warning"))
        painter.drawEllipse(QPointF(), RADIUS, RADIUS)
        font = QFont(painter.font())
        font.setPixelSize(round(RADIUS * 1.25))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._look.colour("raised"))
        painter.drawText(QRectF(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS), Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()


def _at(board: CompiledBoard, location: Location | None) -> QPointF | None:
    point = None if location is None else anchor(board, location)
    return None if point is None else QPointF(*point)


def _start(order: Order) -> Location | None:
    return None if isinstance(order, Waive) else order.piece.location


def _end(order: Order) -> Location | None:
    match order:
        case Move(target=target) | Retreat(target=target) | Convoy(target=target):
            return target
        case Support(supported=supported, target=target):
            return target or supported.location
        case Build() | _:
            return None
