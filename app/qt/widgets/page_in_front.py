"""A page that is brought to the front of the window's pages, and from which one goes back to where one came from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.qt.widgets.docks_aside import DocksAside
from app.qt.widgets.scrolling import let_scroll


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

    def let_go(self, page: QWidget) -> None:
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
