"""Header of a power in the list of orders: name, open orders, counts, and a bar of the centres it may expect."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from app.presentation.order_rows import PowerBlock
from app.presentation.reply_rows import ExpectedCentres
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from languages import in_digits, plural, tr


def paint_expected(
    painter: QPainter, box: QRectF, now: int, centres: float, most: int, swatch: Swatch | None, look: Look, empty: QColor
) -> None:
    """Paint it into *box*, whose width stands for *most* centres; the mark stands out above and below by 3 pixels."""
    painter.fillRect(box, empty)
    colour = look.colour("text_soft") if swatch is None else swatch.ink
    painter.fillRect(QRectF(box.left(), box.top(), box.width() * min(1.0, centres / most), box.height()), colour)
    mark = QRectF(box.left() + box.width() * now / most - 1, box.top() - 3, 2, box.height() + 6)
    painter.fillRect(mark.adjusted(-1, 0, 1, 0), look.colour("raised"))  # bars can be as dark, or at night as light, as the mark
    painter.fillRect(mark, look.colour("text"))


_EDGE, _APART, _BAR, _HIGH = 10.0, 6.0, 54.0, 8.0
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def paint_power_header(
    painter: QPainter, rect: QRectF, font: QFont, block: PowerBlock, swatch: Swatch | None, look: Look, expected: ExpectedCentres | None
) -> None:
    """Paint it into *rect*. What does not fit is left out or shortened: the longer counts first, then the name.

    What is open, a count of faults and what is *expected* are never left out.
    """
    painter.fillRect(rect, look.colour("sunken"))
    chip = QRectF(rect.left() + 9, rect.center().y() - 8, 16, 16)
    if swatch is not None:
        swatch.paint(painter, chip)
    bold, small = QFont(font), small_font(font)
    bold.setBold(True)
    metrics = QFontMetricsF(small)
    right = rect.right() - _EDGE
    if expected is not None:
        right = _paint_end(painter, QRectF(rect.left(), rect.top(), right - rect.left(), rect.height()), bold, expected, swatch, look)
    badge, key = _badge(block)
    pill_width = metrics.horizontalAdvance(badge) + 14
    least = pill_width + 16 if badge else 0.0
    if expected is not None:
        least += metrics.horizontalAdvance(str(block.centres)) + 12
    shortest = QFontMetricsF(bold).horizontalAdvance("Mmm…")
    name = QRectF(chip.right() + 9, rect.top(), max(shortest, right - chip.right() - 9 - least), rect.height())
    shown = QFontMetricsF(bold).elidedText(block.name, Qt.TextElideMode.ElideRight, name.width())
    painter.setFont(bold)
    painter.setPen(look.colour("text"))
    painter.drawText(name, _LEFT, shown)
    name_end = name.left() + QFontMetricsF(bold).horizontalAdvance(shown)
    counts = _counts(block, metrics, right - name_end - 12 - (pill_width + 4 if badge else 0.0), expected)
    painter.setFont(small)
    painter.setPen(look.colour("text_soft"))
    painter.drawText(QRectF(rect.left(), rect.top(), right - rect.left(), rect.height()), _RIGHT, counts)
    if badge:
        high = metrics.height() + 4
        pill = QRectF(name_end + 10, rect.center().y() - high / 2, pill_width, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour(f"{key}_soft"))
        painter.drawRoundedRect(pill, high / 2, high / 2)
        painter.setPen(look.colour(key))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, badge)


def small_font(font: QFont) -> QFont:
    """For what is beside the matter."""
    small = QFont(font)
    small.setPointSizeF(max(6.0, font.pointSizeF() - 1.2))
    return small


def _counts(block: PowerBlock, metrics: QFontMetricsF, room: float, expected: ExpectedCentres | None) -> str:
    """The counts as far as there is room for them beside the name and what is open."""
    if expected is None:
        # The results have the counts as well.
        return block.strength if metrics.horizontalAdvance(block.strength) <= room else ""
    # What is expected means little without the centres that there are now.
    offered = (block.strength, block.strength.rpartition(" · ")[2], str(block.centres))
    return next((words for words in offered if metrics.horizontalAdvance(words) <= room), offered[-1])


def _paint_end(painter: QPainter, rect: QRectF, bold: QFont, expected: ExpectedCentres, swatch: Swatch | None, look: Look) -> float:
    """The bar and its figure at the right of *rect*; answers how far to the right there is room for other things."""
    scale = growth(bold)
    figure = in_digits(expected.centres, ".1f")
    wide = QFontMetricsF(bold).horizontalAdvance("00.0")
    painter.setFont(bold)
    painter.setPen(look.colour("text"))
    painter.drawText(rect, _RIGHT, figure)
    high = _HIGH * scale
    box = QRectF(rect.right() - wide - (_APART + _BAR) * scale, rect.center().y() - high / 2, _BAR * scale, high)
    paint_expected(painter, box, expected.now, expected.centres, expected.most, swatch, look, look.colour("line"))
    return box.left() - _APART * scale - 2


def _badge(block: PowerBlock) -> tuple[str, str]:
    if block.problems:
        return plural("{count} problem", "{count} problems", block.problems), "bad"
    if block.change and block.missing:
        words = tr("build {missing}", missing=block.missing) if block.change > 0 else tr("remove {missing}", missing=block.missing)
        return words, "warning"
    if block.missing:
        return tr("{missing} open", missing=block.missing), "warning"
    return "", "warning"
