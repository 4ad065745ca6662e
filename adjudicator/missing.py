"""Orders of a power that sent none: those of its default list, or its last orders again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from adjudicator.builds import adjustments_of
from adjudicator.legal import canonical_order
from adjudicator.order import Build, Disband, Order, Remove, Retreat
from adjudicator.phase import PhaseKind
from adjudicator.position import Position
from adjudicator.resolution import OrderOutcome, Reason, ReasonKind, Resolution
from adjudicator.rule_choices import NoOrders
from adjudicator.variant import PowerRole, Variant
from adjudicator.variant_tables import variant_tables

DefaultList = Sequence[Order]
"""Orders for a power that sends none, the most wanted first: retreats, disbands or removals, and builds."""

NO_LISTS: Mapping[str, DefaultList] = MappingProxyType({})

HOUSE_RULE = "Lists given in advance"
"""Source of the reason of what a list orders: no rulebook knows such lists, though many game masters take them."""


def fill_missing(
    variant: Variant,
    position: Position,
    orders_by_power: Mapping[str, Sequence[Order]],
    *,
    previous: Mapping[str, Sequence[Order]] | None = None,
    preferences: Mapping[str, DefaultList] | None = None,
) -> dict[str, Sequence[Order]]:
    """*orders_by_power* with an entry for every playing power that has something to order.

    Args:
        variant: what is played; its rule for powers that send nothing decides whether *previous* is used.
        position: the moment that is ordered.
        orders_by_power: what was sent. A power with an entry, even an empty one, is left alone.
        previous: the orders of the last phase of the same kind, given again where they are still legal (``nmr=repeat``).
        preferences: for retreat and adjustment phases, the default lists; they go before *previous*.

    >>> from dataclasses import replace
    >>> from adjudicator.notation import parse_order
    >>> from adjudicator.rules import Rules
    >>> from variants import standard
    >>> game = replace(standard(), rules=Rules.of("nmr=repeat"))
    >>> filled = fill_missing(game, game.start, {}, previous={"FRANCE": [parse_order("A PAR - BUR")]})
    >>> print(*filled["FRANCE"])
    A PAR - BUR
    """
    filled: dict[str, Sequence[Order]] = dict(orders_by_power)
    filled.update(by_default_lists(variant, position, filled, preferences or NO_LISTS))
    for power in variant.powers.values():
        if power.id in filled or power.role is not PowerRole.PLAYING:
            continue
        if variant.rules.no_orders is NoOrders.REPEAT and previous is not None and power.id in previous:
            filled[power.id] = still_legal(variant, position, power.id, previous[power.id])
    return filled


def by_default_lists(
    variant: Variant, position: Position, sent: Collection[str], lists: Mapping[str, DefaultList]
) -> dict[str, tuple[Order, ...]]:
    """Return the orders of the standing *lists* at *position* for the playing powers that are not in *sent*; none in a movement phase.

    A power whose list has nothing for this phase, or that has nothing to do in it, is absent.
    """
    choose = {PhaseKind.RETREAT: preferred_retreats, PhaseKind.ADJUSTMENT: preferred_adjustments}.get(position.phase.kind)
    if choose is None:
        return {}
    chosen: dict[str, tuple[Order, ...]] = {}
    for power, listed in lists.items():
        if power in sent or power not in variant.powers or variant.powers[power].role is not PowerRole.PLAYING:
            continue
        orders = choose(variant, position, power, listed)
        if orders:
            chosen[power] = orders
    return chosen


def still_legal(variant: Variant, position: Position, power: str, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return the ones of *orders* that *power* may give in *position*."""
    return tuple(order for order in orders if canonical_order(variant, position, power, order)[1])


def preferred_retreats(variant: Variant, position: Position, power: str, listed: DefaultList) -> tuple[Order, ...]:
    """For each dislodged unit the first of *listed* that it can follow; no two units retreat to one province.

    A wish to disband ends the search for its unit.
    """
    chosen: list[Order] = []
    ordered: set[str] = set()
    targets: set[str] = set()
    for wish in listed:
        if not isinstance(wish, Retreat | Disband | Remove):
            continue
        order, verdict = canonical_order(variant, position, power, Disband(wish.piece) if isinstance(wish, Remove) else wish)
        if not verdict or not isinstance(order, Retreat | Disband) or order.piece.location.province in ordered:
            continue
        if isinstance(order, Retreat):
            if order.target.province in targets:
                continue
            targets.add(order.target.province)
        ordered.add(order.piece.location.province)
        chosen.append(order)
    return tuple(chosen)


def preferred_adjustments(variant: Variant, position: Position, power: str, listed: DefaultList) -> tuple[Order, ...]:
    """Return as many builds or removals as are due, the first of *listed* that are possible; no province is used twice."""
    balance = adjustments_of(variant_tables(variant), position).balance(power)
    chosen: list[Order] = []
    used: set[str] = set()
    for wish in listed:
        if len(chosen) >= abs(balance):
            break
        wanted = Remove(wish.piece) if isinstance(wish, Disband) else wish
        if not isinstance(wanted, Build if balance > 0 else Remove):
            continue
        order, verdict = canonical_order(variant, position, power, wanted)
        if verdict and wanted.piece.location.province not in used:
            used.add(wanted.piece.location.province)
            chosen.append(order)
    return tuple(chosen)


def mark_default_orders(resolution: Resolution, chosen: Mapping[str, Sequence[Order]]) -> Resolution:
    """Return *resolution* with the orders of default lists (*chosen*, by power) as not given, and the list among their reasons."""
    if not chosen:
        return resolution
    by_list = {(power, order) for power, orders in chosen.items() for order in orders}

    def told(outcome: OrderOutcome) -> OrderOutcome:
        if (outcome.power, outcome.order) not in by_list:
            return outcome
        province = None if outcome.unit is None else outcome.unit.province
        return outcome._replace(given=False, reasons=(*outcome.reasons, Reason(ReasonKind.DEFAULT_LIST, HOUSE_RULE, province=province)))

    return replace(resolution, outcomes=tuple(told(each) for each in resolution.outcomes))
