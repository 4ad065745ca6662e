"""The curtain between two persons: who is asked to take the laptop, who has sealed, the clock; nothing of anybody's orders."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStackedWidget, QWidget

from app.presentation.hotseat.curtain import CurtainState, Gate, left_to_seal
from app.qt.hotseat.curtain_widgets import LEAST_BOARD, ClockCard, HoldRing, HomeLand, SeatCards
from app.qt.hotseat.invite_card import InviteCard
from app.qt.hotseat.seat_bar import INK, deep
from app.qt.widgets import forms
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.look import Look
from app.qt.widgets.swatches import Swatch
from app.qt.widgets.window_style import display_type
from languages import mark, tr

_LONGEST_SECRET = 200
_ROOMY = (56, 52, 44, 36)
_SLIM = (28, 52, 20, 36)
_TIGHT = (28, 16, 20, 14)
"""Pixels round the words of the power's half: left, top, right, bottom."""
_LEVELS = (
    (1.0, _ROOMY, True),
    (0.75, _ROOMY, True),
    (1.0, _SLIM, True),
    (0.75, _SLIM, True),
    (0.6, _TIGHT, True),
    (0.6, _TIGHT, False),
    (0.45, _TIGHT, False),
    (0.35, _TIGHT, False),
)
"""Settings of the words for ever less room: factor for headings, free space around them, and whether there is advice."""
_MARGIN = 20
"""Pixels between the clock and the edges of the board it lies over."""
_ADVICE = mark("Take turns in any order. Click a name to pass the laptop; who has sealed can change their orders until the last one seals.")
_ASKED = {
    Gate.PIN: (mark("Your PIN"), mark("PIN of {power}"), mark("PIN forgotten?")),
    Gate.PASSPHRASE: (mark("Your passphrase"), mark("Passphrase of {power}"), mark("Passphrase forgotten?")),
}


class _Side(QWidget):
    """The power's half, in its colour.

    Signals:
        resized(): what lies over it has to move.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.colour = QColor("#333333")
        self._least = QSize()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def keep(self, least: QSize) -> None:
        """Take *least* as the room that is needed, whatever size the words have at present.

        The words are chosen for the room: if the room followed the words too, what is shown would depend on what was shown before.
        """
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return False

    def minimumSizeHint(self) -> QSize:
        return self._least

    def sizeHint(self) -> QSize:
        return self._least

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colour)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class CurtainPage(QWidget):
    """Fills the window while no seat is open.

    Signals:
        open_requested(str, str): the seat of that power is to be opened, with that secret (empty where it is held open).
        chosen(str): the laptop goes to the person of that power.
        forgotten(str): the secret of that power's seat is forgotten.
        reveal_requested(): all is sealed; the table wants to see.
    """

    open_requested = Signal(str, str)
    chosen = Signal(str)
    forgotten = Signal(str)
    reveal_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.state: CurtainState | None = None
        self._swatches: Mapping[str, Swatch] = {}
        self._fitted = QSize()
        """Room for which the words have their present size."""
        self._side = _Side()
        self.place = forms.label()
        self.title, self.invitation, self.hint = (forms.label(wraps=True) for _ in range(3))
        self.ring = HoldRing()
        self.secret = QLineEdit()
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.secret.setMaxLength(_LONGEST_SECRET)
        self.secret.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.secret.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.open_button = forms.button(tr("Open"), self._try_secret)
        self.reveal_button = forms.button(tr("Show the orders"), self.reveal_requested)
        self.forgotten_button = forms.button(act=self._forget)
        self.forgotten_button.setFlat(True)
        self.forgotten_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.trouble, self.foot = forms.label(wraps=True), forms.label(wraps=True)
        self.secret_label = forms.label()
        self._gates = QStackedWidget()
        for gate in (self._hold_gate(), self._secret_gate(), self._reveal_gate(), QWidget()):
            self._gates.addWidget(gate)
        self.home = HomeLand(look)
        self.clock = ClockCard(self.home)
        self.invite = InviteCard(self.home)
        self.clock.hide()
        self._side.resized.connect(self._fit_side)  # the names of the seats below may take more room without the page changing its size
        self.count, self.advice = forms.label("", "strong"), forms.label("", "soft", wraps=True)
        self.cards = SeatCards()
        self.cards.chosen.connect(self.chosen)
        self.ring.held.connect(self._held)
        self.secret.returnPressed.connect(self._try_secret)
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.timeout.connect(self._may_try_again)
        self._lay_out()

    def _lay_out(self) -> None:
        self._words = forms.column(
            self.place,
            forms.StretchGap(2),
            self.title,
            self.invitation,
            8,
            self.hint,
            16,
            self._gates,
            self.trouble,
            forms.StretchGap(3),
            self.foot,
            on=self._side,
            margins=_ROOMY,
            spacing=10,
        )
        heads = forms.row(self.count, (self.advice, 1), spacing=18)
        self._column = forms.column(
            (forms.row((self._side, 36), (self.home, 64), spacing=0), 1),
            forms.column(heads, self.cards, margins=(24, 14, 24, 14), spacing=10),
            on=self,
            margins=(0, 0, 0, 0),
            spacing=0,
        )

    def _hold_gate(self) -> QWidget:
        gate = QWidget()
        words = forms.label(tr("Hold to open"))
        words.setObjectName("hold")
        # in German it is long: headings need not be small for it
        help_ = forms.label(tr("Press and hold here, or hold Space."), wraps=True)
        beside = forms.column(forms.STRETCH, words, help_, forms.STRETCH, spacing=4)
        forms.row(self.ring, (beside, 1), on=gate, margins=(0, 0, 0, 0), spacing=24)
        return gate

    def _secret_gate(self) -> QWidget:
        gate = QWidget()
        row = forms.row((self.secret, 3), (self.open_button, 2), spacing=12)
        forgotten = (self.forgotten_button, 0, Qt.AlignmentFlag.AlignLeft)
        forms.column(self.secret_label, row, forgotten, forms.STRETCH, on=gate, margins=(0, 0, 0, 0), spacing=8)
        return gate

    def _reveal_gate(self) -> QWidget:
        gate = QWidget()
        forms.column((self.reveal_button, 0, Qt.AlignmentFlag.AlignLeft), forms.STRETCH, on=gate, margins=(0, 0, 0, 0))
        return gate

    # --- view ---

    def set_look(self, look: Look) -> None:
        """The colours of the window from now on."""
        self._look = look
        self.home.set_look(look)

    def show_state(self, state: CurtainState, swatches: Mapping[str, Swatch]) -> None:
        """Show *state*; a secret that was being typed for another seat is gone."""
        before, self.state = self.state, state
        self._swatches = swatches
        if before is None or before.chosen != state.chosen or state.trouble:
            self.secret.clear()
        card = state.card
        swatch = swatches.get(state.chosen) if state.chosen is not None else None
        self._side.colour = deep(swatch.ink if swatch is not None else self._look.colour("chrome"))
        self._side.update()
        self.place.setText(f"{state.game}  ·  {state.phase}")
        if card is not None:
            self.title.setText(card.name)
        else:
            self.title.setText(tr("All have sealed") if state.can_reveal else tr("The table talks"))
        self.invitation.setText(state.invitation)
        self.hint.setText(state.hint)
        self.trouble.setText(state.trouble)
        self.trouble.setVisible(bool(state.trouble))
        self.foot.setText(tr("Not {who}? Click another name below.", who=card.who) if card is not None and card.who else "")
        asked = _ASKED.get(state.gate)
        label, of_power, forgotten = asked or ("", "", "")
        self.secret_label.setText(tr(label))
        self.secret.setAccessibleName(tr(of_power, power=card.name) if card is not None and asked else "")
        self.forgotten_button.setText(tr(forgotten))
        gate = 2 if state.can_reveal and card is None else 3 if card is None else 0 if state.gate is Gate.HOLD else 1
        self._gates.setCurrentIndex(gate)
        self._lock(state.wait)
        self.count.setText(left_to_seal(state))
        self.advice.setText(tr(_ADVICE))
        self.advice.setVisible(not state.can_reveal)
        self.cards.show_cards(state.cards, swatches, self._look)
        self._fit_words()
        self.take_focus()

    def show_cards(self, state: CurtainState) -> None:
        """Show how far the seats are by now; what is being typed stays."""
        self.state = state
        self.count.setText(left_to_seal(state))
        self.cards.show_cards(state.cards, self._swatches, self._look)

    def take_focus(self) -> None:
        """Keys go to what opens the seat."""
        target = (self.ring, self.secret, self.reveal_button, None)[self._gates.currentIndex()]
        if target is not None and target.isEnabled():
            target.setFocus()
        elif self.cards.cards:
            first = next((each for each in self.cards.cards if each.card.can_choose), None)
            if first is not None:
                first.setFocus()

    def _fit_words(self) -> None:
        """Set the words as large as the power's half holds them: nothing is cut where text is large and the screen small."""
        self._side.keep(self._needed(*_LEVELS[-1]))
        self._column.activate()
        self._fitted = room = self._side.size()
        for level in _LEVELS:
            least = self._needed(*level)
            if least.width() <= room.width() and least.height() <= room.height():
                break
        self._words.activate()  # words of another size have their room at once

    def _fit_side(self) -> None:
        """The words and the clock follow the power's half, whose size changes with the board beside it too."""
        if self.state is not None and self._side.size() != self._fitted:
            self._fit_words()
        self.place_clock()

    def _needed(self, headings: float, margins: tuple[int, int, int, int], with_advice: bool) -> QSize:
        """Set the words to a level and return the pixels that they need at the present width."""
        self._words.setContentsMargins(*margins)
        for label in (self.hint, self.foot):
            label.setVisible(with_advice and bool(label.text()))
        self._paint_words(headings)
        for widget in self._side.findChildren(QWidget):
            widget.ensurePolished()  # before it is visible its words would be measured in their usual size
        least = self._words.minimumSize()
        return QSize(least.width(), max(least.height(), self._words.totalHeightForWidth(self._side.width())))

    def _paint_words(self, headings: float) -> None:
        points = self.font().pointSizeF() * min(1.7, max(1.0, self.height() / 760))
        ground = self._side.colour
        field = ground.darker(125).name()
        self.title.setStyleSheet(f"color: {INK}; {display_type(points * max(1.3, 4.1 * headings))}")
        self.invitation.setStyleSheet(f"color: {INK}; {display_type(points * max(1.1, 2.5 * headings))}")
        for label in (self.place, self.hint, self.foot, self.secret_label):
            label.setStyleSheet(f"color: {INK}; font-size: {points * 1.1:.0f}pt;")
        self.trouble.setStyleSheet(f"color: {INK}; font-weight: 600; font-size: {points * 1.1:.0f}pt;")
        for words in self._gates.findChildren(PlainLabel):
            big = words.objectName() == "hold"
            words.setStyleSheet(f"color: {INK}; font-size: {points * (1.6 if big else 1.1):.0f}pt; font-weight: {600 if big else 400};")
        self.secret.setStyleSheet(
            f"QLineEdit {{ background: {field}; color: {INK}; border: 2px solid {INK}; border-radius: 6px; padding: 9px 14px;"
            f" font-size: {points * 1.5:.0f}pt; }}"
        )
        button = f"background: {INK}; color: {ground.name()}; border-radius: 6px; padding: 11px 30px; font-weight: 600;"
        for each in (self.open_button, self.reveal_button):
            each.setStyleSheet(
                f"QPushButton {{ {button} border: 2px solid {INK}; font-size: {points * 1.2:.0f}pt; }}"
                f" QPushButton:focus {{ border: 4px double {ground.name()}; padding: 9px 28px; }}"
                f" QPushButton:disabled {{ background: transparent; color: {INK}; }}"
            )
        self.forgotten_button.setStyleSheet(
            f"QPushButton {{ background: transparent; color: {INK}; border: none; padding: 6px 0; text-align: left; }}"
            " QPushButton:hover, QPushButton:focus { text-decoration: underline; }"
        )
        self.ring.set_ink(QColor(INK))

    # --- opening ---

    def _lock(self, seconds: float) -> None:
        is_free = seconds <= 0
        for each in (self.secret, self.open_button, self.ring):
            each.setEnabled(is_free)
        if is_free:
            self._until.stop()
        else:
            self._until.start(round(seconds * 1000))

    def _may_try_again(self) -> None:
        self._lock(0)
        self.trouble.hide()
        self.take_focus()

    def _held(self) -> None:
        if self.state is not None and self.state.chosen is not None and self.state.gate is Gate.HOLD:
            self.open_requested.emit(self.state.chosen, "")

    def _forget(self) -> None:
        if self.state is not None and self.state.chosen is not None:
            self.forgotten.emit(self.state.chosen)

    def _try_secret(self) -> None:
        secret = self.secret.text()
        if not secret or not self.secret.isEnabled() or self.state is None or self.state.chosen is None:
            return
        self.secret.clear()
        self.open_requested.emit(self.state.chosen, secret)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words grow with the window; the clock stays in its corner."""
        super().resizeEvent(event)
        self._fit_words()
        self.invite.place()
        self.place_clock()

    def place_clock(self) -> None:
        """At the top left over the board, or right where an invitation leaves no room; in talks beside the board, all of it wanted."""
        is_talking = self.state is not None and self.state.chosen is None
        place = self._side if is_talking else self.home
        if self.clock.parentWidget() is not place:
            was_shown = not self.clock.isHidden()
            self.clock.setParent(place)
            self.clock.setVisible(was_shown)
        lies_over = not is_talking and not self.clock.isHidden()
        least = self.clock.minimumSizeHint().width() if lies_over else 0
        self.clock.fit_into(max(place.width() - 2 * _MARGIN, least))
        # The board is as large as the clock over it at least: where panels leave less room, the page is scrolled.
        self.home.setMinimumSize(*((least + 2 * _MARGIN, self.clock.height() + 2 * _MARGIN) if lies_over else (LEAST_BOARD, LEAST_BOARD)))
        if is_talking:
            self.clock.move(56, place.height() - self.clock.height() - 44)
        else:
            is_free = self.invite.isHidden() or self.invite.y() >= self.clock.height() + 2 * _MARGIN
            self.clock.move(_MARGIN if is_free else place.width() - self.clock.width() - _MARGIN, _MARGIN)
        self.home.keep_clear(QRect() if is_talking or self.clock.isHidden() else self.clock.geometry())
