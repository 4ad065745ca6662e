"""What the status line, the questions and their answers say in English."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Order
from adjudicator.phase import PhaseKind
from adjudicator.unit import Piece
from app.view.order_tools.order_context import OrderContext
from app.view.order_tools.stage import (
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
from entente.words.names import coast_name, kind_name, place_name, power_name, unit_name


def status(context: OrderContext, stage: Stage) -> str:
    """What the next click is for."""
    kind = context.position.phase.kind
    match stage:
        case Idle():
            if kind is PhaseKind.MOVEMENT:
                return "Click a unit to order it."
            if kind is PhaseKind.RETREAT:
                return "Click a dislodged unit, then where it retreats to."
            return "Click an empty home centre to build, or a unit to remove it. W waives a build, or takes that back."
        case UnitPicked(unit, wanted):
            return _picked(context, unit.piece, wanted, kind)
        case Aimed(unit, other, wanted):
            verb = {
                None: "supports or carries",
                WantedOrder.SUPPORT: "supports",
                WantedOrder.CONVOY: "carries",
                WantedOrder.MOVE: "supports",
            }[wanted]
            if not (context.carries(unit.piece) and context.is_carried(other.piece)):
                verb = "supports"
            stays = "" if wanted is WantedOrder.CONVOY else " Click the unit again to support it where it stands."
            names = (unit_name(context.variant, unit.piece), unit_name(context.variant, other.piece))
            return f"{names[0]} {verb} {names[1]}: click where that one goes.{stays}"
        case Questioned(question):
            return ask(context, question)
        case _:
            assert_never(stage)


def _picked(context: OrderContext, piece: Piece, wanted: WantedOrder | None, kind: PhaseKind) -> str:
    name = unit_name(context.variant, piece)
    if kind is PhaseKind.RETREAT:
        return f"{name}: click where it retreats to; click it again to disband it."
    match wanted:
        case None:
            return f"{name}: click where it moves, a unit to support, or itself to hold."
        case WantedOrder.MOVE:
            return f"{name} moves: click where to."
        case WantedOrder.SUPPORT:
            return f"{name} supports: click the unit."
        case WantedOrder.CONVOY:
            return f"{name} carries: click the army." if context.carries(piece) else f"{name} goes by convoy: click the coast it lands on."
        case _:
            assert_never(wanted)


def ask(context: OrderContext, question: Question) -> str:
    """The question in words."""
    place = place_name(context.variant, question.province) if question.province else ""
    match question.kind:
        case QuestionKind.COAST:
            return f"Which coast of {place}?"
        case QuestionKind.ATTACK_OR_SUPPORT:
            return f"What about the unit in {place}?"
        case QuestionKind.CONVOY_OR_SUPPORT:
            return f"Carry the army in {place}, or support it?"
        case QuestionKind.OVERWRITE:
            lost = ", ".join(str(order) for _, order in question.overwritten)
            return f"This would replace {lost}. Replace?"
        case QuestionKind.BUILD:
            return f"Build what in {place}?"
        case QuestionKind.WHOSE_WAIVE:
            return "Which power waives a build?"
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
            return "Attack"
        case ChoiceKind.SUPPORT:
            return "Support" + _destination(choice.orders)
        case ChoiceKind.SUPPORT_TO_HOLD:
            return "Support to hold"
        case ChoiceKind.CONVOY:
            return "Convoy" + _destination(choice.orders)
        case ChoiceKind.OVERWRITE:
            return "Replace"
        case ChoiceKind.KEEP:
            return "Keep those, order the rest"
        case ChoiceKind.TAKE_BACK:
            return "Nothing"
        case ChoiceKind.CANCEL:
            return "Cancel"
        case _:
            assert_never(choice.kind)


def _destination(orders: tuple[tuple[str, Order], ...]) -> str:
    target = getattr(orders[0][1], "target", None) if orders else None
    return "" if target is None else f" to {target}"
