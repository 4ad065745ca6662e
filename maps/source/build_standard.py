"""Draws ``maps/svg/standard.svg``: the board of Europe 1901.

    python -m maps.source.build_standard          # writes the drawing
    python -m maps.source.build_standard --check  # says whether the committed one is what would be written

Everything comes from ``maps/source/geodata`` and ``maps/source/relief.toml``: same input, same bytes. The compiled board beside it is made
by ``python -m variants.compile``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.ops import linemerge

from maps.source.relief import BoardPlane, relief_strokes
from maps.source.svg_writer import SvgWriter, number, path_data, write_or_compare

Point = tuple[float, float]

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "svg" / "standard.svg"
WIDTH = 2000.0

LEAST_LAKE = 55.0
"""Square units: smaller lakes are left out."""

LEAST_LAKE_NORTH = 260.0
"""The same in Finland, Karelia and Sweden, where a hundred lakes would be a clutter."""

INLET_PROVINCES = ("NWY", "SWE", "FIN", "CLY", "EDI", "HOL", "PRU", "TRI")
INLET_HALF_WIDTH = 0.9
"""Units: narrower water is left out."""
LEAST_INLET = 95.0
"""Square units."""
MARK_ROOM = {"un": 23.0, "re": 12.0, "sc": 11.0}
"""Room that inlets keep clear, by the beginning of the anchor's name: the radius of a unit, a dislodged unit's middle, a supply mark."""

RIVER_RANKS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""Natural Earth's rank to ours: 1 for the Danube and the Volga, 3 for the Thames. Lesser rivers are not drawn."""

DATA_TYPES = {"inland": "land", "coastal": "coast", "sea": "sea"}


def build() -> str:
    """The text of the drawing."""
    collection = _read("provinces.geojson")
    plane = BoardPlane.of(collection["board_plane"], WIDTH)
    features = [(feature["properties"], _drawn(feature["geometry"], plane)) for feature in collection["features"]]
    anchors = _read("anchors.json")["provinces"]
    provinces = {properties["abbr"]: (properties, shape) for properties, shape in features if properties["abbr"]}
    others = [(properties, shape) for properties, shape in features if properties["kind"] == "impassable"]
    straits = [(properties, shape) for properties, shape in features if properties["kind"] == "strait"]

    svg = SvgWriter(WIDTH, plane.height, "Europe 1901", data_symbol_scale="1")
    svg.open_layer("background")
    svg.element("rect", x="0", y="0", width=number(WIDTH), height=number(plane.height), fill="#a9c8d2", data_kind="sea")
    svg.close()

    svg.open_layer("impassable", fill="#d8cdb4", stroke="#4a4034", stroke_width="1.4")
    for properties, shape in others:
        svg.element("path", id=_slug(properties["name"]), data_name=properties["name"], d=_area(shape))
    svg.close()

    svg.open_layer("provinces", stroke="#4a4034", stroke_width="1.2", stroke_linejoin="round")
    for code, (properties, shape) in provinces.items():
        svg.element(
            "path",
            id=code.lower(),
            inkscape__label=code.lower(),
            data_province=code.lower(),
            data_type=DATA_TYPES[properties["kind"]],
            data_name=properties["name"],
            fill="#b7d2da" if properties["kind"] == "sea" else "#efe4c9",
            d=_area(shape),
        )
    svg.close()

    svg.open_layer("coasts", fill="none", stroke="#2d6274", stroke_width="3", display="none")
    for label, lines in _coasts(provinces, anchors):
        svg.element("path", id=label.replace("/", "-"), inkscape__label=label, d=path_data(lines, closed=False))
    svg.close()

    _foreground(svg, plane, provinces, others, straits, anchors)

    svg.open_layer("anchors", display="none", fill="#b3261e")
    for label, (x, y) in _anchor_points(anchors, plane):
        svg.element("circle", inkscape__label=label, cx=number(x), cy=number(y), r="4")
    svg.close()
    return svg.text()


def _foreground(
    svg: SvgWriter,
    plane: BoardPlane,
    provinces: Mapping[str, tuple[Mapping[str, Any], shapely.Geometry]],
    others: Sequence[tuple[Mapping[str, Any], shapely.Geometry]],
    straits: Sequence[tuple[Mapping[str, Any], shapely.Geometry]],
    anchors: Mapping[str, Any],
) -> None:
    """Draw the parts over the land that are never clicked: straits, rivers, lakes, relief."""
    frame = shapely.box(0, 0, WIDTH, plane.height)
    water = shapely.union_all([shape for _, shape in straits])
    land = shapely.union_all(
        [shape for properties, shape in provinces.values() if properties["kind"] != "sea"] + [shape for _, shape in others],
    )
    dry = shapely.difference(land, water)
    svg.open_layer("foreground")
    svg.open_group(data_kind="strait", fill="#b7d2da", stroke="none")
    for properties, shape in straits:
        svg.element("path", id=_slug(properties["name"]), data_province=properties["owner"].lower(), d=_area(shape))
    svg.close()
    marks = [
        shapely.Point(point).buffer(room) for label, point in _anchor_points(anchors, plane) for room in [MARK_ROOM.get(label[:2], 0.0)]
    ]
    fjords = _inlets(plane, provinces, shapely.union_all(marks))
    svg.open_group(data_kind="inlet", fill="#b7d2da", stroke="none")
    for code, shape in fjords:
        svg.element("path", data_province=code.lower(), d=_area(shape))
    svg.close()
    dry = shapely.difference(dry, shapely.union_all([shape for _, shape in fjords]))

    lakes = [shape for shape in _lakes(plane, provinces) if land.contains(shape)]
    lake_water = shapely.union_all(lakes)
    ranks: dict[int, list[shapely.Geometry]] = {}
    for feature in _read("rivers.geojson")["features"]:
        rank = RIVER_RANKS.get(feature["properties"]["rank"])
        if rank is not None:
            ranks.setdefault(rank, []).extend(_lines(feature["geometry"], plane))
    rivers: list[shapely.Geometry] = []
    for rank, lines in sorted(ranks.items()):
        drawn = shapely.union_all(lines).intersection(dry.intersection(frame)).difference(lake_water)
        smooth = _smooth_lines(drawn)
        rivers += [shapely.LineString(line).buffer(3) for line in smooth]
        svg.element(
            "path",
            data_kind="river",
            data_rank=str(rank),
            fill="none",
            stroke="#8fb4c4",
            stroke_width=number(3.2 - 0.8 * rank),
            d=path_data(smooth, closed=False),
        )
    svg.element("path", data_kind="lake", fill="#b7d2da", stroke="#7ba3b5", stroke_width="0.8", d="".join(map(_area, lakes)))

    taken = [
        (point, 30.0 if label.startswith("unit") else 16.0) for label, point in _anchor_points(anchors, plane) if label[:2] in ("un", "sc")
    ]
    table = tomllib.loads((HERE / "relief.toml").read_text(encoding="utf-8"))
    solid = shapely.difference(dry, shapely.union_all([lake_water.buffer(4), *rivers])).buffer(-5)
    shapely.prepare(solid)
    for kind, strokes in relief_strokes(table, plane, solid, taken):
        svg.element(
            "path",
            data_kind=kind,
            fill="none",
            stroke="#8a7a5c",
            stroke_width="1.1",
            stroke_opacity="0.4",
            d=path_data(strokes, closed=False),
        )
    svg.close()


def _read(name: str) -> Any:
    return json.loads((HERE / "geodata" / name).read_text(encoding="utf-8"))


def _slug(name: str) -> str:
    return "".join(mark if mark.isalnum() else "-" for mark in name.lower())


def _drawn(geometry: Mapping[str, Any], plane: BoardPlane) -> shapely.Geometry:
    """A polygon on the drawing, every vertex rounded once."""
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    made = [shapely.Polygon(_ring(rings[0], plane), [_ring(ring, plane) for ring in rings[1:]]) for rings in polygons]
    return made[0] if len(made) == 1 else shapely.MultiPolygon(made)


def _ring(ring: Iterable[Sequence[float]], plane: BoardPlane) -> list[Point]:
    """A ring without the vertices that rounding made equal."""
    points: list[Point] = []
    for lon, lat in ring:
        point = plane.drawn(lon, lat)
        if not points or point != points[-1]:
            points.append(point)
    return points


def _polygons(shape: shapely.Geometry) -> list[shapely.Geometry]:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]


def _area(shape: shapely.Geometry) -> str:
    """Path data of a polygon or several, the largest first."""
    rings = [ring.coords for part in sorted(_polygons(shape), key=lambda part: -part.area) for ring in (part.exterior, *part.interiors)]
    return path_data([list(ring) for ring in rings], closed=True)


def _lines(geometry: Mapping[str, Any], plane: BoardPlane) -> list[shapely.Geometry]:
    lines = geometry["coordinates"] if geometry["type"] == "MultiLineString" else [geometry["coordinates"]]
    return [shapely.LineString([plane.drawn(lon, lat) for lon, lat in line]) for line in lines if len(line) > 1]


def _smooth_lines(shape: shapely.Geometry) -> list[list[Point]]:
    """The lines of *shape*, joined where they meet end to end, without their shortest crooks, corners cut twice; crumbs left out."""
    merged = linemerge([part for part in shapely.get_parts(shape) if part.geom_type == "LineString"])
    found: list[list[Point]] = []
    for part in shapely.get_parts(merged):
        if part.length < 14:
            continue
        points = list(shapely.simplify(part, 0.7).coords)
        for _ in range(2):
            cut = [points[0]]
            for (x0, y0), (x1, y1) in pairwise(points):
                cut += [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1), (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]
            points = [*cut, points[-1]]
        thinned = shapely.simplify(shapely.LineString(points), 0.12).coords
        found.append([(round(x, 1), round(y, 1)) for x, y in thinned])
    return sorted(found)


def _lakes(plane: BoardPlane, provinces: Mapping[str, tuple[Mapping[str, Any], shapely.Geometry]]) -> list[shapely.Geometry]:
    north = shapely.union_all([provinces[code][1] for code in ("FIN", "SWE", "STP", "NWY")])
    found: list[shapely.Geometry] = []
    for feature in _read("lakes.geojson")["features"]:
        shape = shapely.make_valid(_drawn(feature["geometry"], plane))
        for part in _polygons(shape):
            outline = shapely.Polygon(part.exterior).buffer(1.2).buffer(-1.2).simplify(0.5)
            least = LEAST_LAKE_NORTH if north.intersects(outline) else LEAST_LAKE
            if outline.geom_type == "Polygon" and outline.area >= least:
                found.append(shapely.Polygon([(round(x, 1), round(y, 1)) for x, y in outline.exterior.coords]))
    return sorted(found, key=lambda shape: (-shape.area, shape.bounds))


def _inlets(
    plane: BoardPlane, provinces: Mapping[str, tuple[Mapping[str, Any], shapely.Geometry]], marks: shapely.Geometry
) -> list[tuple[str, shapely.Geometry]]:
    """Fjords, lochs and lagoons: water in nature inside a province's smoothed outline, open to the sea, clear of *marks*."""
    seas = shapely.union_all([shape for properties, shape in provinces.values() if properties["kind"] == "sea"])
    found: list[tuple[str, shapely.Geometry]] = []
    for feature in _read("coast_detail.geojson")["features"]:
        left, bottom, right, top = feature["properties"]["box"]
        edge = [(left + (right - left) * step / 40, bottom) for step in range(41)] + [
            (right, bottom + (top - bottom) * step / 40) for step in range(41)
        ]
        edge += [(right - (right - left) * step / 40, top) for step in range(41)] + [
            (left, top - (top - bottom) * step / 40) for step in range(41)
        ]
        frame = shapely.Polygon([plane.drawn(lon, lat) for lon, lat in edge]).buffer(-4)
        land = shapely.union_all(_polygons(shapely.make_valid(_drawn(feature["geometry"], plane))))
        for code in INLET_PROVINCES:
            shape = provinces[code][1]
            if not frame.intersects(shape):
                continue
            water = shapely.difference(shapely.intersection(shape, frame), land)
            for part in _polygons(water.buffer(-INLET_HALF_WIDTH).buffer(INLET_HALF_WIDTH + 0.3)):
                if part.area >= LEAST_INLET and part.distance(seas) < 0.5 and not part.buffer(3).intersects(marks):
                    simple = shapely.simplify(part, 0.3)
                    found.append((code, shapely.Polygon([(round(x, 1), round(y, 1)) for x, y in simple.exterior.coords])))
    return sorted(found, key=lambda each: (each[0], each[1].bounds))


def _coasts(
    provinces: Mapping[str, tuple[Mapping[str, Any], shapely.Geometry]], anchors: Mapping[str, Any]
) -> Iterable[tuple[str, list[list[Point]]]]:
    """The shore of each named coast: the run of sea border nearest to where the coast's fleet stands."""
    seas = shapely.union_all([shape for properties, shape in provinces.values() if properties["kind"] == "sea"])
    plane = BoardPlane.of(_read("provinces.geojson")["board_plane"], WIDTH)
    for code, (_, shape) in provinces.items():
        named = anchors[code].get("coasts", {})
        if not named:
            continue
        shore = shapely.intersection(shape, seas)
        runs = shapely.get_parts(linemerge([part for part in shapely.get_parts(shore) if part.geom_type == "LineString"]))
        fleets = {coast: shapely.Point(plane.drawn(*spot["unit"])) for coast, spot in named.items()}
        of_coast: dict[str, list[list[Point]]] = {coast: [] for coast in fleets}
        for run in runs:
            nearest = min(fleets, key=lambda coast: (run.distance(fleets[coast]), coast))
            of_coast[nearest].append([(round(x, 1), round(y, 1)) for x, y in run.coords])
        for coast, lines in of_coast.items():
            yield f"{code.lower()}/{coast}", sorted(lines)


def _anchor_points(anchors: Mapping[str, Any], plane: BoardPlane) -> Iterable[tuple[str, Point]]:
    """Name and place of every anchor."""
    for code, each in anchors.items():
        name = code.lower()
        yield f"unit:{name}", plane.drawn(*each["unit"])
        yield f"retreat:{name}", plane.drawn(*each["dislodged"])
        if "supply" in each:
            yield f"sc:{name}", plane.drawn(*each["supply"])
        for coast, spot in each.get("coasts", {}).items():
            yield f"unit:{name}/{coast}", plane.drawn(*spot["unit"])
            yield f"retreat:{name}/{coast}", plane.drawn(*spot["dislodged"])


if __name__ == "__main__":
    sys.exit(write_or_compare(TARGET, build(), sys.argv[1:]))
