"""Appearance of boards and window, and the system's wishes for high contrast and no animation.

Qt tells of the contrast on every system. Of movement it tells nothing in general, so each system is asked in its own way: the settings
portal of freedesktop.org (``reduced-motion``, before that GNOME's ``enable-animations``), Windows' ``SPI_GETCLIENTAREAANIMATION``, macOS'
setting ``reduceMotion``. A system that does not answer asks for nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.presentation.system_hints import SystemHints, after_choice, as_asked
from app.presentation.theme import theme_named
from app.presentation.window_colours import USUAL_THEME, ThemeError
from app.qt.main_window.spoken_language import speak
from app.qt.main_window.window_preferences import Preferences
from app.qt.widgets.look import Look, read_look
from app.qt.widgets.window_style import apply_look
from app.session.view_options import View
from languages import tr

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusMessage, QDBusPendingCallWatcher


class Appearance(QObject):
    """The view, kept from one start to the next, under the hints of the system, and the window's colours, which follow from its theme.

    Signals:
        look_changed(): another theme or size of text was chosen. view_changed(): boards look different from now on. language_changed(): the
        program uses another language from now on; the texts on the screen are in the one before.
    """

    look_changed = Signal()
    view_changed = Signal()
    language_changed = Signal()

    def __init__(self, preferences: Preferences, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.chosen: View = preferences.view
        """View that a person chose."""
        self.hints = SystemHints()
        self.look = look
        self._later = QTimer(self)
        """Gives the window its colours after the boards were painted: that takes longer than their first frame. Not
        ``QTimer.singleShot``, which is as quick as an event for nothing to be painted before."""
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._apply_theme)
        self.trouble = ""
        """Reason that the theme that was chosen last cannot be used; empty where it can."""
        try:
            theme_named(self.chosen.theme)
        except ThemeError as error:
            self.chosen = replace(self.chosen, theme=USUAL_THEME)
            self.trouble = tr(
                "The theme chosen last cannot be used; {usual_theme} is shown.\n{error}", usual_theme=USUAL_THEME, error=error
            )
        self.view: View = self.chosen
        """Present view of boards."""

    def show(self, view: View) -> None:
        """Show all boards as *view* says, and remember it."""
        self.hints = after_choice(self.hints, self.chosen, view)
        self.chosen = view
        self._preferences.view = view
        self._follow()

    def follow_system(self, hints: SystemHints) -> None:
        """Show all boards as the system asks, where the view is to follow it."""
        self.hints = hints
        if as_asked(self.chosen, hints) != self.view:
            self._follow()

    def _follow(self) -> None:
        """Show the chosen view under the hints of the system."""
        before, self.view = self.view, as_asked(self.chosen, self.hints)
        view = self.view
        if view.theme != before.theme:
            self.look = read_look(view.theme)
        if view.text_size != before.text_size:
            self._apply_theme()
        elif view.theme != before.theme:
            self._later.start()
        self.view_changed.emit()
        if view.language != before.language:
            speak(view.language)
            self.language_changed.emit()

    def _apply_theme(self) -> None:
        """Show the window in its look by now."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_look(application, self.look, self.view.text_size.factor)
        self.look_changed.emit()


_PORTAL = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings")
_MOVEMENT = (("org.freedesktop.appearance", "reduced-motion"), ("org.gnome.desktop.interface", "enable-animations"))
"""Settings that tell of movement, the one that counts first. Source: the documentation of the portal's interface Settings."""
_PATIENCE = 1_000
"""Milliseconds that the portal may take."""
_HEARD: Any = SLOT("_setting_changed(QDBusMessage)")
"""A text, which Qt wants here; its type stub asks for bytes, which Qt refuses."""
_SPI_GETCLIENTAREAANIMATION = 0x1042


def is_still(setting: str, value: object) -> bool:
    """Return True if *value* of one of the portal's settings means that nothing may move by itself."""
    return value == 1 if setting == "reduced-motion" else value is False


class SystemWatch(QObject):
    """Settings of the system at present.

    Signals:
        changed(): it asks for something else.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hints = SystemHints()
        self._calls: list[QDBusPendingCallWatcher] = []
        self._style_hints = QGuiApplication.styleHints()
        self._accessibility = self._style_hints.accessibility()
        """Held together: the inner object goes with the wrapper of the outer one."""
        self._accessibility.contrastPreferenceChanged.connect(self._note_contrast)
        self._note_contrast(self._accessibility.contrastPreference())
        self._asking = QTimer(self)
        """Movement is asked about once the window stands: the answer is needed for nothing before."""
        self._asking.setSingleShot(True)
        self._asking.timeout.connect(self._ask_about_movement)
        self._asking.start()

    @Slot(Qt.ContrastPreference)
    def _note_contrast(self, wanted: Qt.ContrastPreference) -> None:
        self._note(replace(self.hints, high_contrast=wanted is Qt.ContrastPreference.HighContrast))

    def _note(self, hints: SystemHints) -> None:
        if hints != self.hints:
            self.hints = hints
            self.changed.emit()

    @Slot()
    def _ask_about_movement(self) -> None:
        if sys.platform == "win32":
            self._note(replace(self.hints, still=_is_still_on_windows()))
        elif sys.platform == "darwin":
            self._note(replace(self.hints, still=_is_still_on_macos()))
        elif "DBUS_SESSION_BUS_ADDRESS" in os.environ:
            self._ask_portal(*_MOVEMENT)

    def _ask_portal(self, *settings: tuple[str, str]) -> None:
        """Ask for the first of *settings*, and for the rest where it is not known."""
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected() or not settings:
            return
        name, path, interface = _PORTAL
        bus.connect(name, path, interface, "SettingChanged", self, _HEARD)
        call = QDBusMessage.createMethodCall(name, path, interface, "ReadOne")
        call.setArguments(list(settings[0]))
        watcher = QDBusPendingCallWatcher(bus.asyncCall(call, _PATIENCE), self)
        self._calls.append(watcher)

        def answered(done: QDBusPendingCallWatcher) -> None:
            self._calls.remove(watcher)
            value = _plain(done.reply())
            watcher.deleteLater()
            if value is None:
                self._ask_portal(*settings[1:])
            else:
                self._note(replace(self.hints, still=is_still(settings[0][1], value)))

        watcher.finished.connect(answered)

    @Slot("QDBusMessage")
    def _setting_changed(self, message: QDBusMessage) -> None:
        """A setting changed; what it is now is asked for again, since the first that is known counts."""
        if tuple(message.arguments()[:2]) in _MOVEMENT:
            self._ask_portal(*_MOVEMENT)


def _plain(reply: QDBusMessage) -> object:
    """Return the answer of the portal; ``None`` where it does not know the setting."""
    arguments = reply.arguments()
    if reply.errorName() or not arguments:
        return None
    value = arguments[0]
    return value.variant() if hasattr(value, "variant") else value


def _is_still_on_windows() -> bool:
    import ctypes

    animated = ctypes.c_int(1)
    asked = getattr(ctypes, "windll").user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)  # noqa: B009  # known on Windows alone
    return bool(asked) and not animated.value


def _is_still_on_macos() -> bool:
    command = ("/usr/bin/defaults", "read", "com.apple.universalaccess", "reduceMotion")
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=1, check=False)  # noqa: S603  # a fixed command
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.stdout.strip() == "1"
