"""Paints the strip under an exported picture: what it shows, and the powers with their centres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath

from app.presentation.picture import MapPicture
from app.presentation.picture_colours import PictureColours
from app.qt.map.fonts import interface_font, map_font
from app.qt.map.paint.qt_shapes import no_pen, pen, qcolor
from app.qt.map.paint.unit_painter import text_path

_STEP, _GAP = 1.42, 0.3
"""From power to power, and between words and powers, in heights of the strip."""
_MOST_POWERS = 16


@dataclass(frozen=True, slots=True)
class Caption:
    """Caption under a picture."""

    title: str
    """``Spring 1905``."""

    detail: str = ""
    """``Straits of Iron, after adjudication``."""


def caption_height(width: float) -> float:
    """Return the height of the strip under a picture *width* wide."""
    return max(34.0, width * 0.034)


def paint_caption(painter: QPainter, rect: QRectF, caption: Caption, picture: MapPicture, picture_colours: PictureColours) -> None:
    """Paint the strip into *rect*: title and detail on the left, powers with their number of centres on the right.

    A narrow strip has its title whole: without the powers where they leave no room for it, and in smaller letters if need be.
    """
    theme = picture_colours.theme
    painter.fillRect(rect, qcolor(theme.land.open))
    height = rect.height()
    left, right, middle = rect.left() + height * 0.5, rect.right() - height * 0.5, rect.center().y()
    title = map_font(height * 0.46, bold=True)
    wide = QFontMetricsF(title).horizontalAdvance(caption.title)
    shown = _powers(picture)
    if wide <= right - _STEP * height * len(shown) - height * _GAP - left:
        right = _paint_powers(painter, rect, shown, picture, picture_colours)
    elif wide > right - left:
        title = map_font(int(height * 0.45 * (right - left) / wide), bold=True)  # fonts are rounded up
    detail = map_font(height * 0.38, italic=True)
    painter.setPen(no_pen())
    painter.setBrush(qcolor(theme.ink.label))
    for text, font in ((caption.title, title), (caption.detail, detail)):
        metrics = QFontMetricsF(font)
        shortened = metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left)
        if len(shortened) < min(2, len(text)) or not text:
            continue  # dots alone say nothing
        _write(painter, QPointF(left, middle + metrics.capHeight() / 2), font, shortened)
        left += metrics.horizontalAdvance(shortened) + height * 0.45


def _powers(picture: MapPicture) -> list[str]:
    """The powers that are still there; none where they are too many for a strip."""
    position = picture.position
    found = [power for power in picture.variant.powers if position.centres_of(power) or position.units_of(power)]
    return found if len(found) <= _MOST_POWERS else []


def _paint_powers(painter: QPainter, rect: QRectF, shown: Sequence[str], picture: MapPicture, picture_colours: PictureColours) -> float:
    """Chips with letter and number of centres, from the right; returns where they begin."""
    height = rect.height()
    font = interface_font(height * 0.36, bold=True)
    step = height * _STEP
    begin = x = rect.right() - height * 0.5 - step * len(shown)
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
            _count(len(picture.position.centres_of(power)), picture),
        )
        x += step
    return begin - height * _GAP


def _write(painter: QPainter, at: QPointF, font: QFont, text: str) -> None:
    """Write as shapes: a file then needs no fonts."""
    path = QPainterPath()
    path.addText(at, font, text)
    painter.drawPath(path)


def _count(centres: int, picture: MapPicture) -> str:
    """The number of centres seen; unknown where none is and some lie out of sight."""
    return "?" if centres == 0 and picture.hidden else str(centres)
