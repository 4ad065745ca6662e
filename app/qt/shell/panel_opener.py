"""Opens panels, boxes and pages by name, as commands ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.qt.widgets.run_dialog import run_dialog

if TYPE_CHECKING:
    from app.qt.shell.main_controller import MainController
    from app.qt.shell.preferences_dialog import PreferencesDialog

FILE_WIDTH = 300
"""Pixels of the file beside the board: most orders fit."""


class PanelOpener:
    """What can be opened in one main window. Dialogs are brought in when they are first wanted."""

    def __init__(self, controller: MainController) -> None:
        self._controller = controller
        self._preferences: PreferencesDialog | None = None
        self._ways: Mapping[str, Callable[[], None]] = {
            "results": self._results,
            "orders": self._orders,
            "file": self._file,
            "console": self._console,
            "palette": lambda: controller.palettes.open_palette(),
            "province": lambda: controller.palettes.open_province_search(),
            "help": self._help,
            "keys": self._keys,
            "preferences": self._open_preferences,
            "hooks": lambda: controller.hook_controller.show(),
            "press": lambda: controller.press_controller.show(),
            "default-lists": lambda: controller.default_lists.show(),
            "received": lambda: controller.accounting.show(),
            "datc": self._conformance,
            "start": lambda: controller.session.bring_forward(None),
        }

    def open(self, panel: str) -> None:
        """Open the panel or page of that name; the file and the console are put away by the same name."""
        way = self._ways.get(panel)
        if way is None:
            self._controller.refuse(f"There is no panel called {panel}.")
        else:
            way()

    def _results(self) -> None:
        self._controller.panel_dock.show()
        self._controller.panel.show_results()

    def _orders(self) -> None:
        self._controller.panel_dock.show()
        self._controller.panel.show_orders()

    def _file(self) -> None:
        dock = self._controller.file_dock
        dock.setVisible(not dock.isVisible())
        if dock.isVisible() and dock.width() < FILE_WIDTH:
            self._controller.window.resizeDocks([dock], [FILE_WIDTH], Qt.Orientation.Horizontal)
        dock.raise_()
        self._controller.game_panel_controller.refresh_file()

    def _console(self) -> None:
        dock, line = self._controller.console_dock, self._controller.console.line
        if dock.isVisible() and line.hasFocus():
            dock.hide()
            self._controller.focus_board()
        else:
            dock.show()
            line.setFocus()

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
