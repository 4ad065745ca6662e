"""Notices that something in a folder of a person's own was saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from app.shelf.stamps import Stamp, look_into

SETTLE_MILLISECONDS = 250
"""Editors write a file in several steps; the last of them counts."""


class FolderWatch(QObject):
    """Watches a folder, the folders in it and their files. A folder that is not there yet is noticed when it comes.

    Signals:
        changed(): something in it is other than it was.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._something_happened)
        self._watcher.directoryChanged.connect(self._something_happened)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MILLISECONDS)
        self._settle.timeout.connect(self.look)
        self._stamp = self._arm()

    @Slot()
    def look(self) -> None:
        """Compare the folder with what it was, and say so where it differs."""
        stamp = self._arm()
        if stamp != self._stamp:
            self._stamp = stamp
            self.changed.emit()

    @Slot()
    def _something_happened(self) -> None:
        self._settle.start()

    def _arm(self) -> Stamp:
        """Watch what is there now: folders as well, for what will come into them. Returns its stamp."""
        stamp, folders = look_into(self._folder)
        wanted = [*map(str, folders), *(str(self._folder / name) for name, _, _ in stamp)]
        if not folders:
            above = next((each for each in self._folder.parents if each.is_dir()), None)
            if above is not None:
                wanted.append(str(above))
        known = {*self._watcher.files(), *self._watcher.directories()}
        missing = [path for path in wanted if path not in known and Path(path).exists()]
        if missing:
            self._watcher.addPaths(missing)
        return stamp
