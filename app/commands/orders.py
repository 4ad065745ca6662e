"""The orders as text."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.commands.declaring.registry import command
from app.session.moments import moment
from app.session.orders import orders_as_text
from app.session.session import Session, game_open


@command("orders", "List orders", menu="Orders", place=12, available=game_open)
def orders(session: Session, phase: Phase | None = None) -> None:
    """List the orders of a phase, with what was not read or is not legal marked.

    Args:
        phase: of when; the phase that is shown unless given.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    session.say(orders_as_text(session.variant, session.shown.turn(cursor), marked=True))
