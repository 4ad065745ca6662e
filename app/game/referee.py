"""Referee of a phase: the rules alone, or the rules with the game's hooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.resolution import Resolution
from app.game import rulebook
from app.game.entries import TurnChange
from app.game.options import variant_with
from app.game.orders_due import orders_due
from app.game.record import Cursor, Game


@dataclass(frozen=True, slots=True)
class Ruling:
    """Resolution of a phase, and the changes that come with the next one."""

    resolution: Resolution

    changes: tuple[TurnChange, ...] = ()
    """State that hooks keep from this phase for the next."""


Referee = Callable[[Game, Cursor], Ruling]
"""Rules over the turn at a cursor. Same game, same ruling."""


def plain_referee(game: Game, cursor: Cursor) -> Ruling:
    """The adjudicator's ruling, with the rule options that hold at *cursor*. Hooks are not asked."""
    turn = game.turn(cursor)
    variant = variant_with(game.variant, game.rules_at(cursor))
    due = orders_due(game, cursor)
    return Ruling(due.told(rulebook.adjudicate(variant, turn.position, due.by_power)))
