"""What the orders would give, without going on."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.adjudicate import adjudicate
from app.commands.base.registry import command
from app.commands.base.results import headline, report
from app.commands.base.session import Session, orders_taken
from app.game.options import variant_with


@command("what-if", "What if", menu="Tools", place=31, shortcut="Ctrl+Shift+Return", available=orders_taken)
def what_if(session: Session) -> None:
    """Adjudicate the orders as they are now and show what they would give, without going on: they can be changed and tried again.

    The rules alone decide; hooks are not asked.
    """
    cursor = session.game.last(session.branch)
    variant, turn = variant_with(session.game.variant, session.game.rules_at(cursor)), session.open_turn
    screen = session.services.screen
    if screen is not None:
        session.document.show(cursor)
        screen.show_view(replace(screen.view, preview=True, orders=True))
    supposed = replace(turn, resolution=adjudicate(variant, turn.position, turn.read_orders()))
    if screen is None:
        session.say(f"If the orders stay as they are:\n{report(variant, supposed, supposed=True)}")
    else:
        session.say(f"If the orders stay as they are: {headline(variant, supposed, supposed=True).splitlines()[0]}.")
        screen.show_panel("results")
