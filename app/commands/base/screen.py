"""The screen, for commands that need one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from app.commands.base.errors import Abort
from app.commands.base.services import Screen
from app.commands.base.session import Session

ZOOM_STEP = 1.25
"""How much larger one step makes the board."""


def screen_of(session: Session) -> Screen:
    """The screen.

    Raises:
        Abort: there is none.
    """
    screen = session.services.screen
    if screen is None:
        raise Abort("This needs the window.")
    return screen


def is_on(switch: Literal["orders", "tint", "preview", "animation", "patterns", "letters"]) -> Callable[[Session], bool]:
    """For ``checked``: whether that part of the view is shown."""

    def check(session: Session) -> bool:
        screen = session.services.screen
        return screen is not None and bool(getattr(screen.view, switch))

    return check
