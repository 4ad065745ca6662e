"""Notices that a file was changed by another program: an editor, a mail program, another copy of this program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.qt.widgets.path_watch import PathWatch

LARGEST_FILE = 8 * 1024 * 1024
"""Bytes; larger files are no games, and a reader says so."""


class FileWatch(PathWatch):
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

    def watch(self, file: Path | None) -> None:
        """Watch *file* in place of the one before; ``None`` watches nothing."""
        self._watch_nothing()
        self._file = file
        self._known = None
        if file is not None:
            self._known = self._bytes()
            self._arm()

    def expect(self) -> None:
        """Take the present contents of the file for our own."""
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

    def _arm(self) -> None:
        if self._file is not None:
            self._watch_also((self._file, self._file.parent))

    def _bytes(self) -> bytes | None:
        if self._file is None:
            return None
        try:
            with self._file.open("rb") as stream:
                return stream.read(LARGEST_FILE + 1)
        except (OSError, ValueError):
            return None
