"""A draw."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import declare_draw
from app.session.endings import agree_to_end
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken
from entente.words import describe_ending, join_words
from entente.words.names import power_name


@command("draw", "Declare a draw…", menu="Game", place=20, available=orders_taken)
def draw(session: Session, *powers: PowerName, asking: bool = True) -> None:
    """End the game in a draw.

    Args:
        powers: who shares it; all who still have a centre or a unit, unless named.
        asking: ask first whether the game is to end; a script never asks.
    """
    branch = session.branch
    among = join_words(power_name(session.variant, power) for power in powers) or "all who still have a centre or a unit"
    agree_to_end(session, f"End the game in a draw among {among}?", asking=asking)
    session.perform("Declare a draw", lambda game: declare_draw(game, branch, powers))
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(f"The game is over: {describe_ending(session.variant, ending)}.")
