"""Application: look, main window, crash reports, games named on the command line or opened by macOS, garbage collection on one thread.

Python collects on the thread that happens to ask for memory. A ``QTimer`` that is destroyed on another thread than its own ends the
program, and threads read from hooks and programs, compile boards and write journals all the time.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.qt.main_window.main_window import MainWindow
from app.qt.main_window.spoken_language import begin_to_speak
from app.qt.main_window.window_preferences import Preferences
from entente import __version__
from languages import tr
from resources import resource


class FileEvents(QObject):
    """Listens to the application for files.

    Args:
        take: opens the files.
    """

    def __init__(self, application: QCoreApplication, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(application)
        self._take = take
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A file is taken; everything else goes on."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self._take([Path(event.file())])
            return True
        return super().eventFilter(watched, event)


_LOOKED_EVERY = 1000
"""Milliseconds."""
_WHOLE_AT_MOST_EVERY = 30.0
"""Seconds between collections of everything, which take a tenth of one."""


class GarbageCollection(QObject):
    """Collects on this thread from now on, as long as *parent* is there."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._whole = monotonic()
        timer = QTimer(self)
        timer.setInterval(_LOOKED_EVERY)
        timer.timeout.connect(self.collect_what_is_due)
        timer.start()

    def spare_what_is_there(self) -> None:
        """Look at what is there now, mostly modules with their classes, no more: that takes most of the time of a whole collection."""
        gc.freeze()

    def collect_what_is_due(self) -> None:
        """Collect by the counts at which Python would begin by itself."""
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if due[2] and monotonic() - self._whole > _WHOLE_AT_MOST_EVERY:
            gc.collect()
            self._whole = monotonic()
        elif due[1]:
            gc.collect(1)
        elif due[0]:
            gc.collect(0)


def make_application() -> QApplication:
    """The one application of this process."""
    present = QApplication.instance()
    if isinstance(present, QApplication):
        return present
    application = QApplication(["entente"])
    application.setApplicationName("Entente")
    application.setDesktopFileName("org.entente.Entente")  # Linux takes the icon from there
    if not sys.platform.startswith("linux"):
        from PySide6.QtGui import QIcon

        application.setWindowIcon(QIcon(str(resource("desktop", "entente.svg"))))
    return application


def open_main_window(preferences: Preferences, files: Sequence[Path] = ()) -> MainWindow:
    """The main window in the look it had last, with *files* open, on the screen."""
    make_application()
    window = MainWindow(preferences)
    for file in files:
        window.open_file(file)
    window.show()
    return window


def ask_for_no_features() -> None:
    """Tell PySide that no module asks for its other spellings (``__feature__``): it would read the source of each to find out.

    That took a tenth of the start. A PySide that does not ask is left alone.
    """
    features: Any = sys.modules.get("shibokensupport.feature")
    if hasattr(features, "_mod_uses_pyside"):
        features._mod_uses_pyside = lambda _module: True  # noqa: SLF001 - it then knows the module as one that takes the usual spellings


def run(files: Sequence[Path], trouble: str = "") -> int:
    """Open the window with *files*, say *trouble* in it, and stay until it is closed; returns the exit code."""
    ask_for_no_features()
    qInstallMessageHandler(_hear_qt)
    application = make_application()
    gc.disable()  # what is made until the window is ready stays
    if files and _is_taken_by_running_window(files):
        return 0
    preferences = Preferences(Settings(places().settings_file))
    begin_to_speak(preferences.language)
    window = open_main_window(preferences)
    window.when_ready(
        lambda _controller: GarbageCollection(application).spare_what_is_there()
    )  # before games are opened, which come and go
    for file in files:
        window.open_file(file)
    window.first_painted.connect(lambda: _report_crashes(window))
    window.ready.connect(lambda: QTimer.singleShot(0, window, lambda: _take_files_of_later_starts(window)))  # Qt's network is read for it
    window.ready.connect(lambda: show_news_once(window))
    window.ready.connect(lambda: prepare_new_game(window))
    if sys.platform == "darwin":
        FileEvents(application, window.take_files)
    if trouble:
        window.when_ready(lambda controller: controller.trouble(trouble))
    code = application.exec()
    sys.excepthook = sys.__excepthook__
    return code


def prepare_new_game(window: MainWindow) -> None:
    """Read what *New Game* and the first game begin with while nothing else is to be done, a part each time the event loop comes back."""

    def read_standard() -> None:
        from variants.catalogue import shipped

        shipped("standard")

    def read_boards() -> None:
        import_module("app.qt.board.game_page")
        import_module("app.commands.view")  # ticks of the menu *View*
        QTimer.singleShot(0, window, read_dialog)

    def read_dialog() -> None:
        import_module("app.qt.new_game.new_game_dialog")  # with classes of Qt, which no thread may read
        import_module("PySide6.QtSvg")  # for its pictures
        QTimer.singleShot(0, window, read_standard)

    QTimer.singleShot(0, window, read_boards)


def _is_taken_by_running_window(files: Sequence[Path]) -> bool:
    try:
        from app.qt.main_window.running_window import hand_over
    except ImportError:  # Qt's network needs a library of the system (libgssapi-krb5-2); without it each start has a window of its own
        return False
    return hand_over(files)


def _take_files_of_later_starts(window: MainWindow) -> None:
    with suppress(ImportError):
        from app.qt.main_window.running_window import RunningWindow

        window.staying.append(RunningWindow(window, window.take_files))


def show_news_once(window: MainWindow) -> None:
    """Open the page on what is new after an update: once, not at the first start, not in an older version beside a newer."""
    seen = window.preferences.news_seen
    if seen == __version__:
        return
    from app.news import numbers

    if not seen or numbers(seen) < numbers(__version__):
        window.preferences.news_seen = __version__
        if seen:
            window.controller.show_panel("what-is-new")


def _report_crashes(window: MainWindow) -> None:
    """From here on a crash leaves a report. The first picture is on the screen by now and has not waited for this."""
    from app.crash import CrashReporter

    reporter = CrashReporter(lambda: places().reports, lambda text, report: window.controller.tell_of_crash(text, report))
    reporter.install()
    earlier = reporter.watch_hard_crashes()
    window.when_ready(lambda _controller: offer_reports(window, tr("The program ended abruptly last time.") if earlier is not None else ""))


def offer_reports(window: MainWindow, lead: str) -> None:
    """Show the reports that came since the last were offered: once, to be read, saved or deleted. They are sent nowhere."""
    from app.crash_reports import unseen

    found = unseen(places().reports, window.preferences.report_seen)
    if found:
        window.preferences.report_seen = found[0].name
        window.controller.offer_reports(lead or tr("Something went wrong inside the program last time."))


def _hear_qt(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Write warnings of Qt to standard error and the next crash report, and say plainly that no window system can be reached."""
    from app import crash

    crash.note(f"{kind.name}: {text}")
    if kind is QtMsgType.QtFatalMsg and "platform plugin" in text:
        from app.missing_libraries import no_window_system

        text = no_window_system()
    if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        sys.stderr.write(f"{text}\n")
