"""Lays over the board that its game is over, and takes it away again."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from app.game.record import Cursor, Game
from app.qt.board.ending_card import EndingCard
from app.qt.map.board_view import BoardView
from app.qt.widgets.look import Look
from app.qt.widgets.swatch import Swatch


class EndingOverBoard(QObject):
    """The card over *board* where the moment in view is the last of a game that is over.

    Signals:
        story_wanted(), history_wanted(), start_page_wanted(): where somebody wants to go on from there.
    """

    story_wanted = Signal()
    history_wanted = Signal()
    start_page_wanted = Signal()

    def __init__(self, board: BoardView, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self.card: EndingCard | None = None

    def show_ending(self, game: Game, cursor: Cursor, swatches: Mapping[str, Swatch], look: Look, viewer: str | None) -> None:
        """Say how *game*, as *viewer* may see it, ended, if *cursor* is its end; elsewhere the board is free."""
        self._put_away()
        ending = game.branch(cursor.branch).ending
        if ending is None or cursor != game.last(cursor.branch):
            return
        card = EndingCard(game, cursor, ending, swatches, look, self._board, viewer)
        card.board_wanted.connect(self._put_away)
        card.story_wanted.connect(self.story_wanted)
        card.history_wanted.connect(self.history_wanted)
        card.start_page_wanted.connect(self.start_page_wanted)
        card.place()
        card.show()
        self.card = card
        if self._board.isVisible():
            self.take_focus()

    def take_focus(self) -> bool:
        """Keys go to the card; whether there is one."""
        if self.card is not None:
            self.card.story_button.setFocus()
        return self.card is not None

    def place(self) -> None:
        """Place the card in the middle of the board, which has another size now."""
        if self.card is not None:
            self.card.place()

    @Slot()
    def _put_away(self) -> None:
        card, self.card = self.card, None
        if card is not None:
            card.hide()
            card.deleteLater()
            self._board.setFocus()
