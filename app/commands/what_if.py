"""What the orders would give, without going on."""

from __future__ import annotations

from dataclasses import replace

from app.commands.declaring.registry import command
from app.game.options import variant_at
from app.session.results import headline, report
from app.session.session import Session, orders_taken


@command("what-if", "What if", menu="Tools", place=31, shortcut="Ctrl+Shift+Return", available=orders_taken)
def what_if(session: Session) -> None:
    """Adjudicate the orders as they are now and show what they would give, without going on: they can be changed and tried again.

    The hooks of the game take part as they do when the phase is processed; what they keep stays as it is.
    """
    cursor = session.game.last(session.branch)
    variant, turn, game = variant_at(session.game, cursor), session.open_turn, session.shown
    session.hooks.check_agreed(session.game, cursor)
    resolution = session.hooks.waiting(lambda: session.hooks.checking_referee(game, cursor)).resolution
    screen = session.services.screen
    if screen is not None:
        session.document.show(cursor)
        screen.show_view(replace(screen.view, preview=True, orders=True))
    supposed = replace(turn, resolution=resolution)
    if screen is None:
        session.say(f"If the orders stay as they are:\n{report(variant, supposed, supposed=True)}")
    else:
        session.say(f"If the orders stay as they are: {headline(variant, supposed, supposed=True).splitlines()[0]}.")
        screen.show_panel("results")
