"""Hooks after the adjudication: they change who owns centres, or have it adjudicated once more with other orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator.adjudicate import adjudicate
from adjudicator.order import Hold, Move, Order, Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, OrderOutcome, Reason, ReasonKind, Resolution, Result
from adjudicator.variant import Variant
from app.hooks.asking import HookQuestions
from app.hooks.attached import RunningHook
from app.hooks.context import board_part, orders_part, position_part, results_part
from app.hooks.plain import Plain
from languages import tr
from variants.hooks.contracts import Point

Orders = dict[str, list[Order]]

WithOrders = Callable[[RunningHook, Point, Orders, Mapping[str, Plain] | None], Orders]
"""The orders with those that an answer puts in their place."""


class AfterAdjudication:
    """Adjudications of a phase's orders, as often as hooks ask for one.

    Args:
        position: where the phase began.
        with_orders: reads the orders of an answer.
    """

    def __init__(self, asking: HookQuestions, variant: Variant, position: Position, with_orders: WithOrders) -> None:
        self._asking = asking
        self._variant = variant
        self._position = position
        self._with_orders = with_orders
        self._owners: dict[str, dict[str, str | None]] = {}
        """Owners that its last answer gives, by hook: they hold where another has the orders adjudicated once more."""

    def of(self, orders: Orders) -> Resolution:
        """The last ruling; orders that hooks took back appear as they were given, failed."""
        resolution = adjudicate(self._variant, self._position, orders)
        given = orders
        reasons: dict[str, tuple[str, str]] = {}
        for running in self._asking.attached.at(Point.AFTER_ADJUDICATION):
            for number in range(len(self._position.units) + 1):
                extra = {
                    "orders": orders_part(orders),
                    "results": results_part(resolution.outcomes),
                    "next": {"phase": str(resolution.next.phase), **position_part(self._variant, resolution.next)},
                    "round": number,
                    **position_part(self._variant, self._position),
                    **board_part(self._variant),
                }
                answer = self._asking.ask(running, Point.AFTER_ADJUDICATION, self._variant, self._position, extra, str(number))
                if answer is None:
                    break
                resolution = self._with_owners(resolution, self._read_owners(running, resolution, answer))
                changed = self._with_orders(running, Point.AFTER_ADJUDICATION, orders, answer)
                if changed == orders:
                    break
                why = str(answer.get("reason", ""))
                for place in _changed_places(orders, changed):
                    reasons.setdefault(place, (running.name, why))
                orders = changed
                resolution = adjudicate(self._variant, self._position, orders)
                for name, owners in self._owners.items():
                    if name != running.name:
                        resolution = self._with_owners(resolution, owners)
        return _shown_as_failed(resolution, given, reasons) if reasons else resolution

    def _read_owners(self, running: RunningHook, resolution: Resolution, answer: Mapping[str, Plain]) -> dict[str, str | None]:
        said = answer.get("owners")
        found = self._owners[running.name] = {}
        for centre, owner in said.items() if isinstance(said, dict) else ():
            place = self._variant.board.provinces.get(centre)
            if place is None or not place.centre or not (owner is None or owner in self._variant.powers):
                self._asking.refuse(
                    running, Point.AFTER_ADJUDICATION, self._position, tr("{centre} cannot belong to {owner}", centre=centre, owner=owner)
                )
                continue
            found[centre] = None if owner is None else str(owner)
            if resolution.next.owners.get(centre) != owner:
                self._asking.note(
                    running,
                    Point.AFTER_ADJUDICATION,
                    self._position,
                    tr("{centre} belongs to {owner} now", centre=centre, owner=owner)
                    if owner
                    else tr("{centre} belongs to nobody now", centre=centre),
                )
        return found

    def _with_owners(self, resolution: Resolution, wanted: Mapping[str, str | None]) -> Resolution:
        owners = dict(resolution.next.owners)
        captures = {each.province: each for each in resolution.captures}
        for centre, owner in wanted.items():
            if owners.get(centre) == owner:
                continue
            captures.pop(centre, None)
            if owner is None:
                del owners[centre]
            else:
                owners[centre] = owner
                captures[centre] = Capture(centre, self._position.owners.get(centre), owner)
        following = replace(resolution.next, owners=MappingProxyType(dict(sorted(owners.items()))))
        return replace(resolution, next=following, captures=tuple(captures[centre] for centre in sorted(captures)))


def _changed_places(before: Orders, after: Orders) -> list[str]:
    earlier, later = _by_place(before.values()), _by_place(after.values())
    return [place for place, order in earlier.items() if later.get(place) != order]


def _by_place(orders: Iterable[Sequence[Order]]) -> dict[str, Order]:
    return {order.piece.location.province: order for given in orders for order in given if not isinstance(order, Waive)}


def _shown_as_failed(resolution: Resolution, given: Orders, reasons: Mapping[str, tuple[str, str]]) -> Resolution:
    """*resolution* with the orders that a hook took back as they were given, failed."""
    first = _by_place(given.values())
    outcomes = []
    for outcome in resolution.outcomes:
        place = "" if outcome.unit is None else outcome.unit.province
        order = first.get(place)
        if place in reasons and order is not None and order != outcome.order and isinstance(outcome.order, Hold):
            hook, why = reasons[place]
            target = order.target.province if isinstance(order, Move) else None
            failed = frozenset({Result.BOUNCE if isinstance(order, Move) else Result.VOID}) | (
                outcome.results & {Result.DISLODGED, Result.DESTROYED}
            )
            rule = f"hook {hook}" + (f": {why}" if why else "")
            shown = (Reason(ReasonKind.REFUSED, rule, province=target), *outcome.reasons)
            outcome = OrderOutcome(outcome.unit, outcome.power, order, given=True, results=failed, reasons=shown)
        outcomes.append(outcome)
    return replace(resolution, outcomes=tuple(outcomes))
