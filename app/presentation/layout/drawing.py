"""Drawing of each unit and order as values that a painter needs no rules for: sizes at a zoom, layers, and stacking in a layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from adjudicator.unit import Unit
from app.presentation.layout.polyline import Point, Polyline
from app.presentation.picture import DrawnOrder

_UNIT_SHARE = 0.0110
"""Radius of a unit as a share of the board's width, where the zoom lets it be."""

_LEAST_UNIT_PIXELS = 10.5
_PLAIN_BELOW = 21.0
"""Pixels of radius below which units get the plainer glyphs."""

_LEAST_STAR_PIXELS = 4.6
_LEAST_BADGE_PIXELS = 6.4
_LEAST_TEXT_PIXELS = 9.0
_SMALLEST_WINDOW = 560.0
"""Boards seen smaller than this are thumbnails: their symbols shrink with them."""

_SLOWER = 0.72
"""Beyond the fitted zoom symbols grow with this power of it: room for arrows between neighbours."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in board units (1 = one unit of the SVG), at one zoom."""

    pixel: float
    """One pixel of the screen."""

    unit: float
    """Radius of a unit."""

    star: float
    """Outer radius of a supply centre's star."""

    badge: float
    """Radius of a badge."""

    text: float
    """Pixel size of the text on badges."""

    shaft: float
    """Width of the arrow of a single unit, at its end."""

    small: bool
    """True if units are so small that they need the plainer glyphs."""

    @classmethod
    def at(cls, symbol_width: float, zoom: float, densest: float | None = None, fitted: float | None = None) -> Sizes:
        """The sizes where one board unit covers *zoom* pixels.

        Args:
            symbol_width: the width that symbols are a share of, in board units: the board's, or more where it has few provinces.
            zoom: pixels per board unit; above 0.
            densest: the distance of the two closest unit places, in board units; units never grow to touch there.
            fitted: the zoom at which the whole board is seen, where that is known.

        Raises:
            ValueError: *zoom* is not above 0.
        """
        if zoom <= 0:
            raise ValueError(f"zoom must be above 0, not {zoom}")
        pixel = 1 / zoom
        natural = symbol_width * _UNIT_SHARE
        if densest is not None:
            natural = min(natural, densest * 0.46)
        grown = natural * zoom
        if fitted is not None and zoom > fitted:
            grown = natural * fitted * (zoom / fitted) ** _SLOWER
        shrunk = min(1.0, symbol_width * zoom / _SMALLEST_WINDOW)
        pixels = max(_LEAST_UNIT_PIXELS * shrunk, grown)
        unit = pixels * pixel
        if densest is not None:
            unit = min(unit, max(densest * 0.5, 6 * pixel))
        unit_pixels = unit * zoom
        return cls(
            pixel,
            unit,
            max(unit * 0.40, _LEAST_STAR_PIXELS * shrunk * pixel),
            max(unit * 0.50, _LEAST_BADGE_PIXELS * shrunk * pixel),
            max(unit * 0.66, _LEAST_TEXT_PIXELS * shrunk * pixel),
            max(unit * 0.40, 3.4 * shrunk * pixel),
            unit_pixels < _PLAIN_BELOW,
        )


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


class Layer(IntEnum):
    """Z values of the scene's items."""

    BACKDROP = 0
    SPHERES = 3
    GLOW = 5
    STARS = 8
    ORDERS = 10
    """Ten to twenty: orders, by their shape."""
    LABELS = 22
    SELECTION = 24
    UNITS = 30
    DISLODGED = 32
    BADGES = 40
    HOVER = 6
    DRAG = 50


_ORDER_LAYERS = (
    (Shape.HOLD, Shape.BUILD, Shape.REMOVE, Shape.DISBAND),
    (Shape.CONVOY,),
    (Shape.SHIELD,),
    (Shape.MOVE, Shape.CONVOYED),
    (Shape.RETREAT,),
    (Shape.SUPPORT,),
)


def order_layer(shape: Shape) -> int:
    """The Z value of an order of that *shape*; the painter of exports sorts by it as well."""
    return Layer.ORDERS + next(rank for rank, shapes in enumerate(_ORDER_LAYERS) if shape in shapes)


_STEP = 0.0005
_BETWEEN = _STEP / 64


class Stacking:
    """Gives the things of each layer heights that rise in the sequence they are asked for.

    A thing keeps the height that it has where it can: to change it means to repaint all that it covers, and one order more or less would
    change those of all that come after it.
    """

    def __init__(self, *, fresh: bool) -> None:
        """*fresh*: whether nothing was there before; then all are far enough apart for others to come between."""
        self._tops: dict[float, float] = {}
        self._new = _STEP if fresh else _BETWEEN

    def height(self, layer: float, before: float | None) -> float:
        """The height of the next thing in *layer*, which had the height *before*; ``None`` where it is new."""
        top = self._tops.get(layer)
        least = layer if top is None else top
        if before is not None and least < before < layer + 1:
            found = before
        elif top is None:
            found = layer + _STEP
        else:
            found = top + (_STEP if before is not None else self._new)
        self._tops[layer] = found
        return found
