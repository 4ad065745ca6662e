"""Task of every search of the strong opponent: the orders to find, what others are known to order, and agreements with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator import Order, Position, Support, Variant


@dataclass(frozen=True, slots=True)
class Pledges:
    """Agreements of one power, as they bear on the orders of one phase."""

    closed: frozenset[str] = frozenset()
    """Provinces that it does not move to, and to which it neither supports nor carries anybody."""
    supports: tuple[Support, ...] = ()
    """Supports that it gives."""
    enemies: frozenset[str] = frozenset()
    """Powers that it is allied against."""
    helped: tuple[tuple[str, Support], ...] = ()
    """Supports that others promised to it, each with the power."""
    spared: tuple[tuple[str, frozenset[str]], ...] = ()
    """Others, each with the provinces that it promised not to move to."""


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
    stays: frozenset[str] = frozenset()
    """Provinces whose own units are not removed while there are others: a stalemate line needs them."""
    word: Pledges = field(default_factory=Pledges)
    """Agreements with others: what they forbid is not looked at, and promises of others are taken to be kept mostly."""
