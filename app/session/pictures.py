"""Pictures of the game in front."""

from __future__ import annotations

from dataclasses import replace

from app.game.record import Cursor
from app.session.errors import Abort
from app.session.nearest import did_you_mean, nearest
from app.session.services import PictureRequest
from app.session.session import Session
from app.session.view_options import View
from languages import tr
from resources import resource


def picture_of(
    session: Session, cursor: Cursor, width: int = 1800, unit_symbols: str | None = None, theme: str | None = None
) -> PictureRequest:
    """A picture of the board at *cursor*, as the screen shows boards now; without a screen, with everything on.

    Args:
        unit_symbols: the id of other unit symbols than those of the screen.
        theme: another theme than that of the screen.
    """
    screen = session.services.screen
    view = screen.view if screen is not None else View()
    if unit_symbols is not None:
        view = replace(view, unit_symbols=unit_symbols)
    if theme is not None:
        view = replace(view, theme=theme)
    hidden = session.viewpoint.hidden(session.game, cursor, session.viewer)
    return PictureRequest(session.shown, cursor, view, width, hidden)


def theme_of(session: Session, name: str | None) -> str | None:
    """The theme of that name; ``None`` where none is named.

    Raises:
        Abort: there is none.
    """
    if name is None:
        return None
    screen = session.services.screen
    known = tuple(screen.themes) if screen is not None else tuple(sorted(each.stem for each in resource("themes").glob("*.toml")))
    if name.casefold() not in known:
        raise Abort(
            tr(
                "There is no theme {name}{did_you_mean} there are {known}.",
                name=name,
                did_you_mean=did_you_mean(nearest(name, known)) or ";",
                known=", ".join(known),
            )
        )
    return name.casefold()
