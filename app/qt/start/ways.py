"""The four ways into a game on the start page: buttons with a sign, a name and a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.qt.widgets import forms
from app.qt.widgets.look import Look, growth
from languages import mark, tr

SIDE, LARGE_SIDE = 48, 60
"""Points of a sign's side, in a small window and in a large one with words of the usual size."""

_MOST_GROWTH = 1.25
"""Times that a sign grows at most where large words need the room."""


class StartWay(Enum):
    """Ways into a game, with the words of each."""

    FRIENDS = (mark("Friends round one table"), mark("Each writes in secret; then all orders are shown."))
    PROGRAM = (mark("Against the program"), mark("You lead one power, the program leads the other six."))
    MAIL = (mark("A game by mail"), mark("Orders come in by mail; you check them, process, and send results."))
    BOARD = (mark("A board of your own"), mark("Draw or import a map, find its faults, have it played."))


class WaySign(QWidget):
    """The sign of a way, in a square of the accent's soft colour."""

    def __init__(self, way: StartWay, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way = way
        self.look = look
        self.side = SIDE
        self.has_room = True
        """True if the column is as wide as words of their size need beside the sign."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A square as high as two lines of words."""
        larger = growth(self.font())
        side = round(self.side * (larger if self.has_room else min(larger, _MOST_GROWTH)))
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The square and the sign."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / 48, self.height() / 48)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.look.colour("accent_soft"))
        painter.drawRoundedRect(QRectF(0, 0, 48, 48), 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        round_ends, joint = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        painter.setPen(QPen(self.look.colour("accent"), 2, Qt.PenStyle.SolidLine, round_ends, joint))
        _PAINTERS[self._way](painter)
        painter.end()


def _friends(painter: QPainter) -> None:
    for x, y, r in ((19.0, 18.0, 4.5), (31.0, 19.0, 3.5)):
        painter.drawEllipse(QPointF(x, y), r, r)
    painter.drawArc(QRectF(11, 26, 16, 16), 0, 180 * 16)
    painter.drawArc(QRectF(25, 27, 12, 12), 10 * 16, 110 * 16)


def _program(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(15, 15, 18, 18), 2, 2)
    painter.drawRect(QRectF(20.5, 20.5, 7, 7))
    for at in (20, 28):
        for a, b in (((at, 10), (at, 15)), ((at, 33), (at, 38)), ((10, at), (15, at)), ((33, at), (38, at))):
            painter.drawLine(QPointF(*a), QPointF(*b))


def _mail(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(11, 15, 26, 18), 2, 2)
    painter.drawPolyline(QPolygonF([QPointF(11, 17), QPointF(24, 26), QPointF(37, 17)]))


def _board(painter: QPainter) -> None:
    painter.drawPolygon(QPolygonF([QPointF(13, 35), QPointF(14.5, 28), QPointF(30, 12.5), QPointF(35.5, 18), QPointF(20, 33.5)]))
    painter.drawLine(QPointF(26.5, 16), QPointF(32, 21.5))


_PAINTERS: Mapping[StartWay, Callable[[QPainter], None]] = {
    StartWay.FRIENDS: _friends,
    StartWay.PROGRAM: _program,
    StartWay.MAIL: _mail,
    StartWay.BOARD: _board,
}


class WayButton(QPushButton):
    """A button with the sign, the name and the line of a way. What else belongs to the way can be put below the line."""

    def __init__(self, way: StartWay, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, words = map(tr, way.value)
        self.setProperty("role", "way")
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        self.sign = WaySign(way, look, self)
        self._name = name = QLabel(title, self)
        name.setProperty("role", "way")
        line = forms.styled(QLabel(words, self), "soft")
        self.below = QVBoxLayout()
        column = forms.column(forms.STRETCH, spacing=3)
        for label in (name, line):
            label.setWordWrap(True)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        column.addLayout(self.below)
        column.addStretch(1)
        forms.row(self.sign, (column, 1), on=self, margins=(14, 8, 14, 10), spacing=14)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """The size that its words want."""
        inside = self.layout()
        return super().sizeHint() if inside is None else inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """The size without which words would be cut."""
        inside = self.layout()
        return super().minimumSizeHint() if inside is None else inside.minimumSize()

    def set_large(self, *, large: bool) -> None:
        """Give the sign the size for a large window, or for a small one."""
        self.sign.side = LARGE_SIDE if large else SIDE
        self.sign.updateGeometry()

    def set_room(self, *, has_room: bool) -> None:
        """Let the sign grow with the words, or leave them the room."""
        if self.sign.has_room != has_room:
            self.sign.has_room = has_room
            self.sign.updateGeometry()

    def set_look(self, look: Look) -> None:
        """Paint the sign in *look* from now on."""
        self.sign.look = look
        self.sign.update()
