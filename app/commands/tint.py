"""The colours of lands."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, screen_of
from app.session.session import Session, on_screen


@command("tint", "Colour of influence", menu="View", place=12, shortcut="I", available=on_screen, checked=is_on("tint"))
def tint(session: Session, shown: bool | None = None) -> None:
    """Give lands the colour of the power that rules them, or leave them plain.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, tint=not screen.view.tint if shown is None else shown))
