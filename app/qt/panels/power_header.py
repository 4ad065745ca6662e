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
_CHIP, _NAME = 9.0, 34.0
"""Pixels to the left of the square in the power's colour, and of its name."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def counts_fit(block: PowerBlock, font: QFont, width: float) -> bool:
    """Return True if a header of *width* pixels has room for the counts beside its whole name and what is open."""
    bold, small = _bold(font), QFontMetricsF(small_font(font))
    badge = _badge(block)[0]
    pill = small.horizontalAdvance(badge) + 14 + 4 if badge else 0.0
    name = QFontMetricsF(bold).horizontalAdvance(block.name)
    return _NAME + name + 12 + pill + small.horizontalAdvance(block.strength) + _EDGE <= width


def paint_power_header(
    painter: QPainter,
    rect: QRectF,
    font: QFont,
    block: PowerBlock,
    swatch: Swatch | None,
    look: Look,
    expected: ExpectedCentres | None,
    *,
    with_counts: bool = True,
) -> None:
    """Paint it into *rect*. What does not fit is left out or shortened: the longer counts, then the words of what is open, then the name.

    How much is open, a count of faults and what is *expected* are never left out.

    Args:
        with_counts: the counts are there, if they fit; in a list they are in all headers or in none.
    """
    painter.fillRect(rect, look.colour("sunken"))
    chip = QRectF(rect.left() + _CHIP, rect.center().y() - 8, 16, 16)
    if swatch is not None:
        swatch.paint(painter, chip)
    bold, small = _bold(font), small_font(font)
    metrics = QFontMetricsF(small)
    right = rect.right() - _EDGE
    if expected is not None:
        right = _paint_end(painter, QRectF(rect.left(), rect.top(), right - rect.left(), rect.height()), bold, expected, swatch, look)
    badge, number, key = _badge(block)
    now = 0.0 if expected is None else metrics.horizontalAdvance(str(block.centres)) + 12
    whole = QFontMetricsF(bold).horizontalAdvance(block.name)
    if badge and whole + metrics.horizontalAdvance(badge) + 30 + now > right - rect.left() - _NAME:
        badge = number
    pill_width = metrics.horizontalAdvance(badge) + 14
    least = (pill_width + 16 if badge else 0.0) + now
    shortest = QFontMetricsF(bold).horizontalAdvance("Mmm…")
    name = QRectF(rect.left() + _NAME, rect.top(), max(shortest, right - rect.left() - _NAME - least), rect.height())
    shown = QFontMetricsF(bold).elidedText(block.name, Qt.TextElideMode.ElideRight, name.width())
    painter.setFont(bold)
    painter.setPen(look.colour("text"))
    painter.drawText(name, _LEFT, shown)
    name_end = name.left() + QFontMetricsF(bold).horizontalAdvance(shown)
    room = right - name_end - 12 - (pill_width + 4 if badge else 0.0)
    counts = _counts(block, metrics, room, expected) if with_counts or expected is not None else ""
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


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


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


def _badge(block: PowerBlock) -> tuple[str, str, str]:
    """Words on what is to be done, the number in them, and the key of their colour."""
    if block.problems:
        return plural("{count} problem", "{count} problems", block.problems), str(block.problems), "bad"
    if block.change and block.missing:
        words = tr("build {missing}", missing=block.missing) if block.change > 0 else tr("remove {missing}", missing=block.missing)
        return words, f"{'+' if block.change > 0 else '−'}{block.missing}", "warning"
    if block.missing:
        return tr("{missing} open", missing=block.missing), str(block.missing), "warning"
    return "", "", "warning"
