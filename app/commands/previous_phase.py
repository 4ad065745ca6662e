"""One phase back."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.record import Cursor
from app.session.errors import Abort
from app.session.session import Session, game_open


@command("previous-phase", "Previous phase", menu="Go", place=10, shortcut="Alt+Left", available=game_open)
def previous_phase(session: Session) -> None:
    """Show the phase before the one that is shown."""
    cursor = session.cursor
    if cursor.index == 0:
        raise Abort("This is the first phase.")
    session.document.show(Cursor(cursor.branch, cursor.index - 1))
