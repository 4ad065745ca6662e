"""The decisions of a movement phase, set up from its orders: who moves where, who supports what, who is carried; and how all is decided."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.bit_sets import bits
from adjudicator.convoy_routes import has_chain
from adjudicator.cycles import decide
from adjudicator.decisions import UNIT, Decisions
from adjudicator.matching import MatchedOrders
from adjudicator.movement_order import ANY_COAST, CONVOY, HOLD, MOVE, MOVE_BY_CONVOY, MOVE_VIA, SUPPORT_HOLD, IndexedOrder
from adjudicator.order import Move
from adjudicator.rule_choices import AdjacentConvoy, AttackOrigin, CoastInSupport, ConvoyParadox, DisorderSupport, ImpossibleOrder, NoOrders
from adjudicator.rules import Rules


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
