"""Present appearance of boards and window."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.presentation.system_hints import SystemHints, after_choice, as_asked
from app.presentation.theme import ThemeError, theme_named
from app.presentation.window_colours import USUAL_THEME
from app.qt.main_window.preferences import Preferences
from app.qt.main_window.spoken_language import speak
from app.qt.widgets.look import Look, read_look
from app.qt.widgets.style import apply_look
from app.session.view_options import View
from languages import tr


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
