"""Errors of saving, found on another thread and reported on the window's own."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.game.document import Document


class SavingTrouble(QObject):
    """Has *document* tell of its trouble on the thread of the window, at once."""

    _came = Signal()

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._came.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        document.when_trouble(self._came.emit)

    def stop(self) -> None:
        """Listen no longer."""
        self._document.when_trouble(None)

    @Slot()
    def _hear(self) -> None:
        self._document.hear_trouble()
