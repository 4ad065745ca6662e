"""The line that is touched in a round: on its card, and what it may mean as numbered arrows on the board, where a click takes one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from shiboken6 import isValid

from adjudicator.order import Hold
from adjudicator.phase import PhaseKind
from app.gm.round_sheet import SheetRow
from app.gm.taking import sender_words
from app.qt.board.game_page import GamePage
from app.qt.gm.choice_arrows import ChoiceArrows
from app.qt.gm.doubt_row import MOST_CHOICES
from app.qt.gm.touched_card import TouchedCard
from app.qt.widgets.look import Look
from app.session.session import Session
from entente.words.orders import describe_order


class RoundChoices(QObject):
    """Shows one line at a time.

    Signals:
        taken(int): the choice of that number, from 1, is what the line means.
    """

    taken = Signal(int)

    def __init__(self, card: TouchedCard, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self.row: SheetRow | None = None
        self.arrows: ChoiceArrows | None = None
        self._page: GamePage | None = None

    def show_row(self, session: Session, page: GamePage | None, row: SheetRow | None, look: Look) -> None:
        """Show *row*, or nothing."""
        self.clear()
        self.row = row
        if row is None:
            self._card.show_row(None)
            return
        turn, variant = session.open_turn, session.variant
        choices = row.choices[:MOST_CHOICES]
        mails = turn.mails
        sender = sender_words(session, mails[row.mail - 1]) if 0 < row.mail <= len(mails) else ""
        unit = turn.position.unit_at(row.province) if row.province is not None else None
        may_hold = unit is not None and unit.power == row.line.power and turn.phase.kind is PhaseKind.MOVEMENT
        hold = str(Hold(unit.piece)) if unit is not None and may_hold else ""
        meanings = [describe_order(variant, turn.position, each.order) for each in choices]
        self._card.show_row(row, sender, meanings, hold)
        if choices and page is not None and session.cursor == session.game.last(session.branch):
            self.arrows = ChoiceArrows(page.scene.board, [each.order for each in choices], look)
            page.scene.addItem(self.arrows)
            self._page = page
            page.board.viewport().installEventFilter(self)
            page.board.installEventFilter(self)

    def clear(self) -> None:
        """Take the arrows off the board; the card keeps what it shows."""
        arrows, self.arrows = self.arrows, None
        page, self._page = self._page, None
        if page is not None and isValid(page):
            page.board.viewport().removeEventFilter(self)
            page.board.removeEventFilter(self)
            if arrows is not None and isValid(arrows) and arrows.scene() is not None:
                arrows.scene().removeItem(arrows)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on a number takes its choice, and so does its key while the board has the keys."""
        page, arrows = self._page, self.arrows
        if page is None or arrows is None or not isValid(arrows):
            return False
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            board = page.board
            number = arrows.number_at(board.mapToScene(event.position().toPoint()), board.transform().m11())
            if number is not None:
                self.taken.emit(number)
                return True
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.text().isdigit():
            number = int(event.text())
            if number in arrows.numbers:
                self.taken.emit(number)
                return True
        return super().eventFilter(watched, event)
