"""What is to be ordered, and what is known of the others: what every search of the strong opponent begins from."""

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
    """Who is to order something."""
    assumed: Mapping[str, Sequence[Order]] = field(default_factory=dict)
    """What other powers are known to order; in a movement phase units that are left out there do nothing."""
