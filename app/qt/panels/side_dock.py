"""Panels to the left of the board: put away until somebody asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QWidget

if TYPE_CHECKING:
    from app.qt.shell.main_window import MainWindow


class SideDock(QDockWidget):
    """Holds one panel beside the board.

    Args:
        name: what the window's saved state calls it.
        width: pixels that it takes when it is opened.
    """

    def __init__(self, title: str, name: str, panel: QWidget, width: int, window: MainWindow) -> None:
        super().__init__(title, window)
        self._window = window
        self._wanted = width
        self.setObjectName(name)
        self.setWidget(panel)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self)
        self.hide()

    def open(self) -> None:
        """Show it in front of the other panels there."""
        was_hidden = not self.isVisible()
        self.show()
        self.raise_()
        if was_hidden:
            self._window.resizeDocks([self], [self._wanted], Qt.Orientation.Horizontal)
