"""The main window itself: on the screen at once, with the start page; what takes longer to load follows.

``Qt``, the class of Qt's own constants, is imported where it is needed: PySide sets up some hundred enumerations when it is first named,
a tenth of what the whole first picture may take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QWindowStateChangeEvent
from PySide6.QtWidgets import QMainWindow, QPushButton, QTabBar, QToolButton

from app.qt.main_window.window_preferences import Preferences, keep_on_screen
from app.qt.start.first_picture import FirstPicture
from app.qt.widgets.look import read_look

if TYPE_CHECKING:
    from PySide6.QtCore import QChildEvent
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent

    from app.qt.main_window.central_pages import CentralPages
    from app.qt.main_window.main_controller import MainController
    from app.session.session import Session

SMALLEST = (900, 600)
MAIL_ENDINGS = (".eml", ".mbox", ".mbx")
"""Files that are no games, and belong to the game in front."""
BOARD_SUFFIXES = (".dpv", ".zip", ".jar", ".map", ".go", ".var")
"""Files that hold variants and no games: packed ones of ours, and those of other programs."""
DRAWING_SUFFIXES = (".svg", ".svgz")


READ_AHEAD = (
    "app.presentation.picture",
    "app.presentation.hook_log_words",
    "app.presentation.order_rows",
    "app.presentation.fuzzy",
    "app.presentation.power_colours",
    "app.presentation.reply_rows",
    "app.presentation.hotseat.seat_rows",
    "app.commands.declaring.registry",
    "app.commands.ordering",
    "app.session.analysis_board",
)
"""Modules that the controller needs and that know nothing of Qt. A module with classes of Qt must not be read while the window answers
events: PySide notes each such class in tables that it looks into without a lock when Qt asks an object for its class, as a screen reader
makes it do.
"""


def read_ahead() -> None:
    """Read what the window needs, so that it does not wait for that. For a thread of its own."""
    for each in READ_AHEAD:
        import_module(each)


FIRST_LESSON = "solo-01-march"


def _begin_by_mail(controller: MainController) -> None:
    """Ask what is played, and open the round of mails beside its board."""
    before = len(controller.session.documents)
    if controller.trigger("new") and len(controller.session.documents) > before:
        controller.run("round")


def _begin_board(controller: MainController) -> None:
    """Begin a board of one's own, and lay it on the designer's bench."""
    shelf = controller.session.shelf.folder
    before = set() if shelf is None else set(shelf.glob("*/variant.toml"))
    if controller.trigger("new-variant") and shelf is not None:
        for made in set(shelf.glob("*/variant.toml")) - before:
            controller.run("bench", variant=made.parent)


class MainWindow(QMainWindow):
    """Comes up in three steps, each after the picture of the one before is on the screen: a board (``FirstPicture``), the start page
    (``CentralPages``), and the controller with rules, panels and commands, which is loaded on a thread while the start page is there
    already. What is asked for in the meantime is done as soon as it can be.

    Signals:
        first_painted(): the first picture is on the screen.
        ready(): the controller is there.
    """

    first_painted = Signal()
    ready = Signal()
    _loaded = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self._look = read_look(preferences.theme)
        self._central: CentralPages | None = None
        self._controller: MainController | None = None
        self._waiting_calls: list[Callable[[MainController], object]] = []
        self._is_loading = False
        self.staying: list[QObject] = []
        """Objects that belong to the window and not to its contents."""
        self.setWindowTitle("Entente")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.setCentralWidget(FirstPicture(self._look, self.painted))
        preferences.restore_place(self)
        self._placed = self.size()
        self._loaded.connect(self.make_controller)

    @property
    def central(self) -> CentralPages:
        """The start page and the pages of games; made now where it was not yet."""
        if self._central is None:
            from app.qt.main_window.central_pages import CentralPages

            self._central = CentralPages(self, self._look, self.preferences.text_scale)
            page = self._central.start_page
            page.standard_requested.connect(lambda: self.when_ready(lambda controller: controller.run("new", variant="standard")))
            page.choose_level(self.preferences.level)
            page.now_requested.connect(self._play_now)
            page.table_requested.connect(lambda: self.when_ready(lambda controller: controller.run("new", variant="standard", seats=True)))
            page.new_requested.connect(lambda: self.when_ready(lambda controller: controller.trigger("new")))
            page.open_requested.connect(lambda: self.when_ready(lambda controller: controller.trigger("open")))
            page.games_requested.connect(lambda: self.when_ready(lambda controller: controller.trigger("all-games")))
            page.lessons_requested.connect(lambda: self.when_ready(lambda controller: controller.run("new", variant=FIRST_LESSON)))
            page.lesson_requested.connect(lambda name: self.when_ready(lambda controller: controller.run("new", variant=name)))
            page.mail_requested.connect(lambda: self.when_ready(_begin_by_mail))
            page.board_requested.connect(lambda: self.when_ready(_begin_board))
        return self._central

    def _play_now(self, level: str) -> None:
        from app.players.bots import Bot  # the first page waits for no opponent

        self.preferences.level = level
        self.when_ready(lambda controller: controller.run("play-now", level=Bot(level)))

    @property
    def controller(self) -> MainController:
        """The controller; made now where it was not yet."""
        self.make_controller()
        assert self._controller is not None
        return self._controller

    @property
    def is_ready(self) -> bool:
        """True if the controller is there already."""
        return self._controller is not None

    def when_ready(self, call: Callable[[MainController], object]) -> None:
        """Call *call* as soon as the controller is there."""
        if self._controller is not None:
            call(self._controller)
        else:
            self._waiting_calls.append(call)

    def open_file(self, file: Path) -> None:
        """Open *file* as soon as the controller is there; variants are imported, a drawing is opened on the bench."""
        if file.is_dir() or file.suffix.casefold() in DRAWING_SUFFIXES:
            self.when_ready(lambda controller: controller.run("bench", variant=file))
            return
        command = "import" if file.suffix.casefold() in BOARD_SUFFIXES else "open"
        self.when_ready(lambda controller: controller.run(command, file=file))

    def take_files(self, files: Sequence[Path]) -> None:
        """Open *files* from outside, and come to the front."""
        from PySide6.QtCore import Qt

        for file in files:
            self.open_file(file)
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def painted(self) -> None:
        """The first picture has been painted: when the event loop comes back, it is on the screen, and the rest is loaded."""
        if not self._is_loading:
            self._is_loading = True
            QTimer.singleShot(0, self._go_on)

    def _go_on(self) -> None:
        if self.size() == self._placed:
            keep_on_screen(self)
        self.first_painted.emit()
        self.central.show()
        if self._controller is None:
            QTimer.singleShot(0, self._load)

    def _load(self) -> None:
        def work() -> None:
            try:
                read_ahead()
            finally:
                with suppress(RuntimeError):  # the window was closed, and is gone
                    self._loaded.emit()  # what went wrong comes up again in the window's own thread, which reports it

        Thread(target=work, name="loading", daemon=True).start()

    @Slot()
    def make_controller(self) -> None:
        """Make the controller, and do what was asked for meanwhile."""
        if self._controller is not None:
            return
        self._is_loading = True
        self._controller = self._filled()
        calls, self._waiting_calls = self._waiting_calls, []
        for call in calls:
            call(self._controller)
        self.ready.emit()

    def _filled(self, session: Session | None = None) -> MainController:
        """The controller of what stands in the window from now on, with the games of *session* where there are any already."""
        from PySide6.QtCore import Qt

        from app.qt.main_window.main_controller import MainController

        self.central.show()
        self.menuBar().clear()
        controller = MainController(self, self.central, self.preferences, self._look, session)
        controller.language_changed.connect(self._translate_window, Qt.ConnectionType.QueuedConnection)
        return controller

    @Slot()
    def _translate_window(self) -> None:
        """Make everything in the window again, in the language that is spoken now; the open games stay open."""
        before = self._controller
        if before is None:
            return
        show_preferences = before.is_choosing_preferences
        self._look = before.look
        session = before.detach()
        self._clear()
        self._central = None
        self._controller = self._filled(session)
        if show_preferences:
            self._controller.show_panel("preferences")

    def _clear(self) -> None:
        """Delete the controller's widgets in the window."""
        from PySide6.QtWidgets import QDockWidget, QStatusBar

        for action in self.actions():
            self.removeAction(action)
        for dock in self.findChildren(QDockWidget):
            self.removeDockWidget(dock)
        self.setStatusBar(QStatusBar())
        kept = (self.layout(), self.menuBar(), self.statusBar(), *self.staying)
        for child in self.children():
            if child not in kept:
                child.setParent(None)  # what comes does not find it any more
                child.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard, outside of dialogs too, where Qt leaves that to Space."""
        from PySide6.QtCore import Qt

        button = self.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and isinstance(button, QPushButton | QToolButton) and button.isVisible() and not event.isAutoRepeat():
            button.click()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files: a game is opened, and of any other a message names its kind."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped; mails are taken in together, for the game in front or, on the page of all games, for all of them."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        mails = [path for path in paths if path.suffix.casefold() in MAIL_ENDINGS or path.is_dir()]
        for path in paths:
            if path not in mails:
                self.open_file(path)
        if mails:
            self.when_ready(lambda controller: controller.take_dropped(mails))

    def childEvent(self, event: QChildEvent) -> None:
        """Tabs of panels that share a place keep their words whole; those that find no room are scrolled to."""
        super().childEvent(event)
        if event.type() is not QEvent.Type.ChildPolished:  # menus alone bring hundreds of children
            return
        child = event.child()
        if isinstance(child, QTabBar):
            from PySide6.QtCore import Qt

            from languages import tr

            child.setElideMode(Qt.TextElideMode.ElideNone)
            child.setUsesScrollButtons(True)
            child.setAccessibleName(tr("Panels"))

    def changeEvent(self, event: QEvent) -> None:
        """A window that is maximised no more lies on the screen whole."""
        super().changeEvent(event)
        if not isinstance(event, QWindowStateChangeEvent):
            return
        from PySide6.QtCore import Qt

        if event.oldState() & Qt.WindowState.WindowMaximized:
            QTimer.singleShot(0, self, lambda: keep_on_screen(self))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close only when everything is saved or given up."""
        if self._controller is None or self._controller.close():
            event.accept()
        else:
            event.ignore()
