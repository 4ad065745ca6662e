"""The tables of a session: which open games are played round the laptop, and what comes and goes with a seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from app.game.change import Change, Touched
from app.game.deadlines import written
from app.game.document import Document
from app.game.record import Game
from app.game.table import GAME_MASTER
from app.game.trail import with_trail
from app.hotseat.attempts import Attempts
from app.hotseat.kept_clocks import KeptClocks
from app.hotseat.tidying import tidied
from app.session.seating import Seating, Times
from app.session.services import Services
from app.session.viewpoint import Viewpoint
from languages import tr


class OpenGames(Protocol):
    """Session that a person leaves who goes away from the laptop."""

    services: Services

    @property
    def documents(self) -> tuple[Document, ...]:
        """The open games."""
        ...

    def remove(self, document: Document) -> None:
        """Remove *document*."""
        ...


class Tables:
    """The tables of open games.

    Args:
        attempts: counts wrong secrets, for all of them.
        viewpoint: shows games with what their hooks bar.
        times: what their clocks go by.
        changed: called when a table is at another point, since its game came from outside.
        clocks: remembers what their clocks showed.
    """

    def __init__(
        self,
        attempts: Attempts,
        viewpoint: Callable[[], Viewpoint],
        times: Callable[[], Times],
        changed: Callable[[], None],
        clocks: KeptClocks,
    ) -> None:
        self._clocks = clocks
        self._viewpoint = viewpoint
        self._times = times
        self._changed = changed
        self.attempts = attempts
        self._seatings: dict[Document, Seating] = {}
        self._loose: list[Document] = []
        """Games that were opened from the seat that is open now: they go when the seat is closed."""

    def of(self, document: Document) -> Seating | None:
        """The table of *document*; ``None`` where all powers are at the screen."""
        return self._seatings.get(document)

    def welcome(self, document: Document) -> bool:
        """Return True if the game of *document*, which is opened now, is played at a table; then it opens without a viewer."""
        if document.game.table is None:
            if any(each.open not in {None, GAME_MASTER} for each in self._seatings.values()):
                self._loose.append(document)
                if document.path is None:
                    document.keep_in_memory()
            return False
        tidy = tidied(document.game, document.game.branches[0].name, {})
        if tidy is not document.game and not document.read_only:
            document.perform(tr("Put what stood in the open into its seats"), tidy)
        document.forget_history()
        self.seat_down(document, talks=False).may_have_begun = True
        return True

    def seat_down(self, document: Document, *, talks: bool) -> Seating:
        """*document*, whose game has a table, is played at it from now on."""
        seating = Seating(document, document.game.branches[0].name, self.attempts, self._times(), self._clocks)
        whole = self._viewpoint().shown(document.game, None)
        seating.begin(whole.turn(seating.cursor).position, talks=talks)
        self._seatings[document] = seating
        document.guard_by(seating)
        document.subscribe(lambda change: self._follow(seating, change))
        return seating

    def stand_up(self, document: Document) -> None:
        """*document* is played with all powers at the screen from now on."""
        seating = self._seatings.pop(document, None)
        if seating is not None and seating.clients is not None:
            seating.clients.close()
        if seating is not None and seating.programs is not None:
            seating.programs.close()
        document.guard_by(None)

    def clear_away(self, session: OpenGames, seating: Seating) -> None:
        """Remove the games in no file that were opened at the laptop by the person who leaves, and the text they copied."""
        loose = [document for document in self._loose if document.path is None and document in session.documents]
        self._loose.clear()
        for document in loose:
            session.remove(document)
            document.close(discard=True)
        seating.forget_copied(session.services)

    def _follow(self, seating: Seating, change: Change) -> None:
        """Take up what came from outside: the file was read again, or the game master mended something."""
        if self._seatings.get(seating.document) is not seating or seating.is_acting:
            return
        if change.touched & {Touched.POSITIONS, Touched.BRANCHES, Touched.RULES, Touched.TABLE}:
            before = seating.round
            whole = self._viewpoint().shown(seating.game, None)
            seating.follow(whole.turn(seating.cursor).position)
            if seating.round != before:
                self._changed()


def timed_trail(times: Callable[[], Times]) -> Callable[[Game, Game], Game]:
    """Notes what was done at the time that the wall clock of *times* tells, in UTC, to the second."""

    def note(before: Game, after: Game) -> Game:
        return with_trail(before, after, written(datetime.fromtimestamp(times().wall(), UTC)))

    return note
