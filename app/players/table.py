"""Players at a table play a game from where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.game.edits import abandon, process, set_orders
from app.game.options import variant_with
from app.game.record import MAIN, Game
from app.game.referee import Referee, plain_referee
from app.players.player import Player

GoOn = Callable[[Game], bool]
"""Asked before each phase with the game so far."""


def play(
    game: Game,
    players: Mapping[str, Player],
    branch: str = MAIN,
    *,
    last_year: int,
    referee: Referee = plain_referee,
    go_on: GoOn = lambda _game: True,
) -> Game:
    """Play *game* on until it is over, and abandon it after *last_year*.

    Powers without a player send no orders.

    Args:
        players: by power.
        go_on: stops the play when it says no; the game is then open still.
    """
    for power, player in players.items():
        player.started(game.variant, power)
    while game.branch(branch).ending is None:
        if not go_on(game):
            return game
        cursor = game.last(branch)
        turn = game.turn(cursor)
        if turn.phase.year > last_year:
            game = abandon(game, branch)
            break
        variant = variant_with(game.variant, game.rules_at(cursor))
        for power in variant.powers:
            if power in players:
                game = set_orders(game, branch, power, players[power].choose_orders(turn.position, power, None))
        game = process(game, branch, referee=referee)
        resolution = game.line(branch)[-2].resolution
        assert resolution is not None
        for player in players.values():
            player.told(resolution)
    ending = game.branch(branch).ending
    assert ending is not None
    for player in players.values():
        player.ended(ending)
    return game
