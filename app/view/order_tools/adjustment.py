"""Pressing things in an adjustment phase: empty home centres are built in, units are removed, builds are waived."""

from __future__ import annotations

from adjudicator.legal import adjustment, legal_orders
from adjudicator.location import Location
from adjudicator.order import Build, Order, Remove, Waive
from adjudicator.unit import Piece
from adjudicator.verdict import Refusal, Verdict
from app.view.order_tools.order_context import Desk
from app.view.order_tools.stage import Choice, ChoiceKind, Idle, Question, Questioned, QuestionKind, Stage
from app.view.order_tools.step import Asking, Cleared, Ordered, Refused, Step
from app.view.order_tools.touch import Arrow, Ground, Symbol


def press_idle(desk: Desk, stage: Stage, touch: Ground | Symbol | Arrow) -> Step:
    """A unit of a power with removals is removed (pressed again: kept); a site of a power with builds is built in."""
    if isinstance(touch, Arrow):
        if isinstance(touch.order, Waive) or not isinstance(touch.order, Build | Remove):
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)
        province = touch.order.piece.location.province
    else:
        province = touch.province
    unit = desk.position.unit_at(province)
    if unit is not None:
        return _remove(desk, stage, unit.power, unit.piece)
    return _build(desk, stage, province)


def _remove(desk: Desk, stage: Stage, power: str, piece: Piece) -> Step:
    order = Remove(piece)
    if power not in desk.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(piece.location),)), order, stage)
    if desk.order_at(power, piece) == order:
        return Cleared(power, piece.location.province)
    verdict = desk.check(power, order)
    if verdict and not desk.lying and _removals(desk, power) >= -adjustment(desk.variant, desk.position, power):
        verdict = Verdict(Refusal.NO_REMOVALS_LEFT)
    return Ordered(((power, order),)) if verdict else Refused(verdict, order, stage)


def _build(desk: Desk, stage: Stage, province: str) -> Step:
    power = desk.position.owners.get(province)
    builds = tuple(Build(piece) for piece in _pieces(desk, province))
    if power is None or power not in desk.powers:
        centre = desk.variant.board.provinces[province].centre
        refused = Verdict(Refusal.CENTRE_NOT_OWNED if centre else Refusal.NOT_A_CENTRE, (province,))
        return Refused(refused, builds[0] if builds else None, stage)
    possible = tuple(build for build in builds if desk.check(power, build))
    if not possible:
        first = builds[0] if builds else None
        verdict = desk.check(power, first) if first is not None else Verdict(Refusal.NOT_A_CENTRE, (province,))
        return Refused(verdict, first, stage)
    present = desk.order_in(power, province)
    if present is None and not desk.lying and _builds_left(desk, power) <= 0:
        return Refused(Verdict(Refusal.NO_BUILDS_LEFT), possible[0], stage)
    if len(possible) == 1:
        return Cleared(power, province) if present == possible[0] else Ordered(((power, possible[0]),))
    choices = [Choice(ChoiceKind.BUILD, orders=((power, build),), location=build.piece.location, piece=build.piece) for build in possible]
    if present is not None:
        choices.append(Choice(ChoiceKind.TAKE_BACK, location=Location(province), power=power))
    return Asking(Questioned(Question(QuestionKind.BUILD, province), tuple(choices), stage))


def _pieces(desk: Desk, province: str) -> tuple[Piece, ...]:
    """The pieces that could stand in *province*, armies first: those the rules allow, else every kind its terrain bears."""
    legal = tuple(order.piece for order in legal_orders(desk.variant, desk.position, province) if isinstance(order, Build))
    if legal and not desk.lying:
        return legal
    board = desk.variant.board
    terrain = board.provinces[province].terrain
    return tuple(
        Piece(kind.letter, goal) for kind in board.kinds.values() if terrain in kind.terrains for goal in desk.goals(kind.letter, province)
    )


def _removals(desk: Desk, power: str) -> int:
    return sum(isinstance(order, Remove) for order in desk.orders.get(power, ()))


def press_waive(desk: Desk, stage: Stage, province: str | None) -> Step:
    """The key W: one build of the power is declined; whose, is asked where several could. Where none is left, a waive is taken back."""
    able = [power for power in desk.variant.powers if power in desk.powers and _builds_left(desk, power) > 0]
    owner = desk.position.owners.get(province) if province is not None else None
    if owner in able:
        able = [owner]
    if not able:
        waived = [power for power in desk.variant.powers if power in desk.powers and Waive() in desk.orders.get(power, ())]
        if owner in waived or len(waived) == 1:
            return Cleared(owner if owner in waived and owner is not None else waived[0], str(Waive()), stage)
        return Refused(Verdict(Refusal.NO_BUILDS_LEFT), Waive(), stage)
    if len(able) == 1:
        return Ordered(((able[0], Waive()),))
    choices = tuple(Choice(ChoiceKind.WAIVE, orders=((power, Waive()),), power=power) for power in able)
    return Asking(Questioned(Question(QuestionKind.WHOSE_WAIVE, province or ""), choices, stage))


def _builds_left(desk: Desk, power: str) -> int:
    given: tuple[Order, ...] = desk.orders.get(power, ())
    return adjustment(desk.variant, desk.position, power) - sum(isinstance(order, Build | Waive) for order in given)


def take_back(choice: Choice) -> Step:
    """The answer that clears the build at its place."""
    assert choice.power is not None
    assert choice.location is not None
    return Cleared(choice.power, choice.location.province, Idle())
