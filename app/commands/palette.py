"""All commands in a list."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, on_screen


@command("palette", "Command palette", menu="Tools", place=10, shortcut="Ctrl+K", palette=False, available=on_screen)
def palette(session: Session) -> None:
    """Search all commands by name and run one."""
    screen_of(session).show_panel("palette")
