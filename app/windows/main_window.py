"""The main window itself: on the screen at once, with the start page; what takes longer to load follows."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.windows.preferences import Preferences
from app.windows.start_page import StartPage
from app.windows.style import read_look

if TYPE_CHECKING:
    from app.windows.workbench import Workbench

SMALLEST = (900, 600)


class MainWindow(QMainWindow):
    """Shows the start page first. The workbench (rules, board, panels, commands) is loaded on a thread while the page is already there;
    what is asked for in the meantime is done as soon as it is.

    Signals:
        furnished(): the workbench stands.
    """

    furnished = Signal()
    _loaded = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.look = read_look(preferences.theme)
        self._bench: Workbench | None = None
        self._wishes: list[Callable[[Workbench], object]] = []
        self._is_loading = False
        self.setWindowTitle("Entente")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks)
        self.start_page = StartPage(self.look)
        self.tabs = QTabBar()
        self.tabs.setDocumentMode(True)
        self.tabs.setTabsClosable(True)
        self.tabs.setExpanding(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.start_page)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.stack, 1)
        self.setCentralWidget(centre)
        # An empty menu bar takes no room; this keeps the page where it will be.
        self.menuBar().addMenu("&File")
        preferences.restore_place(self)
        self.start_page.standard_requested.connect(lambda: self.when_furnished(lambda bench: bench.run("new")))
        self.start_page.new_requested.connect(lambda: self.when_furnished(lambda bench: bench.new_game()))
        self.start_page.open_requested.connect(lambda: self.when_furnished(lambda bench: bench.opening.choose_and_open()))
        self._loaded.connect(self.furnish, Qt.ConnectionType.QueuedConnection)

    @property
    def bench(self) -> Workbench:
        """The workbench; made now where it was not yet."""
        self.furnish()
        assert self._bench is not None
        return self._bench

    @property
    def is_furnished(self) -> bool:
        """Whether the workbench stands already."""
        return self._bench is not None

    def when_furnished(self, wish: Callable[[Workbench], object]) -> None:
        """Do *wish* as soon as the workbench stands."""
        if self._bench is not None:
            wish(self._bench)
        else:
            self._wishes.append(wish)

    def open_file(self, file: Path) -> None:
        """Open *file* as soon as the workbench stands."""
        self.when_furnished(lambda bench: bench.open_file(file))

    def event(self, event: QEvent) -> bool:
        """The first picture is on the screen when the event loop comes back after a paint: then the rest is loaded."""
        if event.type() == QEvent.Type.Paint and not self._is_loading:
            self._is_loading = True
            QTimer.singleShot(0, self._load)
        return super().event(event)

    def _load(self) -> None:
        def work() -> None:
            import_module("app.windows.workbench")
            self._loaded.emit()

        Thread(target=work, name="loading", daemon=True).start()

    @Slot()
    def furnish(self) -> None:
        """Put the workbench up, and do what was wished for meanwhile."""
        if self._bench is not None:
            return
        from app.windows.workbench import Workbench

        self._is_loading = True
        self.menuBar().clear()
        self._bench = Workbench(self)
        wishes, self._wishes = self._wishes, []
        for wish in wishes:
            wish(self._bench)
        self.furnished.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files of games are welcome."""
        if any(url.isLocalFile() and url.toLocalFile().casefold().endswith(".dpn") for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_file(Path(url.toLocalFile()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Only when everything is saved or given up."""
        if self._bench is None or self._bench.close():
            event.accept()
        else:
            event.ignore()
