"""Rights of one seat in a game: its own orders, notes, vote, letters and lists, and nothing that is another's or the table's.

What a seat writes while another one is open at the laptop is made in every version that can be undone there (``change_of``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from app.game.ending_edits import ending_by_votes
from app.game.entries import DefaultList
from app.game.record import Game, Turn
from languages import tr

HELD = "delayed press"
"""Begins the names of the fields that keep letters which hooks delay."""

_Value = TypeVar("_Value")

_CHECKED_APART = frozenset({"branches", "settings", "notes", "audit"})
_OF_THE_TURN = frozenset({"orders", "press", "votes", "later", "waits", "changes"})


def fault_of(before: Game, after: Game, branch: str, power: str) -> str:
    """Return the reason that the seat of *power* may not make *after* of *before*; empty where the change is its own alone."""
    for name in (each.name for each in fields(Game) if each.name not in _CHECKED_APART):
        one, other = getattr(before, name), getattr(after, name)
        if one is not other and one != other:
            return tr("Close the seat first; then the whole table can decide this.")
    if _others(before.notes, power) != _others(after.notes, power):
        return tr("At this table the notes of a power are written in its own seat alone.")
    added = after.settings[len(before.settings) :]
    is_kept = after.settings[: len(before.settings)] == before.settings and after.audit[: len(before.audit)] == before.audit
    if not is_kept or any(not key.startswith(HELD) for key, _ in added):
        return tr("Close the seat first; then the whole table can decide this.")
    old, new = before.branch(branch), after.branch(branch)
    pairs = zip(before.branches, after.branches, strict=False)
    is_same = len(before.branches) == len(after.branches) and all(one is two for one, two in pairs if one.name != branch)
    if not is_same or (old.parent, old.turns[:-1], len(old.turns)) != (new.parent, new.turns[:-1], len(new.turns)):
        return tr("At this table earlier phases cannot be changed.")
    if old.ending != new.ending and new.ending != ending_by_votes(after.with_branch(replace(new, ending=None)), branch):
        return tr("Nobody ends the game alone; people vote on it.")
    return _fault_of_turn(old.turns[-1], new.turns[-1], power)


def _fault_of_turn(before: Turn, after: Turn, power: str) -> str:
    if _others(after.orders, power) and _others(before.orders, power) != _others(after.orders, power):
        return tr("At this table the orders of a power are written in its own seat alone.")
    for name in (each.name for each in fields(Turn) if each.name not in _OF_THE_TURN):
        one, other = getattr(before, name), getattr(after, name)
        if one is not other and one != other:
            return tr("Close the seat first; then the whole table can decide this.")
    sent = after.press[len(before.press) :]
    if after.press[: len(before.press)] != before.press or any(each.sender != power for each in sent):
        return tr("A letter that was sent stays, and each seat signs its own.")
    if _beside(before, power) != _beside(after, power):
        return tr("At this table the orders of a power are written in its own seat alone.")
    return ""


def _beside(turn: Turn, power: str) -> tuple[object, ...]:
    """Return the parts beside the orders of *turn* that do not belong to *power*."""
    return (
        [each for each in turn.votes if each.power != power],
        [each for each in turn.later if each.power != power],
        [each for each in turn.waits if each != power],
        [each for each in turn.changes if not isinstance(each, DefaultList) or each.power != power],
    )


def _others(by_power: Mapping[str, _Value], power: str) -> dict[str, _Value]:
    return {name: each for name, each in by_power.items() if name != power}


def change_of(before: Game, after: Game, branch: str) -> Callable[[Game], Game]:
    """Return a function that makes in another version what seats did between two: containers, votes, letters sent, notices."""
    old, new = before.turn(before.last(branch)), after.turn(after.last(branch))
    kept = frozenset(old.sealed)
    fresh = tuple(each for each in new.sealed if each not in kept)
    gone = kept.difference(new.sealed)
    votes = {each.power: each for each in new.votes if each not in old.votes}
    taken_back = {each.power for each in old.votes} - {each.power for each in new.votes}
    press, settings, audit = new.press[len(old.press) :], after.settings[len(before.settings) :], after.audit[len(before.audit) :]

    def change(game: Game) -> Game:
        cursor = game.last(branch)
        turn = game.turn(cursor)
        others = tuple(each for each in turn.votes if each.power not in votes and each.power not in taken_back)
        turn = replace(
            turn,
            sealed=(*(each for each in turn.sealed if each not in gone), *fresh),
            votes=(*others, *votes.values()),
            press=(*turn.press, *press),
        )
        return replace(game.with_turn(cursor, turn), settings=(*game.settings, *settings), audit=(*game.audit, *audit))

    return change
