"""The board on pages as SVG: the drawn board, units, orders and marks over it, and the steps of a reveal.

Nothing of a stranger's drawing is passed on as it was written: no style, script, reference or foreign element can be in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from adjudicator.board import Terrain
from app.game.record import Cursor, Game
from app.library.unit_sets import usual_set
from app.presentation.drawn_boards import DrawnBoard
from app.presentation.hotseat.reveal_steps import RevealKind, RevealStep, RevealStory, reveal_story, voted_story
from app.presentation.layout.drawing import (
    Badge,
    BadgeKind,
    OrderDrawing,
    OrderLook,
    Plan,
    Shape,
    Sizes,
    UnitDrawing,
    UnitState,
    order_layer,
)
from app.presentation.layout.plan import Planner
from app.presentation.layout.polyline import Point, Polyline, at, cut, direction, length, moved, ribbon
from app.presentation.layout.situation import star_places
from app.session.seating import Seating
from app.session.session import Session
from app.session.viewpoint import CURTAIN
from app.web.page_parts import power_numbers
from entente.words import describe_phase
from entente.words.names import power_name
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
from variants.unit_set import Body, Ink, Path, SymbolPart, UnitSet, UnitSymbol

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


_UNKNOWN = UnitSymbol(Body.DIAMOND, letter=True)
_SCALES = {Body.DISC: 0.86, Body.SQUARE: 0.82, Body.SHIELD: 0.74, Body.BOX: 0.92, Body.BAR: 1.0, Body.DIAMOND: 0.8}
_BODIES = {
    Body.DISC: '<circle r=".96"/>',
    Body.BOX: '<rect x="-1.12" y="-.8" width="2.24" height="1.6" rx=".34"/>',
    Body.SQUARE: '<rect x="-.8" y="-.8" width="1.6" height="1.6" rx=".14"/>',
    Body.BAR: '<rect x="-1.24" y="-.56" width="2.48" height="1.12" rx=".14"/>',
    Body.DIAMOND: '<path d="M0-1.12L1.12 0L0 1.12L-1.12 0Z"/>',
    Body.SHIELD: '<path d="M0-.98L.92-.72L.92.1L.62.66L0 1.02L-.62.66L-.92.1L-.92-.72Z"/>',
}
_INKS = {Ink.GLYPH: "g", Ink.FACE: "f", Ink.EDGE: "e", Ink.RING: "r"}
_TAPER = 0.58


def symbols_svg(units: UnitSet, kinds: Iterable[str]) -> str:
    """Definitions of the symbols of *kinds*, which a page keeps: a unit then is one short line."""
    found = [f'<symbol id="u-{escape(kind)}" overflow="visible">{_symbol(units, kind)}</symbol>' for kind in kinds]
    return f"<defs>{''.join(found)}</defs>"


def _symbol(units: UnitSet, kind: str) -> str:
    symbol = units.kinds.get(kind) or usual_set().kinds.get(kind) or _UNKNOWN
    body = f'<path d="{_steps(symbol.outline)}"/>' if symbol.body is None else _BODIES[symbol.body]
    scale = 1.0 if symbol.body is None else _SCALES[symbol.body]
    inside = f'<text class="kl" y=".4">{escape(kind)}</text>' if symbol.letter else "".join(map(_part, symbol.large))
    return f'<g class="ub">{body}</g><g class="ui">{body}</g><g transform="scale({scale})">{inside}</g>'


def _part(part: SymbolPart) -> str:
    known = _INKS.get(Ink(part.ink)) if part.ink in set(Ink) else None
    look = f'class="s{known}"' if known else f'fill="{escape(part.ink)}"'
    pale = f' opacity="{part.opacity:g}"' if part.opacity < 1 else ""
    if part.text:
        x, y = part.at
        return f'<text class="kl" x="{x:g}" y="{y + part.height * 0.35:g}">{escape(part.text)}</text>'
    return f'<path {look}{pale} fill-rule="evenodd" d="{_steps(part.path)}"/>'


def _steps(path: Path) -> str:
    said: list[str] = []
    for letter, n in path:
        if letter == "O":
            x, y, r = n
            said.append(f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z")
        else:
            said.append(letter + " ".join(f"{each:g}" for each in n))
    return "".join(said)


def layer_svg(plan: Plan, numbers: Mapping[str, int], own: str | None = None) -> str:
    """Return the units, orders and marks of *plan*.

    Args:
        numbers: of powers, by which the page colours them.
        own: the power whose units are ringed.
    """
    sizes = plan.sizes
    orders = sorted(plan.orders, key=lambda each: order_layer(each.shape))
    said = [_order(each, sizes, numbers) for each in orders]
    said += [_unit(each, numbers, own, sizes) for each in plan.units]
    said += [_badge(each, sizes) for drawing in plan.orders for each in drawing.badges]
    said += [_badge(each, sizes) for each in plan.badges]
    return "".join(said)


def _unit(drawing: UnitDrawing, numbers: Mapping[str, int], own: str | None, sizes: Sizes) -> str:
    x, y = drawing.at
    unit = drawing.unit
    ringed = f'<circle class="own" r="1.5" stroke-width="{_n(sizes.pixel * 2 / drawing.radius)}"/>' if unit.power == own else ""
    turned = drawing.standing in (UnitState.DISLODGED, UnitState.DESTROYED)
    turn = " rotate(-17)" if turned else ""
    signs = {
        UnitState.FIRM: "",
        UnitState.DISLODGED: '<circle class="driven" r="1.45" stroke-dasharray="1.4 .9"/>',
        UnitState.DESTROYED: '<path class="driven" d="M-1.1-1.1L1.1 1.1M1.1-1.1L-1.1 1.1"/>',
        UnitState.BUILT: _sign(drawing, "M-.3 0H.3M0-.3V.3"),
        UnitState.REMOVED: _sign(drawing, "M-.25-.25L.25.25M.25-.25L-.25.25"),
    }
    dislodged = ' data-x="1"' if drawing.displaced else ""
    kind = " ghost" if drawing.standing in (UnitState.BUILT, UnitState.REMOVED) else ""
    return (
        f'<g class="u p{numbers.get(unit.power, 0)}{kind}" data-u="{escape(unit.province)}"{dislodged} '
        f'transform="translate({_n(x)} {_n(y)}) scale({_n(drawing.radius)}){turn}">'
        f'{ringed}<use href="#u-{escape(unit.kind)}"/>{signs[drawing.standing]}</g>'
    )


def _sign(drawing: UnitDrawing, path: str) -> str:
    x, y = drawing.sign
    return f'<g transform="translate({x:g} {y:g})"><circle class="signground" r=".5"/><path class="sign" d="{path}"/></g>'


def _order(drawing: OrderDrawing, sizes: Sizes, numbers: Mapping[str, int]) -> str:
    look = {OrderLook.FIRM: "", OrderLook.FAILED: " failed", OrderLook.FADED: " faded"}[drawing.look]
    draft = " draft" if drawing.drawn.preview else ""
    return f'<g class="o p{numbers.get(drawing.drawn.power, 0)}{look}{draft}">{"".join(_shapes(drawing, sizes))}</g>'


def _shapes(drawing: OrderDrawing, sizes: Sizes) -> Iterator[str]:
    halo = sizes.shaft * 0.84
    if drawing.ghost:
        width = sizes.shaft * 0.3
        yield _stroke("halo", drawing.ghost, width * 2.4)
        yield _stroke("ink", drawing.ghost, width, f"{_n(width * 2)} {_n(width * 2)}")
    match drawing.shape:
        case Shape.MOVE | Shape.CONVOYED:
            outline = f"{_layer_svg_path(_arrow(drawing.line, drawing.width, sizes.pixel))}Z"
            yield f'<path class="halo" stroke-width="{_n(halo)}" d="{outline}"/>'
            yield f'<path class="fill" stroke-width="{_n(sizes.shaft * 0.22)}" d="{outline}"/>'
            if drawing.shape is Shape.CONVOYED:
                yield _stroke("pearls", cut(drawing.line, 0, drawing.width * 3), drawing.width * 0.5, f"0 {_n(drawing.width * 1.2)}")
        case Shape.SUPPORT | Shape.SHIELD:
            width = max(drawing.width, 2.2 * sizes.pixel)
            yield _stroke("halo", drawing.line, width + sizes.shaft * 0.7)
            yield _stroke("ink", drawing.line, width, f"{_n(width * 2.2)} {_n(width * 1.15)}")
            if drawing.shape is Shape.SUPPORT:
                x, y = drawing.line[-1]
                end = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(sizes.shaft * 0.62)}"'
                yield f'<circle class="fill" {end} stroke-width="{_n(sizes.shaft * 0.25)}"/>'
            elif drawing.centre is not None:
                yield _stroke("ink", _arc(drawing.centre, sizes.unit * 1.42, drawing.facing), width * 1.15)
        case Shape.CONVOY if drawing.centre is not None:
            (x, y), width = drawing.centre, sizes.shaft * 0.5
            ring = f'cx="{_n(x)}" cy="{_n(y)}" rx="{_n(sizes.unit * 1.42)}" ry="{_n(sizes.unit * 1.18)}"'
            yield f'<ellipse class="halo" {ring} stroke-width="{_n(width * 2)}"/>'
            yield f'<ellipse class="ink" {ring} stroke-width="{_n(width)}" stroke-dasharray="0 {_n(width * 1.85)}"/>'
        case Shape.HOLD if drawing.centre is not None:
            x, y = drawing.centre
            corners = [(x + sizes.unit * 1.46 * math.cos(a), y + sizes.unit * 1.46 * math.sin(a)) for a in _eighths()]
            yield f'<path class="halo" stroke-width="{_n(sizes.shaft)}" d="{_layer_svg_path(corners)}Z"/>'
            yield f'<path class="ink" stroke-width="{_n(sizes.shaft * 0.42)}" d="{_layer_svg_path(corners)}Z"/>'
        case Shape.RETREAT:
            width = max(drawing.width, 2.6 * sizes.pixel)
            yield _stroke("halo", drawing.line, width + sizes.shaft * 0.8)
            yield _stroke("danger", drawing.line, width, f"0 {_n(width * 1.75)}")
            tip, size = drawing.line[-1], max(width * 2.6, 7.5 * sizes.pixel)
            along = at(drawing.line, 1.0)[1]
            right = (-along[1], along[0])
            back = moved(tip, along, -size)
            barb = [moved(back, right, size * 0.62), tip, moved(back, right, -size * 0.62)]
            yield f'<path class="dangerfill" d="{_layer_svg_path(barb)}Z"/>'
        case _:
            pass


def _eighths() -> Iterable[float]:
    return (math.pi / 8 + number * math.pi / 4 for number in range(8))


def _arc(centre: Point, radius: float, facing: float) -> Polyline:
    turns = (facing + math.radians(52) * (step / 8 - 1) for step in range(17))
    return tuple((centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns)


def _arrow(line: Polyline, width: float, pixel: float) -> Polyline:
    """The outline of a tapered arrow along *line*: a shaft that swells to *width*, and a swept head at its end."""
    head = min(max(width * 2.5, 8.5 * pixel), length(line) * 0.62)
    wing = max(width * 1.28, 4.4 * pixel)
    band = ribbon(cut(line, 0, head * 0.78), width * _TAPER, width)
    half = len(band) // 2
    back, _ = at(line, 1 - head / max(length(line), 1e-9))
    along = direction(back, line[-1])
    right = (-along[1], along[0])
    return (*band[:half], moved(back, right, wing), line[-1], moved(back, right, -wing), *band[half:])


def _badge(badge: Badge, sizes: Sizes) -> str:
    x, y = badge.at
    quiet = " quiet" if badge.kind in (BadgeKind.VOID, BadgeKind.FORCED) else ""
    signs = {
        BadgeKind.BOUNCE: "M-.4-.4L.4.4M.4-.4L-.4.4",
        BadgeKind.CUT: "M-.5 0H.5",
        BadgeKind.BROKEN: "M-.5 0H-.1M.15 0H.5M0-.4V-.15M0 .15V.4",
        BadgeKind.VOID: "M-.3.3L.3-.3",
        BadgeKind.ILLEGAL: "M0-.5V.1M0 .35V.4",
        BadgeKind.FORCED: "",
    }
    words = badge.text
    half = 1.0 + 0.33 * len(words)
    body = f'<rect x="{_n(-half)}" y="-1" width="{_n(2 * half)}" height="2" rx="1"/>' if words else '<circle r="1"/>'
    sign = (
        "" if badge.kind is BadgeKind.FORCED else f'<path transform="translate({_n(1 - half if words else 0)} 0)" d="{signs[badge.kind]}"/>'
    )
    text = f'<text x="{_n(0.45 if sign else 0)}" y=".45">{escape(words)}</text>' if words else ""
    return f'<g class="badge{quiet}" transform="translate({_n(x)} {_n(y)}) scale({_n(sizes.badge)})">{body}{sign}{text}</g>'


def _stroke(kind: str, line: Polyline, width: float, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path class="{kind}" stroke-width="{_n(width)}"{dashed} d="{_layer_svg_path(line)}"/>'


def _layer_svg_path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


_MARGIN = 0.5
"""Share of its own size that a camera sees around a step."""
_LEAST = 0.24
"""Least part of the board's width that a camera sees, so that the place is recognised."""

Box = tuple[float, float, float, float]


def public_story(session: Session, seating: Seating) -> tuple[RevealStory, Game, Cursor] | None:
    """Return the steps of the phase whose results lie open, as everybody may see them; ``None`` where none was carried out.

    The window tells the same story; see ``app.qt.hotseat.table_controller``.
    """
    ending = seating.ended_by_votes
    cursor = seating.cursor if ending is not None else seating.judged_last
    if cursor is None:
        return None
    game = session.viewpoint.filtered(seating.game, CURTAIN)
    if ending is not None:
        return voted_story(game, ending), game, cursor
    hidden = session.viewpoint.hidden(seating.game, cursor, CURTAIN)
    return reveal_story(game, game.turn(cursor), is_hidden=bool(hidden)), game, cursor


def places_of(step: RevealStep) -> tuple[str, ...]:
    """Return the provinces that *step* is about; none where it is about the whole board."""
    if step.kind is RevealKind.OPEN or not step.settles:
        return ()
    return tuple(dict.fromkeys((*sorted(province for _, province in step.settles), *_reached(step))))


def _reached(step: RevealStep) -> Iterable[str]:
    return getattr(step, "places", ())


def camera(board: CompiledBoard, places: Iterable[str]) -> Box | None:
    """Return the part of the board to look at for *places*; ``None`` for all of it."""
    boxes = [board.provinces[code].bounds for code in places if code in board.provinces]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    width = max((right - left) * (1 + _MARGIN), _LEAST * board.width)
    height = max((bottom - top) * (1 + _MARGIN), _LEAST * board.height)
    if width > 0.8 * board.width or height > 0.8 * board.height:
        return None
    x, y = (left + right) / 2, (top + bottom) / 2
    return (round(x - width / 2, 1), round(y - height / 2, 1), round(x + width / 2, 1), round(y + height / 2, 1))


def step_words(game: Game, cursor: Cursor, story: RevealStory, at: int, people: Mapping[str, str]) -> Mapping[str, object]:
    """Return the words of step *at*, with the strip of all kinds of steps."""
    step = story.steps[at]
    groups = []
    for group in story.groups:
        is_present = group.first <= at <= group.last
        state = "now" if is_present else "done" if group.last < at else "later"
        of = group.last - group.first + 1
        count = tr("{at} of {of}", at=at - group.first + 1, of=of) if is_present and of > 1 else str(group.count)
        groups.append({"words": tr(group.kind.value), "state": state, "count": count, "said": _states()[state]})
    power = step.power
    return {
        "phase": describe_phase(game.variant, game.turn(cursor).phase),
        "title": step.title,
        "reason": step.reason,
        "power": "" if power is None else power_name(game.variant, power),
        "letter": "" if power is None else power_name(game.variant, power)[:1],
        "number": None if power is None else power_numbers(game.variant).get(power),
        "who": "" if power is None else people.get(power, ""),
        "groups": groups,
        "at": at + 1,
        "of": len(story.steps),
    }


def _states() -> Mapping[str, str]:
    return {"now": tr("now"), "done": tr("told"), "later": tr("to come")}
