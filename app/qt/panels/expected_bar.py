"""The bar of the centres that a power may expect, with a mark at those that it has."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from app.qt.widgets.look import Look
from app.qt.widgets.swatch import Swatch


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
