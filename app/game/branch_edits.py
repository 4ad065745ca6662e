"""Edits of branches: forking a moment of the past, naming, taking away, and making a branch the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.game.edits import add_audit, judged_lines, one_line, open_cursor
from app.game.gm_edits import first_line, reason_given
from app.game.record import MAIN, MOST_BRANCHES, Branch, Cursor, EditError, Game, OrderLine, Turn, Why, variant_at
from languages import tr

_CORRECTIONS = "corrections"
"""The setting that names the branches which correct a phase of the game, or hold what was played before it was corrected."""
_QUOTED = re.compile(r'"([^"]*)"')
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

    return with_corrections(replace(game, branches=tuple(renamed(branch) for branch in game.branches)), {old: name})


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


# --- corrections ---


def corrections(game: Game) -> tuple[str, ...]:
    """The branches in which a phase is corrected, and those that hold what was played before a correction became the game."""
    known = {branch.name for branch in game.branches}
    return tuple(each for each in _QUOTED.findall(dict(game.settings).get(_CORRECTIONS, "")) if each in known)


def with_corrections(game: Game, renamed: Mapping[str, str] = MappingProxyType({}), more: Iterable[str] = ()) -> Game:
    """The game with *more* branches among its corrections, and those that were *renamed* under their new names."""
    before = _QUOTED.findall(dict(game.settings).get(_CORRECTIONS, ""))
    names = dict.fromkeys((*(renamed.get(each, each) for each in before), *more))
    if tuple(names) == tuple(before):
        return game
    others = tuple(each for each in game.settings if each[0] != _CORRECTIONS)
    return replace(game, settings=(*others, (_CORRECTIONS, " ".join(f'"{each}"' for each in names))))


def as_played(game: Game, branch: str) -> Turn | None:
    """The turn in which the open phase of *branch* was played before an earlier phase was corrected; ``None`` where there is none."""
    found = game.branch(branch)
    corrected = corrections(game)
    lines = [] if found.parent is None or branch not in corrected else [(found.parent.branch, found.parent.index)]
    children = (each for each in game.branches if each.name in corrected)
    lines += [(each.name, each.parent.index) for each in children if each.parent is not None and each.parent.branch == branch]
    last = game.last(branch)
    phase = game.turn(last).phase
    for name, start in lines:
        for turn in game.line(name)[start + 1 :]:
            if turn.phase == phase and last.index > start:
                return turn
    return None


@dataclass(frozen=True, slots=True)
class BroughtAlong:
    """A game after a correction, with the orders of the phase that opened as it was played."""

    game: Game
    brought: int
    """Orders that came along."""
    left: tuple[tuple[str, OrderLine], ...]
    """Lines that are not carried out now, by power. They stand among the drafts, as they were received."""


def bring_along(game: Game, branch: str) -> BroughtAlong:
    """Return the game with the orders of *branch*'s open phase as played, where an earlier phase was corrected and no order came since.

    Orders become drafts, judged again, with the mails, the kept lines and the deadline of that phase. Orders that are sealed stay where
    they are.
    """
    turn = None if game.branch(branch).ending is not None else as_played(game, branch)
    if turn is None or turn.sealed or (game.table is not None and turn.resolution is None):
        return BroughtAlong(game, 0, ())
    cursor = open_cursor(game, branch)
    now = game.turn(cursor)
    if now.orders or now.mails:
        return BroughtAlong(game, 0, ())
    variant = variant_at(game, cursor)
    orders = {power: judged_lines(variant, now.position, power, lines) for power, lines in turn.orders.items()}
    filled = replace(now, orders=MappingProxyType(orders), mails=turn.mails, later=turn.later, deadline=turn.deadline)
    game = game.with_turn(cursor, filled)
    brought = sum(line.is_legal for lines in orders.values() for line in lines)
    left = not_carried_over(game, branch)
    if not orders:
        return BroughtAlong(game, 0, ())
    told = f"branch {branch.replace(': ', ':')} goes on with orders of {now.phase} as played, {brought}"
    if left:
        told += f"; not carried out now {', '.join(f'{power} {line.order}' for power, line in left)}"
    return BroughtAlong(add_audit(game, told, "GM"), brought, left)


def not_carried_over(game: Game, branch: str) -> tuple[tuple[str, OrderLine], ...]:
    """Return by power the drafts of *branch*'s open phase that were legal as the phase was played, and are not since a correction."""
    turn = as_played(game, branch)
    if turn is None:
        return ()
    was_legal = {(power, line.text) for power, lines in turn.orders.items() for line in lines if line.is_legal}
    drafts = game.turn(game.last(branch)).orders.items()
    lines = ((power, line) for power, lines in drafts for line in lines)
    return tuple((power, line) for power, line in lines if not line.is_legal and (power, line.text) in was_legal)


def is_played(game: Game, branch: str) -> bool:
    """Return True if the open phase of *branch* was played to its end before an earlier phase was corrected, and can be played now."""
    turn = None if game.branch(branch).ending is not None else as_played(game, branch)
    return turn is not None and turn.resolution is not None and not not_carried_over(game, branch)


AS_PLAYED = "as played"
"""Name that the line that was the game gets, unless another is given."""


def pick_branch(game: Game, name: str, reason: str, old: str | None = None, *, by: str = "GM", at: str = "") -> Game:
    """The game whose first branch is the line of branch *name*; what the first branch had instead is kept as branch *old*.

    No turn is changed or lost: both lines are what they were, under other names.

    Args:
        old: what the line played until now is called; "as played" unless given, with a number where that is taken.

    Raises:
        EditError: it is the game already, no reason is given, or the name cannot be written, or is taken.
    """
    why = reason_given(reason)
    chosen = game.branch(name)
    if chosen.parent is None:
        raise EditError(Why.BRANCH_IN_USE, tr("Branch {name} is the game already.", name=name))
    phase = chosen.turns[0].phase
    taken = {branch.name for branch in game.branches} - {name}
    kept = branch_name(_free(AS_PLAYED, taken) if old is None else old, taken)
    lineage = [chosen]
    while (parent := lineage[-1].parent) is not None and parent.branch != MAIN:
        lineage.append(game.branch(parent.branch))
    renamed = {}
    for number, branch in enumerate(reversed(lineage)):
        # What an inner branch of the line loses keeps its name; what the game loses gets the new one.
        renamed[branch.name] = kept if number == 0 else lineage[len(lineage) - number].name
        game = _exchange(game, branch.name, renamed[branch.name])
    game = with_corrections(game, renamed)
    words = f"branch picked as the game from {phase}, {name.replace(': ', ':')}; what was played is branch {kept.replace(': ', ':')}"
    return add_audit(game, f"{words}: {first_line(why)}", by, at)


def _exchange(game: Game, name: str, kept: str) -> Game:
    """The game with branch *name*, which starts from the first one, as the first, and the rest of that one called *kept*."""
    first, chosen = game.branch(MAIN), game.branch(name)
    assert chosen.parent is not None
    at = chosen.parent.index
    new_first = Branch(MAIN, None, (*first.turns[:at], *chosen.turns), chosen.ending)
    rest = Branch(kept, Cursor(MAIN, at), first.turns[at:], first.ending)

    def moved(branch: Branch) -> Branch:
        parent = branch.parent
        if parent is not None and parent.branch == MAIN and parent.index > at:
            return replace(branch, parent=replace(parent, branch=kept))
        if parent is not None and parent.branch == name:
            return replace(branch, parent=Cursor(MAIN, parent.index))
        return branch

    others = tuple(moved(branch) for branch in game.branches if branch.name not in {MAIN, name})
    return replace(game, branches=(new_first, rest, *others))


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else next(found for number in range(2, len(taken) + 3) if (found := f"{name} {number}") not in taken)
