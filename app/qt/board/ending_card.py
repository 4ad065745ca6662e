"""The end of a game: the winners, the reason, and the next steps."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QFrame, QGraphicsDropShadowEffect, QGridLayout, QPushButton, QVBoxLayout, QWidget

from adjudicator.resolution import Ending
from app.game.record import Cursor, Game
from app.qt.board.centre_chart import CentreChart
from app.qt.widgets.flow_layout import FlowLayout
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.scrolling import let_scroll
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.swatches import SwatchSquare
from app.statistics.centres import centre_history
from entente.words.endings import describe_ending, ending_title
from entente.words.names import power_name
from entente.words.phases import describe_season
from entente.words.strengths import describe_centres
from languages import tr


class EndingCard(QFrame):
    """Lies over the board.

    Signals:
        board_wanted(): it is to go, so that the board can be looked at.
        story_wanted(): the story of the game is wanted.
        history_wanted(): the game is to be shown from its start.
        start_page_wanted(): on to another game.
    """

    board_wanted = Signal()
    story_wanted = Signal()
    history_wanted = Signal()
    start_page_wanted = Signal()

    def __init__(
        self,
        game: Game,
        cursor: Cursor,
        ending: Ending,
        swatches: Mapping[str, Swatch],
        look: Look,
        parent: QWidget,
        viewer: str | None = None,
    ) -> None:
        """*game* is as *viewer* may see it: powers that it does not see whole have no numbers."""
        super().__init__(parent)
        self.setProperty("role", "chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(36)
        shadow.setOffset(0, 6)
        shadow.setColor(QColor(0, 0, 0, 120))
        self.setGraphicsEffect(shadow)
        variant = game.variant
        self.title = PlainLabel(ending_title(variant, ending))
        self.title.setProperty("role", "title")
        self.title.setWordWrap(True)
        words = describe_ending(variant, ending)
        self.words = PlainLabel(f"{words[:1].upper()}{words[1:]}, {describe_season(variant, game.turn(cursor).phase)}.")
        self.words.setWordWrap(True)
        self.words.setProperty("role", "soft")
        history = centre_history(game, cursor, viewer)
        table = QGridLayout()
        table.setHorizontalSpacing(10)
        table.setVerticalSpacing(4)
        rows = [(power, describe_centres(counts[-1], whole=True)) for power, counts in history.counts]
        rows += [(power, tr("centres unknown")) for power in history.unknown]
        for number, (power, centres) in enumerate(rows):
            chip = SwatchSquare(swatches.get(power))
            name = PlainLabel(power_name(variant, power))
            name.setProperty("role", "subheading" if power in ending.winners else "soft")
            count = PlainLabel(centres)
            row, column = number % 4, number // 4 * 3
            table.addWidget(chip, row, column)
            table.addWidget(name, row, column + 1)
            table.addWidget(count, row, column + 2)
        self.board_button = QPushButton(tr("Look at the board"))
        self.story_button = QPushButton(tr("The story"))
        self.story_button.setProperty("role", "primary")
        self.history_button = QPushButton(tr("From the start"))
        self.start_button = QPushButton(tr("Start page"))
        self.story_button.clicked.connect(self.story_wanted)
        self.board_button.clicked.connect(self.board_wanted)
        self.history_button.clicked.connect(self.history_wanted)
        self.start_button.clicked.connect(self.start_page_wanted)
        buttons = FlowLayout()
        for button in (self.story_button, self.board_button, self.history_button, self.start_button):
            buttons.addWidget(button)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(30, 24, 30, 22)
        column_.setSpacing(12)
        column_.addWidget(self.title)
        column_.addWidget(self.words)
        column_.addWidget(CentreChart(history, swatches, look, variant.victory), 1)
        column_.addLayout(table)
        column_.addSpacing(4)
        column_.addLayout(buttons)
        self._room = let_scroll(self)

    def place(self) -> None:
        """In the middle of the board."""
        board = self.parentWidget()
        if board is None:
            return
        inside = self._room.inside
        width = min(max(560, inside.minimumSizeHint().width()), board.width() - 40)
        height = min(max(self._room.needs(width), inside.sizeHint().height()), board.height() - 24)
        self.setGeometry((board.width() - width) // 2, (board.height() - height) // 2, width, height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.board_wanted.emit()
        else:
            super().keyPressEvent(event)
