"""What would be printed."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.pictures import picture_of
from app.session.session import Session, board_on_screen


@command("print-preview", "Print preview", menu="File", place=32, shortcut="Ctrl+Shift+P", available=board_on_screen)
def print_preview(session: Session) -> None:
    """Show what printing the board would give."""
    session.services.print_picture(picture_of(session, session.cursor), preview=True)
