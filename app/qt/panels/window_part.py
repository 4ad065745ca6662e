"""Parts that can be opened in the window by name: a panel beside the board, a dialog, a box over the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.game.change import Change
from app.qt.widgets.look import Look


class WindowPart(QObject):
    """Made once, listed in ``app.qt.main_window.panels``, and opened by its name; what it does not care for, it leaves out."""

    name: ClassVar[str]
    """Name by which commands open it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)

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

    def document_changed(self, change: Change) -> None:
        """*change* happened to the game in front."""

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""

    def close(self) -> None:
        """The window goes."""
