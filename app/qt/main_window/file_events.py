"""macOS hands files that are opened from outside to the program as events, and not as words of a command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class FileEvents(QObject):
    """Listens to the application for files.

    Args:
        take: opens the files.
    """

    def __init__(self, application: QCoreApplication, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(application)
        self._take = take
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file is taken; everything else goes on."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self._take([Path(event.file())])
            return True
        return super().eventFilter(watched, event)
