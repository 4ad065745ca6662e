"""One seat on the page of seats: its lamp, who sits there, how they stand, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.presentation.hotseat.seats_page import Light, SeatLine
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel, plain_tip, wrapped
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.swatches import SwatchSquare
from languages import labelled, tr

_COLOURS = {Light.GOOD: "good", Light.WAITING: "warning", Light.LOST: "bad", Light.OFF: "text_faint"}
_ROLES = {Light.GOOD: "good", Light.WAITING: "warning", Light.LOST: "bad", Light.OFF: "soft"}


class LampWidget(QWidget):
    """A lamp: full where all is well, half where somebody is waited for, crossed where somebody is lost, a ring where nothing is due."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.light = Light.OFF
        self.setFixedSize(16, 16)

    def show_light(self, light: Light, look: Look) -> None:
        """Show *light*."""
        if (light, look) != (self.light, self._look):
            self.light, self._look = light, look
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._look.colour(_COLOURS[self.light])
        box = self.rect().adjusted(2, 2, -2, -2)
        painter.setPen(QPen(colour, 1.6))
        match self.light:
            case Light.OFF:
                painter.drawEllipse(box)
            case Light.WAITING:
                painter.drawEllipse(box)
                painter.setBrush(colour)
                painter.drawChord(box, -90 * 16, 180 * 16)
            case _:
                painter.setBrush(colour)
                painter.drawEllipse(box)
        if self.light is Light.LOST:
            painter.setPen(QPen(self._look.colour("panel"), 1.8))
            inner = box.adjusted(3, 3, -3, -3)
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.end()


class SeatRow(QFrame):
    """The widgets of one seat.

    Signals:
        picked(str): its power; what was said with its program is to be seen.
        change_wanted(str): somebody else is to have the seat.
        restart_wanted(str): a fresh program is to have it.
    """

    picked = Signal(str)
    change_wanted = Signal(str)
    restart_wanted = Signal(str)

    def __init__(self, line: SeatLine, swatch: Swatch | None, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.power = line.power
        self.setObjectName("seatRow")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lamp = LampWidget(look)
        self.name = PlainLabel(line.name)
        self.name.setProperty("role", "strong")
        self.name.setMinimumWidth(112)
        self.kind = QPushButton()
        self.kind.setMinimumWidth(112)
        self.kind.setToolTip(tr("Give this seat to somebody else"))
        self.kind.clicked.connect(lambda: self.change_wanted.emit(self.power))
        self.who = wrapped("")
        self.where = wrapped("")
        self.where.setProperty("role", "soft")
        self.state = PlainLabel()
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.detail = wrapped("")
        self.detail.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.detail.setProperty("role", "soft")
        self.bar = QProgressBar()
        self.bar.setProperty("role", "sending")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(7)
        self.bar.setRange(0, 1000)
        self.again = QPushButton(tr("Restart"))
        self.again.clicked.connect(lambda: self.restart_wanted.emit(self.power))
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, widgets in ((left, (self.who, self.where)), (right, (self.state, self.detail, self.bar))):
            column.setSpacing(1)
            for widget in widgets:
                column.addWidget(widget)
        row = FlowLayout(self)
        row.setContentsMargins(16, 9, 14, 9)
        row.setSpacing(10)
        row.addWidget(self.lamp)
        row.addWidget(SwatchSquare(swatch))
        row.addWidget(self.name)
        row.addWidget(self.kind)
        row.addLayout(left, 1)
        row.addLayout(right, 1)
        row.addWidget(self.again)
        self.setMinimumHeight(58)  # rows are as high as one another, whatever stands in them
        self.show_line(line, look, is_picked=False)

    def show_line(self, line: SeatLine, look: Look, *, is_picked: bool) -> None:
        """Show how the seat stands."""
        self.lamp.show_light(line.light, look)
        self.lamp.setToolTip(line.state)
        self.kind.setText(f"{line.kind} ▾")
        self.kind.setAccessibleName(tr("{line}: {kind}. Give the seat to somebody else", line=line.name, kind=line.kind))
        self.who.setText(line.who)
        self.where.setText(line.where)
        self.state.setText(line.state)
        role = _ROLES[line.light]
        if self.state.property("role") != role:
            self.state.setProperty("role", role)
            self.state.style().polish(self.state)
        self.detail.setText(line.detail)
        self.setToolTip(plain_tip(line.detail))
        self.detail.setVisible(line.thinking is None)
        self.bar.setVisible(line.thinking is not None and line.thinking.whole is not None)
        if line.thinking is not None and line.thinking.whole:
            self.bar.setValue(round(1000 * min(1.0, line.thinking.used / line.thinking.whole)))
        self.again.setVisible(line.can_restart)
        background = look.colour("selection").name() if is_picked and line.is_program else "transparent"
        self.setStyleSheet(f"#seatRow {{ background: {background}; border-bottom: 1px solid {look.colour('line').name()}; }}")
        self.setAccessibleName(labelled(f"{line.name}, {line.kind} {line.who}", f"{line.state} {line.detail}"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click picks it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(self.power)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter and the space bar."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.picked.emit(self.power)
            return
        super().keyPressEvent(event)
