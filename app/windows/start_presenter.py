"""Fills the start page and carries out what is pressed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from app.windows.main_window import MainWindow


class StartPresenter(QObject):
    """The start page's other half."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        page = window.start_page
        page.standard_requested.connect(lambda: self._window.run("new"))
        page.open_requested.connect(lambda: self._window.run("open"))

    def refresh(self) -> None:
        """Show the games there are."""

    @Slot()
    def keep_thumbnails(self) -> None:
        """Remember the boards of the open games."""
