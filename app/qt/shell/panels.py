"""The panels of the window: a panel is its file and its entry here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QMainWindow

from app.game.change import Change
from app.qt.hooks.hook_panel import HookPanel
from app.qt.panels.accounting_panel import AccountingPanel
from app.qt.panels.console_panel import ConsolePanel
from app.qt.panels.default_lists_panel import DefaultListsPanel
from app.qt.panels.file_panel import FilePanel
from app.qt.panels.game_panel import GamePanel
from app.qt.panels.panel import LEFT, Panel, PanelHost
from app.qt.panels.press_panel import PressPanel
from app.qt.widgets.look import Look

PANELS: tuple[Callable[[PanelHost], Panel], ...] = (
    GamePanel,
    ConsolePanel,
    FilePanel,
    HookPanel,
    PressPanel,
    DefaultListsPanel,
    AccountingPanel,
)
"""Those at one place follow one another in this sequence."""

Kind = TypeVar("Kind", bound=Panel)


class Panels:
    """Makes every panel and keeps all of them in step with the game in front."""

    def __init__(self, host: PanelHost) -> None:
        self._panels = [make(host) for make in PANELS]
        _share_the_left(host.window, self._panels)

    def get(self, kind: type[Kind]) -> Kind:
        """The panel of that kind."""
        return next(each for each in self._panels if isinstance(each, kind))

    def named(self, name: str) -> Panel | None:
        """The panel that can be asked for by *name*."""
        return next((each for each in self._panels if name in each.names), None)

    def refresh(self) -> None:
        """Show what there is now."""
        for each in self._panels:
            each.refresh()

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes."""
        for each in self._panels:
            each.follow_session()

    def document_changed(self, change: Change) -> None:
        """*change* happened to the game in front."""
        for each in self._panels:
            each.document_changed(change)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        for each in self._panels:
            each.set_look(look)

    def close(self) -> None:
        """The window goes."""
        for each in self._panels:
            each.close()


def _share_the_left(window: QMainWindow, panels: list[Panel]) -> None:
    """Sheets share one place: beside the board there is no room for two above one another."""
    first, *others = [each.dock for each in panels if each.area is LEFT]
    for dock in others:
        window.tabifyDockWidget(first, dock)
