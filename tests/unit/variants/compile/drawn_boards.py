"""One board of eighteen provinces, drawn in manners of many programs and people; what each says is known."""

# ruff: noqa: E501, E731
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import shapely
import shapely.affinity

Point = tuple[float, float]
SEAS = ("Western Ocean", "Northern Sea", "Amber Gulf", "Southern Sound")
LANDS = ("Aldor", "Brenn", "Cormac", "Dunmar", "Estwick", "Fallow", "Garron", "Holm", "Istria", "Jarrow", "Kestrel", "Lorn")
ISLES = ("Mewstone", "Skerry")
WATER, LAND, RED, BLUE, GREEN = "#a6cbe3", "#e9dfc0", "#d98c7a", "#6f8fd0", "#8fc08a"
HOMES = {"Red": ("Aldor", "Brenn"), "Blue": ("Dunmar", "Holm"), "Green": ("Istria", "Lorn")}
CENTRES = ("Aldor", "Brenn", "Dunmar", "Holm", "Istria", "Lorn", "Fallow", "Garron", "Mewstone")
UNITS = {"Aldor": "A", "Brenn": "F", "Dunmar": "F", "Holm": "A", "Istria": "F", "Lorn": "A"}
"""Place of a unit at the start, and its kind."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A drawing, and what a person sees in it."""

    svg: str
    kinds: Mapping[str, str]
    """Name of a province to ``sea``, ``land`` or ``impassable``."""
    centres: tuple[str, ...] = ()
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)


KINDS: dict[str, str] = dict.fromkeys(SEAS, "sea") | dict.fromkeys((*LANDS, *ISLES), "land")


def areas(seed: int = 1, width: float = 1200, height: float = 900) -> dict[str, shapely.Polygon]:
    """The shapes; lands and seas share their borders."""
    chance = random.Random(seed)
    columns, rows = 6, 5
    corner: dict[tuple[int, int], Point] = {}
    for x in range(columns + 1):
        for y in range(rows + 1):
            dx = chance.uniform(-40, 40) if 0 < x < columns else 0.0
            dy = chance.uniform(-36, 36) if 0 < y < rows else 0.0
            corner[x, y] = (x * width / columns + dx, y * height / rows + dy)
    edges: dict[tuple[tuple[int, int], tuple[int, int]], list[Point]] = {}

    def edge(one: tuple[int, int], other: tuple[int, int]) -> list[Point]:
        key = (min(one, other), max(one, other))
        if key not in edges:
            (ax, ay), (bx, by) = corner[key[0]], corner[key[1]]
            inner = (0 < key[0][0] < columns or 0 < key[1][0] < columns) and (0 < key[0][1] < rows or 0 < key[1][1] < rows)
            steps = [(ax, ay)]
            for at in range(1, 7):
                wide = (
                    9
                    if inner and (key[0][0] != key[1][0] or 0 < key[0][0] < columns) and (key[0][1] != key[1][1] or 0 < key[0][1] < rows)
                    else 0
                )
                steps.append((ax + (bx - ax) * at / 7 + chance.uniform(-wide, wide), ay + (by - ay) * at / 7 + chance.uniform(-wide, wide)))
            edges[key] = [*steps, (bx, by)]
        found = edges[key]
        return found if one == key[0] else found[::-1]

    cells = {}
    for x in range(columns):
        for y in range(rows):
            ring = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            points = [point for at in range(4) for point in edge(ring[at], ring[(at + 1) % 4])[:-1]]
            cells[x, y] = shapely.Polygon(points)
    west = [(0, y) for y in range(rows)]
    east = [(columns - 1, y) for y in range(1, rows)]
    north = [(x, 0) for x in range(1, columns)]
    south = [(x, rows - 1) for x in range(1, columns - 1)]
    found = {name: shapely.union_all([cells[each] for each in group]) for name, group in zip(SEAS, (west, north, east, south), strict=True)}
    inland = [(x, y) for y in range(1, rows - 1) for x in range(1, columns - 1)]
    found |= {name: cells[each] for name, each in zip(LANDS, inland, strict=True)}
    found["Mewstone"] = shapely.Point(85, 430).buffer(38, 5)
    found["Skerry"] = shapely.Point(700, 78).buffer(30, 4)
    for sea, isle in ((SEAS[0], "Mewstone"), (SEAS[1], "Skerry")):
        found[sea] = shapely.difference(found[sea], found[isle])
    return found


def data(shape: shapely.Geometry, place: Callable[[Point], Point] = lambda each: each, digits: int = 1) -> str:
    """A path's data."""
    rings = [ring for part in shapely.get_parts(shape) for ring in (part.exterior, *part.interiors)]
    return " ".join(
        "M"
        + " L".join(f"{x:.{digits}f},{y:.{digits}f}" for x, y in (place((a, b)) for a, b in shapely.get_coordinates(ring)[:-1].tolist()))
        + " Z"
        for ring in rings
    )


def spot(name: str, shape: shapely.Geometry) -> Point:
    """Place of a name that a person writes."""
    point = shapely.maximum_inscribed_circle(shape, tolerance=2).coords[0]
    return (round(point[0], 1), round(point[1], 1))


INK = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
BARE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def _layer(label: str, inside: str, number: int, more: str = "") -> str:
    return f'<g inkscape:groupmode="layer" inkscape:label="{label}" id="layer{number}"{more}>\n{inside}\n</g>'


def _words(name: str, at: Point, size: float = 15, more: str = "") -> str:
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" text-anchor="middle"{more}>{name}</text>'


def _names(found: Mapping[str, shapely.Geometry], but: tuple[str, ...] = ()) -> str:
    return "\n".join(_words(name, spot(name, shape)) for name, shape in found.items() if name not in but)


def german_layers() -> DrawnBoard:
    """Inkscape; seas, lands and islands in layers of their own, an impassable land, names above all."""
    found = areas(2)
    path = lambda name, number, fill: f'<path id="path{number}" style="fill:{fill};stroke:#333" d="{data(found[name])}"/>'
    body = _layer("Meere", "\n".join(path(each, 10 + at, "#ffffff") for at, each in enumerate(SEAS)), 1)
    body += _layer("Länder", "\n".join(path(each, 30 + at, "#ffffff") for at, each in enumerate(LANDS) if each != "Kestrel"), 2)
    body += _layer("Inseln", "\n".join(path(each, 60 + at, "#ffffff") for at, each in enumerate(ISLES)), 3)
    body += _layer("Unpassierbar", path("Kestrel", 90, "#ffffff"), 4)
    body += _layer("Beschriftung", _names(found), 5)
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS | {"Kestrel": "impassable"})


def illustrator() -> DrawnBoard:
    """One group, classes of a style sheet, names as titles, a frame and a backdrop."""
    found = areas(3)
    style = f"<style>.cls-1{{fill:{WATER};}}.cls-2{{fill:{LAND};stroke:#222;}}.cls-3{{fill:none;stroke:#000;stroke-width:8}}.cls-4{{fill:#f4f0e4}}</style>"
    shapes = "".join(
        f'<path class="cls-{1 if name in SEAS else 2}" d="{data(shape)}"><title>{name}</title></path>' for name, shape in found.items()
    )
    body = f'<defs>{style}</defs><rect class="cls-4" width="1200" height="900"/><g id="Layer_2" data-name="Layer 2"><g id="Layer_1-2" data-name="Layer 1">{shapes}<rect class="cls-3" x="4" y="4" width="1192" height="892"/></g></g>'
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">{body}</svg>', KINDS)


def affinity() -> DrawnBoard:
    """Groups in groups with matrices, names as ids with hyphens, a clip path around all, a page in millimetres."""
    found = areas(4)
    place = lambda each: ((each[0] - 100) * 2, (each[1] - 50) * 2)
    group = lambda names, fill: "".join(
        f'<g id="{each.replace(" ", "-")}" serif:id="{each}"><path d="{data(found[each], place)}" style="fill:{fill};stroke:black;stroke-width:2px;"/></g>'
        for each in names
    )
    body = (
        f'<clipPath id="_clip1"><rect x="0" y="0" width="1200" height="900"/></clipPath><g clip-path="url(#_clip1)">'
        f'<g id="Map" transform="matrix(0.5,0,0,0.5,100,50)"><g id="Water">{group(SEAS, WATER)}</g><g id="Ground">{group((*LANDS, *ISLES), LAND)}</g></g></g>'
    )
    return DrawnBoard(
        f'<svg {BARE} xmlns:serif="http://www.serif.com/" width="317.5mm" height="238.1mm" viewBox="0 0 1200 900">{body}</svg>', KINDS
    )


def figma() -> DrawnBoard:
    """Flat shapes with ids as names, a backdrop with the colour of the sea, lands of powers, one home country blue."""
    found = areas(5)
    fills = {name: WATER if name in SEAS else LAND for name in found}
    for power, fill in (("Red", RED), ("Blue", BLUE), ("Green", GREEN)):
        fills |= dict.fromkeys(HOMES[power], fill)
    ids = lambda name: name.replace(" ", "_")
    shapes = "".join(f'<path id="{ids(name)}" d="{data(shape)}" fill="{fills[name]}" stroke="black"/>' for name, shape in found.items())
    body = f'<g id="Frame 1" clip-path="url(#clip0_1_2)"><rect width="1200" height="900" fill="#a6cbe3"/><g id="Group 14">{shapes}</g></g><defs><clipPath id="clip0_1_2"><rect width="1200" height="900" fill="white"/></clipPath></defs>'
    return DrawnBoard(f'<svg width="1200" height="900" viewBox="0 0 1200 900" fill="none" {BARE}>{body}</svg>', KINDS, homes=HOMES)


def traced() -> DrawnBoard:
    """A traced scan: ragged borders with gaps and overlaps, automatic ids, a scale and a flip, names as texts."""
    found = areas(6)
    chance = random.Random(9)
    ragged = {
        name: shapely.Polygon(
            [(x + chance.uniform(-2, 2), y + chance.uniform(-2, 2)) for x, y in shapely.get_coordinates(shape.exterior).tolist()],
            [
                [(x + chance.uniform(-2, 2), y + chance.uniform(-2, 2)) for x, y in shapely.get_coordinates(ring)[:-1].tolist()]
                for ring in shape.interiors
            ],
        ).buffer(0)
        for name, shape in found.items()
    }
    place = lambda each: (each[0] * 10, (900 - each[1]) * 10)
    shapes = "".join(
        f'<path id="path{1000 + at * 17}" d="{data(shape, place, 0)}" style="fill:{"#9fc3d9" if name in SEAS else "#e2d6b2"}"/>'
        for at, (name, shape) in enumerate(ragged.items())
    )
    specks = "".join(f'<path id="path{5000 + at}" d="M{at * 400},{at * 300} l3,0 l0,3 Z" style="fill:#000"/>' for at in range(12))
    body = f'<g id="g10" transform="matrix(0.1,0,0,-0.1,0,900)">{shapes}{specks}</g><g id="g20">{_names(found)}</g>'
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS)


def french_nested() -> DrawnBoard:
    """Layers in a layer, names as labels, powers by colour, centres as dots, units as letters."""
    found = areas(7)
    fills = dict.fromkeys((*LANDS, *ISLES), LAND)
    for power, fill in (("Red", RED), ("Blue", BLUE), ("Green", GREEN)):
        fills |= dict.fromkeys(HOMES[power], fill)
    path = lambda name, at: (
        f'<path id="path{at}" inkscape:label="{name}" style="fill:{fills.get(name, WATER)};stroke:#000" d="{data(found[name])}"/>'
    )
    seas = _layer("Mers", "".join(path(each, at) for at, each in enumerate(SEAS)), 1)
    lands = _layer("Terres", "".join(path(each, 40 + at) for at, each in enumerate((*LANDS, *ISLES))), 2)
    dots = "".join(
        f'<circle id="circle{at}" cx="{spot(each, found[each])[0] + 18:.1f}" cy="{spot(each, found[each])[1] + 20:.1f}" r="5" style="fill:#000"/>'
        for at, each in enumerate(CENTRES)
    )
    units = "".join(_words(kind, (spot(each, found[each])[0] - 14, spot(each, found[each])[1] + 24), 14) for each, kind in UNITS.items())
    body = _layer("Carte", seas + lands, 9) + _layer("Centres", dots, 10) + _layer("Unités", units, 11)
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS, CENTRES, HOMES, UNITS)


def painted_behind() -> DrawnBoard:
    """Shapes without paint over a painted background, names as texts beside the islands."""
    found = areas(8)
    land = shapely.union_all([found[each] for each in (*LANDS, *ISLES)])
    paint = f'<rect width="1200" height="900" fill="{WATER}"/><path d="{data(land)}" fill="{LAND}"/>'
    shapes = "".join(
        f'<path id="path{at}" style="fill:none;stroke:#333;stroke-width:1" d="{data(shape)}"/>'
        for at, shape in enumerate(found.values(), 100)
    )
    beside = "".join(_words(each, (spot(each, found[each])[0] + 78, spot(each, found[each])[1] + 4)) for each in ISLES)
    body = _layer("Hintergrund", paint, 1) + _layer("Grenzen", shapes, 2) + _layer("Namen", _names(found, ISLES) + beside, 3)
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS)


def all_white() -> DrawnBoard:
    """Outlines alone; nothing but the names tells water from land."""
    found = areas(9)
    shapes = "".join(f'<path fill="#ffffff" stroke="#000" d="{data(shape)}"/>' for shape in found.values())
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">{shapes}{_names(found)}</svg>', KINDS)


def evening_board() -> DrawnBoard:
    """Powers by colour with a legend, stars, A and F, mountains, a compass, a frame, a title: all in one heap."""
    found = areas(10)
    fills = {name: WATER if name in SEAS else LAND for name in found}
    for power, fill in (("Red", RED), ("Blue", BLUE), ("Green", GREEN)):
        fills |= dict.fromkeys(HOMES[power], fill)
    shapes = "".join(f'<path d="{data(shape)}" fill="{fills[name]}" stroke="#333"/>' for name, shape in found.items())
    star = lambda x, y: (
        "M"
        + " L".join(
            f"{x + (7 if at % 2 == 0 else 3) * math.sin(at * math.pi / 5):.1f},{y - (7 if at % 2 == 0 else 3) * math.cos(at * math.pi / 5):.1f}"
            for at in range(10)
        )
        + " Z"
    )
    stars = "".join(
        f'<path d="{star(spot(each, found[each])[0] + 20, spot(each, found[each])[1] + 22)}" fill="#fff" stroke="#000"/>'
        for each in CENTRES
    )
    units = "".join(
        f'<circle cx="{spot(each, found[each])[0] - 16:.1f}" cy="{spot(each, found[each])[1] + 22:.1f}" r="10" fill="#fff" stroke="#000"/>'
        + _words(kind, (spot(each, found[each])[0] - 16, spot(each, found[each])[1] + 27), 13)
        for each, kind in UNITS.items()
    )
    peaks = "".join(
        f'<path d="M{spot(each, found[each])[0] + dx:.1f},{spot(each, found[each])[1] - 30:.1f} l12,-18 l12,18 Z" fill="#8a7a5a"/>'
        for each in ("Cormac", "Garron")
        for dx in (-40, -10, 20)
    )
    compass = '<g id="compass"><circle cx="1120" cy="800" r="46" fill="#f8f4e0" stroke="#000"/><path d="M1120,758 l10,42 l-10,42 l-10,-42 Z" fill="#222"/><text x="1120" y="752" font-size="14">N</text></g>'
    legend = (
        '<g><rect x="20" y="20" width="150" height="110" fill="#fffbe8" stroke="#000"/>'
        + "".join(
            f'<rect x="32" y="{36 + 30 * at}" width="22" height="18" fill="{fill}"/><text x="64" y="{51 + 30 * at}" font-size="14">{name}</text>'
            for at, (name, fill) in enumerate((("Red", RED), ("Blue", BLUE), ("Green", GREEN)))
        )
        + "</g>"
    )
    frame = '<path d="M0,0 H1200 V900 H0 Z M10,10 V890 H1190 V10 Z" fill="#5a4630"/>'
    title = '<text x="600" y="40" font-size="34" text-anchor="middle">The Isle of Karn</text>'
    return DrawnBoard(
        f'<svg {BARE} viewBox="0 0 1200 900">{shapes}{peaks}{stars}{units}{_names(found)}{compass}{legend}{frame}{title}</svg>',
        KINDS, CENTRES, HOMES, UNITS,
    )  # fmt: skip


def leader_lines() -> DrawnBoard:
    """Names of islands and of a small land stand in the sea, a thin line leads from each."""
    found = areas(11)
    shapes = "".join(
        f'<path class="{"water" if name in SEAS else "land"}" d="{data(shape)}" style="fill:{WATER if name in SEAS else LAND};stroke:#222"/>'
        for name, shape in found.items()
    )
    led = {"Mewstone": (90.0, 250.0), "Skerry": (900.0, 60.0), "Kestrel": (1090.0, 640.0)}
    lines = "".join(
        f'<line x1="{at[0]}" y1="{at[1] + 4}" x2="{spot(each, found[each])[0]}" y2="{spot(each, found[each])[1]}" stroke="#000" stroke-width="0.6"/>'
        for each, at in led.items()
    )
    body = f"<g>{shapes}</g><g>{lines}</g><g>{_names(found, tuple(led))}{''.join(_words(each, at) for each, at in led.items())}</g>"
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">{body}</svg>', KINDS)


def clones() -> DrawnBoard:
    """Shapes as symbols that are used, flipped, with the names as labels of the uses."""
    found = areas(12)
    place = lambda each: (each[0], -each[1])
    symbols = "".join(f'<path id="s{at}" d="{data(shape, place)}"/>' for at, shape in enumerate(found.values()))
    uses = "".join(
        f'<use xlink:href="#s{at}" id="use{at}" inkscape:label="{name}" style="fill:{WATER if name in SEAS else LAND};stroke:#111"/>'
        for at, name in enumerate(found)
    )
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900"><defs>{symbols}</defs><g transform="scale(1,-1)">{uses}</g></svg>', KINDS)


def spanish_letters() -> DrawnBoard:
    """Spanish layers, names as labels, and the lettering turned into paths."""
    found = areas(13)
    path = lambda name, at: f'<path id="path{at}" inkscape:label="{name}" style="fill:#fff;stroke:#000" d="{data(found[name])}"/>'
    letters = "".join(
        f'<path id="path{900 + at * 10 + k}" d="M{spot(name, shape)[0] - 30 + 9 * k:.1f},{spot(name, shape)[1]:.1f} l3,-12 l3,12 l-1.5,0 l-1.5,-6 l-1.5,6 Z" style="fill:#000"/>'
        for at, (name, shape) in enumerate(found.items())
        for k in range(6)
    )
    body = _layer("Mar", "".join(path(each, at) for at, each in enumerate(SEAS)), 1)
    body += _layer("Tierra firme", "".join(path(each, 40 + at) for at, each in enumerate(LANDS) if each != "Garron"), 2)
    body += _layer("Islas", "".join(path(each, 80 + at) for at, each in enumerate(ISLES)), 3)
    body += _layer("Intransitable", path("Garron", 99), 4) + _layer("Letras", letters, 5)
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS | {"Garron": "impassable"})


def archipelago() -> DrawnBoard:
    """Islands in a group without a label, one sea under everything, a hatch over the impassable land."""
    found = areas(14)
    isle = found["Skerry"]
    second = shapely.affinity.translate(isle, 75, 14)
    shapes = "".join(
        f'<path id="path{at}" d="{data(shape)}" style="fill:{WATER if name in SEAS else LAND};stroke:#222"/>'
        for at, (name, shape) in enumerate(found.items(), 20)
        if name not in (*ISLES, "Holm")
    )
    shapes += f'<g id="g77"><path id="path200" d="{data(isle)}" style="fill:{LAND}"/><path id="path201" d="{data(second)}" style="fill:{LAND}"/></g>'
    shapes += f'<g id="g78"><path id="path202" d="{data(found["Mewstone"])}" style="fill:{LAND}"/></g>'
    hatch = (
        '<defs><pattern id="hatch1" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0,8 L8,0" stroke="#555"/></pattern></defs>'
    )
    shapes += f'<path id="path300" d="{data(found["Holm"])}" style="fill:url(#hatch1);stroke:#222"/>'
    return DrawnBoard(
        f'<svg {INK} viewBox="0 0 1200 900">{hatch}<g id="layer1" inkscape:groupmode="layer" inkscape:label="Layer 1">{shapes}</g>{_names(found)}</svg>',
        KINDS | {"Holm": "impassable"},
    )


BOARDS: dict[str, Callable[[], DrawnBoard]] = {
    each.__name__: each
    for each in (
        german_layers, illustrator, affinity, figma, traced, french_nested, painted_behind, all_white, evening_board, leader_lines, clones,
        spanish_letters, archipelago,
    )
}  # fmt: skip
