"""Panels and other window parts: what is opened by its name, beside the board or over it, and a panel with a sheet to write on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from app.game.versions import Change, Touched
from app.qt.board.window import Window
from app.qt.widgets.layouts import ScrollingRoom
from app.qt.widgets.look import Look
from languages import tr


class WindowPart(QObject):
    """Made once, listed in ``app.qt.main_window.panels``, and opened by its name; what it does not care for, it leaves out."""

    name: ClassVar[str]
    """Name by which commands open it."""
    follows: frozenset[Touched] = frozenset()
    """Parts of the game in front that it shows now; a change that touches none of these does not reach it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.is_following = True
        """False while a part has nothing on the screen that a change, or another game in front, could concern: neither reaches it."""

    @property
    def names(self) -> Sequence[str]:
        """Names by which it can be opened."""
        return (self.name,)

    def show(self, name: str = "") -> None:
        """Open it, by one of its names."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show what there is now."""

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""

    def document_changed(self, change: Change) -> None:  # noqa: ARG002 - for parts that ask what it was
        """Show the game in front after a change that touched what this part follows."""
        self.refresh()

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""

    def close(self) -> None:
        """The window goes."""


class OpenedByName(WindowPart):
    """Dialog or page that is made when it is opened and shows nothing before."""

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self._host = host


RIGHT, LEFT = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.LeftDockWidgetArea

LEAST = QSize(450, 160)
"""Pixels that a panel keeps for itself before what stands in it is scrolled."""
_BUTTONS = 62
"""Pixels of what stands beside a panel's title."""


class PanelRoom(ScrollingRoom):
    """Contents of a dock; never so narrow that the dock's title is cut off."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock, LEAST, grows=False)
        self._dock = dock
        dock.windowTitleChanged.connect(lambda _title: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """Return the size that its contents need, and the title with its buttons."""
        least = super().minimumSizeHint()
        font = self._dock.font()
        font.setWeight(QFont.Weight.DemiBold)
        return QSize(max(least.width(), QFontMetrics(font).horizontalAdvance(self._dock.windowTitle()) + _BUTTONS), least.height())


class Panel(WindowPart):
    """Shows something of the game in front in a dock of the window, whose saved state calls it by its name."""

    is_made_when_asked_for: ClassVar[bool] = False
    """True if until then its dock alone is in the window: its widget is made when it is first opened."""
    title: ClassVar[str]
    area: ClassVar[Qt.DockWidgetArea] = LEFT
    is_open_at_first: ClassVar[bool] = True
    """False for a panel on the right that opens on request. Below the board it would take height from that."""
    width: ClassVar[int] = 0
    """Pixels that it takes when it is opened; 0 leaves it to Qt."""

    def __init__(self, host: Window) -> None:
        super().__init__(host.window)
        self.host = host
        self.dock = dock_of(type(self), host.window)

    @cached_property
    def _room(self) -> PanelRoom:
        return PanelRoom(self.dock)

    @property
    def place(self) -> QWidget:
        """Parent of the panel's widget."""
        return self._room.viewport()

    def hold(self, widget: QWidget) -> None:
        """Show *widget* in the dock."""
        self._room.hold(widget)
        self.dock.setWidget(self._room)

    def show(self, name: str = "") -> None:  # noqa: ARG002 - for panels that have several names
        """Open it, by one of its names."""
        self.open()
        self.refresh()

    def open(self) -> None:
        """Show it in front of the other panels at its place."""
        was_hidden = not self.dock.isVisible()
        self.dock.show()
        self.dock.raise_()
        if was_hidden and self.width:
            self.host.window.resizeDocks([self.dock], [self.width], Qt.Orientation.Horizontal)

    def follow_session(self) -> None:
        """Follow another game in front, or another viewer."""
        if self.host.session.current is None:
            self.dock.hide()
        self.refresh()


def dock_of(panel: type[Panel], window: QMainWindow) -> QDockWidget:
    """The dock of *window* that *panel* stands in, or will; added at its place when it is first asked for."""
    name = f"dock.{panel.name}"
    found: QDockWidget | None = window.findChild(QDockWidget, name, Qt.FindChildOption.FindDirectChildrenOnly)
    if found is not None:
        return found
    dock = QDockWidget(tr(panel.title), window)
    dock.setObjectName(name)
    window.addDockWidget(panel.area, dock)
    # What stands beside every game has its place from the start.
    if panel.area is not RIGHT or panel.is_made_when_asked_for or not panel.is_open_at_first:
        dock.hide()
    return dock


class SheetPanel(Panel):
    """Opens ready to be written on, beside a game."""

    @property
    @abstractmethod
    def sheet(self) -> QWidget:
        """Sheet to write on."""

    def show(self, name: str = "") -> None:  # noqa: ARG002 - it has one name
        """Open the panel, with the sheet ready to be written on."""
        if self.host.session.current is None:
            self.host.refuse(tr("No game is open."))
            return
        self.open()
        self.fill()
        self.sheet.setFocus()

    def fill(self) -> None:
        """Fill it when it is opened."""
        self.refresh()
