"""Bar over the orders while one person's seat is open: whose it is, how long it may take, the two ways out; and colours for large areas of
a power.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QWidget

from app.qt.map.fonts import FontFamily
from app.qt.widgets import forms
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.window_style import display_type
from languages import plural, tr

INK = "#fffaf0"
"""The writing."""

_DARK_ENOUGH = 0.12
"""Relative luminance against which that writing has a contrast of at least 5.9."""


def deep(colour: QColor) -> QColor:
    """*colour*, dark enough that light writing can be read on it."""
    found = QColor(colour)
    while luminance(found) > _DARK_ENOUGH:
        found = found.darker(112)
    return found


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2 has it: 0 black, 1 white."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_NAME = 1.9
_NAME_AT_LEAST = 1.15
"""Times the usual size of words: the power's name, and how small it may get where there is little room."""
_GAP, _BEFORE_BUTTONS = 8, 20
"""Pixels between two parts of a row, and between the clock and the buttons behind it."""


class SeatBar(QWidget):
    """A band in the power's colour.

    Args:
        letters_beside: whether letters stand beside it, so that the way to them can be left out.

    Signals:
        seal_requested(): the orders are final; the laptop goes on.
        close_requested(): the laptop goes on; the orders wait, unsealed.
        press_requested(): the letters that came are to be read.
        vote_requested(): the person votes on the end of the game.
    """

    seal_requested = Signal()
    close_requested = Signal()
    press_requested = Signal()
    vote_requested = Signal()

    def __init__(self, letters_beside: Callable[[], bool] = lambda: False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letters_beside = letters_beside
        self._colour = QColor("#333333")
        self._can_seal = True
        self.shows_results = False
        self._is_fitting = False
        """True if it stands over results that the table looks at, and its buttons go on from there or repeat them."""
        self.power, self.person, self.clock = forms.label(), forms.label(), forms.label()
        self.seal_button = forms.button(tr("Seal my orders"), self.seal_requested)
        self.close_button = forms.button(tr("Close, seal later"), self.close_requested)
        self.press_button = forms.button(act=self.press_requested, tip=tr("Read the letters that came since this seat was closed last"))
        self.press_button.hide()
        vote_tip = tr("Vote on the end of the game: a draw, a concession, or playing on")
        self.vote_button = forms.button(tr("Vote…"), self.vote_requested, tip=vote_tip)
        self.vote_button.hide()
        self._offers_vote = self._has_letters = False
        for button in (self.seal_button, self.close_button, self.press_button, self.vote_button):
            button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._head = forms.flow(self.power, self.person, forms.STRETCH, self.clock, spacing=_GAP)
        self._foot = forms.flow(self.press_button, self.vote_button, self.close_button, (self.seal_button, 1), spacing=_GAP)
        self._column = forms.column((self._head, 1), self._foot, on=self, margins=(14, 8, 12, 10), spacing=6)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, False)

    def show_seat(self, power: str, person: str, swatch: Swatch | None, *, can_seal: bool = True) -> None:
        """Show whose seat it is.

        Args:
            power: its name.
            person: who sits there.
            can_seal: whether there is anything to seal; a game master's seat has nothing.
        """
        self.shows_results = False
        self._can_seal = can_seal
        self._name_buttons(are_short=False)
        self._offers_vote = can_seal
        self._colour = deep(swatch.ink if swatch is not None else QColor("#444444"))
        self.power.setText(power)
        self.person.setText("" if person == power else person)
        self.seal_button.setVisible(can_seal)
        points = self.font().pointSizeF()
        self.person.setStyleSheet(f"color: {INK};")
        self.clock.setStyleSheet(f"color: {INK}; font-size: {points * 1.7:.0f}pt; font-family: '{FontFamily.MAP.value}';")
        ground = self._colour.name()
        self.seal_button.setStyleSheet(
            f"QPushButton {{ background: {INK}; color: {ground}; border: 1px solid {INK}; font-weight: 600; }}"
            f" QPushButton:focus {{ border: 4px double {ground}; padding: 3px 11px; }}"
        )
        self.close_button.setStyleSheet(
            f"QPushButton {{ background: transparent; color: {INK}; border: 1px solid {INK}; }}"
            f" QPushButton:focus {{ border: 3px solid {INK}; padding: 4px 12px; }}"
        )
        self.vote_button.setStyleSheet(self.close_button.styleSheet())
        self._fit()
        self.update()

    def show_new_letters(self, count: int) -> None:
        """Show how many letters came since the seat was closed last; nothing where none did."""
        self.press_button.setText(plural("{count} new letter", "{count} new letters", count) if count else "")
        self._has_letters = count > 0
        self.press_button.setVisible(self._has_letters)
        self.press_button.setStyleSheet(self.close_button.styleSheet())
        self._fit()

    def show_results(self, title: str, phase: str) -> None:
        """Stand over the results of a phase, with the way on."""
        self.show_seat(title, phase, None)
        self.shows_results = True
        self._offers_vote = False
        self._name_buttons(are_short=False)
        self.show_new_letters(0)

    def show_time(self, words: str) -> None:
        """Show how long it may still take; nothing where there is no limit."""
        before = len(self.clock.text())
        self.clock.setText(words)
        if len(words) != before:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide parts where the panel is narrow; the buttons that the round needs stay whole, in a further row if they must."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the bar again, since the width of words is known for certain once they are visible."""
        super().showEvent(event)
        self._fit()

    def _name_buttons(self, *, are_short: bool, is_seal_short: bool = False) -> None:
        if self.shows_results:
            self.seal_button.setText(tr("Go on"))
            self.close_button.setText(tr("Again") if are_short else tr("Show them again"))
        else:
            self.seal_button.setText(tr("Seal") if is_seal_short else tr("Seal my orders"))
            self.close_button.setText(tr("Close") if are_short or not self._can_seal else tr("Close, seal later"))

    def _fit(self) -> None:
        """Leave out the parts that stand elsewhere too, the least needed first, until the rest has room in its row.

        The menu has the vote. What goes may change the width of the bar, and call this
        again: once is enough.
        """
        if self._is_fitting:
            return
        self._is_fitting = True
        try:
            self._leave_out()
        finally:
            self._is_fitting = False

    def _leave_out(self) -> None:
        """Show and hide the parts only once it is known which stay: otherwise the whole window would be laid out in between."""
        head: set[QWidget] = {self.power, self.person, self.clock}
        foot: set[QWidget] = {self.close_button}
        foot |= {button for button, is_there in self._offered() if is_there}
        self._name_buttons(are_short=False)
        self._size_name(_NAME)
        in_head: tuple[Callable[[], None], ...] = (lambda: self._size_name(_NAME_AT_LEAST), lambda: head.discard(self.person))
        in_foot: tuple[Callable[[], None], ...] = (
            lambda: self._name_buttons(are_short=True),
            lambda: self._name_buttons(are_short=True, is_seal_short=True),
            lambda: foot.discard(self.vote_button),
            lambda: foot.discard(self.press_button),
        )
        if self._letters_beside():
            foot.discard(self.press_button)
        is_one_row = self._needed(head | foot) + _BEFORE_BUTTONS <= self.width()
        self._column.setDirection(QBoxLayout.Direction.LeftToRight if is_one_row else QBoxLayout.Direction.TopToBottom)
        self._column.setSpacing(_BEFORE_BUTTONS if is_one_row else 6)
        for each in (self._head, self._foot):
            self._column.setAlignment(each, Qt.AlignmentFlag.AlignVCenter if is_one_row else Qt.AlignmentFlag(0))
        for row, steps in ((head, in_head), (foot, in_foot)) if not is_one_row else ():
            for step in steps:
                if self._needed(row) <= self.width():
                    break
                step()
        for widget in (self.person, self.vote_button, self.press_button):
            if widget.isHidden() is (widget in head | foot):
                widget.setVisible(widget in head | foot)
        self._column.activate()  # what went made room, which the rest has at once

    def _offered(self) -> tuple[tuple[QPushButton, bool], ...]:
        return (self.vote_button, self._offers_vote), (self.press_button, self._has_letters), (self.seal_button, self._can_seal)

    def _needed(self, there: Collection[QWidget]) -> int:
        """Pixels that a row of these takes."""
        for each in there:
            each.ensurePolished()
        margins = self._column.contentsMargins()
        return sum(each.sizeHint().width() for each in there) + _GAP * len(there) + margins.left() + margins.right()

    def _size_name(self, times: float) -> None:
        size = self.font().pointSizeF() * times
        self.power.setStyleSheet(f"color: {INK}; {display_type(size)}")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """The band."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._colour)
        painter.end()
