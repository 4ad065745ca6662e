"""Clicks in a retreat phase: the dislodged unit, then where it goes; the unit again disbands it."""

from __future__ import annotations

from typing import assert_never

from adjudicator import Disband, Order, Refusal, Retreat, Verdict
from app.presentation.order_tools.stage import (
    AnswerChoice,
    AnswerNeeded,
    Arrow,
    ChoiceKind,
    Cleared,
    Ordered,
    Picked,
    ProvinceArea,
    Question,
    Questioned,
    QuestionKind,
    Refused,
    Stage,
    ToolKey,
    ToolStep,
    UnitPicked,
    UnitTouch,
)
from app.presentation.order_tools.targets import OrderContext


def click_idle(context: OrderContext, stage: Stage, touch: ProvinceArea | UnitTouch | Arrow) -> ToolStep:
    """With nothing picked: the dislodged unit of the province, whichever symbol there was hit."""
    province = _province_of(touch)
    found = context.position.dislodged_at(province) if province else None
    if found is None:
        standing = bool(province) and context.position.unit_at(province) is not None
        return Refused(Verdict(Refusal.NOT_DISLODGED if standing else Refusal.NO_UNIT, (province,) if province else ()), None, stage)
    if found.unit.power not in context.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(found.unit.location),)), None, stage)
    return Picked(UnitPicked(found.unit))


def click_picked(context: OrderContext, stage: UnitPicked, touch: ProvinceArea | UnitTouch | Arrow | ToolKey) -> ToolStep:
    """With a dislodged unit picked: where to, or away with it."""
    unit = stage.unit
    match touch:
        case ToolKey.DISBAND | ToolKey.HOLD:
            return _order(context, stage, Disband(unit.piece))
        case ToolKey.BACKSPACE:
            return Cleared(unit.power, unit.province)
        case ToolKey.MOVE:
            return Picked(UnitPicked(unit))
        case ToolKey():
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)
        case Arrow():
            return click_idle(context, stage, touch)
        case ProvinceArea(province) | UnitTouch(province) if province == unit.province:
            return _order(context, stage, Disband(unit.piece))
        case ProvinceArea(province, coast):
            return _retreat(context, stage, province, coast)
        case UnitTouch(province):
            return _retreat(context, stage, province, None)
        case _:
            assert_never(touch)


def _province_of(touch: ProvinceArea | UnitTouch | Arrow) -> str:
    if isinstance(touch, Arrow):
        return touch.order.piece.location.province if isinstance(touch.order, Retreat | Disband) else ""
    return touch.province


def _order(context: OrderContext, stage: UnitPicked, order: Order) -> ToolStep:
    verdict = context.check(stage.unit.power, order)
    return Ordered(((stage.unit.power, order),)) if verdict else Refused(verdict, order, stage)


def _retreat(context: OrderContext, stage: UnitPicked, province: str, coast: str | None) -> ToolStep:
    unit = stage.unit
    retreats = tuple(
        Retreat(unit.piece, goal) for goal in context.goals(unit.kind, province) if coast is None or goal.coast in (None, coast)
    )
    retreats = retreats or tuple(Retreat(unit.piece, goal) for goal in context.goals(unit.kind, province))
    possible = tuple(each for each in retreats if context.check(unit.power, each))
    if len(possible) <= 1:
        return _order(context, stage, possible[0] if possible else retreats[0])
    choices = tuple(AnswerChoice(ChoiceKind.COAST, orders=((unit.power, each),), location=each.target) for each in possible)
    return AnswerNeeded(Questioned(Question(QuestionKind.COAST, province), choices, stage))
