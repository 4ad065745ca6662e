"""An order as text."""

from __future__ import annotations

from adjudicator.notation import QUIET_ASSUMPTIONS, read_order
from app.commands.base.errors import Abort
from app.commands.base.kinds import PowerName, RestOfLine
from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import set_order
from app.game.rulebook import check_order
from entente.words import describe_assumption, describe_order, describe_reading_error, describe_verdict


@command("order", "Give an order…", menu="Orders", place=10, available=orders_taken)
def order(session: Session, text: RestOfLine, *, power: PowerName | None = None, lying: bool = False) -> None:
    """Write one order, in any of the usual notations.

    In the console the order can be typed without this word: A PAR - BUR.

    Args:
        text: the order: "A PAR - BUR", "army Paris to Burgundy", "FRANCE: A PAR S A MAR - BUR".
        power: whose order it is; otherwise the power of the unit.
        lying: take it down even if it is not legal, as a game master does with what was received.
    """
    variant, position = session.variant, session.open_turn.position
    reading = read_order(variant, position, text, power)
    if reading.order is None or reading.error is not None:
        assert reading.error is not None
        raise Abort(f"{text}: {describe_reading_error(variant, text, reading.error)}")
    whose = power or reading.power
    if whose is None:
        raise Abort(f"{text}: whose order is this? Write the power before it, with a colon")
    session.check_writer(whose)
    verdict = check_order(variant, position, whose, reading.order)
    if not verdict and not lying:
        raise Abort(describe_verdict(variant, position, reading.order, verdict))
    written = reading.order
    session.perform(f"Order {written}", lambda game: set_order(game, session.branch, whose, written, text if lying else None))
    session.say(describe_order(variant, position, written))
    for assumption in reading.assumptions:
        if assumption.kind not in QUIET_ASSUMPTIONS:
            session.say(f"  ({describe_assumption(variant, text, assumption)})")
