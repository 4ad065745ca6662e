"""Painting of a received line: its words, and below them its fate and the reason, whole, however narrow the panel is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.qt.widgets.row_delegate import RowDelegate
from app.qt.widgets.small_font import small_font

ROW = Qt.ItemDataRole.UserRole + 1
"""The item's ``ReceivedRow``; items without one are painted as usual."""
_GUTTER = 30
_BESIDE = 6
_ABOVE = 4
_NARROWEST = 80
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALL = 10_000


@dataclass(frozen=True, slots=True)
class ReceivedRow:
    """Row for one line."""

    number: str
    text: str
    fate: str
    reason: str
    ink: str
    """The colour of the fate, as the look names it."""
    is_urgent: bool
    """True if a person has to look at it: its fate is then a filled mark, so that it differs from others without colour too."""


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """Places of the parts of a row."""

    text: QRect
    mark: QRect
    reason: QRect

    @property
    def bottom(self) -> int:
        """The last pixel of the row."""
        return max(self.mark.bottom(), self.reason.bottom()) + _ABOVE


class AccountingDelegate(RowDelegate):
    """Paints the rows of *view*, as wide as it is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as all its words need at the view's width."""
        row = index.data(ROW)
        if not isinstance(row, ReceivedRow):
            return super().sizeHint(option, index)
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        width = self._view.viewport().width() - self._view.indentation() * (depth + self._view.rootIsDecorated())
        return QSize(_NARROWEST, places(row, QRect(0, 0, width, _TALL), option.font).bottom)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """One line."""
        row = index.data(ROW)
        if not isinstance(row, ReceivedRow):
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.fillRect(option.rect, self._look.colour("selection" if selected else "hover"))
        at = places(row, option.rect, option.font)
        painter.setFont(option.font)
        painter.setPen(self._look.colour("text_soft"))
        gutter = QRect(option.rect.left() + 2, at.text.top(), _GUTTER - _BESIDE, at.text.height())
        painter.drawText(gutter, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, row.number)
        painter.setPen(self._look.colour("text"))
        painter.drawText(at.text, _WRAPPED, row.text)
        self._paint_mark(painter, at.mark, row, option.font)
        painter.setFont(small_font(option.font))
        painter.setPen(self._look.colour("text" if row.is_urgent else "text_soft"))
        painter.drawText(at.reason, _WRAPPED, row.reason)
        painter.restore()

    def _paint_mark(self, painter: QPainter, mark: QRect, row: ReceivedRow, font: QFont) -> None:
        ink = self._look.colour(row.ink)
        painter.setFont(small_font(font, bold=row.is_urgent))
        if row.is_urgent:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawRoundedRect(mark, 4, 4)
            painter.setPen(QColor("#000000" if ink.lightnessF() > 0.5 else "#ffffff"))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 1))
            painter.drawRoundedRect(mark.adjusted(0, 0, -1, -1), 4, 4)
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, row.fate)


def places(row: ReceivedRow, rect: QRect, font: QFont) -> RowPlaces:
    """Return the places of the parts of *row* in *rect*."""
    left, width = rect.left() + _GUTTER, max(_NARROWEST, rect.width() - _GUTTER - _BESIDE)
    metrics, small, bold = QFontMetrics(font), QFontMetrics(small_font(font)), QFontMetrics(small_font(font, bold=True))
    text = metrics.boundingRect(QRect(0, 0, width, _TALL), _WRAPPED, row.text or " ")
    text_rect = QRect(left, rect.top() + _ABOVE, width, text.height())
    top = text_rect.bottom() + 3
    mark = QRect(QPoint(left, top), QSize(min(width, bold.horizontalAdvance(row.fate) + 12), bold.height() + 2))
    beside = width - mark.width() - _BESIDE
    room = QRect(left, mark.bottom() + 2, width, _TALL)
    if beside >= _NARROWEST:
        room = QRect(mark.right() + _BESIDE, top + 1, beside, _TALL)
    height = small.boundingRect(QRect(0, 0, room.width(), _TALL), _WRAPPED, row.reason).height() if row.reason else 0
    room.setHeight(height)
    return RowPlaces(text_rect, mark, room)
