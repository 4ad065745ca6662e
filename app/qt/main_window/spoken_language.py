"""Language of the window: our catalogue, the words of Qt itself, numbers and dates."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from languages import active_code, begin, use
from languages.wording import ENGLISH, NAMED_KEYS, key_name

_NAME = "words of Qt"


class _Words(QTranslator):
    """The words of Qt's own catalogue, but for the names of keys: it calls them as no keyboard of the country does."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, count: int = -1) -> str | None:
        """Return the translation of *source*; nothing where Qt has no word for it."""
        if context == "QShortcut" and source in NAMED_KEYS:
            return key_name(source)
        return super().translate(context, source, disambiguation, count)


def have_qt_speak(application: QCoreApplication) -> bool:
    """Make Qt use the language in use from now on; returns True if it can. English is what it speaks by itself."""
    present = application.findChild(QTranslator, _NAME)
    if present is not None:
        application.removeTranslator(present)
        present.setObjectName("")  # it stays until the event loop comes back
        present.deleteLater()
    if active_code() == ENGLISH:
        return False
    translator = _Words(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if not translator.load(f"qtbase_{active_code()}", folder):
        translator.deleteLater()
        return False
    translator.setObjectName(_NAME)
    return application.installTranslator(translator)


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
        have_qt_speak(application)
