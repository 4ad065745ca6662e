"""What the rooms of the window may ask of the window as a whole, so that none of them knows its centre."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QMainWindow

from app.qt.widgets.look import Look
from app.qt.widgets.tone import Tone
from app.session.session import Session


class Speaker(Protocol):
    """Says what was done and why something was not."""

    def say(self, text: str, tone: Tone = ...) -> None:
        """Show *text* in the status line and the console."""
        ...

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        ...

    def trouble(self, text: str) -> None:
        """Say what did not work where it is seen: over the board, or on the start page."""
        ...


class Host(Speaker, Protocol):
    """The session, the window to stand in, and commands by their id."""

    @property
    def session(self) -> Session:
        """The open games, and what is shown of them."""
        ...

    @property
    def look(self) -> Look:
        """The colours of the window as they are now."""
        ...

    @property
    def window(self) -> QMainWindow:
        """What dialogs and panels belong to."""
        ...

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command; whether it was done. Why it was not is said."""
        ...

    def trigger(self, command_id: str) -> bool:
        """Run a command of which nothing was said yet: it asks for what it needs. Whether it was done."""
        ...

    def refresh_menus(self) -> None:
        """What can be done may be something else now."""
        ...
