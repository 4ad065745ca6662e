"""Pictures of the game in front."""

from __future__ import annotations

from dataclasses import replace

from app.game.record import Cursor
from app.session.services import PictureRequest
from app.session.session import Session
from app.session.view_options import View


def picture_of(session: Session, cursor: Cursor, width: int = 1800, unit_symbols: str | None = None) -> PictureRequest:
    """A picture of the board at *cursor*, as the screen shows boards now; without a screen, with everything on.

    Args:
        unit_symbols: the id of other unit symbols than those of the screen.
    """
    screen = session.services.screen
    view = screen.view if screen is not None else View()
    if unit_symbols is not None:
        view = replace(view, unit_symbols=unit_symbols)
    hidden = session.viewpoint.hidden(session.game, cursor, session.viewer)
    return PictureRequest(session.shown, cursor, view, width, hidden)
