"""Notices that something in a folder of a person's own was saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.library.stamps import Stamp, look_into
from app.qt.widgets.path_watch import PathWatch


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
        stamp, folders = look_into(self._folder)
        wanted = [*folders, *(self._folder / name for name, *_ in stamp)]
        if not folders:
            above = next((each for each in self._folder.parents if each.is_dir()), None)
            if above is not None:
                wanted.append(above)
        self._watch_also(wanted)
        return stamp
