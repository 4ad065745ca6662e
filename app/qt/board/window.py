"""Window as its parts know it: one protocol, which the controller of the main window fills; and pages that cover the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.qt.widgets.layouts import let_scroll
from app.qt.widgets.look import Look, Tone
from app.qt.widgets.page_swap import DocksAside

if TYPE_CHECKING:  # the first picture of the window waits for none of them
    from app.presentation.reply_rows import ExpectedCentres
    from app.qt.board.game_page import GamePage
    from app.qt.widgets.background import Background
    from app.session.session import Session
    from app.session.view_options import View


class Window(Protocol):
    """Window with its open games, as panels, dialogs and pages use it."""

    @property
    def session(self) -> Session:
        """The open games, and the view of them."""
        ...

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        ...

    @property
    def window(self) -> QMainWindow:
        """Parent of dialogs and panels."""
        ...

    @property
    def stack(self) -> QStackedWidget:
        """The pages in the middle of the window."""
        ...

    @property
    def look(self) -> Look:
        """The colours of the window as they are now."""
        ...

    @property
    def view(self) -> View:
        """Present view of boards."""
        ...

    @property
    def background(self) -> Background:
        """Runs what takes long."""
        ...

    @property
    def status_text(self) -> str:
        """Text of the status line."""
        ...

    def say(self, text: str, tone: Tone = ...) -> None:
        """Show *text* in the status line and the console."""
        ...

    def hint(self, text: str) -> None:
        """Show *text* in the status line until the next message; it is no message to be read again."""
        ...

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        ...

    def trouble(self, text: str) -> None:
        """Say what did not work where it is seen."""
        ...

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Show *summary* and *lines*; where there are lines they stay over the board until they are closed."""
        ...

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command; returns True if it was done. The reason for a failure is reported."""
        ...

    def trigger(self, command_id: str) -> bool:
        """Run a command without arguments, as a menu entry does: it asks for those it needs. Returns True if it was done."""
        ...

    def run_line(self, line: str) -> bool:
        """Run a line as the console does; returns True if it was done. The reason for a failure is reported."""
        ...

    def take_mails(self, paths: Sequence[Path], power: str = "") -> None:
        """Take the mails of *paths* in, of *power* where one is named, and say once what came of all of them."""
        ...

    def refresh_menus(self) -> None:
        """Update the commands that can be run now."""
        ...

    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        ...

    def show_seats(self) -> None:
        """Show the page of seats, or close it where it is there."""
        ...

    def show_letters(self) -> None:
        """Show the letters beside the orders of a seat, where there is room for both."""
        ...

    def show_expected(self, expected: Mapping[str, ExpectedCentres]) -> None:
        """Show beside the orders of each power what the reply that is picked brings it; nothing where no answer holds, and with hints."""
        ...


class BoardCover:
    """Puts a page over the board, panels aside, and takes both back."""

    def __init__(self, host: Window) -> None:
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
