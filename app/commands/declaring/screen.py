"""The screen, for commands that need one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from app.commands.declaring.declare import Asks, Offer, Offers
from app.session.errors import Abort
from app.session.services import Screen
from app.session.session import Session

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


def in_panel(panel: str) -> Asks:
    """For ``asks``: what the command is to do is said in that panel, which opens."""

    def ask(session: Session) -> None:
        screen_of(session).show_panel(panel)

    return ask


def offering(
    part: Literal["labels", "theme", "colours", "animation"], parameter: str, choices: Callable[[Screen], Mapping[str, object]]
) -> Offers:
    """For ``offers``: what a part of the view can be.

    Args:
        part: of the view.
        parameter: of the command's function, which takes the choice.
        choices: by title.
    """

    def offer(session: Session) -> Sequence[Offer]:
        screen = screen_of(session)
        present = getattr(screen.view, part)
        return [Offer(title, {parameter: value}, value == present) for title, value in choices(screen).items()]

    return offer


def is_on(switch: Literal["orders", "tint", "preview", "patterns", "letters"]) -> Callable[[Session], bool]:
    """For ``checked``: whether that part of the view is shown."""

    def check(session: Session) -> bool:
        screen = session.services.screen
        return screen is not None and bool(getattr(screen.view, switch))

    return check
