"""The position onto the clipboard, on one line."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.analysis_board import line_of
from app.session.session import Session, game_open


@command("copy-position-line", "Copy position line", menu="Edit", place=33, available=game_open)
def copy_position_line(session: Session) -> None:
    """Put the position that is shown onto the clipboard on one line, which can be pasted here and is read by programs."""
    session.services.copy_text(line_of(session))
    session.say("Position line copied.")
