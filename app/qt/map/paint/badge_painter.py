"""Paints the marks that say why an order failed. Each kind has a shape of its own besides its colour."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.presentation.layout.drawing import Badge, BadgeKind
from app.presentation.layout.sizes import Sizes
from app.presentation.picture_colours import PictureColours
from app.qt.map.paint.qt_shapes import closed_path, no_pen, pen, qcolor, regular_path
from app.qt.map.paint.unit_painter import text_path


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
    painter.setPen(no_pen())
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
        painter.setPen(no_pen())
        painter.setBrush(qcolor(ink))
        sign = text_path("!" if badge.kind is BadgeKind.ILLEGAL else "?", size * 1.7)
        if badge.kind is BadgeKind.ILLEGAL:
            sign.translate(0, size * 0.2)
        painter.drawPath(sign)
