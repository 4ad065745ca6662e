"""Task of every search of the strong opponent: the orders to find, and the known orders of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.order import Order
from adjudicator.position import Position
from adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class SearchTask:
    """The orders of one power in one position."""

    variant: Variant
    position: Position
    power: str
    """Power that is to order."""
    assumed: Mapping[str, Sequence[Order]] = field(default_factory=dict)
    """Orders that other powers are known to give; in a movement phase units that are left out there do nothing."""
    fixed: Mapping[str, Order] = field(default_factory=dict)
    """Orders that the own units in some provinces give in any case."""
