"""What may be ordered."""

from __future__ import annotations

from adjudicator.legal import legal_orders
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.parameter_kinds import ProvinceCode
from app.session.session import Session, game_open
from entente.words import describe_order
from entente.words.names import place_name


@command("legal", "Legal orders", menu="Orders", place=11, available=game_open)
def legal(session: Session, province: ProvinceCode | None = None) -> None:
    """List every legal order for the unit in a province, or for building there.

    Args:
        province: the one that is picked unless given.
    """
    place = province or session.selection
    if place is None:
        raise Abort("Pick a unit first, or name its province.")
    variant, position = session.variant, session.turn.position
    orders = legal_orders(variant, position, place)
    if not orders:
        raise Abort(f"Nothing can be ordered in {place_name(variant, place)} now.")
    width = max(len(str(order)) for order in orders)
    for order in orders:
        session.say(f"{order!s:{width}}  {describe_order(variant, position, order)}")
