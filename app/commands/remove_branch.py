"""Giving up a branch."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.branch_edits import remove_branch as removed
from app.session.parameter_kinds import BranchName
from app.session.session import Session, game_open


@command("remove-branch", "Remove branch…", menu="Go", place=23, available=game_open)
def remove_branch(session: Session, name: BranchName) -> None:
    """Take a branch out of the game. Undo brings it back.

    Args:
        name: of the branch; the one that the game started with stays.
    """
    session.document.perform(f"Remove branch {name}", removed(session.game, name))
