"""The orders of a movement phase, each given to its unit, matched with one another, and set up as a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.battle import Battle
from adjudicator.convoy_routes import has_chain
from adjudicator.fitting import fit
from adjudicator.ground import Placing, VariantTables
from adjudicator.knot import solve
from adjudicator.movement_order import (
    ANY_COAST,
    CONVOY,
    FERRY,
    HOLD,
    STEP,
    SUPPORT_HOLD,
    SUPPORT_STEP,
    VIA,
    Record,
    exact_record,
    is_possible,
)
from adjudicator.order import Move, MovementOrder, Order
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Result
from adjudicator.rule_choices import (
    AdjacentConvoy,
    AttackOrigin,
    CoastInSupport,
    ConvoyParadox,
    DisorderSupport,
    ImplicitOrders,
    ImpossibleOrder,
    NoOrders,
    RepeatedOrder,
)
from adjudicator.rules import Rules
from adjudicator.verdict import Refusal, Verdict

OrdersByPower = Mapping[str, Sequence[Order]]


class Muster:
    """The orders of a movement phase, each beside the unit it is for."""

    __slots__ = ("convoys", "illegal", "missing", "orders", "placing", "records", "refused", "stubborn", "unmatched")

    def __init__(self, placing: Placing) -> None:
        count = len(placing.spots)
        self.placing = placing
        self.records: list[Record | None] = [None] * count
        self.orders: list[Order | None] = [None] * count
        self.illegal: dict[int, tuple[str, Order, Verdict]] = {}
        """Units to the impossible order their power gave them, and why it is; they hold."""
        self.refused: list[OrderOutcome] = []
        self.stubborn: set[int] = set()
        """Units that stay but cannot be supported to hold: their impossible move still counts as one (DATC 4.E.1)."""
        self.missing: set[int] = set()
        """Ranks of the powers that sent no orders at all."""
        self.convoys: dict[int, int] = {}
        """Moving unit to the bit set of spots of the fleets ordered to carry it there."""
        self.unmatched: set[int] = set()
        """Units whose support or convoy matches no order."""


def read_orders(tables: VariantTables, placing: Placing, orders_by_power: OrdersByPower) -> Muster:
    """Give every unit its order. What cannot be used is refused with its verdict."""
    muster = Muster(placing)
    records, orders = muster.records, muster.orders
    at, spots, powers, ranks = placing.at, placing.spots, placing.powers, tables.power_rank
    if not spots:
        spots = [-2]
    first_counts = tables.variant.rules.repeated_order is RepeatedOrder.FIRST and not placing.ground.limited
    for power, given in orders_by_power.items():
        rank = ranks.get(power)
        if rank is None:
            muster.refused.extend(_refused(None, power, order, Verdict(Refusal.UNKNOWN_POWER, (power,))) for order in given)
            continue
        if not first_counts:
            _read_with_care(muster, power, rank, given)
            continue
        reach = placing.ground.reaches[rank]
        for order in given:
            try:
                record: Record = order.compiled  # type: ignore[assignment]
                if record[0] is not reach:
                    record = exact_record(reach, order)
            except AttributeError:
                record = exact_record(reach, order)
            # A loose record has no spot, and an empty province the last unit, which stands elsewhere: neither matches here.
            unit = at[record[2]]
            if spots[unit] == record[3] and powers[unit] == rank and records[unit] is None:
                kind = record[1]
                if kind <= STEP:
                    records[unit] = record
                    orders[unit] = order
                    continue
                if kind == SUPPORT_STEP or kind == SUPPORT_HOLD:  # noqa: SIM109 - measurably faster than a set
                    if spots[at[record[4]]] == record[5]:
                        records[unit] = record
                        orders[unit] = order
                        continue
                elif is_possible(placing, record):
                    records[unit] = record
                    orders[unit] = order
                    continue
            _read_loosely(muster, power, rank, order)
    for unit, (power, order, verdict) in list(muster.illegal.items()):
        if records[unit] is None:
            orders[unit] = order
        else:  # A legal order was there as well; that one counts.
            del muster.illegal[unit]
            muster.refused.append(_refused(placing, power, order, verdict))
    if not ranks.keys() <= orders_by_power.keys():
        muster.missing = {rank for power, rank in ranks.items() if power not in orders_by_power}
    if tables.variant.rules.implicit_orders is ImplicitOrders.ALLOWED:
        _deduce_orders(muster)
    return muster


def _read_loosely(muster: Muster, power: str, rank: int, order: Order) -> None:
    """Read an order that is not exact, not possible, or not the first for its unit; the first legal one counts (DATC 4.D.3 a)."""
    placing = muster.placing
    fitted = fit(placing, rank, order)
    if isinstance(fitted, Verdict):
        unit = _own_unit(placing, rank, order)
        if unit is None or fitted.refusal is Refusal.WRONG_PHASE or unit in muster.illegal:
            muster.refused.append(_refused(placing, power, order, fitted))
        else:
            muster.illegal[unit] = (power, order, fitted)
        return
    record, carried_out = fitted
    unit = placing.at[record.province]
    if muster.records[unit] is not None:
        if muster.orders[unit] != carried_out:
            muster.refused.append(_refused(placing, power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (str(carried_out.piece),))))
        return
    muster.records[unit] = record
    muster.orders[unit] = carried_out


def _read_with_care(muster: Muster, power: str, rank: int, given: Sequence[Order]) -> None:
    """Read the orders of a power where the last counts, or none of several (DATC 4.D.3 b, c), or edges depend on the power."""
    choice = muster.placing.tables.variant.rules.repeated_order
    if choice is RepeatedOrder.LAST:
        given = given[::-1]
    elif choice is RepeatedOrder.NONE:
        kept: list[Order] = []
        fitted = [fit(muster.placing, rank, order) for order in given]
        for order, each in zip(given, fitted, strict=True):
            if not isinstance(each, Verdict):
                piece = each[1].piece
                if any(not isinstance(o, Verdict) and o[1].piece == piece and o[1] != each[1] for o in fitted):
                    muster.refused.append(_refused(muster.placing, power, order, Verdict(Refusal.UNIT_ORDERED_TWICE, (str(piece),))))
                    continue
            kept.append(order)
        given = kept
    for order in given:
        _read_loosely(muster, power, rank, order)


def _own_unit(placing: Placing, rank: int, order: Order) -> int | None:
    """The unit of this power that *order* is for, if there is one."""
    if not isinstance(order, MovementOrder):
        return None
    province = placing.ground.tables.province_index.get(order.piece.location.province)
    unit = -1 if province is None else placing.at[province]
    return unit if unit >= 0 and placing.powers[unit] == rank else None


def _refused(placing: Placing | None, power: str, order: Order, verdict: Verdict) -> OrderOutcome:
    """The outcome of an order that could not be used."""
    unit = None
    if placing is not None and isinstance(order, MovementOrder):
        province = placing.ground.tables.province_index.get(order.piece.location.province)
        if province is not None and placing.at[province] >= 0:
            unit = placing.tables.units[placing.numbers[placing.at[province]]]
    reason = Reason(ReasonKind.REFUSED, "4.E.1", verdict=verdict)
    return OrderOutcome(unit, power, order, given=True, results=frozenset({Result.ILLEGAL}), reasons=(reason,))


def _deduce_orders(muster: Muster) -> None:
    """Give units without an order the move that a support or convoy of their own power implies (DATC 4.E.3 a)."""
    placing = muster.placing
    for unit, record in enumerate(list(muster.records)):
        if record is None or record.kind <= SUPPORT_HOLD or record.onward < 0:
            continue
        other = placing.at[record.goal]
        if muster.orders[other] is not None or placing.powers[other] != placing.powers[unit]:
            continue
        tables = placing.ground.tables
        spot = record.onward_spot if record.onward_spot >= 0 else tables.spots_in[tables.kind_of[record.goal_spot], record.onward][0]
        fitted = fit(placing, placing.powers[unit], Move(tables.pieces[record.goal_spot], tables.pieces[spot].location))
        if not isinstance(fitted, Verdict):
            muster.records[other], muster.orders[other] = fitted


def array(muster: Muster, on_foot: frozenset[int] = frozenset()) -> Battle:
    """Set up the battle: who moves where, who supports what, who is carried. Units *on_foot* do not use a convoy they could."""
    placing = muster.placing
    battle = Battle(placing)
    records = muster.records
    targets, moved, strengths = battle.targets, battle.moved, battle.strengths
    moves, attackers = battle.moves, battle.attackers
    supporting: list[int] = []
    convoying: list[int] = []
    asking: list[int] = []
    for unit, record in enumerate(records):
        if record is None:
            continue
        kind = record[1]
        if kind == HOLD:
            continue
        if kind <= FERRY:
            target = record[4]
            targets[unit] = target
            strengths[unit] = record[8]
            moved[unit] = None
            moves.append(unit)
            if target in attackers:
                attackers[target].append(unit)
            else:
                attackers[target] = [unit]
            if kind != STEP:
                asking.append(unit)
        elif kind == CONVOY:
            convoying.append(unit)
        else:
            supporting.append(unit)
    if muster.illegal or muster.missing:
        _note_stubborn(muster)
    if convoying or asking:
        _embark(muster, battle, convoying, asking, on_foot)
    at, stubborn = placing.at, muster.stubborn
    any_coast = placing.tables.variant.rules.coast_in_support is CoastInSupport.NEVER_MATCHED
    backers, upheld, supports, unmatched = battle.backers, battle.upheld, battle.supports, muster.unmatched
    for unit in supporting:
        record = records[unit]
        assert record is not None
        supported = at[record[4]]
        if record[1] == SUPPORT_HOLD:
            matches = targets[supported] < 0 and supported not in stubborn
            upheld[unit] = record[4]
        else:
            order = records[supported]
            wanted = record[7]
            matches = order is not None and targets[supported] == record[6] and (wanted == order[5] or wanted == ANY_COAST or any_coast)
            upheld[unit] = record[6]
        supports.append(unit)
        if not matches:
            unmatched.add(unit)
        elif supported in backers:
            backers[supported].append(unit)
        else:
            backers[supported] = [unit]
    if battle.convoyers:
        _apply_convoy_rules(muster, battle)
    return battle


def _note_stubborn(muster: Muster) -> None:
    """Which units cannot be supported to hold although they stay (DATC 4.E.1, 4.D.9)."""
    rules = muster.placing.tables.variant.rules
    if rules.impossible_order is ImpossibleOrder.STILL_A_MOVE:
        muster.stubborn.update(unit for unit in muster.illegal if isinstance(muster.orders[unit], Move))
    if rules.no_orders is NoOrders.DISORDER and rules.disorder_support is DisorderSupport.FAILS:
        muster.stubborn.update(unit for unit, power in enumerate(muster.placing.powers) if power in muster.missing)


def _embark(muster: Muster, battle: Battle, convoying: Sequence[int], asking: Sequence[int], on_foot: frozenset[int]) -> None:
    """Match convoy orders with the moves they are for, and settle which armies go by convoy (DATC 4.A.3)."""
    placing, records = muster.placing, muster.records
    muster.convoys = convoys = dict.fromkeys(asking, 0)
    own_fleet: set[int] = set()
    for unit in convoying:
        record = records[unit]
        assert record is not None
        army = placing.at[record.goal]
        carried = records[army]
        off_route = carried is not None and carried.route and not carried.route >> record.spot & 1
        if battle.targets[army] != record.onward or off_route:
            muster.unmatched.add(unit)
            continue
        convoys[army] = convoys.get(army, 0) | 1 << record.spot
        if placing.powers[unit] == placing.powers[army]:
            own_fleet.add(army)
    for army, fleets in convoys.items():
        order = records[army]
        assert order is not None
        if order.kind == FERRY or (army not in on_foot and _prefers_convoy(battle, army, order, fleets, own=army in own_fleet)):
            battle.set_convoyed(army, fleets)
            if order.route:
                battle.named[army] = order.route
        elif order.kind == VIA:
            battle.strengths[army] = placing.ground.reaches[placing.powers[army]].moves[order.spot][order.goal_spot]


def _prefers_convoy(battle: Battle, army: int, order: Record, fleets: int, *, own: bool) -> bool:
    """Whether an army that could walk goes by convoy. Source: DATC 4.A.3."""
    placing = battle.placing
    asked = order.kind == VIA
    reach = placing.ground.reaches[placing.powers[army]]

    def chain() -> bool:
        return has_chain(reach, order.province, order.goal, fleets)

    there = placing.at[order.goal]
    opposed = there >= 0 and battle.targets[there] == order.province
    match placing.tables.variant.rules.adjacent_convoy:
        case AdjacentConvoy.RULES_2025:
            return asked or own
        case AdjacentConvoy.RULES_2000 | AdjacentConvoy.RULES_2000_FALLBACK:
            return asked or (own and chain())
        case AdjacentConvoy.DPTG:
            return asked
        case AdjacentConvoy.RULES_1982:
            return asked or (chain() and (own or (opposed and placing.powers[there] == placing.powers[army])))
        case AdjacentConvoy.RULES_1971 | AdjacentConvoy.CONVOY_IF_OPPOSED:
            return opposed and chain()
        case AdjacentConvoy.CONVOY_FIRST:
            return chain()


def may_walk_after_all(rules: Rules) -> bool:
    """Whether an army walks when its convoy to a neighbouring province is broken (DATC 4.A.3)."""
    return rules.adjacent_convoy in (AdjacentConvoy.RULES_1971, AdjacentConvoy.RULES_2000_FALLBACK)


def _apply_convoy_rules(muster: Muster, battle: Battle) -> None:
    """Brannan's rule (DATC 4.A.4), and the rulebooks' answers to convoy paradoxes (DATC 4.A.2)."""
    placing = muster.placing
    rules = placing.tables.variant.rules
    tables = placing.ground.tables
    if rules.attack_origin is AttackOrigin.BRANNAN:
        battle.turned_face = True
        for army, fleets in battle.convoyers.items():
            last = fleets & placing.ground.reaches[placing.powers[army]].ashore[battle.targets[army]]
            origin = tables.province_of[last.bit_length() - 1] if last and last & (last - 1) == 0 else -1
            battle.origins[army] = origin
            battle.facing[army] = origin if origin >= 0 else battle.facing[army]
    if rules.convoy_paradox in (ConvoyParadox.RULES_1971, ConvoyParadox.RULES_1982, ConvoyParadox.RULES_2000):
        carried = {tables.province_of[spot] for fleets in battle.convoyers.values() for spot in _bits(fleets)}
        battle.exempt = frozenset(
            (army, supporter)
            for army in battle.convoyers
            if (supporter := placing.at[battle.targets[army]]) in battle.upheld
            and _spares_support(muster, battle, rules.convoy_paradox, army, supporter, carried)
        )


def _spares_support(muster: Muster, battle: Battle, rule: ConvoyParadox, army: int, supporter: int, carried: set[int]) -> bool:
    """Whether the convoyed *army* does not cut the support of *supporter* under the rulebook's *rule*."""
    placing = muster.placing
    record = muster.records[supporter]
    assert record is not None
    kinds = placing.tables.variant.board.kinds
    is_fleet = kinds[placing.ground.tables.kind_of[record.spot]].convoys
    upheld = battle.upheld[supporter]
    if rule is ConvoyParadox.RULES_1982:
        return is_fleet and upheld in carried
    if record.kind == SUPPORT_HOLD:
        return False
    attacked = placing.at[upheld]
    if attacked < 0 or not battle.convoyers[army] >> placing.spots[attacked] & 1:
        return False
    if rule is ConvoyParadox.RULES_1971:
        return is_fleet
    reach = placing.ground.reaches[placing.powers[army]]
    others = battle.convoyers[army] & ~(1 << placing.spots[attacked])
    return not has_chain(reach, battle.provinces[army], battle.targets[army], others)


def _bits(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def fight(muster: Muster) -> Battle:
    """The battle, decided. Where the rules let an army walk when its convoy is broken, it is fought again with that army on foot."""
    battle = array(muster)
    solve(battle)
    if battle.convoyers and may_walk_after_all(muster.placing.tables.variant.rules):
        on_foot: frozenset[int] = frozenset()
        while True:
            stranded = {
                army
                for army in battle.convoyers
                if battle.path[army] is False and (order := muster.records[army]) is not None and order.kind != FERRY
            }
            if not stranded:
                break
            on_foot |= stranded
            settled = battle.settled_by_rule
            muster.unmatched.clear()
            battle = array(muster, on_foot)
            battle.settled_by_rule |= settled
            solve(battle)
    return battle
