"""A game that comes from outside to a table: nothing of a closed seat may stand in it, and what seats have sealed stays sealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.game.entries import SealedOrders
from app.game.record import Game
from app.hotseat.sealing import close, container_of
from app.hotseat.table import Decider, table_of


def tidied(game: Game, branch: str, keys: Mapping[str, bytes]) -> Game:
    """*game*, which has a table, with nothing in the open that is a closed seat's: lines at the screen, or written with an editor."""
    table = game.table
    if table is None or game.branch(branch).ending is not None:
        return game
    seats = table_of(game)
    assert seats is not None
    turn = game.turn(game.last(branch))
    for seat in seats.seats:
        power = seat.power
        if power not in turn.orders and power not in game.notes:
            continue
        if seat.decider in {Decider.PERSON, Decider.GAME_MASTER}:
            if container_of(game, game.last(branch), power) is not None:
                # Sealed orders count, and not what stands beside them.
                cursor = game.last(branch)
                game = game.with_turn(cursor, game.turn(cursor).with_orders(power, None))
                game = replace(game, notes={name: text for name, text in game.notes.items() if name != power})
            else:
                game = close(game, branch, power, keys.get(power), is_draft=True, with_vote=table.secret_votes)
        else:
            cursor = game.last(branch)
            game = game.with_turn(cursor, game.turn(cursor).with_orders(power, None))
    return game


def with_containers_of(game: Game, before: Game, branch: str) -> Game:
    """*game* as it was read again, with what the seats of *before* have sealed in the open phase: no editor writes that.

    Where the phase is another one now, what the file says holds.
    """
    cursor, old = game.last(branch), before.last(branch)
    turn, kept = game.turn(cursor), before.turn(old)
    if turn.phase != kept.phase:
        return game
    return game.with_turn(cursor, replace(turn, sealed=_joined(kept.sealed, turn.sealed)))


def _joined(own: tuple[SealedOrders, ...], others: tuple[SealedOrders, ...]) -> tuple[SealedOrders, ...]:
    powers = {each.power for each in own}
    return (*own, *(each for each in others if each.power not in powers))
