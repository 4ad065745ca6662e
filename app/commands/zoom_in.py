"""Nearer."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import ZOOM_STEP, screen_of
from app.session.session import Session, board_on_screen


@command("zoom-in", "Zoom in", menu="View", place=21, shortcut="Ctrl++, Ctrl+=", available=board_on_screen)
def zoom_in(session: Session) -> None:
    """Show the board larger."""
    screen_of(session).zoom(ZOOM_STEP)
