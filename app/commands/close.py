"""Closing a game."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.session import Session, game_open


@command("close", "Close game", menu="File", place=40, shortcut="Ctrl+W", available=game_open)
def close(session: Session) -> None:
    """Close the game in front. What is not saved is asked about first."""
    document = session.document
    if session.in_batch:
        raise Abort("close cannot be part of a script: it could not be undone")
    if not session.services.confirm_close(document):
        raise Abort("Not closed.")
    document.close(discard=True)
    session.remove(document)
