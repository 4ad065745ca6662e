"""Default lists: orders that a power gives in advance for phases for which it sends nothing."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.default_lists import read_list_lines, set_default_list
from app.game.record import Game
from app.session.errors import Abort
from app.session.parameters import PowerName, RestOfLine
from app.session.processing import list_text, why_unusable
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from entente.words import describe_order
from entente.words.names import power_name
from languages import labelled, tr

NOTHING = "none"


@command("default-list", "Default lists…", who=Who.SEAT, menu="Orders", place=24, available=game_open, asks=in_panel("default-lists"))
def default_list(session: Session, power: PowerName | None = None, wishes: RestOfLine = "") -> None:
    """Give a power's default list: its retreats, removals and builds in phases for which it sends nothing.

    For example: ``default-list france build F BRE, build A PAR, remove A PIC, A MUN R BUR``. The most wanted order comes first. In each
    retreat and build phase for which the power sent no orders at all, the first of them that are possible are carried out, and the
    results say so. The list holds until another one is given. Other powers are not shown it.

    Args:
        power: whose list; all lists are shown unless given.
        wishes: retreats, removals and builds, with commas between them; "none" takes the list back; without any, the list is shown.
    """
    if power is None or not wishes.strip():
        _tell(session, power)
        return
    reason = orders_taken(session)
    if reason:
        raise Abort(reason)
    session.check_writer(power)
    variant, position = session.variant, session.open_turn.position
    taken_back = wishes.strip().casefold() == NOTHING
    read = () if taken_back else read_list_lines(variant, position, power, wishes)
    faults = [fault for fault in (why_unusable(variant, line) for line in read) if fault]
    if faults:
        raise Abort("\n".join(faults))
    orders = [line.order for line in read if line.order is not None]
    whose = power

    def write(game: Game) -> Game:
        return set_default_list(game, session.branch, whose, orders)

    session.perform(tr("Default list of {power}", power=power_name(variant, power)), write)
    if taken_back:
        session.say(tr("{power} has no default list.", power=power_name(variant, power)))
    else:
        _tell(session, power)


def _tell(session: Session, power: str | None) -> None:
    """Write the list of *power*, or all lists, as far as the viewer may see them."""
    game, variant = session.shown, session.variant
    if power is not None:
        session.check_writer(power)
    lists = game.default_lists_at(game.last(session.branch))
    lines: list[str] = []
    for each, orders in lists.items():
        if power in (None, each):
            lines.append(labelled(power_name(variant, each), list_text(orders)))
            lines.extend(
                f"  {number}. {describe_order(variant, session.open_turn.position, order)}" for number, order in enumerate(orders, 1)
            )
    nobody = tr("No default list is given.") if power is None else tr("{power} has no default list.", power=power_name(variant, power))
    session.say("\n".join(lines) or nobody)
