"""Targets that glow because a click there has a legal effect, and the context of order entry they follow from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.location import Location
from adjudicator.order import Build, Convoy, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict
from app.presentation.order_tools.stage import Aimed, Idle, Questioned, Stage, UnitPicked, WantedOrder

_NOWHERE: Mapping[str, tuple[float, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The position and the orders that the viewer knows."""

    variant: Variant
    position: Position

    powers: frozenset[str]
    """Powers whose orders may be written here."""

    orders: Mapping[str, tuple[Order, ...]]
    """The present orders of each power whose orders are known here; a power that is missing keeps them secret."""

    places: Mapping[str, tuple[float, float]] = field(default_factory=lambda: _NOWHERE)
    """Place of each province, for the arrow keys; x to the right, y downward."""

    def order_of(self, unit: Unit) -> Order | None:
        """The present order of *unit*, as far as it is known here."""
        return self.order_at(unit.power, unit.piece)

    def order_at(self, power: str, piece: Piece) -> Order | None:
        """The present order that *power* gives to *piece*."""
        return next((each for each in self.orders.get(power, ()) if not isinstance(each, Waive) and each.piece == piece), None)

    def order_in(self, power: str, province: str) -> Order | None:
        """The present order that *power* gives for *province*: to its unit, or to build there."""
        return next(
            (each for each in self.orders.get(power, ()) if not isinstance(each, Waive) and each.piece.location.province == province), None
        )

    def check(self, power: str, order: Order) -> Verdict:
        """Return the verdict on *order*."""
        return check_order(self.variant, self.position, power, order)

    def goals(self, kind: str, province: str) -> tuple[Location, ...]:
        """The locations of *province* that a unit of *kind* tells apart: its coasts, or the province itself."""
        reached = {edge.target for edge in self.variant.board.edges if edge.target.province == province and kind in edge.kinds}
        coasts = [Location(province, coast) for coast in self.variant.board.provinces[province].coasts]
        return tuple([place for place in coasts if place in reached]) or (Location(province),)

    def walks(self, piece: Piece, province: str) -> bool:
        """Return True if an edge leads *piece* to *province* by itself."""
        origin, edges = piece.location, self.variant.board.edges
        return any(True for edge in edges if edge.target.province == province and edge.origin == origin and piece.kind in edge.kinds)

    def carries(self, piece: Piece) -> bool:
        """Return True if the kind of *piece* is one that convoys."""
        return self.variant.board.kinds[piece.kind].convoys

    def is_carried(self, piece: Piece) -> bool:
        """Return True if the kind of *piece* is one that is convoyed."""
        return self.variant.board.kinds[piece.kind].convoyed


@dataclass(frozen=True, slots=True)
class Targets:
    """Provinces whose ground, and provinces whose unit, may be clicked. False in a boolean context when there are none."""

    grounds: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.grounds or self.units)


def targets(context: OrderContext, stage: Stage) -> Targets:
    """The legal targets of the next click; with nothing picked, what can be picked."""
    match stage:
        case Idle():
            return _pickable(context)
        case UnitPicked():
            return _targets_of_unit(context, stage)
        case Aimed():
            return _targets_of_aim(context, stage)
        case Questioned():
            places = frozenset(choice.location.province for choice in stage.choices if choice.location is not None)
            return Targets(places or frozenset({stage.question.province}))


def _pickable(context: OrderContext) -> Targets:
    position = context.position
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        places = frozenset(place.province for power in context.powers for place in orderable(context.variant, position, power))
        return Targets(units=places)
    sites: set[str] = set()
    units: set[str] = set()
    for power in context.powers:
        here = {place.province for place in orderable(context.variant, position, power)}
        if adjustment(context.variant, position, power) > 0:
            sites |= here
        else:
            units |= here
    return Targets(frozenset(sites), frozenset(units))


def waiting(context: OrderContext) -> frozenset[str]:
    """Return the provinces where a power has to retreat, may build or must choose a removal; empty in movement, where all units move."""
    position = context.position
    found: set[str] = set()
    for power in context.powers if position.phase.kind is not PhaseKind.MOVEMENT else ():
        given = context.orders.get(power, ())
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            due = adjustment(context.variant, position, power)
            wanted = Build | Waive if due > 0 else Remove
            if sum(isinstance(order, wanted) for order in given) >= abs(due):
                continue
        ordered = {order.piece.location.province for order in given if not isinstance(order, Waive)}
        found |= {place.province for place in orderable(context.variant, position, power)} - ordered
    return frozenset(found)


def _targets_of_unit(context: OrderContext, stage: UnitPicked) -> Targets:
    grounds: set[str] = set()
    units: set[str] = set()
    for order in legal_orders(context.variant, context.position, stage.unit.location):
        match order:
            case Move(_, target, via) if stage.wanted is not WantedOrder.SUPPORT:
                if stage.wanted is not WantedOrder.CONVOY or via or not context.walks(stage.unit.piece, target.province):
                    grounds.add(target.province)
            case Support(_, supported) if stage.wanted in (None, WantedOrder.SUPPORT):
                units.add(supported.location.province)
            case Convoy(_, army) if stage.wanted in (None, WantedOrder.CONVOY):
                units.add(army.location.province)
            case Retreat(_, target):
                grounds.add(target.province)
            case _:
                pass
    return Targets(frozenset(grounds), frozenset(units))


def _targets_of_aim(context: OrderContext, stage: Aimed) -> Targets:
    grounds: set[str] = set()
    units: set[str] = set()
    for order in legal_orders(context.variant, context.position, stage.unit.location):
        match order:
            case Support(_, supported, None) if supported == stage.other.piece and stage.wanted is not WantedOrder.CONVOY:
                units.add(stage.other.province)
            case Support(_, supported, target) if (
                target is not None and supported == stage.other.piece and stage.wanted is not WantedOrder.CONVOY
            ):
                grounds.add(target.province)
            case Convoy(_, army, target) if army == stage.other.piece and stage.wanted is not WantedOrder.SUPPORT:
                grounds.add(target.province)
            case _:
                pass
    return Targets(frozenset(grounds), frozenset(units))


def menu(context: OrderContext, province: str) -> tuple[tuple[str, Order], ...]:
    """Every legal order of the unit or the site in *province*, with the power that would give it; empty where it is not ours."""
    position = context.position
    dislodged = position.dislodged_at(province)
    unit = dislodged.unit if dislodged is not None else position.unit_at(province)
    found: list[tuple[str, Order]] = []
    for order in legal_orders(context.variant, position, province):
        if isinstance(order, Build):
            power = position.owners.get(province)
        else:
            power = unit.power if unit is not None and (not isinstance(order, Remove) or unit.power in context.powers) else None
        if power is not None and power in context.powers:
            found.append((power, order))
    return tuple(found)
