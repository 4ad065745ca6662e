"""The board of one game beside the list of all games, with what is to be known of it, and the button that opens it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from app.gm.games import GameSummary, deadline_words, missing_words
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.preview_board import PreviewBoard
from languages import labelled, tr

LARGE_WIDTH = 1200
"""Pixels of the picture of its board."""


class GamePreview(QFrame):
    """Board, name, phase and deadline of a game, and who is missing.

    Signals:
        opened(GameSummary): it is to be opened. picture_requested(GameSummary): its board is to be drawn.
    """

    opened = Signal(object)
    picture_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game: GameSummary | None = None
        self.board = PreviewBoard(self)
        self._name, self._phase, self._missing = forms.label(role="heading"), PlainLabel(), forms.label(role="soft")
        self.button = forms.button(tr("Open"), self._open)
        words = forms.column(spacing=2)
        for label in (self._name, self._phase, self._missing):
            label.setWordWrap(True)
            words.addWidget(label)
        self._foot = forms.row((words, 1), (self.button, 0, Qt.AlignmentFlag.AlignVCenter), spacing=16)
        self._column = forms.column((self.board, 2), self._foot, on=self, margins=(18, 14, 24, 8), spacing=10)
        self.board.chosen.connect(self._open)

    def set_words_beside(self, is_beside: bool) -> None:
        """Put the words beside the board, for a place that is wide and low, or below it."""
        self._column.setDirection(QBoxLayout.Direction.LeftToRight if is_beside else QBoxLayout.Direction.TopToBottom)
        self._column.setStretch(1, 1 if is_beside else 0)
        self._foot.setDirection(QBoxLayout.Direction.TopToBottom if is_beside else QBoxLayout.Direction.LeftToRight)
        self._foot.setStretch(0, 0 if is_beside else 1)
        self._foot.setAlignment(Qt.AlignmentFlag.AlignVCenter if is_beside else Qt.AlignmentFlag(0))

    def show_game(self, game: GameSummary, now: datetime) -> None:
        """Show *game* as it is *now*; its board comes once it is drawn."""
        before, self.game = self.game, game
        self._name.setText(game.name)
        deadline, left = deadline_words(game, now)
        self._phase.setText(" · ".join(filter(None, (game.phase_words, deadline, left))))
        self._missing.setText(labelled(tr("Missing"), missing_words(game)) if game.missing else missing_words(game))
        self.button.setAccessibleName(labelled(tr("Open"), game.name))
        if before is None or (before.path, before.phase) != (game.path, game.phase):
            self.board.show_image(None)
            if not game.fault:
                self.picture_requested.emit(game)

    def show_picture(self, path: str, image: QImage | None) -> None:
        """Show *image* as the board of the game at *path*, if that is still shown."""
        if image is not None and self.game is not None and self.game.path == path:
            self.board.show_image(image)

    def _open(self) -> None:
        if self.game is not None:
            self.opened.emit(self.game)
