"""Changes from an earlier version, as text for a post to the players, beside the drawing that shows them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import tr


class ComparisonCard(QFrame):
    """Gone while nothing is compared.

    Signals:
        copy_wanted(str): the text is to be copied.
        closed(): nothing is to be compared any more.
    """

    copy_wanted = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.heading = PlainLabel(tr("What changed"))
        self.heading.setProperty("role", "heading")
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("What changed since the earlier version"))
        self.note = PlainLabel("")
        self.note.setProperty("role", "soft")
        self.note.setWordWrap(True)
        self.note.hide()
        self.copy_button = QPushButton(tr("Copy for a post"))
        self.copy_button.clicked.connect(lambda: self.copy_wanted.emit(self.text.toPlainText()))
        self.done_button = QPushButton(tr("Done"))
        self.done_button.setToolTip(tr("Compare no more"))
        self.done_button.clicked.connect(self.closed)
        above = FlowLayout()
        above.addWidget(self.heading, 1)
        above.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(6)
        column.addLayout(above)
        column.addWidget(self.text, 1)
        column.addWidget(self.note)
        column.addWidget(self.copy_button)
        self.setMinimumHeight(180)
        self.hide()

    def show_text(self, text: str, note: str = "") -> None:
        """Show the differences; an empty text puts the card away.

        Args:
            note: what the map cannot show of them.
        """
        self.note.setText(note)
        self.note.setVisible(bool(note))
        if text != self.text.toPlainText():
            self.text.setPlainText(text)
        self.setVisible(bool(text))
