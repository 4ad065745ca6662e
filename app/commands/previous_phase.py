"""One phase back."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.registry import command
from app.commands.base.session import Session, game_open
from app.game.record import Cursor


@command("previous-phase", "Previous phase", menu="Go", place=10, shortcut="Alt+Left", available=game_open)
def previous_phase(session: Session) -> None:
    """Show the phase before the one that is shown."""
    cursor = session.cursor
    if cursor.index == 0:
        raise Abort("This is the first phase.")
    session.document.show(Cursor(cursor.branch, cursor.index - 1))
