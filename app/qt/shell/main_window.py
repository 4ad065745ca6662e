"""The main window itself: on the screen at once, with the start page; what takes longer to load follows."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QWindowStateChangeEvent
from PySide6.QtWidgets import QMainWindow

from app.qt.shell.first_picture import FirstLight
from app.qt.shell.preferences import Preferences
from app.qt.shell.window_place import keep_on_screen
from app.qt.widgets.look import read_look

if TYPE_CHECKING:
    from app.qt.shell.central_pages import Front
    from app.qt.shell.main_controller import Workbench

SMALLEST = (900, 600)


class MainWindow(QMainWindow):
    """Comes up in three steps, each after the picture of the one before is on the screen: a board (``FirstLight``), the start page
    (``Front``), and the workbench with rules, panels and commands, which is loaded on a thread while the start page is there already.
    What is asked for in the meantime is done as soon as it can be.

    Signals:
        first_seen(): the first picture is on the screen.
        furnished(): the workbench stands.
    """

    first_seen = Signal()
    furnished = Signal()
    _loaded = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.look = read_look(preferences.theme)
        self._front: Front | None = None
        self._bench: Workbench | None = None
        self._wishes: list[Callable[[Workbench], object]] = []
        self._is_loading = False
        self.setWindowTitle("Entente")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.setCentralWidget(FirstLight(self.look, self.painted))
        preferences.restore_place(self)
        self._placed = self.size()
        self._loaded.connect(self.furnish)

    @property
    def front(self) -> Front:
        """The start page and what games are shown in; made now where it was not yet."""
        if self._front is None:
            from app.qt.shell.central_pages import Front

            self._front = Front(self)
        return self._front

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

    def painted(self) -> None:
        """The first picture has been painted: when the event loop comes back, it is on the screen, and the rest is loaded."""
        if not self._is_loading:
            self._is_loading = True
            QTimer.singleShot(0, self._go_on)

    def _go_on(self) -> None:
        if self.size() == self._placed:
            keep_on_screen(self)
        self.first_seen.emit()
        self.front.show()
        QTimer.singleShot(0, self._load)

    def _load(self) -> None:
        def work() -> None:
            try:
                import_module("app.qt.shell.main_controller").load_commands()
            finally:
                self._loaded.emit()  # what went wrong comes up again in the window's own thread, which reports it

        Thread(target=work, name="loading", daemon=True).start()

    @Slot()
    def furnish(self) -> None:
        """Put the workbench up, and do what was wished for meanwhile."""
        if self._bench is not None:
            return
        from app.qt.shell.main_controller import Workbench

        self._is_loading = True
        self.front.show()
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

    def changeEvent(self, event: QEvent) -> None:
        """A window that is maximised no more lies on the screen whole."""
        super().changeEvent(event)
        if isinstance(event, QWindowStateChangeEvent) and event.oldState() & Qt.WindowState.WindowMaximized:
            QTimer.singleShot(0, self, lambda: keep_on_screen(self))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Only when everything is saved or given up."""
        if self._bench is None or self._bench.close():
            event.accept()
        else:
            event.ignore()
