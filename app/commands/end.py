"""Abandoning a game."""

from __future__ import annotations

from app.commands.base.registry import command
from app.commands.base.session import Session, orders_taken
from app.game.edits import abandon


@command("end", "End without a winner", menu="Game", place=22, available=orders_taken)
def end(session: Session) -> None:
    """End the game without a winner."""
    branch = session.branch
    session.perform("End without a winner", lambda game: abandon(game, branch))
    session.say("The game is over, without a winner.")
