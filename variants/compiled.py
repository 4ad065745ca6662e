"""The compiled board: what the map needs to draw and to be clicked, with nothing left to work out.

Made from a drawing by :mod:`variants.compile`; plain values here. Coordinates are user units of the drawing's viewBox, ``y`` down.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType

from adjudicator.board import Terrain

Point = tuple[float, float]
Line = tuple[Point, ...]
Ring = tuple[Point, ...]
"""Closed: the last point joins the first, which is not repeated."""
Polygon = tuple[Ring, ...]
"""The outer ring, then its holes."""

FORMAT = 1
LEVELS = 3
"""Levels of detail: 0 as drawn, 1 for a board fitted to a window, 2 for thumbnails."""

UNIT_RADIUS = 0.011
"""Radius of a unit's symbol as a part of :attr:`CompiledBoard.symbol_width`; the radii below likewise."""
RETREAT_RADIUS = 0.8 * UNIT_RADIUS
SUPPLY_RADIUS = 0.0042

BASELINE = 0.26
LINE_HEIGHT = 1.08


class Stage(IntEnum):
    """Stage of a board on its way from a drawing."""

    SKETCH = 1
    """Bare shapes: there is something to see, and to press on."""
    PLAYABLE = 2
    """Stage with all but names, and the neighbours that the drawing suggests."""
    WHOLE = 3


class LabelKind(StrEnum):
    """Kind of name on a label."""

    FULL = "full"
    SHORT = "short"
    """The province's code."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name and where it is written."""

    kind: LabelKind
    lines: tuple[str, ...]
    x: float
    """Middle of the text."""
    y: float
    """Middle of the lines. A baseline runs :data:`BASELINE` sizes below its line's middle, lines are :data:`LINE_HEIGHT` sizes apart."""
    angle: float
    """Degrees, clockwise; 0 is level."""
    size: float
    """Font size."""
    spacing: float = 0.0
    """Space added between letters, in parts of the size."""
    path: Line | None = None
    """The baseline where it is curved: the text's middle lies at the middle of its length. One line of text only."""
    leader: Line | None = None
    """A thin line from the name to its province, where the name stands outside."""


@dataclass(frozen=True, slots=True)
class ProvinceShape:
    """One province as it is drawn."""

    code: str
    terrain: Terrain
    levels: Sequence[tuple[Polygon, ...]]
    """:data:`LEVELS` outlines, the finest first; each has the province's parts, the largest first."""
    units: Mapping[str, Point]
    """Place of a unit, by coast; ``""`` where it stands on none."""
    retreats: Mapping[str, Point]
    """Place of a dislodged unit, by coast as above."""
    supply: Point | None
    """Place of the mark of a supply centre; ``None`` where there is no centre."""
    spare: Point | None
    """Place of that mark, were the province a centre: variants make centres of provinces that are none on the first board."""
    labels: tuple[Label, ...]
    straits: tuple[Polygon, ...]
    """Water inside the outline, drawn as sea, clicked as the province."""
    bounds: tuple[float, float, float, float]
    """Left, top, right, bottom."""

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        """The outline as it was drawn."""
        return self.levels[0]

    def label(self, kind: LabelKind) -> Label | None:
        """The label of this *kind*."""
        for label in self.labels:
            if label.kind is kind:
                return label
        return None


class BorderKind(StrEnum):
    """Kind of border."""

    LAND = "land"
    """Two lands."""
    COAST = "coast"
    """Land and water."""
    SEA = "sea"
    """Two waters."""


@dataclass(frozen=True, slots=True)
class Border:
    """The line between two provinces, or between one and what cannot be entered."""

    kind: BorderKind
    provinces: tuple[str | None, str | None]
    """Sorted; ``None`` is impassable ground. Both the same where a strait lies inside a province."""
    lines: tuple[Line, ...]


class DecorationKind(StrEnum):
    """Kind of decoration that is never clicked. A theme has a colour for each."""

    IMPASSABLE = "impassable"
    LAKE = "lake"
    RIVER = "river"
    HILLS = "hills"
    WOODS = "woods"
    DUNES = "dunes"
    STEPPE = "steppe"
    ROAD = "road"
    BRIDGE = "bridge"
    """A way across water, or anywhere where two provinces are neighbours and do not touch."""
    COAST_LINE = "coast line"
    """Strokes of the author's own on the shore."""


@dataclass(frozen=True, slots=True)
class Decoration:
    """A decoration that is never clicked: areas or lines."""

    kind: DecorationKind
    rank: int
    """1 is the greatest: a river's width follows it."""
    name: str
    polygons: tuple[Polygon, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Two provinces that touch, as the drawing says. A proposal for designers; play goes by the variant."""

    provinces: tuple[str, str]
    """Sorted."""
    length: float
    """Length of the border between them; 0 for a bridge."""
    witnesses: int
    """Number of the two ways of looking that found it; a bridge counts as both."""


@dataclass(frozen=True, slots=True)
class CompiledBoard:
    """A drawn board, ready for the map."""

    svg_sha256: str
    """Checksum of the drawing it was made from."""
    width: float
    height: float
    provinces: Mapping[str, ProvinceShape]
    """Shapes of provinces by code, as in the variant."""
    borders: tuple[Border, ...]
    decorations: tuple[Decoration, ...]
    adjacency: tuple[Adjacent, ...]
    background: str = ""
    """The author's own picture under everything: a harmless SVG document, or empty."""
    foreground: str = ""
    """The same, over the land and under the names."""
    symbol_scale: float = 1.0
    """Factor by which units, marks and names are larger than on the standard board of the same width: 2 on a board of seven lands."""
    format: int = FORMAT

    @property
    def symbol_width(self) -> float:
        """The width that the sizes of units, marks and names are parts of."""
        return self.width * self.symbol_scale

    def with_centres(self, centres: Collection[str]) -> CompiledBoard:
        """The same board with the marks of these *centres*, and no others."""

        def marked(code: str, shape: ProvinceShape) -> ProvinceShape:
            wanted, there = code in centres, shape.supply is not None
            if wanted == there:
                return shape
            return replace(shape, supply=shape.spare if wanted else None, spare=None if wanted else shape.supply)

        provinces = {code: marked(code, shape) for code, shape in self.provinces.items()}
        return replace(self, provinces=MappingProxyType(provinces)) if provinces != dict(self.provinces) else self

    @property
    def unit_radius(self) -> float:
        """Radius of a unit's symbol."""
        return self.symbol_width * UNIT_RADIUS
