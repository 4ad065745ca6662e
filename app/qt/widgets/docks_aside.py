"""Panels that make room while something else stands in the place of the board."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

_BESIDE = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


class DocksAside:
    """Puts the docks of *window* that are open aside, and brings the same ones back."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._aside: list[QDockWidget] = []
        self._widths: dict[QDockWidget, int] = {}

    def put(self, but: Iterable[QDockWidget] = ()) -> None:
        """Hide the open docks, *but* for these; those that were hidden before stay so."""
        kept = set(but)
        opened = [dock for dock in self._window.findChildren(QDockWidget) if dock.isVisible() and dock not in kept]
        for dock in opened:
            self._widths[dock] = dock.width()
            dock.hide()
        self._aside += opened

    def bring_back(self) -> None:
        """Show the hidden docks, as wide as they were."""
        beside = [each for each in self._aside if not each.isFloating() and self._window.dockWidgetArea(each) in _BESIDE]
        for dock in self._aside:
            dock.show()
        if beside:
            self._window.resizeDocks(beside, [self._widths[each] for each in beside], Qt.Orientation.Horizontal)
        self._aside = []
