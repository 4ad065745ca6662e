"""Taking one order back."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import clear_order as cleared
from app.session.errors import Abort
from app.session.orders import giver_of_order
from app.session.parameter_kinds import ProvinceCode
from app.session.session import Session, orders_taken


@command("clear-order", "Clear order", menu="Orders", place=20, shortcut="Backspace", available=orders_taken)
def clear_order(session: Session, province: ProvinceCode | None = None) -> None:
    """Take back the order of a unit, or the build in a province.

    Args:
        province: where the unit stands; the one that is picked unless given.
    """
    place = province or session.selection
    if place is None:
        raise Abort("Pick a unit first, or name its province.")
    power = giver_of_order(session.open_turn, place)
    if power is None:
        raise Abort(f"No order is written for {place}.")
    session.perform(f"Clear order of {place}", lambda game: cleared(game, session.branch, power, place))
