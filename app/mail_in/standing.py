"""Reasons that an order that was read cannot stand now: it is for a later phase by its kind, or for another power's unit."""

from __future__ import annotations

from adjudicator.order import Build, Disband, Order, Remove, Retreat, Waive
from adjudicator.phase import Phase, PhaseKind
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.record import ordered_place
from app.mail_in.phase_words import next_phase
from entente.words.names import power_name
from languages import tr


def later_phase(variant: Variant, now: Phase, order: Order) -> Phase | None:
    """The later phase that *order* is for by its kind: a retreat or a build that is sent in advance."""
    if now.kind is PhaseKind.MOVEMENT and isinstance(order, Retreat | Disband):
        return next_phase(variant.calendar, now, PhaseKind.RETREAT)
    if now.kind is not PhaseKind.ADJUSTMENT and isinstance(order, Build | Remove | Waive):
        return next_phase(variant.calendar, now, PhaseKind.ADJUSTMENT)
    return None


def whose_unit(variant: Variant, position: Position, order: Order, power: str) -> str:
    """Return the owner of the unit that *power*'s *order* is for, by name; empty where no unit is there."""
    place = ordered_place(order)
    unit = None if place is None else position.unit_at(place) or getattr(position.dislodged_at(place), "unit", None)
    if unit is None:
        return ""
    return tr(
        "the unit in {place} is {owner}'s, and this is an order of {power}",
        place=place,
        owner=power_name(variant, unit.power),
        power=power_name(variant, power),
    )
