"""The text of the game's file beside the board."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices

from app.game.change import Change, Touched
from app.game.dpn.source import LARGEST
from app.game.dpn.writer import file_text
from app.game.storage.atomic import read_bounded
from app.game.storage.errors import StorageError
from app.qt.board.page_host import PageHost
from app.qt.panels.file_widget import FileWidget
from app.qt.panels.panel import LEFT, Panel, PanelHost
from app.qt.widgets.host import Runner
from app.qt.widgets.look import Look
from languages import mark

FILE_WIDTH = 300
"""Pixels of the file beside the board: most orders fit."""


class FilePanelHost(PanelHost, PageHost, Runner, Protocol):
    """Window as this panel uses it."""


class FilePanel(Panel):
    """Panel of the text in the file, or for it where there is none yet, at the phase in view. A power sees what it may know of it."""

    is_made_when_asked_for = True
    name = "file"
    title = mark("File")
    area = LEFT

    host: FilePanelHost

    def __init__(self, host: FilePanelHost) -> None:
        super().__init__(host)
        self.widget = FileWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.save_requested.connect(lambda: self.host.run("save"))
        self.widget.editor_requested.connect(_open_in_editor)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it, or close it."""
        self.dock.setVisible(not self.dock.isVisible())
        if self.dock.isVisible() and self.dock.width() < FILE_WIDTH:
            self.host.window.resizeDocks([self.dock], [FILE_WIDTH], Qt.Orientation.Horizontal)
        self.dock.raise_()
        self.refresh()

    def refresh(self) -> None:
        """Show the text, if it is in view."""
        page = self.host.page
        if page is None or not self.dock.isVisibleTo(self.host.window):
            self.widget.forget_moment()
            return
        document = page.document
        if document.path is None or page.viewer is not None:
            self.widget.show_file(None, file_text(page.shown, is_view=page.viewer is not None), is_modified=True)
            self.widget.show_moment(page.shown, document.cursor)
            return
        try:
            text = read_bounded(document.path, LARGEST).decode("utf-8", "replace")
        except StorageError as error:
            text = str(error)
        self.widget.show_file(document.path, text, is_modified=document.is_modified)
        self.widget.show_moment(page.shown, document.cursor)

    def document_changed(self, change: Change) -> None:
        """Show what *change* touched."""
        if change.touches(Touched.CURSOR, Touched.ORDERS, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES, Touched.SAVED):
            self.refresh()

    def set_look(self, look: Look) -> None:
        """Change the colours of the numbers."""
        self.widget.text.set_look(look)


def _open_in_editor(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
