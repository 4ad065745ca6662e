"""Verdicts of the ruling over a phase on the lines that were received for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from adjudicator.resolution import Resolution, Result
from adjudicator.verdict import Verdict
from app.game.record import OrderLine, Turn
from entente.words.outcomes import is_forced


def judged_orders(turn: Turn, resolution: Resolution) -> Mapping[str, tuple[OrderLine, ...]]:
    """The turn's lines, with the reason why each illegal one was refused; one that a game master carried out all the same is none."""
    refused = {
        (outcome.power, str(outcome.order)): reason.verdict
        for outcome in (*resolution.outcomes, *resolution.refused)
        if Result.ILLEGAL in outcome.results
        for reason in outcome.reasons
        if reason.verdict is not None
    }
    refused |= {(each.power, str(each.order)): Verdict() for each in resolution.outcomes if is_forced(each)}
    if not refused:
        return turn.orders

    def judged(power: str, line: OrderLine) -> OrderLine:
        verdict = refused.get((power, str(line.order)))
        return line if verdict is None or line.is_replaced or line.order is None else replace(line, verdict=verdict)

    return MappingProxyType({power: tuple(judged(power, line) for line in lines) for power, lines in turn.orders.items()})
