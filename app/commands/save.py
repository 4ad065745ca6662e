"""Saving."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.saving import save_document
from app.session.session import Session, game_open


@command("save", "Save", menu="File", place=20, shortcut="Ctrl+S", available=game_open)
def save(session: Session, *, over: bool = False) -> None:
    """Write the game to its file. Comments and everything that was not changed stay as they stand there.

    Args:
        over: write even if another program changed the file since it was read.
    """
    save_document(session, session.document, over=over)
    session.say(f"Saved in {session.document.path}.")
