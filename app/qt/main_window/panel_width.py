"""Gives the panel beside the board the room that the board leaves, until the user sets its width."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.qt.board.game_page import GamePage
from app.qt.main_window.preferences import Preferences

LEAST = 410
"""Pixels that the panel has in any case."""

MOST = 1200
SHEET = 300
"""Pixels that a sheet on the other side of the board gets when it comes."""
_EDGE = 6
"""Pixels of a fitted board's edge."""


class PanelWidth(QObject):
    """Follows the size of the board in front.

    Args:
        dock: that of the panel.
        centre: what the boards stand in.
        page: the page of the game in front.
    """

    def __init__(
        self, window: QMainWindow, dock: QDockWidget, centre: QWidget, page: Callable[[], GamePage | None], preferences: Preferences
    ) -> None:
        super().__init__(window)
        self._window = window
        self._dock = dock
        self._centre = centre
        self._page = page
        self._preferences = preferences
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        dock.installEventFilter(self)
        centre.installEventFilter(self)

    def fit_soon(self) -> None:
        """Give the panel its width as soon as everything has its place."""
        self._soon.start()

    def fit_first(self) -> None:
        """As :meth:`fit_soon`, for what comes to the front: once before it is painted, or it would be seen to jump."""
        self._lay_out()
        self._fit()
        self._lay_out()
        self.fit_soon()

    def _lay_out(self) -> None:
        for layout in (self._window.layout(), self._centre.layout()):
            if layout is not None:
                layout.invalidate()
                layout.activate()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the width of a panel that is dragged wider or narrower; another size of the window is shared out again."""
        if event.type() is QEvent.Type.Resize:
            if watched is not self._dock:
                self.fit_soon()
            elif QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
                self._preferences.panel_by_hand = True
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        window, page, dock = self._window, self._page(), self._dock
        docks = window.findChildren(QDockWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        sheets = [each for each in docks if window.dockWidgetArea(each) is Qt.DockWidgetArea.LeftDockWidgetArea]
        sheet = next((each for each in sheets if each.isVisible() and not each.isFloating()), None)
        if sheet is not None and sheet.width() < SHEET // 2:
            window.resizeDocks([sheet], [SHEET], Qt.Orientation.Horizontal)
        if page is None or not dock.isVisible() or dock.isFloating() or self._preferences.panel_by_hand:
            return
        board = page.scene.board
        needed = round(page.board.height() * board.width / board.height) + _EDGE
        wanted = min(MOST, max(LEAST, page.width() + dock.width() - needed))
        if sheet is not None and dock.width() > LEAST:
            # The sheet on the other side needs the room as well.
            window.resizeDocks([sheet, dock], [max(SHEET, sheet.width()), LEAST], Qt.Orientation.Horizontal)
        elif sheet is None and wanted != dock.width():
            window.resizeDocks([dock], [wanted], Qt.Orientation.Horizontal)
