"""The end."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.session import Session


@command("quit", "Quit", menu="File", place=41, shortcut="Ctrl+Q")
def quit_program(session: Session) -> None:
    """End the program. What is not saved is asked about first."""
    session.services.quit()
