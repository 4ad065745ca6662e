"""Pictures of the game in front."""

from __future__ import annotations

from app.commands.base.services import PictureRequest
from app.commands.base.session import Session
from app.commands.base.view import View
from app.game.record import Cursor


def picture_of(session: Session, cursor: Cursor, width: int = 1800) -> PictureRequest:
    """A picture of the board at *cursor*, as the screen shows boards now; without a screen, with everything on."""
    screen = session.services.screen
    hidden = session.lens.hidden(session.game, cursor, session.viewer)
    return PictureRequest(session.shown, cursor, screen.view if screen is not None else View(), width, hidden)
