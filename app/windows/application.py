"""The application: look, main window, crash reports, and the games named on the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

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
    apply_look(make_application(), read_look(preferences.view.theme))
    window = MainWindow(preferences)
    for file in files:
        window.open_file(file)
    window.show()
    return window


def run(files: Sequence[Path]) -> int:
    """Open the window with *files* and stay until it is closed; returns the exit code."""
    application = make_application()
    window = open_main_window(Preferences(Path(os.environ["ENTENTE_HOME"])), files)
    code = application.exec()
    del window
    return code
