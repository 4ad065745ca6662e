"""Every order that could be given now, and the check of a single order. The map's glow, menus, bots and tests all ask here.

The sequence is stable: hold, moves, moves by convoy, supports, convoys; within each by the text of the order's target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.board_tables import BoardTables, Reach, bits
from adjudicator.builds import adjustments_of
from adjudicator.compiled import LegalHere, core_for
from adjudicator.convoy_routes import landings, reached, served_by, shortest_route
from adjudicator.interpretation import interpret
from adjudicator.movement_order import KnownOrders
from adjudicator.order import Build, Disband, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.retreat import Retreats
from adjudicator.rule_choices import BuildDecline, ConvoyPath
from adjudicator.unit import Location
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import PositionTables, VariantTables, position_tables, variant_tables
from adjudicator.verdict import LEGAL, Refusal, Verdict


def legal_orders(variant: Variant, position: Position, location: Location | str) -> Sequence[Order]:
    """The orders that the unit in *location* can be given; in an adjustment phase, what can be built or removed there.

    Orders stand in their canonical form: every coast named where the unit needs one, and a move that can only go by convoy
    without ``VIA``. A convoy of several fleets is legal when the fleets stand there, whatever they are ordered. Where the rules
    want the route of a convoy named, each such move names a shortest one.
    An empty sequence means that nothing there can be ordered now.

    >>> from variants import standard
    >>> game = standard()
    >>> [str(order) for order in legal_orders(game, game.start, "PAR")][:4]
    ['A PAR H', 'A PAR - BRE', 'A PAR - BUR', 'A PAR - GAS']
    """
    where = Location.of(location) if isinstance(location, str) else location
    kept = getattr(position, "cached", None)
    if type(kept) is PositionTables and kept.legal and kept.tables.variant is variant:  # asked for unit after unit, it is known by then
        place = kept.tables.board.province_index.get(where.province)
        return () if place is None else _handed_out(kept.legal[place][0])
    tables = variant_tables(variant)
    province = tables.board.province_index.get(where.province)
    if province is None:
        return ()
    kind = position.phase.kind
    if kind is PhaseKind.MOVEMENT:
        here = position_tables(tables, position)
        unit = here.at[province]
        if unit < 0:
            return ()
        known = legal_by_core(here)
        return movement_orders(here, unit) if known is None else _handed_out(known[province][0])
    if kind is PhaseKind.RETREAT:
        return _retreat_orders(tables, position, where.province)
    return _adjustment_orders(tables, position, province, where)


def _handed_out(orders: Sequence[Order]) -> Sequence[Order]:
    """A list of the caller's own, unless there are no orders or very many."""
    return list(orders) if orders and type(orders) is tuple else orders


def orderable(variant: Variant, position: Position, power: str) -> Sequence[Location]:
    """Return the places where *power* must or may order now: its units, its dislodged units, its building sites, or units to remove.

    >>> from variants import standard
    >>> game = standard()
    >>> print(*orderable(game, game.start, "RUSSIA"))
    MOS WAR SEV STP/SC
    """
    tables = variant_tables(variant)
    if power not in tables.power_rank or variant.powers[power].role is not PowerRole.PLAYING:
        return ()
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple([unit.piece.location for unit in position.units_of(power)])
        case PhaseKind.RETREAT:
            return tuple(each.unit.location for each in position.dislodged if each.unit.power == power)
        case PhaseKind.ADJUSTMENT:
            adjustments = adjustments_of(tables, position)
            balance = adjustments.balance(power)
            if balance > 0:
                return tuple(Location(tables.board.codes[province]) for province in adjustments.sites(power))
            return tuple(unit.location for unit in position.units_of(power)) if balance < 0 else ()


def adjustment(variant: Variant, position: Position, power: str) -> int:
    """Builds that *power* can make (no more than it has free sites for), or as a negative number the units it must remove.

    >>> from dataclasses import replace
    >>> from adjudicator.phase import Phase
    >>> from variants import standard
    >>> game = standard()
    >>> owners = {centre: power for centre, power in game.start.owners.items() if centre != "PAR"}
    >>> winter = replace(game.start, phase=Phase.of("W1901A"), units=game.start.units[1:], owners=owners)
    >>> [adjustment(game, winter, power) for power in ("AUSTRIA", "ENGLAND", "FRANCE")]
    [1, 0, -1]
    """
    return adjustments_of(variant_tables(variant), position).balance(power)


def has_choice(variant: Variant, position: Position, power: str) -> bool:
    """Return True if anything that *power* can order is for it to choose.

    A dislodged unit that can retreat nowhere disbands, and where as many units are removed as there are, all of them are: orders need not
    be waited for then.

    >>> from variants import standard
    >>> game = standard()
    >>> has_choice(game, game.start, "FRANCE")
    True
    """
    places = orderable(variant, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return bool(places)
        case PhaseKind.RETREAT:
            return any(isinstance(order, Retreat) for place in places for order in legal_orders(variant, position, place))
        case PhaseKind.ADJUSTMENT:
            return bool(places) and -adjustment(variant, position, power) < len(places)


# ---------------------------------------------------------------------- movement


class ConvoyReach:
    """Reach of the convoys in a position, computed once."""

    __slots__ = ("_here", "by_army", "shores")

    def __init__(self, here: PositionTables) -> None:
        self._here = here
        self.by_army: dict[int, tuple[int, int]] = {}
        """Unit that can be carried, to the bit sets of the fleets' spots that can take part and of the provinces it can land in."""
        carriers, tables = here.carriers, here.open_edges.tables
        self.shores = 0
        if not carriers:
            return
        for unit, spot in enumerate(here.spots):
            reach = here.open_edges.reaches[here.powers[unit]]
            if tables.kind_of[spot] in tables.passengers and reach.aboard[here.provinces[unit]] & carriers:
                lands = landings(reach, here.provinces[unit], carriers) & standable(tables, tables.kind_of[spot])
                if lands:
                    self.by_army[unit] = (reached(reach, here.provinces[unit], carriers), lands)
                    self.shores |= lands


def standable(tables: BoardTables, kind: str) -> int:
    """Bit set of the provinces where units of *kind* can stand."""
    known = tables.standing.get(kind)
    if known is None:
        known = sum(1 << province for province in range(len(tables.codes)) if tables.spots_in[kind, province])
        tables.standing[kind] = known
    return known


def legal_by_core(here: PositionTables) -> list[LegalHere] | None:
    """The legal orders of a movement phase by province, from the compiled core; ``None`` where Python lists them."""
    if here.legal is False:
        core = core_for(here.tables, here.open_edges)
        here.legal = None if core is None else core.legal(here)
    found: list[LegalHere] | None = here.legal
    return found


def movement_orders(here: PositionTables, unit: int) -> Sequence[Order]:
    """The orders of one unit in a movement phase, by the rules in Python."""
    tables = here.open_edges.tables
    spot = here.spots[unit]
    reach = here.open_edges.reaches[here.powers[unit]]
    orders = reach.once(KnownOrders, reach)
    found: list[Order] = [*orders.by_itself(spot)]
    carried = here.once(ConvoyReach, here)
    if unit in carried.by_army:
        moves = reach.moves[spot]
        names_route = here.tables.variant.rules.convoy_path is ConvoyPath.REQUIRED
        for target in bits(carried.by_army[unit][1]):
            goal = tables.spots_in[tables.kind_of[spot], target][0]
            if names_route:
                route = shortest_route(reach, here.provinces[unit], target, here.carriers)
                found.append(Move(tables.pieces[spot], tables.pieces[goal].location, via_convoy=True, route=route))
            else:
                found.append(orders.move(spot, goal, via=goal in moves))
    supported = orders.supported(spot)
    if here.open_edges.limited:
        found += _limited_supports(here, unit, spot)
    else:
        for other in here.spots:
            if other in supported:
                found += supported[other]
    if carried.by_army:
        found += _supports_of_convoyed(here, carried, unit, reach, orders)
        if tables.carriers >> spot & 1:
            found += _convoys(here, carried, spot, orders)
    return found


def _limited_supports(here: PositionTables, unit: int, spot: int) -> Iterator[Order]:
    """Supports on a board where what the supported unit can do depends on its power."""
    tables = here.open_edges.tables
    reach = here.open_edges.reaches[here.powers[unit]]
    into = reach.supports[spot]
    orders = reach.once(KnownOrders, reach)
    for other, other_spot in enumerate(here.spots):
        if other == unit:
            continue
        if here.provinces[other] in into:
            yield Support(tables.pieces[spot], tables.pieces[other_spot])
        others_moves = here.open_edges.reaches[here.powers[other]].moves[other_spot]
        for target in sorted(others_moves, key=lambda target: str(tables.pieces[target].location)):
            if tables.province_of[target] in into:
                yield orders.support(spot, other_spot, target)


def _supports_of_convoyed(here: PositionTables, carried: ConvoyReach, unit: int, reach: Reach, orders: KnownOrders) -> Iterator[Order]:
    """Supports for moves that can only go by convoy; the supporter cannot carry at the same time (DATC 6.D.31)."""
    tables = here.open_edges.tables
    spot = here.spots[unit]
    into = 0
    for target in reach.supports[spot]:
        into |= 1 << target
    into &= carried.shores
    if not into:
        return
    this = 1 << spot
    for army, (fleets, lands) in carried.by_army.items():
        wanted = lands & into
        if army == unit or not wanted:
            continue
        army_spot = here.spots[army]
        armys_reach = here.open_edges.reaches[here.powers[army]]
        if fleets & this:
            wanted &= landings(armys_reach, here.provinces[army], here.carriers & ~this)
        by_itself = armys_reach.provinces[army_spot]
        for target in bits(wanted):
            if target not in by_itself:
                standing = tables.spots_in[tables.kind_of[army_spot], target]
                if standing:
                    yield orders.support(spot, army_spot, standing[0])


def _convoys(here: PositionTables, carried: ConvoyReach, spot: int, orders: KnownOrders) -> Iterator[Order]:
    """The convoys in which the unit at *spot* has a place."""
    tables = here.open_edges.tables
    this = 1 << spot
    for army, (fleets, lands) in carried.by_army.items():
        if fleets & this:
            army_spot = here.spots[army]
            reach = here.open_edges.reaches[here.powers[army]]
            for target in bits(served_by(reach, here.provinces[army], here.carriers, spot) & lands):
                yield orders.convoy(spot, army_spot, tables.spots_in[tables.kind_of[army_spot], target][0])


# ---------------------------------------------------------------------- retreats and adjustments


def _retreat_orders(tables: VariantTables, position: Position, code: str) -> Sequence[Order]:
    retreats = Retreats(tables, position)
    each = retreats.dislodged.get(code)
    if each is None:
        return ()
    piece = each.unit.piece
    return (*(Retreat(piece, tables.board.pieces[spot].location) for spot in retreats.options[code]), Disband(piece))


def _adjustment_orders(tables: VariantTables, position: Position, province: int, where: Location) -> Sequence[Order]:
    adjustments = adjustments_of(tables, position)
    board = tables.board
    unit = adjustments.here.at[province]
    if unit >= 0:
        power = tables.powers[adjustments.here.powers[unit]]
        return (Remove(board.pieces[adjustments.here.spots[unit]]),) if adjustments.balance(power) < 0 else ()
    for power in tables.powers:
        if adjustments.balance(power) > 0 and adjustments.why_no_site(power, province) is None:
            spots = [spot for kind in board.board.kinds for spot in board.spots_in[kind, province]]
            meant = [spot for spot in spots if where.coast in (None, board.pieces[spot].location.coast)]
            builds = [Build(board.pieces[spot]) for spot in meant if adjustments.bar(power, spot) is None]
            declined = () if tables.variant.rules.build_decline is BuildDecline.FORBIDDEN else (Waive(),)
            return (*builds, *declined)
    return ()


def check_order(variant: Variant, position: Position, power: str, order: Order) -> Verdict:
    """Return the verdict on *order* of *power* now: legal, or the reason that it is not. Other orders are not looked at (DATC 4.E.1).

    What the rules forgive in writing (a coast left out that can only be one, a unit called by the wrong kind) is legal.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> bool(check_order(game, game.start, "FRANCE", parse_order("A PAR - BUR")))
    True
    >>> check_order(game, game.start, "FRANCE", parse_order("A PAR - MUN")).refusal.value
    'not adjacent'
    """
    return canonical_order(variant, position, power, order)[1]


def canonical_order(variant: Variant, position: Position, power: str, order: Order) -> tuple[Order, Verdict]:
    """*order* as it will be carried out, every coast and kind as it is on the board, with its verdict; as given when illegal.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> order, verdict = canonical_order(game, game.start, "RUSSIA", parse_order("A STP - FIN"))
    >>> print(order, bool(verdict))
    F STP/SC - FIN True
    """
    tables = variant_tables(variant)
    if power not in tables.power_rank:
        return order, Verdict(Refusal.UNKNOWN_POWER, (power,))
    meant = _meant(tables, position, power, order)
    return (order, meant) if isinstance(meant, Verdict) else (meant, LEGAL)


def _meant(tables: VariantTables, position: Position, power: str, order: Order) -> Order | Verdict:
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            moved = interpret(position_tables(tables, position), tables.power_rank[power], order)
            return moved if isinstance(moved, Verdict) else moved[1]
        case PhaseKind.RETREAT:
            retreated = Retreats(tables, position).interpret(power, order)
            return retreated if isinstance(retreated, Verdict) else retreated[0]
        case PhaseKind.ADJUSTMENT:
            adjustments = adjustments_of(tables, position)
            adjusted = adjustments.interpret(power, order)
            if isinstance(adjusted, Waive) and adjustments.balance(power) <= 0:  # Builds are due, but there is no free site for any.
                return Verdict(Refusal.NO_BUILDS_LEFT)
            return adjusted
