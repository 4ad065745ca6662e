"""Chains of fleets that carry an army, and the orders that make them."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import replace

from adjudicator.check import check_order
from adjudicator.location import Location
from adjudicator.order import Convoy, Move
from adjudicator.rule_choices import ConvoyPath
from adjudicator.unit import Piece, Unit
from app.presentation.order_tools.order_context import OrderContext
from app.presentation.order_tools.stage import AnswerChoice, ChoiceKind, PowerOrder, Question, Questioned, QuestionKind, Stage
from app.presentation.order_tools.step import AnswerNeeded, Ordered, ToolStep

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
