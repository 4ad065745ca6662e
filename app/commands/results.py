"""What became of the orders."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.moments import moment
from app.session.results import judged_turn, report
from app.session.session import Session, game_open


@command("results", "Results", menu="Game", place=12, shortcut="Ctrl+R", available=game_open)
def results(session: Session, phase: Phase | None = None) -> None:
    """Say what became of each order, and why.

    Args:
        phase: of when; the phase that is shown unless given, or the one before where that is not adjudicated yet.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    turn = judged_turn(session.shown, cursor)
    if turn is None:
        raise Abort("Nothing has been adjudicated yet.")
    session.say(report(session.variant, turn))
    if session.services.screen is not None:
        session.services.screen.show_panel("results")
