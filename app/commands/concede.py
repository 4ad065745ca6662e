"""A concession."""

from __future__ import annotations

from app.commands.base.kinds import PowerName
from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import concede as conceded
from entente.words import describe_ending


@command("concede", "Concede to a power…", menu="Game", place=21, available=orders_taken)
def concede(session: Session, winner: PowerName) -> None:
    """End the game: all others concede it to one power.

    Args:
        winner: who wins.
    """
    branch = session.branch
    session.perform("Concede", lambda game: conceded(game, branch, winner=winner))
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(f"The game is over: {describe_ending(session.variant, ending)}.")
