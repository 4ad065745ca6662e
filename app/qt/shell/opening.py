"""Opening files in the window: ``app.session.opening`` decides and asks; large files are read while the window goes on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.game.library import OpenedFile
from app.game.refusal import EditError
from app.game.storage.errors import StorageError
from app.session.checking import LOOK
from app.session.errors import CommandError
from app.session.opening import CANCEL, OPEN_REST, ORDERS, POSITIONS, PRESENT_VARIANT, open_file
from app.session.services import FileKind

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

AT_ONCE = 256 * 1024
"""Bytes of a file up to which it is read at once; larger ones are read while the window goes on."""

__all__ = ["CANCEL", "LOOK", "OPEN_REST", "ORDERS", "POSITIONS", "PRESENT_VARIANT", "Opening"]


class Opening(QObject):
    """Opens games for one window."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller

    def choose_and_open(self) -> None:
        """Ask for a file, and open it."""
        path = self._controller.services.open_path(FileKind.GAME)
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Open *path*; one that is open already comes to the front."""
        if _size(path) <= AT_ONCE:
            self._open(path)
            return
        desk = self._controller.session.desk
        self._controller.say(f"Reading {path.name}…")
        self._controller.background.run(
            lambda: desk.look_into(path), lambda file: self._open(path, file), lambda error: self._controller.trouble(str(error))
        )

    def _open(self, path: Path, file: OpenedFile | None = None) -> None:
        session = self._controller.session
        try:
            document = open_file(session, path, file=file)
        except (StorageError, EditError) as error:
            self._controller.trouble(str(error))
            return
        except CommandError as error:
            self._controller.refuse(str(error))
            return
        if document not in session.documents:
            return  # its board is not here; the window has said so
        self._controller.start_controller.note_opened(document)
        if document.path is not None and not document.read_only and not document.is_modified:
            self._controller.say(f"Opened {document.path}.")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
