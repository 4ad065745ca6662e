"""Contents of a drawing once its layers are read: provinces, pieces of landscape, names, anchors and free art."""

from __future__ import annotations

from dataclasses import dataclass, field

import shapely

from variants.svg.element import Element

Point = tuple[float, float]


@dataclass(slots=True)
class DrawnProvince:
    """A province of the drawing."""

    code: str
    shape: shapely.Geometry
    element: Element
    data_type: str = ""
    name: str = ""


@dataclass(slots=True)
class Unlabelled:
    """A shape among the provinces that has no code, or a label that is none."""

    element: Element
    shape: shapely.Geometry
    what: str
    """Fault of the shape, in words."""
    expected: str


@dataclass(slots=True)
class DrawnPiece:
    """A piece with a ``data-kind``, or of the layer ``impassable``."""

    kind: str
    rank: int
    name: str
    owner: str
    areas: list[shapely.Geometry] = field(default_factory=list)
    lines: list[list[Point]] = field(default_factory=list)
    element: Element | None = None


@dataclass(slots=True)
class DrawnLabel:
    """A name the author has placed: text at a point, or along a path."""

    code: str
    lines: tuple[str, ...]
    x: float
    """Horizontal place of the middle."""
    y: float
    angle: float
    size: float
    path: list[Point] | None


@dataclass(slots=True)
class Drawing:
    """All contents of the drawing."""

    width: float
    height: float
    provinces: dict[str, DrawnProvince] = field(default_factory=dict)
    unlabelled: list[Unlabelled] = field(default_factory=list)
    """Shapes whose province is to be found out; no fault is noted of them yet."""
    content: bytes = field(default=b"", repr=False)
    """The file."""
    label_attribute: str = "inkscape:label"
    """Name of the attribute for labels in this file."""
    pieces: list[DrawnPiece] = field(default_factory=list)
    anchors: dict[tuple[str, str, str], Point] = field(default_factory=dict)
    """Anchors by kind, code and coast; the coast is ``""`` where none is named."""
    coasts: dict[tuple[str, str], list[shapely.Geometry]] = field(default_factory=dict)
    bridges: list[tuple[str, str, bool, tuple[str, ...]]] = field(default_factory=list)
    """Two codes, whether the bridge cuts instead, and the unit kinds it is for."""
    labels: dict[str, DrawnLabel] = field(default_factory=dict)
    art: dict[str, list[Element]] = field(default_factory=dict)
    """The free elements of the layers ``background`` and ``foreground``, each unchanged."""
    root: Element | None = None
    layer_line: int | None = None
    """Line at which the layer of provinces begins."""
    unusable: set[str] = field(default_factory=set)
    """Provinces that are drawn and have no shape that can be used: reported already."""
    anchor_elements: dict[tuple[str, str, str], Element] = field(default_factory=dict)
    coast_elements: dict[tuple[str, str], Element] = field(default_factory=dict)
    bridge_elements: list[Element] = field(default_factory=list)
    """Elements, as many as bridges, in their sequence."""
    label_elements: dict[str, Element] = field(default_factory=dict)
    corner: tuple[float, float] = (0.0, 0.0)
    """Corner at which the viewBox begins."""
    symbol_scale: float | None = None
    """Size of units and names that its author set, ``data-symbol-scale`` of the root."""
