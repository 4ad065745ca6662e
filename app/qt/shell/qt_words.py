"""What Qt itself says, in the language in use: the menus of text fields, the tips of tabs, the dialogs for files and colours."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

from languages import active_code
from languages.wording import ENGLISH

_NAME = "words of Qt"


def have_qt_speak(application: QCoreApplication) -> bool:
    """Have Qt speak the language in use from now on; whether it can. English is what it speaks by itself."""
    present = application.findChild(QTranslator, _NAME)
    if present is not None:
        application.removeTranslator(present)
        present.setObjectName("")  # it stays until the event loop comes back
        present.deleteLater()
    if active_code() == ENGLISH:
        return False
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if not translator.load(f"qtbase_{active_code()}", folder):
        translator.deleteLater()
        return False
    translator.setObjectName(_NAME)
    return application.installTranslator(translator)
