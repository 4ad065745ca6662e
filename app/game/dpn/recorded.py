"""Results of the orders as a file records them: for games that are looked at and not replayed."""

from __future__ import annotations

from adjudicator.order import Waive
from adjudicator.position import Position
from adjudicator.resolution import Capture, OrderOutcome, Resolution, Result
from adjudicator.unit import Unit
from app.game.dpn.blocks import PhaseBlock

_OK = frozenset({Result.OK})


def recorded_resolution(block: PhaseBlock, before: Position, after: Position) -> Resolution:
    """The resolution that the results in *block* and the two positions tell; without reasons, which a file does not record."""
    outcomes: list[OrderOutcome] = []
    for power, sent in block.orders.items():
        for line in sent.lines:
            if line.order is None or line.replaced:
                continue
            unit = None if isinstance(line.order, Waive) else Unit(power, line.order.piece)
            outcomes.append(OrderOutcome(unit, power, line.order, line.given, line.results or _OK, ()))
    captures = tuple(
        Capture(place, before.owners.get(place), owner)
        for place, owner in sorted(after.owners.items())
        if before.owners.get(place) != owner
    )
    return Resolution(tuple(outcomes), (), captures, (), after)
