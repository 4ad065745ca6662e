"""Notes in a game what was done to it, and when: asked at each edit of an open game, whatever way the edit came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from app.game.deadlines import written
from app.game.record import Game
from app.game.trail import with_trail
from app.session.seating import Times


def timed_trail(times: Callable[[], Times]) -> Callable[[Game, Game], Game]:
    """Notes what was done at the time that the wall clock of *times* tells, in UTC, to the second."""

    def note(before: Game, after: Game) -> Game:
        return with_trail(before, after, written(datetime.fromtimestamp(times().wall(), UTC)))

    return note
