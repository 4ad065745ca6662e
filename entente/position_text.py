"""A position as a text that people read: every power with its centres and units."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import PhaseKind, Position, Retreat, Variant, adjustment, legal_orders
from entente.words import counted, describe_phase, join_words, place_name, power_name, unit_name
from languages import labelled, tr


def board_text(variant: Variant, position: Position) -> str:
    """The board as text, several lines: phase, powers with centres and units, and what is special now.

    >>> from variants import standard
    >>> board_text(standard(), standard().start).splitlines()[0]
    'Spring 1901, movement'
    """
    lines = [describe_phase(variant, position.phase)]
    for power in variant.powers:
        lines += ["", *_power_lines(variant, position, power)]
    lines += [""] if (rest := list(_rest(variant, position))) else []
    return "\n".join(lines + rest) + "\n"


def _power_lines(variant: Variant, position: Position, power: str) -> Iterator[str]:
    centres, units = position.centres_of(power), position.units_of(power)
    counts = f"{counted(len(centres), 'centre')}, {counted(len(units), 'unit')}"
    due = adjustment(variant, position, power) if position.phase.kind is PhaseKind.ADJUSTMENT else 0
    yield labelled(power_name(variant, power), f"{counts}{_due(due)}")
    if centres:
        yield f"  {tr('centres'):<7}  {', '.join(place_name(variant, centre) for centre in centres)}"
    if units:
        yield f"  {tr('units'):<7}  {', '.join(unit_name(variant, unit.piece) for unit in units)}"
    for each in position.dislodged:
        if each.unit.power == power:
            yield f"  {tr('retreat'):<7}  {labelled(unit_name(variant, each.unit.piece), _retreats(variant, position, each.unit.province))}"


def _rest(variant: Variant, position: Position) -> Iterator[str]:
    free = [centre for centre in variant.board.centres if centre not in position.owners and centre not in position.unseen]
    if free:
        yield tr("Unowned centres: {places}", places=", ".join(place_name(variant, centre) for centre in free))
    if position.contested:
        yield tr("Left empty by a standoff: {places}", places=", ".join(place_name(variant, each) for each in sorted(position.contested)))
    if position.conditions:
        yield tr("Conditions: {names}", names=", ".join(sorted(position.conditions)))
    if position.counters:
        yield tr("Counters: {names}", names=", ".join(f"{name} {number}" for name, number in sorted(position.counters.items())))


def _retreats(variant: Variant, position: Position, province: str) -> str:
    targets = [order.target for order in legal_orders(variant, position, province) if isinstance(order, Retreat)]
    return join_words((place_name(variant, target) for target in targets), "or") or tr("nowhere to go")


def _due(due: int) -> str:
    if due == 0:
        return ""
    return f", {counted(due, 'build')}" if due > 0 else f", {counted(-due, 'removal')}"
