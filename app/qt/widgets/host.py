"""Host protocols: small pieces of the window that its rooms ask for, and the tone of a message."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from PySide6.QtWidgets import QMainWindow

from app.qt.widgets.look import Look
from app.session.session import Session


class Tone(StrEnum):
    """Tone of a message."""

    HINT = "text_soft"
    DONE = "text"
    REFUSED = "bad"


class Refuser(Protocol):
    """Says why something was not done."""

    def refuse(self, text: str) -> None:
        """Say why something was not done."""
        ...


class Messenger(Refuser, Protocol):
    """Says what was done as well."""

    def say(self, text: str, tone: Tone = ...) -> None:
        """Show *text* in the status line and the console."""
        ...


class Runner(Protocol):
    """Runs commands by their id."""

    def run(self, command_id: str, **arguments: object) -> bool:
        """Run a command; whether it was done. The reason for a failure is reported."""
        ...


class Trigger(Protocol):
    """Runs commands by their id as a menu entry does."""

    def trigger(self, command_id: str) -> bool:
        """Run a command without arguments: it asks for those it needs. Whether it was done."""
        ...


class LineRunner(Protocol):
    """Runs lines as the console does."""

    def run_line(self, line: str) -> bool:
        """Run a line; whether it was done. The reason for a failure is reported."""
        ...


class MenuRefresher(Protocol):
    """Keeps the menus in step with what can be done."""

    def refresh_menus(self) -> None:
        """Update the commands that can be run now."""
        ...


class SessionHost(Protocol):
    """Knows the open games."""

    @property
    def session(self) -> Session:
        """The open games, and the view of them."""
        ...


class LookHost(Protocol):
    """Knows the colours of the window."""

    @property
    def look(self) -> Look:
        """The colours of the window as they are now."""
        ...


class FrameHost(Protocol):
    """Has the window that dialogs and panels belong to."""

    @property
    def window(self) -> QMainWindow:
        """Parent of dialogs and panels."""
        ...


class DialogHost(FrameHost, LookHost, Protocol):
    """Has the window and its colours."""
