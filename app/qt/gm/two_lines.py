"""Cells with a second line in small soft words: what belongs to the first."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.qt.panels.power_header import small_font
from app.qt.widgets.look import Look

_AROUND = 5
"""Pixels at either side of the words of a cell, besides those of the style."""


class TwoLines(QStyledItemDelegate):
    """Paints what stands behind the first line break of a cell small and soft, and every other cell as usual."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """The ground of the cell, the first line in its own type and colour, the others below it."""
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        first, parted, below = str(index.data() or "").partition("\n")
        if not parted:
            super().paint(painter, option, index)
            return
        own.text = ""
        style = own.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, own.widget)
        side = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, own.widget) + _AROUND
        room = own.rect.adjusted(side, 0, -side, 0)
        fonts = (own.font, small_font(own.widget.font()))
        inks = (own.palette.text().color(), self._look.colour("text_soft"))
        rects = [_needed(words, font, room) for words, font in zip((first, below), fonts, strict=True)]
        top = room.top() + (room.height() - sum(each.height() for each in rects)) // 2
        colours = QPalette(own.palette)
        painter.save()
        for words, font, ink, rect in zip((first, below), fonts, inks, rects, strict=True):
            painter.setFont(font)
            colours.setColor(QPalette.ColorRole.Text, ink)
            place = QRect(room.left(), top, room.width(), rect.height())
            style.drawItemText(painter, place, int(Qt.TextFlag.TextWordWrap), colours, True, words, QPalette.ColorRole.Text)
            top += rect.height()
        painter.restore()


def _needed(words: str, font: QFont, room: QRect) -> QRect:
    return QFontMetrics(font).boundingRect(QRect(0, 0, room.width(), 10_000), int(Qt.TextFlag.TextWordWrap), words)
