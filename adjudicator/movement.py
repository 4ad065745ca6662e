"""A movement phase: orders are read, matched, decided by the equations, explained, and carried out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.board_tables import Reach, bits
from adjudicator.convoy_routes import has_chain
from adjudicator.cycles import decide
from adjudicator.decisions import NOTHING, UNIT, Decisions
from adjudicator.explanation import Explanation
from adjudicator.matching import MatchedOrders, OrdersByPower, read_orders
from adjudicator.movement_order import ANY_COAST, CONVOY, HOLD, MOVE, MOVE_BY_CONVOY, MOVE_VIA, SUPPORT_HOLD, IndexedOrder
from adjudicator.order import Move
from adjudicator.position import Position
from adjudicator.resolution import Explains, OrderOutcome
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    CoastInSupport,
    ConvoyParadox,
    DisorderSupport,
    ImpossibleOrder,
    NoOrders,
    RetreatToConvoy,
)
from adjudicator.rules import Rules
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant_tables import PositionTables, VariantTables, position_tables


def set_up(matched: MatchedOrders, on_foot: frozenset[int] = frozenset()) -> Decisions:
    """The decisions that the orders call for, none of them made but those that nothing can change.

    Args:
        matched: the orders; supports and convoys that match no order are noted there.
        on_foot: units that do not use a convoy they could.
    """
    decisions = Decisions(matched.here)
    targets, moved, attackers = decisions.targets, decisions.moved, decisions.attackers
    lowest, highest, moves = decisions.lowest, decisions.highest, decisions.moves
    supporting: list[tuple[int, IndexedOrder]] = []
    convoying: list[tuple[int, IndexedOrder]] = []
    may_convoy: list[int] = []
    for unit, indexed in enumerate(matched.indexed_orders):
        if indexed is None:
            continue
        kind = indexed.kind
        if kind == HOLD:
            continue
        if kind <= MOVE_BY_CONVOY:
            target = targets[unit] = indexed.target
            lowest[unit] = highest[unit] = indexed.strength
            moved[unit] = None
            moves.append(unit)
            if target in attackers:
                attackers[target].append(unit)
            else:
                attackers[target] = [unit]
            if kind != MOVE:
                may_convoy.append(unit)
        elif kind == CONVOY:
            convoying.append((unit, indexed))
        else:
            supporting.append((unit, indexed))
    if matched.illegal or matched.missing:
        _find_unsupportable(matched)
    if convoying or may_convoy:
        _match_convoys(matched, decisions, convoying, may_convoy, on_foot)
    _match_supports(matched, decisions, supporting)
    if decisions.convoying_fleets:
        _apply_convoy_rules(matched, decisions)
    return decisions


def _match_supports(matched: MatchedOrders, decisions: Decisions, supporting: Sequence[tuple[int, IndexedOrder]]) -> None:
    """Match supports with what is ordered. A support that is not attacked is given (DATC 5.B.2); the others are open."""
    at, unsupportable, indexed_orders = decisions.at, matched.unsupportable, matched.indexed_orders
    targets, attackers, given = decisions.targets, decisions.attackers, decisions.given
    lowest, highest, supporters = decisions.lowest, decisions.highest, decisions.supporters
    any_coast = matched.here.tables.variant.rules.coast_in_support is CoastInSupport.NEVER_MATCHED
    for unit, indexed in supporting:
        supported = at[indexed.other]
        if indexed.kind == SUPPORT_HOLD:
            decisions.supported_into[unit] = indexed.other
            matches = targets[supported] < 0 and supported not in unsupportable
        else:
            into = decisions.supported_into[unit] = indexed.target
            order = indexed_orders[supported]
            wanted = indexed.target_spot
            matches = order is not None and targets[supported] == into and (wanted == order.target_spot or wanted == ANY_COAST or any_coast)
        if not matches:
            matched.unmatched.add(unit)
            continue
        if supported in supporters:
            supporters[supported].append(unit)
        else:
            supporters[supported] = [unit]
        decisions.supported_units[unit] = supported
        highest[supported] += UNIT
        if indexed.province in attackers:
            decisions.open_supports.append(unit)
        else:
            given[unit] = True
            lowest[supported] += UNIT


def _find_unsupportable(matched: MatchedOrders) -> None:
    """Find the units that cannot be supported to hold although they stay (DATC 4.E.1, 4.D.9)."""
    rules = matched.here.tables.variant.rules
    if rules.impossible_order is ImpossibleOrder.STILL_A_MOVE:
        matched.unsupportable.update(unit for unit in matched.illegal if isinstance(matched.orders[unit], Move))
    if rules.no_orders is NoOrders.DISORDER and rules.disorder_support is DisorderSupport.FAILS:
        matched.unsupportable.update(unit for unit, power in enumerate(matched.here.powers) if power in matched.missing)


def _match_convoys(
    matched: MatchedOrders,
    decisions: Decisions,
    convoying: Sequence[tuple[int, IndexedOrder]],
    may_convoy: Sequence[int],
    on_foot: frozenset[int],
) -> None:
    """Match convoy orders with the moves they are for, and settle which armies go by convoy (DATC 4.A.3)."""
    here, indexed_orders = matched.here, matched.indexed_orders
    convoys = dict.fromkeys(may_convoy, 0)  # Moving unit to the bit set of spots of the fleets ordered to carry it there.
    own_fleet: set[int] = set()
    for unit, indexed in convoying:
        army = here.at[indexed.other]
        carried = indexed_orders[army]
        off_route = carried is not None and carried.route and not carried.route >> indexed.spot & 1
        if decisions.targets[army] != indexed.target or off_route:
            matched.unmatched.add(unit)
            continue
        convoys[army] = convoys.get(army, 0) | 1 << indexed.spot
        if here.powers[unit] == here.powers[army]:
            own_fleet.add(army)
    for army, fleets in convoys.items():
        order = indexed_orders[army]
        assert order is not None
        if order.kind == MOVE_BY_CONVOY or (army not in on_foot and _prefers_convoy(decisions, army, order, fleets, own=army in own_fleet)):
            decisions.set_convoyed(army, fleets)
            if order.route:
                decisions.named_routes[army] = order.route
        elif order.kind == MOVE_VIA:
            decisions.set_strength(army, here.open_edges.reaches[here.powers[army]].moves[order.spot][order.target_spot])


def _prefers_convoy(decisions: Decisions, army: int, order: IndexedOrder, fleets: int, *, own: bool) -> bool:
    """Return True if an army that could walk goes by convoy (DATC 4.A.3).

    The *unwanted convoy*, or kidnapping: a foreign fleet offers to carry an army that meant to walk. Only where the choice below asks
    neither for the army's own word nor for a fleet of its own power is it carried off.
    """
    here = decisions.here
    asked = order.kind == MOVE_VIA
    reach = here.open_edges.reaches[here.powers[army]]

    def chain() -> bool:
        return has_chain(reach, order.province, order.target, fleets)

    there = here.at[order.target]
    opposed = there >= 0 and decisions.targets[there] == order.province
    match here.tables.variant.rules.adjacent_convoy:
        case AdjacentConvoy.RULES_2025:
            return asked or own
        case AdjacentConvoy.RULES_2000 | AdjacentConvoy.RULES_2000_FALLBACK:
            return asked or (own and chain())
        case AdjacentConvoy.DPTG:
            return asked
        case AdjacentConvoy.RULES_1982:
            return asked or (chain() and (own or (opposed and here.powers[there] == here.powers[army])))
        case AdjacentConvoy.RULES_1971 | AdjacentConvoy.CONVOY_IF_OPPOSED:
            return opposed and chain()
        case AdjacentConvoy.CONVOY_FIRST:
            return chain()


def may_walk_after_all(rules: Rules) -> bool:
    """Return True if an army walks when its convoy to a neighbouring province is broken (DATC 4.A.3)."""
    return rules.adjacent_convoy in (AdjacentConvoy.RULES_1971, AdjacentConvoy.RULES_2000_FALLBACK)


def _apply_convoy_rules(matched: MatchedOrders, decisions: Decisions) -> None:
    """Brannan's rule (DATC 4.A.4), and the rulebooks' answers to convoy paradoxes (DATC 4.A.2)."""
    here = matched.here
    rules = here.tables.variant.rules
    tables = here.open_edges.tables
    if rules.attack_origin is AttackOrigin.BRANNAN:
        decisions.attacks_from_fleets = True
        for army, fleets in decisions.convoying_fleets.items():
            last = fleets & here.open_edges.reaches[here.powers[army]].ashore[decisions.targets[army]]
            origin = tables.province_of[last.bit_length() - 1] if last and last & (last - 1) == 0 else -1
            decisions.origins[army] = origin
            decisions.facing[army] = origin if origin >= 0 else decisions.facing[army]
    if rules.convoy_paradox in (ConvoyParadox.RULES_1971, ConvoyParadox.RULES_1982, ConvoyParadox.RULES_2000):
        carried = {tables.province_of[spot] for fleets in decisions.convoying_fleets.values() for spot in bits(fleets)}
        decisions.never_cut = frozenset(
            (army, supporter)
            for army in decisions.convoying_fleets
            if (supporter := here.at[decisions.targets[army]]) in decisions.supported_into
            and _spares_support(matched, decisions, rules.convoy_paradox, army, supporter, carried)
        )


def _spares_support(
    matched: MatchedOrders, decisions: Decisions, rule: ConvoyParadox, army: int, supporter: int, carried: set[int]
) -> bool:
    """Return True if the convoyed *army* does not cut the support of *supporter* under the rulebook's *rule*."""
    here = matched.here
    indexed = matched.indexed_orders[supporter]
    assert indexed is not None
    kinds = here.tables.variant.board.kinds
    is_fleet = kinds[here.open_edges.tables.kind_of[indexed.spot]].convoys
    into = decisions.supported_into[supporter]
    if rule is ConvoyParadox.RULES_1982:
        return is_fleet and into in carried
    if indexed.kind == SUPPORT_HOLD:
        return False
    attacked = here.at[into]
    if attacked < 0 or not decisions.convoying_fleets[army] >> here.spots[attacked] & 1:
        return False
    if rule is ConvoyParadox.RULES_1971:
        return is_fleet
    reach = here.open_edges.reaches[here.powers[army]]
    others = decisions.convoying_fleets[army] & ~(1 << here.spots[attacked])
    return not has_chain(reach, decisions.provinces[army], decisions.targets[army], others)


def resolve_moves(matched: MatchedOrders) -> Decisions:
    """The decisions, decided. Where the rules let an army walk when its convoy is broken, it is fought again with that army on foot."""
    decisions = set_up(matched)
    decide(decisions)
    if decisions.convoying_fleets and may_walk_after_all(matched.here.tables.variant.rules):
        on_foot: frozenset[int] = frozenset()
        while True:
            stranded = {
                army
                for army in decisions.convoying_fleets
                if decisions.path[army] is False and (order := matched.indexed_orders[army]) is not None and order.kind != MOVE_BY_CONVOY
            }
            if not stranded:
                break
            on_foot |= stranded
            settled = decisions.paradox_convoys
            matched.unmatched.clear()
            decisions = set_up(matched, on_foot)
            decisions.paradox_convoys |= settled
            decide(decisions)
    return decisions


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """Effect of a phase on the units, before centres change hands and the calendar moves on."""

    outcomes: tuple[OrderOutcome, ...] | Explains
    """Outcome of each order, or a function that explains it when asked."""
    refused: tuple[OrderOutcome, ...]
    numbers: Sequence[int]
    """The numbers of the units on the board afterwards, dislodged ones apart, in ascending sequence."""
    units: tuple[Unit, ...]
    """The same as values."""
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[str] = frozenset()


def move_units(tables: VariantTables, position: Position, orders_by_power: OrdersByPower, *, retreats_follow: bool) -> PhaseResult:
    """Adjudicate a movement phase. Without *retreats_follow* every dislodged unit is destroyed."""
    here = position_tables(tables, position)
    matched = read_orders(tables, here, orders_by_power)
    decisions = resolve_moves(matched)
    arrived = arrivals(decisions)
    dislodged = dislodged_units(decisions, arrived)
    contested: set[int] = set()
    destroyed: frozenset[int] = frozenset()
    disbanded: frozenset[int] = frozenset()
    must_retreat: tuple[DislodgedUnit, ...] = ()
    if matched.missing and tables.variant.rules.no_orders is NoOrders.DISBAND:
        disbanded = frozenset(unit for unit, power in enumerate(here.powers) if power in matched.missing)
    if dislodged:
        contested = contested_provinces(decisions, arrived)
        leaving = {unit: attacker for unit, attacker in dislodged.items() if unit not in disbanded} if disbanded else dislodged
        must_retreat, destroyed = _retreats(tables, decisions, position.units, leaving, arrived, contested, retreats_follow)
    explanation = Explanation(matched, decisions, position.units, dislodged, destroyed, disbanded)
    numbers, units = _units_afterwards(tables, here, matched, arrived, position.units, dislodged, disbanded)
    codes = tables.board.codes
    left_empty = frozenset([codes[province] for province in contested]) if must_retreat else frozenset()
    return PhaseResult(explanation, tuple(matched.refused), numbers, units, must_retreat, left_empty)


def arrivals(decisions: Decisions) -> dict[int, int]:
    """Province to the unit that moved into it."""
    targets, moved = decisions.targets, decisions.moved
    return {targets[unit]: unit for unit in decisions.moves if moved[unit]}


def dislodged_units(decisions: Decisions, arrived: Mapping[int, int]) -> dict[int, int]:
    """Attacker of each dislodged unit, which moved in where it stood, while it did not move away."""
    at, moved = decisions.at, decisions.moved
    return {at[province]: unit for province, unit in arrived.items() if at[province] >= 0 and not moved[at[province]]}


def stands_afterwards(decisions: Decisions, arrived: Mapping[int, int], province: int) -> bool:
    """Return True if a unit stands in *province* after the moves."""
    unit = decisions.at[province]
    return province in arrived or (unit >= 0 and not decisions.moved[unit])


def contested_provinces(decisions: Decisions, arrived: Mapping[int, int]) -> set[int]:
    """The provinces that a standoff left empty: units with effect there moved to them, and none got in."""
    return {
        province
        for province, rivals in decisions.attackers.items()
        if not stands_afterwards(decisions, arrived, province)
        and any(decisions.prevent_strength(rival, high=True) > NOTHING for rival in rivals)
    }


def retreat_spots(reach: Reach, spot: int, is_closed: Callable[[int], bool]) -> tuple[int, ...]:
    """The spots to which a unit dislodged from *spot* can go; *is_closed* returns True for provinces that are closed to it.

    Source: rulebook, Retreats; DATC 6.H.
    """
    return tuple(sorted(target for province, spots in reach.provinces[spot].items() if not is_closed(province) for target in spots))


def open_to(
    tables: VariantTables, decisions: Decisions, unit: int, attacker: int, arrived: Mapping[int, int], contested: Container[int]
) -> Iterator[int]:
    """The provinces to which *unit*, dislodged by *attacker*, can retreat. Source: rulebook, Retreats; DATC 4.A.5."""
    allowed_back = attacker in decisions.convoying_fleets and tables.variant.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
    origin = decisions.provinces[attacker]
    for province in decisions.here.open_edges.reaches[decisions.powers[unit]].provinces[decisions.spots[unit]]:
        if (allowed_back or province != origin) and province not in contested and not stands_afterwards(decisions, arrived, province):
            yield province


def _retreats(
    tables: VariantTables,
    decisions: Decisions,
    units: tuple[Unit, ...],
    dislodged: Mapping[int, int],
    arrived: Mapping[int, int],
    contested: set[int],
    retreats_follow: bool,
) -> tuple[tuple[DislodgedUnit, ...], frozenset[int]]:
    """Return the units that must retreat, and those that are destroyed since there is nowhere to go."""
    codes = tables.board.codes
    found: list[DislodgedUnit] = []
    destroyed: set[int] = set()
    for unit, attacker in sorted(dislodged.items()):
        if retreats_follow and any(True for _ in open_to(tables, decisions, unit, attacker, arrived, contested)):
            found.append(DislodgedUnit(units[unit], codes[decisions.provinces[attacker]], attacker in decisions.convoying_fleets))
        else:
            destroyed.add(unit)
    return tuple(found), frozenset(destroyed)


def _units_afterwards(
    tables: VariantTables,
    here: PositionTables,
    matched: MatchedOrders,
    arrived: Mapping[int, int],
    units: tuple[Unit, ...],
    dislodged: Mapping[int, int],
    disbanded: frozenset[int],
) -> tuple[Sequence[int], tuple[Unit, ...]]:
    """Every unit where it stands after the moves, dislodged ones apart, as numbers and as values, sorted by text."""
    indexed_orders, spots = matched.indexed_orders, here.spots
    after = here.numbers[:]
    for unit in arrived.values():
        indexed = indexed_orders[unit]
        assert indexed is not None
        after[unit] += indexed.target_spot - spots[unit]
    for unit in sorted({*dislodged, *disbanded}, reverse=True):
        del after[unit]
    after.sort()
    if after == here.numbers:
        return after, units
    return after, tuple(map(tables.units.__getitem__, after))
