"""A folder for the bot DiplomacyGM: its configuration, and a drawing with its Inkscape layers.

That program finds neighbours from the shapes; the configuration corrects what comes out otherwise than the variant has it. The folder is
read by our own importer while it is made, so that each correction is one that is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

import shapely

from adjudicator.board import Terrain
from adjudicator.phase import PhaseKind
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from app.board_editor.drawn_paths import area_data, label_text, labels, number
from app.board_editor.exporting import NotExpressibleError, rules_left_out, special_steps
from app.board_editor.godip_export import plain_text
from app.board_editor.jdip_rules import played
from languages import labelled, tr
from variants.catalogue import shipped_source
from variants.compiled import CompiledBoard, DecorationKind, LabelKind, Point
from variants.importers.diplomacygm import import_diplomacygm
from variants.reader import read_with_faults
from variants.source import MemorySource
from variants.style import PowerStyle

_NEUTRAL, _SEA, _ROCK, _PLAIN_CENTRE = "f5deb3", "add8e6", "a69f8f", "ffffff"
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_BUILDS = {BuildPolicy.HOME: "classic", BuildPolicy.CORES: "cores", BuildPolicy.ANY_OWNED: "control"}
_SIDES = {"A": 6, "F": 3}
"""Sides of a unit's star: how that program tells armies from fleets."""
_MOST_TOLD = 12
_MARGIN = 1
"""Distance up to which that program takes two shapes for neighbours."""
Json = dict[str, object]
Step = tuple[str, str, str]
"""Kind of unit, origin, target."""


def diplomacygm_files(
    variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle], drawing: str
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The files of the folder by name, and what is left out of them, in words.

    Args:
        drawing: the name of the drawing.

    Raises:
        NotExpressibleError: kinds of unit that the bot does not know, a province that the board does not draw, two provinces with one
            name, or two powers with one colour.
    """
    codes = played(variant.board)
    missing = [code for code in codes if code not in board.provinces]
    names = {code: variant.board.provinces[code].name for code in codes}
    colours = {power.id: styles[power.id].unit.lstrip("#").lower() for power in variant.powers.values() if power.role is PowerRole.PLAYING}
    if set(variant.board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    if missing:
        raise NotExpressibleError(tr("{code} is on no board", code=missing[0]))
    twice = next((name for name in names.values() if sum(name.lower() == each.lower() for each in names.values()) > 1), None)
    if twice is not None:
        raise NotExpressibleError(tr("two provinces are called {name}", name=twice))
    if len(set(colours.values())) < len(colours):
        raise NotExpressibleError(tr("two powers have one colour"))
    svg = _svg(variant, board, colours, names).encode()
    told = _config(variant, board, colours, names, drawing)
    found = _read_again(told, svg, drawing, names)
    overrides = _corrected(variant, names, _steps(variant), found)
    for code, land in _seas_apart(variant, board):
        near = overrides.setdefault(names[code], {}).setdefault("adjacencies", [])
        if isinstance(near, list) and names[land] not in near:
            near.append(names[land])
    told["overrides"] = {"provinces": overrides}
    lost = _differences(_steps(variant), _read_again(told, svg, drawing, names))
    files = {"config.json": json.dumps(told, ensure_ascii=False, indent=4).encode() + b"\n", drawing: svg}
    return files, (*lost, *_left_out(variant))


def _config(variant: Variant, board: CompiledBoard, colours: Mapping[str, str], names: Mapping[str, str], drawing: str) -> Json:
    phase = variant.start.phase
    owned = list(variant.start.owners.values())
    return {
        "name": variant.name,
        "file": drawing,
        "svg config": {
            "detect_starting_units": True,
            "unit_type_labeled": False,
            "unit_labels": True,
            "province_labels": True,
            "center_labels": True,
            "default_sea_color": _SEA,
            "border_margin_hint": _MARGIN,
            "neutral": _NEUTRAL,
            "neutral_sc": _PLAIN_CENTRE,
            "impassable": _ROCK,
            "map_width": round(board.width),
            "unit_radius": round(board.unit_radius, 2),
            "order_stroke_width": round(board.unit_radius / 5, 2),
            "loc_x_offset": 0,
            "loc_y_offset": 0,
            "delete_layer": ["army", "retreat_army", "fleet", "retreat_fleet"],
        },
        "year": phase.year,
        "first_season": _SEASONS.get(phase.season, "Fall"),
        "build_options": _BUILDS.get(variant.builds, "classic"),
        "victory_conditions": "classic",
        "victory_count": variant.victory,
        "convoyable_islands": "disabled",
        "transformation": "disabled",
        "dp": "disabled",
        "fow": "disabled",
        "abbreviations": {code.lower(): name for code, name in names.items()},
        "overrides": {"provinces": _coasts(variant, names)},
        "players": {variant.powers[power].name: {"color": colour, "iscc": owned.count(power)} for power, colour in colours.items()},
    }


def _coasts(variant: Variant, names: Mapping[str, str]) -> dict[str, Json]:
    """The named coasts, each with the names of what a fleet there goes to."""
    found: dict[str, Json] = {}
    for code, name in names.items():
        coasts = variant.board.provinces[code].coasts
        if coasts:
            near: dict[str, list[str]] = {coast.lower(): [] for coast in coasts}
            for edge in variant.board.edges:
                if edge.origin.province == code and edge.origin.coast and "F" in edge.kinds:
                    target = names[edge.target.province] + (f" {edge.target.coast.lower()}" if edge.target.coast else "")
                    near[edge.origin.coast.lower()].append(target)
            found[name] = {"coasts": near}
    return found


def _steps(variant: Variant) -> set[Step]:
    return {(kind, str(edge.origin), str(edge.target)) for edge in variant.board.edges for kind in edge.kinds}


def _read_again(told: Json, svg: bytes, drawing: str, names: Mapping[str, str]) -> set[Step]:
    """Steps of the folder as it would be imported, by the codes of the variant."""
    source = MemorySource("", {"config.json": json.dumps(told).encode(), drawing: svg})
    (made,) = import_diplomacygm(source, "config.json").variants
    folder, _ = read_with_faults(made.source, shipped_source)
    if folder is None:
        return set()
    codes = {name.casefold(): code for code, name in names.items()}
    back = {code: codes.get(each.name.casefold(), code) for code, each in folder.variant.board.provinces.items()}

    def place(end: Location) -> str:
        return str(Location(back[end.province], end.coast))

    return {(kind, place(edge.origin), place(edge.target)) for edge in folder.variant.board.edges for kind in edge.kinds}


def _corrected(variant: Variant, names: Mapping[str, str], wanted: set[Step], found: set[Step]) -> dict[str, Json]:
    """The overrides: the coasts, and each pair of neighbours that the shapes alone would have otherwise."""
    overrides = _coasts(variant, names)

    def note(key: str, one: str, other: str) -> None:
        listed = overrides.setdefault(names[one], {}).setdefault(key, [])
        assert isinstance(listed, list)
        if names[other] not in listed:
            listed.append(names[other])

    seas = {code for code in names if variant.board.provinces[code].terrain is Terrain.SEA}
    for is_lost, steps in ((True, wanted - found), (False, found - wanted)):
        for kind, one, other in sorted(steps):
            if "/" not in f"{one}{other}":  # that program changes one way at a time
                at_sea = one in seas or other in seas
                if is_lost:
                    note("adjacencies" if at_sea or kind == "A" else "coastal_adjacencies", one, other)
                else:
                    note(
                        "remove_adjacencies" if at_sea else "remove_adjacent_land" if kind == "A" else "remove_adjacent_coasts", one, other
                    )
    return overrides


def _seas_apart(variant: Variant, board: CompiledBoard) -> list[tuple[str, str]]:
    """Places with a way to a named coast that they do not touch in the drawing: the coast's list makes only the way from it."""
    areas: dict[str, shapely.Geometry] = {}

    def area(code: str) -> shapely.Geometry:
        if code not in areas:
            areas[code] = shapely.union_all([shapely.Polygon(each[0], each[1:]).buffer(0) for each in board.provinces[code].polygons])
        return areas[code]

    walked = {(edge.origin.province, edge.target.province) for edge in variant.board.edges if "A" in edge.kinds}
    sea = Terrain.SEA
    found = {
        (edge.origin.province, edge.target.province)
        for edge in variant.board.edges
        if edge.target.coast
        and (variant.board.provinces[edge.origin.province].terrain is sea or (edge.origin.province, edge.target.province) in walked)
    }
    return sorted(each for each in found if not shapely.dwithin(area(each[0]), area(each[1]), _MARGIN))


def _differences(wanted: set[Step], found: set[Step]) -> list[str]:
    parts = ((tr("steps that its rules cannot have"), sorted(wanted - found)), (tr("what keeps units from"), sorted(found - wanted)))
    return [
        labelled(words, ", ".join(f"{kind} {one} - {other}" for kind, one, other in steps[:_MOST_TOLD])) for words, steps in parts if steps
    ]


def _svg(variant: Variant, board: CompiledBoard, colours: Mapping[str, str], names: Mapping[str, str]) -> str:
    provinces = variant.board.provinces
    lands = [code for code in names if provinces[code].terrain is not Terrain.SEA]
    seas = [code for code in names if provinces[code].terrain is Terrain.SEA]
    rocks = [each.polygons for each in board.decorations if each.kind is DecorationKind.IMPASSABLE and each.polygons]
    spaces = (
        'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    )
    box = f'viewBox="0 0 {number(board.width)} {number(board.height)}"'
    pen = f"stroke:#000000;stroke-width:{number(board.width / 1000)}"

    def shape(code: str, fill: str) -> str:
        data = area_data(board.provinces[code].polygons)
        return f'<path inkscape:label={quoteattr(names[code])} style="fill:#{fill};fill-rule:evenodd;{pen}" d="{data}"/>'

    # A unit belongs to the power that its ground is painted for, centre or not.
    standing = {each.piece.location.province: each.power for each in variant.start.units}
    owners = standing | dict(variant.start.owners)
    out = ['<?xml version="1.0" encoding="UTF-8"?>', f"<svg {spaces} {box}>", f"<title>{plain_text(variant.name)}</title>"]
    out += _layer("Sea Adjacencies", [shape(code, _SEA) for code in seas])
    out += _layer("Region Colors", [shape(code, colours.get(owners.get(code, ""), _NEUTRAL)) for code in lands])
    out += _layer("Impassables", [f'<path style="fill:#{_ROCK};fill-rule:evenodd;{pen}" d="{area_data(each)}"/>' for each in rocks])
    centres = [
        (code, spot, colours.get(provinces[code].home or "", _PLAIN_CENTRE))
        for code in names
        if provinces[code].centre and (spot := board.provinces[code].supply) is not None
    ]
    radius = board.unit_radius
    out += _layer("SC Markers", [_mark(names[code], spot, radius / 2, colour) for code, spot, colour in centres])
    out += _layer("Titles", [label_text(label, 'font-family="serif" ') for _, label in labels(board, LabelKind.FULL)])
    units = []
    for each in variant.start.units:
        at = each.piece.location
        spot = board.provinces[at.province].units.get(at.coast or "")
        if each.power in colours and spot is not None:
            units.append(_star(_label(names, at), spot, radius, each.piece.kind, colours[each.power]))
    out += _layer("Units", units)
    for kind, word in (("A", "Army"), ("F", "Fleet")):
        for suffix, is_retreat in (("", False), (" (Retreats)", True)):
            out += _layer(f"{word} Locations{suffix}", _stands(variant, board, names, kind, is_retreat=is_retreat))
    return "\n".join([*out, "</svg>", ""])


def _layer(label: str, content: Sequence[str]) -> list[str]:
    return [f'<g inkscape:groupmode="layer" inkscape:label="{label}">', *content, "</g>"]


def _label(names: Mapping[str, str], at: Location) -> str:
    return f"{names[at.province]} {at.coast.lower()}" if at.coast else names[at.province]


def _mark(label: str, spot: Point, radius: float, colour: str) -> str:
    circle = f'<circle cx="{number(spot[0])}" cy="{number(spot[1])}" r="{number(radius)}" style="fill:#{colour};stroke:#000000"/>'
    return f"<g inkscape:label={quoteattr(label)}>{circle}</g>"


def _star(label: str, spot: Point, radius: float, kind: str, colour: str) -> str:
    x, y = spot
    sides = _SIDES[kind]
    half = number(radius)
    data = f"M{number(x - radius)},{number(y - radius)}h{number(2 * radius)}v{number(2 * radius)}h-{number(2 * radius)}z"
    about = f'sodipodi:type="star" sodipodi:sides="{sides}" sodipodi:cx="{number(x)}" sodipodi:cy="{number(y)}" sodipodi:r1="{half}"'
    return f'<g inkscape:label={quoteattr(label)}><path {about} style="fill:#{colour};stroke:#ffffff" d="{data}"/></g>'


def _stands(variant: Variant, board: CompiledBoard, names: Mapping[str, str], kind: str, *, is_retreat: bool) -> list[str]:
    """The places of units of one *kind*, in each province where it can stand."""
    out: list[str] = []
    for code in names:
        place, shape = variant.board.provinces[code], board.provinces[code]
        can = place.terrain is not Terrain.SEA if kind == "A" else place.terrain in (Terrain.SEA, Terrain.COASTAL)
        for coast in place.coasts if kind == "F" and place.coasts else ("",):
            spot = (shape.retreats if is_retreat else shape.units).get(coast)
            if can and spot is not None:
                out.append(_star(_label(names, Location(code, coast or None)), spot, board.unit_radius, kind, _PLAIN_CENTRE))
    return out


def _left_out(variant: Variant) -> list[str]:
    found: list[str] = []
    found += special_steps(variant.board)
    found += rules_left_out(variant, _BUILDS)
    phase = variant.start.phase
    if phase.kind is not PhaseKind.MOVEMENT or phase.season not in ("S", "F"):
        found.append(tr("the start in {phase}", phase=phase))
    return found
