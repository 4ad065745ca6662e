"""The seats at the foot of the curtain: who has sealed, and who can take the laptop."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.presentation.hotseat.curtain import SeatCard, SeatStatus
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.swatches import SwatchSquare

_LEAST_WIDTH = 122
"""Pixels that are kept for the words of a card, however short they are."""
_DONE = (SeatStatus.SEALED, SeatStatus.READY, SeatStatus.NOTHING_DUE)


class SeatCardWidget(QFrame):
    """One seat; a click asks for it, where it can be chosen.

    Signals:
        chosen(str): the laptop goes to the person of that power.
    """

    chosen = Signal(str)

    def __init__(self, card: SeatCard, swatch: Swatch | None, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card
        self._look = look
        self._ring = swatch.ink if swatch is not None else look.colour("accent")
        is_chosen = card.status is SeatStatus.CHOSEN
        if card.can_choose:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{card.name}, {card.who}, {card.words}")
        name = PlainLabel(card.name)
        name.setProperty("role", "strong" if card.can_choose or is_chosen else "soft")
        who = PlainLabel(card.who)
        who.setProperty("role", "soft")
        state = PlainLabel(("✓ " if card.status in _DONE else "") + card.words)
        state.setProperty("role", "strong" if is_chosen else "good" if card.status is SeatStatus.SEALED else "soft")
        if is_chosen:
            state.setStyleSheet(f"color: {self._ring.name()}" if not look.dark else "")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(SwatchSquare(swatch))
        top.addWidget(name, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 11, 14, 11)
        column.setSpacing(4)
        column.addStrut(_LEAST_WIDTH)
        column.addLayout(top)
        column.addWidget(who)
        column.addWidget(state)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """A card; the chosen one with a frame in its power's colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = self.card.status is SeatStatus.CHOSEN
        ground = "raised" if self.card.can_choose or is_chosen else "panel"
        frame: QColor = self._ring if is_chosen else self._look.colour("accent" if self.hasFocus() else "line_strong")
        wide = 2.0 if is_chosen or self.hasFocus() else 1.0
        painter.setPen(QPen(frame, wide))
        painter.setBrush(self._look.colour(ground))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 8, 8)
        painter.end()

    def _choose(self) -> None:
        if self.card.can_choose:
            self.chosen.emit(self.card.power)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for this seat."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space ask for it as well."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        else:
            super().keyPressEvent(event)


class SeatCards(QScrollArea):
    """All seats in a row; it scrolls where there are more than fit.

    Signals:
        chosen(str): the laptop goes to the person of that power.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cards: tuple[SeatCardWidget, ...] = ()
        self._shown: object = None

    def show_cards(self, cards: tuple[SeatCard, ...], swatches: Mapping[str, Swatch], look: Look) -> None:
        """Show *cards* in the colours of *swatches*."""
        if self._shown == (cards, look):
            return
        self._shown = (cards, look)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        made = []
        for each in cards:
            widget = SeatCardWidget(each, swatches.get(each.power), look)
            widget.chosen.connect(self.chosen)
            row.addWidget(widget, 1)
            made.append(widget)
        self.cards = tuple(made)
        before = self.takeWidget()
        if before is not None:
            before.deleteLater()  # a card that was just clicked is still busy with its click
        self.setWidget(holder)
        chosen = next((each for each in made if each.card.status is SeatStatus.CHOSEN), None)
        if chosen is not None:
            self.ensureWidgetVisible(chosen)

    def card(self, power: str) -> SeatCardWidget:
        """The card of *power*."""
        return next(each for each in self.cards if each.card.power == power)

    def sizeHint(self) -> QSize:
        """As high as a card, with room for a scroll bar."""
        inner = self.widget()
        return QSize(600, (inner.sizeHint().height() if inner is not None else 92) + 12)

    def minimumSizeHint(self) -> QSize:
        """As narrow as one card."""
        return QSize(160, self.sizeHint().height())
