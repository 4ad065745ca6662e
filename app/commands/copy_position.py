"""The position onto the clipboard."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.position_text import position_as_text
from app.session.session import Session, game_open


@command("copy-position", "Copy position", menu="Edit", place=30, available=game_open)
def copy_position(session: Session) -> None:
    """Put the position that is shown onto the clipboard, as text in the form of a game file."""
    session.services.copy_text(position_as_text(session.variant, session.turn.position))
    session.say("Position copied.")
