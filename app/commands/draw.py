"""A draw."""

from __future__ import annotations

from app.commands.base.kinds import PowerName
from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import declare_draw
from entente.words import describe_ending


@command("draw", "Declare a draw…", menu="Game", place=20, available=orders_taken)
def draw(session: Session, *powers: PowerName) -> None:
    """End the game in a draw.

    Args:
        powers: who shares it; all who still have a centre or a unit, unless named.
    """
    branch = session.branch
    session.perform("Declare a draw", lambda game: declare_draw(game, branch, powers))
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(f"The game is over: {describe_ending(session.variant, ending)}.")
