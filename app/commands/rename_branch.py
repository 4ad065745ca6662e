"""Another name for a branch."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.branch_edits import rename_branch as renamed
from app.game.record import Cursor
from app.session.parameter_kinds import BranchName
from app.session.session import Session, game_open


@command("rename-branch", "Rename branch…", menu="Go", place=22, available=game_open)
def rename_branch(session: Session, old: BranchName, new: str) -> None:
    """Give a branch another name.

    Args:
        old: its name now.
        new: its name from now on.
    """
    cursor = session.cursor
    kept = Cursor(new if cursor.branch == old else cursor.branch, cursor.index)
    session.document.perform(f"Rename branch {old} to {new}", renamed(session.game, old, new), kept)
