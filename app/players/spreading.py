"""The value-spreading opponent: values of centres spread over the board, and each unit goes where they are highest.

The idea is that of David Norman's DumbBot (daide.org.uk), against which bots of the literature are measured; code and numbers are our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Build, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.variant_tables import PositionTables, position_tables, variant_tables
from app.players.board_bot import SeededBot
from app.players.steady.outlook import seasons_to_capture

_ROUNDS = (1000.0, 100.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
"""Weights of the values after so many steps of spreading."""

_ATTACK_SPRING, _DEFENCE_SPRING, _ATTACK_FALL, _DEFENCE_FALL = 0.6, 0.4, 0.5, 0.5
_STRENGTH, _COMPETITION = 1000.0, 1000.0
_SIZE_SQUARE, _SIZE, _SIZE_CONSTANT = 1.0, 4.0, 16.0
_SPREAD = 5.0
"""Divisor of the sum over a place and its neighbours, about as many as those are."""

_NEXT = 0.5
"""Probability of looking at the next best place instead, where it is not much worse."""

_TOLERANCE = 0.15
"""Part of the value of the best place by which the next one may be worse to be looked at for certain."""


class SpreadingBot(SeededBot):
    """Lets values of centres spread and sends each unit where they are highest; supports where other powers could come."""

    def _orders_by(self, dice: Random, variant: Variant, position: Position, power: str) -> Sequence[Order]:
        return spreading_orders(Values(variant, position, power), dice)


class Values:
    """Values of places to one power."""

    def __init__(self, variant: Variant, position: Position, power: str) -> None:
        tables = variant_tables(variant)
        self.variant, self.position, self.power, self.tables = variant, position, power, tables
        self.board = board = tables.board
        self.here: PositionTables = position_tables(tables, position)
        self.rank = tables.power_rank[power]
        self.reach = self.here.open_edges.reaches[self.rank]
        count = len(board.codes)
        entering: list[dict[int, int]] = [{} for _ in range(count)]
        for unit, spot in enumerate(self.here.spots):
            rank = self.here.powers[unit]
            for province in self.here.open_edges.reaches[rank].provinces[spot]:
                entering[province][rank] = entering[province].get(rank, 0) + 1
        self.strength = [each.get(self.rank, 0) for each in entering]
        """Own units that can step into each province."""
        self.competition = [max((many for rank, many in each.items() if rank != self.rank), default=0) for each in entering]
        """The most units of one other power that can."""
        sizes = self._sizes()
        fall = seasons_to_capture(tables, position) <= 1
        attack, defence = (_ATTACK_FALL, _DEFENCE_FALL) if fall else (_ATTACK_SPRING, _DEFENCE_SPRING)
        values = [0.0] * count
        for code in tables.centre_codes:
            at = board.province_index[code]
            owner = tables.power_rank.get(position.owners.get(code, ""), -1)
            if owner == self.rank:
                values[at] = defence * max((sizes[rank] for rank in entering[at] if rank != self.rank), default=0.0)
            else:
                values[at] = attack * (sizes[owner] if owner >= 0 else _SIZE_CONSTANT)
        self.worth = self._spread(values)
        """Spot to its worth as a destination."""

    def _sizes(self) -> list[float]:
        counts = [0] * len(self.tables.powers)
        for owner in self.position.owners.values():
            if owner in self.tables.power_rank:
                counts[self.tables.power_rank[owner]] += 1
        return [_SIZE_SQUARE * each * each + _SIZE * each + _SIZE_CONSTANT for each in counts]

    def _spread(self, values: Sequence[float]) -> list[float]:
        board = self.board
        moves = [tuple(each) for each in self.reach.moves]
        near = [values[province] for province in board.province_of]
        worth = [0.0] * len(near)
        for weight in _ROUNDS:
            worth = [sum_so_far + weight * each for sum_so_far, each in zip(worth, near, strict=True)]
            best: dict[int, float] = {}
            for spot, each in enumerate(near):
                province = board.province_of[spot]
                if each > best.get(province, -1.0):
                    best[province] = each
            near = [(best[place] + sum(map(near.__getitem__, to))) / _SPREAD for place, to in zip(board.province_of, moves, strict=True)]
        for spot, province in enumerate(board.province_of):
            worth[spot] += _STRENGTH * self.strength[province] - _COMPETITION * self.competition[province]
        return worth


def spreading_orders(values: Values, dice: Random) -> list[Order]:
    """Return the orders of a power that plays so."""
    match values.position.phase.kind:
        case PhaseKind.MOVEMENT:
            return _movement(values, dice)
        case PhaseKind.RETREAT:
            return _retreats(values)
        case PhaseKind.ADJUSTMENT:
            return _adjustments(values)


def _drawn(ranked: Sequence[int], worth: Mapping[int, float] | Sequence[float], dice: Random) -> int:
    """The best of *ranked* spots, or now and then the next ones, the sooner the less they are worse."""
    at = 0
    while at + 1 < len(ranked):
        here, onward = worth[ranked[at]], worth[ranked[at + 1]]
        chance = _NEXT if here <= 0 else _NEXT * max(0.0, 1 - (here - onward) / (here * _TOLERANCE * 4))
        if dice.random() >= chance:
            break
        at += 1
    return ranked[at]


class _Movement:
    """Destinations of the units of one power, chosen one after the other."""

    def __init__(self, values: Values, dice: Random) -> None:
        self._values, self._dice = values, dice
        self.own = [unit for unit, rank in enumerate(values.here.powers) if rank == values.rank]
        self._goals: dict[int, int] = {}
        """Unit to the spot that it goes to, or stays at."""
        self._taken: dict[int, int] = {}
        """Province to the unit that will be there."""
        self._asked: set[int] = set()
        self.orders: dict[int, Order] = {}

    def choose(self, unit: int) -> None:
        """Choose what *unit* does, and before that what those do that stand where it would go."""
        values, here, board = self._values, self._values.here, self._values.board
        self._asked.add(unit)
        spot = here.spots[unit]
        ranked = sorted([spot, *values.reach.moves[spot]], key=lambda each: -values.worth[each])
        while ranked:
            goal = _drawn(ranked, values.worth, self._dice)
            province = board.province_of[goal]
            other = here.at[province]
            is_own = other >= 0 and other != unit and here.powers[other] == values.rank
            if is_own and other not in self._asked:
                self.choose(other)
            keeper = self._taken.get(province)
            swaps = is_own and other in self._goals and board.province_of[self._goals[other]] == here.provinces[unit]
            if keeper is None and not swaps and not (is_own and other not in self._goals):
                self._goals[unit], self._taken[province] = goal, unit
                self.orders[unit] = _move(values, unit, goal)
                return
            if keeper is not None and values.competition[province] > 0 and here.provinces[unit] not in self._taken:
                helps = _support(values, unit, keeper, self._goals[keeper])
                if helps is not None:
                    self._goals[unit], self._taken[here.provinces[unit]] = spot, unit
                    self.orders[unit] = helps
                    return
            ranked.remove(goal)
        self._goals[unit] = spot
        self._taken[here.provinces[unit]] = unit
        self.orders[unit] = Hold(board.pieces[spot])


def _movement(values: Values, dice: Random) -> list[Order]:
    movement = _Movement(values, dice)
    for unit in dice.sample(movement.own, len(movement.own)):
        if unit not in movement.orders:
            movement.choose(unit)
    return [movement.orders[unit] for unit in movement.own]


def _move(values: Values, unit: int, goal: int) -> Order:
    piece = values.board.pieces[values.here.spots[unit]]
    return Hold(piece) if goal == values.here.spots[unit] else Move(piece, values.board.pieces[goal].location)


def _support(values: Values, unit: int, other: int, goal: int) -> Support | None:
    """The support of *unit* for what *other* does, where it can give it."""
    board, here = values.board, values.here
    if board.province_of[goal] not in values.reach.provinces[here.spots[unit]]:
        return None
    stays = goal == here.spots[other]
    wanted = None if stays else board.pieces[goal].location
    piece = board.pieces[here.spots[other]]
    for order in legal_orders(values.variant, values.position, board.pieces[here.spots[unit]].location):
        if isinstance(order, Support) and order.supported == piece and order.target == wanted:
            return order
    return None


def _retreats(values: Values) -> list[Order]:
    orders: list[Order] = []
    taken: set[str] = set()
    for place in orderable(values.variant, values.position, values.power):
        legal = legal_orders(values.variant, values.position, place)
        ways = [each for each in legal if isinstance(each, Retreat) and each.target.province not in taken]
        if not ways:
            orders += [each for each in legal if isinstance(each, Disband)]
            continue
        best = max(ways, key=lambda each: _worth_at(values, each))
        taken.add(best.target.province)
        orders.append(best)
    return orders


def _worth_at(values: Values, order: Retreat) -> float:
    spot = values.board.spot_at(order.piece.kind, order.target)
    return -1.0 if spot is None else values.worth[spot]


def _adjustments(values: Values) -> list[Order]:
    due = adjustment(values.variant, values.position, values.power)
    board = values.board
    index = board.spot_index
    found: dict[str, list[tuple[float, str, Order]]] = {}
    for place in orderable(values.variant, values.position, values.power):
        for order in legal_orders(values.variant, values.position, place):
            if isinstance(order, Build | Remove):
                spot = index[order.piece.kind, order.piece.location.province, order.piece.location.coast]
                found.setdefault(order.piece.location.province, []).append((values.worth[spot], str(order), order))
    if due < 0:
        worst = sorted(min(each) for each in found.values())
        return [order for _, _, order in worst[:-due]]
    best = sorted((max(each) for each in found.values()), reverse=True)
    return [*(order for _, _, order in best[:due]), *(Waive() for _ in range(due - len(best)))]
