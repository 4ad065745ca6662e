"""Gives the panel beside the board the room that the board leaves, until somebody chooses its width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from app.qt.panels.game_panel import GamePanel

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController

LEAST = 410
"""Pixels that the panel has in any case."""

MOST = 1200
SHEET = 300
"""Pixels that a sheet on the other side of the board gets when it comes."""
_EDGE = 6
"""Pixels of a fitted board's edge."""


class PanelWidth(QObject):
    """Follows the size of the board in front."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        controller.panels.get(GamePanel).dock.installEventFilter(self)
        controller.stack.installEventFilter(self)

    def fit_soon(self) -> None:
        """Give the panel its width as soon as everything has its place."""
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A panel that is dragged wider or narrower keeps that width; another size of the window is shared out anew."""
        if event.type() is QEvent.Type.Resize:
            if watched is not self._controller.panels.get(GamePanel).dock:
                self.fit_soon()
            elif QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
                self._controller.preferences.panel_by_hand = True
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        controller = self._controller
        page, dock = controller.page, controller.panels.get(GamePanel).dock
        sheets = [each for each in controller.docks() if controller.window.dockWidgetArea(each) is Qt.DockWidgetArea.LeftDockWidgetArea]
        sheet = next((each for each in sheets if each.isVisible() and not each.isFloating()), None)
        if sheet is not None and sheet.width() < SHEET // 2:
            controller.window.resizeDocks([sheet], [SHEET], Qt.Orientation.Horizontal)
        if page is None or not dock.isVisible() or dock.isFloating() or controller.preferences.panel_by_hand:
            return
        board = page.scene.board
        needed = round(page.board.height() * board.width / board.height) + _EDGE
        wanted = min(MOST, max(LEAST, page.width() + dock.width() - needed))
        if sheet is not None and dock.width() > LEAST:
            # The sheet on the other side needs the room as well.
            controller.window.resizeDocks([sheet, dock], [max(SHEET, sheet.width()), LEAST], Qt.Orientation.Horizontal)
        elif sheet is None and wanted != dock.width():
            controller.window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
