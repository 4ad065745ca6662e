"""Orders that are not carried out yet, judged again: the rules, the hooks or the known position may have changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.check import check_order
from adjudicator.position import Position
from adjudicator.variant import Variant
from app.game.edits import last_counts
from app.game.record import OrderLine


def judged_lines(variant: Variant, position: Position, power: str, lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The *lines* of *power* with the verdicts that they have in *position*."""
    return last_counts(_judged(variant, position, power, line) for line in lines)


def _judged(variant: Variant, position: Position, power: str, line: OrderLine) -> OrderLine:
    if line.order is None:
        return line
    return replace(line, verdict=check_order(variant, position, power, line.order))
