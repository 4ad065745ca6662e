"""The language of the window: our catalogue, what Qt itself says, and how it writes numbers and dates."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from languages import active_code, begin, use
from languages.wording import ENGLISH


def begin_to_speak(choice: str) -> None:
    """Speak the language that was chosen last, at the start of the program; ``ENTENTE_LANGUAGE`` goes before it."""
    begin(choice, QLocale.system().uiLanguages())
    _write_as_the_language_does()
    if active_code() != ENGLISH:  # which Qt speaks by itself
        _have_qt_speak()


def speak(choice: str) -> None:
    """Speak the language *choice*, the code of one or ``system``, from now on."""
    use(choice, QLocale.system().uiLanguages())
    _write_as_the_language_does()
    _have_qt_speak()


def _write_as_the_language_does() -> None:
    """Numbers and dates."""
    code, system = active_code(), QLocale.system()
    QLocale.setDefault(system if system.name().startswith(f"{code}_") else QLocale(code))


def _have_qt_speak() -> None:
    application = QCoreApplication.instance()
    if application is not None:
        from app.qt.main_window.qt_words import have_qt_speak  # a start in English does not pay for it

        have_qt_speak(application)
