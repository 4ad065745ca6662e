"""The tabs over the board: one for the start page, one for each open game; and the title of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QTabBar

from app.qt.widgets.plain_label import plain_tip
from app.view.tab_titles import OpenGame, tab_titles

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController


class GameTabs(QObject):
    """Keeps the tabs in step with the session, and brings forward what is chosen there."""

    def __init__(self, controller: MainController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._bar: QTabBar = controller.window.central.tabs
        self._is_following = False
        self._bar.currentChanged.connect(self._chosen)
        self._bar.tabCloseRequested.connect(self._close_requested)

    def follow_session(self) -> None:
        """Show a tab for each open game, the one in front chosen; no tabs where there is nothing to choose."""
        session = self._controller.session
        documents, current = session.documents, session.current
        self._is_following = True
        while self._bar.count():
            self._bar.removeTab(0)
        self._bar.addTab("Start")
        self._bar.setTabButton(0, QTabBar.ButtonPosition.RightSide, None)
        for _ in documents:
            self._bar.addTab("")
        self._bar.setCurrentIndex(0 if current is None else documents.index(current) + 1)
        self._bar.setVisible(len(documents) > 1 or (bool(documents) and current is None))
        self._is_following = False
        self.retitle()

    def retitle(self) -> None:
        """Say on the tabs and the window what the games are called, and which of them have changes that are not saved."""
        documents = self._controller.session.documents
        titles = tab_titles([OpenGame(each.game.name, each.path) for each in documents])
        for number, (document, title) in enumerate(zip(documents, titles, strict=True), start=1):
            if number < self._bar.count():
                self._bar.setTabText(number, f"{title}{' •' if document.is_modified else ''}".replace("&", "&&"))
                self._bar.setTabToolTip(number, plain_tip("Not saved yet" if document.path is None else str(document.path)))
        window, current = self._controller.window, self._controller.session.current
        if current is None:
            window.setWindowTitle("Entente")
            window.setWindowModified(False)
        else:
            title = current.title.replace("[*]", "[*][*]")  # the mark that Qt puts the asterisk of unsaved changes at
            window.setWindowTitle(f"{title}[*] — Entente")
            window.setWindowModified(current.is_modified)

    @Slot(int)
    def _chosen(self, number: int) -> None:
        if not self._is_following and number >= 0:
            session = self._controller.session
            session.bring_forward(None if number == 0 else session.documents[number - 1])

    @Slot(int)
    def _close_requested(self, number: int) -> None:
        if number > 0:
            session = self._controller.session
            session.bring_forward(session.documents[number - 1])
            self._controller.run("close")
