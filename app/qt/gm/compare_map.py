"""Two branches on one map: A solid, B dashed, each with its letter, so that black and white print has it too."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Move, Order, Retreat, Support, Waive
from app.gm.comparing import BranchComparison, OrderDifference, OrderSide, UnitDifference
from app.presentation.layout.places import anchor
from app.presentation.layout.polyline import Point
from app.presentation.picture import MapPicture
from app.qt.map.export import LARGEST_WIDTH, SMALLEST_WIDTH, render_image
from app.qt.widgets.look import Look
from languages import clauses, tr
from variants.compiled import CompiledBoard

_ALIKE = 40
"""Degrees of hue below which two colours are too much alike for the two branches; line and letter tell them apart as well."""

_UNIT = 0.0165
"""The radius of a unit's symbol, as a part of the board's width."""


class CompareMap(QWidget):
    """The board with the position both branches start from, and over it what differs."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Map of what differs"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 240)
        self._look = look
        self._board: CompiledBoard | None = None
        self._picture: MapPicture | None = None
        self._found: BranchComparison | None = None
        self._chosen = ""
        self._parts: frozenset[str] = frozenset()
        self._ground: QImage | None = None

    def show_comparison(
        self, board: CompiledBoard, picture: MapPicture, found: BranchComparison, look: Look, parts: frozenset[str], chosen: str = ""
    ) -> None:
        """Show what differs: of *parts* alone (orders, units, centres), and of them the row *chosen* alone where one is."""
        if picture != self._picture or board is not self._board:
            self._ground = None
        self._board, self._picture, self._found, self._look = board, picture, found, look
        self._parts, self._chosen = parts, chosen
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint the ground again in the new size."""
        self._ground = None
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """Return the largest size that it can have."""
        return QSize(800, 640)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Ground first, then B and A over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour("sunken"))
        board, found = self._board, self._found
        if board is None or self._picture is None or found is None:
            painter.end()
            return
        margin = 12
        zoom = min((self.width() - 2 * margin) / board.width, (self.height() - 2 * margin) / board.height)
        width = min(max(SMALLEST_WIDTH, round(board.width * zoom)), LARGEST_WIDTH)
        zoom = width / board.width
        if self._ground is None:
            ratio = self.devicePixelRatioF()
            self._ground = render_image(board, self._picture, min(LARGEST_WIDTH, round(width * ratio)))
            self._ground.setDevicePixelRatio(ratio)
        left, top = (self.width() - width) / 2, (self.height() - board.height * zoom) / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawImage(QRectF(left, top, width, board.height * zoom), self._ground, QRectF(self._ground.rect()))
        painter.translate(left, top)
        paint_differences(painter, board, found, zoom, self._look, self._parts, self._chosen)
        painter.end()


def paint_differences(
    painter: QPainter, board: CompiledBoard, found: BranchComparison, zoom: float, look: Look, parts: frozenset[str], chosen: str = ""
) -> None:
    """Paint what differs over a board that is *zoom* pixels per unit large."""
    brush = _Brush(painter, board, zoom, look)
    ordered = {(each.power, each.subject) for each in found.orders}
    if "orders" in parts:
        for each in found.orders:
            if chosen in ("", key_of(each)):
                for letter, side in (("B", each.b), ("A", each.a)):
                    brush.order(each, side, letter)
    if "units" in parts:
        for unit in (*found.before, *found.units):
            is_told = (unit.power, unit.unit) in ordered and "orders" in parts
            if chosen == key_of(unit) or (not chosen and not is_told):
                for letter, place, words in (("B", unit.b_place, unit.b), ("A", unit.a_place, unit.a)):
                    if place is not None:
                        brush.box(place, letter, words)
    if "centres" in parts:
        for centre in found.centres:
            if chosen in ("", f"centre {centre.province}"):
                brush.box(centre.province, "A", clauses((centre.a or tr("nobody"), f"B {centre.b or tr('nobody')}")))


def key_of(each: OrderDifference | UnitDifference) -> str:
    """Return the key that distinguishes a row from all others."""
    return f"order {each.power} {each.subject}" if isinstance(each, OrderDifference) else f"unit {each.power} {each.unit}"


class _Brush:
    """Paints arrows, rings and boxes with their letters."""

    def __init__(self, painter: QPainter, board: CompiledBoard, zoom: float, look: Look) -> None:
        self._painter, self._board, self._zoom, self._look = painter, board, zoom, look
        self._radius = max(9.0, board.width * zoom * _UNIT)

    def order(self, each: OrderDifference, side: OrderSide, letter: str) -> None:
        """Paint the order of the unit: an arrow, a line to the unit it helps, or a ring around it."""
        start = self._at(_start(each, side.order))
        if start is None:
            return
        end = None
        match side.order:
            case Move(target=target) | Retreat(target=target):
                end = self._at(target)
            case Support(supported=supported, target=target):
                end = self._at(target or supported.location)
            case Convoy(target=target):
                end = self._at(target)
            case _:
                pass
        if end is None:
            self._ring(start, letter)
        else:
            self._arrow(start, end, letter, has_head=isinstance(side.order, Move | Retreat))

    def box(self, province: str, letter: str, words: str) -> None:
        """A frame around the unit of *province*, with the letter and a few words beside it."""
        at = self._at(Location(province))
        if at is None:
            return
        half = self._radius * (1.25 if letter == "A" else 1.5)
        frame = QRectF(at.x() - half, at.y() - half * 0.8, half * 2, half * 1.6)
        self._stroke(lambda: self._painter.drawRoundedRect(frame, 5, 5), letter, 2.2)
        font = QFont(self._painter.font())
        font.setPointSizeF(8.5)
        self._painter.setFont(font)
        width = self._painter.fontMetrics().horizontalAdvance(words) + 26
        top = frame.top() - 20 if letter == "A" else frame.bottom() + 2
        pill = QRectF(at.x() - width / 2, top, width, 18)
        self._painter.setPen(QPen(self._ink(letter), 1.2))
        self._painter.setBrush(self._look.colour("raised"))
        self._painter.drawRoundedRect(pill, 9, 9)
        self._painter.setPen(self._look.colour("text"))
        self._painter.drawText(pill.adjusted(20, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, words)
        self._letter(QPointF(pill.left() + 9, pill.center().y()), letter, 8)

    def _arrow(self, start: QPointF, end: QPointF, letter: str, *, has_head: bool) -> None:
        along = end - start
        length = max(1.0, (along.x() ** 2 + along.y() ** 2) ** 0.5)
        unit = along / length
        aside = QPointF(-unit.y(), unit.x()) * (4.0 if letter == "A" else -4.0)  # two that go the same way part
        first = start + unit * min(self._radius, length * 0.3) + aside
        last = end - unit * min(self._radius * 0.9, length * 0.3) + aside
        self._stroke(lambda: self._painter.drawLine(first, last - unit * (7 if has_head else 0)), letter, 3.4)
        if has_head:
            wing = QPointF(-unit.y(), unit.x()) * 6.5
            self._painter.setPen(QPen(self._look.colour("raised"), 1.2))
            self._painter.setBrush(self._ink(letter))
            self._painter.drawPolygon(QPolygonF([last + unit * 4, last - unit * 9 + wing, last - unit * 9 - wing]))
        self._letter(first + (last - first) * (0.42 if letter == "A" else 0.58), letter, 9)

    def _ring(self, at: QPointF, letter: str) -> None:
        radius = self._radius * (1.2 if letter == "A" else 1.5)
        self._stroke(lambda: self._painter.drawEllipse(at, radius, radius), letter, 2.6)
        self._letter(at + QPointF(-radius if letter == "A" else radius, -radius * 0.6), letter, 8)

    def _stroke(self, draw: Callable[[], None], letter: str, width: float) -> None:
        """Draw twice: a pale halo, and the line over it, which is dashed for B."""
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        halo = QPen(self._look.colour("raised"), width + 2.6)
        halo.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._painter.setPen(halo)
        draw()
        pen = QPen(self._ink(letter), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if letter == "B":
            pen.setDashPattern([2.4, 1.8])
        self._painter.setPen(pen)
        draw()

    def _letter(self, at: QPointF, letter: str, radius: float) -> None:
        self._painter.setPen(QPen(self._look.colour("raised"), 1.4))
        self._painter.setBrush(self._ink(letter))
        self._painter.drawEllipse(at, radius, radius)
        font = QFont(self._painter.font())
        font.setPointSizeF(7.5)
        font.setBold(True)
        self._painter.setFont(font)
        self._painter.setPen(self._look.colour("raised"))
        box = QRectF(at.x() - radius, at.y() - radius, radius * 2, radius * 2)
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)

    def _ink(self, letter: str) -> QColor:
        first, second = self._look.colour("warning"), self._look.colour("accent")
        apart = abs(first.hue() - second.hue())
        if min(apart, 360 - apart) < _ALIKE:
            second = self._look.colour("good")
        return first if letter == "A" else second

    def _at(self, location: Location | None) -> QPointF | None:
        point: Point | None = None if location is None else anchor(self._board, location)
        return None if point is None else QPointF(point[0] * self._zoom, point[1] * self._zoom)


def _start(each: OrderDifference, order: Order | None) -> Location:
    if order is not None and not isinstance(order, Waive | Build):
        return order.piece.location
    return order.piece.location if isinstance(order, Build) else Location(each.place)
