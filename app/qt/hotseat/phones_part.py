"""Phones at the table of the window: the invitation with its QR code, who sat down, and seats given again.

The server has a thread of its own (``app.web.running``). It wakes this one by a signal, and everything else is done here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QColor, QDesktopServices, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.hotseat.round import RoundStage
from app.hotseat.table import Seat
from app.qt.panels.panel import WindowPart
from app.qt.widgets.dialogs import FittingDialog
from app.qt.widgets.host import FrameHost, Runner, SessionHost, Tone
from app.session.requests import WebTerms
from app.session.seating import Seating
from languages import labelled, system_words, tr

if TYPE_CHECKING:
    from app.web.qr import QrCode
    from app.web.running import WebTable

_BEAT = 400
"""Milliseconds between two looks at the clock for the phones."""
_HERE, _NETWORK = "127.0.0.1", "0.0.0.0"  # noqa: S104 - asked about first
_PAPER, _DOTS = "#ffffff", "#1d2733"
"""Colours of a code, which every camera has to read by day and by night."""


class PhonesPartHost(SessionHost, FrameHost, Runner, Protocol):
    """Window as this part uses it."""

    def say(self, text: str, tone: Tone = ...) -> None:
        """Show *text* in the status line and the console."""
        ...


class _Waker(QObject):
    """Signal from the server's thread."""

    heard = Signal()


class PhonesPart(WindowPart):
    """Opens the table in front to phones, and shows the invitation."""

    name = "phones"

    def __init__(self, host: PhonesPartHost) -> None:
        super().__init__(host.window)
        self._host = host
        self.web: WebTable | None = None
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
            self.dialog.by_phone.connect(lambda power: self._host.run("give-seat", power=power, to="phone"))
            self.dialog.at_screen.connect(lambda power: self._host.run("give-seat", power=power, to=""))
            self.dialog.again.connect(self._again)
            self.dialog.door.connect(self._set_door)
            self.dialog.stopped.connect(self._stop)
        self._show_state()
        self.dialog.show()
        self.dialog.raise_()

    def _start(self, seating: Seating) -> bool:
        from app.web.running import WebTable
        from app.web.terms import local_addresses

        session = self._host.session
        addresses = ", ".join(local_addresses()) or tr("no network")
        question = tr(
            "Let phones of this network sit down? The program then listens at {addresses}, until the table is closed.", addresses=addresses
        )
        network, here = tr("This network"), tr("This machine only")
        answer = session.services.ask(question, (network, here))
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
            self.web = web
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
        web, self.web = self.web, None
        if web is not None:
            web.stop()
        if self.dialog is not None:
            self.dialog.hide()

    @Slot(bool)
    def _set_door(self, is_open: bool) -> None:
        if self.web is not None:
            self.web.desk.door.is_open = is_open
            self._serve()

    @Slot(str)
    def _again(self, power: str) -> None:
        if self.web is not None and self.dialog is not None:
            from app.web.qr import qr_code

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


class QrPicture(QWidget):
    """A QR code, as large as there is room."""

    def __init__(self) -> None:
        super().__init__()
        self._code: QrCode | None = None
        self.setMinimumSize(280, 280)

    def show_code(self, code: QrCode) -> None:
        """Show *code*."""
        if code != self._code:
            self._code = code
            self.setAccessibleName(code.label)
            self.update()

    def sizeHint(self) -> QSize:
        """Large enough to be scanned from some steps away."""
        return QSize(360, 360)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's words
        """Paint the dark modules on light ground."""
        if self._code is None:
            return
        painter = QPainter(self)
        side = min(self.width(), self.height())
        step = side / self._code.side
        painter.fillRect(QRectF(0, 0, side, side), QColor(_PAPER))
        painter.scale(step, step)
        for x, y in self._code.modules:
            painter.fillRect(QRectF(x, y, 1.02, 1.02), QColor(_DOTS))


class PhonesDialog(FittingDialog):
    """Invitation and seats; it stays open beside the table."""

    by_phone = Signal(str)
    at_screen = Signal(str)
    again = Signal(str)
    door = Signal(bool)
    stopped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Phones at the table"))
        self.setModal(False)
        self.code = QrPicture()
        self.caption = QLabel(tr("Scan to sit down"))
        self.caption.setProperty("role", "title")
        self.address, self.word, self.others, self.words = QLabel(), QLabel(), QLabel(), QLabel()
        for label in (self.address, self.word):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            font = label.font()
            font.setPointSizeF(font.pointSizeF() * 1.8)
            label.setFont(font)
        for label in (self.others, self.words):
            label.setWordWrap(True)
        self.back = QPushButton(tr("Back to the invitation"))
        self.back.clicked.connect(self._back)
        self.back.hide()
        self.open_door = QCheckBox(tr("Free seats can be taken"))
        self.open_door.clicked.connect(lambda is_open: self.door.emit(is_open))
        stage, stop = QPushButton(tr("Open the stage")), QPushButton(tr("Close the table to phones"))
        stage.clicked.connect(self._open_stage)
        stop.clicked.connect(self.stopped.emit)
        beside = QVBoxLayout()
        for each in (self.caption, self.address, QLabel(tr("Table word")), self.word, self.others, self.back):
            beside.addWidget(each)
        beside.addStretch(1)
        top = QHBoxLayout()
        top.addWidget(self.code)
        top.addLayout(beside, 1)
        self.rows = QGridLayout()
        foot = QHBoxLayout()
        for button in (stage, stop):
            foot.addWidget(button)
        whole = QVBoxLayout(self)
        whole.addLayout(top)
        whole.addWidget(self.open_door)
        whole.addLayout(self.rows)
        whole.addWidget(self.words)
        whole.addLayout(foot)
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
        state = (seating.table, present, seating.round.stage)
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
            button = self._button(seat, is_over=seating.round.stage is RoundStage.OVER)
            if button is not None:
                self.rows.addWidget(button, number, 2)

    def _button(self, seat: Seat, *, is_over: bool) -> QPushButton | None:
        if is_over or not seat.is_person:
            return None
        if seat.is_free:
            made = QPushButton(tr("At this screen"))
            made.clicked.connect(partial(self.at_screen.emit, seat.power))
        elif seat.by_phone:
            made = QPushButton(tr("Another phone…"))
            made.clicked.connect(partial(self.again.emit, seat.power))
        elif seat.lock is None:
            made = QPushButton(tr("By phone"))
            made.clicked.connect(partial(self.by_phone.emit, seat.power))
        else:
            return None
        made.setAccessibleName(labelled(seat.name, made.text()))
        return made

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
