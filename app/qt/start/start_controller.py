"""Fills the start page and carries out what is clicked there."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from app.game.document import Document
from app.game.library import Recoverable
from app.game.record import Cursor, Game
from app.game.storage.atomic import StorageError, is_there
from app.game.storage.recent import RecentGame, RecentGames
from app.hooks.hook_consent import text_of
from app.qt.board.window import Window
from app.qt.start.start_page import RecentEntry, RecoveredEntry, StartPage
from app.qt.widgets.background import Background
from app.session.recovery import newer_words, phase_words, recent_game, recovered_title, standing_words
from app.session.services import PictureRequest
from app.session.view_options import Labels, View
from languages import active_code, system_words, tr
from variants.hooks.contracts import Point

MOST_LEFT = 6
"""Games of a crash that are listed at once: reading a journal takes time, and there may be a thousand."""

THUMBNAIL_WIDTH = 480
"""Pixels: sharp on a card of 236 points at two pixels to the point."""

LARGE_WIDTH = 1600
"""Pixels of the board of the latest game."""

_IDLE = 1200
"""Milliseconds after which the board is drawn with the names of another language for the first time."""


class StartController(QObject):
    """Fills the start page, and carries out what is clicked there.

    Args:
        view: the present view of boards, for the small pictures.
    """

    def __init__(self, host: Window, page: StartPage, background: Background, view: Callable[[], View]) -> None:
        super().__init__(page)
        self._host = host
        self._page = page
        self._background = background
        self._view = view
        places = host.session.library.places
        self._recent = RecentGames(places.recent, places.thumbnails)
        self._recoverable: dict[str, Recoverable] | None = None
        self._most_left = MOST_LEFT
        page.file_requested.connect(lambda path: host.run("open", file=path))
        page.forget_requested.connect(self._forget)
        page.recovery_requested.connect(self._recover)
        page.recovery_dropped.connect(self._drop)
        page.older_requested.connect(self._show_older)
        page.hero.names_requested.connect(self._name_board)

    def refresh(self) -> None:
        """Show the games there are, and those that a crash left behind."""
        games = self._recent.games()
        self._page.show_recent([_entry(game) for game in games])
        for game in games:
            self._show_thumbnail(game)
        if games and is_there(games[0].path):
            self._show_large(games[0])
        self._look_for_recovered()

    def note_opened(self, document: Document) -> None:
        """Note *document*, which was opened, as the first on the list; its board is painted when the start page is seen."""
        if document.path is not None:
            self._put_first(document, document.path)

    def note(self, document: Document) -> None:
        """Note *document*, which was saved or closed, as the first on the list, with its present board."""
        path = document.path
        if path is None:
            return
        game, cursor = document.game, document.game.last(document.cursor.branch)
        from app.presentation.drawn_boards import is_at_hand  # here and below: starting does not wait for what draws boards
        from app.qt.board.picture_content import keep_image, thumbnail

        request = PictureRequest(game, _for_everybody(game, cursor), _on_a_card(self._view()), THUMBNAIL_WIDTH)
        try:
            if is_at_hand(game.variant.id, game.drawing):
                keep_image(thumbnail(request), self._recent.thumbnail_for(path))
        except (StorageError, OSError, RuntimeError) as error:
            self._host.refuse(tr("The list of recent games could not be kept: {error}", error=system_words(error)))
        self._put_first(document, path)

    def _put_first(self, document: Document, path: Path) -> None:
        try:
            self._recent.note(recent_game(document, path.resolve(), int(time.time()), self._recent.thumbnail_for(path)))
        except (StorageError, OSError, RuntimeError) as error:
            self._host.refuse(tr("The list of recent games could not be kept: {error}", error=system_words(error)))

    def _show_thumbnail(self, game: RecentGame) -> None:
        if game.thumbnail is not None and game.thumbnail.is_file():
            image = QImage(str(game.thumbnail))
            if not image.isNull():
                self._page.show_picture(game.path, image)
                return
        if is_there(game.path):
            painter = self._painter_of(game.path, _on_a_card(self._view()), THUMBNAIL_WIDTH)
            self._background.run(painter, lambda image: self._painted(game.path, image), lambda _error: None)

    def _show_large(self, game: RecentGame) -> None:
        """Show the board of the latest game with its names; where that is to be drawn, after all else."""
        view = replace(self._view(), orders=False)
        kept = self._recent.thumbnail_for(game.path).with_suffix(f".{view.theme}-{active_code()}.jpg")
        try:
            is_new = kept.stat().st_mtime >= game.path.stat().st_mtime
        except OSError:
            is_new = False
        image = QImage(str(kept)) if is_new else QImage()
        if not image.isNull():
            self._page.show_picture(game.path, image, large=True)
            return

        def painted(image: QImage | None) -> None:
            if image is not None:
                self._page.show_picture(game.path, image, large=True)

        def draw() -> None:
            if self._page.isVisible():
                painter = self._painter_of(game.path, view, LARGE_WIDTH)
                self._background.run(lambda: _kept(painter(), kept), painted, lambda _error: None)

        QTimer.singleShot(_IDLE, self, draw)

    def _painter_of(self, path: Path, view: View, width: int) -> Callable[[], QImage | None]:
        """Reads the game at *path* and paints its board; for the worker thread."""
        from app.qt.board.picture_content import painter_of_file  # here: no class of Qt is read by a thread

        def moment(game: Game) -> Cursor:
            return _for_everybody(game, game.last(game.branches[0].name))

        return painter_of_file(self._host.session.library, path, view, width, moment)

    def _painted(self, path: Path, image: QImage | None) -> None:
        if image is not None:
            self._page.show_picture(path, image)

    def _name_board(self, theme: str) -> None:
        """Write names of the language in use on the board of the start page; where it is to be drawn, after all else."""
        folder = self._host.session.library.places.cache / "start"
        hero = self._page.hero

        def draw() -> None:
            from app.qt.start.own_board import own_board

            def work() -> QImage | None:
                return own_board(folder, theme)

            self._background.run(work, lambda image: hero.show_picture(theme, image), lambda _error: hero.show_picture(theme, None))

        has_been_drawn = any(folder.glob(f"europe-{theme}-{active_code()}-*"))
        QTimer.singleShot(0 if has_been_drawn else _IDLE, self, draw)

    def _forget(self, path: Path) -> None:
        try:
            self._recent.forget(path)
        except StorageError as error:
            self._host.trouble(str(error))
        self.refresh()

    # --- what a crash left behind ---

    def look_again(self) -> None:
        """Look for games that a crash left behind, in case there are new ones."""
        self._recoverable = None
        self._look_for_recovered()

    def _look_for_recovered(self) -> None:
        library = self._host.session.library
        if self._recoverable is None:
            self._recoverable = {each.key: each for each in library.recoverable(self._most_left + 1)}
        shown = list(self._recoverable.items())[: self._most_left]
        more = (
            tr("Show older games ({count} in all)", count=library.how_many_journals()) if len(self._recoverable) > self._most_left else ""
        )
        now = datetime.now().astimezone()
        self._page.show_recovered([RecoveredEntry(key, recovered_title(each), newer_words(each, now)) for key, each in shown], more)

    def _show_older(self) -> None:
        self._most_left += MOST_LEFT
        self.look_again()

    def _recover(self, key: str) -> None:
        self._recoverable = None  # the file of the game may be another one by now
        self._host.run("recover", journal=Path(key))

    def _drop(self, key: str) -> None:
        if self._host.run("recover", journal=Path(key), drop=True):
            (self._recoverable or {}).pop(key, None)
        self._look_for_recovered()


def _entry(game: RecentGame) -> RecentEntry:
    if not is_there(game.path):
        return RecentEntry(game.path, game.name, tr("The file is not there any more."), "", is_there=False)
    return RecentEntry(game.path, game.name, phase_words(game), standing_words(game, datetime.now().astimezone()), is_there=True)


def _kept(image: QImage | None, path: Path) -> QImage | None:
    """*image*, kept at *path* where that can be done; for the worker thread."""
    if image is not None:
        from app.qt.board.picture_content import keep_image  # read already by what painted *image*

        with contextlib.suppress(StorageError, OSError):
            keep_image(image, path, quality=84)
    return image


def _on_a_card(view: View) -> View:
    """A card lies about for everybody: of an open phase no orders, and of a phase under fog none either.

    Names could hardly be read at its size, and would stay in the language in which the picture was made.
    """
    return replace(view, orders=False, labels=Labels.OFF)


def _for_everybody(game: Game, cursor: Cursor) -> Cursor:
    """The moment to show on the start page: what hooks hide from players does not lie about there."""
    return Cursor(cursor.branch, 0) if any(Point.RESULTS in text_of(hook).points for hook in game.hooks) else cursor
