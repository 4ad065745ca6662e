"""A concession."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import concede as conceded
from app.session.endings import agree_to_end
from app.session.parameter_kinds import PowerName
from app.session.session import Session, orders_taken
from entente.words import describe_ending
from entente.words.names import power_name


@command("concede", "Concede to a power…", menu="Game", place=21, available=orders_taken)
def concede(session: Session, winner: PowerName, *, asking: bool = True) -> None:
    """End the game: all others concede it to one power.

    Args:
        winner: who wins.
        asking: ask first whether the game is to end; a script never asks.
    """
    branch = session.branch
    agree_to_end(session, f"End the game? All others concede it to {power_name(session.variant, winner)}, who wins.", asking=asking)
    session.perform("Concede", lambda game: conceded(game, branch, winner=winner))
    ending = session.game.branch(branch).ending
    assert ending is not None
    session.say(f"The game is over: {describe_ending(session.variant, ending)}.")
