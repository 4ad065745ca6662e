"""Hold orders for all units without one."""

from __future__ import annotations

from adjudicator.order import Disband, Hold, Order, Waive
from adjudicator.phase import PhaseKind
from app.commands.declaring.registry import command
from app.game.edits import set_order
from app.game.readiness import builds_left, unordered
from app.game.record import Game
from app.session.errors import Abort
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken
from entente.words.names import counted


@command("hold-all", "Hold all units without orders", menu="Orders", place=22, shortcut="Ctrl+H", available=orders_taken)
def hold_all(session: Session, power: PowerName | None = None) -> None:
    """Order each unit without an order to hold; in a retreat phase to disband; waive builds that are left.

    Removals are not chosen for anybody.

    Args:
        power: only the units of this power.
    """
    variant, turn = session.variant, session.open_turn
    if power is not None:
        session.check_writer(power)
    powers = tuple(each for each in variant.powers if power in (None, each) and session.viewer in (None, each))
    given: list[tuple[str, Order]] = []
    for each in powers:
        if turn.phase.kind is PhaseKind.ADJUSTMENT:
            given.extend((each, Waive()) for _ in range(builds_left(variant, turn, each)))
        for unit in unordered(variant, turn, each):
            if turn.phase.kind is PhaseKind.MOVEMENT:
                given.append((each, Hold(unit.piece)))
            elif turn.phase.kind is PhaseKind.RETREAT:
                given.append((each, Disband(unit.piece)))
    if not given:
        raise Abort("Every unit has an order already.")

    def write(game: Game) -> Game:
        for whose, order in given:
            game = set_order(game, session.branch, whose, order)
        return game

    session.perform("Hold all units without orders", write)
    session.say(f"{counted(len(given), 'order')} written.")
