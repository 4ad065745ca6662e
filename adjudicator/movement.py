"""A movement phase: orders are read, matched, decided by the equations, explained, and carried out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.decisions import NOTHING, Decisions
from adjudicator.explanation import Explanation
from adjudicator.matching import MatchedOrders, OrdersByPower, read_orders
from adjudicator.movement_setup import resolve_moves
from adjudicator.position import Position
from adjudicator.position_tables import PositionTables, position_tables
from adjudicator.reach import Reach
from adjudicator.resolution import Explains, OrderOutcome
from adjudicator.rule_choices import NoOrders, RetreatToConvoy
from adjudicator.unit import DislodgedUnit, Unit
from adjudicator.variant_tables import VariantTables


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
