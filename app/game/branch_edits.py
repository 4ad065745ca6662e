"""Edits of the branches of a game: forking a moment of the past, naming, taking away."""

from __future__ import annotations

import re
from dataclasses import replace

from app.game.edit_checks import one_line
from app.game.record import MOST_BRANCHES, Branch, Cursor, Game, Turn
from app.game.refusal import EditError, Why
from languages import tr

_BRANCH_NAME = re.compile(r"[^\s\"\]\x00-\x1f\x7f](?:[^\"\]\x00-\x1f\x7f]{0,58}[^\s\"\]\x00-\x1f\x7f])?")


def fork(game: Game, cursor: Cursor, name: str | None = None) -> Game:
    """A new branch, last in the game, whose first turn is the turn at *cursor* once more, open, with its orders as drafts.

    Nothing is overwritten: the branch forked from stays as it is.

    Args:
        name: ``b2``, ``b3``, ... unless given.
    """
    if len(game.branches) >= MOST_BRANCHES:
        raise EditError(
            Why.BRANCH_IN_USE, tr("A game has at most {most_branches} branches; remove one first.", most_branches=MOST_BRANCHES)
        )
    turn = game.turn(cursor)
    parent = Cursor(game.owner(cursor).name, cursor.index)
    taken = {branch.name for branch in game.branches}
    if name is None:
        number = len(game.branches) + 1
        while f"b{number}" in taken:
            number += 1
        name = f"b{number}"
    kept = Turn(turn.position, turn.orders, adjustments=turn.adjustments, forced=turn.forced, changes=turn.changes)
    first = replace(kept, mails=turn.mails, later=turn.later)
    return replace(game, branches=(*game.branches, Branch(branch_name(name, taken), parent, (first,))))


def rename_branch(game: Game, old: str, new: str) -> Game:
    """The game with branch *old* called *new*.

    Raises:
        EditError: it is the branch the game started with, or the name cannot be written, or is taken.
    """
    if game.branch(old).parent is None:
        raise EditError(Why.BAD_NAME, tr("{old} is what the branch is called that the game started with.", old=old))
    if old == new:
        return game
    name = branch_name(new, {branch.name for branch in game.branches})

    def renamed(branch: Branch) -> Branch:
        parent = branch.parent
        if parent is not None and parent.branch == old:
            parent = replace(parent, branch=name)
        return replace(branch, name=name if branch.name == old else branch.name, parent=parent)

    return replace(game, branches=tuple(renamed(branch) for branch in game.branches))


def remove_branch(game: Game, name: str) -> Game:
    """The game without branch *name*.

    Raises:
        EditError: it is the branch the game started with, or another one was forked from it.
    """
    branch = game.branch(name)
    if branch.parent is None:
        raise EditError(Why.BRANCH_IN_USE, tr("Branch {name} is the one the game started with.", name=name))
    forked = [each.name for each in game.branches if each.parent is not None and each.parent.branch == name]
    if forked:
        raise EditError(
            Why.BRANCH_IN_USE, tr("Branch {name} cannot go while {forked} starts from it.", name=name, forked=", ".join(forked))
        )
    return replace(game, branches=tuple(each for each in game.branches if each.name != name))


def branch_name(name: str, taken: set[str]) -> str:
    """*name* as a branch can have it.

    Raises:
        EditError: it cannot be written, or is among those *taken*.
    """
    cleaned = one_line(name)
    if _BRANCH_NAME.fullmatch(cleaned) is None:
        raise EditError(Why.BAD_NAME, tr("A branch needs a name of up to 60 characters, without quotation marks and square brackets."))
    if cleaned in taken:
        raise EditError(Why.NAME_TAKEN, tr("There is a branch named {cleaned} already.", cleaned=cleaned))
    return cleaned
