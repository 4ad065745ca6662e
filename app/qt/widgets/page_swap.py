"""Pages shown in place of the board, the way back, and the panels that make room meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QWidget

from app.qt.widgets.layouts import let_scroll

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


class PageInFront:
    """The way to the front and back of one page; panels stand aside while it is there.

    Args:
        window: whose panels make room.
        board: the page of the open game: what is behind where that from which one came is gone.
    """

    def __init__(self, window: QMainWindow, board: Callable[[], QWidget | None]) -> None:
        self._docks = DocksAside(window)
        self._board = board
        self._behind: QWidget | None = None

    def bring(self, page: QWidget, stack: QStackedWidget) -> None:
        """Show *page* among the pages of *stack*."""
        if stack.indexOf(page) < 0:
            let_scroll(page)
            stack.addWidget(page)
        if stack.currentWidget() is not page:
            self._behind = stack.currentWidget()
            self._docks.put()
        stack.setCurrentWidget(page)

    def switch(self, page: QWidget | None, bring: Callable[[], None]) -> None:
        """Close *page* where it is in front, else bring it there; does nothing where there is none."""
        stack = None if page is None else page.parentWidget()
        if page is None:
            return
        if isinstance(stack, QStackedWidget) and stack.currentWidget() is page:
            self.put_back(page)
        else:
            bring()

    def put_back(self, page: QWidget) -> None:
        """Go back to what was there before *page*; does nothing where something else is in front."""
        stack = page.parentWidget()
        if not isinstance(stack, QStackedWidget) or stack.currentWidget() is not page:
            return
        there = [stack.widget(index) for index in range(stack.count())]  # what is closed must not be asked anything any more
        behind = next((each for each in (self._behind, self._board()) if each is not None and any(each is one for one in there)), None)
        if behind is not None:
            stack.setCurrentWidget(behind)
        self._docks.bring_back()

    def detach(self, page: QWidget) -> None:
        """Go back, and part with *page* for good."""
        self.put_back(page)
        stack = page.parentWidget()
        if isinstance(stack, QStackedWidget):
            stack.removeWidget(page)
        page.hide()
        page.deleteLater()
        self._behind = None

    def bring_panels_back(self) -> None:
        """Another page came to the front by itself."""
        self._docks.bring_back()
