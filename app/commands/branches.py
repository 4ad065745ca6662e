"""Branches of a game."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.command import Offer
from app.commands.declaring.registry import command
from app.game.branch_edits import fork as forked
from app.game.branch_edits import remove_branch as removed
from app.game.branch_edits import rename_branch as renamed
from app.game.record import Cursor
from app.session.parameter_kinds import BranchName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open
from entente.words import describe_phase
from languages import labelled, plural, tr


@command("fork", "Fork from here", menu="Go", place=20, shortcut="Ctrl+B", available=game_open)
def fork(session: Session, name: RestOfLine | None = None, *, reason: str | None = None) -> None:
    """Start a branch at the phase that is shown, with its orders as drafts. What was played stays as it is.

    Args:
        name: of the branch; b2, b3 and so on unless given.
        reason: why, for the trail.
    """
    cursor = session.cursor
    phase = describe_phase(session.variant, session.turn.phase)
    game = forked(session.game, cursor, name)
    branch = game.branches[-1].name
    session.document.perform(tr("Fork {phase}", phase=phase), game, game.last(branch), reason or "")
    session.say(tr("Branch {branch} starts at {phase}.", branch=branch, phase=phase))


def _offers(session: Session) -> Sequence[Offer]:
    return [Offer(each.name, {"name": each.name}, each.name == session.branch) for each in session.game.branches]


def branches_to_pick(session: Session) -> Sequence[Offer]:
    """The branches that could be made the game."""
    return [Offer(each.name, {"name": each.name}) for each in session.game.branches if each.parent is not None]


@command("branch", "Switch branch", who=Who.ANYBODY, menu="Go", place=21, available=game_open, offers=_offers)
def branch(session: Session, name: BranchName | None = None) -> None:
    """Show another branch of the game, at its last phase. Without a name the branches are listed.

    Args:
        name: of the branch.
    """
    if name is None:
        for each in session.game.branches:
            mark = "*" if each.name == session.branch else " "
            said = [plural("{count} phase", "{count} phases", len(each.turns))]
            if each.parent is not None:
                said.append(tr("from {phase} of {branch}", phase=session.game.turn(each.parent).phase, branch=each.parent.branch))
            if each.ending is not None:
                said.append(tr("over"))
            session.say(labelled(f"{mark} {each.name}", ", ".join(said)))
        return
    session.document.show(session.game.last(name))


@command("rename-branch", "Rename branch…", menu="Go", place=22, available=game_open)
def rename_branch(session: Session, old: BranchName, new: str, *, reason: str | None = None) -> None:
    """Give a branch another name.

    Args:
        old: its name now.
        new: its name from now on.
        reason: why, for the trail.
    """
    cursor = session.cursor
    kept = Cursor(new if cursor.branch == old else cursor.branch, cursor.index)
    session.document.perform(tr("Rename branch {old} to {new}", old=old, new=new), renamed(session.game, old, new), kept, reason or "")


@command("remove-branch", "Remove branch…", menu="Go", place=23, available=game_open)
def remove_branch(session: Session, name: BranchName, *, reason: str | None = None) -> None:
    """Take a branch out of the game. Undo brings it back.

    Args:
        name: of the branch; the one that the game started with stays.
        reason: why, for the trail.
    """
    session.document.perform(tr("Remove branch {name}", name=name), removed(session.game, name), reason=reason or "")
