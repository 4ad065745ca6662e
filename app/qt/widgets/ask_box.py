"""Questions in a window of their own: one of several answers, a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.qt.widgets.answer_buttons import CANCEL, OK, answer_buttons
from app.qt.widgets.choice_row import ChoiceRow
from app.qt.widgets.fitting_dialog import FittingDialog
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.run_dialog import run_dialog
from languages import tr


class AskBox(FittingDialog):
    """A question with one button for each answer; the first is taken by Enter. Esc and the close button answer nothing."""

    def __init__(self, question: str, choices: Sequence[str], parent: QWidget | None = None, *, details: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Entente")
        self.choice: str | None = None
        words = PlainLabel(question)
        words.setWordWrap(True)
        words.setMinimumWidth(380)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(14)
        column.addWidget(words)
        if details:
            more = QPlainTextEdit(details)
            more.setReadOnly(True)
            more.setAccessibleName(tr("Details"))
            more.setMinimumSize(520, 220)
            column.addWidget(more)
        row = ChoiceRow(choices, self._take)
        self.buttons = row.buttons
        column.addLayout(row)

    def _take(self, choice: str) -> None:
        self.choice = choice
        self.accept()


def ask(parent: QWidget | None, question: str, choices: Sequence[str], *, details: str = "") -> str | None:
    """Ask for one of *choices*; ``None`` where the box is closed without an answer."""
    box = AskBox(question, choices, parent, details=details)
    run_dialog(box)
    return box.choice


class TextBox(FittingDialog):
    """Asks for a line of text."""

    def __init__(self, question: str, suggestion: str, parent: QWidget | None = None, *, secret: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle("Entente")
        words = PlainLabel(question)
        words.setWordWrap(True)
        self.line = QLineEdit(suggestion)
        self.line.setAccessibleName(question)
        if secret:
            self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setMinimumWidth(360)
        self.line.selectAll()
        buttons = answer_buttons(OK, CANCEL)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.addWidget(words)
        column.addWidget(self.line)
        column.addWidget(buttons)


def ask_text(parent: QWidget | None, question: str, suggestion: str = "") -> str | None:
    """The line that is entered; ``None`` where the box is closed without one."""
    box = TextBox(question, suggestion, parent)
    return box.line.text() if run_dialog(box) else None


def ask_secret(parent: QWidget | None, question: str) -> str | None:
    """The password that is entered; ``None`` where the box is closed without one."""
    box = TextBox(question, "", parent, secret=True)
    return box.line.text() if run_dialog(box) and box.line.text() else None
