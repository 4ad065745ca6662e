"""The console."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, on_screen


@command("console", "Console", menu="Tools", place=11, shortcut="F12, Ctrl+J", available=on_screen)
def console(session: Session) -> None:
    """Open the console, where command lines and orders are typed; the same key closes it again."""
    screen_of(session).show_panel("console")
