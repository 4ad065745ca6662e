"""The board onto the clipboard."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.pictures import picture_of
from app.session.session import Session, game_open


@command("copy-picture", "Copy picture of the board", menu="Edit", place=32, available=game_open)
def copy_picture(session: Session, *, width: int = 1800) -> None:
    """Put a picture of the board as it is shown onto the clipboard.

    Args:
        width: in pixels.
    """
    session.services.copy_picture(picture_of(session, session.cursor, width))
    session.say("Picture copied.")
