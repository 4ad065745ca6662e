"""Abandoning a game."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import abandon
from app.session.endings import agree_to_end
from app.session.session import Session, orders_taken


@command("end", "End without a winner…", menu="Game", place=22, available=orders_taken)
def end(session: Session, *, asking: bool = True) -> None:
    """End the game without a winner.

    Args:
        asking: ask first whether the game is to end; a script never asks.
    """
    branch = session.branch
    agree_to_end(session, "End the game without a winner?", asking=asking)
    session.perform("End without a winner", lambda game: abandon(game, branch))
    session.say("The game is over, without a winner.")
