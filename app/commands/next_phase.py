"""One phase on."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.record import Cursor
from app.session.errors import Abort
from app.session.session import Session, game_open


@command("next-phase", "Next phase", menu="Go", place=11, shortcut="Alt+Right", available=game_open)
def next_phase(session: Session) -> None:
    """Show the phase after the one that is shown."""
    cursor = session.cursor
    if cursor == session.game.last(cursor.branch):
        raise Abort("This is the last phase.")
    session.document.show(Cursor(cursor.branch, cursor.index + 1))
