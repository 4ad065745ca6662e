"""Notices that files and folders were changed, once the changes have come to an end."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Slot

from app.game.storage.atomic import is_there

SETTLE_MILLISECONDS = 250
"""Editors write a file in several steps; the last of them counts."""


class PathWatch(QObject):
    """Calls ``look`` some moments after the last change to what it watches."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._something_happened)
        self._watcher.directoryChanged.connect(self._something_happened)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MILLISECONDS)
        self._settle.timeout.connect(self.look)

    @Slot()
    def look(self) -> None:
        """Compare what is there with what was."""
        raise NotImplementedError

    @Slot()
    def _something_happened(self) -> None:
        self._settle.start()

    def _watch_also(self, paths: Iterable[Path]) -> None:
        """Watch those of *paths* that are there and are not watched yet."""
        known = {*self._watcher.files(), *self._watcher.directories()}
        missing = [str(path) for path in paths if str(path) not in known and is_there(path)]
        if missing:
            self._watcher.addPaths(missing)

    def _watch_nothing(self) -> None:
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
