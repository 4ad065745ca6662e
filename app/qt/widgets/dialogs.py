"""Dialogs as large as their words need: shown until answered, with their last row of buttons; questions with a few answers or a line of
text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QProgressDialog,
    QPushButton,
    QWidget,
)

from app.qt.widgets import forms
from app.qt.widgets.layouts import FlowLayout, ScrollingRoom, let_scroll
from app.qt.widgets.look import growth
from languages import mark, tr

FRAME = QSize(16, 48)
"""Pixels that a system may draw around a dialog."""


def room_for(dialog: QWidget) -> QSize:
    """Return the greatest size of *dialog*: that of the screen, or of the window that it stands over."""
    room = dialog.screen().availableSize() - FRAME
    parent = dialog.parentWidget()
    return room if parent is None else room.expandedTo(parent.window().size())


class FittingDialog(QDialog):
    """Finds its size when it is first opened, from that asked for with ``resize`` and from its contents.

    Attributes:
        foot: what stays in sight below that which is scrolled; ``None`` where all of it is scrolled.
    """

    foot: QWidget | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room: ScrollingRoom | None = None
        self._grown = 1.0

    def setVisible(self, visible: bool) -> None:
        """Fit the size once all contents are there."""
        if visible and not self.isVisible() and self.layout() is not None:
            self._fit()
        super().setVisible(visible)

    def _fit(self) -> None:
        if self._room is None:
            self._room = let_scroll(self, QSize(320, 160))
        self.ensurePolished()
        most = room_for(self)
        inside = self._room.inside
        larger = growth(self.font()) / self._grown
        self._grown = growth(self.font())
        asked = self.size() * larger if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else QSize(inside.sizeHint().width(), 0)
        bar = self._room.verticalScrollBar().sizeHint().width()  # it comes with more text in the dialog
        wide = min(max(asked.width(), inside.minimumSizeHint().width() + bar), most.width())
        high = self._room.needs(wide)
        if self.foot is not None:
            high += self.foot.heightForWidth(wide) if self.foot.hasHeightForWidth() else self.foot.sizeHint().height()
        if high > most.height():
            wide = min(wide + bar, most.width())
        size = QSize(wide, min(max(asked.height(), high), most.height()))
        if size != self.size():
            self.resize(size)


def run_dialog(dialog: QDialog) -> bool:
    """Show *dialog* until it is answered; whether it was accepted.

    A dialog belongs to the window that it stands over and would stay as long as that one, with everything in it. It goes as soon as the
    caller has had time to read its answer: when the event loop comes back.
    """
    try:
        return bool(dialog.exec())
    finally:
        dialog.deleteLater()


def put_dialogs_away() -> None:
    """Reject every dialog that waits for an answer, and close the menu that is open: their user is not there any more."""
    menu = QApplication.activePopupWidget()
    if menu is not None:
        menu.close()
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QDialog) and not isinstance(each, QProgressDialog) and each.isModal() and each.isVisible():
            each.reject()


class ChoiceRow(FlowLayout):
    """Hands *take* the one of *choices* that is clicked; the first is taken by Enter."""

    def __init__(self, choices: Sequence[str], take: Callable[[str], None]) -> None:
        super().__init__()
        self.addStretch(1)
        self.buttons: dict[str, QPushButton] = {}
        for number, choice in enumerate(choices):
            button = forms.button(choice, lambda _checked=False, choice=choice: take(choice))
            button.setDefault(number == 0)
            if number == 0:
                button.setProperty("role", "primary")
            self.addWidget(button)
            self.buttons[choice] = button


OK, CANCEL, CLOSE = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel, QDialogButtonBox.StandardButton.Close
_WORDS = {OK: mark("OK"), CANCEL: mark("Cancel"), CLOSE: mark("Close")}


def answer_buttons(*which: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """A row of these buttons."""
    box = QDialogButtonBox()
    for each in which:
        box.addButton(each).setText(tr(_WORDS[each]))
    return box


class AskBox(FittingDialog):
    """A question with one button for each answer; the first is taken by Enter. Esc and the close button answer nothing."""

    def __init__(self, question: str, choices: Sequence[str], parent: QWidget | None = None, *, details: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Entente")
        self.choice: str | None = None
        words = forms.label(question, wraps=True)
        words.setMinimumWidth(380)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = forms.column(words, on=self, margins=(22, 20, 22, 16), spacing=14)
        if details:
            more = forms.styled(QPlainTextEdit(details), name=tr("Details"))
            more.setReadOnly(True)
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
        self.line = forms.styled(QLineEdit(suggestion), name=question)
        if secret:
            self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setMinimumWidth(360)
        self.line.selectAll()
        buttons = answer_buttons(OK, CANCEL)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        forms.column(forms.label(question, wraps=True), self.line, buttons, on=self, margins=(22, 20, 22, 16))


def ask_text(parent: QWidget | None, question: str, suggestion: str = "") -> str | None:
    """The line that is entered; ``None`` where the box is closed without one."""
    box = TextBox(question, suggestion, parent)
    return box.line.text() if run_dialog(box) else None


def ask_secret(parent: QWidget | None, question: str) -> str | None:
    """The password that is entered; ``None`` where the box is closed without one."""
    box = TextBox(question, "", parent, secret=True)
    return box.line.text() if run_dialog(box) and box.line.text() else None


class ClosingRow(FlowLayout):
    """Belongs to *dialog*, which its buttons accept and reject.

    Args:
        words: what stands on the button that agrees.
        beside: what takes the room on the left of the buttons.
    """

    def __init__(self, dialog: QDialog, words: str, beside: QWidget | None = None) -> None:
        super().__init__()
        self.ok_button = forms.button(words, dialog.accept, "primary")
        self.ok_button.setDefault(True)
        cancel = forms.button(tr("Cancel"), dialog.reject, by_enter=False)
        if beside is None:
            self.addStretch(1)
        else:
            self.addWidget(beside, 1)
        self.add_answers(cancel, self.ok_button)


class TroubleRow(ClosingRow):
    """Belongs to *dialog*, which its buttons accept and reject.

    Args:
        words: what stands on the button that agrees.
    """

    def __init__(self, dialog: QDialog, words: str) -> None:
        self.trouble = forms.label(role="bad", wraps=True)
        super().__init__(dialog, words, self.trouble)

    def show_trouble(self, words: str) -> None:
        """Say what is wrong; empty where nothing is, and then the dialog can be agreed to."""
        self.trouble.setText(words)
        self.ok_button.setEnabled(not words)
