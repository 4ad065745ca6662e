"""Everything that can be had as it pleases one, in one place."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, on_screen


@command("preferences", "Preferences…", menu="Edit", place=40, shortcut="Ctrl+,", available=on_screen)
def preferences(session: Session) -> None:
    """Choose theme, colours, unit symbols, names, animation and all else about how boards are shown. Every choice is seen at once."""
    screen_of(session).show_panel("preferences")
