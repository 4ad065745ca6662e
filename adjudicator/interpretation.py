"""The fitting of a loosely written movement order to the unit it means.

``interpret`` knows the position and the rules: it forgives what DATC 4.B and 4.C forgive, and says why an order is illegal.
"""

from __future__ import annotations

from adjudicator.board_tables import Reach, bits
from adjudicator.convoy_routes import has_chain, serves, shortest_route
from adjudicator.movement_order import (
    ANY_COAST,
    CONVOY,
    HOLD,
    MOVE,
    MOVE_BY_CONVOY,
    MOVE_VIA,
    SUPPORT_CONVOYED_MOVE,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    IndexedOrder,
)
from adjudicator.order import Convoy, Hold, Move, MovementOrder, Order, Support
from adjudicator.rule_choices import (
    AdjacentConvoy,
    CoastInSupport,
    ConvoyPath,
    ImpossibleCoast,
    KindNaming,
    MissingCoast,
    OneCoast,
    StrayCoast,
    WrongCoast,
)
from adjudicator.unit import Location, Piece
from adjudicator.variant_tables import PositionTables
from adjudicator.verdict import Refusal, Verdict


def interpret(here: PositionTables, power: int, order: Order) -> tuple[IndexedOrder, MovementOrder] | Verdict:
    """*order* as *power* (by rank) can mean it in this position, or why it is illegal."""
    if not isinstance(order, MovementOrder):
        return Verdict(Refusal.WRONG_PHASE)
    reach = here.open_edges.reaches[power]
    ordered = _ordered_unit(here, order.piece)
    if isinstance(ordered, Verdict):
        return ordered
    if here.powers[ordered] != power:
        return Verdict(Refusal.FOREIGN_UNIT, (order.piece.location.province,))
    spot = here.spots[ordered]
    piece = here.open_edges.tables.pieces[spot]
    match order:
        case Hold():
            return IndexedOrder(reach, HOLD, here.provinces[ordered], spot), Hold(piece)
        case Move():
            return _interpret_move(here, reach, spot, order)
        case Support():
            return _interpret_support(here, reach, ordered, order)
        case Convoy():
            return _interpret_convoy(here, reach, spot, order)


def _ordered_unit(here: PositionTables, piece: Piece) -> int | Verdict:
    """The unit that *piece* means, with the kind and coast forgiven as the rules say (DATC 4.B.5, 4.B.6, 4.C.2)."""
    tables, rules = here.open_edges.tables, here.tables.variant.rules
    code, coast = piece.location.province, piece.location.coast
    province = tables.province_index.get(code)
    if province is None:
        return Verdict(Refusal.UNKNOWN_PLACE, (code,))
    unit = here.at[province]
    if unit < 0:
        return Verdict(Refusal.NO_UNIT, (code,))
    standing = tables.pieces[here.spots[unit]]
    if piece.kind != standing.kind and rules.wrong_kind is KindNaming.ILLEGAL:
        return Verdict(Refusal.WRONG_KIND, (str(standing.location),))
    if coast is not None and coast != standing.location.coast:
        known = coast in tables.board.provinces[code].coasts and standing.location.coast is not None
        if known and rules.wrong_coast is WrongCoast.ILLEGAL:
            return Verdict(Refusal.COAST_IMPOSSIBLE, (str(standing.location),))
        if not known and rules.stray_coast is StrayCoast.ILLEGAL:
            return Verdict(Refusal.COAST_IMPOSSIBLE, (str(standing.location),))
    return unit


def _stray_coast_forgiven(here: PositionTables, kind: str, target: Location) -> Location | Verdict:
    """*target* without a coast that means nothing for this kind of unit (DATC 4.B.6)."""
    if target.coast is None:
        return target
    tables = here.open_edges.tables
    standing = tables.spots_in[kind, tables.province_index[target.province]]
    if any(tables.pieces[spot].location.coast == target.coast for spot in standing):
        return target
    if here.tables.variant.rules.stray_coast is StrayCoast.ILLEGAL:
        return Verdict(Refusal.COAST_IMPOSSIBLE, tuple(str(tables.pieces[spot].location) for spot in standing))
    return Location(target.province)


def _step_spot(here: PositionTables, reach: Reach, spot: int, target: Location) -> int | Verdict | None:
    """The spot in *target* to which a unit steps, its coast settled (DATC 4.B.1 to 4.B.3); ``None`` where no edge leads there."""
    tables, rules = here.open_edges.tables, here.tables.variant.rules
    possible = reach.provinces[spot].get(tables.province_index[target.province], ())
    if not possible:
        return None
    named = next((each for each in possible if tables.pieces[each].location.coast == target.coast), None)
    if named is not None:
        return named
    places = tuple(str(tables.pieces[each].location) for each in possible)
    if target.coast is None:
        if len(possible) == 1:
            return possible[0] if rules.one_coast is OneCoast.TAKEN else Verdict(Refusal.COAST_NEEDED, places)
        return possible[0] if rules.missing_coast is MissingCoast.DEFAULT else Verdict(Refusal.COAST_NEEDED, places)
    if len(possible) == 1 and rules.impossible_coast is ImpossibleCoast.CORRECTED:
        return possible[0]
    return Verdict(Refusal.COAST_IMPOSSIBLE, places)


def _interpret_move(here: PositionTables, reach: Reach, spot: int, order: Move) -> tuple[IndexedOrder, MovementOrder] | Verdict:
    tables = here.open_edges.tables
    origin = tables.province_of[spot]
    piece = tables.pieces[spot]
    target_province = tables.province_index.get(order.target.province)
    if target_province is None:
        return Verdict(Refusal.UNKNOWN_PLACE, (order.target.province,))
    if target_province == origin:
        return Verdict(Refusal.SAME_PROVINCE, (order.target.province,))
    target = _stray_coast_forgiven(here, piece.kind, order.target)
    if isinstance(target, Verdict):
        return target
    step = _step_spot(here, reach, spot, target)
    if isinstance(step, Verdict):
        return step
    choice = here.tables.variant.rules.convoy_path
    named = () if choice is ConvoyPath.IGNORED else order.route
    if step is not None and not order.via_convoy and not named:
        strength = reach.moves[spot][step]
        moved = Move(piece, tables.pieces[step].location)
        return IndexedOrder(reach, MOVE, origin, spot, target_province, step, strength=strength), moved
    landing = landing_spot(here, reach, spot, target_province, here.carriers)
    if isinstance(landing, Verdict):
        if step is not None and here.tables.variant.rules.adjacent_convoy is AdjacentConvoy.RULES_2000_FALLBACK:
            strength = reach.moves[spot][step]
            return IndexedOrder(reach, MOVE, origin, spot, target_province, step, strength=strength), Move(
                piece, tables.pieces[step].location
            )
        return _why_not_by_convoy(here, spot, target_province, landing) if step is None else _why_not_carried(landing)
    if not named and choice is ConvoyPath.REQUIRED:
        return Verdict(Refusal.ROUTE_NEEDED, shortest_route(reach, origin, target_province, here.carriers))
    route = _named_route(here, reach, origin, target_province, named)
    if isinstance(route, Verdict):
        return route
    kind = MOVE_BY_CONVOY if step is None else MOVE_VIA
    carried = Move(piece, tables.pieces[landing].location, order.via_convoy or bool(named), named)
    return IndexedOrder(reach, kind, origin, spot, target_province, landing, route=route), carried


def _named_route(here: PositionTables, reach: Reach, origin: int, target: int, named: tuple[str, ...]) -> int | Verdict:
    """Bit set of the spots of the fleets in the provinces *named*, or where the route breaks (DATC 4.A.6)."""
    tables = here.open_edges.tables
    route, within, ashore = 0, reach.aboard[origin], True
    for code in named:
        province = tables.province_index.get(code)
        if province is None:
            return Verdict(Refusal.UNKNOWN_PLACE, (code,))
        near = within & here.carriers & ~route
        spot = next((each for each in bits(near) if tables.province_of[each] == province), None)
        if spot is None:
            return Verdict(Refusal.ROUTE_BROKEN, (code,))
        route |= 1 << spot
        within = reach.onward[spot]
        ashore = bool(reach.ashore[target] >> spot & 1)
    return route if ashore else Verdict(Refusal.ROUTE_BROKEN, (tables.codes[target],))


def landing_spot(here: PositionTables, reach: Reach, spot: int, target: int, fleets: int) -> int | Verdict:
    """The spot in the province *target* where a unit lands that some of *fleets* could carry, or why they cannot."""
    tables = here.open_edges.tables
    origin = tables.province_of[spot]
    kind = tables.kind_of[spot]
    landing = tables.spots_in[kind, target]
    if kind not in tables.passengers:
        return Verdict(Refusal.CANNOT_BE_CONVOYED, (tables.codes[origin],))
    if not landing:
        return Verdict(Refusal.WRONG_TERRAIN, (tables.codes[target],))
    if not reach.aboard[origin] or not reach.ashore[target]:
        return Verdict(Refusal.NOT_ADJACENT, (tables.codes[target],))
    if not has_chain(reach, origin, target, fleets):
        return Verdict(Refusal.NO_CONVOY_ROUTE, missing_fleets(reach, origin, target, fleets))
    return landing[0]


def missing_fleets(reach: Reach, origin: int, target: int, fleets: int) -> tuple[str, ...]:
    """The provinces that lack a fleet on the route from *origin* to *target* that lacks the fewest."""
    tables = reach.tables
    best: dict[int, tuple[int, int, int]] = {}
    queue = [(0 if fleets >> spot & 1 else 1, 1, spot, -1) for spot in bits(reach.aboard[origin])]
    while queue:
        queue.sort()
        lacking, length, spot, previous = queue.pop(0)
        if spot in best:
            continue
        best[spot] = (lacking, length, previous)
        if reach.ashore[target] >> spot & 1:
            route: list[str] = []
            while spot >= 0:
                if not fleets >> spot & 1:
                    route.append(tables.codes[tables.province_of[spot]])
                spot = best[spot][2]
            return tuple(reversed(route))
        following = [each for each in bits(reach.onward[spot]) if each not in best]
        queue += [(lacking + (0 if fleets >> each & 1 else 1), length + 1, each, spot) for each in following]
    return ()


def _why_not_carried(landing: Verdict) -> Verdict:
    """The refusal of a move by convoy between neighbours, whose border is open: only the convoy is at fault."""
    return Verdict(Refusal.NO_CONVOY_ROUTE) if landing.refusal is Refusal.NOT_ADJACENT else landing


def _why_not_by_convoy(here: PositionTables, spot: int, target: int, landing: Verdict) -> Verdict:
    """The refusal of a move to *target* that the unit at *spot* can make neither by itself nor by convoy."""
    tables = here.open_edges.tables
    there = (tables.codes[target],)
    if any(origin == spot and tables.province_of[end] == target for origin, end, _ in tables.edges):
        return Verdict(Refusal.BORDER_CLOSED, there)
    if not tables.spots_in[tables.kind_of[spot], target]:
        return Verdict(Refusal.WRONG_TERRAIN, there)
    if landing.refusal is Refusal.CANNOT_BE_CONVOYED:
        return Verdict(Refusal.NOT_ADJACENT, there)
    return landing


def _interpret_support(here: PositionTables, reach: Reach, ordered: int, order: Support) -> tuple[IndexedOrder, MovementOrder] | Verdict:
    tables = here.open_edges.tables
    spot, origin = here.spots[ordered], here.provinces[ordered]
    piece = tables.pieces[spot]
    supported = _ordered_unit(here, order.supported)
    if isinstance(supported, Verdict):
        return supported
    other, beside = here.spots[supported], here.provinces[supported]
    if beside == origin:
        return Verdict(Refusal.SAME_PROVINCE, (tables.codes[origin],))
    if order.target is None or order.target.province == tables.codes[beside]:
        if beside not in reach.supports[spot]:
            return Verdict(Refusal.CANNOT_SUPPORT_THERE, (tables.codes[beside],))
        if order.target is not None:
            return Verdict(Refusal.SUPPORTED_CANNOT_GO, (tables.codes[beside],))
        return IndexedOrder(reach, SUPPORT_HOLD, origin, spot, other=beside, other_spot=other), Support(piece, tables.pieces[other])
    onward = tables.province_index.get(order.target.province)
    if onward is None:
        return Verdict(Refusal.UNKNOWN_PLACE, (order.target.province,))
    if onward not in reach.supports[spot]:
        return Verdict(Refusal.CANNOT_SUPPORT_THERE, (tables.codes[onward],))
    return _interpret_supported_move(here, reach, ordered, supported, onward, order)


def _interpret_supported_move(
    here: PositionTables, reach: Reach, ordered: int, supported: int, onward: int, order: Support
) -> tuple[IndexedOrder, MovementOrder] | Verdict:
    """A support for a move, the coast settled as DATC 4.B.4 lets it be."""
    tables, choice = here.open_edges.tables, here.tables.variant.rules.coast_in_support
    assert order.target is not None
    spot, origin = here.spots[ordered], here.provinces[ordered]
    other, beside = here.spots[supported], here.provinces[supported]
    pieces = tables.pieces
    others_reach = here.open_edges.reaches[here.powers[supported]]
    target = _stray_coast_forgiven(here, tables.kind_of[other], order.target)
    if isinstance(target, Verdict):
        return target
    possible = others_reach.provinces[other].get(onward, ())
    places = tuple(str(pieces[each].location) for each in possible)
    if not possible:
        landing = landing_spot(here, others_reach, other, onward, here.carriers & ~(1 << spot))
        if isinstance(landing, Verdict):
            return Verdict(Refusal.SUPPORTED_CANNOT_GO, (tables.codes[onward], *landing.places))
        indexed = IndexedOrder(reach, SUPPORT_CONVOYED_MOVE, origin, spot, onward, landing, beside, other)
        return indexed, Support(pieces[spot], pieces[other], pieces[landing].location)
    named = next((each for each in possible if pieces[each].location.coast == target.coast), None)
    if choice is CoastInSupport.NEVER_MATCHED and pieces[possible[0]].location.coast is not None:
        named, target = None, Location(target.province)
    elif named is None and target.coast is not None:
        if len(possible) > 1 or here.tables.variant.rules.impossible_coast is ImpossibleCoast.ILLEGAL:
            return Verdict(Refusal.COAST_IMPOSSIBLE, places)
        named = possible[0]
    elif named is None:
        own = here.powers[supported] == here.powers[ordered]
        if choice is CoastInSupport.ALWAYS_NAMED:
            return Verdict(Refusal.COAST_NEEDED, places)
        if len(possible) == 1:
            named = possible[0]
        elif choice is CoastInSupport.ILLEGAL or (choice is CoastInSupport.OWN_UNIT and not own):
            return Verdict(Refusal.COAST_NEEDED, places)
    goal = ANY_COAST if named is None else named
    onward_location = target if named is None else pieces[named].location
    indexed = IndexedOrder(reach, SUPPORT_MOVE, origin, spot, onward, goal, beside, other)
    return indexed, Support(pieces[spot], pieces[other], onward_location)


def _interpret_convoy(here: PositionTables, reach: Reach, spot: int, order: Convoy) -> tuple[IndexedOrder, MovementOrder] | Verdict:
    tables = here.open_edges.tables
    origin = tables.province_of[spot]
    if not tables.carriers >> spot & 1:
        return Verdict(Refusal.CANNOT_CONVOY, (tables.codes[origin],))
    passenger = _ordered_unit(here, order.army)
    if isinstance(passenger, Verdict):
        return passenger
    other, beside = here.spots[passenger], here.provinces[passenger]
    if tables.kind_of[other] not in tables.passengers:
        return Verdict(Refusal.CANNOT_BE_CONVOYED, (tables.codes[beside],))
    onward = tables.province_index.get(order.target.province)
    if onward is None:
        return Verdict(Refusal.UNKNOWN_PLACE, (order.target.province,))
    if onward == beside:
        return Verdict(Refusal.SAME_PROVINCE, (tables.codes[onward],))
    target = _stray_coast_forgiven(here, tables.kind_of[other], order.target)
    if isinstance(target, Verdict):
        return target
    passengers_reach = here.open_edges.reaches[here.powers[passenger]]
    landing = landing_spot(here, passengers_reach, other, onward, here.carriers)
    if isinstance(landing, Verdict):
        return landing
    if not serves(passengers_reach, beside, onward, here.carriers, spot):
        return Verdict(Refusal.NO_CONVOY_ROUTE, (tables.codes[origin],))
    indexed = IndexedOrder(reach, CONVOY, origin, spot, onward, landing, beside, other)
    return indexed, Convoy(tables.pieces[spot], tables.pieces[other], tables.pieces[landing].location)
