"""Games between players in which hooks take part: each player is shown what its power may see, and phases are ruled over with the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from adjudicator.order import Order
from adjudicator.phase import Phase
from app.game.drafts import judged_lines
from app.game.edits import process
from app.game.ending_edits import declare_draw
from app.game.options import variant_at
from app.game.record import MAIN, Cursor, Game, OrderLine
from app.hooks.press import deliver_due
from app.session.session import Session
from app.session.stopping import StoppedByHook, through_stops
from entente.asking import Asking
from entente.playing import LAST_YEAR, Player

STOP_PLAY = "Stop the game"


class MatchStopped(StoppedByHook):
    """A game was not played to its end, since a hook that is needed gave no answer."""

    def __init__(self, message: str, game: Game) -> None:
        super().__init__(message)
        self.game = game
        """As far as it was played, with the orders of the phase that waits."""


def play_match(
    session: Session, game: Game, players: Mapping[str, Player], *, last_year: int, go_on: Callable[[], bool] = lambda: True
) -> Game:
    """*game* played on until it is over. A player that fails loses its turn, and the session says so.

    Args:
        session: where its hooks are asked; they must have been agreed to.
        players: who plays each power.
        last_year: it ends in a draw among the survivors after this year, unless it is over earlier.
        go_on: stops the play where it says no; the game is open then, and players are not told of an end.

    Raises:
        MatchStopped: a hook gave no answer, and nobody decided to go on without it.
    """
    table = _Table(session, players)
    table.tell("start", game.turn(game.last()).phase, lambda power, player: player.started(variant_at(game, game.last()), power))
    while game.ending is None:
        cursor = game.last()
        if not go_on():
            return game
        if game.turn(cursor).phase.year > last_year:
            game = declare_draw(game, reason=LAST_YEAR)
            break
        ordered = table.with_orders(game, cursor)
        if not go_on():
            return game
        try:
            game = through_stops(session.services, session.hooks, lambda game: process(game, referee=session.referee), ordered, STOP_PLAY)
        except StoppedByHook as stopped:
            raise MatchStopped(str(stopped), ordered) from stopped
        game = deliver_due(game, MAIN)
        table.tell_results(game, cursor)
    ending = game.ending
    assert ending is not None
    table.tell("end", game.turn(game.last()).phase, lambda _power, player: player.ended(ending))
    return game


class _Table:
    """The players round a game with hooks, and what went wrong with them."""

    def __init__(self, session: Session, players: Mapping[str, Player]) -> None:
        self._session = session
        self._players = players
        self._asking = Asking()
        self._said = 0

    def with_orders(self, game: Game, cursor: Cursor) -> Game:
        """*game* with what every player orders of what it sees; judged by what is there."""
        turn, variant = game.turn(cursor), variant_at(game, cursor)
        viewpoint = self._session.viewpoint
        position = viewpoint.turn(game, cursor, None).position
        chosen: dict[str, Sequence[Order | str]] = {}
        for power, player in self._players.items():
            seen = viewpoint.turn(game, cursor, power).position
            chosen[power] = self._asking.orders(power, turn.phase, partial(player.choose_orders, seen, power, None))
        self._say_misses()
        for power, orders in chosen.items():
            lines = [OrderLine(str(order), order) for order in orders if not isinstance(order, str)]
            turn = turn.with_orders(power, judged_lines(variant, position, power, lines))
        return game.with_turn(cursor, turn)

    def tell_results(self, game: Game, cursor: Cursor) -> None:
        """Tell each player what it may see of the results of a turn."""

        seen = {power: self._session.viewpoint.turn(game, cursor, power).resolution for power in self._players}

        def tell(power: str, player: Player) -> None:
            resolution = seen[power]
            assert resolution is not None
            player.told(resolution)

        self.tell("results", game.turn(cursor).phase, tell)

    def tell(self, what: str, phase: Phase, tell: Callable[[str, Player], None]) -> None:
        """Tell every player something."""
        for power, player in self._players.items():
            self._asking.tell(power, phase, what, partial(tell, power, player))
        self._say_misses()

    def _say_misses(self) -> None:
        for miss in self._asking.misses[self._said :]:
            self._session.say(str(miss))
        self._said = len(self._asking.misses)


def limits_sight(session: Session, game: Game) -> bool:
    """Whether the powers of *game* are shown different boards."""
    start = game.last()
    whole = session.viewpoint.turn(game, start, None).position
    return any(session.viewpoint.turn(game, start, power).position != whole for power in game.variant.powers)
