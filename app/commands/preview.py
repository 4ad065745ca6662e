"""What the orders would give."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, screen_of
from app.session.session import Session, on_screen


@command("preview", "Preview of the outcome", menu="View", place=13, shortcut="V", available=on_screen, checked=is_on("preview"))
def preview(session: Session, shown: bool | None = None) -> None:
    """Show while orders are written what they would give, or only the orders.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, preview=not screen.view.preview if shown is None else shown))
