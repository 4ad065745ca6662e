"""What a crash left behind, offered at the start."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from languages import tr


@dataclass(frozen=True, slots=True)
class RecoveredEntry:
    """A game that the program had not saved when it ended."""

    key: str
    title: str
    detail: str


class RecoveredBanner(QFrame):
    """A game that a crash left behind."""

    def __init__(self, entry: RecoveredEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = entry.key
        self.setProperty("role", "banner")
        title = QLabel(tr("Recovered: {game}", game=entry.title))
        title.setProperty("role", "subheading")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        words = QLabel(entry.detail)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        self.open_button = QPushButton(tr("Go on with it"))
        self.open_button.setProperty("role", "primary")
        self.drop_button = QPushButton(tr("Drop it"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.drop_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(buttons)
