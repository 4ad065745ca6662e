"""Opens panels, boxes and pages by name, as commands ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.qt.widgets.run_dialog import run_dialog

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController
    from app.qt.shell.preferences_dialog import PreferencesDialog


class PanelOpener:
    """What can be opened in one main window. Dialogs are brought in when they are first wanted."""

    def __init__(self, controller: MainController) -> None:
        self._controller = controller
        self._preferences: PreferencesDialog | None = None
        self._ways: Mapping[str, Callable[[], None]] = {
            "palette": lambda: controller.palettes.open_palette(),
            "province": lambda: controller.palettes.open_province_search(),
            "help": self._help,
            "keys": self._keys,
            "preferences": self._open_preferences,
            "datc": self._conformance,
            "start": lambda: controller.session.bring_forward(None),
        }

    def open(self, panel: str) -> None:
        """Open the panel or page of that name; the file and the console are put away by the same name."""
        found, way = self._controller.panels.named(panel), self._ways.get(panel)
        if found is not None:
            found.show(panel)
        elif way is None:
            self._controller.refuse(f"There is no panel called {panel}.")
        else:
            way()

    def _help(self) -> None:
        from app.qt.help.help_opening import open_help
        from app.view.help_pages import page_about

        document = self._controller.session.current
        page, heading = page_about(None, None) if document is None else page_about(self._controller.session.shown, document.cursor)
        open_help(self._controller.window, self._controller.look, page, heading)

    def _keys(self) -> None:
        from app.qt.shell.shortcuts_dialog import ShortcutsDialog

        run_dialog(ShortcutsDialog(self._controller.window))

    def _open_preferences(self) -> None:
        from app.qt.shell.preferences_dialog import PreferencesDialog

        if self._preferences is None:
            self._preferences = PreferencesDialog(self._controller)
        self._preferences.open_at_search()

    def _conformance(self) -> None:
        from app.qt.conformance.conformance_page import open_conformance_page

        open_conformance_page(self._controller)
