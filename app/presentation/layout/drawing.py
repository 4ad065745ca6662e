"""Drawing of each unit and each order with its place, as values a painter needs no rules for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from adjudicator.unit import Unit
from app.presentation.layout.polyline import Point, Polyline
from app.presentation.layout.sizes import Sizes
from app.presentation.picture import DrawnOrder


class UnitState(StrEnum):
    """State of a unit on the board."""

    FIRM = "firm"
    DISLODGED = "dislodged"
    """Driven out: tilted, with a broken ring."""
    DESTROYED = "destroyed"
    """Driven out with nowhere to go: tilted and crossed out."""
    BUILT = "built"
    """Unit that is not there yet: pale, with a plus."""
    REMOVED = "removed"
    """To be taken off: pale, with a cross."""


@dataclass(frozen=True, slots=True)
class UnitDrawing:
    """A unit at its place."""

    unit: Unit
    at: Point
    radius: float
    standing: UnitState = UnitState.FIRM
    displaced: bool = False
    """True if it stands beside the unit that took its province."""

    sign: Point = (0.86, -0.78)
    """Place of the plus of a build or the cross of a removal, from the unit's place, in its radii."""


class BadgeKind(StrEnum):
    """Kind of failure of an order, or a result that the game master set; each has a shape of its own."""

    BOUNCE = "bounce"
    CUT = "cut"
    VOID = "void"
    ILLEGAL = "illegal"
    BROKEN = "broken"
    """A convoy that did not carry."""
    FORCED = "forced"
    """A game master set the result."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A small mark that says why."""

    kind: BadgeKind
    at: Point
    text: str = ""
    """Strength against strength: ``1:1``; may be empty."""


class Shape(StrEnum):
    """Shape of an order."""

    MOVE = "move"
    CONVOYED = "convoyed"
    SUPPORT = "support"
    SHIELD = "shield"
    """A support to hold."""
    CONVOY = "convoy"
    HOLD = "hold"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    REMOVE = "remove"


class OrderLook(StrEnum):
    """Look of an order by its success."""

    FIRM = "firm"
    FAILED = "failed"
    """Order that did not prevail: hollow."""
    FADED = "faded"
    """Order without effect: pale."""


@dataclass(frozen=True, slots=True)
class OrderDrawing:
    """An order at its place."""

    drawn: DrawnOrder
    shape: Shape
    look: OrderLook
    line: Polyline = ()
    """Its course; empty for orders that are drawn around a unit."""

    width: float = 0.0
    """Width of the line at its end, in board units; it shows the strength."""

    centre: Point | None = None
    """The unit it is drawn around, or that a shield protects."""

    facing: float = 0.0
    """Direction that a shield faces, in radians, 0 to the right, positive downward."""

    badges: tuple[Badge, ...] = ()
    ghost: Polyline = ()
    """The course of a supported or convoyed move that is not drawn itself."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole picture, laid out at one zoom."""

    sizes: Sizes
    units: tuple[UnitDrawing, ...]
    orders: tuple[OrderDrawing, ...]
    badges: tuple[Badge, ...] = ()
    """Marks that several orders share, such as a standoff."""

    stars: Mapping[str, Point] = field(default_factory=dict)
    """Supply centre to the place of its star."""
