"""The console below the board: command lines, and all output."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.commands.declaring.registry import COMMANDS
from app.qt.panels.console_widget import ConsoleWidget
from app.qt.panels.panel import BOTTOM, Panel, PanelHost
from app.qt.widgets.look import Look
from languages import mark


class ConsolePanelHost(PanelHost, Protocol):
    """Window as this panel uses it."""

    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        ...

    def run_line(self, line: str) -> bool:
        """Run a line that the user typed; returns True if it was done. Why it was not is said."""
        ...


class ConsolePanel(Panel):
    """Stays the same for any game in front."""

    name = "console"
    title = mark("Console")
    area = BOTTOM

    host: ConsolePanelHost

    def __init__(self, host: ConsolePanelHost) -> None:
        super().__init__(host)
        self.widget = ConsoleWidget(host.look, self.place)
        self.hold(self.widget)
        self.widget.entered.connect(self._run)
        self.widget.left.connect(host.focus_board)
        self.widget.complete_with([command.id for command in COMMANDS])

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open it with the keys on its line; close it where they are there already."""
        line = self.widget.line
        if self.dock.isVisible() and line.hasFocus():
            self.dock.hide()
            self.host.focus_board()
        else:
            self.dock.show()
            line.setFocus()

    def follow_session(self) -> None:
        """Do nothing: it belongs to no game."""

    def set_look(self, look: Look) -> None:
        """Change the colours of the lines."""
        self.widget.set_look(look)

    @Slot(str)
    def _run(self, line: str) -> None:
        """Carry out a line, after which typing goes on: the keys stay on the line."""
        self.host.run_line(line)
        focused = cast("QWidget | None", self.host.window.focusWidget())
        centre = self.host.window.centralWidget()
        is_away = focused is None or (centre is not None and centre.isAncestorOf(focused))
        if is_away and self.dock.isVisible():
            self.widget.line.setFocus()
