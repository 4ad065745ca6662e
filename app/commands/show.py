"""The board as text."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.board_text import board_as_text
from app.session.moments import moment
from app.session.session import Session, game_open


@command("show", "Show the board as text", menu="Game", place=14, available=game_open)
def show(session: Session, phase: Phase | None = None) -> None:
    """Print the board as text: phase, units, dislodged units, centres, orders.

    Args:
        phase: of when; the phase that is shown unless given.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    session.say(board_as_text(session.shown, cursor, session.viewer))
