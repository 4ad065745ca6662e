"""Painter of units: body, symbol, and signs of what became of them."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QLinearGradient, QPainter, QPainterPath, QPen, QTransform

from app.library.unit_sets import usual_set
from app.presentation.layout.drawing import Sizes, UnitDrawing, UnitState
from app.presentation.power_colours import PictureColours, PowerColours
from app.presentation.theme import Colour, from_lch, lch, mixed
from app.qt.map.fonts import text_path
from app.qt.map.paint.shapes import closed_path, pen, qcolor, regular_path
from variants.unit_set import Body, Ink, Path, SymbolPart, UnitSet, UnitSymbol

_SCALES = {Body.DISC: 0.86, Body.SQUARE: 0.82, Body.SHIELD: 0.74, Body.BOX: 0.92, Body.BAR: 1.0, Body.DIAMOND: 0.8}
"""Scale of the parts on each body, so that the ring around it stays free."""


@dataclass(frozen=True)
class PaintedPart:
    """A part of a symbol, as a shape unless it is text."""

    part: SymbolPart
    path: QPainterPath


@dataclass(frozen=True)
class PaintedSymbol:
    """One kind of unit in one set; coordinates for a unit of radius 1."""

    body: QPainterPath
    small: tuple[PaintedPart, ...]
    large: tuple[PaintedPart, ...]
    letter: bool
    """True if the kind's letter is drawn."""

    scale: float | None
    """Scale of the parts; ``None`` for as large as the body."""

    reach: float
    """Distance from the middle to a ring around it."""


_UNKNOWN = UnitSymbol(Body.DIAMOND, letter=True)
_MOST_KEPT = 256


def symbol_for(units: UnitSet, kind: str) -> UnitSymbol:
    """The symbol of *kind*; what a set lacks is drawn as usual, and what that lacks is a diamond with its letter."""
    return units.kinds.get(kind) or usual_set().kinds.get(kind) or _UNKNOWN


_kept: OrderedDict[int, tuple[UnitSymbol, PaintedSymbol]] = OrderedDict()
"""Painted symbols by identity: a symbol of thousands of corners takes longer to hash than to look up."""


def painted(symbol: UnitSymbol) -> PaintedSymbol:
    """*symbol* as shapes, made once."""
    kept = _kept.get(id(symbol))
    if kept is None or kept[0] is not symbol:
        kept = (symbol, _made(symbol))
        _kept[id(symbol)] = kept
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return kept[1]


def _made(symbol: UnitSymbol) -> PaintedSymbol:
    body = qt_path(symbol.outline) if symbol.body is None else body_path(symbol.body)
    box = body.boundingRect()
    widest = max(box.width(), box.height()) / 2
    return PaintedSymbol(
        body,
        tuple(PaintedPart(part, qt_path(part.path)) for part in symbol.small),
        tuple(PaintedPart(part, qt_path(part.path)) for part in symbol.large),
        symbol.letter,
        None if symbol.body is None else _SCALES[symbol.body],
        1.28 if widest > 1.1 else 1.18,
    )


def qt_path(path: Path) -> QPainterPath:
    """*path* as Qt paints it, filled odd-even."""
    made = QPainterPath()
    made.setFillRule(Qt.FillRule.OddEvenFill)
    for letter, n in path:
        if letter == "M":
            made.moveTo(n[0], n[1])
        elif letter == "L":
            made.lineTo(n[0], n[1])
        elif letter == "C":
            made.cubicTo(n[0], n[1], n[2], n[3], n[4], n[5])
        elif letter == "Q":
            made.quadTo(n[0], n[1], n[2], n[3])
        elif letter == "O":
            made.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        else:
            made.closeSubpath()
    return made


@cache
def body_path(body: Body) -> QPainterPath:
    """The outline of *body*, for a unit of radius 1."""
    path = QPainterPath()
    if body is Body.DISC:
        path.addEllipse(QPointF(0, 0), 0.96, 0.96)
    elif body is Body.BOX:
        path.addRoundedRect(QRectF(-1.12, -0.80, 2.24, 1.60), 0.34, 0.34)
    elif body is Body.SQUARE:
        path.addRoundedRect(QRectF(-0.80, -0.80, 1.60, 1.60), 0.14, 0.14)
    elif body is Body.BAR:
        path.addRoundedRect(QRectF(-1.24, -0.56, 2.48, 1.12), 0.14, 0.14)
    elif body is Body.DIAMOND:
        path = regular_path(0, 0, 1.12, 4)
    else:
        path = closed_path([(0, -0.98), (0.92, -0.72), (0.92, 0.10), (0.62, 0.66), (0, 1.02), (-0.62, 0.66), (-0.92, 0.10), (-0.92, -0.72)])
    return path


_TILT = 17.0
"""Letters are laid out at this size and scaled down, since fonts come in whole pixels."""


def unit_reach(drawing: UnitDrawing) -> float:
    """Return the distance from its place to which the unit is painted."""
    return drawing.radius * 1.95


def body_radius(drawing: UnitDrawing) -> float:
    """Return the distance from its place at which a click counts as a click on the unit."""
    return drawing.radius * 1.15


def paint_unit(painter: QPainter, drawing: UnitDrawing, picture_colours: PictureColours, sizes: Sizes, units: UnitSet) -> None:
    """Paint *drawing* at its place, as *units* has its kind."""
    colours = picture_colours.power(drawing.unit.power)
    unit = picture_colours.theme.unit
    ghostly = drawing.standing in (UnitState.BUILT, UnitState.REMOVED)
    driven_out = drawing.standing in (UnitState.DISLODGED, UnitState.DESTROYED)
    kind = symbol_for(units, drawing.unit.kind)
    symbol = painted(kind.dislodged if driven_out and kind.dislodged is not None else kind)
    pixel = sizes.pixel / drawing.radius
    painter.save()
    painter.translate(*drawing.at)
    painter.scale(drawing.radius, drawing.radius)
    body = symbol.body
    if unit.shadow.alpha and not ghostly:
        painter.setPen(Qt.PenStyle.NoPen)
        for grown, down, opacity in ((1.16, 0.16, 0.10), (1.08, 0.13, 0.14), (1.02, 0.10, 0.16)):
            painter.setBrush(qcolor(unit.shadow.faded(opacity)))
            painter.drawPath(QTransform().translate(0.03, down).scale(grown, grown).map(body))
    if driven_out:
        _paint_broken_ring(painter, symbol, picture_colours, pixel)
        if kind.dislodged is None:
            painter.rotate(-_TILT)
        painter.scale(0.86, 0.86)

    def paint_piece(brush: QPainter) -> None:
        _paint_body(brush, body, colours.face, picture_colours, pixel)
        _paint_symbol(brush, symbol, drawing.unit.kind, colours, picture_colours, pixel, small=sizes.small)

    if ghostly:
        _paint_as_one(painter, paint_piece, 0.62 if drawing.standing is UnitState.BUILT else 0.5)
    else:
        paint_piece(painter)
    if picture_colours.letters:
        _paint_power_letter(painter, colours.letter, picture_colours, pixel)
    if drawing.standing is UnitState.DESTROYED:
        _paint_cross(painter, picture_colours, pixel)
    painter.restore()


def _paint_as_one(painter: QPainter, paint: Callable[[QPainter], None], opacity: float) -> None:
    """Paint with *paint* within two radii, as one sheet of *opacity*: no part shows through another."""
    device = painter.deviceTransform()
    area = device.mapRect(QRectF(-2, -2, 4, 4)).toAlignedRect()
    sheet = QImage(area.size(), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.fill(Qt.GlobalColor.transparent)
    brush = QPainter(sheet)
    brush.setRenderHints(painter.renderHints())
    brush.setTransform(device * QTransform.fromTranslate(-area.x(), -area.y()))
    paint(brush)
    brush.end()
    painter.setOpacity(opacity)
    painter.drawImage(device.inverted()[0].mapRect(QRectF(area)), sheet)
    painter.setOpacity(1.0)


def _paint_body(painter: QPainter, body: QPainterPath, face: Colour, picture_colours: PictureColours, pixel: float) -> None:
    unit = picture_colours.theme.unit
    ring = _ring(pixel)
    edge = max(0.055, 0.9 * pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(unit.edge, ring * 2 + edge * 2))
    inner = QTransform().scale(_inside(pixel), _inside(pixel)).map(body)
    painter.drawPath(inner)
    painter.setPen(pen(unit.ring, ring * 2))
    painter.drawPath(inner)
    if unit.gloss:
        gradient = QLinearGradient(0, -1, 0, 1)
        white, black = Colour(255, 255, 255), Colour(0, 0, 0)
        gradient.setColorAt(0, qcolor(mixed(face, white, unit.gloss * 1.6)))
        gradient.setColorAt(0.45, qcolor(face))
        gradient.setColorAt(1, qcolor(mixed(face, black, unit.gloss * 1.4)))
        painter.setBrush(gradient)
    else:
        painter.setBrush(qcolor(face))
    painter.setPen(pen(unit.edge.faded(0.55), max(0.03, 0.5 * pixel)))
    painter.drawPath(inner)


def _ring(pixel: float) -> float:
    """Width of the light ring around a unit."""
    return max(0.13, 1.35 * pixel)


def _inside(pixel: float) -> float:
    """Return the scale of a body, so that with its ring it has its stated size."""
    return 1 - _ring(pixel) * 0.75


def _paint_symbol(
    painter: QPainter,
    symbol: PaintedSymbol,
    kind: str,
    colours: PowerColours,
    picture_colours: PictureColours,
    pixel: float,
    *,
    small: bool,
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if symbol.letter:
        _paint_text(painter, kind, 1.15, colours.glyph)
        return
    scale = _inside(pixel) if symbol.scale is None else symbol.scale
    painter.save()
    painter.scale(scale, scale)
    for each in symbol.small if small else symbol.large:
        part = each.part
        ink = _ink(part.ink, colours, picture_colours)
        painter.setBrush(qcolor(ink if part.opacity >= 1 else ink.faded(part.opacity)))
        if part.text:
            painter.drawPath(text_path(part.text, part.height).translated(*part.at))
        else:
            painter.drawPath(each.path)
    painter.restore()


def _ink(ink: str, colours: PowerColours, picture_colours: PictureColours) -> Colour:
    """The colour of a part; a theme without colours has greys."""
    match ink:
        case Ink.GLYPH:
            return colours.glyph
        case Ink.FACE:
            return colours.face
        case Ink.EDGE:
            return picture_colours.theme.unit.edge
        case Ink.RING:
            return picture_colours.theme.unit.ring
    own = Colour.of(ink)
    return from_lch(lch(own).lightness, 0.0, 0.0) if picture_colours.theme.monochrome else own


def _paint_text(painter: QPainter, text: str, height: float, ink: Colour) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(ink))
    painter.drawPath(text_path(text, height))


def _paint_power_letter(painter: QPainter, letter: str, picture_colours: PictureColours, pixel: float) -> None:
    """A tag with the power's letter at the lower right."""
    size = max(0.62, 6.0 * pixel)
    painter.save()
    painter.translate(0.78, 0.66)
    painter.setBrush(qcolor(picture_colours.theme.unit.ring))
    painter.setPen(pen(picture_colours.theme.unit.edge, max(0.06, 0.9 * pixel)))
    painter.drawRoundedRect(QRectF(-size * 0.8, -size * 0.78, size * 1.6, size * 1.56), size * 0.4, size * 0.4)
    _paint_text(painter, letter, size * 1.5, picture_colours.theme.unit.edge)
    painter.restore()


def _paint_broken_ring(painter: QPainter, symbol: PaintedSymbol, picture_colours: PictureColours, pixel: float) -> None:
    """Four arcs around a unit that was driven out: a sign by shape as well as by colour."""
    reach = symbol.reach
    box = QRectF(-reach, -reach, reach * 2, reach * 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (
        (picture_colours.theme.orders.halo, max(0.36, 3.2 * pixel)),
        (picture_colours.theme.orders.danger, max(0.2, 1.9 * pixel)),
    ):
        stroke = pen(colour, width)
        stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(stroke)
        for quarter in range(4):
            painter.drawArc(box, int((quarter * 90 + 12) * 16), 66 * 16)


def _paint_cross(painter: QPainter, picture_colours: PictureColours, pixel: float) -> None:
    for colour, width in (
        (picture_colours.theme.orders.halo, max(0.5, 4.4 * pixel)),
        (picture_colours.theme.orders.danger, max(0.28, 2.4 * pixel)),
    ):
        painter.setPen(QPen(pen(colour, width)))
        painter.drawLine(QPointF(-1.05, -1.05), QPointF(1.05, 1.05))
        painter.drawLine(QPointF(-1.05, 1.05), QPointF(1.05, -1.05))


def paint_plus_or_cross(painter: QPainter, drawing: UnitDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """The sign of a build (a plus) or of a removal (a cross) at a corner of the unit."""
    if drawing.standing not in (UnitState.BUILT, UnitState.REMOVED):
        return
    size = sizes.badge
    x, y = drawing.at[0] + drawing.radius * drawing.sign[0], drawing.at[1] + drawing.radius * drawing.sign[1]
    built = drawing.standing is UnitState.BUILT
    painter.save()
    painter.translate(x, y)
    ink = picture_colours.power(drawing.unit.power).ink if built else picture_colours.theme.orders.danger
    painter.setPen(pen(picture_colours.theme.orders.halo, max(size * 0.28, sizes.pixel * 1.6)))
    painter.setBrush(qcolor(ink))
    painter.drawEllipse(QPointF(0, 0), size, size)
    arm = size * 0.52
    painter.setPen(
        pen(picture_colours.theme.orders.halo if built else picture_colours.theme.orders.danger_ink, max(size * 0.30, sizes.pixel * 1.6))
    )
    if not built:
        painter.rotate(math.degrees(math.pi / 4))
    painter.drawLine(QPointF(-arm, 0), QPointF(arm, 0))
    painter.drawLine(QPointF(0, -arm), QPointF(0, arm))
    painter.restore()
