"""A row of widgets that goes on in another row where it needs more room than there is, so that none of them is squeezed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QWidget, QWidgetItem

_FILLING = Qt.AlignmentFlag(0)


class _Piece(NamedTuple):
    """An item of the row, the part of what is left over that it takes, and the pixels that it asks for, across and down."""

    item: QLayoutItem
    stretch: int
    wide: int
    high: int


class FlowLayout(QLayout):
    """Takes the place of a ``QHBoxLayout``: as long as everything fits, it looks like one.

    Args:
        spacing: pixels between two items, across; down, it is two thirds of it.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__()
        self._items: list[tuple[QLayoutItem, int]] = []
        self._heights: dict[int, int] = {}
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)
        if parent is not None:
            parent.setLayout(self)

    def addWidget(self, widget: QWidget, stretch: int = 0, alignment: Qt.AlignmentFlag = _FILLING) -> None:
        """*widget* comes last; *stretch* is its part of what room is left over."""
        self.addChildWidget(widget)
        item = QWidgetItem(widget)
        item.setAlignment(alignment)
        self._add(item, stretch)

    def insert_before_end(self, widget: QWidget) -> None:
        """*widget* comes before what is the last now."""
        self.addWidget(widget)
        self._items[-2:] = reversed(self._items[-2:])

    def addLayout(self, layout: QLayout, stretch: int = 0) -> None:
        """*layout* comes last, and stays together."""
        self.addChildLayout(layout)
        self._add(layout, stretch)

    def addStretch(self, stretch: int = 1) -> None:
        """Add a gap; the items behind it stand on the right, where there is room for all in a row."""
        self._add(QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum), stretch)

    def addSpacing(self, pixels: int) -> None:
        """A gap of *pixels* besides the usual one."""
        self._add(QSpacerItem(pixels, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum), 0)

    def addItem(self, item: QLayoutItem) -> None:
        """For Qt."""
        self._add(item, 0)

    def _add(self, item: QLayoutItem, stretch: int) -> None:
        self._items.append((item, stretch))
        self.invalidate()

    def count(self) -> int:
        """Return the number of items, gaps included."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item; ``None`` where there are not so many."""
        return self._items[index][0] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove the item; ``None`` where there are not so many."""
        if not 0 <= index < len(self._items):
            return None
        item, _ = self._items.pop(index)
        self.invalidate()
        return item

    def invalidate(self) -> None:
        """Forget the sizes, since an item needs more or less room than before."""
        self._heights = {}
        for item, _ in self._items:
            inner = item.layout()
            if inner is not None:
                inner.invalidate()  # or it would ask for as much room as before
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction: it asks for no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Less width needs more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Pixels that all rows need where there are *width* of them across."""
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), moving=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        """Place everything."""
        super().setGeometry(rect)
        self._arrange(rect, moving=True)

    def sizeHint(self) -> QSize:
        """One row."""
        pieces = self._pieces()
        wide = sum(each.wide for each in pieces) + self.spacing() * max(0, len(pieces) - 1)
        return self._with_margins(wide, max((each.high for each in pieces), default=0))

    def minimumSize(self) -> QSize:
        """The widest item."""
        sizes = [each.item.minimumSize() for each in self._pieces()]
        return self._with_margins(max((each.width() for each in sizes), default=0), max((each.height() for each in sizes), default=0))

    def _with_margins(self, wide: int, high: int) -> QSize:
        margins = self.contentsMargins()
        return QSize(wide + margins.left() + margins.right(), high + margins.top() + margins.bottom())

    def _pieces(self) -> list[_Piece]:
        return [
            _Piece(item, stretch, *_needs(item)) for item, stretch in self._items if item.spacerItem() is not None or not item.isEmpty()
        ]

    def _rows(self, room: int) -> list[list[_Piece]]:
        rows: list[list[_Piece]] = [[]]
        taken = 0
        for piece in self._pieces():
            more = piece.wide + (self.spacing() if rows[-1] else 0)
            if rows[-1] and taken + more > room and piece.item.spacerItem() is None:
                rows.append([])
                taken, more = 0, piece.wide
            if rows[-1] or piece.item.spacerItem() is None or len(rows) == 1:  # no gap at the beginning of a further row
                rows[-1].append(piece)
                taken += more
        return rows

    def _arrange(self, rect: QRect, *, moving: bool) -> int:
        """Place everything where *moving*; returns the pixels from top to bottom."""
        inside = rect.marginsRemoved(self.contentsMargins())
        top = inside.top()
        for number, row in enumerate(self._rows(inside.width())):
            if number:
                top += self.spacing() * 2 // 3
            widths = self._shared_out(row, inside.width())
            high = max((_height(each, wide) for each, wide in zip(row, widths, strict=True)), default=0)
            left = inside.left()
            if moving:
                for each, wide in zip(row, widths, strict=True):
                    each.item.setGeometry(QRect(left, top, wide, high))
                    left += wide + self.spacing()
            top += high
        return top - rect.top() + self.contentsMargins().bottom()

    def _shared_out(self, row: Sequence[_Piece], room: int) -> list[int]:
        """Return the width of each item of *row*."""
        widths = [min(each.wide, room) for each in row]
        left = room - sum(widths) - self.spacing() * max(0, len(row) - 1)
        takers = [at for at, each in enumerate(row) if each.stretch] or [at for at, each in enumerate(row) if _is_greedy(each.item)]
        for count, at in enumerate(takers):
            parts = sum(max(1, row[each].stretch) for each in takers[count:])
            more = min(max(0, left) * max(1, row[at].stretch) // parts, row[at].item.maximumSize().width() - widths[at])
            if row[at].item.spacerItem() is not None:
                more = max(0, left) * max(1, row[at].stretch) // parts
            widths[at] += max(0, more)
            left -= max(0, more)
        return widths


def _hint(item: QLayoutItem) -> QSize:
    return item.sizeHint().expandedTo(item.minimumSize()).boundedTo(item.maximumSize())


def _needs(item: QLayoutItem) -> tuple[int, int]:
    """Pixels that it asks for, across and down."""
    hint, widget = _hint(item), item.widget()
    if widget is not None and widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored:
        return item.minimumSize().width(), hint.height()
    return (item.sizeHint() if item.spacerItem() is not None else hint).width(), hint.height()


def _height(piece: _Piece, wide: int) -> int:
    return piece.item.heightForWidth(wide) if piece.item.hasHeightForWidth() else piece.high


def _is_greedy(item: QLayoutItem) -> bool:
    return bool(item.expandingDirections() & Qt.Orientation.Horizontal)
