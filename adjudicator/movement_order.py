"""A movement order as numbers. ``exact_record`` knows the board alone; its answer is kept on the order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from adjudicator.compiled import remember
from adjudicator.convoy_routes import has_chain, serves
from adjudicator.ground import Placing
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.reach import FULL_STRENGTH, Reach
from adjudicator.rule_choices import ConvoyPath
from adjudicator.tables import BoardTables
from adjudicator.unit import Piece

HOLD, STEP, VIA, FERRY, SUPPORT_HOLD, SUPPORT_STEP, SUPPORT_FERRY, CONVOY, LOOSE = range(9)
"""What an order does: hold; move over an edge; over an edge but by convoy; only by convoy; support a unit to hold, to step,
to be ferried; convoy. ``LOOSE`` is an order that must be fitted to the position first."""

ANY_COAST = -1


make = tuple.__new__
"""Makes a record out of all its fields at once; its own constructor takes three times as long."""


class Record(NamedTuple):
    """A movement order as numbers."""

    reach: Reach | None
    """The edges it was worked out for."""
    kind: int
    province: int
    """Where the ordered unit stands."""
    spot: int
    goal: int = -1
    """The province it moves to; of the unit it supports; of the army it convoys."""
    goal_spot: int = -1
    """The spot it moves to; of the unit it supports; of the army it convoys."""
    onward: int = -1
    """The province that the supported or convoyed unit moves to."""
    onward_spot: int = ANY_COAST
    """The spot that the supported or convoyed unit moves to."""
    strength: int = FULL_STRENGTH
    """What a moving unit counts, in halves."""
    route: int = 0
    """Bit set of the spots of the fleets that the order of a convoyed unit names; 0 where it names none."""


def exact_record(reach: Reach, order: Order) -> Record:
    """The record of *order* if it is written exactly and possible on the board as *reach* has it; else a ``LOOSE`` one.

    Whether the units it names are there is for the position to say. The record stays with the order.
    """
    exact = _EXACT.get(type(order))
    record = None if exact is None else exact(reach, order)
    if record is None:
        record = Record(reach, LOOSE, 0, -1)
    remember(order, record)
    return record


def _exact_hold(reach: Reach, order: Hold) -> Record | None:
    tables = reach.tables
    spot = _spot(tables, order.piece)
    return None if spot is None else make(Record, (reach, HOLD, tables.province_of[spot], spot, -1, -1, -1, ANY_COAST, FULL_STRENGTH, 0))


def _exact_move(reach: Reach, order: Move) -> Record | None:
    tables = reach.tables
    spot = _spot(tables, order.piece)
    if spot is None:
        return None
    target = order.target
    goal = tables.spot_index.get((order.piece.kind, target.province, target.coast))
    if goal is None:
        return None
    province_of = tables.province_of
    strength = reach.moves[spot].get(goal)
    if strength is not None and not order.via_convoy and not order.route:
        return make(Record, (reach, STEP, province_of[spot], spot, province_of[goal], goal, -1, ANY_COAST, strength, 0))
    if order.route or not _could_be_ferried(reach, spot, goal):
        return None
    kind = FERRY if strength is None else VIA
    return make(Record, (reach, kind, province_of[spot], spot, province_of[goal], goal, -1, ANY_COAST, FULL_STRENGTH, 0))


def _exact_support(reach: Reach, order: Support) -> Record | None:
    tables = reach.tables
    spot, other = _spot(tables, order.piece), _spot(tables, order.supported)
    if spot is None or other is None:
        return None
    province_of, into = tables.province_of, reach.supports[spot]
    province, beside, target = province_of[spot], province_of[other], order.target
    if target is None:
        if beside not in into:
            return None
        return make(Record, (reach, SUPPORT_HOLD, province, spot, beside, other, -1, ANY_COAST, FULL_STRENGTH, 0))
    goal = tables.spot_index.get((order.supported.kind, target.province, target.coast))
    if goal is None or beside == province:
        return None
    onward = province_of[goal]
    if onward not in into:
        return None
    if goal in reach.moves[other]:
        return make(Record, (reach, SUPPORT_STEP, province, spot, beside, other, onward, goal, FULL_STRENGTH, 0))
    if not _could_be_ferried(reach, other, goal):
        return None
    return make(Record, (reach, SUPPORT_FERRY, province, spot, beside, other, onward, goal, FULL_STRENGTH, 0))


def _exact_convoy(reach: Reach, order: Convoy) -> Record | None:
    tables = reach.tables
    spot, other = _spot(tables, order.piece), _spot(tables, order.army)
    target = order.target
    goal = tables.spot_index.get((order.army.kind, target.province, target.coast))
    if spot is None or other is None or goal is None:
        return None
    if not tables.carriers >> spot & 1 or not _could_be_ferried(reach, other, goal):
        return None
    province_of = tables.province_of
    return make(Record, (reach, CONVOY, province_of[spot], spot, province_of[other], other, province_of[goal], goal, FULL_STRENGTH, 0))


_EXACT: Mapping[type, Callable[[Reach, Any], Record | None]] = {
    Hold: _exact_hold,
    Move: _exact_move,
    Support: _exact_support,
    Convoy: _exact_convoy,
}


def _spot(tables: BoardTables, piece: Piece) -> int | None:
    location = piece.location
    return tables.spot_index.get((piece.kind, location.province, location.coast))


def _could_be_ferried(reach: Reach, spot: int, goal: int) -> bool:
    """Whether a unit of this kind could go between the two by convoy, if the fleets were there."""
    tables = reach.tables
    origin, target = tables.province_of[spot], tables.province_of[goal]
    return origin != target and tables.kind_of[spot] in tables.passengers and reach.aboard[origin] != 0 and reach.ashore[target] != 0


def is_possible(placing: Placing, record: Record) -> bool:
    """Whether an exact record fits the position: the units it names are there, and so are the fleets a convoy would need.

    Source: DATC 4.E.1 (legality is judged by the board alone, as strictly as it allows).
    """
    kind = record.kind
    if kind <= STEP:
        return True
    reach = record.reach
    assert reach is not None
    if kind <= FERRY:
        if placing.tables.variant.rules.convoy_path is ConvoyPath.REQUIRED:
            return False  # An order that names its route is never an exact one.
        return has_chain(reach, record.province, record.goal, placing.carriers)
    there = placing.at[record.goal]
    if there < 0 or placing.spots[there] != record.goal_spot:
        return False
    if kind == SUPPORT_FERRY:
        return has_chain(reach, record.goal, record.onward, placing.carriers & ~(1 << record.spot))
    if kind == CONVOY:
        return serves(reach, record.goal, record.onward, placing.carriers, record.spot)
    return True
