"""An adjustment phase: what is built where, and which units a power can spare."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator import Build, Order, Remove, Waive, adjustment, legal_orders, orderable
from app.players.steady.chances import FULL
from app.players.steady.outlook import GUARD, UNIT, Outlook

_SPARE_KIND = 0.6
"""Factor by which a kind of unit is wanted less for being most of the units."""


def adjustment_orders(outlook: Outlook, dice: Random) -> Sequence[Order]:
    """Return as many builds or removals as are due."""
    due = adjustment(outlook.variant, outlook.position, outlook.power)
    if due > 0:
        return _builds(outlook, due, dice)
    return _removals(outlook, -due, dice) if due else ()


def _builds(outlook: Outlook, due: int, dice: Random) -> list[Order]:
    """The builds that serve best, one after the other: each draws those that come after it to other goals."""
    variant, position, board = outlook.variant, outlook.position, outlook.board
    open_sites = [each.province for each in orderable(variant, position, outlook.power)]
    options = [
        (order, board.spot_index[order.piece.kind, order.piece.location.province, order.piece.location.coast])
        for site in dict.fromkeys(open_sites)
        for order in legal_orders(variant, position, site)
        if isinstance(order, Build)
    ]
    standing = [outlook.here.spots[unit] for unit in outlook.own]
    chosen: list[Order] = []
    taken: set[int] = set()
    while len(chosen) < due:
        rated: list[tuple[float, Build, int]] = []
        for order, spot in options:
            if board.province_of[spot] in taken:
                continue
            alike = sum(board.kind_of[each] == board.kind_of[spot] for each in standing)
            share = alike / len(standing) if standing else 0.0
            drawn = outlook.drawn(spot, outlook.pulls(spot, standing)) * (1 - _SPARE_KIND * share)
            guard = GUARD * outlook.danger(board.province_of[spot])
            rated.append(((guard + drawn) * (1 + dice.uniform(-0.05, 0.05)), order, spot))
        if not rated:
            break
        _, order, spot = max(rated, key=lambda each: (each[0], str(each[1])))
        chosen.append(order)
        taken.add(board.province_of[spot])
        standing.append(spot)
    return [*chosen, *(Waive() for _ in range(due - len(chosen)))]


def _removals(outlook: Outlook, due: int, dice: Random) -> list[Order]:
    """The units that are of least use, one after the other."""
    board, here = outlook.board, outlook.here
    left = list(outlook.own)
    chosen: list[Order] = []
    for _ in range(min(due, len(left))):
        rated: list[tuple[float, int]] = []
        for unit in left:
            spot = here.spots[unit]
            others = [here.spots[other] for other in left if other != unit]
            drawn = outlook.drawn(spot, outlook.pulls(spot, others))
            stands = UNIT * outlook.holds(here.provinces[unit], FULL)
            rated.append(((outlook.standing(spot) + drawn + stands) * (1 + dice.uniform(-0.02, 0.02)), unit))
        _, unit = min(rated)
        left.remove(unit)
        chosen.append(Remove(board.pieces[here.spots[unit]]))
    return chosen
