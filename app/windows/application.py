"""The application: look, main window, crash reports, and the games named on the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from app import crash
from app.game.storage.places import places
from app.game.storage.settings import Settings
from app.windows.main_window import MainWindow
from app.windows.preferences import Preferences
from app.windows.style import apply_look, read_look


def make_application() -> QApplication:
    """The one application of this process."""
    present = QApplication.instance()
    if isinstance(present, QApplication):
        return present
    application = QApplication(["entente"])
    application.setApplicationName("Entente")
    application.setDesktopFileName("entente")
    return application


def open_main_window(preferences: Preferences, files: Sequence[Path] = ()) -> MainWindow:
    """The main window in the look it had last, with *files* open, shown."""
    apply_look(make_application(), read_look(preferences.theme))
    window = MainWindow(preferences)
    for file in files:
        window.open_file(file)
    window.show()
    return window


def run(files: Sequence[Path]) -> int:
    """Open the window with *files* and stay until it is closed; returns the exit code."""
    qInstallMessageHandler(_hear_qt)
    shown: list[MainWindow] = []

    def tell(text: str, report: Path | None) -> None:
        if shown:
            shown[0].bench.tell_of_crash(text, report)

    reporter = crash.CrashReporter(lambda: places().reports, tell)
    reporter.install()
    application = make_application()
    window = open_main_window(Preferences(Settings(places().settings_file)), files)
    shown.append(window)
    earlier = reporter.watch_hard_crashes()
    if earlier is not None:
        window.when_furnished(lambda bench: bench.tell_of_crash("The program ended abruptly last time.", earlier))
    code = application.exec()
    shown.clear()
    reporter.uninstall()
    return code


def _hear_qt(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """What Qt warns of goes to standard error and into the next crash report; that no window system can be had is said plainly."""
    crash.note(f"{kind.name}: {text}")
    if kind is QtMsgType.QtFatalMsg and "platform plugin" in text:
        from app.missing_libraries import no_window_system

        text = no_window_system()
    if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        sys.stderr.write(f"{text}\n")
