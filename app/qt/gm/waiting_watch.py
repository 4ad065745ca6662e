"""Looks for mails that were handed in while the window has their game open, and takes them in."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.game.document import Document
from app.game.storage.errors import StorageError
from app.gm.waiting import KeptMail, is_taken, waiting_mails
from app.mail_in.arrival import HandedIn
from app.qt.widgets.host import Refuser, SessionHost
from app.session.errors import CommandError

EVERY = 5_000
"""Milliseconds between two looks."""


class WaitingHost(SessionHost, Refuser, Protocol):
    """Window as the watch uses it."""


class WaitingWatch(QObject):
    """Takes in what waits for the game in front. A mail's own file goes once the game is saved with it."""

    def __init__(self, host: WaitingHost, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._tried: set[str] = set()
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY)
        self._clock.timeout.connect(self.look)
        self._clock.start()

    def look(self) -> None:
        """Take in the mails that are there; not while a question is on the screen, and not at one power's seat."""
        session = self._host.session
        document = session.current
        if document is None or document.path is None or QApplication.activeModalWidget() is not None:
            return
        if session.viewer is not None or session.seating is not None:
            return
        for mail in waiting_mails(document.path):
            self._take(document, mail)

    def _take(self, document: Document, mail: KeptMail) -> None:
        if is_taken(document.game, mail.mark):
            if not document.is_modified:
                mail.let_go()
            return
        if mail.mark in self._tried:  # taken back by undo, or not to be taken: it stays until the game is opened again
            return
        self._tried.add(mail.mark)
        from app.session.mails import take_in  # where nothing waits the reader of mails is not loaded

        session = self._host.session
        try:
            take_in(session, mail.read(), handed_in=HandedIn(mail.moment, mail.mark))
        except (CommandError, StorageError) as error:
            self._host.refuse(str(error))
