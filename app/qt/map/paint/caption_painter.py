"""Paints the strip under an exported picture: what it shows, and the powers with their centres."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath

from app.qt.map.fonts import interface_font, map_font
from app.qt.map.paint.qt_shapes import no_pen, pen, qcolor
from app.qt.map.paint.unit_painter import text_path
from app.view.picture import MapPicture
from app.view.picture_colours import PictureColours


@dataclass(frozen=True, slots=True)
class Caption:
    """What is written under a picture."""

    title: str
    """``Spring 1905``."""

    detail: str = ""
    """``Straits of Iron, after adjudication``."""


def caption_height(width: float) -> float:
    """How high the strip is under a picture *width* wide."""
    return max(34.0, width * 0.034)


def paint_caption(painter: QPainter, rect: QRectF, caption: Caption, picture: MapPicture, picture_colours: PictureColours) -> None:
    """Paint the strip into *rect*: title and detail on the left, powers with their number of centres on the right."""
    theme = picture_colours.theme
    painter.fillRect(rect, qcolor(theme.land.open))
    height = rect.height()
    left, middle = rect.left() + height * 0.5, rect.center().y()
    right = _paint_powers(painter, rect, picture, picture_colours)
    title = map_font(height * 0.46, bold=True)
    detail = map_font(height * 0.38, italic=True)
    painter.setPen(no_pen())
    painter.setBrush(qcolor(theme.ink.label))
    for text, font in ((caption.title, title), (caption.detail, detail)):
        if not text or left >= right:
            continue
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        _write(painter, QPointF(left, middle + metrics.capHeight() / 2), font, shown)
        left += metrics.horizontalAdvance(shown) + height * 0.45


def _paint_powers(painter: QPainter, rect: QRectF, picture: MapPicture, picture_colours: PictureColours) -> float:
    """Chips with letter and number of centres, from the right; returns where they begin."""
    height = rect.height()
    counts = {power: len(picture.position.centres_of(power)) for power in picture.variant.powers}
    units = {power: len(picture.position.units_of(power)) for power in picture.variant.powers}
    shown = [power for power in picture.variant.powers if counts[power] or units[power]]
    if len(shown) > 16:
        return rect.right() - height * 0.5
    font = interface_font(height * 0.36, bold=True)
    step = height * 1.42
    x = rect.right() - height * 0.5 - step * len(shown)
    begin = x
    for power in shown:
        colours = picture_colours.power(power)
        chip = QRectF(x, rect.center().y() - height * 0.29, height * 0.58, height * 0.58)
        painter.setPen(pen(picture_colours.theme.unit.edge, height * 0.03))
        painter.setBrush(qcolor(colours.face))
        painter.drawRoundedRect(chip, height * 0.12, height * 0.12)
        letter = text_path(colours.letter, height * 0.38)
        letter.translate(chip.center())
        painter.setPen(no_pen())
        painter.setBrush(qcolor(colours.glyph))
        painter.drawPath(letter)
        painter.setBrush(qcolor(picture_colours.theme.ink.label))
        metrics = QFontMetricsF(font)
        _write(
            painter,
            QPointF(chip.right() + height * 0.12, rect.center().y() + metrics.capHeight() / 2),
            font,
            _count(counts[power], picture),
        )
        x += step
    return begin - height * 0.3


def _write(painter: QPainter, at: QPointF, font: QFont, text: str) -> None:
    """Write as shapes: a file then needs no fonts."""
    path = QPainterPath()
    path.addText(at, font, text)
    painter.drawPath(path)


def _count(centres: int, picture: MapPicture) -> str:
    """The number of centres seen; where none is, and some lie out of sight, nobody knows how many there are."""
    return "?" if centres == 0 and picture.hidden else str(centres)
