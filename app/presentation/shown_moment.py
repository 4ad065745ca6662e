"""Transition of the board from one moment to the next: at once, by a reveal of the outcomes, or by an animation."""

from __future__ import annotations

from enum import StrEnum

from adjudicator.resolution import Resolution
from app.game.change import Change, Touched
from app.game.record import Cursor, Game


class WayOn(StrEnum):
    """Transition to a moment."""

    AT_ONCE = "at once"
    REVEAL = "reveal"
    """Animation of an outcome that was not seen yet."""
    PLAY = "play"
    """Units go from where they stood to where they stand."""


def is_last_outcome(game: Game, cursor: Cursor) -> bool:
    """Return True if the results of the phase before the open one stand at *cursor*."""
    return game.turn(cursor).resolution is not None and cursor.index + 1 == game.last(cursor.branch).index


class ShownMoment:
    """The moment in view, and the outcomes that have been seen."""

    def __init__(self, game: Game, cursor: Cursor) -> None:
        self._cursor = cursor
        self._outcome = game.turn(cursor).resolution
        self._to_reveal: Cursor | None = None
        """An outcome that came while the turn after it was in view."""
        self._revealed: Resolution | None = None

    def way_to(self, game: Game, cursor: Cursor, change: Change) -> WayOn:
        """Return the transition to *cursor* of *game* after *change*; it is the moment in view from now on."""
        before, was_open = self._cursor, self._outcome is None
        self._cursor, self._outcome = cursor, game.turn(cursor).resolution
        if change.touches(Touched.POSITIONS):
            self._to_reveal = None
            if cursor == before and was_open and self._outcome is not None:
                return self._reveal()
            if cursor.branch == before.branch and cursor.index > before.index and cursor in change.turns:
                self._to_reveal = Cursor(cursor.branch, cursor.index - 1)
            return WayOn.AT_ONCE
        if cursor == self._to_reveal:
            self._to_reveal = None
            return self._reveal()
        if cursor.branch == before.branch and cursor.index == before.index + 1 and game.turn(before).resolution is not None:
            return WayOn.PLAY
        return WayOn.AT_ONCE

    def _reveal(self) -> WayOn:
        """Reveal the outcome, unless it is the same as last time: an adjudication that was undone and done again has been seen."""
        if self._outcome is self._revealed:
            return WayOn.AT_ONCE
        self._revealed = self._outcome
        return WayOn.REVEAL
