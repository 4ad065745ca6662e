"""Pressing things in a retreat phase: the dislodged unit, then where it goes; the unit again disbands it."""

from __future__ import annotations

from typing import assert_never

from adjudicator.order import Disband, Order, Retreat
from adjudicator.verdict import Refusal, Verdict
from app.view.order_tools.order_context import Desk
from app.view.order_tools.stage import Choice, ChoiceKind, Question, Questioned, QuestionKind, Stage, UnitPicked
from app.view.order_tools.step import Asking, Cleared, Ordered, Picked, Refused, Step
from app.view.order_tools.touch import Arrow, Ground, Key, Symbol


def press_idle(desk: Desk, stage: Stage, touch: Ground | Symbol | Arrow) -> Step:
    """With nothing picked: the dislodged unit of the province, whichever symbol there was hit."""
    province = _province_of(touch)
    found = desk.position.dislodged_at(province) if province else None
    if found is None:
        standing = bool(province) and desk.position.unit_at(province) is not None
        return Refused(Verdict(Refusal.NOT_DISLODGED if standing else Refusal.NO_UNIT, (province,) if province else ()), None, stage)
    if found.unit.power not in desk.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(found.unit.location),)), None, stage)
    return Picked(UnitPicked(found.unit))


def press_picked(desk: Desk, stage: UnitPicked, touch: Ground | Symbol | Arrow | Key) -> Step:
    """With a dislodged unit picked: where to, or away with it."""
    unit = stage.unit
    match touch:
        case Key.DISBAND | Key.HOLD:
            return _order(desk, stage, Disband(unit.piece))
        case Key.BACKSPACE:
            return Cleared(unit.power, unit.province)
        case Key.MOVE:
            return Picked(UnitPicked(unit))
        case Key():
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)
        case Arrow():
            return press_idle(desk, stage, touch)
        case Ground(province) | Symbol(province) if province == unit.province:
            return _order(desk, stage, Disband(unit.piece))
        case Ground(province, coast):
            return _retreat(desk, stage, province, coast)
        case Symbol(province):
            return _retreat(desk, stage, province, None)
        case _:
            assert_never(touch)


def _province_of(touch: Ground | Symbol | Arrow) -> str:
    if isinstance(touch, Arrow):
        return touch.order.piece.location.province if isinstance(touch.order, Retreat | Disband) else ""
    return touch.province


def _order(desk: Desk, stage: UnitPicked, order: Order) -> Step:
    verdict = desk.check(stage.unit.power, order)
    return Ordered(((stage.unit.power, order),)) if verdict else Refused(verdict, order, stage)


def _retreat(desk: Desk, stage: UnitPicked, province: str, coast: str | None) -> Step:
    unit = stage.unit
    retreats = tuple(Retreat(unit.piece, goal) for goal in desk.goals(unit.kind, province) if coast is None or goal.coast in (None, coast))
    retreats = retreats or tuple(Retreat(unit.piece, goal) for goal in desk.goals(unit.kind, province))
    possible = tuple(each for each in retreats if desk.rules_allow(unit.power, each))
    if len(possible) <= 1:
        return _order(desk, stage, possible[0] if possible else retreats[0])
    choices = tuple(Choice(ChoiceKind.COAST, orders=((unit.power, each),), location=each.target) for each in possible)
    return Asking(Questioned(Question(QuestionKind.COAST, province), choices, stage))
