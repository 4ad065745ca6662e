"""Farther."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import ZOOM_STEP, screen_of
from app.session.session import Session, board_on_screen


@command("zoom-out", "Zoom out", menu="View", place=22, shortcut="Ctrl+-", available=board_on_screen)
def zoom_out(session: Session) -> None:
    """Show the board smaller."""
    screen_of(session).zoom(1 / ZOOM_STEP)
