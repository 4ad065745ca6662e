"""A game with its hooks as an arena: each player is shown what its power may see, letters and phases go through the hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.resolution import Ending, Resolution
from adjudicator.variant import Variant
from app.game.deadlines import written
from app.game.drafts import judged_lines
from app.game.edits import process
from app.game.ending_edits import declare_draw
from app.game.entries import Press
from app.game.options import variant_at
from app.game.record import MAIN, Cursor, Game, OrderLine
from app.game.refusal import EditError
from app.hooks.press import deliver_due, send_with_hooks
from app.session.hook_service import HookService
from app.session.stopping import Decides, StoppedByHook, through_stops
from app.session.viewpoint import Viewpoint
from languages import mark, tr

if TYPE_CHECKING:
    from app.players.programs.match import Delivered

STOP_PLAY = mark("Stop the game")


class MatchStopped(StoppedByHook):
    """A game was not played to its end, since a hook that is needed gave no answer."""

    def __init__(self, message: str, game: Game) -> None:
        super().__init__(message)
        self.game = game
        """As far as it was played, with the orders of the phase that waits."""


class ArenaHome(Protocol):
    """Where a game is played: a session, or a process that nobody looks at."""

    @property
    def hooks(self) -> HookService:
        """Where hooks are asked."""
        ...

    @property
    def viewpoint(self) -> Viewpoint:
        """Shows the game as one power may see it."""
        ...

    @property
    def services(self) -> Decides:
        """Says what is done about a hook that gave no answer."""
        ...


class SessionArena:
    """*game* played on, its hooks asked through *session*; they must have been agreed to."""

    def __init__(self, session: ArenaHome, game: Game) -> None:
        self._session = session
        self.game = game
        """As far as it was played."""
        self._played: Cursor | None = None
        self._arrived: tuple[Press, ...] = ()

    @property
    def _cursor(self) -> Cursor:
        return self.game.last(MAIN)

    @property
    def variant(self) -> Variant:
        """What is played, by the rules of the present phase."""
        return variant_at(self.game, self._cursor)

    @property
    def position(self) -> Position:
        """The whole of the present moment."""
        return self._session.viewpoint.turn(self.game, self._cursor, None).position

    @property
    def ending(self) -> Ending | None:
        """How it ended."""
        return self.game.branch(MAIN).ending

    def seen(self, power: str) -> Position:
        """What *power* may see of the present moment."""
        return self._session.viewpoint.turn(self.game, self._cursor, power).position

    def results(self, power: str) -> Resolution:
        """What *power* may see of what the last phase became.

        Raises:
            RuntimeError: no phase was played.
        """
        found = None if self._played is None else self._session.viewpoint.turn(self.game, self._played, power).resolution
        if found is None:
            raise RuntimeError("no phase was played")
        return found

    def judged(self) -> Resolution:
        """The whole of what the last phase became.

        Raises:
            RuntimeError: no phase was played.
        """
        found = None if self._played is None else self.game.turn(self._played).resolution
        if found is None:
            raise RuntimeError("no phase was played")
        return found

    def send(self, sender: str, to: Sequence[str], text: str) -> Delivered:
        """A letter, by the rules of the game."""
        from app.players.programs.match import Delivered

        letter = Press(sender, tuple(to), text, written(datetime.now(UTC)))
        try:
            changed, deliveries, log = self._session.hooks.waiting(
                lambda: send_with_hooks(self.game, MAIN, letter, self._session.hooks.host)
            )
        except EditError as error:
            return Delivered(told=(str(error),))
        self._session.hooks.note(self.game, log)
        self.game = changed
        read = tuple((each.receiver, each.text) for each in deliveries if each.allowed and not each.delay)
        refused = tuple(f"not delivered to {each.receiver}: {each.reason}" for each in deliveries if not each.allowed)
        late = tuple(f"{each.receiver} will read it in {each.delay} phases" for each in deliveries if each.allowed and each.delay)
        return Delivered(read, (*refused, *late))

    def arrived(self) -> Iterable[tuple[str, str, str]]:
        """Letters that hooks had delayed until now."""
        found, self._arrived = self._arrived, ()
        for each in found:
            for receiver in each.receivers:
                yield each.sender, receiver, each.text

    def carry_out(self, orders: Mapping[str, Sequence[Order]]) -> None:
        """Play the phase.

        Raises:
            MatchStopped: a hook gave no answer, and nobody decided to go on without it.
        """
        cursor, position, session = self._cursor, self.position, self._session
        turn, variant = self.game.turn(cursor), self.variant
        for power, given in orders.items():
            lines = [OrderLine(str(order), order) for order in given]
            turn = turn.with_orders(power, judged_lines(variant, position, power, lines))
        ordered = self.game.with_turn(cursor, turn)
        try:
            played = through_stops(
                session.services, session.hooks, lambda game: process(game, referee=session.hooks.referee), ordered, tr(STOP_PLAY)
            )
        except StoppedByHook as stopped:
            raise MatchStopped(str(stopped), ordered) from stopped
        self._played = cursor
        self.game = deliver_due(played, MAIN)
        if self.ending is None:
            before = played.turn(played.last(MAIN)).press
            self._arrived = self.game.turn(self._cursor).press[len(before) :]

    def end(self, ending: Ending) -> None:
        """The game is over without another phase."""
        self.game = declare_draw(self.game, MAIN, ending.winners, reason=ending.reason)
