"""A page that stands in the place of the board for a while: the story, results, branches side by side."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QStackedWidget, QWidget

from app.qt.board.page_host import PageHost
from app.qt.widgets.docks_aside import DocksAside
from app.qt.widgets.host import FrameHost
from app.qt.widgets.scrolling import let_scroll


class BoardCoverHost(FrameHost, PageHost, Protocol):
    """Window as the cover uses it."""


class BoardCover:
    """Puts a page over the board, panels aside, and takes both back."""

    def __init__(self, host: BoardCoverHost) -> None:
        self._host = host
        self._docks = DocksAside(host.window)

    def put(self, page: QWidget, stack: QStackedWidget) -> None:
        """Show *page* among the pages of *stack*."""
        self._docks.put()
        let_scroll(page)
        stack.addWidget(page)
        stack.setCurrentWidget(page)

    def take_away(self, page: QWidget) -> None:
        """Close *page*; the board comes back where the page was still in front."""
        stack, board = page.parentWidget(), self._host.page
        if isinstance(stack, QStackedWidget):
            if board is not None and stack.currentWidget() is page:
                stack.setCurrentWidget(board)
            stack.removeWidget(page)
        page.hide()
        page.deleteLater()
        self._docks.bring_back()
        if board is not None:
            board.set_focus()
