"""The tabs over the board: one for the start page, one for each open game; and the title of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMainWindow, QTabBar

from app.presentation.tab_titles import OpenGame, tab_titles
from app.qt.widgets.labels import plain_tip
from app.session.session import Session
from languages import tr, tr_in


class GameTabs(QObject):
    """Keeps the tabs in step with the session, and brings forward what is chosen there.

    Args:
        close: closes the game in front, as its command does.
    """

    def __init__(self, bar: QTabBar, window: QMainWindow, session: Session, close: Callable[[], object]) -> None:
        super().__init__(window)
        self._bar = bar
        self._window = window
        self._session = session
        self._close = close
        self._is_following = False
        self._bar.currentChanged.connect(self._chosen)
        self._bar.tabCloseRequested.connect(self._close_requested)

    def follow_session(self) -> None:
        """Show a tab for each open game, the one in front chosen; no tabs where there is nothing to choose."""
        documents, current = self._session.documents, self._session.current
        self._is_following = True
        while self._bar.count():
            self._bar.removeTab(0)
        self._bar.addTab(tr_in("page", "Start"))
        for side in QTabBar.ButtonPosition:
            button = self._bar.tabButton(0, side)
            self._bar.setTabButton(0, side, None)
            if button is not None:
                button.deleteLater()  # the bar would only hide it
        for _ in documents:
            self._bar.addTab("")
        self._bar.setCurrentIndex(0 if current is None else documents.index(current) + 1)
        self._bar.setVisible(len(documents) > 1 or (bool(documents) and current is None))
        self._is_following = False
        self.retitle()

    def retitle(self) -> None:
        """Say on the tabs and the window what the games are called, and which of them have changes that are not saved."""
        documents, current = self._session.documents, self._session.current
        titles = tab_titles([OpenGame(each.game.name, each.path) for each in documents])
        for number, (document, title) in enumerate(zip(documents, titles, strict=True), start=1):
            if number < self._bar.count():
                self._bar.setTabText(number, f"{title}{' •' if document.is_modified else ''}".replace("&", "&&"))
                self._bar.setTabToolTip(number, plain_tip(tr("Not saved yet") if document.path is None else str(document.path)))
        if current is None:
            self._window.setWindowTitle(tr("Entente"))
            self._window.setWindowModified(False)
        else:
            title = current.title.replace("[*]", "[*][*]")  # the mark that Qt puts the asterisk of unsaved changes at
            self._window.setWindowTitle(f"{title}[*] — Entente")
            self._window.setWindowModified(current.is_modified)

    @Slot(int)
    def _chosen(self, number: int) -> None:
        if not self._is_following and number >= 0:
            self._session.bring_forward(None if number == 0 else self._session.documents[number - 1])

    @Slot(int)
    def _close_requested(self, number: int) -> None:
        if number > 0:
            self._session.bring_forward(self._session.documents[number - 1])
            self._close()
