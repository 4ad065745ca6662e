"""Phones at the table of the window: the invitation with its QR code, who sat down, and seats given again.

The server has a thread of its own (``app.web.serving``). It wakes this one by a signal, and everything else is done here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QCursor, QDesktopServices
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QMenu, QPushButton, QWidget

from app.hotseat.round import RoundStage
from app.hotseat.sealing import container_of
from app.hotseat.table import Seat
from app.players.bots import OPPONENTS
from app.qt.board.window import Window
from app.qt.hotseat.invite_card import QrPicture
from app.qt.hotseat.seats_controller import ABSENT
from app.qt.panels.panel import WindowPart
from app.qt.widgets import forms
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.look import Tone
from app.session.requests import WebTerms
from app.session.seating import Seating
from app.session.services import ChoiceQuestion
from languages import labelled, system_words, tr

if TYPE_CHECKING:
    from app.web.page_parts import QrCode
    from app.web.serving import WebTable

_BEAT = 400
"""Milliseconds between two looks at the clock for the phones."""
_HERE, _NETWORK = "127.0.0.1", "0.0.0.0"  # noqa: S104 - asked about first


class _Waker(QObject):
    """Signal from the server's thread."""

    heard = Signal()


class PhonesPart(WindowPart):
    """Opens the table in front to phones, and shows the invitation."""

    name = "phones"

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host
        self.web: WebTable | None = None
        self.is_following = False
        """The served table; ``None`` while none is."""
        self.dialog: PhonesDialog | None = None
        self._is_serving = False
        self._waker = _Waker(self)
        self._waker.heard.connect(self._serve, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(_BEAT)
        self._timer.timeout.connect(self._serve)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Show the invitation; ask first where nothing is listened to yet."""
        session = self._host.session
        seating = session.seating
        if seating is None:
            return
        if self.web is not None and self.web.seating is not seating:
            self._stop()
        if self.web is None and not self._start(seating):
            return
        if self.dialog is None:
            self.dialog = PhonesDialog(self._host.window)
            self.dialog.seat_requested.connect(self._give_seat)
            self.dialog.steering.connect(self._let_steer)
            self.dialog.again.connect(self._again)
            self.dialog.door.connect(self._set_door)
            self.dialog.stopped.connect(self._stop)
        self._show_state()
        self.dialog.show()
        self.dialog.raise_()

    def _start(self, seating: Seating) -> bool:
        from app.web.serving import WebTable
        from app.web.terms import local_addresses

        session = self._host.session
        addresses = ", ".join(local_addresses()) or tr("no network")
        question = tr(
            "Let phones of this network sit down? The program then listens at {addresses}, until the table is closed.", addresses=addresses
        )
        network, here = tr("This network"), tr("This machine only")
        answer = session.services.ask(ChoiceQuestion(question, (network, here)))
        if answer not in {network, here}:
            return False
        for port in (1901, 0):
            web = WebTable(session, seating, WebTerms(_NETWORK if answer == network else _HERE, port), wake=self._waker.heard.emit)
            try:
                web.start()
            except OSError as error:
                if port == 0:
                    self._host.say(tr("Nobody can connect: {error}.", error=system_words(error)), Tone.REFUSED)
                    return False
                continue
            self.web, self.is_following = web, True
            self._timer.start()
            return True
        return False

    @Slot()
    def _serve(self) -> None:
        """Hear phones, unless that is being done already further up."""
        if self.web is None or self._is_serving:
            return
        self._is_serving = True
        try:
            self.web.serve_waiting()
        finally:
            self._is_serving = False
        self._show_state()

    def follow_session(self) -> None:
        """Show phones what changed at the laptop; end with the table."""
        if self.web is None:
            return
        if self._host.session.tables.of(self.web.seating.document) is not self.web.seating:
            self._stop()
            return
        self._serve()

    def close(self) -> None:
        """Tell the phones that the window goes."""
        self._stop()

    @Slot()
    def _stop(self) -> None:
        self._timer.stop()
        web, self.web, self.is_following = self.web, None, False
        if web is not None:
            web.stop()
        if self.dialog is not None:
            self.dialog.hide()

    @Slot(bool)
    def _set_door(self, is_open: bool) -> None:
        if self.web is not None:
            self.web.desk.door.is_open = is_open
            self._serve()

    @Slot(str, str)
    def _give_seat(self, power: str, to: str) -> None:
        """Give a seat to another person; its sealed orders are dropped unread where the organiser agrees."""
        if self.web is None:
            return
        seating, drop = self.web.seating, False
        if container_of(seating.game, seating.cursor, power) is not None:
            question = tr("{power} has written in this phase. Discard that, unread?", power=seating.round.title(power))
            dropping, keeping = tr("Discard the orders"), tr("Leave the seat as it is")
            if self._host.session.services.ask(ChoiceQuestion(question, (dropping, keeping))) != dropping:
                return
            drop = True
        self._host.run("give-seat", power=power, to=to, drop=drop)

    @Slot(str)
    def _let_steer(self, power: str) -> None:
        if self.web is not None:
            telling = self.web.seating.telling
            telling.steering = None if telling.steering == power else power
            self._serve()

    @Slot(str)
    def _again(self, power: str) -> None:
        if self.web is not None and self.dialog is not None:
            from app.web.page_parts import qr_code

            link = self.web.desk.give_again(power)
            title = self.web.seating.round.title(power)
            self.dialog.show_code(qr_code(link, title), tr("For the other phone of {power}", power=title), link.partition("/#")[0])

    def _show_state(self) -> None:
        web, dialog = self.web, self.dialog
        if web is None or dialog is None:
            return
        from app.web.terms import protection

        invitation = web.desk.invitation
        if invitation is not None:
            dialog.show_invitation(invitation.qr, web.addresses, invitation.word, protection(web.terms))
        dialog.show_seats(web.seating, web.desk.present, is_open=web.desk.door.is_open)


class PhonesDialog(FittingDialog):
    """Invitation and seats; it stays open beside the table."""

    seat_requested = Signal(str, str)
    steering = Signal(str)
    again = Signal(str)
    door = Signal(bool)
    stopped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Phones at the table"))
        self.setModal(False)
        self.code = QrPicture()
        self.caption = forms.styled(QLabel(tr("Scan to sit down")), "title")
        self.address, self.word, self.others, self.words = QLabel(), QLabel(), QLabel(), QLabel()
        for label in (self.address, self.word):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            font = label.font()
            font.setPointSizeF(font.pointSizeF() * 1.8)
            label.setFont(font)
        for label in (self.others, self.words):
            label.setWordWrap(True)
        self.back = forms.button(tr("Back to the invitation"), self._back)
        self.back.hide()
        self.open_door = QCheckBox(tr("Free seats can be taken"))
        self.open_door.clicked.connect(lambda is_open: self.door.emit(is_open))
        self.rows = QGridLayout()
        password = QLabel(tr("Table password"))
        beside = forms.column(self.caption, self.address, password, self.word, self.others, self.back, forms.STRETCH)
        stage = forms.button(tr("Open the stage (screen for everybody)"), self._open_stage)
        stop = forms.button(tr("Close the table to phones"), self.stopped.emit)
        forms.column(forms.row(self.code, (beside, 1)), self.open_door, self.rows, self.words, forms.row(stage, stop), on=self)
        self._shown: object = None
        self._invitation: QrCode | None = None
        self._stage = ""

    def show_invitation(self, code: QrCode, addresses: tuple[str, ...], word: str, words: str) -> None:
        """Show how people sit down."""
        self._invitation = code
        self._stage = f"{addresses[0]}/stage"
        if self.back.isHidden():
            self.code.show_code(code)
        self.address.setText(addresses[0].partition("://")[2])
        self.word.setText(word)
        self.others.setText(tr("Or: {addresses}", addresses=", ".join(addresses[1:4])) if len(addresses) > 1 else "")
        self.words.setText(words)

    def show_code(self, code: QrCode, caption: str, address: str) -> None:
        """Show another code for a while, such as that for one seat."""
        self.code.show_code(code)
        self.caption.setText(caption)
        self.address.setText(address.partition("://")[2])
        self.back.show()

    def show_seats(self, seating: Seating, present: frozenset[str], *, is_open: bool) -> None:
        """Show who sits where, and what can be changed."""
        self.open_door.setChecked(is_open)
        state = (seating.table, present, seating.round.stage, seating.telling.steering)
        if state == self._shown:
            return
        self._shown = state
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, seat in enumerate(seating.table.seats):
            self.rows.addWidget(QLabel(seat.name), number, 0)
            self.rows.addWidget(QLabel(_who(seat, present)), number, 1)
            if seating.round.stage is not RoundStage.OVER:
                self.rows.addWidget(self._button(seat, steers=seating.telling.steering == seat.power), number, 2)

    def _button(self, seat: Seat, *, steers: bool) -> QPushButton:
        return forms.button(tr("Change…"), lambda: self._ask(seat, steers), name=labelled(seat.name, tr("Change…")))

    def _ask(self, seat: Seat, steers: bool) -> None:
        menu = self.menu_for(seat, steers=steers)
        menu.exec(QCursor.pos())
        menu.deleteLater()

    def menu_for(self, seat: Seat, *, steers: bool = False) -> QMenu:
        """Return the menu of what can be done with *seat*."""
        menu = QMenu(self)
        if seat.is_person and seat.by_phone and not seat.is_free:
            menu.addAction(tr("Another phone…")).triggered.connect(lambda: self.again.emit(seat.power))
            steering = menu.addAction(tr("Controls the step-by-step results"))
            steering.setCheckable(True)
            steering.setChecked(steers)
            steering.triggered.connect(lambda: self.steering.emit(seat.power))
            menu.addSeparator()
        choices = [("phone", tr("Free for a phone")), ("", tr("At this screen"))]
        choices += [
            (f"bot:{name.value}", tr("Built-in: {title}", title=tr(each.title))) for name, each in OPPONENTS.items() if each.is_offered
        ]
        choices += [(to, tr(words)) for to, words in ABSENT]
        for to, words in choices:
            if (to == "phone" and seat.is_free) or (to == "" and seat.is_person and not seat.by_phone):
                continue
            menu.addAction(words.replace("&", "&&")).triggered.connect(partial(self._want, seat.power, to))
        return menu

    def _want(self, power: str, to: str, *_checked: bool) -> None:
        self.seat_requested.emit(power, to)

    @Slot()
    def _back(self) -> None:
        self.back.hide()
        self.caption.setText(tr("Scan to sit down"))
        if self._invitation is not None:
            self.code.show_code(self._invitation)
        self.address.setText(self._stage.removesuffix("/stage").partition("://")[2])

    @Slot()
    def _open_stage(self) -> None:
        QDesktopServices.openUrl(QUrl(self._stage))


def _who(seat: Seat, present: frozenset[str]) -> str:
    if seat.is_free:
        return tr("free for a phone")
    if not seat.by_phone:
        return seat.who
    if seat.power in present:
        return tr("{person}, at a phone", person=seat.who)
    return tr("{person}, phone asleep or away", person=seat.who)
