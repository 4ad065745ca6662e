"""Back to the start."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.record import Cursor
from app.session.session import Session, game_open


@command("first-phase", "First phase", menu="Go", place=12, shortcut="Alt+Home", available=game_open)
def first_phase(session: Session) -> None:
    """Show the start of the game."""
    if session.cursor.index == 0:
        session.say("This is the first phase.")
    session.document.show(Cursor(session.branch, 0))
