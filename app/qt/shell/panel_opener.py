"""Opens panels, boxes and pages by name, as commands ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.qt.widgets.run_dialog import run_dialog

if TYPE_CHECKING:
    from app.qt.shell.main_controller import Workbench
    from app.qt.shell.preferences_dialog import PreferencesDialog

FILE_WIDTH = 300
"""Pixels of the file beside the board: most orders fit."""


class PanelOpener:
    """What can be opened in one main window. Dialogs are brought in when they are first wanted."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._preferences: PreferencesDialog | None = None
        self._ways: Mapping[str, Callable[[], None]] = {
            "results": self._results,
            "orders": self._orders,
            "file": self._file,
            "console": self._console,
            "palette": lambda: bench.boxes.open_palette(),
            "province": lambda: bench.boxes.open_province_search(),
            "help": self._help,
            "keys": self._keys,
            "preferences": self._open_preferences,
            "hooks": lambda: bench.hook_bench.show(),
            "press": lambda: bench.press_bench.show(),
            "received": lambda: bench.accounting.show(),
            "datc": self._conformance,
            "start": lambda: bench.session.bring_forward(None),
        }

    def open(self, panel: str) -> None:
        """Open the panel or page of that name; the file and the console are put away by the same name."""
        way = self._ways.get(panel)
        if way is None:
            self._bench.refuse(f"There is no panel called {panel}.")
        else:
            way()

    def _results(self) -> None:
        self._bench.panel_dock.show()
        self._bench.panel.show_results()

    def _orders(self) -> None:
        self._bench.panel_dock.show()
        self._bench.panel.show_orders()
        self._bench.panel.orders.setFocus()

    def _file(self) -> None:
        dock = self._bench.file_dock
        dock.setVisible(not dock.isVisible())
        if dock.isVisible() and dock.width() < FILE_WIDTH:
            self._bench.window.resizeDocks([dock], [FILE_WIDTH], Qt.Orientation.Horizontal)
        dock.raise_()
        self._bench.presenter.refresh_file()

    def _console(self) -> None:
        dock, line = self._bench.console_dock, self._bench.console.line
        if dock.isVisible() and line.hasFocus():
            dock.hide()
            self._bench.focus_board()
        else:
            dock.show()
            line.setFocus()

    def _help(self) -> None:
        from app.qt.help.help_opening import open_help
        from app.view.help_pages import page_about

        document = self._bench.session.current
        page, heading = page_about(None, None) if document is None else page_about(self._bench.session.shown, document.cursor)
        open_help(self._bench.window, self._bench.look, page, heading)

    def _keys(self) -> None:
        from app.qt.shell.shortcuts_dialog import ShortcutsDialog

        run_dialog(ShortcutsDialog(self._bench.window))

    def _open_preferences(self) -> None:
        from app.qt.shell.preferences_dialog import PreferencesDialog

        if self._preferences is None:
            self._preferences = PreferencesDialog(self._bench)
        self._preferences.open_at_search()

    def _conformance(self) -> None:
        from app.qt.conformance.conformance_page import open_conformance_page

        open_conformance_page(self._bench)
