"""The same board in further manners, drawn after the reader was written."""

# ruff: noqa: E501, E731
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import math
import random
from collections.abc import Callable

import shapely

from tests.unit.variants.compile.drawn_boards import (
    BARE,
    CENTRES,
    HOMES,
    INK,
    ISLES,
    KINDS,
    LAND,
    LANDS,
    SEAS,
    UNITS,
    WATER,
    DrawnBoard,
    areas,
    data,
    spot,
)


def rename(drawn: dict[str, shapely.Geometry], names: dict[str, str]) -> dict[str, shapely.Geometry]:
    return {names.get(name, name): shape for name, shape in drawn.items()}


def letter_ids() -> DrawnBoard:
    """Ids of three letters, full names as labels beside, seas in green-grey, a style sheet by id of the groups."""
    found = areas(21)
    style = "<style>#wet path{fill:#b7cfd0} #dry path{fill:#ddd2a5}</style>"
    path = lambda name: f'<path id="{name[:3].lower()}" d="{data(found[name])}" stroke="#000"/>'
    text = "".join(
        f'<text x="{spot(n, s)[0]}" y="{spot(n, s)[1]}" style="font:italic 13px serif;text-anchor:middle">{n}</text>'
        for n, s in found.items()
    )
    body = f'<g id="wet">{"".join(map(path, SEAS))}</g><g id="dry">{"".join(map(path, (*LANDS, *ISLES)))}</g>{text}'
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">{style}{body}</svg>', KINDS)


def italian_capitals() -> DrawnBoard:
    """Italian layers, names in capitals in two rows, powers by colour in layers of centres and units with icons."""
    found = areas(22)
    fills = {"Red": "#cf6a5d", "Blue": "#5d77cf", "Green": "#6fae62"}
    colour = dict.fromkeys((*LANDS, *ISLES), LAND) | {name: fills[power] for power, names in HOMES.items() for name in names}
    path = lambda name: f'<path style="fill:{colour.get(name, "#8fb6d9")};stroke:#333" d="{data(found[name])}"/>'
    rows = []
    for name, shape in found.items():
        x, y = spot(name, shape)
        for at, word in enumerate(name.upper().split()):
            rows.append(f'<text x="{x}" y="{y + 16 * at}" font-size="13" text-anchor="middle">{word}</text>')
    dots = "".join(
        f'<path d="M{spot(n, found[n])[0] + 16:.1f},{spot(n, found[n])[1] + 20:.1f} m-6,0 a6,6 0 1,0 12,0 a6,6 0 1,0 -12,0 Z" fill="#ffe9a0" stroke="#000"/>'
        for n in CENTRES
    )
    icons = "".join(
        f'<use xlink:href="#{"armata" if k == "A" else "flotta"}" x="{spot(n, found[n])[0] - 18:.1f}" y="{spot(n, found[n])[1] + 22:.1f}"/>'
        for n, k in UNITS.items()
    )
    defs = '<defs><g id="armata"><circle r="7" fill="#444"/></g><g id="flotta"><path d="M-8,-4 h16 l-4,8 h-8 Z" fill="#444"/></g></defs>'
    layer = lambda label, inside: f'<g inkscape:groupmode="layer" inkscape:label="{label}">{inside}</g>'
    body = layer("Mari", "".join(map(path, SEAS))) + layer("Terre", "".join(map(path, (*LANDS, *ISLES))))
    body += layer("Centri", dots) + layer("Unità", icons) + layer("Testi", "".join(rows))
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{defs}{body}</svg>', KINDS, CENTRES, HOMES, UNITS)


def sea_below_all() -> DrawnBoard:
    """Seas drawn whole, lands laid over them, islands over their sea; a parchment, a double frame and rhumb lines."""
    found = areas(23)
    whole = {name: found[name] for name in SEAS}
    whole[SEAS[0]] = shapely.union(found[SEAS[0]], found["Mewstone"])
    whole[SEAS[1]] = shapely.union(found[SEAS[1]], found["Skerry"])
    order = [*((each, whole[each]) for each in SEAS), *((each, found[each]) for each in (*LANDS, *ISLES))]
    shapes = "".join(
        f'<path id="path{7 * at}" d="{data(shape)}" fill="{"#c5dfe6" if name in SEAS else "#efe6cf"}" stroke="#777"/>'
        for at, (name, shape) in enumerate(order)
    )
    rhumb = "".join(
        f'<path d="M600,450 L{600 + 700 * math.cos(a):.0f},{450 + 700 * math.sin(a):.0f}" stroke="#ccc" fill="none"/>'
        for a in (0.3, 1.4, 2.6, 3.9, 5.1)
    )
    frame = '<rect x="3" y="3" width="1194" height="894" fill="none" stroke="#000"/><rect x="9" y="9" width="1182" height="882" fill="none" stroke="#000"/>'
    text = "".join(
        f'<text x="{spot(n, s)[0]}" y="{spot(n, s)[1]}" font-size="12" text-anchor="middle">{n}</text>' for n, s in found.items()
    )
    return DrawnBoard(
        f'<svg {BARE} viewBox="0 0 1200 900"><rect width="1200" height="900" fill="#f6efdc"/>{shapes}{rhumb}{frame}{text}</svg>', KINDS
    )


def sheared_inches() -> DrawnBoard:
    """A page in inches with an offset view box, a group that is sheared, names in tspans."""
    found = areas(24)
    place = lambda each: (each[0] - 0.2 * each[1], each[1])
    shapes = "".join(
        f'<path class="{"sea" if n in SEAS else "land"}" d="{data(s, place)}" fill="#eee" stroke="#000"/>' for n, s in found.items()
    )
    text = "".join(
        f'<text text-anchor="middle" font-size="12"><tspan x="{spot(n, s)[0]}" y="{spot(n, s)[1]}">{n}</tspan></text>'
        for n, s in found.items()
    )
    return DrawnBoard(
        f'<svg {BARE} width="8in" height="6in" viewBox="-100 -50 1400 1000"><g transform="matrix(1,0,0.2,1,0,0)">{shapes}</g>{text}</svg>',
        KINDS,
    )


def dutch_palette() -> DrawnBoard:
    """Every land has a colour of its own, as on a political map; Dutch layers nested three deep."""
    found = areas(25)
    chance = random.Random(4)
    tint = {
        n: f"#{chance.randrange(190, 250):02x}{chance.randrange(170, 220):02x}{chance.randrange(120, 170):02x}" for n in (*LANDS, *ISLES)
    }
    path = lambda n, at: f'<path id="path{at}" inkscape:label="{n}" fill="{tint.get(n, WATER)}" d="{data(found[n])}"/>'
    layer = lambda label, inside: f'<g inkscape:groupmode="layer" inkscape:label="{label}">{inside}</g>'
    inner = layer("Wateren", "".join(path(n, at) for at, n in enumerate(SEAS)))
    inner += layer(
        "Landen",
        "".join(path(n, 30 + at) for at, n in enumerate(LANDS))
        + layer("Eilanden", "".join(path(n, 60 + at) for at, n in enumerate(ISLES))),
    )
    return DrawnBoard(f'<svg {INK} viewBox="0 0 1200 900">{layer("Kaart", layer("Vakken", inner))}</svg>', KINDS)


def own_sea_names() -> DrawnBoard:
    """Nordsee, Ostsee and Golfe: outlines without paint, names beside islands, capitals as codes below them."""
    names = {"Western Ocean": "Nordsee", "Northern Sea": "Mar Bianco", "Amber Gulf": "Golfe Dore", "Southern Sound": "Zuiderzee"}
    found = rename(areas(26), names)
    shapes = "".join(
        f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in shapely.get_coordinates(s.exterior)[:-1].tolist())}" fill="none" stroke="black"/>'
        for s in found.values()
    )
    text = "".join(
        f'<text x="{spot(n, s)[0]}" y="{spot(n, s)[1]}" font-size="14" text-anchor="middle">{n}</text>'
        f'<text x="{spot(n, s)[0]}" y="{spot(n, s)[1] + 16}" font-size="9" text-anchor="middle">{n[:3].upper()}</text>'
        for n, s in found.items() if n not in ISLES
    )  # fmt: skip
    text += "".join(
        f'<text x="{spot(n, found[n])[0]}" y="{spot(n, found[n])[1] + 58}" font-size="14" text-anchor="middle">{n}</text>' for n in ISLES
    )
    return DrawnBoard(f'<svg {BARE} viewBox="0 0 1200 900">{shapes}{text}</svg>', {names.get(n, n): k for n, k in KINDS.items()})


UNSEEN: dict[str, Callable[[], DrawnBoard]] = {
    each.__name__: each for each in (letter_ids, italian_capitals, sea_below_all, sheared_inches, dutch_palette, own_sea_names)
}
