"""A board for diplicity: a DVAR or older JSON with its dSVG, one file for its Variant Creator, and a map with its ``ids.json``.

Source: the boards that its service keeps (a drawing and a JSON for each) and the sample that its validator accepts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import unescape

from adjudicator.board import Terrain
from adjudicator.phase import PhaseKind
from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from app.board_editor.drawn_paths import area_data, label_text, labels, number
from app.board_editor.exporting import NotExpressibleError, rules_left_out, special_steps
from app.board_editor.godip_export import border_lines, coast_parts, godip_svg, ground_art, layer_group, plain_text
from app.board_editor.jdip_rules import played
from languages import labelled, tr
from variants.catalogue import shipped_source
from variants.compiled import CompiledBoard, Label, LabelKind, Point
from variants.importers.diplicity import import_diplicity
from variants.importers.diplicity_dvar import ANY_CENTRE
from variants.reader import read_anyway
from variants.source import MemorySource
from variants.style import PowerStyle

_TERRAINS = {Terrain.SEA: "sea", Terrain.INLAND: "land", Terrain.COASTAL: "coastal"}
_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter", "Y": "Year"}
_PHASES = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}
_UNITS = {"A": "Army", "F": "Fleet"}
_WHOLE = 1000.0
"""Unit radii: the part of a coast is not cut, since steps of fleets follow from the shapes that touch it."""
_MOST_TOLD = 12
_MARKER = 10
"""Radius of the circle of a place: the only one that the service takes."""
Json = dict[str, object]


def diplicity_svg(variant: Variant, board: CompiledBoard) -> str:
    """The dSVG of a board: the layers that the service keeps, each province one path with its code as id."""
    codes = _drawn(variant, board)
    box = f'viewBox="0 0 {number(board.width)} {number(board.height)}"'
    hidden = ' style="display:none"'
    out = ['<?xml version="1.0" encoding="UTF-8"?>']
    out += [f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" {box}>']
    out += [f"<title>{plain_text(variant.name)}</title>"]
    out += layer_group("background", "", ground_art(variant, board, codes))
    shapes = [f'<path id="{code.lower()}" fill-rule="evenodd" d="{area_data(board.provinces[code].polygons)}"/>' for code in codes]
    out += layer_group("provinces", hidden, shapes)
    coasts = [(f"{code}/{coast}".lower(), data) for code in codes for coast, data in coast_parts(variant, board, code, _WHOLE)]
    out += layer_group("named-coasts", hidden, [f'<path id="{name}" fill-rule="evenodd" d="{data}"/>' for name, data in coasts])
    spots = [
        f'<circle id="{name}" cx="{number(spot[0])}" cy="{number(spot[1])}" r="{_MARKER}"/>'
        for name, spot in _unit_spots(variant, board, codes)
    ]
    out += layer_group("unit-positions", hidden, spots)
    out += layer_group("province-names", "", [label_text(label, 'font-family="serif" ') for _, label in labels(board, LabelKind.FULL)])
    out += layer_group("borders", "", border_lines(board))
    return "\n".join([*out, *layer_group("foreground", "", []), "</svg>", ""])


def diplicity_map(variant: Variant, board: CompiledBoard) -> tuple[str, str]:
    """The drawing of a map as diplicity's package of maps keeps it, and its ``ids.json``: the ids of names to the codes of provinces.

    Raises:
        NotExpressibleError: kinds of unit that diplicity does not know.
    """
    _nations(variant)
    ids: dict[str, str] = {}

    def named(code: str, label: Label) -> str:
        def numbered(found: re.Match[str]) -> str:
            word = re.sub(r"[^A-Za-z0-9]+", "-", unescape(found[2])).strip("-") or code
            while word in ids:
                word += "-2"
            ids[word] = code.lower()
            return f'<text id="{word}"{found[1]}>{found[2]}</text>'

        return re.sub(r"<text([^>]*)>([^<]*)</text>", numbered, label_text(label, 'font-family="serif" '))

    drawing = godip_svg(variant, board, [named(code, label) for code, label in labels(board, LabelKind.FULL)], _WHOLE)
    return drawing, json.dumps(ids, ensure_ascii=False, indent=4) + "\n"


def diplicity_json(variant: Variant, styles: Mapping[str, PowerStyle]) -> tuple[str, tuple[str, ...]]:
    """The JSON that stands beside the dSVG, and what is left out of it, in words.

    Raises:
        NotExpressibleError: kinds of unit that diplicity does not know.
    """
    names = _nations(variant)
    provinces: list[Json] = []
    for code in played(variant.board):
        place, word = variant.board.provinces[code], code.lower()
        provinces.append({"id": word, "name": place.name, "type": _TERRAINS[place.terrain], "supply_center": place.centre})
        for coast in place.coasts:
            named: Json = {"id": f"{word}/{coast.lower()}", "name": f"{place.name} ({coast})", "type": "named_coast"}
            provinces.append({**named, "supply_center": place.centre, "parent": word})
    phase = variant.start.phase
    told: Json = {
        "id": variant.id,
        "name": variant.name,
        "description": "",
        "author": "",
        "nations": [{"name": title, "color": styles[power].unit} for power, title in names.items()],
        "provinces": provinces,
        "initial_phase": {"season": _SEASONS.get(phase.season, "Fall"), "year": phase.year, "type": _PHASES[phase.kind]},
        "initial_units": [
            {"type": _UNITS[each.piece.kind], "nation": names[each.power], "province": str(each.piece.location).lower()}
            for each in variant.start.units
            if each.power in names
        ],
        "initial_supply_centers": [
            {"nation": names[owner], "province": code.lower()} for code, owner in variant.start.owners.items() if owner in names
        ],
    }
    half = len(variant.board.centres) // 2 + 1
    victory = () if variant.victory == half else (tr("{count} centres win: this file has no place for the number", count=variant.victory),)
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n", (*victory, *_left_out(variant, names))


def dvar_json(variant: Variant, styles: Mapping[str, PowerStyle]) -> tuple[str, tuple[str, ...]]:
    """The DVAR that the service takes together with a dSVG, and what is left out of it, in words.

    Raises:
        NotExpressibleError: kinds of unit that diplicity does not know.
    """
    _nations(variant)
    ids: dict[str, str] = {}
    for power in variant.powers.values():
        word = re.sub(r"[^a-z0-9]+", "-", power.name.lower()).strip("-") or power.id.lower()
        ids[power.id] = word if word not in ids.values() else f"{word}-{power.id.lower()}"
    ways, one_way = _both_ways(variant)
    provinces: list[Json] = []
    coasts: list[Json] = []
    for code in played(variant.board):
        place, word = variant.board.provinces[code], code.lower()
        terrain = "land" if place.coasts else _TERRAINS[place.terrain]
        home: Json = {"homeNation": ids[place.home]} if place.home in ids else {}
        about: Json = {"id": word, "name": place.name, "type": terrain, "supplyCenter": place.centre, **home}
        provinces.append({**about, "adjacencies": ways.get(word, [])})
        for coast in place.coasts:
            own = f"{word}/{coast.lower()}"
            named = {"id": own, "name": f"{place.name} ({coast})", "parentProvince": word}
            coasts.append({**named, "adjacencies": ways.get(own, [])})
    stops = _stops(variant)
    start = variant.start
    season, kind = stops[start.phase.season, start.phase.kind]
    transitions = [
        {
            "from": {"season": origin[0], "type": origin[1]},
            "to": {"season": target[0], "type": target[1], "yearDelta": years},
        }
        for origin, target, years in _turns(variant, list(stops.values()))
    ]
    victory: list[Json] = [{"type": "supply-center-majority", "supplyCenters": variant.victory}]
    if variant.year_limit is not None:
        victory.append({"type": "timed-resolution", "year": variant.year_limit, "resolution": "shared-draw"})
    told: Json = {
        "schemaVersion": 1,
        "id": variant.id,
        "name": variant.name,
        "description": variant.name,
        "author": "",
        "victoryConditions": victory,
        "adjudicationModifiers": [ANY_CENTRE] if variant.builds is BuildPolicy.ANY_OWNED else [],
        "phaseProgression": {"seasons": list(dict.fromkeys(each for each, _ in stops.values())), "transitions": transitions},
        "nations": [
            {"id": ids[power.id], "name": power.name, "color": styles[power.id].unit}
            | ({} if power.role is PowerRole.PLAYING else {"non_playable": True})
            for power in variant.powers.values()
        ],
        "provinces": provinces,
        "namedCoasts": coasts,
        "initialState": {
            "phase": {"season": season, "year": start.phase.year, "type": kind},
            "units": [
                {"nation": ids[each.power], "type": _UNITS[each.piece.kind], "location": str(each.piece.location).lower()}
                for each in start.units
            ],
            "supplyCenters": [{"nation": ids[owner], "province": code.lower()} for code, owner in start.owners.items() if owner in ids],
        },
    }
    found = special_steps(variant.board)
    if one_way:
        found.append(labelled(tr("steps that lead one way"), _listed(one_way)))
    if variant.builds not in (BuildPolicy.HOME, BuildPolicy.ANY_OWNED):
        found.append(tr("builds: {policy}", policy=variant.builds))
    if variant.years_without_capture is not None:
        found.append(tr("limits of years"))
    if len(played(variant.board)) < len(variant.board.provinces):
        found.append(tr("provinces that nobody enters"))
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n", tuple(found)


def _both_ways(variant: Variant) -> tuple[dict[str, list[Json]], list[tuple[str, str, str]]]:
    """Neighbours with the units that pass, of each place, and the steps without a way back, which such a file cannot have."""
    passes: dict[tuple[str, str], set[str]] = {}
    for edge in variant.board.edges:
        passes.setdefault((str(edge.origin), str(edge.target)), set()).update(edge.kinds & {"A", "F"})
    ways: dict[str, list[Json]] = {}
    one_way: list[tuple[str, str, str]] = []
    for (one, other), kinds in passes.items():
        back = passes.get((other, one), set())
        one_way += [(kind, one, other) for kind in sorted(kinds - back)]
        both = kinds & back
        if both:
            way = "both" if len(both) > 1 else "army" if "A" in both else "fleet"
            ways.setdefault(one.lower(), []).append({"to": other.lower(), "pass": way})
    return ways, one_way


def _stops(variant: Variant) -> dict[tuple[str, PhaseKind], tuple[str, str]]:
    """Season and kind of each phase of the calendar in the words of such a file: adjustments belong to the season before them."""
    names = variant.calendar.seasons
    found: dict[tuple[str, PhaseKind], tuple[str, str]] = {}
    before = ""
    for step in variant.calendar.steps:
        name = names.get(step.season, _SEASONS.get(step.season, step.season))
        if step.kind is PhaseKind.ADJUSTMENT and before and (before, _PHASES[step.kind]) not in found.values():
            name = before
        found[step.season, step.kind] = name, _PHASES[step.kind]
        before = name
    return found


def _turns(variant: Variant, stops: Sequence[tuple[str, str]]) -> list[tuple[tuple[str, str], tuple[str, str], int]]:
    """Each phase, the one after it, and the years that pass between them."""
    steps = variant.calendar.steps
    years = [variant.calendar.year_step, *(step.later for step in steps[1:])]
    return [(stop, stops[(at + 1) % len(stops)], years[(at + 1) % len(stops)]) for at, stop in enumerate(stops)]


def steps_not_drawn(variant: Variant, files: Mapping[str, str]) -> tuple[str, ...]:
    """Steps in which the board as it is read from its drawing would differ from *variant*, in words: no file names its borders.

    Args:
        files: the JSON first, or the ids of a map, and the drawing.
    """
    source = MemorySource("", {name: text.encode() for name, text in files.items()})
    (made,) = import_diplicity(source, next(iter(files))).variants
    folder = read_anyway(made.source, shipped_source).folder
    if folder is None:
        return (tr("the board as the drawing has it cannot be played"),)
    codes = {each.name.casefold(): code for code, each in variant.board.provinces.items()}
    back = {code: codes[each.name.casefold()] for code, each in folder.variant.board.provinces.items() if each.name.casefold() in codes}
    found = {(kind, _word(edge.origin, back), _word(edge.target, back)) for edge in folder.variant.board.edges for kind in edge.kinds}
    wanted = {(kind, str(edge.origin), str(edge.target)) for edge in variant.board.edges for kind in edge.kinds}
    parts = (
        (tr("steps that the drawing does not show"), sorted(wanted - found)),
        (tr("what keeps units from steps that the drawing shows"), sorted(found - wanted)),
    )
    return tuple(labelled(words, _listed(steps)) for words, steps in parts if steps)


def _listed(steps: Sequence[tuple[str, str, str]]) -> str:
    listed = ", ".join(f"{kind} {one} - {other}" for kind, one, other in steps[:_MOST_TOLD])
    return listed if len(steps) <= _MOST_TOLD else f"{listed}, … ({len(steps)})"


def _word(place: Location, back: Mapping[str, str]) -> str:
    return str(Location(back.get(place.province, place.province), place.coast))


def creator_json(variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle]) -> tuple[str, tuple[str, ...]]:
    """The file that diplicity's Variant Creator loads, with shapes, places and neighbours in it, and what is left out of it, in words.

    Raises:
        NotExpressibleError: kinds of unit that diplicity does not know, or a province that the board does not draw.
    """
    names = _nations(variant)
    missing = [code for code in played(variant.board) if code not in board.provinces]
    if missing:
        raise NotExpressibleError(tr("{code} is on no board", code=missing[0]))
    ids = {power: title.lower().replace(" ", "-") for power, title in names.items()}
    ways: dict[str, list[str]] = {}
    for edge in variant.board.edges:
        if edge.kinds & {"A", "F"}:
            near = ways.setdefault(str(edge.origin).lower(), [])
            near += [str(edge.target).lower()] if str(edge.target).lower() not in near else []
    texts = dict(labels(board, LabelKind.FULL))
    units = {str(each.piece.location).lower(): each for each in variant.start.units}
    provinces, coasts = [], []
    for code in played(variant.board):
        place, word, shape = variant.board.provinces[code], code.lower(), board.provinces[code]
        begins = [units[each] for each in (word, *(f"{word}/{coast.lower()}" for coast in place.coasts)) if each in units]
        home = variant.start.owners.get(code) or (begins[0].power if begins else None)
        title = texts.get(code)
        written = [{"text": place.name, "position": _spot((title.x, title.y)), "source": "svg"}] if title is not None else []
        provinces.append(
            {
                "id": word,
                "elementId": word,
                "name": place.name,
                "type": _TERRAINS[place.terrain],
                "path": area_data(shape.polygons),
                "homeNation": ids.get(home or ""),
                "supplyCenter": place.centre,
                "startingUnit": {"type": _UNITS[begins[0].piece.kind]} if begins else None,
                "adjacencies": ways.get(word, []),
                "labels": written,
                **_places(board, code, ""),
            }
        )
        for coast, data in coast_parts(variant, board, code, _WHOLE):
            own = f"{word}/{coast.lower()}"
            about = {"id": own, "elementId": own, "name": f"{place.name} ({coast})", "parentId": word, "path": data}
            coasts.append({**about, "adjacencies": ways.get(own, []), "labels": [], **_places(board, code, coast)})
    told = {
        "name": variant.name,
        "description": variant.name,
        "author": "",
        "version": variant.version,
        "soloVictorySCCount": variant.victory,
        "nations": [{"id": ids[power], "name": title, "color": styles[power].unit} for power, title in names.items()],
        "provinces": provinces,
        "namedCoasts": coasts,
        "decorativeElements": [],
        "dimensions": {"width": round(board.width), "height": round(board.height)},
        "textElements": [],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n", (*_land_borders(variant), *_starts(variant), *_left_out(variant, names))


def _nations(variant: Variant) -> dict[str, str]:
    """Names of the powers that are played.

    Raises:
        NotExpressibleError: kinds of unit that diplicity does not know.
    """
    if set(variant.board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    return {power.id: power.name for power in variant.powers.values() if power.role is PowerRole.PLAYING}


def _drawn(variant: Variant, board: CompiledBoard) -> list[str]:
    codes = [code for code in played(variant.board) if code in board.provinces]
    return sorted(codes, key=lambda code: variant.board.provinces[code].terrain is not Terrain.SEA)


def _unit_spots(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[tuple[str, Point]]:
    spots = [
        (f"{code}/{coast}".lower().rstrip("/"), board.provinces[code].units.get(coast))
        for code in codes
        for coast in ("", *variant.board.provinces[code].coasts)
    ]
    return [(name, spot) for name, spot in spots if spot is not None]


def _spot(point: Point) -> Json:
    return {"x": round(point[0], 2), "y": round(point[1], 2)}


def _places(board: CompiledBoard, code: str, coast: str) -> Json:
    shape = board.provinces[code]
    unit = shape.units.get(coast) or shape.supply or shape.bounds[:2]
    found: dict[str, Point | None] = {"unitPosition": unit, "dislodgedUnitPosition": shape.retreats.get(coast) or unit}
    if not coast:
        found["supplyCenterPosition"] = shape.supply
    return {key: _spot(spot) for key, spot in found.items() if spot is not None}


def _land_borders(variant: Variant) -> list[str]:
    """Pairs of coastal provinces that armies alone go between: a list of neighbours without kinds lets fleets go there too."""
    provinces = variant.board.provinces
    ways: dict[tuple[str, str], set[str]] = {}
    for edge in variant.board.edges:
        ways.setdefault((edge.origin.province, edge.target.province), set()).update(edge.kinds)
    found = [
        f"{one}-{other}"
        for (one, other), kinds in sorted(ways.items())
        if one < other
        and "F" not in kinds
        and all(provinces[each].terrain is Terrain.COASTAL and not provinces[each].coasts for each in (one, other))
    ]
    return [tr("that only armies go between {pairs}", pairs=", ".join(found))] if found else []


def _starts(variant: Variant) -> list[str]:
    found: list[str] = []
    phase = variant.start.phase
    if (phase.season, phase.kind) != ("S", PhaseKind.MOVEMENT) or phase.year != 1901:
        found.append(tr("the start in {phase}", phase=phase))
    owners = variant.start.owners
    found += [tr("the coast of {unit}", unit=each.piece) for each in variant.start.units if each.piece.location.coast]
    away = [str(each.piece) for each in variant.start.units if owners.get(each.piece.location.province, each.power) != each.power]
    return found + [tr("the owner of {unit}, which stands in a province of another power", unit=each) for each in away]


def _left_out(variant: Variant, names: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    found += special_steps(variant.board)
    found += rules_left_out(variant, (BuildPolicy.HOME,))
    if any(each.terrain is Terrain.IMPASSABLE for each in variant.board.provinces.values()):
        found.append(tr("provinces that nobody enters"))
    if len(names) < len(variant.powers):
        found.append(tr("names of powers that nobody plays"))
    return found
