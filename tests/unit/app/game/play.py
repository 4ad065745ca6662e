"""Games for the tests, played by the toss of a seeded coin."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from adjudicator.legal import legal_orders, orderable
from adjudicator.notation import parse_order
from adjudicator.order import Move, Order, Support
from adjudicator.phase import PhaseKind
from app.game.edits import known_power, new_game, open_cursor, process, set_order, set_orders
from app.game.entries import SealedOrders
from app.game.record import MAIN, Game
from app.game.variant_source import plain_checksum
from variants import standard
from variants.catalogue import shipped


def fresh_game(name: str = "Straits of Iron") -> Game:
    """A standard game at its start, with a fixed id."""
    return new_game(standard(), name, checksum=plain_checksum(shipped("standard").checksum), game_id="7f3a0b21")


def order(text: str, game: Game, branch: str = MAIN) -> Order:
    """The order of that canonical text, for the open turn."""
    return parse_order(text, game.turn(game.last(branch)).phase.kind)


def ordered(game: Game, power: str, *texts: str, branch: str = MAIN) -> Game:
    """The game with these orders of *power* as well."""
    for text in texts:
        game = set_order(game, branch, power, order(text, game, branch))
    return game


def seal_orders(game: Game, branch: str, sealed: SealedOrders) -> Game:
    """The game with *sealed* for its power, from any maker, in place of its earlier draft or seal."""
    cursor = open_cursor(game, branch)
    turn = game.turn(cursor).with_orders(known_power(game, sealed.power), None)
    others = tuple(each for each in turn.sealed if each.power != sealed.power)
    return game.with_turn(cursor, replace(turn, sealed=(*others, sealed)))


def wishes(text: str) -> list[Order]:
    """The lines of a default list."""
    return [parse_order(each.strip(), PhaseKind.ADJUSTMENT) for each in text.split(",")]


def random_orders(game: Game, chance: random.Random, branch: str = MAIN) -> Game:
    """The game with legal orders of all powers, among them many supports of moves that are ordered; now and then a power sends none."""
    position = game.turn(game.last(branch)).position
    legal = {
        (power, place): list(legal_orders(game.variant, position, place))
        for power in game.variant.powers
        for place in orderable(game.variant, position, power)
    }
    chosen = {unit: chance.choice(orders) for unit, orders in legal.items() if orders}
    moves = {(order.piece, order.target) for order in chosen.values() if isinstance(order, Move)}
    for unit, orders in legal.items():
        helpful = [each for each in orders if isinstance(each, Support) and (each.supported, each.target) in moves]
        if helpful and chance.random() < 0.6:
            chosen[unit] = chance.choice(helpful)
    for power in game.variant.powers:
        given = [order for (name, _), order in chosen.items() if name == power]
        if given and chance.random() > 0.05:
            game = set_orders(game, branch, power, given)
    return game


@cache
def played_game(phases: int, seed: int = 1) -> Game:
    """A game of that many phases, the last of them open, or fewer where it comes to an end."""
    chance = random.Random(seed)
    game = fresh_game()
    while len(game.line()) < phases and game.ending is None:
        game = process(random_orders(game, chance))
    return game
