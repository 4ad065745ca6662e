"""Taking all orders of a power back."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import clear_power as cleared
from app.session.errors import Abort
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken
from entente.words.names import power_name


@command("clear-power", "Clear all orders of a power", menu="Orders", place=21, available=orders_taken)
def clear_power(session: Session, power: PowerName | None = None) -> None:
    """Take back all orders of a power, as if it had sent none.

    Args:
        power: whose orders; the power of the unit that is picked unless given.
    """
    whose = power
    if whose is None and session.selection is not None:
        unit = session.open_turn.position.unit_at(session.selection)
        whose = unit.power if unit is not None else None
    if whose is None:
        raise Abort("Whose orders? Name the power, or pick one of its units.")
    session.check_writer(whose)
    if whose not in session.open_turn.orders:
        raise Abort(f"{power_name(session.variant, whose)} has sent no orders.")
    session.perform(f"Clear orders of {power_name(session.variant, whose)}", lambda game: cleared(game, session.branch, whose))
