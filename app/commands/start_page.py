"""The start page."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.session import Session, on_screen


@command("start-page", "Start page", menu="File", place=13, available=on_screen)
def start_page(session: Session) -> None:
    """Show the start page with new and recent games. Open games stay open."""
    session.bring_forward(None)
