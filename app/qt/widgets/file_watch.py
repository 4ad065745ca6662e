"""Watches of files and folders that other programs change, with a signal once the writer has ended."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from app.game.storage.atomic import is_there
from app.library.variants import Stamp, inspect_folder

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


class FolderWatch(PathWatch):
    """Watches a folder, the folders in it and their files. A folder that is not there yet is noticed when it comes.

    Signals:
        changed(): something in it is other than it was.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._stamp = self._arm()

    @Slot()
    def look(self) -> None:
        """Compare the folder with what it was, and say so where it differs."""
        stamp = self._arm()
        if stamp != self._stamp:
            self._stamp = stamp
            self.changed.emit()

    def _arm(self) -> Stamp:
        """Watch what is there now: folders as well, for what will come into them. Returns its stamp."""
        stamp, folders = inspect_folder(self._folder)
        wanted = [*folders, *(self._folder / name for name, *_ in stamp)]
        if not folders:
            above = next((each for each in self._folder.parents if each.is_dir()), None)
            if above is not None:
                wanted.append(above)
        self._watch_also(wanted)
        return stamp


LARGEST_FILE = 8 * 1024 * 1024
"""Bytes; larger files are no games, and a reader says so."""


class FileWatch(PathWatch):
    """Watches one file and the folder it lies in, since most editors replace a file rather than write into it.

    Signals:
        changed_outside(object): the file's bytes are neither those of the last ``expect`` nor those last announced; carries the new bytes,
            or ``None`` where the file is gone.
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
