"""Sends a round on another thread and tells how far it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.game.storage.errors import StorageError
from app.mail_out.mail_server import MailServer
from app.mail_out.outbox import Item, Outbox, OutboxRound
from app.mail_out.sending import send
from app.qt.widgets.background import Background

_LOOKS = 80
"""Milliseconds between two looks at how far it is."""


class _Talk:
    """Talk of the two threads: a plain value each way, so that no thread keeps an object of the window."""

    def __init__(self, made: OutboxRound) -> None:
        self.latest = made
        self.is_stopped = False
        self.is_left = False
        """True if it is no longer waited for."""

    def told(self, present: OutboxRound, _item: Item) -> bool:
        """On the other thread: *present* is how far it is; whether to go on."""
        self.latest = present
        return not self.is_stopped


class SendingWatch(QObject):
    """One round on its way.

    Signals:
        progressed(): ``round`` has other states than before.
        finished(str): nothing more is sent; why, where that was not wanted.
    """

    progressed = Signal()
    finished = Signal(str)

    def __init__(
        self, background: Background, box: Outbox, made: OutboxRound, server: MailServer, password: str | None, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._background, self._box, self._server, self._password = background, box, server, password
        self.round = made
        self._talk = _Talk(made)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._timer.start(_LOOKS)
        box, made, server, password, talk = self._box, self.round, self._server, self._password, self._talk
        self._background.run(
            lambda: send(box, made, server, password, talk.told), lambda _round: self._done(""), lambda error: self._done(str(error))
        )

    def stop(self) -> None:
        """Send nothing after the mail that is on its way."""
        self._talk.is_stopped = True

    def leave(self) -> None:
        """The same, and tell nothing more: the page goes."""
        self.stop()
        self._talk.is_left = True
        self._timer.stop()
        self.blockSignals(True)

    def _look(self) -> None:
        if self._talk.latest is not self.round:
            self.round = self._talk.latest
            self.progressed.emit()

    def _done(self, trouble: str) -> None:
        if self._talk.is_left:
            return
        self._timer.stop()
        self._password = None
        try:
            self.round = self._box.round(self.round.id) or self._talk.latest
        except StorageError:  # the last report is the right one
            self.round = self._talk.latest
        self.progressed.emit()
        self.finished.emit(trouble)
        self.deleteLater()
