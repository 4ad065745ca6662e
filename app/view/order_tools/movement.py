"""Pressing things in a movement phase."""

from __future__ import annotations

from typing import assert_never

from adjudicator.location import Location
from adjudicator.order import Convoy, Hold, Move, Order, Support
from adjudicator.unit import Unit
from adjudicator.verdict import Refusal, Verdict
from app.view.order_tools.convoy import is_carried_already, order_convoy, order_convoyed_move, routed
from app.view.order_tools.order_context import Desk
from app.view.order_tools.stage import (
    Aimed,
    Choice,
    ChoiceKind,
    Idle,
    Question,
    Questioned,
    QuestionKind,
    Stage,
    UnitPicked,
    Wish,
)
from app.view.order_tools.step import Asking, Cleared, Ordered, Picked, Refused, Step
from app.view.order_tools.targets import targets
from app.view.order_tools.touch import Arrow, Ground, Key, Symbol

_WISHES = {Key.MOVE: Wish.MOVE, Key.SUPPORT: Wish.SUPPORT, Key.CONVOY: Wish.CONVOY}


def press_idle(desk: Desk, stage: Idle, touch: Ground | Symbol | Arrow) -> Step:
    """With nothing picked: a unit is picked, or a double press turns the support just ordered into one to hold."""
    if isinstance(touch, Symbol) and touch.again and stage.last is not None:
        power, support = stage.last
        if support.supported.location.province == touch.province:
            return _order(desk, power, Support(support.piece, support.supported), stage)
    if isinstance(touch, Arrow):
        found = (
            desk.position.unit_at(touch.order.piece.location.province) if isinstance(touch.order, Hold | Move | Support | Convoy) else None
        )
        return _pick(desk, found, stage, "")
    return _pick(desk, desk.position.unit_at(touch.province), stage, touch.province)


def _pick(desk: Desk, unit: Unit | None, stage: Stage, province: str) -> Step:
    if unit is None:
        return Refused(Verdict(Refusal.NO_UNIT, (province,) if province else ()), None, stage)
    if unit.power not in desk.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(unit.location),)), None, stage)
    return Picked(UnitPicked(unit))


def press_picked(desk: Desk, stage: UnitPicked, touch: Ground | Symbol | Arrow | Key) -> Step:
    """With a unit picked: hold, move, attack, support or convoy."""
    unit = stage.unit
    match touch:
        case Key():
            return _press_key(desk, stage, touch)
        case Arrow():
            return _press_arrow(desk, stage, touch)
        case Ground(province) | Symbol(province) if province == unit.province and stage.wish is None:
            return _order(desk, unit.power, Hold(unit.piece), stage)
        case Ground(province, coast):
            other = desk.position.unit_at(province)
            if stage.wish is Wish.SUPPORT or (stage.wish is Wish.CONVOY and desk.carries(unit.piece)):
                if other is None:
                    return Refused(Verdict(Refusal.NO_UNIT, (province,)), None, stage)
                return _aim(desk, stage, other)
            return _move(desk, stage, province, coast)
        case Symbol(province):
            other = desk.position.unit_at(province)
            if other is None or stage.wish is Wish.MOVE or (stage.wish is Wish.CONVOY and not desk.carries(unit.piece)):
                return _move(desk, stage, province, None)
            if stage.wish is None and other.power != unit.power:
                return _ask_about_foreign(desk, stage, other)
            return _aim(desk, stage, other)
        case _:
            assert_never(touch)


def press_aimed(desk: Desk, stage: Aimed, touch: Ground | Symbol | Arrow | Key) -> Step:
    """With a unit to support or to carry named: where to."""
    unit, other = stage.unit, stage.other
    match touch:
        case Key.HOLD:
            return _order(desk, unit.power, Support(unit.piece, other.piece), stage)
        case Key.SUPPORT | Key.CONVOY:
            return Picked(Aimed(unit, other, _WISHES[touch]))
        case Key():
            return _press_key(desk, UnitPicked(unit), touch)
        case Arrow(_, order):
            if isinstance(order, Move) and order.piece == other.piece:
                return _support_or_carry(desk, stage, other, order.target)
            return _press_arrow(desk, UnitPicked(unit), touch)
        case Symbol(province) if province == other.province:
            return _order(desk, unit.power, Support(unit.piece, other.piece), stage)
        case Ground(province) if province == other.province:
            return _order(desk, unit.power, Support(unit.piece, other.piece), stage)
        case Ground(province, coast):
            return _support_or_carry(desk, stage, other, _supported_goal(desk, stage, province, coast))
        case Symbol(province):
            return _support_or_carry(desk, stage, other, _supported_goal(desk, stage, province, None))
        case _:
            assert_never(touch)


def _press_key(desk: Desk, stage: UnitPicked, key: Key) -> Step:
    unit = stage.unit
    match key:
        case Key.HOLD:
            return _order(desk, unit.power, Hold(unit.piece), stage)
        case Key.MOVE | Key.SUPPORT | Key.CONVOY:
            return Picked(UnitPicked(unit, _WISHES[key]))
        case Key.BACKSPACE:
            return Cleared(unit.power, unit.province)
        case _:
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)


def _press_arrow(desk: Desk, stage: UnitPicked, arrow: Arrow) -> Step:
    """Support what the arrow shows; a fleet joins a convoy."""
    unit, drawn = stage.unit, arrow.order
    match drawn:
        case Move(piece, target):
            mover = desk.position.unit_at(piece.location.province)
            if mover is None:
                return Refused(Verdict(Refusal.NO_UNIT, (str(piece.location),)), None, stage)
            if mover == unit:
                return _move(desk, stage, target.province, target.coast)
            return _support_or_carry(desk, stage, mover, target)
        case Support(_, supported, target):
            return _order(desk, unit.power, Support(unit.piece, supported, target), stage)
        case Convoy(_, army, target):
            carried = desk.position.unit_at(army.location.province)
            if carried is None:
                return Refused(Verdict(Refusal.NO_UNIT, (str(army.location),)), None, stage)
            support = Support(unit.piece, army, target)
            if stage.wish is Wish.SUPPORT or not desk.check(unit.power, Convoy(unit.piece, army, target)):
                return _order(desk, unit.power, support, stage)
            if stage.wish is None and desk.rules_allow(unit.power, support):
                return _ask_how_to_help(desk, stage, carried, target, carry_first=True)
            return order_convoy(desk, unit, carried, target, stage)
        case Hold(piece):
            return _order(desk, unit.power, Support(unit.piece, piece), stage)
        case _:
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)


def _order(desk: Desk, power: str, order: Order, stage: Stage) -> Step:
    verdict = desk.check(power, order)
    if not verdict:
        return Refused(verdict, order, stage)
    last = (power, order) if isinstance(order, Support) and order.target is not None else None
    return Ordered(((power, order),), Idle(last))


def _move(desk: Desk, stage: UnitPicked, province: str, coast: str | None) -> Step:
    """A move to *province*, an attack where somebody stands there; asks the coast where two are possible."""
    unit = stage.unit
    by_convoy = stage.wish is Wish.CONVOY and desk.walks(unit.piece, province)
    goals = desk.goals(unit.kind, province)
    if coast is not None and Location(province, coast) in goals:
        goals = (Location(province, coast),)
    moves = tuple(routed(desk, unit, Move(unit.piece, goal, by_convoy)) for goal in goals)
    possible = tuple(move for move in moves if desk.rules_allow(unit.power, move))
    if not possible and desk.lying:
        possible = moves
    if not possible:
        return Refused(desk.check(unit.power, moves[0]), moves[0], stage)
    if len(possible) == 1:
        return _order_move(desk, unit, possible[0], stage)
    choices = tuple(Choice(ChoiceKind.COAST, orders=((unit.power, move),), location=move.target) for move in possible)
    return Asking(Questioned(Question(QuestionKind.COAST, province), choices, stage))


def _order_move(desk: Desk, unit: Unit, move: Move, stage: Stage) -> Step:
    if move.via_convoy or (desk.is_carried(unit.piece) and not desk.walks(unit.piece, move.target.province)):
        return order_convoyed_move(desk, unit, move, stage)
    return Ordered(((unit.power, move),))


def _aim(desk: Desk, stage: UnitPicked, other: Unit) -> Step:
    """*other* is to be supported or carried: its present move where it is known, else a target is asked."""
    unit = stage.unit
    known = desk.order_of(other)
    if isinstance(known, Move) and other != unit:
        return _support_or_carry(desk, stage, other, known.target)
    aimed = Aimed(unit, other, stage.wish)
    if other == unit or not targets(desk, aimed):
        order: Order = Support(unit.piece, other.piece)
        if stage.wish is Wish.CONVOY:
            order = Convoy(unit.piece, other.piece, other.location)
        return Refused(desk.check(unit.power, order), order, stage)
    return Picked(aimed)


def _support_or_carry(desk: Desk, stage: UnitPicked | Aimed, other: Unit, goal: Location) -> Step:
    """Support for the move of *other* to *goal*, or the convoy that it needs.

    Where a fleet could do either it is asked, unless the keys S and C said it. A move
    that is known, and that needs no more fleets, is supported.
    """
    unit = stage.unit
    support = Support(unit.piece, other.piece, goal)
    convoy = Convoy(unit.piece, other.piece, goal)
    could_carry = desk.carries(unit.piece) and desk.is_carried(other.piece)
    may_support = desk.rules_allow(unit.power, support)
    may_carry = could_carry and desk.rules_allow(unit.power, convoy)
    walks = desk.walks(other.piece, goal.province)
    if stage.wish is None and may_support and may_carry:
        needs_carrying = not walks and not is_carried_already(desk, other, goal)
        if needs_carrying or isinstance(stage, Aimed):
            return _ask_how_to_help(desk, stage, other, goal, carry_first=needs_carrying)
    if stage.wish is Wish.CONVOY and could_carry:
        wanted: Order = convoy
    elif stage.wish is Wish.SUPPORT or may_support or not could_carry:
        wanted = support
    else:
        wanted = convoy if may_carry or (stage.wish is None and not walks) else support
    verdict = desk.check(unit.power, wanted)
    if not verdict:
        return Refused(verdict, wanted, stage)
    if wanted is convoy:
        return order_convoy(desk, unit, other, goal, stage)
    return _order(desk, unit.power, support, stage)


def _ask_how_to_help(desk: Desk, stage: UnitPicked | Aimed, other: Unit, goal: Location, *, carry_first: bool) -> Step:
    """Whether the fleet carries *other* to *goal* or supports its move there; what is likelier stands first."""
    unit = stage.unit
    carry = _choice(ChoiceKind.CONVOY, order_convoy(desk, unit, other, goal, stage))
    support = _choice(ChoiceKind.SUPPORT, _order(desk, unit.power, Support(unit.piece, other.piece, goal), stage))
    choices = (carry, support) if carry_first else (support, carry)
    return Asking(Questioned(Question(QuestionKind.CONVOY_OR_SUPPORT, other.province), choices, stage))


def _supported_goal(desk: Desk, stage: Aimed, province: str, coast: str | None) -> Location:
    """Where in *province* the other unit would go: the coast pressed expressly, its only coast there, else the province as a whole."""
    goals = tuple(
        goal
        for goal in desk.goals(stage.other.kind, province)
        if desk.rules_allow(stage.other.power, routed(desk, stage.other, Move(stage.other.piece, goal)))
    )
    if coast is not None and Location(province, coast) in goals:
        return Location(province, coast)
    return goals[0] if len(goals) == 1 else Location(province)


def _ask_about_foreign(desk: Desk, stage: UnitPicked, other: Unit) -> Step:
    """Attack, support or carry a unit of another power; done at once where only one of them is possible."""
    unit = stage.unit
    choices: list[Choice] = []
    attack = _move(desk, stage, other.province, None)
    if not isinstance(attack, Refused):
        choices.append(_choice(ChoiceKind.ATTACK, attack))
    for kind, wish in ((ChoiceKind.SUPPORT, Wish.SUPPORT), (ChoiceKind.CONVOY, Wish.CONVOY)):
        if wish is Wish.CONVOY and not (desk.carries(unit.piece) and desk.is_carried(other.piece)):
            continue
        step = _aim(desk, UnitPicked(unit, wish), other)
        only_hold = isinstance(step, Picked) and targets(desk, step.stage).grounds <= {other.province}
        if not isinstance(step, Refused) and not only_hold:
            choices.append(_choice(kind, step))
    stay = Support(unit.piece, other.piece)
    if desk.check(unit.power, stay):
        choices.append(Choice(ChoiceKind.SUPPORT_TO_HOLD, orders=((unit.power, stay),)))
    if not choices:
        return attack
    if len(choices) == 1:
        return take(choices[0])
    return Asking(Questioned(Question(QuestionKind.ATTACK_OR_SUPPORT, other.province), tuple(choices), stage))


def _choice(kind: ChoiceKind, step: Step) -> Choice:
    """The answer that leads where *step* leads."""
    if isinstance(step, Ordered):
        return Choice(kind, orders=step.orders)
    return Choice(kind, stage=step.stage)


def take(choice: Choice) -> Step:
    """What answering with *choice* does."""
    if choice.orders:
        return Ordered(choice.orders)
    match choice.stage:
        case Questioned() as further:
            return Asking(further)
        case None:
            return Ordered(())
        case stage:
            return Picked(stage)
