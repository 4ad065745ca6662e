"""A panel: what stands beside the board. Each is one file that says its title, its place, its widget, what it shows and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QWidget

from app.game.change import Change
from app.qt.board.game_page import GamePage
from app.qt.widgets.host import Host
from app.qt.widgets.look import Look

RIGHT, BOTTOM, LEFT = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea, Qt.DockWidgetArea.LeftDockWidgetArea


class PanelHost(Host, Protocol):
    """What the window does for its panels."""

    @property
    def page(self) -> GamePage | None:
        """The page of the game in front; ``None`` on the start page."""
        ...

    @property
    def last_said(self) -> str:
        """What the status line says."""
        ...

    def report(self, summary: str, lines: Sequence[str], in_full: Sequence[str] = ()) -> None:
        """Say *summary* and *lines*; where there are lines they stay over the board until somebody puts them away."""
        ...

    def focus_board(self) -> None:
        """Keys go to the board of the game in front."""
        ...

    def run_line(self, line: str) -> bool:
        """Run a line that somebody typed; whether it was done. Why it was not is said."""
        ...


class Panel(QObject):
    """Shows something of the game in front in a dock of the window; made once, and listed in ``app.qt.shell.panels``."""

    name: ClassVar[str]
    """What the window's saved state calls it, and commands that open it."""

    title: ClassVar[str]
    area: ClassVar[Qt.DockWidgetArea] = LEFT
    width: ClassVar[int] = 0
    """Pixels that it takes when it is opened; 0 leaves it to Qt."""

    def __init__(self, host: PanelHost, widget: QWidget) -> None:
        super().__init__(host.window)
        self.host = host
        self.dock = QDockWidget(self.title, host.window)
        self.dock.setObjectName(f"dock.{self.name}")
        self.dock.setWidget(widget)
        host.window.addDockWidget(self.area, self.dock)
        if self.area is not RIGHT:  # what stands beside every game has its place from the start
            self.dock.hide()

    @property
    def names(self) -> Sequence[str]:
        """What it can be asked for by."""
        return (self.name,)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - for panels that have several names
        """Somebody asks for it, by one of its names."""
        self.open()
        self.refresh()

    def open(self) -> None:
        """Show it in front of the other panels at its place."""
        was_hidden = not self.dock.isVisible()
        self.dock.show()
        self.dock.raise_()
        if was_hidden and self.width:
            self.host.window.resizeDocks([self.dock], [self.width], Qt.Orientation.Horizontal)

    def refresh(self) -> None:
        """Show what there is now."""

    def follow_session(self) -> None:
        """Another game came to the front, or is shown through other eyes."""
        if self.host.session.current is None:
            self.dock.hide()
        self.refresh()

    def document_changed(self, change: Change) -> None:
        """*change* happened to the game in front."""

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""

    def close(self) -> None:
        """The window goes."""
