"""Games between players in which hooks take part: each player is shown what its power may see, and phases are ruled over with the hooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.game.drafts import judged_lines
from app.game.edits import declare_draw, process
from app.game.options import variant_at
from app.game.record import MAIN, Cursor, Game, OrderLine
from app.hooks.press import deliver_due
from app.session.session import Session
from app.session.stopping import StoppedByHook, through_stops
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
    """*game* played on until it is over.

    Args:
        session: where its hooks are asked; they must have been agreed to.
        players: who plays each power.
        last_year: it ends in a draw among the survivors after this year, unless it is over earlier.
        go_on: stops the play where it says no; the game is open then, and players are not told of an end.

    Raises:
        MatchStopped: a hook gave no answer, and nobody decided to go on without it.
    """
    for power, player in players.items():
        player.started(variant_at(game, game.last()), power)
    while game.ending is None:
        cursor = game.last()
        if not go_on():
            return game
        if game.turn(cursor).phase.year > last_year:
            game = declare_draw(game, reason=LAST_YEAR)
            break
        ordered = _with_orders(session, game, cursor, players)
        if not go_on():
            return game
        try:
            game = through_stops(session.services, session.hooks, lambda game: process(game, referee=session.referee), ordered, STOP_PLAY)
        except StoppedByHook as stopped:
            raise MatchStopped(str(stopped), ordered) from stopped
        game = deliver_due(game, MAIN)
        for power, player in players.items():
            resolution = session.viewpoint.turn(game, cursor, power).resolution
            assert resolution is not None
            player.told(resolution)
    assert game.ending is not None
    for player in players.values():
        player.ended(game.ending)
    return game


def _with_orders(session: Session, game: Game, cursor: Cursor, players: Mapping[str, Player]) -> Game:
    """*game* with what every player orders of what it sees; judged by what is there."""
    turn, variant = game.turn(cursor), variant_at(game, cursor)
    position = session.viewpoint.turn(game, cursor, None).position
    chosen = {
        power: player.choose_orders(session.viewpoint.turn(game, cursor, power).position, power, None) for power, player in players.items()
    }
    for power, orders in chosen.items():
        turn = turn.with_orders(power, judged_lines(variant, position, power, [OrderLine(str(order), order) for order in orders]))
    return game.with_turn(cursor, turn)


def limits_sight(session: Session, game: Game) -> bool:
    """Whether the powers of *game* are shown different boards."""
    start = game.last()
    whole = session.viewpoint.turn(game, start, None).position
    return any(session.viewpoint.turn(game, start, power).position != whole for power in game.variant.powers)
