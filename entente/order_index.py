"""Every possible order of a variant under a number, the legal ones as a mask, and a state as arrays: for programs that learn.

numpy is asked for by ``mask`` and ``arrays`` alone: ``pip install "entente[rl]"`` brings it, ``import entente`` does not load it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.board_tables import BoardTables, Reach, board_tables
from adjudicator.convoy_routes import serves
from adjudicator.legal import legal_orders, orderable
from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Location, Piece
from adjudicator.variant import Variant
from entente.arguments import power_named

if TYPE_CHECKING:
    import numpy as np

    Bools = np.ndarray[Any, np.dtype[np.bool_]]
    Bytes = np.ndarray[Any, np.dtype[np.uint8]]

MOST = 3_000_000
"""A board with more possible orders than this gets no index."""


class OrderIndex:
    """Numbers for orders: the same in every run and process, for one variant with one board.

    Orders stand by kind (hold, move, support, convoy, retreat, disband, build, remove, waive) and within a kind by their text.

    >>> import entente
    >>> index = entente.standard().order_index()
    >>> index
    <OrderIndex of 26122 orders>
    >>> number = index.number(entente.standard().start.order("A PAR - BUR"))
    >>> print(index[number])
    A PAR - BUR
    """

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        """The order of each number."""
        self._numbers: Mapping[Order, int] = {order: number for number, order in enumerate(orders)}

    def __len__(self) -> int:
        return len(self.orders)

    def __repr__(self) -> str:
        return f"<OrderIndex of {len(self.orders)} orders>"

    def __getitem__(self, number: int) -> Order:
        return self.orders[number]

    def number(self, order: Order) -> int:
        """The number of *order*.

        Raises:
            KeyError: it is no possible order of this board, or written otherwise than legal orders are.
        """
        try:
            return self._numbers[order]
        except KeyError:
            raise KeyError(f"{order} has no number: it is not possible on this board, or not written as legal orders are") from None

    def numbers(self, orders: Iterable[Order]) -> list[int]:
        """The numbers of several orders.

        Raises:
            KeyError: one of them has none.
        """
        return [self.number(order) for order in orders]


@lru_cache(maxsize=8)
def order_index(variant: Variant) -> OrderIndex:
    """The index of *variant*'s board, made once.

    Raises:
        ValueError: the board has more than ``MOST`` possible orders.
    """
    tables = board_tables(variant.board)
    reach = Reach(tables, tables.edges)
    found: list[list[Order]] = [
        [Hold(piece) for piece in tables.pieces],
        _moves(tables, reach),
        _supports(tables, reach),
        _convoys(tables, reach),
        _retreats(tables, reach),
        [Disband(piece) for piece in tables.pieces],
        _builds(variant, tables),
        [Remove(piece) for piece in tables.pieces],
        [Waive()],
    ]
    count = sum(map(len, found))
    if count > MOST:
        raise ValueError(f"the board of {variant.id} has {count:,} possible orders; at most {MOST:,} are numbered")
    return OrderIndex(tuple(order for kind in found for order in sorted(set(kind), key=str)))


def _moves(tables: BoardTables, reach: Reach) -> list[Order]:
    found: list[Order] = []
    for origin, piece in enumerate(tables.pieces):
        found += [Move(piece, tables.pieces[target].location) for target in reach.moves[origin]]
        for target in _by_convoy(tables, reach, origin):
            found.append(Move(piece, tables.pieces[target].location))
            found.append(Move(piece, tables.pieces[target].location, via_convoy=True))
    return found


def _by_convoy(tables: BoardTables, reach: Reach, origin: int) -> list[int]:
    """The spots to which a unit at *origin* could be carried if there were fleets everywhere."""
    kind, province = tables.kind_of[origin], tables.province_of[origin]
    if kind not in tables.passengers or not reach.aboard[province]:
        return []
    return [
        target
        for target, place in enumerate(tables.province_of)
        if tables.kind_of[target] == kind and place != province and reach.ashore[place]
    ]


def _goals(tables: BoardTables, reach: Reach) -> dict[int, list[tuple[Piece, Location]]]:
    """Province to everything that could move there: the unit, and where it goes."""
    found: dict[int, list[tuple[Piece, Location]]] = {}
    for origin, piece in enumerate(tables.pieces):
        for target in dict.fromkeys([*reach.moves[origin], *_by_convoy(tables, reach, origin)]):
            found.setdefault(tables.province_of[target], []).append((piece, tables.pieces[target].location))
    return found


def _supports(tables: BoardTables, reach: Reach) -> list[Order]:
    goals = _goals(tables, reach)
    standing: dict[int, list[Piece]] = {}
    for spot, piece in enumerate(tables.pieces):
        standing.setdefault(tables.province_of[spot], []).append(piece)
    found: list[Order] = []
    for spot, piece in enumerate(tables.pieces):
        own = tables.province_of[spot]
        for province in reach.supports[spot]:
            found += [Support(piece, other) for other in standing.get(province, ()) if province != own]
            for other, target in goals.get(province, ()):
                if other.location.province != tables.codes[own]:
                    found.append(Support(piece, other, target))
                    if target.coast is not None:
                        found.append(Support(piece, other, Location(target.province)))
    return found


def _convoys(tables: BoardTables, reach: Reach) -> list[Order]:
    found: list[Order] = []
    carriers = [spot for spot in range(len(tables.pieces)) if tables.carriers >> spot & 1]
    for origin, army in enumerate(tables.pieces):
        for target in _by_convoy(tables, reach, origin):
            start, end = tables.province_of[origin], tables.province_of[target]
            able = [each for each in carriers if tables.province_of[each] not in (start, end)]
            serving = [each for each in able if serves(reach, start, end, tables.carriers, each)]
            found += [Convoy(tables.pieces[each], army, tables.pieces[target].location) for each in serving]
    return found


def _retreats(tables: BoardTables, reach: Reach) -> list[Order]:
    return [Retreat(piece, tables.pieces[target].location) for origin, piece in enumerate(tables.pieces) for target in reach.moves[origin]]


def _builds(variant: Variant, tables: BoardTables) -> list[Order]:
    provinces = variant.board.provinces
    sites = {code for code, province in provinces.items() if province.centre or province.build_site}
    return [Build(piece) for piece in tables.pieces if piece.location.province in sites]


# --- arrays ---


def mask(variant: Variant, position: Position, power: object, place: Location | None = None) -> Bools:
    """Return the orders that *power* can give now, at *place* or anywhere: an array of booleans, one for each order of the index.

    Raises:
        ValueError: no power is called so.
    """
    import numpy as np

    index = order_index(variant)
    found = np.zeros(len(index), dtype=np.bool_)
    for where in orderable(variant, position, power_named(variant, power)):
        if place is None or where.province == place.province:
            found[index.numbers(legal_orders(variant, position, where))] = True
    return found


def arrays(variant: Variant, position: Position) -> dict[str, Bytes]:
    """*position* as arrays of 0 and 1; see the guide for what stands where.

    ``units`` and ``dislodged``: powers x spots. ``owners``: powers x provinces. ``contested``: provinces. ``phase``: movement, retreat,
    adjustment, then a place for each step of the calendar. Powers are those that have units or centres, in the variant's sequence; spots
    and provinces are in the order of ``spots_of`` and of the board.
    """
    import numpy as np

    tables = board_tables(variant.board)
    powers = {power: row for row, power in enumerate(variant.powers)}
    units = np.zeros((len(powers), len(tables.pieces)), dtype=np.uint8)
    dislodged = np.zeros_like(units)
    owners = np.zeros((len(powers), len(tables.codes)), dtype=np.uint8)
    contested = np.zeros(len(tables.codes), dtype=np.uint8)
    for unit in position.units:
        units[powers[unit.power], tables.spot_index[unit.kind, unit.province, unit.location.coast]] = 1
    for each in position.dislodged:
        dislodged[powers[each.unit.power], tables.spot_index[each.unit.kind, each.unit.province, each.unit.location.coast]] = 1
    for centre, power in position.owners.items():
        owners[powers[power], tables.province_index[centre]] = 1
    for code in position.contested:
        contested[tables.province_index[code]] = 1
    steps = variant.calendar.steps
    phase = np.zeros(3 + len(steps), dtype=np.uint8)
    phase[list(PhaseKind).index(position.phase.kind)] = 1
    at = next((at for at, step in enumerate(steps) if (step.season, step.kind) == (position.phase.season, position.phase.kind)), None)
    if at is not None:
        phase[3 + at] = 1
    return {"units": units, "dislodged": dislodged, "owners": owners, "contested": contested, "phase": phase}


def spots_of(variant: Variant) -> tuple[Piece, ...]:
    """Return the meaning of each column of ``units`` and ``dislodged``: a kind of unit at a location, in sequence."""
    return tuple(board_tables(variant.board).pieces)
