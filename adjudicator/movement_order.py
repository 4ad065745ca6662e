"""Movement orders of a board, each made once, and in the numbers of the board. ``index_order`` knows the board alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.board_tables import FULL_STRENGTH, BoardTables, Reach
from adjudicator.caching import remember
from adjudicator.convoy_routes import has_chain, serves
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.rule_choices import ConvoyPath
from adjudicator.unit import Piece
from adjudicator.variant_tables import PositionTables

HOLD, MOVE, MOVE_VIA, MOVE_BY_CONVOY, SUPPORT_HOLD, SUPPORT_MOVE, SUPPORT_CONVOYED_MOVE, CONVOY, LOOSE = range(9)
"""Kinds of an order: hold; move over an edge; over an edge but by convoy; only by convoy; support a hold, a move, a move by convoy; convoy.
``LOOSE`` is an order that must be interpreted in its position first. Everything up to ``MOVE_BY_CONVOY`` but ``HOLD`` moves.
"""

NOWHERE = -1
ANY_COAST = -1
OPEN_COAST = 1 << 44
"""Mark of an order's number: its support leaves the coast open."""


@dataclass(slots=True, eq=False)
class IndexedOrder:
    """A movement order in numbers: provinces and spots of the board."""

    reach: Reach
    """The edges for which it was made."""
    kind: int
    province: int
    """Province of the ordered unit."""
    spot: int
    target: int = NOWHERE
    """The province that the unit moves to; that the supported or convoyed unit moves to."""
    target_spot: int = ANY_COAST
    """The spot there; a support may leave the coast open."""
    other: int = NOWHERE
    """The province of the unit that is supported or convoyed."""
    other_spot: int = NOWHERE
    strength: int = FULL_STRENGTH
    """Strength of a moving unit, in halves."""
    route: int = 0
    """Bit set of the spots of the fleets that the order of a convoyed unit names; 0 where it names none."""
    code: tuple[Reach, int, Order | None] | None = None
    """The edges and the order as one number that says for whom it is, for the compiled core; ``None`` where it is not exact. Two ``LOOSE``
    ones have it too: a support that leaves open which of several coasts is meant, and one that leaves out the only coast there is, which
    is carried out as the order that stands third.
    """


_MOST_SHARED = 100_000
"""Orders in numbers that are kept for all orders that say the same."""


class _SharedOrders(dict[int, IndexedOrder]):
    """Exact orders of a board in numbers, by the number for the compiled core."""


def index_order(reach: Reach, order: Order) -> IndexedOrder:
    """*order* in numbers, if it is written exactly and possible on the board as *reach* has it; else a ``LOOSE`` one.

    Whether the units it names are there is for the position to say. The answer stays with the order; equal orders have the same, which is
    then near at hand in the memory of the processor.
    """
    exact = _EXACT.get(type(order))
    indexed = None if exact is None else exact(reach, order)
    if indexed is None:
        indexed = IndexedOrder(reach, LOOSE, 0, NOWHERE)
        if type(order) is Support:
            indexed.code = _code_of_open_coast(reach, order)
    else:
        number = order_number(indexed.kind, indexed.spot, indexed.target_spot, indexed.other_spot)
        shared = reach.once(_SharedOrders)
        known = shared.get(number)
        if known is None:
            indexed.code = reach, number, None
            if len(shared) < _MOST_SHARED:
                shared[number] = indexed
        else:
            indexed = known
    remember(order, indexed)
    return indexed


def order_number(kind: int, spot: int, target_spot: int = ANY_COAST, other_spot: int = NOWHERE) -> int:
    """The number of an order for the compiled core: see ``native/rules.h``, where kinds begin with 1."""
    return kind + 1 | target_spot + 1 << 4 | other_spot + 1 << 24 | spot + 1 << 45


def _code_of_open_coast(reach: Reach, order: Support) -> tuple[Reach, int, Order | None] | None:
    """A support that names no coast where the supported unit goes to one (DATC 4.B.4): of several it means any."""
    tables, goal = reach.tables, order.target
    spot, other_spot = _spot(tables, order.piece), _spot(tables, order.supported)
    if goal is None or goal.coast is not None or spot is None or other_spot is None:
        return None
    target = tables.province_index.get(goal.province, NOWHERE)
    possible = reach.provinces[other_spot].get(target, ())
    if target not in reach.supports[spot] or not possible or tables.province_of[other_spot] in (target, tables.province_of[spot]):
        return None
    code = order_number(SUPPORT_MOVE, spot, possible[0], other_spot)
    if len(possible) > 1:
        return reach, code | OPEN_COAST, None
    return reach, code, reach.once(KnownOrders, reach).support(spot, other_spot, possible[0])


def _index_hold(reach: Reach, order: Hold) -> IndexedOrder | None:
    tables = reach.tables
    spot = _spot(tables, order.piece)
    return None if spot is None else IndexedOrder(reach, HOLD, tables.province_of[spot], spot)


def _index_move(reach: Reach, order: Move) -> IndexedOrder | None:
    tables = reach.tables
    spot, target_spot = _spot(tables, order.piece), tables.spot_at(order.piece.kind, order.target)
    if spot is None or target_spot is None or order.route:
        return None
    kind = kind_of_move(reach, spot, target_spot, via=order.via_convoy)
    if kind is None:
        return None
    strength = reach.moves[spot][target_spot] if kind == MOVE else FULL_STRENGTH
    return IndexedOrder(reach, kind, tables.province_of[spot], spot, tables.province_of[target_spot], target_spot, strength=strength)


def kind_of_move(reach: Reach, spot: int, target_spot: int, *, via: bool) -> int | None:
    """``MOVE``, ``MOVE_VIA`` or ``MOVE_BY_CONVOY``; ``None`` where a unit at *spot* can go to *target_spot* in no way."""
    walks = target_spot in reach.moves[spot]
    if walks and not via:
        return MOVE
    if not _could_be_convoyed(reach, spot, target_spot):
        return None
    return MOVE_VIA if walks else MOVE_BY_CONVOY


def _index_support(reach: Reach, order: Support) -> IndexedOrder | None:
    tables = reach.tables
    spot, other_spot = _spot(tables, order.piece), _spot(tables, order.supported)
    target_spot = ANY_COAST if order.target is None else tables.spot_at(order.supported.kind, order.target)
    if spot is None or other_spot is None or target_spot is None:
        return None
    kind = kind_of_support(reach, spot, other_spot, target_spot)
    if kind is None:
        return None
    target = NOWHERE if order.target is None else tables.province_of[target_spot]
    return IndexedOrder(reach, kind, tables.province_of[spot], spot, target, target_spot, tables.province_of[other_spot], other_spot)


def kind_of_support(reach: Reach, spot: int, other_spot: int, target_spot: int = ANY_COAST) -> int | None:
    """``SUPPORT_HOLD`` without a target, ``SUPPORT_MOVE`` or ``SUPPORT_CONVOYED_MOVE``; ``None`` where it is not possible."""
    province_of, into = reach.tables.province_of, reach.supports[spot]
    if target_spot == ANY_COAST:
        return SUPPORT_HOLD if province_of[other_spot] in into else None
    if province_of[other_spot] == province_of[spot] or province_of[target_spot] not in into:
        return None
    if target_spot in reach.moves[other_spot]:
        return SUPPORT_MOVE
    return SUPPORT_CONVOYED_MOVE if _could_be_convoyed(reach, other_spot, target_spot) else None


def _index_convoy(reach: Reach, order: Convoy) -> IndexedOrder | None:
    tables = reach.tables
    spot, other_spot = _spot(tables, order.piece), _spot(tables, order.army)
    target_spot = tables.spot_at(order.army.kind, order.target)
    if spot is None or other_spot is None or target_spot is None or not can_convoy(reach, spot, other_spot, target_spot):
        return None
    province_of = tables.province_of
    return IndexedOrder(reach, CONVOY, province_of[spot], spot, province_of[target_spot], target_spot, province_of[other_spot], other_spot)


def can_convoy(reach: Reach, spot: int, other_spot: int, target_spot: int) -> bool:
    """Return True if a unit at *spot* is one that carries, and the other one can be carried to *target_spot*."""
    return reach.tables.carriers >> spot & 1 == 1 and _could_be_convoyed(reach, other_spot, target_spot)


_EXACT: Mapping[type, Callable[[Reach, Any], IndexedOrder | None]] = {
    Hold: _index_hold,
    Move: _index_move,
    Support: _index_support,
    Convoy: _index_convoy,
}


def _spot(tables: BoardTables, piece: Piece) -> int | None:
    return tables.spot_at(piece.kind, piece.location)


def _could_be_convoyed(reach: Reach, spot: int, target_spot: int) -> bool:
    """Return True if a unit of this kind could go between the two by convoy, if the fleets were there."""
    tables = reach.tables
    origin, target = tables.province_of[spot], tables.province_of[target_spot]
    return origin != target and tables.kind_of[spot] in tables.passengers and reach.aboard[origin] != 0 and reach.ashore[target] != 0


def is_possible(here: PositionTables, indexed: IndexedOrder) -> bool:
    """Return True if an exact order fits the position: the units it names are there, and so are the fleets a convoy would need.

    Source: DATC 4.E.1 (legality is judged by the board alone, as strictly as it allows).
    """
    kind, reach, carriers = indexed.kind, indexed.reach, here.carriers
    if kind <= MOVE:
        return True
    if kind <= MOVE_BY_CONVOY:
        if here.tables.variant.rules.convoy_path is ConvoyPath.REQUIRED:
            return False  # An order that names its route is never an exact one.
        return has_chain(reach, indexed.province, indexed.target, carriers)
    there = here.at[indexed.other]
    if there < 0 or here.spots[there] != indexed.other_spot:
        return False
    if kind == SUPPORT_CONVOYED_MOVE:
        return has_chain(reach, indexed.other, indexed.target, carriers & ~(1 << indexed.spot))
    if kind == CONVOY:
        return serves(reach, indexed.other, indexed.target, carriers, indexed.spot)
    return True


class KnownOrders:
    """The orders of a board, each made once, when it is first asked for. Kept with the edges it was made for."""

    def __init__(self, reach: Reach) -> None:
        tables = reach.tables
        self._reach = reach
        self._tables: BoardTables = tables
        self._moves: dict[tuple[int, int, bool], Move] = {}
        self._supports: dict[tuple[int, int, int], Support] = {}
        self._convoys: dict[tuple[int, int, int], Convoy] = {}
        self._by_itself: dict[int, tuple[Order, ...]] = {}
        self._supported: dict[int, dict[int, tuple[Order, ...]]] = {}
        self._entering: list[list[int]] = [[] for _ in tables.codes]
        """Province to the spots from which a unit can step there."""
        for spot, provinces in enumerate(reach.provinces):
            for province in provinces:
                self._entering[province].append(spot)
        self._standing: list[list[int]] = [[] for _ in tables.codes]
        """Province to the spots there."""
        for spot, province in enumerate(tables.province_of):
            self._standing[province].append(spot)

    def by_itself(self, spot: int) -> tuple[Order, ...]:
        """The hold of a unit at *spot* and its moves over edges."""
        found = self._by_itself.get(spot)
        if found is None:
            moves = (self.move(spot, target, via=False) for target in self._steps(spot))
            found = self._by_itself[spot] = (Hold(self._tables.pieces[spot]), *moves)
        return found

    def supported(self, spot: int) -> Mapping[int, tuple[Order, ...]]:
        """The supports that a unit at *spot* can give to units at other spots, to hold or to step."""
        known = self._supported.get(spot)
        if known is not None:
            return known
        province_of = self._tables.province_of
        into = self._reach.supports[spot]
        near = {other for province in into for other in (*self._standing[province], *self._entering[province])}
        made: dict[int, tuple[Order, ...]] = {}
        for other in near:
            if province_of[other] == province_of[spot]:
                continue
            holding = [self.support_to_hold(spot, other)] if province_of[other] in into else []
            onward = [self.support(spot, other, target) for target in self._steps(other) if province_of[target] in into]
            if holding or onward:
                made[other] = (*holding, *onward)
        self._supported[spot] = made
        return made

    def _steps(self, spot: int) -> list[int]:
        """The spots a unit at *spot* can step to, by the text of the place."""
        pieces = self._tables.pieces
        return sorted(self._reach.moves[spot], key=lambda target: str(pieces[target].location))

    def move(self, spot: int, target: int, *, via: bool) -> Move:
        """The one move from *spot* to *target*."""
        key = (spot, target, via)
        order = self._moves.get(key)
        if order is None:
            order = self._moves[key] = Move(self._tables.pieces[spot], self._tables.pieces[target].location, via)
        return order

    def support(self, spot: int, other: int, target: int) -> Support:
        """The one support by *spot* for the move from *other* to *target*."""
        key = (spot, other, target)
        order = self._supports.get(key)
        if order is None:
            pieces = self._tables.pieces
            order = self._supports[key] = Support(pieces[spot], pieces[other], pieces[target].location)
        return order

    def support_to_hold(self, spot: int, other: int) -> Support:
        """The one support by *spot* for the unit at *other* to stay."""
        key = (spot, other, -1)
        order = self._supports.get(key)
        if order is None:
            order = self._supports[key] = Support(self._tables.pieces[spot], self._tables.pieces[other])
        return order

    def convoy(self, spot: int, army: int, target: int) -> Convoy:
        """The one convoy by *spot* of the army at *army* to *target*."""
        key = (spot, army, target)
        order = self._convoys.get(key)
        if order is None:
            pieces = self._tables.pieces
            order = self._convoys[key] = Convoy(pieces[spot], pieces[army], pieces[target].location)
        return order
