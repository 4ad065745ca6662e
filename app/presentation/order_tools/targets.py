"""Targets that glow because a click there has a legal effect, the context of order entry, and the words of its status line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import assert_never

from adjudicator.legal import adjustment, check_order, legal_orders, orderable
from adjudicator.order import Build, Convoy, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.unit import Location, Piece, Unit
from adjudicator.variant import Variant
from adjudicator.verdict import Verdict
from app.presentation.order_tools.stage import (
    Aimed,
    AnswerChoice,
    ChoiceKind,
    Idle,
    Question,
    Questioned,
    QuestionKind,
    Stage,
    UnitPicked,
    WantedOrder,
)
from entente.words.names import coast_name, join_words, kind_name, place_name, power_name, unit_name
from entente.words.outcomes import describe_order
from languages import quoted, tr

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


def status(context: OrderContext, stage: Stage) -> str:
    """Return the use of the next click."""
    kind = context.position.phase.kind
    match stage:
        case Idle():
            if kind is PhaseKind.MOVEMENT:
                return tr("Click a unit to order it.")
            if kind is PhaseKind.RETREAT:
                return tr("Click a dislodged unit, then where it retreats to.")
            return tr("Click an empty home centre to build, or a unit to remove it. W gives up a build, or takes that back.")
        case UnitPicked(unit, is_offered=True):
            name = unit_name(context.variant, unit.piece)
            return tr("{name}: click where it moves, or click another unit to begin with that one.", name=name)
        case UnitPicked(unit, wanted):
            return _picked(context, unit.piece, wanted, kind)
        case Aimed(unit, other, wanted):
            where = _aimed(context, unit.piece, other.piece, wanted)
            return where if wanted is WantedOrder.CONVOY else f"{where} {tr('Click the unit again to support it where it stands.')}"
        case Questioned(question):
            return ask(context, question)
        case _:
            assert_never(stage)


def _aimed(context: OrderContext, piece: Piece, other: Piece, wanted: WantedOrder | None) -> str:
    names = {"unit": unit_name(context.variant, piece), "other": unit_name(context.variant, other)}
    is_convoy_possible = context.carries(piece) and context.is_carried(other)
    if is_convoy_possible and wanted is None:
        return tr("{unit} supports or carries {other}: click where that one goes.", **names)
    if is_convoy_possible and wanted is WantedOrder.CONVOY:
        return tr("{unit} carries {other}: click where that one goes.", **names)
    return tr("{unit} supports {other}: click where that one goes.", **names)


def _picked(context: OrderContext, piece: Piece, wanted: WantedOrder | None, kind: PhaseKind) -> str:
    name = unit_name(context.variant, piece)
    if kind is PhaseKind.RETREAT:
        return tr("{name}: click where it retreats to; click it again to disband it.", name=name)
    match wanted:
        case None:
            return tr("{name}: click where it moves, a unit to support, or itself to hold.", name=name)
        case WantedOrder.MOVE:
            return tr("{name} moves: click where to.", name=name)
        case WantedOrder.SUPPORT:
            return tr("{name} supports: click the unit.", name=name)
        case WantedOrder.CONVOY:
            return (
                tr("{name} carries: click the army.", name=name)
                if context.carries(piece)
                else tr("{name} goes by convoy: click the coast it lands on.", name=name)
            )
        case _:
            assert_never(wanted)


def ask(context: OrderContext, question: Question) -> str:
    """The question in words."""
    place = place_name(context.variant, question.province) if question.province else ""
    match question.kind:
        case QuestionKind.COAST:
            return tr("Which coast of {place}?", place=place)
        case QuestionKind.ATTACK_OR_SUPPORT:
            return tr("What about the unit in {place}?", place=place)
        case QuestionKind.CONVOY_OR_SUPPORT:
            return tr("Carry the army in {place}, or support it?", place=place)
        case QuestionKind.OVERWRITE:
            lost = join_words(quoted(describe_order(context.variant, context.position, order)) for _, order in question.overwritten)
            return tr("This would replace {lost}. Replace?", lost=lost)
        case QuestionKind.BUILD:
            return tr("Build what in {place}?", place=place)
        case QuestionKind.WHOSE_WAIVE:
            return tr("Which power waives a build?")
        case _:
            assert_never(question.kind)


def answer(context: OrderContext, choice: AnswerChoice) -> str:
    """The text on the button of *choice*."""
    match choice.kind:
        case ChoiceKind.COAST:
            assert choice.location is not None
            coast = choice.location.coast
            return place_name(context.variant, choice.location) if coast is None else coast_name(context.variant, coast).capitalize()
        case ChoiceKind.BUILD:
            assert choice.piece is not None
            coast = choice.piece.location.coast
            name = kind_name(context.variant, choice.piece.kind)
            return name if coast is None else f"{name}, {coast_name(context.variant, coast)}"
        case ChoiceKind.WAIVE:
            return power_name(context.variant, choice.power or "")
        case ChoiceKind.ATTACK:
            return tr("Attack")
        case ChoiceKind.SUPPORT:
            target = _target(choice.orders)
            return tr("Support") if target is None else tr("Support to {target}", target=target)
        case ChoiceKind.SUPPORT_TO_HOLD:
            return tr("Support to hold")
        case ChoiceKind.CONVOY:
            target = _target(choice.orders)
            return tr("Convoy") if target is None else tr("Convoy to {target}", target=target)
        case ChoiceKind.OVERWRITE:
            return tr("Replace")
        case ChoiceKind.KEEP:
            return tr("Keep those, order the rest")
        case ChoiceKind.TAKE_BACK:
            return tr("Nothing")
        case ChoiceKind.CANCEL:
            return tr("Cancel")
        case _:
            assert_never(choice.kind)


def _target(orders: tuple[tuple[str, Order], ...]) -> object | None:
    return getattr(orders[0][1], "target", None) if orders else None
