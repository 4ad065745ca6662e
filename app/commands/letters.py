"""Letters of powers."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, screen_of
from app.session.session import Session, on_screen


@command("letters", "Letters of powers", menu="View", place=18, available=on_screen, checked=is_on("letters"))
def letters(session: Session, shown: bool | None = None) -> None:
    """Give units the letter of their power besides its colour, or the colour alone.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, letters=not screen.view.letters if shown is None else shown))
