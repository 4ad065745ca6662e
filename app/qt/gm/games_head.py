"""Head of the page of all games: the next deadline, and one button for what needs the game master first."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLayout, QPushButton, QVBoxLayout, QWidget

from app.gm.games import Agenda, Next, agenda_words, deadline_words, is_pressing, step_words
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import tr


class GamesHead(QFrame):
    """Signals:
    decided(): the first thing to do is to be done. reminded(): those who lack orders at the next deadline are to be reminded.
    """

    decided = Signal()
    reminded = Signal()

    def __init__(self, search: QWidget, tags: QLayout, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "header")
        title = PlainLabel(tr("Your games"))
        title.setProperty("role", "heading")
        self.summary = PlainLabel("")
        self.summary.setProperty("role", "soft")
        caption = PlainLabel(tr("Next deadline"))
        caption.setProperty("role", "soft")
        self.game, self.left = PlainLabel(), PlainLabel()
        self.game.setProperty("role", "strong")
        self.remind_button, self.button = QPushButton(), QPushButton()
        self.button.setProperty("role", "primary")
        self.remind_button.clicked.connect(self.reminded)
        self.button.clicked.connect(self.decided)
        self.card = QFrame()
        self.card.setProperty("role", "panel")
        inside = FlowLayout(self.card, spacing=14)
        inside.addLayout(_column(caption, self.game))
        inside.addWidget(self.left, 0, Qt.AlignmentFlag.AlignVCenter)
        inside.addWidget(self.remind_button, 0, Qt.AlignmentFlag.AlignVCenter)
        row = FlowLayout(self)
        row.setContentsMargins(24, 10, 24, 10)
        row.setSpacing(14)
        row.addLayout(_column(title, self.summary))
        row.addWidget(search)
        beside = QWidget()
        beside.setLayout(tags)
        row.addWidget(beside, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.card, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_agenda(None, None)

    def show_agenda(self, agenda: Agenda | None, now: datetime | None) -> None:
        """Say what is due, and what is to be done first."""
        due = None if agenda is None else agenda.due
        self.card.setVisible(due is not None)
        words = "" if agenda is None else agenda_words(agenda)
        self.button.setText(words)
        self.button.setVisible(bool(words))
        if agenda is None or due is None or now is None:
            return
        moment, left = deadline_words(due, now)
        self.game.setText(f"{due.name}  {moment}")
        self.left.setText(left)
        self.left.setProperty("role", "figure-bad" if is_pressing(due, now) else "figure")
        self.left.style().unpolish(self.left)
        self.left.style().polish(self.left)
        reminds = bool(due.missing) and is_pressing(due, now) and not (agenda.step is Next.REMIND and agenda.game is due)
        self.remind_button.setVisible(reminds)
        self.remind_button.setText(step_words(due, Next.REMIND) if reminds else "")


def _column(*widgets: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return column
