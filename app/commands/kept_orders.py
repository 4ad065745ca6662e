"""What earlier mails held for the phase that is shown now."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.later import kept_for, kept_in
from app.session.errors import Abort
from app.session.kept_lines import kept_lines
from app.session.mails import take_in
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken
from entente.words.names import power_name
from entente.words.phases import describe_phase


@command("kept-orders", "Orders kept for this phase", menu="Orders", place=14, available=orders_taken)
def kept_orders(session: Session, power: PowerName | None = None, *, take: bool = False) -> None:
    """List what was received in earlier phases for this one, and what is kept for phases to come.

    Nothing of it is written until somebody says so; then it is read as a paste is.

    Args:
        power: only of this power.
        take: read what was kept for this phase as its orders.
    """
    game = session.shown
    cursor = game.last(session.branch)
    due = [line for line in kept_for(game, cursor) if power in {None, line.power}]
    if take:
        if not due:
            raise Abort("Nothing was kept for this phase.")
        text: list[str] = []
        for each in dict.fromkeys(line.power for line in due):
            text.append(f"{power_name(session.variant, each)}:")
            text.extend(line.text for line in due if line.power == each)
        take_in(session, "\n".join(text), power)
        return
    coming = [line for line in kept_in(game, cursor) if power in {None, line.power} and line not in due]
    for words in kept_lines(session) if power is None else [line.text for line in due]:
        session.say(words)
    for line in coming:
        session.say(f"{power_name(session.variant, line.power)}, for {describe_phase(session.variant, line.phase)}: {line.text}")
    if not due and not coming:
        session.say("Nothing is kept for this phase or a later one.")
