"""Parts of the document that a change touched, so that those who show it refresh that part alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.game.record import Cursor, Game


class Touched(StrEnum):
    """A part of the document."""

    CURSOR = "cursor"
    """The moment in view."""
    ORDERS = "orders"
    """Orders of turns that were there before."""
    POSITIONS = "positions"
    """Positions, results or the number of turns."""
    BRANCHES = "branches"
    """Branches that there are, their names, or how one ended."""
    TABLE = "table"
    """Press, votes, deadlines, mails, sealed orders, notes."""
    RULES = "rules"
    """Hooks and rule options."""
    DETAILS = "details"
    """Name, players, files, audit and other fields of the game."""
    HISTORY = "history"
    """Next steps of undo and redo."""
    SAVED = "saved"
    """The path, the title, or whether there is something unsaved."""
    TROUBLE = "trouble"
    """An error on disk; see ``Document.trouble``."""


@dataclass(frozen=True, slots=True)
class Change:
    """Change of a document, as its listeners get it."""

    touched: frozenset[Touched]

    label: str = ""
    """Words of the menu for the act: ``Order A PAR - BUR``; empty where nothing was done to the game."""

    turns: frozenset[Cursor] = frozenset()
    """Turns that differ, each in the branch that keeps it."""

    def touches(self, *parts: Touched) -> bool:
        """Return True if any of *parts* changed."""
        return not self.touched.isdisjoint(parts)


def difference(old: Game, new: Game) -> tuple[frozenset[Touched], frozenset[Cursor]]:
    """Return the parts and turns in which two versions differ. Parts that both share are not looked into."""
    touched: set[Touched] = set()
    turns: set[Cursor] = set()
    if old is new:
        return frozenset(), frozenset()
    before = {branch.name: branch for branch in old.branches}
    after = {branch.name: branch for branch in new.branches}
    if list(before) != list(after):
        touched.add(Touched.BRANCHES)
    for name in before.keys() | after.keys():
        here, there = before.get(name), after.get(name)
        if here is there:
            continue
        if here is None or there is None:
            kept = here or there
            assert kept is not None
            touched.add(Touched.BRANCHES)
            turns.update(Cursor(name, kept.start + index) for index in range(len(kept.turns)))
            continue
        if here.ending != there.ending or here.parent != there.parent:
            touched.add(Touched.BRANCHES)
        for index in range(max(len(here.turns), len(there.turns))):
            one = here.turns[index] if index < len(here.turns) else None
            other = there.turns[index] if index < len(there.turns) else None
            if one is other:
                continue
            turns.add(Cursor(name, there.start + index))
            if one is None or other is None:
                touched.add(Touched.POSITIONS)
                continue
            if one.orders != other.orders:
                touched.add(Touched.ORDERS)
            if one.position != other.position or one.resolution is not other.resolution or one.forced != other.forced:
                touched.add(Touched.POSITIONS)
            if one.changes != other.changes:
                touched.add(Touched.RULES)
            around = (one.press, one.votes, one.sealed, one.deadline, one.note, one.mails, one.waits, one.later)
            if around != (other.press, other.votes, other.sealed, other.deadline, other.note, other.mails, other.waits, other.later):
                touched.add(Touched.TABLE)
    if (old.rules, old.hooks) != (new.rules, new.hooks):
        touched.add(Touched.RULES)
    details = (old.name, old.players, old.members, old.files, old.audit, old.settings, old.note, old.table)
    if details != (new.name, new.players, new.members, new.files, new.audit, new.settings, new.note, new.table):
        touched.add(Touched.DETAILS)
    if old.notes != new.notes:
        touched.add(Touched.TABLE)
    if old.name != new.name:
        touched.add(Touched.SAVED)
    return frozenset(touched), frozenset(turns)
