"""The steady opponent as a player.

Its retreats: back to where a unit is wanted, or off the board where a new one serves better. Its builds and removals: what is built where,
and which units it can spare.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator import Build, Disband, Order, PhaseKind, Position, Remove, Retreat, Variant, Waive, adjustment, legal_orders, orderable
from adjudicator.builds import adjustments_of
from app.players.board_bot import SeededBot
from app.players.openings import book_orders
from app.players.steady.campaign import movement_orders
from app.players.steady.chances import FULL
from app.players.steady.outlook import GUARD, UNIT, Outlook

_FROM_THE_BOOK, _AND_LATER = 0.85, 0.3
"""Probability of a line of the opening book in the first phase, and in those after it that have one.

Later lines know the own units only: one that takes fewer neutral centres than what the board suggests is left.
"""


class SteadyBot(SeededBot):
    """Opens as in real games, weighs centres, threats and neighbours, and has its units help one another."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        is_start = position is variant.start or position == variant.start
        line = book_orders(variant, position, power, dice) if dice.random() < (_FROM_THE_BOOK if is_start else _AND_LATER) else None
        if line is not None and is_start:
            return line
        outlook = Outlook(variant, position, power)
        orders = steady_orders(outlook, dice)
        return orders if line is None or outlook.neutrals_of(line) < outlook.neutrals_of(orders) else line


def steady_orders(outlook: Outlook, dice: Random) -> Sequence[Order]:
    """Return the orders of a power that plays so: an order for each unit, or as many builds or removals as are due."""
    match outlook.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return movement_orders(outlook, dice)
        case PhaseKind.RETREAT:
            return retreat_orders(outlook, dice)
        case PhaseKind.ADJUSTMENT:
            return adjustment_orders(outlook, dice)


_ALONE = 0.5
"""Weight of pulls for a unit that was just driven away."""

_REBUILT = 0.9
"""Worth of a unit that is built again at home, relative to one that stands there already."""


def retreat_orders(outlook: Outlook, dice: Random) -> Sequence[Order]:
    """One order for each dislodged unit of the power. No two go to the same place."""
    position, board = outlook.position, outlook.board
    own = [each for each in position.dislodged if each.unit.power == outlook.power]
    standing = [outlook.here.spots[unit] for unit in outlook.own]
    wishes: list[tuple[float, int, int, Order]] = []
    for number, each in enumerate(own):
        others = [
            board.province_index[order.target.province]
            for other in position.dislodged
            if other.unit.power != outlook.power
            for order in legal_orders(outlook.variant, position, other.unit.location)
            if isinstance(order, Retreat)
        ]
        for order in legal_orders(outlook.variant, position, each.unit.location):
            if not isinstance(order, Retreat):
                continue
            spot = board.spot_at(each.unit.kind, order.target)
            assert spot is not None
            province = board.province_of[spot]
            towards = outlook.drawn(spot, outlook.pulls(spot, standing)) * _ALONE
            worth = UNIT * outlook.holds(province, FULL) + outlook.standing(spot) + towards
            if province in others:
                worth *= 0.5
            wishes.append((worth * (1 + dice.uniform(-0.02, 0.02)), number, province, order))
    chosen: dict[int, Order] = {}
    taken: set[int] = set()
    at_home = _rebuilt_at_home(outlook)
    for worth, number, province, order in sorted(wishes, key=lambda wish: (-wish[0], wish[1], str(wish[3]))):
        if number in chosen or province in taken:
            continue
        if at_home and at_home[0] > worth:
            at_home.pop(0)
            chosen[number] = Disband(own[number].unit.piece)
            continue
        chosen[number] = order
        taken.add(province)
    return [chosen.get(number, Disband(each.unit.piece)) for number, each in enumerate(own)]


def _rebuilt_at_home(outlook: Outlook) -> list[float]:
    """Return the worths, best first, of units that could be built in the next phase in place of those that are given up now."""
    if not _builds_follow(outlook):
        return []
    adjustments = adjustments_of(outlook.tables, outlook.position)
    sites = adjustments.sites(outlook.power)
    dislodged = sum(each.unit.power == outlook.power for each in outlook.position.dislodged)
    entitled = adjustments.due(outlook.power)
    if dislodged <= 0 or entitled <= 0:
        return []
    worths: list[float] = []
    board = outlook.board
    for province in sites:
        spots = [spot for kind in board.board.kinds for spot in board.spots_in[kind, province]]
        if spots:
            best = max(outlook.standing(spot) + outlook.drawn(spot, outlook.pulls(spot, ())) * _ALONE for spot in spots)
            worths.append((UNIT + best) * _REBUILT)
    worths.sort(reverse=True)
    spare = max(0, entitled - dislodged)
    return worths[spare:entitled]


def _builds_follow(outlook: Outlook) -> bool:
    """Return True if units are built before they move again."""
    turns, phase = outlook.tables.turns, outlook.position.phase
    step = outlook.tables.step_of.get((phase.season, phase.kind), 0)
    for number in range(1, len(turns) + 1):
        kind = turns[(step + number) % len(turns)].kind
        if kind is not PhaseKind.RETREAT:
            return kind is PhaseKind.ADJUSTMENT
    return False


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
