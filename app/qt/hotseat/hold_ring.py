"""A ring that opens when it is held for a moment, with the mouse, a finger or the space bar: a slip of the hand opens nothing."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from languages import tr

HOLD = 1_000
"""Milliseconds to hold."""

LET_GO = 80
"""Milliseconds without a press after which a released key counts as let go.

X11 sends a release before each repeated press of a key that is held, and Qt marks it as a repeat only where both arrive together.
"""

_SIDE = 104
_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HoldRing(QWidget):
    """Fills while it is held, and opens when it is full; let go earlier, it empties.

    Signals:
        held(): it was held to the end.
    """

    held = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(_SIDE, _SIDE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Hold to open"))
        self.setAccessibleDescription(tr("Hold Space for one second"))
        self._ink = QColor("white")
        self._share = 0.0
        self._filling = QVariantAnimation(self)
        self._filling.setStartValue(0.0)
        self._filling.setEndValue(1.0)
        self._filling.setDuration(HOLD)
        self._filling.valueChanged.connect(self._show_share)
        self._filling.finished.connect(self._full)
        self._released = QTimer(self)
        self._released.setSingleShot(True)
        self._released.setInterval(LET_GO)
        self._released.timeout.connect(self._let_go)

    def set_ink(self, ink: QColor) -> None:
        """Paint it in *ink*."""
        self._ink = ink
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(_SIDE, _SIDE)

    @property
    def share(self) -> float:
        """How much of it is filled, 0 to 1."""
        return self._share

    def _begin(self) -> None:
        if self._filling.state() is not QAbstractAnimation.State.Running:
            self._filling.start()

    def _press_key(self, *, is_repeat: bool) -> None:
        if self._released.isActive():  # the key was never let go: what came before was the release of a repeat
            self._released.stop()
            if self._share >= 1:
                self._full()
        elif not is_repeat:
            self._begin()

    def _let_go(self) -> None:
        self._released.stop()
        self._filling.stop()
        self._show_share(0.0)

    def _show_share(self, share: object) -> None:
        if isinstance(share, float):
            self._share = share
            self.update()

    def _full(self) -> None:
        if self._share >= 1 and not self._released.isActive():
            self._show_share(0.0)
            self.held.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to fill."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._begin()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Too early."""
        self._let_go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter hold it as well."""
        if event.key() in _KEYS:
            self._press_key(is_repeat=event.isAutoRepeat())
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Too early, unless the key is pressed again at once, as one that repeats itself is."""
        if event.key() in _KEYS:
            if not event.isAutoRepeat():
                self._released.start()
            return
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Who goes elsewhere has let go."""
        self._let_go()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """A ring, a padlock, and how much of the ring is filled."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self.rect()).adjusted(7, 7, -7, -7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 60))
        painter.drawEllipse(ring)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        faint = QColor(self._ink)
        faint.setAlphaF(0.45 if self.hasFocus() else 0.28)
        painter.setPen(QPen(faint, 8))
        painter.drawEllipse(ring)
        if self._share > 0:
            painter.setPen(QPen(self._ink, 8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawArc(ring, 90 * 16, -round(self._share * 360 * 16))
        paint_padlock(painter, ring.center().x(), ring.center().y(), 40.0, self._ink)
        painter.end()


def paint_padlock(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A closed padlock around *x*, *y*, *size* pixels high."""
    width = size * 0.76
    body = QRectF(x - width / 2, y - size * 0.06, width, size * 0.56)
    shackle = QPainterPath()
    inner = width * 0.30
    top = y - size * 0.5 + inner
    shackle.moveTo(x - inner, body.top() + 1)
    shackle.lineTo(x - inner, top)
    shackle.arcTo(QRectF(x - inner, top - inner, inner * 2, inner * 2), 180, -180)
    shackle.lineTo(x + inner, body.top() + 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, size * 0.11))
    painter.drawPath(shackle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawRoundedRect(body, size * 0.08, size * 0.08)
