"""Middle of the window: the start page, and the tabs of open games with their titles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QTabBar, QWidget

from app.qt.gm.games_part import PAGES
from app.qt.start.start_page import StartPage
from app.qt.widgets import forms
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.look import Look
from app.qt.widgets.window_style import apply_look
from app.session.session import Session
from languages import tr, tr_in


class OpenGame(NamedTuple):
    """Open game, as far as the title of its tab needs it."""

    name: str
    path: Path | None
    """Its file; ``None`` where it was never saved."""


def tab_titles(games: Sequence[OpenGame]) -> tuple[str, ...]:
    """A title for each of *games*, no two alike.

    Where names are the same the file's name tells them apart, then its folder, then a number in the sequence in which they were opened.
    """
    titles = [game.name for game in games]
    for more in (_file, _folder):
        titles = _apart(titles, games, more)
    found: list[str] = []
    for title in titles:
        number = found.count(title) + 1
        alike = [title, *(f"{title} ({each})" for each in range(2, len(titles) + 1))]
        found.append(next(each for each in alike[number - 1 :] if each not in found))
    return tuple(found)


def _apart(titles: Sequence[str], games: Sequence[OpenGame], more: Callable[[OpenGame], str]) -> list[str]:
    """*titles* with *more* behind those that are not the only one of their kind, where it tells them apart."""
    longer = []
    for title, game in zip(titles, games, strict=True):
        words = {more(other) for known, other in zip(titles, games, strict=True) if known == title}
        longer.append(f"{title} — {more(game)}" if len(words) > 1 and more(game) else title)
    return longer


def _file(game: OpenGame) -> str:
    return tr("not saved") if game.path is None else game.path.name


def _folder(game: OpenGame) -> str:
    return "" if game.path is None else str(game.path.parent)


class PageStack(QStackedWidget):
    """Needs as much room as the page in front; those behind it keep nothing from being small."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """The minimum size of the page in front."""
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint()


class CentralPages(QObject):
    """Made as soon as the first picture is on the screen."""

    def __init__(self, window: QMainWindow, look: Look, text_scale: float = 1.0) -> None:
        super().__init__(window)
        self._window = window
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_look(application, look, text_scale)
        window.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks)
        # From the window inwards: a widget that moves into another is styled again, with everything that stands in it.
        self._centre = QWidget(window)
        self.stack = PageStack(self._centre)
        self.start_page = StartPage(look, self.stack)
        self.tabs = QTabBar(self._centre)
        self.tabs.setDocumentMode(True)
        self.tabs.setTabsClosable(True)
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.hide()
        self.stack.setObjectName(PAGES)
        self.stack.addWidget(self.start_page)
        forms.column(self.tabs, (self.stack, 1), on=self._centre, margins=(0, 0, 0, 0), spacing=0)

    def show(self) -> None:
        """Take the place of the first picture."""
        if self._window.centralWidget() is not self._centre:
            # An empty menu bar takes no room; this keeps the page where it will be.
            self._window.menuBar().addMenu(f"&{tr('File')}")
            self._window.setCentralWidget(self._centre)
            self._centre.show()  # Qt does so only when events come; a game that is opened before would give the panel all the room
            self.start_page.take_focus()


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
            if self._window.isWindowModified() != current.is_modified:  # Qt tells all widgets, be it another value or not
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
