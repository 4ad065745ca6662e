"""Clicks in an adjustment phase: empty home centres are built in, units are removed, builds are waived."""

from __future__ import annotations

from adjudicator import Build, Location, Order, Piece, Refusal, Remove, Verdict, Waive, adjustment, legal_orders
from app.presentation.order_tools.stage import (
    AnswerChoice,
    AnswerNeeded,
    Arrow,
    ChoiceKind,
    Cleared,
    Idle,
    Ordered,
    ProvinceArea,
    Question,
    Questioned,
    QuestionKind,
    Refused,
    Stage,
    ToolStep,
    UnitTouch,
)
from app.presentation.order_tools.targets import OrderContext


def click_idle(context: OrderContext, stage: Stage, touch: ProvinceArea | UnitTouch | Arrow) -> ToolStep:
    """A unit of a power with removals is removed (clicked again: kept); a site of a power with builds is built in."""
    if isinstance(touch, Arrow):
        if isinstance(touch.order, Waive) or not isinstance(touch.order, Build | Remove):
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)
        province = touch.order.piece.location.province
    else:
        province = touch.province
    unit = context.position.unit_at(province)
    if unit is not None:
        return _remove(context, stage, unit.power, unit.piece)
    return _build(context, stage, province)


def _remove(context: OrderContext, stage: Stage, power: str, piece: Piece) -> ToolStep:
    order = Remove(piece)
    if power not in context.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(piece.location),)), order, stage)
    if context.order_at(power, piece) == order:
        return Cleared(power, piece.location.province)
    verdict = context.check(power, order)
    if verdict and _removals(context, power) >= -adjustment(context.variant, context.position, power):
        verdict = Verdict(Refusal.NO_REMOVALS_LEFT)
    return Ordered(((power, order),)) if verdict else Refused(verdict, order, stage)


def _build(context: OrderContext, stage: Stage, province: str) -> ToolStep:
    power = context.position.owners.get(province)
    builds = tuple(Build(piece) for piece in _pieces(context, province))
    if power is None or power not in context.powers:
        centre = context.variant.board.provinces[province].centre
        refused = Verdict(Refusal.CENTRE_NOT_OWNED if centre else Refusal.NOT_A_CENTRE, (province,))
        return Refused(refused, builds[0] if builds else None, stage)
    possible = tuple(build for build in builds if context.check(power, build))
    if not possible:
        first = builds[0] if builds else None
        verdict = context.check(power, first) if first is not None else Verdict(Refusal.NOT_A_CENTRE, (province,))
        return Refused(verdict, first, stage)
    present = context.order_in(power, province)
    if present is None and _builds_left(context, power) <= 0:
        return Refused(Verdict(Refusal.NO_BUILDS_LEFT), possible[0], stage)
    if len(possible) == 1:
        return Cleared(power, province) if present == possible[0] else Ordered(((power, possible[0]),))
    choices = [
        AnswerChoice(ChoiceKind.BUILD, orders=((power, build),), location=build.piece.location, piece=build.piece) for build in possible
    ]
    if present is not None:
        choices.append(AnswerChoice(ChoiceKind.TAKE_BACK, location=Location(province), power=power))
    return AnswerNeeded(Questioned(Question(QuestionKind.BUILD, province), tuple(choices), stage))


def _pieces(context: OrderContext, province: str) -> tuple[Piece, ...]:
    """The pieces that could stand in *province*, armies first: those the rules allow, else every kind its terrain bears."""
    legal = tuple(order.piece for order in legal_orders(context.variant, context.position, province) if isinstance(order, Build))
    if legal:
        return legal
    board = context.variant.board
    terrain = board.provinces[province].terrain
    return tuple(
        Piece(kind.letter, goal)
        for kind in board.kinds.values()
        if terrain in kind.terrains
        for goal in context.goals(kind.letter, province)
    )


def _removals(context: OrderContext, power: str) -> int:
    return sum(isinstance(order, Remove) for order in context.orders.get(power, ()))


def click_waive(context: OrderContext, stage: Stage, province: str | None) -> ToolStep:
    """The key W: one build of the power is declined; whose, is asked where several could. Where none is left, a waive is taken back."""
    able = [power for power in context.variant.powers if power in context.powers and _builds_left(context, power) > 0]
    owner = context.position.owners.get(province) if province is not None else None
    if owner in able:
        able = [owner]
    if not able:
        waived = [power for power in context.variant.powers if power in context.powers and Waive() in context.orders.get(power, ())]
        if owner in waived or len(waived) == 1:
            return Cleared(owner if owner in waived and owner is not None else waived[0], str(Waive()), stage)
        return Refused(Verdict(Refusal.NO_BUILDS_LEFT), Waive(), stage)
    if len(able) == 1:
        return Ordered(((able[0], Waive()),))
    choices = tuple(AnswerChoice(ChoiceKind.WAIVE, orders=((power, Waive()),), power=power) for power in able)
    return AnswerNeeded(Questioned(Question(QuestionKind.WHOSE_WAIVE, province or ""), choices, stage))


def _builds_left(context: OrderContext, power: str) -> int:
    given: tuple[Order, ...] = context.orders.get(power, ())
    return adjustment(context.variant, context.position, power) - sum(isinstance(order, Build | Waive) for order in given)


def take_back(choice: AnswerChoice) -> ToolStep:
    """The answer that clears the build at its place."""
    assert choice.power is not None
    assert choice.location is not None
    return Cleared(choice.power, choice.location.province, Idle())
