"""The whole board."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.screen import screen_of
from app.session.session import Session, board_on_screen


@command("fit", "Fit the board", menu="View", place=20, shortcut="Ctrl+0", available=board_on_screen)
def fit(session: Session) -> None:
    """Show the whole board."""
    screen_of(session).fit()
