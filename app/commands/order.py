"""An order as text."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import settle_line
from app.post.account import account_for_line
from app.post.accounting import Fate
from app.session.errors import Abort
from app.session.parameter_kinds import PowerName, RestOfLine
from app.session.session import Session, orders_taken
from entente.words import describe_order


@command("order", "Give an order…", menu="Orders", place=10, available=orders_taken)
def order(session: Session, text: RestOfLine, *, power: PowerName | None = None, received: str = "", lying: bool = False) -> None:
    """Write one order, in any of the usual notations.

    In the console the order can be typed without this word: A PAR - BUR.

    Args:
        text: the order: "A PAR - BUR", "army Paris to Burgundy", "FRANCE: A PAR S A MAR - BUR".
        power: whose order it is; otherwise the power of the unit.
        received: the words that came for it, where somebody decided what they mean; they are kept beside the order.
        lying: take it down even if it is not legal, as a game master does with what was received.
    """
    variant, position = session.variant, session.open_turn.position
    first, *others = account_for_line(variant, position, text, power).lines or (None,)
    if first is None or others:
        raise Abort(f"{text}: one order is taken at a time")
    if first.order is None or first.fate is Fate.DOUBTFUL:
        raise Abort(f"{text}: {first.reason or 'no order can be read here'}")
    whose = power or first.power
    if whose is None:
        raise Abort(f"{text}: whose order is this? Write the power before it, with a colon")
    session.check_writer(whose)
    if first.fate is Fate.REFUSED and not lying:
        raise Abort(first.reason)
    written = first.order
    session.perform(f"Order {written}", lambda game: settle_line(game, session.branch, whose, received or text, written))
    session.say(describe_order(variant, position, written))
    if first.fate is Fate.GUESSED:
        session.say(f"  ({first.reason})")
