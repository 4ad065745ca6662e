"""Orders onto the clipboard."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.orders import orders_as_text
from app.session.parameter_kinds import PowerName
from app.session.session import Session, game_open


@command("copy-orders", "Copy orders", menu="Edit", place=20, shortcut="Ctrl+Shift+C", available=game_open)
def copy_orders(session: Session, power: PowerName | None = None) -> None:
    """Put the orders of the phase that is shown onto the clipboard, as text that can be pasted here or mailed.

    Args:
        power: only the orders of this power.
    """
    text = orders_as_text(session.variant, session.turn, power)
    session.services.copy_text(text)
    session.say("Orders copied.")
