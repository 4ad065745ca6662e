"""Sends a round on another thread and tells how far it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.qt.widgets.background import Background
from app.results.mail_server import MailServer
from app.results.outbox import Item, Outbox, Round
from app.results.sending import send

_LOOKS = 80
"""Milliseconds between two looks at how far it is."""


class SendingWatch(QObject):
    """One round on its way.

    Signals:
        progressed(): ``round`` has other states than before.
        finished(str): nothing more is sent; why, where that was not wanted.
    """

    progressed = Signal()
    finished = Signal(str)

    def __init__(self, background: Background, box: Outbox, made: Round, server: MailServer, password: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self._background, self._box, self._server, self._password = background, box, server, password
        self.round = made
        self._latest = made
        self._stopped = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._timer.start(_LOOKS)
        self._background.run(
            lambda: send(self._box, self.round, self._server, self._password, self._told), lambda _round: self._done(""), self._failed
        )

    def stop(self) -> None:
        """Send nothing after the mail that is on its way."""
        self._stopped = True

    def _told(self, present: Round, _item: Item) -> bool:
        self._latest = present  # on the other thread; one name for one value, read by the timer
        return not self._stopped

    def _look(self) -> None:
        if self._latest is not self.round:
            self.round = self._latest
            self.progressed.emit()

    def _failed(self, error: Exception) -> None:
        self._done(str(error))

    def _done(self, trouble: str) -> None:
        self._timer.stop()
        self._password = None
        self.round = self._box.round(self.round.id) or self._latest
        self.progressed.emit()
        self.finished.emit(trouble)
        self.deleteLater()
