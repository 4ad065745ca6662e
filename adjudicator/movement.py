"""A movement phase: orders are read, matched, decided by the equations, explained, and carried out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.battle import NOTHING, Battle
from adjudicator.explain import Account
from adjudicator.ground import Placing, VariantTables, placing
from adjudicator.muster import Muster, OrdersByPower, fight, read_orders
from adjudicator.position import Position
from adjudicator.reach import Reach
from adjudicator.resolution import Explains, OrderOutcome
from adjudicator.rule_choices import NoOrders, RetreatToConvoy
from adjudicator.unit import DislodgedUnit, Unit


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a phase did to the units, before centres change hands and the calendar moves on."""

    outcomes: tuple[OrderOutcome, ...] | Explains
    """What became of each order, or who can tell when asked."""
    refused: tuple[OrderOutcome, ...]
    numbers: Sequence[int]
    """The numbers of the units on the board afterwards, dislodged ones apart, in ascending sequence."""
    units: tuple[Unit, ...]
    """The same as values."""
    dislodged: tuple[DislodgedUnit, ...] = ()
    contested: frozenset[str] = frozenset()


def move_units(tables: VariantTables, position: Position, orders_by_power: OrdersByPower, *, retreats_follow: bool) -> Aftermath:
    """Adjudicate a movement phase. Without *retreats_follow* every dislodged unit is destroyed."""
    here = placing(tables, position)
    muster = read_orders(tables, here, orders_by_power)
    battle = fight(muster)
    dislodged = dislodged_units(battle)
    contested: set[int] = set()
    destroyed: frozenset[int] = frozenset()
    disbanded: frozenset[int] = frozenset()
    must_retreat: tuple[DislodgedUnit, ...] = ()
    if muster.missing and tables.variant.rules.no_orders is NoOrders.DISBAND:
        disbanded = frozenset(unit for unit, power in enumerate(here.powers) if power in muster.missing)
    if dislodged:
        contested = contested_provinces(battle)
        leaving = {unit: attacker for unit, attacker in dislodged.items() if unit not in disbanded} if disbanded else dislodged
        must_retreat, destroyed = _retreats(tables, battle, position.units, leaving, contested, retreats_follow)
    account = Account(muster, battle, position.units, dislodged, destroyed, disbanded)
    numbers, units = _units_afterwards(tables, here, battle, muster, position.units, dislodged, disbanded)
    codes = tables.board.codes
    left_empty = frozenset([codes[province] for province in contested]) if must_retreat else frozenset()
    return Aftermath(account, tuple(muster.refused), numbers, units, must_retreat, left_empty)


def dislodged_units(battle: Battle) -> dict[int, int]:
    """Dislodged unit to the unit that drove it out."""
    found: dict[int, int] = {}
    at, targets, moved = battle.at, battle.targets, battle.moved
    for unit in battle.moves:
        if moved[unit]:
            other = at[targets[unit]]
            if other >= 0 and not moved[other]:
                found[other] = unit
    return found


def stands_afterwards(battle: Battle, province: int) -> bool:
    """Whether a unit stands in *province* after the moves."""
    unit = battle.at[province]
    if unit >= 0 and not battle.moved[unit]:
        return True  # If it was driven out, whoever did that stands there.
    return any(battle.moved[attacker] for attacker in battle.attackers.get(province, ()))


def contested_provinces(battle: Battle) -> set[int]:
    """The provinces that a standoff left empty: somebody with effect there moved to them, and nobody got in."""
    found: set[int] = set()
    at, moved = battle.at, battle.moved
    for province, rivals in battle.attackers.items():
        unit = at[province]
        if unit >= 0 and not moved[unit]:
            continue
        for rival in rivals:
            if moved[rival]:
                break
        else:
            if any(battle.prevent_strength(rival, high=True) > NOTHING for rival in rivals):
                found.add(province)
    return found


def retreat_spots(reach: Reach, spot: int, is_closed: Callable[[int], bool]) -> tuple[int, ...]:
    """The spots to which a unit dislodged from *spot* can go; *is_closed* tells of a province whether nobody can go there.

    Source: rulebook, Retreats; DATC 6.H.
    """
    return tuple(sorted(target for province, spots in reach.provinces[spot].items() if not is_closed(province) for target in spots))


def open_to(tables: VariantTables, battle: Battle, unit: int, attacker: int, contested: Container[int]) -> Iterator[int]:
    """The provinces to which *unit*, driven out by *attacker*, can retreat. Source: rulebook, Retreats; DATC 4.A.5."""
    allowed_back = attacker in battle.convoyers and tables.variant.rules.retreat_to_convoy is RetreatToConvoy.ALLOWED
    behind = -1 if allowed_back else battle.provinces[attacker]
    for province in battle.placing.ground.reaches[battle.powers[unit]].provinces[battle.spots[unit]]:
        if province != behind and province not in contested and not stands_afterwards(battle, province):
            yield province


def _retreats(
    tables: VariantTables,
    battle: Battle,
    units: tuple[Unit, ...],
    dislodged: Mapping[int, int],
    contested: set[int],
    retreats_follow: bool,
) -> tuple[tuple[DislodgedUnit, ...], frozenset[int]]:
    """Who must retreat, and who is destroyed since there is nowhere to go."""
    codes = tables.board.codes
    found: list[DislodgedUnit] = []
    destroyed: set[int] = set()
    for unit, attacker in sorted(dislodged.items()):
        if retreats_follow and any(True for _ in open_to(tables, battle, unit, attacker, contested)):
            found.append(DislodgedUnit(units[unit], codes[battle.provinces[attacker]], attacker in battle.convoyers))
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
    disbanded: frozenset[int],
) -> tuple[Sequence[int], tuple[Unit, ...]]:
    """Every unit where it stands after the moves, dislodged ones apart, as numbers and as values, sorted by text."""
    moved, records, spots = battle.moved, muster.records, here.spots
    after = here.numbers[:]
    for unit in battle.moves:
        if moved[unit]:
            record = records[unit]
            assert record is not None
            after[unit] += record[5] - spots[unit]
    if dislodged or disbanded:
        after = [number for unit, number in enumerate(after) if unit not in dislodged and unit not in disbanded]
    after.sort()
    if after == here.numbers:
        return after, units
    book = tables.units
    return after, tuple([book[number] for number in after])
