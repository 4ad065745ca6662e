"""The language of the window: our catalogue, what Qt itself says, and how it writes numbers and dates."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.qt.shell.qt_words import have_qt_speak
from languages import active_code, begin, use


def begin_to_speak(choice: str) -> None:
    """Speak the language that was chosen last, at the start of the program; ``ENTENTE_LANGUAGE`` goes before it."""
    begin(choice, QLocale.system().uiLanguages())
    _follow()


def speak(choice: str) -> None:
    """Speak the language *choice*, the code of one or ``system``, from now on."""
    use(choice, QLocale.system().uiLanguages())
    _follow()


def _follow() -> None:
    code, system = active_code(), QLocale.system()
    QLocale.setDefault(system if system.name().startswith(f"{code}_") else QLocale(code))
    application = QCoreApplication.instance()
    if application is not None:
        have_qt_speak(application)
