"""A board for godip and diplicity: the drawing in their layers, and the board with its start as a Go text beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import quoteattr

import shapely

from adjudicator.board import Terrain
from adjudicator.phase import PhaseKind
from adjudicator.variant import BuildPolicy, PowerRole, Variant
from app.board_editor.drawn_paths import area_data, label_text, labels, line_data, number, square_data
from app.board_editor.exporting import NotExpressibleError, rules_left_out, special_steps
from app.board_editor.jdip_rules import played
from languages import tr
from variants.compiled import CompiledBoard, DecorationKind, LabelKind, Polygon
from variants.style import PowerStyle

_LAND, _WATER, _ROCK = "#F1E6C8", "#BFD9E8", "#A69F8F"
_COAST_REACH = 2.2
"""In unit radii: how much of a province around a coast's unit is pressed for that coast."""
_BUILDS = {BuildPolicy.HOME: "classical.Parser", BuildPolicy.ANY_OWNED: "hundred.BuildAnywhereParser"}
_BUILDS[BuildPolicy.ANY_HOME] = "twentytwenty.BuildAnyHomeCenterParser"
_FLAGS = {BuildPolicy.ANY_OWNED: "map[godip.Flag]bool{godip.Anywhere: true}"}
_FLAGS[BuildPolicy.ANY_HOME] = "map[godip.Flag]bool{godip.AnyHomeCenter: true}"
_SEASONS = {"S": "Spring", "F": "Fall"}


def godip_svg(variant: Variant, board: CompiledBoard, names: Sequence[str] | None = None, reach: float = _COAST_REACH) -> str:
    """The drawing: the layers of godip, empty where the program fills them.

    Args:
        names: what stands in the layer of names; the board's names unless given.
        reach: unit radii around a unit, beyond which nothing belongs to the part of its coast.
    """
    codes = [code for code in played(variant.board) if code in board.provinces]
    codes.sort(key=lambda code: variant.board.provinces[code].terrain is not Terrain.SEA)
    size = f'width="{number(board.width)}" height="{number(board.height)}" viewBox="0 0 {number(board.width)} {number(board.height)}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    hidden = ' style="display:none"'
    out = ['<?xml version="1.0" encoding="UTF-8"?>', f"<svg {spaces} {size}>", f"<title>{plain_text(variant.name)}</title>"]
    out += layer_group("background", "", ground_art(variant, board, codes))
    out += layer_group("provinces", hidden, _provinces(variant, board, codes, reach))
    out += layer_group("supply-centers", "", _supplies(board, codes))
    out += layer_group("province-centers", hidden, _centres(variant, board, codes))
    out += layer_group("highlights", "", [])
    out += layer_group("foreground", "", border_lines(board))
    usual = [label_text(label, 'font-family="serif" ') for _, label in labels(board, LabelKind.FULL)] if names is None else names
    out += layer_group("names", "", usual)
    return "\n".join([*out, *layer_group("units", "", []), *layer_group("orders", "", []), "</svg>", ""])


def layer_group(name: str, more: str, content: Sequence[str]) -> list[str]:
    """A layer as its lines, with its name as id and as Inkscape's label."""
    return [f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}"{more}>', *content, "</g>"]


def ground_art(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    """The picture under everything: water, lands, lakes, impassable ground."""
    out = [f'<rect width="{number(board.width)}" height="{number(board.height)}" fill="{_WATER}"/>']
    rocks = [each.polygons for each in board.decorations if each.kind is DecorationKind.IMPASSABLE and each.polygons]
    out += [f'<path fill="{_ROCK}" fill-rule="evenodd" d="{area_data(each)}"/>' for each in rocks]
    lands = [code for code in codes if variant.board.provinces[code].terrain is not Terrain.SEA]
    out += [f'<path fill="{_LAND}" fill-rule="evenodd" d="{area_data(board.provinces[code].polygons)}"/>' for code in lands]
    water = [board.provinces[code].straits for code in lands if board.provinces[code].straits]
    water += [each.polygons for each in board.decorations if each.kind is DecorationKind.LAKE and each.polygons]
    return out + [f'<path fill="{_WATER}" fill-rule="evenodd" d="{area_data(each)}"/>' for each in water]


def _provinces(variant: Variant, board: CompiledBoard, codes: Sequence[str], reach: float) -> list[str]:
    """Every province, and after it the part of it that is pressed for each of its coasts."""
    out: list[str] = []
    for code in codes:
        shape, name = board.provinces[code], code.lower()
        out.append(f'<path id="{name}" inkscape:label="{name}" fill-rule="evenodd" d="{area_data(shape.polygons)}"/>')
        for coast, data in coast_parts(variant, board, code, reach):
            label = f"{name}/{coast.lower()}"
            out.append(f'<path id="{label}" inkscape:label="{label}" fill-rule="evenodd" d="{data}"/>')
    return out


def coast_parts(variant: Variant, board: CompiledBoard, code: str, reach: float = _COAST_REACH) -> Iterator[tuple[str, str]]:
    """Each named coast that is drawn, and the path data of its part of the province: what is nearer to its unit than to those of others.

    Args:
        reach: unit radii around the unit, beyond which nothing belongs to the part.
    """
    shape = board.provinces[code]
    whole = shapely.union_all([shapely.Polygon(each[0], each[1:]).buffer(0) for each in shape.polygons])
    spots = {coast: shapely.Point(shape.units[coast]) for coast in variant.board.provinces[code].coasts if coast in shape.units}
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(list(spots.values())), extend_to=whole)) if len(spots) > 1 else []
    for coast, spot in spots.items():
        own = next((cell for cell in cells if shapely.intersects(cell, spot)), whole)
        yield coast, area_data(_polygons(shapely.intersection(whole, shapely.intersection(own, spot.buffer(reach * board.unit_radius)))))


def _polygons(area: shapely.Geometry) -> list[Polygon]:
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon"]
    return [
        tuple(tuple((x, y) for x, y in shapely.get_coordinates(ring)[:-1].tolist()) for ring in (part.exterior, *part.interiors))
        for part in parts
    ]


def _supplies(board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    radius = number(0.0042 * board.symbol_width)
    spots = [(code, board.provinces[code].supply) for code in codes]
    return [
        f'<circle id="{code.lower()}SC" cx="{number(spot[0])}" cy="{number(spot[1])}" r="{radius}" fill="#FFFFFF" stroke="#1A1A1A"/>'
        for code, spot in spots
        if spot is not None
    ]


def _centres(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    out: list[str] = []
    for code in codes:
        for coast in ("", *variant.board.provinces[code].coasts):
            spot = board.provinces[code].units.get(coast)
            if spot is not None:
                name = f"{code}/{coast}".lower().rstrip("/")
                out.append(f'<path id="{name}Center" d="{square_data(spot, board.unit_radius / 4)}"/>')
    return out


def border_lines(board: CompiledBoard) -> list[str]:
    """The borders and bridges as paths."""
    pen = number(board.width / 1500)
    lines = [line_data(each.lines) for each in board.borders]
    lines += [line_data(each.lines) for each in board.decorations if each.kind is DecorationKind.BRIDGE]
    return [f'<path fill="none" stroke="#333333" stroke-width="{pen}" d="{data}"/>' for data in lines if data]


def plain_text(text: str) -> str:
    """*text* as it may stand inside an element."""
    return quoteattr(text)[1:-1]


def godip_go(variant: Variant, styles: Mapping[str, PowerStyle], picture: str) -> tuple[str, tuple[str, ...]]:
    """The board, the start and the powers as the Go text of a variant, and what is left out of it, in words.

    Args:
        picture: the name of the drawing beside it.

    Raises:
        NotExpressibleError: kinds of unit that godip does not know.
    """
    board = variant.board
    if set(board.kinds) - {"A", "F"}:
        raise NotExpressibleError(tr("there are units besides armies and fleets"))
    nations = {power.id: _word(power.name) if power.role is PowerRole.PLAYING else "godip.Neutral" for power in variant.powers.values()}
    playing = [power for power in variant.powers.values() if power.role is PowerRole.PLAYING]
    package, title = re.sub(r"[^a-z0-9]", "", variant.id.lower()) or "board", _word(variant.name)
    package = f"the{package}" if package[0].isdigit() else package
    is_usual = variant.builds not in _FLAGS
    parser, new_phase = _BUILDS.get(variant.builds, "classical.Parser"), "classical.NewPhase" if is_usual else "newPhase"
    phase = variant.start.phase
    kind = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}[phase.kind]
    used = ["", "/graph", "/state", "/variants/classical", "/variants/common"]
    used += [] if is_usual else ["/phase", f"/variants/{parser.partition('.')[0]}"]
    imports = ["import (", *(f'\t"github.com/zond/godip{each}"' for each in used), ")"]
    out = [f"package {package}", "", *imports, "", "const ("]
    out += [f"\t{nations[power.id]} godip.Nation = {_quoted(power.name)}" for power in playing]
    out += [")", "", f"var Nations = []godip.Nation{{{', '.join(nations[power.id] for power in playing)}}}", ""]
    out += [] if is_usual else [f"var newPhase = phase.Generator({parser}, classical.AdjustSCs)", ""]
    out += [
        f"var {title}Variant = common.Variant{{",
        f"\tName: {_quoted(variant.name)},",
        f"\tGraph: func() godip.Graph {{ return {title}Graph() }},",
        f"\tStart: {title}Start,",
        f"\tBlank: {title}Blank,",
        f"\tPhase: {new_phase},",
        f"\tParser: {parser},",
        "\tNations: Nations,",
        "\tPhaseTypes: classical.PhaseTypes,",
        "\tSeasons: classical.Seasons,",
        "\tUnitTypes: classical.UnitTypes,",
        f"\tSoloWinner: common.SCCountWinner({variant.victory}),",
        f"\tSoloSCCount: func(*state.State) int {{ return {variant.victory} }},",
        tr("	SVGMap: func() ([]byte, error) {{ return Asset({quoted}) }},", quoted=_quoted("svg/" + picture)),
        "\tProvinceLongNames: provinceLongNames,",
        "\tNationColors: map[godip.Nation]string{",
        *(f'\t\t{nations[power.id]}: "{styles[power.id].unit}",' for power in playing),
        "\t},",
        f"\tVersion: {_quoted(variant.version)},",
        "}",
        "",
        f"func {title}Blank(phase godip.Phase) *state.State {{",
        f"\treturn state.New({title}Graph(), phase, classical.BackupRule, {_FLAGS.get(variant.builds, 'nil')}, nil)",
        "}",
        "",
        f"func {title}Start() (result *state.State, err error) {{",
        f"\tstartPhase := {new_phase}({phase.year}, godip.{_SEASONS.get(phase.season, 'Fall')}, godip.{kind})",
        f"\tresult = {title}Blank(startPhase)",
        "\tif err = result.SetUnits(map[godip.Province]godip.Unit{",
    ]
    for unit in variant.start.units:
        word = {"A": "Army", "F": "Fleet"}[unit.piece.kind]
        out.append(f'\t\t"{str(unit.piece.location).lower()}": godip.Unit{{godip.{word}, {nations[unit.power]}}},')
    out += ["\t}); err != nil {", "\t\treturn", "\t}", "\tresult.SetSupplyCenters(map[godip.Province]godip.Nation{"]
    out += [f'\t\t"{code.lower()}": {nations[owner]},' for code, owner in variant.start.owners.items() if owner in nations]
    out += ["\t})", "\treturn", "}", "", f"func {title}Graph() *graph.Graph {{", "\treturn graph.New()."]
    for line in _chain(variant, nations):
        out.append(f"\t\t{line}")
    out += ["\t\tDone()", "}", "", "var provinceLongNames = map[godip.Province]string{"]
    out += [f'\t"{code.lower()}": {_quoted(board.provinces[code].name)},' for code in played(board)]
    return "\n".join([*out, "}", ""]), tuple(_left_out(variant))


def _chain(variant: Variant, nations: Mapping[str, str]) -> list[str]:
    board = variant.board
    ways: dict[str, dict[str, set[str]]] = {}
    for edge in board.edges:
        for kind in edge.kinds & {"A", "F"}:
            flag = "Land" if kind == "A" else "Sea"
            ways.setdefault(str(edge.origin).lower(), {}).setdefault(str(edge.target).lower(), set()).add(flag)
            # The land itself lies at the seas of its coasts, and they at it: so godip knows where armies are convoyed from and to.
            for one, other in ((edge.origin, edge.target), (edge.target, edge.origin)):
                if kind == "F" and one.coast and board.provinces[other.province].terrain is Terrain.SEA:
                    ways.setdefault(one.province.lower(), {}).setdefault(other.province.lower(), set()).add("Sea")
                    ways.setdefault(other.province.lower(), {}).setdefault(one.province.lower(), set()).add("Sea")
    out: list[str] = []
    for code in played(board):
        place = board.provinces[code]
        for coast in ("", *place.coasts):
            name = f"{code}/{coast}".lower().rstrip("/")
            flags = (
                {"Sea"}
                if coast or place.terrain is Terrain.SEA
                else {"Land"} | ({"Sea"} if place.terrain is Terrain.COASTAL and not place.coasts else set())
            )
            own = "Archipelago..." if place.convoyable and flags == {"Land", "Sea"} else _flags(flags)
            conns = "".join(f'.Conn("{target}", godip.{_flags(along)})' for target, along in ways.get(name, {}).items())
            centre = f".SC({nations.get(place.home or '', 'godip.Neutral')})" if place.centre and not coast else ""
            out += [f"// {place.name}{f' ({coast})' if coast else ''}", f'Prov("{name}"){conns}.Flag(godip.{own}){centre}.']
    return out


def _flags(flags: set[str]) -> str:
    return "Coast..." if flags == {"Land", "Sea"} else next(iter(flags))


def _left_out(variant: Variant) -> list[str]:
    found: list[str] = []
    board = variant.board
    found += special_steps(variant.board)
    found += rules_left_out(variant, _BUILDS)
    if variant.start.phase.season not in _SEASONS:
        found.append(tr("the start in winter, which godip has in fall"))
    if any(each.terrain is Terrain.IMPASSABLE for each in board.provinces.values()):
        found.append(tr("provinces that nobody enters"))
    if any(each.convoyable and each.coasts for each in board.provinces.values()):
        found.append(tr("convoys from lands with named coasts"))
    if len({power.role for power in variant.powers.values()}) > 1:
        found.append(tr("names of powers that nobody plays"))
    return found


def _word(name: str) -> str:
    word = "".join(part.capitalize() for part in re.findall(r"[A-Za-z0-9]+", name)) or "Power"
    return f"The{word}" if word[0].isdigit() else word


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
