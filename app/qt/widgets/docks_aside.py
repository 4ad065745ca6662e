"""Panels that make room while something else stands in the place of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QMainWindow


class DocksAside:
    """Puts the docks of *window* that are open aside, and brings the same ones back."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._aside: list[QDockWidget] = []

    def put(self) -> None:
        """Hide what is open; what was put aside before stays so."""
        opened = [dock for dock in self._window.findChildren(QDockWidget) if dock.isVisible()]
        for dock in opened:
            dock.hide()
        self._aside += opened

    def bring_back(self) -> None:
        """Show what was put aside."""
        for dock in self._aside:
            dock.show()
        self._aside = []
