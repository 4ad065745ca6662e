"""On to the present."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.session import Session, game_open


@command("last-phase", "Last phase", menu="Go", place=13, shortcut="Alt+End", available=game_open)
def last_phase(session: Session) -> None:
    """Show the present phase, where orders are written."""
    last = session.game.last(session.branch)
    if session.cursor == last:
        session.say("This is the last phase.")
    session.document.show(last)
