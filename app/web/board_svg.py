"""The drawn board as one SVG for a page: shapes from the compiled board's numbers, names escaped, colours by class.

Nothing of a stranger's drawing is passed on as it was written: no style, script, reference or foreign element can be in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from adjudicator.board import Terrain
from app.presentation.drawn_boards import DrawnBoard
from app.presentation.layout.drawing import Sizes
from app.presentation.layout.places import star_places
from app.presentation.layout.plan import Planner
from languages import tr
from variants.compiled import (
    BASELINE,
    LINE_HEIGHT,
    BorderKind,
    CompiledBoard,
    DecorationKind,
    Label,
    LabelKind,
    Line,
    Polygon,
    ProvinceShape,
)

_LARGE = 30_000
"""Points of outlines from which on a board is drawn from its coarser ones, so that a phone can move it."""
SEEN_AT = 1100.0
"""Pixels across the board for which symbols are laid out: they stay readable where a phone shows a third of it."""

_AREAS = {DecorationKind.IMPASSABLE: "d-impassable", DecorationKind.LAKE: "d-lake"}
_LINES = {
    DecorationKind.RIVER: "d-river",
    DecorationKind.HILLS: "d-hills",
    DecorationKind.WOODS: "d-woods",
    DecorationKind.DUNES: "d-dunes",
    DecorationKind.STEPPE: "d-steppe",
    DecorationKind.ROAD: "d-road",
    DecorationKind.BRIDGE: "d-bridge",
    DecorationKind.COAST_LINE: "d-coast",
}
_BORDERS = {BorderKind.LAND: "b-land", BorderKind.COAST: "b-coast", BorderKind.SEA: "b-sea"}


def board_svg(drawn: DrawnBoard) -> str:
    """The board of *drawn*, with its names, without units and owners."""
    board = drawn.board
    level = _level(board)
    k = board.symbol_width / 2000
    box, name = f"0 0 {_n(board.width)} {_n(board.height)}", escape(tr("The board"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" id="board" role="img" aria-label="{name}">',
        f'<rect class="sea" width="{_n(board.width)}" height="{_n(board.height)}"/>',
        f'<g stroke-width="{_n(9 * k)}">',
    ]
    lands = [shape for shape in board.provinces.values() if shape.terrain is not Terrain.SEA]
    parts += [f'<path class="shore" d="{_area(shape.levels[2])}"/>' for shape in lands]
    parts.append("</g>")
    parts += [
        f'<path class="{_AREAS[each.kind]}" d="{_area(each.polygons)}"/>'
        for each in board.decorations
        if each.kind is DecorationKind.IMPASSABLE and each.polygons
    ]
    parts.append(f'<g stroke-width="{_n(0.9 * k)}">')
    for shape in board.provinces.values():
        kind = "p water" if shape.terrain is Terrain.SEA else "p"
        parts.append(
            f'<path class="{kind}" data-p="{escape(shape.code)}" data-n="{escape(_title(shape))}" d="{_area(shape.levels[level])}"/>'
        )
        if shape.straits:
            parts.append(f'<path class="strait" d="{_area(shape.straits)}"/>')
    parts.append("</g>")
    parts += _decorations(board, k)
    parts += _borders(board, k)
    parts.append('<g id="glow"></g><g class="names">')
    parts += [_name(shape, label) for shape in board.provinces.values() if (label := shape.label(LabelKind.FULL)) is not None]
    parts.append("</g>")
    parts += _stars(drawn)
    parts.append('<g id="layer"></g><g id="dots"></g></svg>')
    return "".join(parts)


def _title(shape: ProvinceShape) -> str:
    label = shape.label(LabelKind.FULL)
    return shape.code if label is None else " ".join(label.lines)


def _level(board: CompiledBoard) -> int:
    points = sum(len(ring) for shape in board.provinces.values() for polygon in shape.levels[1] for ring in polygon)
    return 2 if points > _LARGE else 1


def sizes_of(board: CompiledBoard, planner: Planner) -> Sizes:
    """The sizes of symbols on a page."""
    zoom = SEEN_AT / board.width
    return planner.sizes(zoom, zoom)


def _decorations(board: CompiledBoard, k: float) -> Iterable[str]:
    for each in board.decorations:
        if each.kind is DecorationKind.IMPASSABLE:
            continue
        kind = _AREAS.get(each.kind) or _LINES[each.kind]
        if each.polygons:
            yield f'<path class="{kind} area" d="{_area(each.polygons)}"/>'
        if each.lines:
            width = max(0.55, 2.3 - each.rank * 0.32) if each.kind is DecorationKind.RIVER else 1.1
            yield f'<path class="{kind}" stroke-width="{_n(width * k)}" d="{_lines(each.lines)}"/>'


def _borders(board: CompiledBoard, k: float) -> Iterable[str]:
    widths = {BorderKind.LAND: 1.5, BorderKind.COAST: 1.4, BorderKind.SEA: 1.1}
    step = 1 if sum(len(line) for border in board.borders for line in border.lines) <= _LARGE else 3
    for kind, name in _BORDERS.items():
        lines = [_thinned(line, step) for border in board.borders if border.kind is kind for line in border.lines]
        if lines:
            dash = f' stroke-dasharray="{_n(5.5 * k)} {_n(3.6 * k)}"' if kind is BorderKind.SEA else ""
            yield f'<path class="{name}" stroke-width="{_n(widths[kind] * k)}"{dash} d="{_lines(lines)}"/>'


def _thinned(line: Line, step: int) -> Line:
    return line if step == 1 else (*line[:-1:step], line[-1])


def _name(shape: ProvinceShape, label: Label) -> str:
    kind = "n water" if shape.terrain is Terrain.SEA else "n"
    spacing = f' letter-spacing="{_n(label.spacing * label.size)}"' if label.spacing else ""
    size = f'font-size="{_n(label.size)}"{spacing}'
    leader = f'<path class="leader" d="{_lines([label.leader])}"/>' if label.leader else ""
    if label.path is not None and len(label.lines) == 1:
        place = f"np-{escape(shape.code)}"
        return (
            f'{leader}<path id="{place}" d="{_lines([label.path])}" fill="none"/><text class="{kind}" {size}>'
            f'<textPath href="#{place}" startOffset="50%">{escape(label.lines[0])}</textPath></text>'
        )
    turn = f' transform="rotate({_n(label.angle)} {_n(label.x)} {_n(label.y)})"' if label.angle else ""
    rows = []
    for index, line in enumerate(label.lines):
        y = label.y + (index - (len(label.lines) - 1) / 2) * label.size * LINE_HEIGHT + label.size * BASELINE
        rows.append(f'<tspan x="{_n(label.x)}" y="{_n(y)}">{escape(line)}</tspan>')
    return f'{leader}<text class="{kind}" {size}{turn}>{"".join(rows)}</text>'


def _stars(drawn: DrawnBoard) -> Iterable[str]:
    rules = drawn.folder.variant.board
    sizes = sizes_of(drawn.board, planner_of(drawn))
    yield f'<g stroke-width="{_n(sizes.star * 0.22)}">'
    for x, y in star_places(drawn.board, rules, sizes.unit, sizes.star).values():
        yield f'<path class="star" d="{star_path(x, y, sizes.star)}"/>'
    yield "</g>"


def star_path(x: float, y: float, size: float) -> str:
    """A star of five points around a place."""
    turns = ((0.0, -1.0), (0.2245, -0.309), (0.951, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0.0, 0.382))
    right = turns
    left = tuple((-dx, dy) for dx, dy in reversed(turns[1:5]))
    corners = [(x + dx * size, y + dy * size) for dx, dy in (*right, *left)]
    return f"M{'L'.join(f'{_n(a)} {_n(b)}' for a, b in corners)}Z"


def planner_of(drawn: DrawnBoard) -> Planner:
    """Return a planner for the board of *drawn*."""
    return Planner(drawn.board, drawn.folder.variant.board)


def _area(polygons: Iterable[Polygon]) -> str:
    return "".join(_path(ring) + "Z" for polygon in polygons for ring in polygon)


def _lines(lines: Iterable[Line]) -> str:
    return "".join(_path(line) for line in lines)


def _path(points: Line) -> str:
    """A course in steps from point to point: half as long as with places."""
    if not points:
        return ""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    said = [f"M{x:g} {y:g}l"]
    for there_x, there_y in points[1:]:
        dx, dy = round(there_x - x, 1), round(there_y - y, 1)
        if dx or dy:
            said.append(f"{dx:g}" if dx < 0 or len(said) == 1 else f" {dx:g}")
            said.append(f"{dy:g}" if dy < 0 else f" {dy:g}")
            x, y = round(x + dx, 1), round(y + dy, 1)
    return "".join(said).removesuffix("l")


def _n(number: float) -> str:
    return f"{round(number, 2):g}"
