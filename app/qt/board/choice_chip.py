"""The question at the pointer: a row of answers, of which Enter takes the first and Esc none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.plain_label import PlainLabel
from languages import tr


class ChoiceChip(QFrame):
    """Lies over the map beside what was clicked.

    Signals:
        answered(int): the answer of this number was taken.
        dismissed(): Esc was pressed, or the click went elsewhere.
    """

    answered = Signal(int)
    dismissed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._question = PlainLabel()
        self._question.setProperty("role", "soft")
        self._row = QHBoxLayout()
        self._row.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        column.addWidget(self._question)
        column.addLayout(self._row)
        self._buttons: list[QPushButton] = []
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(18)
        shadow.setOffset(0, 3)
        self.setGraphicsEffect(shadow)
        self.hide()

    @property
    def question(self) -> str:
        """Text of the question."""
        return self._question.text()

    def answers(self) -> tuple[str, ...]:
        """The words on the buttons."""
        return tuple(button.text() for button in self._buttons)

    def button(self, number: int) -> QPushButton:
        """The button of an answer."""
        return self._buttons[number]

    def ask(self, question: str, answers: Sequence[str], at: QPoint) -> None:
        """Ask beside the point *at* of the parent, wholly inside it."""
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = []
        self._question.setText(question)
        for number, answer in enumerate(answers):
            button = QPushButton(tr("{answer} (Enter)", answer=answer) if number == 0 else answer)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setAutoDefault(False)
            if number == 0:
                button.setProperty("role", "primary")
            button.clicked.connect(lambda _checked=False, number=number: self.answered.emit(number))
            self._row.addWidget(button)
            self._buttons.append(button)
        self.adjustSize()
        self._place(at)
        self.show()
        self.raise_()
        if self._buttons:
            self._buttons[0].setFocus()

    def _place(self, at: QPoint) -> None:
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else self.rect()
        size = self.sizeHint()
        x = at.x() + 18 if at.x() + 18 + size.width() < room.width() else at.x() - 18 - size.width()
        y = at.y() - size.height() // 2
        x = max(8, min(x, room.width() - size.width() - 8))
        y = max(8, min(y, room.height() - size.height() - 8))
        self.setGeometry(x, y, size.width(), size.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the answer in focus, Esc none, arrows and digits choose."""
        focused = next((number for number, button in enumerate(self._buttons) if button.hasFocus()), 0)
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.dismissed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(focused)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and self._buttons:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._buttons[(focused + step) % len(self._buttons)].setFocus()
        elif Qt.Key.Key_1 <= key < Qt.Key.Key_1 + len(self._buttons):
            self.answered.emit(key - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)
