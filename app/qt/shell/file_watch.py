"""Notices that a file was changed by somebody else: an editor, a mail program, another copy of this program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from app.game.storage.atomic import is_there

SETTLE_MILLISECONDS = 250
"""Editors write a file in several steps; the last of them counts."""


class FileWatch(QObject):
    """Watches one file and the folder it lies in, since most editors replace a file rather than write into it.

    Signals:
        changed_outside(object): the file's bytes are neither those last told by ``expect`` nor those last announced; carries the
            new bytes, or ``None`` where the file is gone.
    """

    changed_outside = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file: Path | None = None
        self._known: bytes | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._something_happened)
        self._watcher.directoryChanged.connect(self._something_happened)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MILLISECONDS)
        self._settle.timeout.connect(self.look)

    def watch(self, file: Path | None) -> None:
        """Watch *file* in place of the one before; ``None`` watches nothing."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._file = file
        self._known = None
        if file is not None:
            self._known = self._bytes()
            self._arm()

    def expect(self) -> None:
        """What the file holds now is our own doing."""
        self._settle.stop()
        self._known = self._bytes()
        self._arm()

    @Slot()
    def look(self) -> None:
        """Compare the file with what is known of it, and say so where it differs."""
        self._arm()
        present = self._bytes()
        if present != self._known:
            self._known = present
            self.changed_outside.emit(present)

    @Slot()
    def _something_happened(self) -> None:
        self._settle.start()

    def _arm(self) -> None:
        if self._file is None:
            return
        for path in (self._file, self._file.parent):
            if is_there(path) and str(path) not in [*self._watcher.files(), *self._watcher.directories()]:
                self._watcher.addPath(str(path))

    def _bytes(self) -> bytes | None:
        if self._file is None:
            return None
        try:
            with self._file.open("rb") as stream:
                return stream.read(LARGEST_FILE + 1)
        except (OSError, ValueError):
            return None


LARGEST_FILE = 8 * 1024 * 1024
"""Bytes; larger files are no games, and a reader says so."""
