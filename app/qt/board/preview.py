"""Preview of the present orders: computed at once while that is quick, off the GUI thread where it is not."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from adjudicator.adjudicate import adjudicate
from adjudicator.resolution import Resolution
from app.game.options import variant_with
from app.game.orders_due import orders_due
from app.game.record import Cursor, Game
from app.game.referee import Referee
from app.game.refusal import EditError
from app.qt.widgets.background import Background, Latest

QUICK_SECONDS = 0.008
"""Up to this the GUI thread does it itself: half a frame."""


class Preview:
    """The outcome that the orders of an open turn would have."""

    def __init__(self, background: Background, came: Callable[[], None], hooked: Referee | None = None) -> None:
        """*came* is called when an outcome arrives that was not there when it was asked for.

        Args:
            hooked: rules over phases in which hooks take part; without one they are not previewed.
        """
        self._hooked = hooked
        self._came = came
        self._latest: Latest[tuple[Game, Cursor, Resolution]] = Latest(background, self._arrived, self._failed)
        self._key: tuple[Game, Cursor] | None = None
        self._resolution: Resolution | None = None
        self._is_slow = False
        self.trouble = ""
        """Reason that there is no outcome though there are orders, as a sentence: a hook that takes part could not be asked."""

    def of(self, game: Game, cursor: Cursor) -> Resolution | None:
        """Return the result of the orders at *cursor*; ``None`` while it is being computed, or where the turn is not open."""
        if not game.is_open(cursor):
            return None
        if self._key is not None and self._key[0] is game and self._key[1] == cursor:
            return self._resolution
        self._key = (game, cursor)
        self._resolution = None
        self.trouble = ""
        if self._hooked is not None and game.hooks and game.hooks_at(cursor):
            hooked = self._hooked
            self._latest.request(lambda: (game, cursor, hooked(game, cursor).resolution))
            return None
        if self._is_slow:
            self._latest.request(lambda: (game, cursor, _work_out(game, cursor)))
            return None
        start = perf_counter()
        self._resolution = _work_out(game, cursor)
        self._is_slow = perf_counter() - start > QUICK_SECONDS
        return self._resolution

    def forget(self) -> None:
        """Compute everything again."""
        self._key = None
        self._latest.forget()

    def _arrived(self, answer: tuple[Game, Cursor, Resolution]) -> None:
        game, cursor, resolution = answer
        if self._key is not None and self._key[0] is game and self._key[1] == cursor:
            self._resolution = resolution
            self._came()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, EditError):
            raise error
        self.trouble = str(error)
        self._came()


def _work_out(game: Game, cursor: Cursor) -> Resolution:
    turn = game.turn(cursor)
    due = orders_due(game, cursor)
    return due.told(adjudicate(variant_with(game.variant, game.rules_at(cursor)), turn.position, due.by_power))
