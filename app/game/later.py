"""Lines that were received for a phase that has not come: kept in the turn in which they came, and offered when their phase comes."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.phase import Phase
from app.game.edit_checks import known_power, one_line, open_cursor
from app.game.entries import LaterLine
from app.game.record import Cursor, Game
from app.game.refusal import EditError, Why
from languages import tr

MOST_LATER = 1_000
"""Lines that are kept in one turn."""


def keep_for_later(game: Game, branch: str, power: str, phase: Phase, text: str) -> Game:
    """The game with a line of *power* kept for *phase*, as it was received; the same game where it is kept already.

    Raises:
        EditError: the branch is over, the power is not known, or too many lines are kept.
    """
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor)
    line = LaterLine(known_power(game, power), phase, one_line(text))
    if line in turn.later or not line.text:
        return game
    if len(turn.later) >= MOST_LATER:
        raise EditError(Why.BAD_TEXT, tr("{most_later} lines are kept for later phases already; no more are taken.", most_later=MOST_LATER))
    return game.with_turn(cursor, replace(turn, later=(*turn.later, line)))


def kept_for(game: Game, cursor: Cursor) -> tuple[LaterLine, ...]:
    """Return the lines that were received in earlier phases for the phase at *cursor*, the oldest first."""
    turns = game.line(cursor.branch)[: cursor.index]
    phase = game.turn(cursor).phase
    return tuple(line for turn in turns for line in turn.later if line.phase == phase)


def kept_in(game: Game, cursor: Cursor) -> tuple[LaterLine, ...]:
    """Return the lines that were received so far, up to *cursor*, for phases after it."""
    turns = game.line(cursor.branch)[: cursor.index + 1]
    passed = {turn.phase for turn in turns}
    return tuple(line for turn in turns for line in turn.later if line.phase not in passed)
