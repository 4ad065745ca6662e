"""Taking an ending back."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import reopen as reopened
from app.session.session import Session


def is_over(session: Session) -> str:
    """The branch that is shown is over."""
    over = session.current is not None and session.game.branch(session.branch).ending is not None
    return "" if over else "This game is not over."


@command("reopen", "Play on after all", menu="Game", place=23, available=is_over)
def reopen(session: Session) -> None:
    """Take back a draw, a concession or an end that people declared. One that the rules found stays."""
    branch = session.branch
    session.perform("Play on after all", lambda game: reopened(game, branch))
