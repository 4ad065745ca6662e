"""Words of the status line, the questions and their answers in English."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.unit import Piece
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
from app.presentation.order_tools.targets import OrderContext
from entente.words.names import coast_name, kind_name, place_name, power_name, unit_name
from languages import tr


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
            lost = ", ".join(str(order) for _, order in question.overwritten)
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
