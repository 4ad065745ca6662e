"""The middle of the window: the start page, the tabs of open games, and the pages they switch between."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.qt.gm.games_part import PAGES
from app.qt.start.start_page import StartPage
from app.qt.widgets.look import Look
from app.qt.widgets.style import apply_look
from languages import tr


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
        column = QVBoxLayout(self._centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        self.above = QVBoxLayout()
        """Layout between the tabs and the page."""
        column.addLayout(self.above)
        column.addWidget(self.stack, 1)

    def show(self) -> None:
        """Take the place of the first picture."""
        if self._window.centralWidget() is not self._centre:
            # An empty menu bar takes no room; this keeps the page where it will be.
            self._window.menuBar().addMenu(f"&{tr('File')}")
            self._window.setCentralWidget(self._centre)
            self._centre.show()  # Qt does so only when events come; a game that is opened before would give the panel all the room
            self.start_page.play_button.setFocus()
