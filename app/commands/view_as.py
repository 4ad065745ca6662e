"""The board as one power sees it."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.declare import Offer
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.parameter_kinds import PowerName
from app.session.session import Session, game_open
from entente.words.names import power_name


def _offers(session: Session) -> Sequence[Offer]:
    everything = Offer("Everything, as the game master", {"power": None}, session.viewer is None)
    powers = [Offer(power.name, {"power": power.id}, session.viewer == power.id) for power in session.variant.powers.values()]
    return [everything, *powers]


@command("view-as", "View as a power", menu="View", place=30, available=game_open, offers=_offers)
def view_as(session: Session, power: PowerName | None = None) -> None:
    """Show map, results, history and exports as one power may see them: fog of war, blind, and open orders of its own alone.

    What is saved is the whole game. It keeps an honest person from seeing too much by accident; who has the file has everything.

    Args:
        power: whose eyes; without one, everything is shown again.
    """
    if power is not None and power not in session.game.variant.powers:
        raise Abort(f"{power} does not play in this game.")
    session.look_as(power)
    session.say("Everything is shown." if power is None else f"The board as {power_name(session.variant, power)} sees it.")
