"""A board drawing in our layers, written from shapes: the same shapes, the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

import shapely
from shapely.affinity import translate

from adjudicator.board import Terrain
from variants.compile.adjacency import derive_adjacency
from variants.compile.regions import polygons_of
from variants.compile.shores import undrawn_coasts
from variants.compile.steps import fleet_steps
from variants.importers.draft import VariantDraft

Point = tuple[float, float]

_STRIP = 0.025
"""Part of the page: empty strips that are narrower stay."""


@dataclass(frozen=True, slots=True)
class DrawnName:
    """A name in one or more rows around a point."""

    rows: tuple[str, ...]
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Connection:
    """A line between two provinces of a diagram, and who goes along it."""

    start: Point
    end: Point
    army: bool
    fleet: bool


@dataclass(frozen=True, slots=True)
class BridgeOrCut:
    """A bridge between two provinces, or a cut; neither is visible."""

    pair: tuple[str, str]
    start: Point
    end: Point
    units: tuple[str, ...]
    """The kinds of units it is for; all where none is named."""
    cut: bool


@dataclass(slots=True)
class BoardPicture:
    """Picture of an imported board."""

    title: str
    left: float
    top: float
    width: float
    height: float
    shapes: dict[str, shapely.Geometry] = field(default_factory=dict)
    """Code to area."""
    types: dict[str, str] = field(default_factory=dict)
    """Code to ``land``, ``sea``, ``coast`` or ``impassable``."""
    names: dict[str, str] = field(default_factory=dict)
    anchors: dict[tuple[str, str, str], Point] = field(default_factory=dict)
    """Anchors by kind (``unit``, ``retreat``, ``sc``), code, and coast or ``""``."""
    coasts: dict[tuple[str, str], list[Sequence[Point]]] = field(default_factory=dict)
    labels: dict[str, DrawnName] = field(default_factory=dict)
    """Code to its name as it is written; names that are missing find their places themselves."""
    symbol_scale: float | None = None
    """Size of units; ``None`` follows from the room there is."""
    lines: list[Connection] = field(default_factory=list)
    """Straight lines under the provinces, as on a diagram."""
    rocks: list[shapely.Geometry] = field(default_factory=list)
    """Land out of play."""
    hatchings: list[shapely.Geometry] = field(default_factory=list)
    """Stripes over water out of play."""
    ways: list[BridgeOrCut] = field(default_factory=list)
    """Bridges and cuts: neighbours that the shapes do not show."""


def crop(picture: BoardPicture) -> None:
    """Take strips off the page in which nothing of the board lies, such as those for titles and credits."""
    left, top, right, bottom = shapely.total_bounds([*picture.shapes.values(), *picture.rocks]).tolist()
    far, low = picture.left + picture.width, picture.top + picture.height
    least = _STRIP * picture.width, _STRIP * picture.height
    left = left if left - picture.left > least[0] else picture.left
    top = top if top - picture.top > least[1] else picture.top
    right = right if far - right > least[0] else far
    bottom = bottom if low - bottom > least[1] else low
    picture.left, picture.top, picture.width, picture.height = left, top, right - left, bottom - top


def write_board_svg(picture: BoardPicture) -> bytes:
    """The drawing."""
    view = f"{_number(picture.left)} {_number(picture.top)} {_number(picture.width)} {_number(picture.height)}"
    size = f'width="{_number(picture.width)}" height="{_number(picture.height)}"'
    scale = "" if picture.symbol_scale is None else f' data-symbol-scale="{_number(picture.symbol_scale)}"'
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
        f'     {size} viewBox="{view}"{scale}>',
        f"<title>{escape(picture.title)}</title>",
    ]
    stripes = [f'  <path fill="#000" fill-opacity="0.2" fill-rule="evenodd" d="{_data(each)}"/>' for each in picture.hatchings]
    if picture.lines or stripes:
        diagram = [*_lines(picture), *_seas(picture)] if picture.lines else []
        out += _layer("background", [*stripes, *diagram])
    out += _layer("provinces", _provinces(picture))
    if picture.rocks:
        out += _layer("impassable", [f'  <path fill="#a69f8f" fill-rule="evenodd" d="{_data(each)}"/>' for each in picture.rocks])
    if picture.coasts:
        out += _layer("coasts", _coasts(picture.coasts))
    out += _layer("anchors", _anchors(picture.anchors))
    if picture.ways:
        out += _layer("bridges", map(_way, picture.ways), ' style="display:none"')
    if picture.labels:
        out += _layer("labels", _labels(picture.labels))
    return ("\n".join([*out, "</svg>", ""])).encode()


def _layer(name: str, content: Iterable[str], more: str = "") -> list[str]:
    return [f'<g id="layer-{name}" inkscape:groupmode="layer" inkscape:label="{name}"{more}>', *content, "</g>"]


def _way(way: BridgeOrCut) -> str:
    units = f' data-units="{" ".join(way.units)}"' if way.units else ""
    cut = ' data-cut="1"' if way.cut else ""
    (ax, ay), (bx, by) = way.start, way.end
    data = f"M{_number(ax)},{_number(ay)} L{_number(bx)},{_number(by)}"
    return f'  <path inkscape:label="{"-".join(way.pair).lower()}"{units}{cut} fill="none" stroke="#555555" d="{data}"/>'


def _provinces(picture: BoardPicture) -> list[str]:
    colours = {"sea": "#c5dfea", "impassable": "#a69f8f"}
    out: list[str] = []
    for code, shape in picture.shapes.items():
        kind = picture.types.get(code, "coast")
        about = f'data-type="{kind}" data-name={quoteattr(picture.names.get(code, code))}'
        pen = f'stroke="#333333" stroke-width="{_number(picture.width / 1500)}"'
        style = f'fill="{colours.get(kind, "#f5deb3")}" {pen} fill-rule="evenodd"'
        naming = f'id="{code.lower()}" inkscape:label="{code.lower()}" data-province="{code}"'
        out.append(f'  <path {naming} {about} {style} d="{_data(shape)}"/>')
    return out


def _data(shape: shapely.Geometry) -> str:
    parts: list[str] = []
    for polygon in polygons_of(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            points = [f"{_number(x)},{_number(y)}" for x, y in shapely.get_coordinates(ring)[:-1].tolist()]
            parts.append(f"M{' '.join(points)}Z")
    return "".join(parts)


def _coasts(coasts: Mapping[tuple[str, str], Sequence[Sequence[Point]]]) -> list[str]:
    out: list[str] = []
    for (code, coast), lines in coasts.items():
        for line in lines:
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in line)
            out.append(f'  <polyline inkscape:label="{code.lower()}/{coast.lower()}" points="{points}" fill="none" stroke="#777777"/>')
    return out


def _anchors(anchors: Mapping[tuple[str, str, str], Point]) -> list[str]:
    out: list[str] = []
    for (kind, code, coast), (x, y) in anchors.items():
        label = f"{kind}:{code.lower()}{'/' + coast.lower() if coast else ''}"
        out.append(f'  <circle inkscape:label="{label}" cx="{_number(x)}" cy="{_number(y)}" r="1" fill="none"/>')
    return out


def _labels(labels: Mapping[str, DrawnName]) -> list[str]:
    out: list[str] = []
    for code, name in labels.items():
        first = name.y - 1.05 * name.size * (len(name.rows) - 1) / 2 + 0.3 * name.size
        spots = [f'x="{_number(name.x)}" y="{_number(first + 1.05 * name.size * at)}"' for at in range(len(name.rows))]
        rows = "".join(f"<tspan {spot}>{escape(row)}</tspan>" for spot, row in zip(spots, name.rows, strict=True))
        style = f'font-size="{_number(name.size)}" text-anchor="middle" font-family="serif"'
        out.append(f'  <text id="label-{code.lower()}" inkscape:label="{code.lower()}" {style}>{rows}</text>')
    return out


def _lines(picture: BoardPicture) -> list[str]:
    """An army's way is a brown line, a fleet's a blue one of dashes; where both go, the dashes lie on the broader line."""
    out: list[str] = []
    for each in picture.lines:
        ends = f'x1="{_number(each.start[0])}" y1="{_number(each.start[1])}" x2="{_number(each.end[0])}" y2="{_number(each.end[1])}"'
        if each.army:
            width = picture.width / (400 if each.fleet else 700)
            out.append(f'  <line {ends} stroke="#6b4a26" stroke-width="{_number(width)}"/>')
        if each.fleet:
            dashes = f'stroke-dasharray="{_number(picture.width / 200)} {_number(picture.width / 300)}"'
            colour = "#cfe6f5" if each.army else "#134a78"
            out.append(f'  <line {ends} stroke="{colour}" stroke-width="{_number(picture.width / 800)}" {dashes}/>')
    return out


def _seas(picture: BoardPicture) -> list[str]:
    """The seas of a diagram as shapes over its lines: water is painted as one, so that lines would run through them and their names."""
    pen = f'stroke="#134a78" stroke-width="{_number(picture.width / 1500)}"'
    seas = [shape for code, shape in picture.shapes.items() if picture.types.get(code) == "sea"]
    return [f'  <path fill="#eaf4f9" {pen} fill-rule="evenodd" d="{_data(shape)}"/>' for shape in seas]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


REACH = 1 / 500
"""Part of the board's width that counts as touching."""


def mark_ways(picture: BoardPicture, draft: VariantDraft) -> None:
    """Add the bridges and cuts to *picture* that its shapes need to agree with the steps of *draft*."""
    shapes = {
        code: translate(shape, -picture.left, -picture.top)
        for code, shape in picture.shapes.items()
        if draft.provinces[code].terrain is not Terrain.IMPASSABLE
    }
    adjacency = derive_adjacency(shapes, picture.width, picture.height)
    terrains = {code: draft.provinces[code].terrain for code in shapes}
    listed: dict[tuple[str, str], set[bool]] = {}
    for origin, target, letter in draft.steps:
        pair = (min(origin.province, target.province), max(origin.province, target.province))
        listed.setdefault(pair, set()).add(Terrain.SEA in draft.kind(letter).terrains)
    touching = {each.provinces: each for each in adjacency}
    coasts = _ways_coasts(draft, shapes, picture.width)
    sailed = {
        (min(a.province, b.province), max(a.province, b.province))
        for a, b in fleet_steps(adjacency, shapes, terrains, coasts, picture.width * REACH)
    }
    for pair in sorted({*touching, *listed}):
        if not shapes.keys() >= set(pair):
            continue
        kinds, border = listed.get(pair, set()), touching.get(pair)
        if kinds and (border is None or border.witnesses < 2):
            picture.ways.append(_ways_way(picture, pair, (), cut=False))
        elif border is not None and not kinds:
            picture.ways.append(_ways_way(picture, pair, (), cut=True))
        elif border is not None and True in kinds and pair not in sailed:
            picture.ways.append(_ways_way(picture, pair, ("army", "fleet") if False in kinds else ("fleet",), cut=False))
        elif border is not None and True not in kinds and pair in sailed:
            picture.ways.append(_ways_way(picture, pair, ("fleet",), cut=True))


def _ways_coasts(draft: VariantDraft, shapes: dict[str, shapely.Geometry], width: float) -> dict[tuple[str, str], list[shapely.Geometry]]:
    seas = {code: shape for code, shape in shapes.items() if draft.provinces[code].terrain is Terrain.SEA}
    found: dict[tuple[str, str], list[shapely.Geometry]] = {}
    for code in shapes:
        coasts = draft.provinces[code].coasts
        if coasts:
            listed: dict[str, set[str]] = {coast: set() for coast in coasts}
            for origin, target, _ in draft.steps:
                if origin.province == code and origin.coast in listed and target.province in seas:
                    listed[origin.coast].add(target.province)
            lines = undrawn_coasts(shapes[code], seas, listed, width)
            found |= {(code, coast): list(each) for coast, each in lines.items()}
    return found


def _ways_way(picture: BoardPicture, pair: tuple[str, str], units: tuple[str, ...], *, cut: bool) -> BridgeOrCut:
    line = shapely.shortest_line(picture.shapes[pair[0]], picture.shapes[pair[1]])
    (ax, ay), (bx, by) = line.coords
    return BridgeOrCut(pair, (ax, ay), (bx, by), units, cut)
