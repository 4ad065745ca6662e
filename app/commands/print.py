"""Printing."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.pictures import picture_of
from app.session.session import Session, board_on_screen


@command("print", "Print…", menu="File", place=31, shortcut="Ctrl+P", available=board_on_screen)
def print_board(session: Session) -> None:
    """Print the board as it is shown."""
    session.services.print_picture(picture_of(session, session.cursor), preview=False)
