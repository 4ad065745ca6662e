"""Every legal order can be written by pressing things, over whole games: what ``legal_orders`` lists, the grammar reaches."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from app.players.bots import Bot, bots
from app.view.order_tools.step import Ordered
from app.view.order_tools.touch import Ground, Key, Symbol, Touch
from entente.playable import Variant
from entente.playing import play
from tests.unit.app.view.order_tools.table import press, tool
from variants.shipped import standard


@cache
def positions(seed: int) -> tuple[Position, ...]:
    """The positions of a random game of five years."""
    record = play(Variant(standard()), bots(Bot.RANDOM, standard(), seed), last_year=1905)
    return tuple(step.before.position for step in record.steps)


def presses(order: Order) -> list[str | Touch]:
    """What a person presses for *order*, after nothing."""
    match order:
        case Hold(piece):
            return [Symbol(piece.location.province), Key.HOLD]
        case Move(piece, target, via):
            return [Symbol(piece.location.province), Key.CONVOY if via else Key.MOVE, Ground(target.province, target.coast)]
        case Support(piece, supported, None):
            other = supported.location.province
            return [Symbol(piece.location.province), Key.SUPPORT, Symbol(other), Symbol(other)]
        case Support(piece, supported, target):
            assert target is not None
            return [
                Symbol(piece.location.province),
                Key.SUPPORT,
                Symbol(supported.location.province),
                Ground(target.province, target.coast),
            ]
        case Convoy(piece, army, target):
            return [Symbol(piece.location.province), Key.CONVOY, Symbol(army.location.province), Ground(target.province)]
        case Retreat(piece, target):
            return [Symbol(piece.location.province, dislodged=True), Ground(target.province, target.coast)]
        case Disband(piece):
            return [Symbol(piece.location.province, dislodged=True), Symbol(piece.location.province, dislodged=True)]
        case Build(piece):
            return [Ground(piece.location.province), f"?{piece}"]
        case Remove(piece):
            return [Symbol(piece.location.province)]
        case Waive():
            return [Key.WAIVE]


def written(position: Position, order: Order, power: str) -> Order:
    """The order that its presses write."""
    start = tool(position, powers=(power,) if isinstance(order, Waive) else None)
    words = presses(order)
    if isinstance(order, Build):
        _, step = press(start, words[0])
        if not isinstance(step, Ordered):
            _, step = press(start, *words)
    else:
        _, step = press(start, *words)
    assert isinstance(step, Ordered), (str(position.phase), str(order), step)
    assert step.orders[0][0] == power
    return step.orders[0][1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_legal_order_of_a_game_can_be_pressed(seed: int) -> None:
    count = 0
    for position in positions(seed):
        for power in standard().powers:
            for place in orderable(standard(), position, power):
                for order in legal_orders(standard(), position, place):
                    assert written(position, order, power) == order, position.phase
                    count += 1
    assert count > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_what_glows_is_exactly_what_can_be_pressed(seed: int) -> None:
    for position in positions(seed):
        start = tool(position)
        for unit in position.units[::3]:
            picked, _ = press(start, Symbol(unit.province))
            if picked.is_idle:
                continue
            lit = picked.targets.grounds
            for province in standard().board.provinces:
                step = picked.press(Ground(province))
                if province != unit.province:
                    assert (province in lit) == (type(step).__name__ in {"Ordered", "Asking"}), (str(unit), province, step)
