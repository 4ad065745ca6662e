"""Every legal order can be written by pressing things, over whole games: what ``legal_orders`` lists, the grammar reaches."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.position import Position
from app.players.bots import Bot, bots
from app.presentation.order_tools.stage import AnswerNeeded, Ordered, ProvinceArea, ToolKey, Touch, UnitTouch
from entente.playing import play
from entente.state import Variant
from tests.thorough import rounds
from tests.unit.app.presentation.order_tools.table import tool, touch_all
from variants.catalogue import standard


@cache
def positions(seed: int) -> tuple[Position, ...]:
    """The positions of a random game of five years."""
    record = play(Variant(standard()), bots(Bot.RANDOM, standard(), seed), last_year=1905)
    return tuple(step.before.position for step in record.steps)


def clicks(order: Order) -> list[str | Touch]:
    """Return the clicks of a person for *order*, after nothing."""
    match order:
        case Hold(piece):
            return [UnitTouch(piece.location.province), ToolKey.HOLD]
        case Move(piece, target, via):
            return [
                UnitTouch(piece.location.province),
                ToolKey.CONVOY if via else ToolKey.MOVE,
                ProvinceArea(target.province, target.coast),
            ]
        case Support(piece, supported, None):
            other = supported.location.province
            return [UnitTouch(piece.location.province), ToolKey.SUPPORT, UnitTouch(other), UnitTouch(other)]
        case Support(piece, supported, target):
            assert target is not None
            return [
                UnitTouch(piece.location.province),
                ToolKey.SUPPORT,
                UnitTouch(supported.location.province),
                ProvinceArea(target.province, target.coast),
            ]
        case Convoy(piece, army, target):
            return [UnitTouch(piece.location.province), ToolKey.CONVOY, UnitTouch(army.location.province), ProvinceArea(target.province)]
        case Retreat(piece, target):
            return [UnitTouch(piece.location.province, dislodged=True), ProvinceArea(target.province, target.coast)]
        case Disband(piece):
            return [UnitTouch(piece.location.province, dislodged=True), UnitTouch(piece.location.province, dislodged=True)]
        case Build(piece):
            return [ProvinceArea(piece.location.province), f"?{piece}"]
        case Remove(piece):
            return [UnitTouch(piece.location.province)]
        case Waive():
            return [ToolKey.WAIVE]


def written(position: Position, order: Order, power: str) -> Order:
    """The order that its clicks write."""
    start = tool(position, powers=(power,) if isinstance(order, Waive) else None)
    words = clicks(order)
    if isinstance(order, Build):
        _, step = touch_all(start, words[0])
        if not isinstance(step, Ordered):
            _, step = touch_all(start, *words)
    else:
        _, step = touch_all(start, *words)
    assert isinstance(step, Ordered), (str(position.phase), str(order), step)
    assert step.orders[0][0] == power
    return step.orders[0][1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", rounds(1, 3))
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
@pytest.mark.parametrize("seed", rounds(1, 2))
def test_what_glows_is_exactly_what_can_be_pressed(seed: int) -> None:
    for position in positions(seed):
        start = tool(position)
        for unit in position.units[::3]:
            picked, _ = touch_all(start, UnitTouch(unit.province))
            if picked.is_idle:
                continue
            lit = picked.targets.grounds
            for province in standard().board.provinces:
                step = picked.touch(ProvinceArea(province))
                if province != unit.province:
                    assert (province in lit) == isinstance(step, Ordered | AnswerNeeded), (str(unit), province, step)
