"""Arrows on the board."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.commands.declaring.screen import is_on, screen_of
from app.session.session import Session, on_screen


@command("arrows", "Orders on the board", menu="View", place=11, shortcut="O", available=on_screen, checked=is_on("orders"))
def arrows(session: Session, shown: bool | None = None) -> None:
    """Draw the orders on the board, or leave them out.

    Args:
        shown: on or off; the other way round unless given.
    """
    screen = screen_of(session)
    screen.show_view(replace(screen.view, orders=not screen.view.orders if shown is None else shown))
