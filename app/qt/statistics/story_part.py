"""Opens the story of the game in front in the place of its board, and puts it away again; and a tournament of people over the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStackedWidget

from app.game.record import Cursor
from app.game.versions import Change, Touched
from app.presentation.power_colours import picture_colours_of
from app.qt.board.window import BoardCover, Window
from app.qt.panels.panel import OpenedByName, WindowPart
from app.qt.widgets.background import Latest
from app.qt.widgets.dialogs import run_dialog
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import swatches
from app.session.services import PictureRequest

if TYPE_CHECKING:  # a window without a story does not wait for it
    from app.qt.board.game_page import GamePage
    from app.qt.statistics.story_page import StoryPage


_BOARD = 900
"""Pixels of the picture of the board at the end, from side to side."""


class StoryPart(WindowPart):
    """At most one story is open; it goes when the game changes under it, or another one comes to the front."""

    name = "story"
    follows = frozenset({Touched.CURSOR, Touched.POSITIONS, Touched.BRANCHES, Touched.RULES})

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self._cover = BoardCover(host)
        self._boards: Latest[QImage] = Latest(host.background, self._show_board, lambda _error: None)
        self.page: StoryPage | None = None
        self.is_following = False

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the story of the game in front as its viewer may see it; close it where it is open already."""
        board = self._host.page
        stack = None if board is None else board.parentWidget()
        if self.page is not None:
            self._put_away()
        elif board is not None and board.scene.picture is not None and isinstance(stack, QStackedWidget):
            self._open(board, stack)

    def _open(self, board: GamePage, stack: QStackedWidget) -> None:
        from app.presentation.story_pictures import story_look
        from app.qt.statistics.story_page import StoryPage
        from app.statistics.story import story_of

        session = self._host.session
        picture = board.scene.picture
        assert picture is not None
        story = story_of(session.shown, session.branch, session.viewer)
        sealed = 0 if session.seating is None else session.seating.letters.left_sealed
        page = StoryPage(story, story_look(story.game, picture_colours_of(picture)), dict(swatches(picture)), stack, left_sealed=sealed)
        page.board_requested.connect(self._put_away)
        page.start_requested.connect(self._play_from_start)
        page.phase_requested.connect(self._show_phase)
        page.command_requested.connect(self._carry_out)
        self.page, self.is_following = page, True
        self._cover.put(page, stack)
        page.export_buttons["export-page"].setFocus()
        from app.qt.board.picture_content import thumbnail  # here: no class of Qt is read by a thread

        shown, cursor, view = session.shown, session.shown.last(session.branch), session.view
        self._boards.request(lambda: thumbnail(PictureRequest(shown, cursor, view, _BOARD)))

    def _show_board(self, image: QImage) -> None:
        if self.page is not None:
            self.page.show_board(image)

    def _put_away(self) -> None:
        self._boards.forget()
        page, self.page, self.is_following = self.page, None, False
        if page is None:
            return
        self._cover.take_away(page)

    def _play_from_start(self) -> None:
        self._put_away()
        board = self._host.page
        if board is not None:
            board.timeline.play()

    def _carry_out(self, command_id: str) -> None:
        self._host.trigger(command_id)
        if self.page is None and self._host.session.current is not None:  # letters were opened: the story tells more
            self.show()

    def _show_phase(self, index: int) -> None:
        self._put_away()
        document = self._host.session.document
        document.show(Cursor(document.cursor.branch, index))

    # What makes it go

    def follow_session(self) -> None:
        """Close the page for another game in front, or another viewer."""
        self._put_away()

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - the same for each
        """The game goes on, or another moment of it is asked for."""
        self._put_away()

    def set_look(self, look: Look) -> None:  # noqa: ARG002 - the picture of the board has it
        """Close the page: in other colours it would have to be made again."""
        self._put_away()


class PeopleTournamentPart(OpenedByName):
    """A dialog over the window."""

    name = "people-tournament"

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it, for the variant of the game in front, or the standard one."""
        from app.qt.statistics.tournament_dialog import PeopleTournamentDialog
        from entente.words.names import power_name

        session = self._host.session
        shelved = session.shelf.find("standard")
        variant = session.variant if session.current is not None else None if shelved is None else shelved.variant
        powers = {} if variant is None else {power: power_name(variant, power) for power in variant.powers}
        run_dialog(PeopleTournamentDialog(session.services, powers, self._host.window))
