"""Undo and redo, and the branches of a game: begun, switched, renamed, compared."""

from __future__ import annotations

import json as plain_json
from collections.abc import Sequence

from adjudicator.phase import Phase
from app.commands.declaring.command import Offer
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import screen_of
from app.game.branch_edits import fork as forked
from app.game.branch_edits import remove_branch as removed
from app.game.branch_edits import rename_branch as renamed
from app.game.record import MAIN, Cursor
from app.gm.comparing import as_data, as_text, compared
from app.session.errors import Abort
from app.session.parameters import BranchName, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open
from entente.words import describe_phase
from languages import labelled, plural, tr


def something_to_undo(session: Session) -> str:
    """There is a version before the present one."""
    return "" if session.current is not None and session.current.undo_label is not None else tr("There is nothing to undo.")


@command("undo", "Undo", who=Who.SEAT, menu="Edit", place=10, shortcut="Ctrl+Z", available=something_to_undo)
def undo(session: Session) -> None:
    """Take back what was done last: an order, a whole paste or script, an adjudication."""
    if session.in_batch:
        raise Abort(tr("undo cannot be part of a script: a script is one undo step itself"))
    words = session.undo_words
    session.document.undo()
    session.settle_history()
    session.say(tr("Undone: {words}", words=words))


def something_to_redo(session: Session) -> str:
    """There is a version after the present one."""
    return "" if session.current is not None and session.current.redo_label is not None else tr("There is nothing to redo.")


@command("redo", "Redo", who=Who.SEAT, menu="Edit", place=11, shortcut="Ctrl+Shift+Z, Ctrl+Y", available=something_to_redo)
def redo(session: Session) -> None:
    """Do again what was undone last."""
    if session.in_batch:
        raise Abort(tr("redo cannot be part of a script: a script is one undo step itself"))
    words = session.redo_words
    session.document.redo()
    session.settle_history()
    session.say(tr("Done again: {words}", words=words))


@command("fork", "Play on from here", menu="Go", place=20, shortcut="Ctrl+B", available=game_open)
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


@command("compare", "Compare branches", menu="Go", place=26, available=game_open)
def compare(
    session: Session, first: BranchName | None = None, second: BranchName | None = None, *, phase: Phase | None = None, json: bool = False
) -> None:
    """Show where two branches differ at a phase: orders with their results, units, centres. The first one is A, the second one B.

    Without a branch the game is compared with the branch that is shown, or the newest one; in the window a page opens on it.

    Args:
        first: a branch; the game unless given.
        second: the other one.
        phase: the phase; the first in which they differ unless given.
        json: say it as data, and nothing else.
    """
    game = session.shown
    a, b = two_branches([branch.name for branch in game.branches], session.branch, first, second)
    if session.is_watched and first is None and phase is None and not json:
        screen_of(session).show_panel("compare")
        return
    found = compared(game, a, b, phase)
    if session.is_watched and not json:
        screen_of(session).show_comparison(a, b, phase)
        return
    if json:
        session.say(plain_json.dumps(as_data(found), indent=1, ensure_ascii=False))
        return
    session.say(as_text(game, found))


def two_branches(names: list[str], shown: str, first: str | None, second: str | None) -> tuple[str, str]:
    """Return the two branches that are meant, where not both are named.

    Raises:
        Abort: there is only one.
    """
    if len(names) < 2:
        raise Abort(tr("This game has one branch only; correct-phase or fork makes another one."))
    if first is not None and second is not None:
        return first, second
    a = first or MAIN
    others = [each for each in names if each != a]
    return (a, shown) if shown in others else (a, others[-1]) if first is None else (MAIN, a) if a != MAIN else (a, others[-1])
