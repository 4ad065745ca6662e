"""Opens the play-test page in the place of the board, of a variant on the shelf or of what lies on the bench."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QStackedWidget

from app.qt.board.game_page import PageHost
from app.qt.panels.panel import WindowPart
from app.qt.widgets.host import DialogHost, Messenger, SessionHost
from app.qt.widgets.look import Look
from app.qt.widgets.page_swap import PageInFront
from app.session.services import FileKind

if TYPE_CHECKING:  # a window without play-tests does not wait for it
    from app.board_editor.playtest.task import PlayTest
    from app.players.bots import Bot
    from app.presentation.drawn_boards import DrawnBoard
    from app.presentation.picture import MapPicture
    from app.qt.board_editor.playtest_page import PlayTestPage


class PlayTestPartHost(SessionHost, DialogHost, PageHost, Messenger, Protocol):
    """Window as the page uses it."""

    @property
    def stack(self) -> QStackedWidget:
        """The pages in the middle of the window."""
        ...


class PlayTestPart(WindowPart):
    """Page of one test at most."""

    name = "play-test"

    def __init__(self, host: PlayTestPartHost) -> None:
        super().__init__(host.window)
        self._host = host
        self._way = PageInFront(host.window, lambda: host.page)
        self.page: PlayTestPage | None = None
        self._drawn: DrawnBoard | None = None

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Bring it to the front again, or close it where it is there."""
        self._way.switch(self.page, self._to_front)

    def open(self, drawn: DrawnBoard, texts: Mapping[str, Mapping[str, str]], remark: str = "") -> None:
        """Show the page for a variant on its board.

        Args:
            texts: the files of the variant, as processes that play are given them.
            remark: what is to be known of it.
        """
        from app.board_editor.playtest.task import PlayTest
        from app.qt.board_editor.playtest_page import PlayTestPage

        self.close_page()

        def made(bot: Bot, games: int, seed: int, years: int) -> PlayTest:
            return PlayTest(texts, bot, games, seed, years)

        self._drawn = drawn
        page = PlayTestPage(
            drawn.folder.variant, drawn.board, self._picture(drawn), self._host.look, made, self._ask_file, remark, self._host.stack
        )
        page.closed.connect(self.put_away)
        page.said.connect(self._host.say)
        page.refused.connect(self._host.refuse)
        self.page = page
        self._to_front()

    def put_away(self) -> None:
        """Back to where one came from; the games go on."""
        if self.page is not None:
            self._way.put_back(self.page)

    def close_page(self) -> None:
        """Stop, and let go of everything."""
        page, self.page = self.page, None
        if page is not None:
            page.close_page()
            self._way.let_go(page)

    def _to_front(self) -> None:
        assert self.page is not None
        self._way.bring(self.page, self._host.stack)
        self.page.head.start_button.setFocus()

    def _picture(self, drawn: DrawnBoard) -> MapPicture:
        from app.presentation.picture import MapPicture

        screen = self._host.session.services.screen
        assert screen is not None
        view, variant = screen.view, drawn.folder.variant
        return MapPicture(variant, variant.start, drawn.styles, labels=view.labels, tint=False, units=False, theme=view.theme)

    def _ask_file(self, suggestion: str) -> Path | None:
        return self._host.session.services.save_path(FileKind.FIGURES, suggestion)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        if self.page is not None and self._drawn is not None:
            self.page.set_look(look, self._picture(self._drawn))

    def follow_session(self) -> None:
        """Another game came to the front: the page is behind it."""
        self._way.bring_panels_back()

    def close(self) -> None:
        """The window goes."""
        self.close_page()
