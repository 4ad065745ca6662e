"""The same board in six more manners: provinces as groups, names turned into outlines, a stacked tracing, SVG by a language model."""

# ruff: noqa: E501, E731
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import random
from collections.abc import Callable

import shapely
import shapely.affinity

from tests.unit.variants.compile.drawn_boards import (
    BARE,
    BLUE,
    CENTRES,
    GREEN,
    HOMES,
    INK,
    ISLES,
    KINDS,
    LAND,
    LANDS,
    RED,
    SEAS,
    UNITS,
    WATER,
    DrawnBoard,
    areas,
    data,
    spot,
)

OWNER = {name: power for power, names in HOMES.items() for name in names}
FILLS = {"Red": RED, "Blue": BLUE, "Green": GREEN}


def _fill(name: str) -> str:
    return FILLS[OWNER[name]] if name in OWNER else WATER if name in SEAS else LAND


def group_for_each() -> DrawnBoard:
    """Inkscape: each province a group with its name, in it the shape, the lettering, the dot of the centre and the piece."""
    found = areas(31)
    groups = []
    for at, (name, shape) in enumerate(found.items(), 3):
        x, y = spot(name, shape)
        inside = f'<path id="path{at * 7}" style="fill:{_fill(name)};stroke:#222;stroke-width:2" d="{data(shape)}"/>'
        inside += f'<text id="text{at * 7}" x="{x}" y="{y}" style="font-size:15px;text-anchor:middle"><tspan sodipodi:role="line" x="{x}" y="{y}">{name}</tspan></text>'
        if name in CENTRES:
            inside += f'<circle id="circle{at}" cx="{x + 18}" cy="{y + 20}" r="5" style="fill:#fff;stroke:#000"/>'
        if name in UNITS:
            label = "Army" if UNITS[name] == "A" else "Fleet"
            inside += f'<rect id="rect{at}" inkscape:label="{label}" x="{x - 24}" y="{y + 14}" width="14" height="{14 if label == "Army" else 8}" style="fill:#444"/>'
        groups.append(f'<g id="g{at * 11}" inkscape:label="{name}">{inside}</g>')
    body = f'<g id="layer1" inkscape:groupmode="layer" inkscape:label="Layer 1">{"".join(groups)}</g>'
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{body}</svg>', KINDS, CENTRES, HOMES, UNITS)


def illustrator_layers() -> DrawnBoard:
    """Illustrator: layers "Sea zones" and "Land", ids with _x5F_ and _1_, polygons, centres as stars, armies and fleets in layers."""
    found = areas(32)
    style = f"<style>.st0{{fill:{WATER};stroke:#1D1D1B;stroke-miterlimit:10;}}.st1{{fill:{LAND};stroke:#1D1D1B;}}.st2{{fill:{RED};}}.st3{{fill:{BLUE};}}.st4{{fill:{GREEN};}}.st5{{fill:#FFFFFF;stroke:#000000;}}.st6{{fill:#3C3C3B;}}.st7{{font-family:'MyriadPro-Regular';}}.st8{{font-size:14px;}}</style>"
    classes = {"Red": "st2", "Blue": "st3", "Green": "st4"}
    poly = lambda shape: " ".join(f"{x:.1f},{y:.1f}" for x, y in shapely.get_coordinates(shape.exterior)[:-1].tolist())

    def one(name: str) -> str:
        mark = name.replace(" ", "_x5F_") + "_1_"
        kind = classes.get(OWNER.get(name, ""), "st0" if name in SEAS else "st1")
        if found[name].interiors:
            return f'<path id="{mark}" class="{kind}" d="{data(found[name])}"/>'
        return f'<polygon id="{mark}" class="{kind}" points="{poly(found[name])}"/>'

    star = "0,-7 2,-2 7,-2 3,1 4,6 0,3 -4,6 -3,1 -7,-2 -2,-2"
    stars = "".join(
        f'<polygon class="st5" transform="matrix(1 0 0 1 {spot(n, found[n])[0] + 20:.1f} {spot(n, found[n])[1] + 20:.1f})" points="{star}"/>'
        for n in CENTRES
    )
    pieces = lambda kind, shape: "".join(
        f'<path class="st6" d="M{spot(n, found[n])[0] - 20:.1f},{spot(n, found[n])[1] + 20:.1f}{shape}"/>'
        for n, each in UNITS.items() if each == kind
    )  # fmt: skip
    names = "".join(
        f'<text transform="matrix(1 0 0 1 {spot(n, s)[0] - 4 * len(n):.1f} {spot(n, s)[1]:.1f})" class="st7 st8">{n}</text>'
        for n, s in found.items()
    )
    body = f'<g id="Sea_zones">{"".join(map(one, SEAS))}</g><g id="Land">{"".join(map(one, (*LANDS, *ISLES)))}</g>'
    body += f'<g id="Supply_x5F_Centers">{stars}</g><g id="Armies">{pieces("A", "h12v12h-12z")}</g><g id="Fleets">{pieces("F", "h16l-4,8h-8z")}</g><g id="Type">{names}</g>'
    return DrawnBoard(
        f'<svg version="1.1" id="Layer_1" {BARE} x="0px" y="0px" viewBox="0 0 1200 900" style="enable-background:new 0 0 1200 900;" xml:space="preserve">{style}{body}</svg>',
        KINDS, CENTRES, HOMES, UNITS,
    )  # fmt: skip


def affinity_signs() -> DrawnBoard:
    """Affinity: shapes named only by texts, centres written as stars of the font, pieces as the words Army and Fleet."""
    found = areas(33)
    shapes = "".join(
        f'<path d="{data(shape, lambda each: (each[0] * 4.167, each[1] * 4.167), 2)}" style="fill:{_fill(name)};stroke:black;stroke-width:4.17px;"/>'
        for name, shape in found.items()
    )
    word = lambda text, x, y, size: (
        f'<g transform="matrix(4.167,0,0,4.167,{x * 4.167:.2f},{y * 4.167:.2f})"><text x="0px" y="0px" style="font-family:\'ArialMT\', \'Arial\', sans-serif;font-size:{size}px;">{text}</text></g>'
    )
    texts = ""
    for name, shape in found.items():
        x, y = spot(name, shape)
        texts += word(name, x - 3.6 * len(name), y, 14)
        if name in CENTRES:
            texts += word("★", x + 16, y + 22, 16)
        if name in UNITS:
            texts += word("Army" if UNITS[name] == "A" else "Fleet", x - 34, y + 22, 11)
    return DrawnBoard(
        f'<svg width="100%" height="100%" viewBox="0 0 5000 3750" version="1.1" {BARE} xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;"><g transform="matrix(1,0,0,1,0,0)"><g id="Map" serif:id="Map">{shapes}</g><g id="Words">{texts}</g></g></svg>',
        KINDS, CENTRES, HOMES, UNITS,
    )  # fmt: skip


def figma_outlines() -> DrawnBoard:
    """Figma: ids kept, lettering turned into paths whose ids are the words, vectors called "Vector", pieces as components."""
    found = areas(34)
    letters = lambda x, y, n: "".join(
        f"M{x - 30 + 9 * k:.1f} {y:.1f}L{x - 27 + 9 * k:.1f} {y - 11:.1f}L{x - 24 + 9 * k:.1f} {y:.1f}L{x - 26 + 9 * k:.1f} {y:.1f}L{x - 27 + 9 * k:.1f} {y - 5:.1f}Z"
        for k in range(n)
    )
    frames = ""
    for at, (name, shape) in enumerate(found.items()):
        x, y = spot(name, shape)
        number = "" if at == 0 else f"_{at + 1}"
        inside = f'<path id="Vector{number}" d="{data(shape)}" fill="{_fill(name)}" stroke="black"/>'
        inside += f'<path id="{name}_2" d="{letters(x, y, min(7, len(name)))}" fill="black"/>'
        if name in CENTRES:
            inside += f'<circle id="Ellipse 1{number}" cx="{x + 18}" cy="{y + 18}" r="5" fill="#111111"/>'
        if name in UNITS:
            kind = "army" if UNITS[name] == "A" else "fleet"
            inside += f'<g id="{kind}{number}"><rect id="Rectangle 3{number}" x="{x - 26}" y="{y + 12}" width="16" height="12" rx="2" fill="#2B2B2B"/></g>'
        frames += f'<g id="{name}">{inside}</g>'
    return DrawnBoard(
        f'<svg width="1200" height="900" viewBox="0 0 1200 900" fill="none" {BARE}><g id="Desktop - 1"><rect width="1200" height="900" fill="white"/>{frames}</g></svg>',
        KINDS, CENTRES, HOMES, UNITS,
    )  # fmt: skip


def stacked_tracing() -> DrawnBoard:
    """A colour tracer: shapes stacked on the ink of the borders, each with a shade of its own, names and signs typed in afterwards."""
    found = areas(35)
    chance = random.Random(5)
    shade = lambda fill: "#" + "".join(f"{max(0, min(255, int(fill[at : at + 2], 16) + chance.randint(-2, 2))):02X}" for at in (1, 3, 5))
    shapes = '<path d="M0 0 C396 0 792 0 1200 0 C1200 297 1200 594 1200 900 C804 900 408 900 0 900 Z" fill="#1B1A18" transform="translate(0,0)"/>'
    for name, shape in found.items():
        # What lies in a shape is stacked on it, so that it has no holes.
        whole = shapely.Polygon(shape.buffer(-1.6).exterior).simplify(0.6)
        west, north = (round(each) for each in whole.bounds[:2])
        moved = shapely.affinity.translate(whole, -west, -north)
        shapes += f'<path d="{data(moved)}" fill="{shade(_fill(name))}" transform="translate({west},{north})"/>'
    for at in range(25):
        shapes += f'<path d="M0 0 C1 0 2 1 2 2 C1 2 0 1 0 0 Z" fill="{shade(LAND)}" transform="translate({37 * at + 40},{31 * at + 50})"/>'
    texts = ""
    for name, shape in found.items():
        x, y = spot(name, shape)
        texts += f'<text x="{x}" y="{y}" font-size="15" text-anchor="middle">{name}</text>'
        if name in CENTRES:
            texts += f'<circle cx="{x + 18}" cy="{y + 20}" r="6" fill="#000"/>'
        if name in UNITS:
            texts += f'<text x="{x - 14}" y="{y + 25}" font-size="13" font-weight="bold">{UNITS[name]}</text>'
    return DrawnBoard(f'<svg version="1.1" {BARE} width="1200" height="900">{shapes}{texts}</svg>', KINDS, CENTRES, HOMES, UNITS)


def language_model() -> DrawnBoard:
    """SVG as a language model writes it: classes for kinds and powers, codes as ids, titles, symbols of pieces, a legend."""
    found = areas(36)
    code = lambda name: "".join(each[0] for each in name.split()).lower() + "o" if " " in name else name[:3].lower()
    rules = f".sea {{ fill: {WATER}; }} .land {{ fill: {LAND}; }} .red {{ fill: {RED}; }} .blue {{ fill: {BLUE}; }} .green {{ fill: {GREEN}; }} .province {{ stroke: #333; stroke-width: 1.5; }} .label {{ font: 14px Georgia; text-anchor: middle; }} .sc {{ fill: gold; stroke: #000; }} .unit rect {{ fill: #222; }} .unit text {{ fill: #fff; font: bold 11px sans-serif; text-anchor: middle; }}"
    body = '<rect width="100%" height="100%" fill="#f5ecd7"/>\n  <!-- Sea zones -->\n  <g id="seas">'
    body += "".join(f'\n    <path id="{code(n)}" class="province sea" d="{data(found[n])}"><title>{n}</title></path>' for n in SEAS)
    body += '\n  </g>\n  <!-- Land provinces -->\n  <g id="lands">'
    body += "".join(
        f'\n    <path id="{code(n)}" class="province land{" " + OWNER[n].lower() if n in OWNER else ""}" data-name="{n}" d="{data(found[n])}"/>'
        for n in (*LANDS, *ISLES)
    )
    body += '\n  </g>\n  <g id="labels">' + "".join(
        f'\n    <text class="label" x="{spot(n, s)[0]}" y="{spot(n, s)[1]}">{n}</text>' for n, s in found.items()
    )
    body += '\n  </g>\n  <g id="supply-centers">' + "".join(
        f'\n    <circle class="sc" cx="{spot(n, found[n])[0] + 18:.0f}" cy="{spot(n, found[n])[1] + 20:.0f}" r="5"/>' for n in CENTRES
    )
    body += '\n  </g>\n  <g id="starting-units">' + "".join(
        f'\n    <g class="unit {"army" if k == "A" else "fleet"} {OWNER[n].lower()}" transform="translate({spot(n, found[n])[0] - 20:.0f},{spot(n, found[n])[1] + 22:.0f})"><rect x="-9" y="-7" width="18" height="14"/><text y="4">{k}</text></g>'
        for n, k in UNITS.items()
    )
    body += '\n  </g>\n  <g id="legend" transform="translate(1040,760)"><rect width="140" height="120" fill="white" stroke="#333"/><text x="10" y="20">Legend</text>'
    body += "".join(
        f'<rect class="{p.lower()}" x="10" y="{32 + 26 * at}" width="18" height="14"/><text x="36" y="{44 + 26 * at}">{p}</text>'
        for at, p in enumerate(HOMES)
    )
    body += '</g>\n  <text id="title" x="600" y="30" font-size="28" text-anchor="middle">Karn</text>'
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">\n  <style>{rules}</style>\n  {body}\n</svg>', KINDS, CENTRES, HOMES, UNITS)


FURTHER: dict[str, Callable[[], DrawnBoard]] = {
    each.__name__: each for each in (group_for_each, illustrator_layers, affinity_signs, figma_outlines, stacked_tracing, language_model)
}
