"""Painter of orders: arrow, dashes, shield, chain, and the marks of orders that failed."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from app.presentation.layout.drawing import Badge, BadgeKind, OrderDrawing, OrderLook, Shape, Sizes
from app.presentation.layout.polyline import Point, Polyline, at, cut, direction, length, moved, ribbon
from app.presentation.power_colours import PictureColours, faded_ink, provisional_ink
from app.presentation.theme import Colour, mixed
from app.qt.map.fonts import text_path
from app.qt.map.paint.shapes import closed_path, open_path, pen, qcolor, regular_path
from languages import tr


def badge_reach(badge: Badge, sizes: Sizes) -> float:
    """Return the distance from its place to which the badge is painted."""
    return sizes.badge * 1.6 + sizes.text * 0.34 * len(badge.text)


def _body(kind: BadgeKind, size: float) -> QPainterPath:
    path = QPainterPath()
    if kind is BadgeKind.BOUNCE:
        path.addEllipse(QPointF(0, 0), size, size)
    elif kind is BadgeKind.CUT:
        path = regular_path(0, 0, size * 1.12, 8, math.pi / 8)
    elif kind is BadgeKind.ILLEGAL:
        path = closed_path([(0, -size * 1.2), (size * 1.16, size * 0.86), (-size * 1.16, size * 0.86)])
    elif kind is BadgeKind.VOID:
        path = regular_path(0, 0, size * 1.22, 4)
    else:
        path.addRoundedRect(QRectF(-size, -size * 0.94, size * 2, size * 1.88), size * 0.3, size * 0.3)
    return path


def paint_badge(painter: QPainter, badge: Badge, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Paint *badge* at its place; a bounce with strengths is a pill that says them."""
    orders = picture_colours.theme.orders
    size = sizes.badge
    quiet = badge.kind in (BadgeKind.VOID, BadgeKind.FORCED)
    ground, ink = (orders.void, orders.void_ink) if quiet else (orders.danger, orders.danger_ink)
    painter.save()
    painter.translate(*badge.at)
    stroke = max(size * 0.2, sizes.pixel * 1.2)
    body = _body(badge.kind, size)
    if badge.kind is BadgeKind.FORCED:
        words, sign = text_path(badge.text, sizes.text), 0.0
        half = words.boundingRect().width() / 2 + size * 0.5
        body = QPainterPath()
        body.addRect(QRectF(-half, -size, half * 2, size * 2))
    elif badge.text:
        words = text_path(badge.text, sizes.text)
        width = words.boundingRect().width()
        half = size * 0.72 + width / 2 + size * 0.30
        body = QPainterPath()
        body.addRoundedRect(QRectF(-half, -size, half * 2, size * 2), size, size)
        words.translate(size * 0.62, 0)
        sign = -half + size * 0.92
    else:
        words = QPainterPath()
        sign = 0.0
    painter.setPen(pen(orders.halo._replace(alpha=255), stroke * 2))
    painter.setBrush(qcolor(ground))
    painter.drawPath(body)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(body)
    if badge.text:
        painter.setBrush(qcolor(ink))
        painter.drawPath(words)
    if badge.kind is BadgeKind.FORCED:  # its letters are its sign
        painter.restore()
        return
    painter.translate(sign, 0)
    _paint_sign(painter, badge, picture_colours, size * (0.86 if badge.text else 1.0), sizes)
    painter.restore()


def _paint_sign(painter: QPainter, badge: Badge, picture_colours: PictureColours, size: float, sizes: Sizes) -> None:
    orders = picture_colours.theme.orders
    ink = orders.void_ink if badge.kind is BadgeKind.VOID else orders.danger_ink
    stroke = pen(ink, max(size * 0.30, sizes.pixel * 1.5))
    painter.setPen(stroke)
    arm = size * 0.42
    if badge.kind is BadgeKind.BOUNCE:
        painter.drawLine(QPointF(-arm, -arm), QPointF(arm, arm))
        painter.drawLine(QPointF(-arm, arm), QPointF(arm, -arm))
    elif badge.kind is BadgeKind.CUT:
        painter.drawLine(QPointF(-arm * 1.25, 0), QPointF(arm * 1.25, 0))
    elif badge.kind is BadgeKind.BROKEN:
        wave = QPainterPath(QPointF(-arm * 1.4, arm * 0.1))
        wave.cubicTo(-arm * 0.7, -arm * 1.3, -arm * 0.2, -arm * 0.9, 0, 0)
        wave.cubicTo(arm * 0.2, arm * 0.9, arm * 0.7, arm * 1.3, arm * 1.4, -arm * 0.1)
        painter.drawPath(wave)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(ink))
        sign = text_path("!" if badge.kind is BadgeKind.ILLEGAL else "?", size * 1.7)
        if badge.kind is BadgeKind.ILLEGAL:
            sign.translate(0, size * 0.2)
        painter.drawPath(sign)


_LETTERED = frozenset({Shape.MOVE, Shape.CONVOYED, Shape.SUPPORT, Shape.SHIELD})
"""Shapes that run from a unit to another place; those around a unit are that unit's, and retreats have the colour of danger."""

_TAPER = 0.58
"""Width of a move at its start, as a share of its width before the head."""


def order_bounds(drawing: OrderDrawing, sizes: Sizes) -> QRectF:
    """Bounds of all that is painted for *drawing*."""
    reach = max(drawing.width * 2.2, sizes.shaft * 3.2) + 4 * sizes.pixel
    box = QRectF()
    for x, y in (*drawing.line, *drawing.ghost):
        box = box.united(QRectF(x - reach, y - reach, reach * 2, reach * 2))
    if drawing.centre is not None:
        x, y = drawing.centre
        reach = sizes.unit * 2.1
        box = box.united(QRectF(x - reach, y - reach, reach * 2, reach * 2))
    for badge in drawing.badges:
        x, y = badge.at
        reach = badge_reach(badge, sizes)
        box = box.united(QRectF(x - reach, y - reach, reach * 2, reach * 2))
    label = withdrawn_label(drawing, sizes) if drawing.drawn.is_withdrawn else None
    return box if label is None else box.united(label[1].adjusted(-sizes.pixel, -sizes.pixel, sizes.pixel, sizes.pixel))


def paint_order(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Paint *drawing*, without its marks: those go above everything else."""
    painter.save()
    if drawing.drawn.is_withdrawn:
        painter.setOpacity(0.42)
    elif drawing.drawn.preview:
        painter.setOpacity(0.86)
    if drawing.ghost:
        _paint_ghost(painter, drawing, picture_colours, sizes)
    match drawing.shape:
        case Shape.MOVE | Shape.CONVOYED:
            _paint_arrow(painter, drawing, picture_colours, sizes)
        case Shape.SUPPORT:
            _paint_support(painter, drawing, picture_colours, sizes)
        case Shape.SHIELD:
            _paint_shield(painter, drawing, picture_colours, sizes)
        case Shape.CONVOY:
            _paint_carrier(painter, drawing, picture_colours, sizes)
        case Shape.HOLD:
            _paint_hold(painter, drawing, picture_colours, sizes)
        case Shape.RETREAT:
            _paint_retreat(painter, drawing, picture_colours, sizes)
        case Shape.DISBAND | Shape.BUILD | Shape.REMOVE:
            pass  # marked by the unit itself: pale, with a plus or a cross
    painter.restore()


def paint_order_badges(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Paint the marks of *drawing*, and its power's letter where colour alone does not say whose it is."""
    _paint_letter(painter, drawing, picture_colours, sizes)
    for badge in drawing.badges:
        paint_badge(painter, badge, picture_colours, sizes)
    if drawing.drawn.is_withdrawn:
        _paint_withdrawn(painter, drawing, picture_colours, sizes)


def withdrawn_label(drawing: OrderDrawing, sizes: Sizes) -> tuple[QPainterPath, QRectF] | None:
    """The words on an order that may be taken back, and their plate; ``None`` where the order has no place of its own."""
    if len(drawing.line) > 1:
        (x, y), _ = at(drawing.line, 0.5)
    elif drawing.centre is not None:
        x, y = drawing.centre[0], drawing.centre[1] + sizes.unit * 1.15
    else:
        return None
    high = max(sizes.badge * 0.95, 10.5 * sizes.pixel)
    words = text_path(tr("withdrawn?"), high)
    words.translate(x, y)
    return words, words.boundingRect().adjusted(-high * 0.4, -high * 0.28, high * 0.4, high * 0.28)


def _paint_withdrawn(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    label = withdrawn_label(drawing, sizes)
    if label is None:
        return
    words, plate = label
    unit = picture_colours.theme.unit
    painter.save()
    edge = pen(unit.edge, max(sizes.badge * 0.08, 0.9 * sizes.pixel))
    edge.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(edge)
    painter.setBrush(qcolor(unit.ring))
    painter.drawRoundedRect(plate, plate.height() * 0.3, plate.height() * 0.3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(unit.edge))
    painter.drawPath(words)
    painter.restore()


def _ink(drawing: OrderDrawing, picture_colours: PictureColours) -> Colour:
    ink = picture_colours.power(drawing.drawn.power).ink
    return faded_ink(ink, picture_colours.theme) if drawing.look is OrderLook.FADED else ink


def letter_tag(drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> tuple[Point, float] | None:
    """Return the place of the power's letter, near the beginning of its arrow or line, and its reach; ``None`` where it has none."""
    own = picture_colours.power(drawing.drawn.power)
    is_lettered = own.faded_arrow_letter if drawing.look is OrderLook.FADED else own.arrow_letter
    if not is_lettered or drawing.shape not in _LETTERED or len(drawing.line) < 2:
        return None
    size = max(sizes.badge * 0.86, 6.0 * sizes.pixel)
    whole = max(length(drawing.line), 1e-9)
    place, _ = at(drawing.line, min(0.42, (sizes.unit * 0.9 + size) / whole))
    return place, size * 1.15


def _paint_letter(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    tag = letter_tag(drawing, picture_colours, sizes)
    if tag is not None:
        paint_letter_tag(painter, picture_colours.power(drawing.drawn.power).letter, *tag, picture_colours, sizes)


def paint_letter_tag(painter: QPainter, letter: str, place: Point, reach: float, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Paint the *letter* of a power at *place*, as :func:`letter_tag` has it."""
    x, y = place
    size = reach / 1.15
    unit = picture_colours.theme.unit
    painter.save()
    painter.setBrush(qcolor(unit.ring))
    painter.setPen(pen(unit.edge, max(size * 0.12, 0.9 * sizes.pixel)))
    painter.drawEllipse(QPointF(x, y), size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(unit.edge))
    path = text_path(letter, size * 1.75)
    path.translate(x, y)
    painter.drawPath(path)
    painter.restore()


def arrow_outline(line: Polyline, width: float, pixel: float) -> Polyline:
    """The outline of a tapered arrow along *line*: a shaft that swells to *width*, and a swept head at its end."""
    head = min(max(width * 2.5, 8.5 * pixel), length(line) * 0.62)
    wing = max(width * 1.28, 4.4 * pixel)
    shaft = cut(line, 0, head * 0.78)
    band = ribbon(shaft, width * _TAPER, width)
    half = len(band) // 2
    tip = line[-1]
    back, _ = at(line, 1 - head / max(length(line), 1e-9))
    along = direction(back, tip)
    right = (-along[1], along[0])
    barb_right, barb_left = moved(back, right, wing), moved(back, right, -wing)
    swept = moved(tip, along, 0)
    return (*band[:half], barb_right, swept, barb_left, *band[half:])


def _paint_arrow(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    theme = picture_colours.theme
    ink = _ink(drawing, picture_colours)
    outline = closed_path(arrow_outline(drawing.line, drawing.width, sizes.pixel))
    pixel = sizes.pixel
    halo = max(sizes.shaft * 0.42, 1.7 * pixel)
    if theme.orders.shadow.alpha:
        painter.save()
        painter.translate(pixel * 0.7, max(pixel * 1.2, sizes.shaft * 0.26))
        painter.setPen(pen(theme.orders.shadow, halo))
        painter.setBrush(qcolor(theme.orders.shadow))
        painter.drawPath(outline)
        painter.restore()
    painter.setPen(pen(theme.orders.halo, halo * 2))
    painter.setBrush(qcolor(theme.orders.halo))
    painter.drawPath(outline)
    hollow = drawing.look is not OrderLook.FIRM
    edge = max(sizes.shaft * 0.13, 0.9 * pixel)
    if drawing.drawn.preview and not hollow:
        painter.setPen(pen(ink, edge))
        painter.setBrush(qcolor(provisional_ink(ink, theme)))
    elif hollow:
        pale = mixed(ink, theme.orders.halo._replace(alpha=255), 0.80)
        painter.setPen(pen(ink, max(sizes.shaft * 0.24, 1.15 * pixel)))
        painter.setBrush(qcolor(pale))
    else:
        black = Colour(0, 0, 0)
        painter.setPen(pen(mixed(ink, black if not theme.dark else theme.orders.halo._replace(alpha=255), 0.35), edge))
        painter.setBrush(qcolor(ink))
    painter.drawPath(outline)
    if drawing.drawn.preview and not hollow:
        _paint_dashes_inside(painter, drawing, theme.orders.halo, sizes)
    if drawing.shape is Shape.CONVOYED:
        _paint_beads(painter, drawing, ink if hollow else theme.orders.halo._replace(alpha=255), sizes)


def _paint_dashes_inside(painter: QPainter, drawing: OrderDrawing, light: Colour, sizes: Sizes) -> None:
    """A light broken line within the shaft: this arrow is still a proposal."""
    if drawing.shape is Shape.CONVOYED:
        return
    inner = cut(drawing.line, drawing.width, drawing.width * 2.9)
    stroke = pen(light.faded(0.85), max(drawing.width * 0.20, 0.9 * sizes.pixel))
    stroke.setDashPattern([3.2, 4.2])
    stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(stroke)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(open_path(inner))


def _paint_beads(painter: QPainter, drawing: OrderDrawing, colour: Colour, sizes: Sizes) -> None:
    """The pearls of a convoy along the shaft."""
    radius = max(drawing.width * 0.24, 1.25 * sizes.pixel)
    usable = length(drawing.line) - drawing.width * 3
    step = max(radius * 4.4, 6.5 * sizes.pixel)
    count = max(1, int(usable / step))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(colour))
    whole = length(drawing.line)
    for index in range(count):
        (x, y), _ = at(drawing.line, (step * (index + 0.5)) / whole)
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _dashed(painter: QPainter, line: Polyline, colour: Colour, width: float, dashes: list[float]) -> None:
    stroke = pen(colour, width)
    stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroke.setDashPattern(dashes)
    painter.setPen(stroke)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(open_path(line))


def _paint_line(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """The dashed line of a support, on its casing; a cut one has a gap and pale dashes."""
    theme = picture_colours.theme
    width = max(drawing.width, 2.2 * sizes.pixel)
    painter.setPen(pen(theme.orders.halo, width + max(sizes.shaft * 0.7, 2.4 * sizes.pixel)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(open_path(drawing.line))
    ink = _ink(drawing, picture_colours)
    if drawing.look is OrderLook.FADED:
        _dashed(painter, drawing.line, ink, width * 0.8, [1.1, 1.5])
    else:
        _dashed(painter, drawing.line, ink, width, [2.2, 1.15] if not drawing.drawn.preview else [1.5, 1.1])


def _paint_support(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    _paint_line(painter, drawing, picture_colours, sizes)
    theme = picture_colours.theme
    radius = max(sizes.shaft * 0.62, 3.0 * sizes.pixel)
    x, y = drawing.line[-1]
    painter.setPen(pen(theme.orders.halo._replace(alpha=255), max(radius * 0.5, 1.2 * sizes.pixel)))
    painter.setBrush(qcolor(_ink(drawing, picture_colours) if drawing.look is OrderLook.FIRM else theme.orders.halo))
    painter.drawEllipse(QPointF(x, y), radius, radius)
    if drawing.look is not OrderLook.FIRM:
        painter.setPen(pen(_ink(drawing, picture_colours), max(radius * 0.4, 1.0 * sizes.pixel)))
        painter.drawEllipse(QPointF(x, y), radius * 0.8, radius * 0.8)


def _paint_shield(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    _paint_line(painter, drawing, picture_colours, sizes)
    assert drawing.centre is not None
    x, y = drawing.centre
    reach = sizes.unit * 1.42
    box = QRectF(x - reach, y - reach, reach * 2, reach * 2)
    degrees = -math.degrees(drawing.facing)
    width = max(drawing.width * 1.15, 2.4 * sizes.pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, stroke in (
        (picture_colours.theme.orders.halo, width + max(sizes.shaft * 0.7, 2.4 * sizes.pixel)),
        (_ink(drawing, picture_colours), width),
    ):
        painter.setPen(pen(colour, stroke))
        painter.drawArc(box, int((degrees - 52) * 16), 104 * 16)


def _paint_carrier(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """A chain of pearls around the fleet that carries."""
    assert drawing.centre is not None
    x, y = drawing.centre
    wide, high = sizes.unit * 1.42, sizes.unit * 1.18
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), wide, high)
    width = max(sizes.shaft * 0.5, 2.0 * sizes.pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(picture_colours.theme.orders.halo, width + max(sizes.shaft * 0.5, 2.0 * sizes.pixel)))
    painter.drawPath(path)
    stroke = pen(_ink(drawing, picture_colours), width)
    stroke.setDashPattern([0.01, 1.85] if drawing.look is OrderLook.FIRM else [0.01, 3.4])
    painter.setPen(stroke)
    painter.drawPath(path)


def _paint_hold(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    assert drawing.centre is not None
    x, y = drawing.centre
    path = regular_path(x, y, sizes.unit * 1.46, 8, math.pi / 8)
    width = max(sizes.shaft * 0.42, 1.9 * sizes.pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(picture_colours.theme.orders.halo, width + max(sizes.shaft * 0.55, 2.0 * sizes.pixel)))
    painter.drawPath(path)
    stroke = pen(_ink(drawing, picture_colours), width)
    if drawing.drawn.preview:
        stroke.setDashPattern([3.4, 1.6])
        stroke.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(stroke)
    painter.drawPath(path)


def _head(tip: Point, along: Point, size: float) -> QPainterPath:
    right = (-along[1], along[0])
    back = moved(tip, along, -size)
    return closed_path([moved(back, right, size * 0.62), tip, moved(back, right, -size * 0.62)])


def _paint_retreat(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """Dots with a small head, edged in the colour of danger."""
    theme = picture_colours.theme
    width = max(drawing.width, 2.6 * sizes.pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(theme.orders.halo, width + max(sizes.shaft * 0.8, 2.6 * sizes.pixel)))
    size = max(width * 2.6, 7.5 * sizes.pixel)
    body = cut(drawing.line, 0, size * 0.9)
    painter.drawPath(open_path(drawing.line))
    dots = pen(theme.orders.danger, width)
    dots.setDashPattern([0.01, 1.75])
    painter.setPen(dots)
    painter.drawPath(open_path(body))
    _, along = at(drawing.line, 1.0)
    painter.setPen(pen(theme.orders.halo, max(width * 0.7, 1.6 * sizes.pixel)))
    painter.setBrush(qcolor(theme.orders.danger if drawing.look is OrderLook.FIRM else theme.orders.halo))
    painter.drawPath(_head(drawing.line[-1], along, size))
    if drawing.look is not OrderLook.FIRM:
        painter.setPen(pen(theme.orders.danger, max(width * 0.4, 1.2 * sizes.pixel)))
        painter.drawPath(_head(drawing.line[-1], along, size))


def _paint_ghost(painter: QPainter, drawing: OrderDrawing, picture_colours: PictureColours, sizes: Sizes) -> None:
    """The course of a move that is helped but not known: thin and dotted."""
    ink = _ink(drawing, picture_colours)
    width = max(sizes.shaft * 0.3, 1.5 * sizes.pixel)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(picture_colours.theme.orders.halo.faded(0.8), width * 2.4))
    painter.drawPath(open_path(drawing.ghost))
    _dashed(painter, drawing.ghost, ink, width, [2.0, 2.0])
    _, along = at(drawing.ghost, 1.0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(qcolor(ink))
    painter.drawPath(_head(drawing.ghost[-1], along, max(width * 4, 6 * sizes.pixel)))
