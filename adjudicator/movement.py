"""A movement phase: orders are read, matched, decided by the equations, explained, and carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.battle import NOTHING, Battle
from adjudicator.explain import Account
from adjudicator.ground import Placing, VariantTables, placing
from adjudicator.muster import Muster, OrdersByPower, fight, read_orders
from adjudicator.position import Position
from adjudicator.reach import Reach
from adjudicator.resolution import OrderOutcome, Result
from adjudicator.rule_choices import NoOrders, RetreatToConvoy
from adjudicator.unit import DislodgedUnit, Unit


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a phase did to the units, before centres change hands and the calendar moves on."""

    outcomes: tuple[OrderOutcome, ...]
    refused: tuple[OrderOutcome, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[str] = frozenset()


def move_units(tables: VariantTables, position: Position, orders_by_power: OrdersByPower, *, retreats_follow: bool) -> Aftermath:
    """Adjudicate a movement phase. Without *retreats_follow* every dislodged unit is destroyed."""
    here = placing(tables, position)
    muster = read_orders(tables, here, orders_by_power)
    battle = fight(muster)
    dislodged = _dislodged(battle)
    contested: set[int] = set()
    destroyed: frozenset[int] = frozenset()
    must_retreat: tuple[DislodgedUnit, ...] = ()
    if dislodged:
        contested = contested_provinces(battle)
        occupied = _occupied_afterwards(battle)
        must_retreat, destroyed = _retreats(tables, battle, position.units, dislodged, occupied, contested, retreats_follow)
    outcomes = Account(muster, battle, position.units, dislodged, destroyed).outcomes()
    units = _units_afterwards(tables, here, battle, muster, position.units, dislodged)
    if muster.missing and tables.variant.rules.no_orders is NoOrders.DISBAND:
        gone = {tables.powers[rank] for rank in muster.missing}
        units = tuple(unit for unit in units if unit.power not in gone)
        must_retreat = tuple(each for each in must_retreat if each.unit.power not in gone)
        outcomes = tuple(_taken_off(each) if each.power in gone else each for each in outcomes)
    codes = tables.board.codes
    left_empty = frozenset(codes[province] for province in contested) if must_retreat else frozenset()
    return Aftermath(outcomes, tuple(muster.refused), units, must_retreat, left_empty)


def _taken_off(outcome: OrderOutcome) -> OrderOutcome:
    """The outcome of a unit of a power that sent no orders, where such units are disbanded."""
    return OrderOutcome(
        outcome.unit, outcome.power, outcome.order, outcome.given, outcome.results - {Result.OK} | {Result.DESTROYED}, outcome.reasons
    )


def _dislodged(battle: Battle) -> dict[int, int]:
    """Dislodged unit to the unit that drove it out."""
    found: dict[int, int] = {}
    at, targets, moved = battle.at, battle.targets, battle.moved
    for unit in battle.moves:
        if moved[unit]:
            other = at[targets[unit]]
            if other >= 0 and not moved[other]:
                found[other] = unit
    return found


def _occupied_afterwards(battle: Battle) -> set[int]:
    """The provinces in which a unit stands after the moves."""
    return {
        battle.targets[unit] if moved else province
        for unit, (moved, province) in enumerate(zip(battle.moved, battle.provinces, strict=True))
    }


def contested_provinces(battle: Battle) -> set[int]:
    """The provinces that a standoff left empty: somebody with effect there moved to them, and nobody got in."""
    occupied = _occupied_afterwards(battle)
    return {
        province
        for province, rivals in battle.attackers.items()
        if province not in occupied and any(battle.prevent_strength(rival, high=True) > NOTHING for rival in rivals)
    }


def retreat_spots(reach: Reach, spot: int, occupied: Iterable[int], contested: Iterable[int], closed: int = -1) -> tuple[int, ...]:
    """The spots to which a unit dislodged from *spot* can go; *closed* is the province its attacker came from.

    Source: rulebook, Retreats; DATC 6.H.
    """
    province_of = reach.tables.province_of
    taken = {*occupied, *contested, closed}
    return tuple(sorted(target for target in reach.moves[spot] if province_of[target] not in taken))


def _retreats(
    tables: VariantTables,
    battle: Battle,
    units: tuple[Unit, ...],
    dislodged: Mapping[int, int],
    occupied: set[int],
    contested: set[int],
    retreats_follow: bool,
) -> tuple[tuple[DislodgedUnit, ...], frozenset[int]]:
    """Who must retreat, and who is destroyed since there is nowhere to go."""
    allowed_back = tables.variant.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
    codes = tables.board.codes
    found: list[DislodgedUnit] = []
    destroyed: set[int] = set()
    for unit, attacker in sorted(dislodged.items()):
        by_convoy = attacker in battle.convoyers
        origin = battle.provinces[attacker]
        reach = battle.placing.ground.reaches[battle.powers[unit]]
        closed = -1 if by_convoy and allowed_back else origin
        if retreats_follow and retreat_spots(reach, battle.spots[unit], occupied, contested, closed):
            found.append(DislodgedUnit(units[unit], codes[origin], by_convoy))
        else:
            destroyed.add(unit)
    return tuple(found), frozenset(destroyed)


def _units_afterwards(
    tables: VariantTables,
    here: Placing,
    battle: Battle,
    muster: Muster,
    units: tuple[Unit, ...],
    dislodged: Mapping[int, int],
) -> tuple[Unit, ...]:
    """Every unit where it stands after the moves, dislodged ones apart, sorted by text."""
    moved, records, numbers, spots = battle.moved, muster.records, here.numbers, here.spots
    changed = [unit for unit in battle.moves if moved[unit]]
    if not changed:
        return units
    after = numbers[:]
    for unit in changed:
        record = records[unit]
        assert record is not None
        after[unit] += record[5] - spots[unit]
    if dislodged:
        after = [number for unit, number in enumerate(after) if unit not in dislodged]
    after.sort()
    book = tables.units
    return tuple([book[number] for number in after])
