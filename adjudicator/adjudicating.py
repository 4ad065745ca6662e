"""The whole of a phase in one pure function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.builds import adjust_units
from adjudicator.core_phases import resolved_by_core
from adjudicator.matching import OrdersByPower
from adjudicator.movement import move_units
from adjudicator.next_phase import conclude, retreats_follow
from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import Resolution
from adjudicator.retreat import retreat_units
from adjudicator.variant import Variant
from adjudicator.variant_tables import VariantTables, variant_tables


def adjudicate(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> Resolution:
    """Adjudicate the orders of one phase: their outcomes and the next position. Same in, same out; nothing else is looked at.

    Args:
        variant: what is played.
        position: the moment that is ordered.
        orders_by_power: the orders each power gave. A power that is missing gave none at all; one with an empty sequence
            gave an empty set. The difference matters only where the rules say what happens to a power that sends nothing.

    Raises:
        ValueError: the position does not fit the variant: a unit where it cannot stand, two in one province, a phase that
            the calendar does not have. Wrong orders raise nothing; they are in the resolution with their verdicts.

    >>> from adjudicator.notation import parse_order
    >>> from variants import standard
    >>> game = standard()
    >>> orders = {"FRANCE": [parse_order("A PAR - BUR")], "GERMANY": [parse_order("A MUN - BUR")]}
    >>> resolution = adjudicate(game, game.start, orders)
    >>> sorted(result.value for result in resolution.outcome_of("PAR").results)
    ['bounce']
    >>> print(resolution.next.phase)
    F1901M
    """
    tables = variant_tables(variant)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            found = resolved_by_core(tables, position, orders_by_power, _moved)
            return _moved(tables, position, orders_by_power) if found is None else found
        case PhaseKind.RETREAT:
            return conclude(tables, position, retreat_units(tables, position, orders_by_power))
        case PhaseKind.ADJUSTMENT:
            return conclude(tables, position, adjust_units(tables, position, orders_by_power))


def adjudicate_in_python(variant: Variant, position: Position, orders_by_power: Mapping[str, Sequence[Order]]) -> Resolution:
    """The same by the rules in Python alone, which the compiled core is held to."""
    tables = variant_tables(variant)
    return (
        _moved(tables, position, orders_by_power)
        if position.phase.kind is PhaseKind.MOVEMENT
        else adjudicate(variant, position, orders_by_power)
    )


def _moved(tables: VariantTables, position: Position, orders_by_power: OrdersByPower) -> Resolution:
    follow = retreats_follow(tables, position.phase)
    return conclude(tables, position, move_units(tables, position, orders_by_power, retreats_follow=follow))
