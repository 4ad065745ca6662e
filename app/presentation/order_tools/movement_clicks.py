"""Clicks in a movement phase, and the chains of fleets that carry an army."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import replace
from typing import assert_never

from adjudicator import Convoy, Hold, Location, Move, Order, Piece, Refusal, Support, Unit, Verdict, check_order
from adjudicator.rule_choices import ConvoyPath
from app.presentation.order_tools.stage import (
    NOTHING_PICKED,
    Aimed,
    AnswerChoice,
    AnswerNeeded,
    Arrow,
    ChoiceKind,
    Cleared,
    Idle,
    Ordered,
    Picked,
    PowerOrder,
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
    WantedOrder,
)
from app.presentation.order_tools.targets import OrderContext, targets

Cost = tuple[int, int, int]
"""Foreign fleets that are not ordered so, own fleets ordered otherwise, length."""


def best_chain(context: OrderContext, army: Unit, target: Location) -> tuple[Unit, ...]:
    """The fleets, in sequence, of the chain that carries *army* to *target* with the least to be asked of others.

    Foreign fleets that are not known to be ordered so are avoided first, then own fleets with another order, then length.
    Empty where no chain stands on the board.
    """
    board = context.variant.board
    fleets = {
        unit.province: unit
        for unit in context.position.units
        if context.carries(unit.piece) and _may_carry(context, unit, army.piece, target)
    }
    near: defaultdict[str, set[str]] = defaultdict(set)
    for edge in board.edges:
        if any(board.kinds[kind].convoys for kind in edge.kinds):
            near[edge.origin.province].add(edge.target.province)
            near[edge.target.province].add(edge.origin.province)
    queue: list[tuple[Cost, tuple[str, ...]]] = []
    for province in sorted(near[army.province] & fleets.keys()):
        heapq.heappush(queue, (_cost(context, fleets[province], army, target), (province,)))
    settled: set[str] = set()
    while queue:
        cost, chain = heapq.heappop(queue)
        last = chain[-1]
        if last in settled:
            continue
        settled.add(last)
        if target.province in near[last]:
            return tuple(fleets[each] for each in chain)
        for province in sorted((near[last] & fleets.keys()) - settled):
            step = _cost(context, fleets[province], army, target)
            heapq.heappush(queue, ((cost[0] + step[0], cost[1] + step[1], cost[2] + step[2]), (*chain, province)))
    return ()


def _may_carry(context: OrderContext, fleet: Unit, army: Piece, target: Location) -> bool:
    return bool(check_order(context.variant, context.position, fleet.power, Convoy(fleet.piece, army, target)))


def _cost(context: OrderContext, fleet: Unit, army: Unit, target: Location) -> Cost:
    present = context.order_of(fleet)
    if present == Convoy(fleet.piece, army.piece, target):
        return (0, 0, 1)
    if fleet.power != army.power:
        return (1, 0, 1)
    return (0, 0 if present is None else 1, 1)


def is_carried_already(context: OrderContext, army: Unit, target: Location) -> bool:
    """Return True if the known convoy orders already make a whole chain for *army* to *target*."""
    chain = best_chain(context, army, target)
    return bool(chain) and all(context.order_of(fleet) == Convoy(fleet.piece, army.piece, target) for fleet in chain)


def routed(context: OrderContext, army: Unit, move: Move) -> Move:
    """*move* of *army*; one by convoy names the best chain as its route where the rules want a route named (DATC 4.A.6 c)."""
    by_convoy = move.via_convoy or (context.is_carried(army.piece) and not context.walks(army.piece, move.target.province))
    if not by_convoy or move.route or context.variant.rules.convoy_path is not ConvoyPath.REQUIRED:
        return move
    route = tuple(fleet.province for fleet in best_chain(context, army, move.target))
    return replace(move, via_convoy=True, route=route) if route else move


def order_convoyed_move(context: OrderContext, army: Unit, move: Move, behind: Stage) -> ToolStep:
    """*move* with the own fleets of the best chain ordered along; asks before an order of theirs is overwritten."""
    chain = best_chain(context, army, move.target)
    needed = tuple((fleet, Convoy(fleet.piece, army.piece, move.target)) for fleet in chain if fleet.power == army.power)
    missing = tuple((fleet, order) for fleet, order in needed if context.order_of(fleet) != order)
    return order_together(context, (army.power, move), tuple((fleet, (army.power, order)) for fleet, order in missing), behind)


def order_convoy(context: OrderContext, fleet: Unit, army: Unit, target: Location, behind: Stage) -> ToolStep:
    """The fleet's convoy order, and the army's move where it is of the same power; asks before the army's order is overwritten."""
    convoy: PowerOrder = (fleet.power, Convoy(fleet.piece, army.piece, target))
    if army.power != fleet.power:
        return Ordered((convoy,))
    move = routed(context, army, Move(army.piece, target, via_convoy=context.walks(army.piece, target.province)))
    present = context.order_of(army)
    if (isinstance(present, Move) and present.target == target) or (move.route and fleet.province not in move.route):
        return Ordered((convoy,))
    return order_together(context, convoy, ((army, (army.power, move)),), behind)


def order_together(context: OrderContext, first: PowerOrder, along: tuple[tuple[Unit, PowerOrder], ...], behind: Stage) -> ToolStep:
    """*first* and the orders that go with it; where units of *along* already have another order, that is asked, never done silently."""
    everything = (first, *(order for _, order in along))
    present = tuple((unit, context.order_of(unit)) for unit, _ in along)
    lost = tuple((unit.power, order) for unit, order in present if order is not None)
    if not lost:
        return Ordered(everything)
    where = next(unit.province for unit, order in present if order is not None)
    free = (first, *(order for unit, order in along if context.order_of(unit) is None))
    question = Question(QuestionKind.OVERWRITE, where, lost)
    choices = (
        AnswerChoice(ChoiceKind.OVERWRITE, orders=everything),
        AnswerChoice(ChoiceKind.KEEP, orders=free),
        AnswerChoice(ChoiceKind.CANCEL, stage=behind),
    )
    return AnswerNeeded(Questioned(question, choices, behind))


_WANTED = {ToolKey.MOVE: WantedOrder.MOVE, ToolKey.SUPPORT: WantedOrder.SUPPORT, ToolKey.CONVOY: WantedOrder.CONVOY}


def click_idle(context: OrderContext, stage: Idle, touch: ProvinceArea | UnitTouch | Arrow) -> ToolStep:
    """With nothing picked: a unit is picked, or a double click turns the support just ordered into one to hold."""
    if isinstance(touch, UnitTouch) and touch.again and stage.last is not None:
        power, support = stage.last
        if support.supported.location.province == touch.province:
            return _order(context, power, Support(support.piece, support.supported), stage)
    if isinstance(touch, Arrow):
        found = (
            context.position.unit_at(touch.order.piece.location.province)
            if isinstance(touch.order, Hold | Move | Support | Convoy)
            else None
        )
        return _pick(context, found, stage, "")
    return _pick(context, context.position.unit_at(touch.province), stage, touch.province)


def _pick(context: OrderContext, unit: Unit | None, stage: Stage, province: str) -> ToolStep:
    if unit is None:
        return Refused(Verdict(Refusal.NO_UNIT, (province,) if province else ()), None, stage)
    if unit.power not in context.powers:
        return Refused(Verdict(Refusal.FOREIGN_UNIT, (str(unit.location),)), None, stage)
    return Picked(UnitPicked(unit))


def click_picked(context: OrderContext, stage: UnitPicked, touch: ProvinceArea | UnitTouch | Arrow | ToolKey) -> ToolStep:
    """With a unit picked: hold, move, attack, support or convoy."""
    unit = stage.unit
    if stage.is_offered and not isinstance(touch, ToolKey):
        clicked = None if isinstance(touch, Arrow) else context.position.unit_at(touch.province)
        if isinstance(touch, Arrow) or (clicked is not None and clicked.power in context.powers):
            return click_idle(context, NOTHING_PICKED, touch)
    match touch:
        case ToolKey():
            return _press_key(context, stage, touch)
        case Arrow():
            return _click_arrow(context, stage, touch)
        case ProvinceArea(province) | UnitTouch(province) if province == unit.province and stage.wanted is None:
            return _order(context, unit.power, Hold(unit.piece), stage)
        case ProvinceArea(province, coast):
            other = context.position.unit_at(province)
            if stage.wanted is WantedOrder.SUPPORT or (stage.wanted is WantedOrder.CONVOY and context.carries(unit.piece)):
                if other is None:
                    return Refused(Verdict(Refusal.NO_UNIT, (province,)), None, stage)
                return _aim(context, stage, other)
            return _move(context, stage, province, coast)
        case UnitTouch(province):
            other = context.position.unit_at(province)
            if (
                other is None
                or stage.wanted is WantedOrder.MOVE
                or (stage.wanted is WantedOrder.CONVOY and not context.carries(unit.piece))
            ):
                return _move(context, stage, province, None)
            if stage.wanted is None and other.power != unit.power:
                return _ask_about_foreign(context, stage, other)
            return _aim(context, stage, other)
        case _:
            assert_never(touch)


def click_aimed(context: OrderContext, stage: Aimed, touch: ProvinceArea | UnitTouch | Arrow | ToolKey) -> ToolStep:
    """With a unit to support or to carry named: where to."""
    unit, other = stage.unit, stage.other
    match touch:
        case ToolKey.HOLD:
            return _order(context, unit.power, Support(unit.piece, other.piece), stage)
        case ToolKey.SUPPORT | ToolKey.CONVOY:
            return Picked(Aimed(unit, other, _WANTED[touch]))
        case ToolKey():
            return _press_key(context, UnitPicked(unit), touch)
        case Arrow(_, order):
            if isinstance(order, Move) and order.piece == other.piece:
                return _support_or_carry(context, stage, other, order.target)
            return _click_arrow(context, UnitPicked(unit), touch)
        case UnitTouch(province) if province == other.province:
            return _order(context, unit.power, Support(unit.piece, other.piece), stage)
        case ProvinceArea(province) if province == other.province:
            return _order(context, unit.power, Support(unit.piece, other.piece), stage)
        case ProvinceArea(province, coast):
            return _support_or_carry(context, stage, other, _supported_goal(context, stage, province, coast))
        case UnitTouch(province):
            return _support_or_carry(context, stage, other, _supported_goal(context, stage, province, None))
        case _:
            assert_never(touch)


def _press_key(context: OrderContext, stage: UnitPicked, key: ToolKey) -> ToolStep:
    unit = stage.unit
    match key:
        case ToolKey.HOLD:
            return _order(context, unit.power, Hold(unit.piece), stage)
        case ToolKey.MOVE | ToolKey.SUPPORT | ToolKey.CONVOY:
            return Picked(UnitPicked(unit, _WANTED[key]))
        case ToolKey.BACKSPACE:
            return Cleared(unit.power, unit.province)
        case _:
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)


def _click_arrow(context: OrderContext, stage: UnitPicked, arrow: Arrow) -> ToolStep:
    """Support what the arrow shows; a fleet joins a convoy."""
    unit, drawn = stage.unit, arrow.order
    match drawn:
        case Move(piece, target):
            mover = context.position.unit_at(piece.location.province)
            if mover is None:
                return Refused(Verdict(Refusal.NO_UNIT, (str(piece.location),)), None, stage)
            if mover == unit:
                return _move(context, stage, target.province, target.coast)
            return _support_or_carry(context, stage, mover, target)
        case Support(_, supported, target):
            return _order(context, unit.power, Support(unit.piece, supported, target), stage)
        case Convoy(_, army, target):
            carried = context.position.unit_at(army.location.province)
            if carried is None:
                return Refused(Verdict(Refusal.NO_UNIT, (str(army.location),)), None, stage)
            support = Support(unit.piece, army, target)
            if stage.wanted is WantedOrder.SUPPORT or not context.check(unit.power, Convoy(unit.piece, army, target)):
                return _order(context, unit.power, support, stage)
            if stage.wanted is None and context.check(unit.power, support):
                return _ask_how_to_help(context, stage, carried, target, carry_first=True)
            return order_convoy(context, unit, carried, target, stage)
        case Hold(piece):
            return _order(context, unit.power, Support(unit.piece, piece), stage)
        case _:
            return Refused(Verdict(Refusal.WRONG_PHASE), None, stage)


def _order(context: OrderContext, power: str, order: Order, stage: Stage) -> ToolStep:
    verdict = context.check(power, order)
    if not verdict:
        return Refused(verdict, order, stage)
    last = (power, order) if isinstance(order, Support) and order.target is not None else None
    return Ordered(((power, order),), Idle(last))


def _move(context: OrderContext, stage: UnitPicked, province: str, coast: str | None) -> ToolStep:
    """A move to *province*, an attack where a unit stands there; asks the coast where two are possible."""
    unit = stage.unit
    by_convoy = stage.wanted is WantedOrder.CONVOY and context.walks(unit.piece, province)
    goals = context.goals(unit.kind, province)
    if coast is not None and Location(province, coast) in goals:
        goals = (Location(province, coast),)
    moves = tuple(routed(context, unit, Move(unit.piece, goal, by_convoy)) for goal in goals)
    possible = tuple(move for move in moves if context.check(unit.power, move))
    if not possible:
        return Refused(context.check(unit.power, moves[0]), moves[0], stage)
    if len(possible) == 1:
        return _order_move(context, unit, possible[0], stage)
    choices = tuple(AnswerChoice(ChoiceKind.COAST, orders=((unit.power, move),), location=move.target) for move in possible)
    return AnswerNeeded(Questioned(Question(QuestionKind.COAST, province), choices, stage))


def _order_move(context: OrderContext, unit: Unit, move: Move, stage: Stage) -> ToolStep:
    if move.via_convoy or (context.is_carried(unit.piece) and not context.walks(unit.piece, move.target.province)):
        return order_convoyed_move(context, unit, move, stage)
    return Ordered(((unit.power, move),))


def _aim(context: OrderContext, stage: UnitPicked, other: Unit) -> ToolStep:
    """*other* is to be supported or carried: its present move where it is known, else a target is asked."""
    unit = stage.unit
    known = context.order_of(other)
    if isinstance(known, Move) and other != unit:
        return _support_or_carry(context, stage, other, known.target)
    aimed = Aimed(unit, other, stage.wanted)
    if other == unit or not targets(context, aimed):
        order: Order = Support(unit.piece, other.piece)
        if stage.wanted is WantedOrder.CONVOY:
            order = Convoy(unit.piece, other.piece, other.location)
        return Refused(context.check(unit.power, order), order, stage)
    return Picked(aimed)


def _support_or_carry(context: OrderContext, stage: UnitPicked | Aimed, other: Unit, goal: Location) -> ToolStep:
    """Support for the move of *other* to *goal*, or the convoy that it needs.

    Where a fleet could do either it is asked, unless the keys S and C decided it. A move that is known, and that needs no more fleets, is
    supported.
    """
    unit = stage.unit
    support = Support(unit.piece, other.piece, goal)
    convoy = Convoy(unit.piece, other.piece, goal)
    could_carry = context.carries(unit.piece) and context.is_carried(other.piece)
    may_support = bool(context.check(unit.power, support))
    may_carry = could_carry and bool(context.check(unit.power, convoy))
    walks = context.walks(other.piece, goal.province)
    if stage.wanted is None and may_support and may_carry:
        needs_carrying = not walks and not is_carried_already(context, other, goal)
        if needs_carrying or isinstance(stage, Aimed):
            return _ask_how_to_help(context, stage, other, goal, carry_first=needs_carrying)
    if stage.wanted is WantedOrder.CONVOY and could_carry:
        wanted: Order = convoy
    elif stage.wanted is WantedOrder.SUPPORT or may_support or not could_carry:
        wanted = support
    else:
        wanted = convoy if may_carry or (stage.wanted is None and not walks) else support
    verdict = context.check(unit.power, wanted)
    if not verdict:
        return Refused(verdict, wanted, stage)
    if wanted is convoy:
        return order_convoy(context, unit, other, goal, stage)
    return _order(context, unit.power, support, stage)


def _ask_how_to_help(context: OrderContext, stage: UnitPicked | Aimed, other: Unit, goal: Location, *, carry_first: bool) -> ToolStep:
    """Ask if the fleet carries *other* to *goal* or supports its move there; the likelier choice stands first."""
    unit = stage.unit
    carry = _choice(ChoiceKind.CONVOY, order_convoy(context, unit, other, goal, stage))
    support = _choice(ChoiceKind.SUPPORT, _order(context, unit.power, Support(unit.piece, other.piece, goal), stage))
    choices = (carry, support) if carry_first else (support, carry)
    return AnswerNeeded(Questioned(Question(QuestionKind.CONVOY_OR_SUPPORT, other.province), choices, stage))


def _supported_goal(context: OrderContext, stage: Aimed, province: str, coast: str | None) -> Location:
    """Return the goal of the other unit in *province*: the coast clicked expressly, its only coast there, else the province as a whole."""
    goals = tuple(
        goal
        for goal in context.goals(stage.other.kind, province)
        if context.check(stage.other.power, routed(context, stage.other, Move(stage.other.piece, goal)))
    )
    if coast is not None and Location(province, coast) in goals:
        return Location(province, coast)
    return goals[0] if len(goals) == 1 else Location(province)


def _ask_about_foreign(context: OrderContext, stage: UnitPicked, other: Unit) -> ToolStep:
    """Attack, support or carry a unit of another power; done at once where only one of them is possible."""
    unit = stage.unit
    choices: list[AnswerChoice] = []
    attack = _move(context, stage, other.province, None)
    if not isinstance(attack, Refused):
        choices.append(_choice(ChoiceKind.ATTACK, attack))
    for kind, wanted in ((ChoiceKind.SUPPORT, WantedOrder.SUPPORT), (ChoiceKind.CONVOY, WantedOrder.CONVOY)):
        if wanted is WantedOrder.CONVOY and not (context.carries(unit.piece) and context.is_carried(other.piece)):
            continue
        step = _aim(context, UnitPicked(unit, wanted), other)
        only_hold = isinstance(step, Picked) and targets(context, step.stage).grounds <= {other.province}
        if not isinstance(step, Refused) and not only_hold:
            choices.append(_choice(kind, step))
    stay = Support(unit.piece, other.piece)
    if context.check(unit.power, stay):
        choices.append(AnswerChoice(ChoiceKind.SUPPORT_TO_HOLD, orders=((unit.power, stay),)))
    if not choices:
        return attack
    if len(choices) == 1:
        return take(choices[0])
    return AnswerNeeded(Questioned(Question(QuestionKind.ATTACK_OR_SUPPORT, other.province), tuple(choices), stage))


def _choice(kind: ChoiceKind, step: ToolStep) -> AnswerChoice:
    """The answer that leads where *step* leads."""
    if isinstance(step, Ordered):
        return AnswerChoice(kind, orders=step.orders)
    return AnswerChoice(kind, stage=step.stage)


def take(choice: AnswerChoice) -> ToolStep:
    """Return the effect of answering with *choice*."""
    if choice.orders:
        return Ordered(choice.orders)
    match choice.stage:
        case Questioned() as further:
            return AnswerNeeded(further)
        case None:
            return Ordered(())
        case stage:
            return Picked(stage)
