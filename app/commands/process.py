"""Adjudicating."""

from __future__ import annotations

from app.commands.base.errors import Abort
from app.commands.base.orders import missing
from app.commands.base.registry import command
from app.commands.base.results import headline
from app.commands.base.session import Session, orders_taken
from app.commands.base.wishes import used_lists
from app.game.edits import process as processed
from app.hooks.press import deliver_due
from entente.words import describe_phase, join_words
from entente.words.names import power_name

_GO_ON, _WAIT = "Process all the same", "Wait"


@command("process", "Process", menu="Game", place=10, shortcut="Ctrl+Return", available=orders_taken)
def process(session: Session, *, asking: bool = True) -> None:
    """Adjudicate the present phase and go on to the next.

    Units without orders hold, dislodged units without orders disband, builds that are not ordered are waived; where a power that sent
    nothing has a default list, the list decides. Retreat and build phases in which nobody has anything to do are passed over.

    Args:
        asking: ask first when orders are missing; a script never asks.
    """
    variant, branch = session.variant, session.branch
    turn = session.open_turn
    lacking = {power: count for power, count in missing(variant, turn).items() if session.viewer in (None, power)}
    if lacking and asking and session.services.is_interactive and not session.in_batch:
        names = join_words(f"{power_name(variant, power)} ({count})" for power, count in lacking.items())
        lists = used_lists(session.shown, session.game.last(branch), lacking)
        told = " ".join(filter(None, (f"Orders are missing for {names}.", lists, "Process all the same?")))
        if session.services.ask(told, (_GO_ON, _WAIT)) != _GO_ON:
            raise Abort("Not processed.")
    phase = describe_phase(variant, turn.phase)
    session.perform(f"Process {phase}", lambda game: deliver_due(processed(game, branch, referee=session.referee), branch))
    judged = session.shown.line(branch)[-2]
    session.say(headline(variant, judged))
