"""Columns beside one another, as long as each has the width that it needs; those on the right go below where there is less."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QLayout, QLayoutItem

from app.qt.widgets.flow_layout import FlowLayout


class _Column(NamedTuple):
    """An item, its part of what is left over, and the pixels that it is wide at least."""

    item: QLayoutItem
    stretch: int
    least: int


class ColumnsLayout(FlowLayout):
    """Takes the place of a ``QHBoxLayout`` of whole columns: in one row they have all the height that there is.

    Args:
        spacing: pixels between two columns, across and down.
    """

    def minimumSize(self) -> QSize:
        """The widest column."""
        sizes = [each.item.minimumSize() for each in self._columns()]
        return self._with_margins(max((each.width() for each in sizes), default=0), max((each.height() for each in sizes), default=0))

    def heightForWidth(self, width: int) -> int:
        """Pixels that all rows ask for where there are *width* of them across."""
        return self._high(width, least=False)

    def minimumHeightForWidth(self, width: int) -> int:
        """Pixels that all rows need: one can be squeezed, several stand one below the other whole."""
        return self._high(width, least=True)

    def setGeometry(self, rect: QRect) -> None:
        """Place everything; room that is left over from top to bottom is shared out among the rows."""
        QLayout.setGeometry(self, rect)
        inside = rect.marginsRemoved(self.contentsMargins())
        rows = self._rows_of(inside.width())
        heights = self._heights_of(rows, inside.width(), least=len(rows) == 1)
        more = max(0, inside.height() - sum(heights) - self.spacing() * (len(rows) - 1)) // max(1, len(rows))
        top = inside.top()
        for row, high in zip(rows, heights, strict=True):
            left = inside.left()
            for column, wide in zip(row, self._widths_of(row, inside.width()), strict=True):
                column.item.setGeometry(QRect(left, top, wide, high + more))
                left += wide + self.spacing()
            top += high + more + self.spacing()

    def _high(self, width: int, *, least: bool) -> int:
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        rows = self._rows_of(room)
        heights = self._heights_of(rows, room, least=least and len(rows) == 1)
        return sum(heights) + self.spacing() * (len(rows) - 1) + margins.top() + margins.bottom()

    def _columns(self) -> list[_Column]:
        return [_Column(item, stretch, item.minimumSize().width()) for item, stretch in self._items if not item.isEmpty()]

    def _rows_of(self, room: int) -> list[list[_Column]]:
        rows: list[list[_Column]] = [[]]
        for column in self._columns():
            taken = sum(each.least + self.spacing() for each in rows[-1])
            if rows[-1] and taken + column.least > room:
                rows.append([])
            rows[-1].append(column)
        return rows

    def _heights_of(self, rows: Sequence[Sequence[_Column]], room: int, *, least: bool) -> list[int]:
        return [
            max((_height(each.item, wide, least=least) for each, wide in zip(row, self._widths_of(row, room), strict=True)), default=0)
            for row in rows
        ]

    def _widths_of(self, row: Sequence[_Column], room: int) -> list[int]:
        """Return the width of each column of *row*: first those that do not stretch, then those that do."""
        widths = [min(each.least, room) for each in row]
        left = room - sum(widths) - self.spacing() * (len(row) - 1)
        for at, each in enumerate(row):
            if not each.stretch and left > 0:
                more = min(left, max(0, min(each.item.sizeHint().width(), each.item.maximumSize().width()) - widths[at]))
                widths[at] += more
                left -= more
        takers = [at for at, each in enumerate(row) if each.stretch] or ([len(row) - 1] if row else [])
        takers.sort(key=lambda at: row[at].item.maximumSize().width())
        for count, at in enumerate(takers):
            parts = sum(max(1, row[each].stretch) for each in takers[count:])
            whole = left + sum(widths[each] for each in takers[count:])
            most = min(whole * max(1, row[at].stretch) // parts, row[at].item.maximumSize().width())
            others = sum(row[each].least for each in takers[count + 1 :])
            wide = max(widths[at], min(most, whole - others))
            left -= wide - widths[at]
            widths[at] = wide
        return widths


def _height(item: QLayoutItem, wide: int, *, least: bool) -> int:
    if item.hasHeightForWidth():
        needed = max(item.minimumHeightForWidth(wide), item.minimumSize().height())
        return needed if least else max(needed, item.heightForWidth(wide))
    return (item.minimumSize() if least else item.sizeHint().expandedTo(item.minimumSize()).boundedTo(item.maximumSize())).height()
