"""A board's drawing with jDip's layers and elements of its own: shapes to tint, shapes to press, places, names, how orders look."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from adjudicator.board import Terrain
from adjudicator.variant import Power, Variant
from app.board_editor.drawn_paths import area_data, label_text, labels, line_data, number
from app.board_editor.jdip_rules import played
from variants.compiled import SUPPLY_RADIUS, CompiledBoard, DecorationKind, LabelKind, Point
from variants.style import PowerStyle

_LAND, _WATER, _ROCK = "#F1E6C8", "#BFD9E8", "#A69F8F"
_SIZES = {
    "Fleet": 2.0, "Army": 2.0, "Wing": 2.0, "DislodgedFleet": 2.0, "DislodgedArmy": 2.0, "DislodgedWing": 2.0,
    "FailedOrder": 1.7, "SupplyCenter": 1.0, "BuildUnit": 2.6, "RemoveUnit": 2.6, "WaivedBuild": 2.5,
}  # fmt: skip
"""Widths of symbols, in unit radii."""
_GAPS = {"BUILD": 0, "REMOVE": 2, "DISBAND": 2, "WAIVE": 0}
_ORDERS = {"HOLD": "varorder", "MOVE": "varorder", "RETREAT": "plainorder", "SUPPORT": "supportorder", "CONVOY": "convoyorder"}


def jdip_svg(variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle]) -> str:
    """The drawing."""
    size = f'width="{number(board.width)}px" height="{number(board.height)}px" viewBox="0 0 {number(board.width)} {number(board.height)}"'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:jdipNS="http://jdip.sourceforge.org/jdipNS"'
    codes = [code for code in played(variant.board) if code in board.provinces]
    codes.sort(key=lambda code: variant.board.provinces[code].terrain is not Terrain.SEA)
    water = f'<rect class="water" width="{number(board.width)}" height="{number(board.height)}"/>'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg {spaces} {size} preserveAspectRatio="xMinYMin">',
            '<jdipNS:DISPLAY><jdipNS:ZOOM min="5" max="2000" factor="1.2"/><jdipNS:LABELS brief="true" full="true"/></jdipNS:DISPLAY>',
            *_order_drawing(variant, board, styles),
            *_places(variant, board, codes),
            *_definitions(variant, board, styles),
            *_layer("MapLayer", "", [water, *_rocks(board), *_painted(variant, board, codes), *_straits(board), *_lines(board)]),
            *(f'<g id="{name}"/>' for name in ("SupplyCenterLayer", "OrderLayer", "UnitLayer", "DislodgedUnitLayer", "HighestOrderLayer")),
            *_layer("BriefLabelLayer", ' class="names"', _names(board, LabelKind.SHORT)),
            *_layer("FullLabelLayer", ' class="names" visibility="hidden"', _names(board, LabelKind.FULL)),
            *_layer("MouseLayer", ' class="invisible"', _pressed(variant, board, codes)),
            "</svg>",
            "",
        ]
    )


def _layer(name: str, more: str, content: Sequence[str]) -> list[str]:
    return [f'<g id="{name}"{more}>', *content, "</g>"]


def _order_drawing(variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle]) -> list[str]:
    radius = board.unit_radius
    out = ["<jdipNS:ORDERDRAWING>", "<jdipNS:POWERCOLORS>"]
    out += [
        f'<jdipNS:POWERCOLOR power={quoteattr(power.name.lower())} color="{styles[power.id].unit}"/>' for power in variant.powers.values()
    ]
    out.append("</jdipNS:POWERCOLORS>")
    for name, times in _SIZES.items():
        side = number(2 * SUPPLY_RADIUS * board.symbol_width if name == "SupplyCenter" else times * radius)
        out.append(f'<jdipNS:SYMBOLSIZE name="{name}" width="{side}" height="{side}"/>')
    out += [f'<jdipNS:{name} deltaRadius="{gap}"/>' for name, gap in _GAPS.items()]
    widths = ",".join(number(radius * times) for times in (0.2, 0.3, 0.4, 0.5))
    shadows = ",".join(number(radius * times) for times in (0.3, 0.4, 0.5, 0.6))
    for name, style in _ORDERS.items():
        marker = "" if name == "HOLD" else ' markerID="arrow"'
        more = f' widths="{widths}" shadowWidths="{shadows}"' if style == "varorder" else ""
        shadow = f'hilightOffset="0" hilightCSSClass="shadow{style}"'
        out.append(f'<jdipNS:{name} deltaRadius="{number(radius * 0.3)}" strokeCSSStyle="{style}"{marker} {shadow}{more}/>')
    return [*out, "</jdipNS:ORDERDRAWING>"]


def _places(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    """Return the places of units, dislodged units and centres; each coast is an entry of its own."""
    out = ["<jdipNS:PROVINCE_DATA>"]
    for code in codes:
        shape = board.provinces[code]
        for coast in ("", *variant.board.provinces[code].coasts):
            unit = shape.units.get(coast) or next(iter(shape.units.values()))
            name = f"{code}-{coast}".lower().rstrip("-")
            marks = _spot("UNIT", unit) + _spot("DISLODGED_UNIT", shape.retreats.get(coast) or unit)
            marks += _spot("SUPPLY_CENTER", shape.supply) if shape.supply is not None and not coast else ""
            out.append(f'<jdipNS:PROVINCE name="{name}">{marks}</jdipNS:PROVINCE>')
    return [*out, "</jdipNS:PROVINCE_DATA>"]


def _spot(tag: str, spot: Point) -> str:
    return f'<jdipNS:{tag} x="{number(spot[0])}" y="{number(spot[1])}"/>'


def _definitions(variant: Variant, board: CompiledBoard, styles: Mapping[str, PowerStyle]) -> list[str]:
    pen = number(board.width / 1500)
    rules = [
        f".nopower {{ fill: {_LAND}; stroke: #333333; stroke-width: {pen} }}",
        f".water {{ fill: {_WATER}; stroke: #6C93A8; stroke-width: {pen} }}",
        f".impassable {{ fill: {_ROCK} }}",
        f".line {{ fill: none; stroke: #555555; stroke-width: {pen} }}",
        ".invisible { fill: #000000; fill-opacity: 0; stroke: none }",
        ".names { font-family: serif; fill: #1A1A1A }",
        ".scnopower { fill: #FFFFFF; stroke: #1A1A1A }",
        ".unitnopower { fill: #CCCCCC }",
    ]
    for style, more in (("plain", ""), ("var", ""), ("support", "; stroke-dasharray: 6 4"), ("convoy", "; stroke-dasharray: 2 4")):
        rules.append(f".{style}order {{ fill: none; stroke-width: {number(board.unit_radius * 0.25)}{more} }}")
        rules.append(f".shadow{style}order {{ fill: none; stroke: #000000; stroke-width: {number(board.unit_radius * 0.35)}{more} }}")
    for power in variant.powers.values():
        name, style_of = _class_of(power), styles[power.id]
        rules.append(f".{name} {{ fill: {style_of.fill}; stroke: #333333; stroke-width: {pen} }}")
        rules += [f".unit{name} {{ fill: {style_of.unit} }}", f".sc{name} {{ fill: {style_of.unit}; stroke: #1A1A1A }}"]
    return [
        "<defs>",
        '<marker id="arrow" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4" markerHeight="4" orient="auto">',
        '<path d="M0,0L10,5L0,10Z"/></marker>',
        '<style type="text/css"><![CDATA[',
        *rules,
        "]]></style>",
        "</defs>",
    ]


def _class_of(power: Power) -> str:
    """Return the class of its shapes: small letters, and X before a digit."""
    word = re.sub(r"[^a-z0-9]", "", power.name.lower()) or power.id.lower()
    return f"X{word}" if word[0].isdigit() else word


def _painted(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    out: list[str] = []
    for code in codes:
        kind = "water" if variant.board.provinces[code].terrain is Terrain.SEA else "nopower"
        out.append(f'<path id="_{code.lower()}" class="{kind}" fill-rule="evenodd" d="{area_data(board.provinces[code].polygons)}"/>')
    return out


def _rocks(board: CompiledBoard) -> list[str]:
    rocks = [each for each in board.decorations if each.kind is DecorationKind.IMPASSABLE and each.polygons]
    return [f'<path class="impassable" fill-rule="evenodd" d="{area_data(each.polygons)}"/>' for each in rocks]


def _straits(board: CompiledBoard) -> list[str]:
    """Water inside provinces and lakes: painted over the land, no shape to press."""
    areas = [shape.straits for shape in board.provinces.values() if shape.straits]
    areas += [each.polygons for each in board.decorations if each.kind is DecorationKind.LAKE and each.polygons]
    return [f'<path class="water" fill-rule="evenodd" d="{area_data(each)}"/>' for each in areas]


def _lines(board: CompiledBoard) -> list[str]:
    bridges = [line_data(each.lines) for each in board.decorations if each.kind is DecorationKind.BRIDGE and each.lines]
    return [f'<path class="line" d="{data}"/>' for data in bridges if data]


def _names(board: CompiledBoard, kind: LabelKind) -> list[str]:
    mark = "brf" if kind is LabelKind.SHORT else "full"
    return [label_text(label, f'id="{mark}_{code.lower()}" ') for code, label in labels(board, kind)]


def _pressed(variant: Variant, board: CompiledBoard, codes: Sequence[str]) -> list[str]:
    """Return the shapes that react to the mouse: every province, and over it a disc for each of its coasts."""
    out: list[str] = []
    for code in codes:
        shape = board.provinces[code]
        out.append(f'<path id="{code.lower()}" fill-rule="evenodd" d="{area_data(shape.polygons)}"/>')
        for coast in variant.board.provinces[code].coasts:
            x, y = shape.units.get(coast) or next(iter(shape.units.values()))
            radius = number(board.unit_radius * 1.6)
            out.append(f'<circle id="{code.lower()}-{coast.lower()}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>')
    return out
