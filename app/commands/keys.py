"""All keys in a list."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, on_screen


@command("keys", "Keys…", menu="Help", place=12, available=on_screen)
def keys(session: Session) -> None:
    """List all keys: those of the board and those of the commands."""
    screen_of(session).show_panel("keys")
