"""How boards and window are shown at present."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.qt.shell.preferences import Preferences
from app.qt.widgets.look import Look, read_look
from app.qt.widgets.style import apply_look
from app.session.view_options import View
from app.view.theme import ThemeError, theme_named
from app.view.window_colours import USUAL_THEME


class Appearance(QObject):
    """The view, kept from one start to the next, and the window's colours, which follow from its theme.

    Signals:
        look_changed(): another theme or size of text was chosen.
        view_changed(): boards are shown otherwise from now on; comes after the other.
    """

    look_changed = Signal()
    view_changed = Signal()

    def __init__(self, preferences: Preferences, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self.view: View = preferences.view
        self.look = look
        self.trouble = ""
        """Why the theme that was chosen last cannot be shown; empty where it can."""
        try:
            theme_named(self.view.theme)
        except ThemeError as error:
            self.view = replace(self.view, theme=USUAL_THEME)
            self.trouble = f"The theme chosen last cannot be used; {USUAL_THEME} is shown.\n{error}"

    def show(self, view: View) -> None:
        """Show all boards as *view* says, and remember it."""
        is_other_look = (view.theme, view.text_size) != (self.view.theme, self.view.text_size)
        self.view = view
        self._preferences.view = view
        if is_other_look:
            self.look = read_look(view.theme)
            application = QApplication.instance()
            if isinstance(application, QApplication):
                apply_look(application, self.look, view.text_size.factor)
            self.look_changed.emit()
        self.view_changed.emit()
