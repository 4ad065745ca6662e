"""Versions of an open game: undo as a list of them, and the parts of the document that a change touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, ParamSpec

from app.game.record import Cursor, EditError, Game, Why
from languages import tr


@dataclass(frozen=True, slots=True)
class Version:
    """One state of the document."""

    label: str
    """Label of the act that led here: ``Order A PAR - BUR``; the first version's label is empty."""

    game: Game

    cursor: Cursor
    """The moment to show when this version comes up by doing or redoing."""

    before: Cursor
    """The moment to show when what was done is undone: where it was done."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Step that undo or redo would take back or do again."""

    label: str
    before: Game
    after: Game


class History:
    """The versions of one document, and which of them is current. Versions share all that did not change."""

    def __init__(self, game: Game, cursor: Cursor) -> None:
        self._versions = [Version("", game, cursor, cursor)]
        self._at = 0
        self._forgotten = 0

    @property
    def forgotten(self) -> int:
        """Number of times that everything before the current version was forgotten."""
        return self._forgotten

    @property
    def current(self) -> Version:
        """The present version."""
        return self._versions[self._at]

    @property
    def undo_label(self) -> str | None:
        """Label of the step that undo would take back; ``None`` where there is none."""
        return self.current.label if self._at > 0 else None

    @property
    def redo_label(self) -> str | None:
        """Label of the step that redo would do again; ``None`` where there is none."""
        return self._versions[self._at + 1].label if self._at + 1 < len(self._versions) else None

    @property
    def undo_step(self) -> HistoryStep | None:
        """Step that undo would take back, with the game before and after it; ``None`` where there is none."""
        return self._step(self._at)

    @property
    def redo_step(self) -> HistoryStep | None:
        """Step that redo would do again, with the game before and after it; ``None`` where there is none."""
        return self._step(self._at + 1)

    def _step(self, number: int) -> HistoryStep | None:
        if not 0 < number < len(self._versions):
            return None
        before, after = self._versions[number - 1], self._versions[number]
        return HistoryStep(after.label, before.game, after.game)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all versions after the first, those that redo would bring back included."""
        return tuple(version.label for version in self._versions[1:])

    @property
    def position(self) -> int:
        """Number of ``labels`` that are done."""
        return self._at

    def push(self, label: str, game: Game, cursor: Cursor, before: Cursor) -> Version:
        """A new version after the current one; what could be redone is forgotten."""
        del self._versions[self._at + 1 :]
        self._versions.append(Version(label, game, cursor, before))
        self._at += 1
        return self.current

    def undo(self) -> Cursor:
        """Go one version back.

        Returns:
            The moment to show: where the thing undone was done.

        Raises:
            EditError: this is the first version.
        """
        if self._at == 0:
            raise EditError(Why.NOTHING_TO_UNDO, tr("There is nothing to undo."))
        shown = self.current.before
        self._at -= 1
        return shown

    def redo(self) -> Cursor:
        """Go one version forward.

        Returns:
            The moment to show.

        Raises:
            EditError: this is the last version.
        """
        if self.redo_label is None:
            raise EditError(Why.NOTHING_TO_UNDO, tr("There is nothing to redo."))
        self._at += 1
        return self.current.cursor

    def squash(self, since: int, label: str) -> None:
        """Make one version out of all that were pushed after ``position`` was *since*."""
        if self._at <= since:
            return
        last = self.current
        before = self._versions[since + 1].before
        self._versions[since + 1 :] = [replace(last, label=label, before=before)]
        self._at = since + 1

    def go_back_to(self, position: int) -> None:
        """Drop all that was done after ``position`` was *position*, as if it had never been."""
        del self._versions[position + 1 :]
        self._at = min(self._at, position)

    def follow(self, change: Callable[[Game], Game]) -> None:
        """Apply to each version a change by another person, so that neither undo nor redo takes it back."""
        self._versions = [replace(each, game=change(each.game)) for each in self._versions]

    def forget(self) -> None:
        """Keep the current version alone: nothing before it can be undone, so that no viewer sees the text of another."""
        only = self.current
        self._versions = [Version("", only.game, only.cursor, only.cursor)]
        self._at = 0
        self._forgotten += 1


P = ParamSpec("P")


class Listeners(Generic[P]):
    """Plain functions that are called one after the other; windows wrap them in their signals."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def add(self, listener: Callable[P, object]) -> Callable[[], None]:
        """Call *listener* from now on.

        Returns:
            A function that ends this; it may be called again, and while listeners are called.
        """
        self._listeners.append(listener)

        def remove() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return remove

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them; one that is added meanwhile is not called yet."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)


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
