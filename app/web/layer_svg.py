"""Units, orders and marks over the board, as a small SVG in classes: the page colours them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from app.library.unit_sets import usual_set
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
from app.presentation.layout.polyline import Point, Polyline, at, cut, direction, length, moved, ribbon
from variants.unit_set import Body, Ink, Path, SymbolPart, UnitSet, UnitSymbol

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
            outline = f"{_path(_arrow(drawing.line, drawing.width, sizes.pixel))}Z"
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
            yield f'<path class="halo" stroke-width="{_n(sizes.shaft)}" d="{_path(corners)}Z"/>'
            yield f'<path class="ink" stroke-width="{_n(sizes.shaft * 0.42)}" d="{_path(corners)}Z"/>'
        case Shape.RETREAT:
            width = max(drawing.width, 2.6 * sizes.pixel)
            yield _stroke("halo", drawing.line, width + sizes.shaft * 0.8)
            yield _stroke("danger", drawing.line, width, f"0 {_n(width * 1.75)}")
            tip, size = drawing.line[-1], max(width * 2.6, 7.5 * sizes.pixel)
            along = at(drawing.line, 1.0)[1]
            right = (-along[1], along[0])
            back = moved(tip, along, -size)
            yield f'<path class="dangerfill" d="{_path([moved(back, right, size * 0.62), tip, moved(back, right, -size * 0.62)])}Z"/>'
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
    return f'<path class="{kind}" stroke-width="{_n(width)}"{dashed} d="{_path(line)}"/>'


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _n(number: float) -> str:
    return f"{round(number, 2):g}"
