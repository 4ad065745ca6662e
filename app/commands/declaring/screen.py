"""The screen, for commands that need one."""

from __future__ import annotations

from app.commands.declaring.command import Asks
from app.session.errors import Abort
from app.session.services import Screen
from app.session.session import Session
from languages import tr

ZOOM_STEP = 1.25
"""Factor by which one step enlarges the board."""


def screen_of(session: Session) -> Screen:
    """The screen.

    Raises:
        Abort: there is none.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort(tr("This needs the window."))
    return screen


def in_panel(panel: str) -> Asks:
    """Function for ``asks`` that opens the panel in which the command gets its arguments."""

    def ask(session: Session) -> None:
        screen_of(session).show_panel(panel)

    return ask
