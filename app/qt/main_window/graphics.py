"""Puts the boards of the window on the graphics card where that is wanted and works."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.game.storage.atomic import StorageError
from app.presentation.system_hints import Card, PaintingWay, painting_way
from app.qt.main_window.appearance import Appearance
from app.qt.main_window.game_pages import GamePages
from app.qt.main_window.window_preferences import Preferences
from app.session.view_options import Graphics
from languages import tr

if TYPE_CHECKING:
    from app.qt.board.game_page import GamePage

_TRYING = "graphics.trying"
"""Set while the card is tried: a driver that ends the program leaves it behind."""

_SEEN = 400
"""Milliseconds after which a board on the card must have been painted."""


class GraphicsCard(QObject):
    """Asks the card once, when the first board has been seen, and takes boards off it again where it does not work.

    Signals:
        told(str): the way in which boards are painted from now on, after a person's choice.
    """

    told = Signal(str)

    def __init__(self, appearance: Appearance, pages: GamePages, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._pages = pages
        self._settings = preferences.settings
        self._wanted: Graphics = appearance.view.graphics
        self._card: Card | None = None
        self._has_asked = False
        self._gave_up = False
        self._later = QTimer(self)  # after the first picture of a board
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._put_boards)
        pages.made.connect(lambda _page: self._later.start())
        pages.redrawn.connect(self._later.start)
        appearance.view_changed.connect(self._follow_view)

    @property
    def way(self) -> PaintingWay:
        """Way in which boards are painted; asks the card where that is not known yet."""
        if self._gave_up:
            return PaintingWay(False, tr("Boards are painted by the processor: the graphics card did not paint."))
        failed = self._settings.flag(_TRYING)
        return painting_way(self._wanted, os.environ, QGuiApplication.platformName(), failed, self._ask)

    def _ask(self) -> Card | None:
        if not self._has_asked:
            from app.qt.map.board_view import probe_card  # here and below: read with the first game

            self._has_asked = True
            self._note_trying(True)
            self._card = probe_card()
            self._note_trying(False)
        return self._card

    def _note_trying(self, is_trying: bool) -> None:
        self._settings.put(_TRYING, is_trying or None)
        with contextlib.suppress(StorageError):
            self._settings.save()

    @Slot()
    def _follow_view(self) -> None:
        if self._appearance.view.graphics is not self._wanted:
            self._wanted = self._appearance.view.graphics
            self._gave_up = False
            self._note_trying(False)
            self._put_boards()
            self.told.emit(self.way.why)

    @Slot()
    def _put_boards(self) -> None:
        way = self.way
        for page in self._pages:
            if page.board.is_on_card != way.by_card:
                page.board.put_on_card(way.by_card)
                if way.by_card:
                    QTimer.singleShot(_SEEN, page, lambda page=page: self._look_at(page))

    def _look_at(self, page: GamePage) -> None:
        """Take every board off the card again where nothing came of it."""
        from app.qt.map.board_view import is_working

        if page.isVisible() and page.board.is_on_card and not is_working(page.board.viewport()):
            self._gave_up = True
            self._put_boards()
