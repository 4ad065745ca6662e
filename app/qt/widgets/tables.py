"""Tables and trees: columns as wide as their heads, rows as high as their words, rows painted in the window's colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QHeaderView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QTreeView

from app.qt.widgets.look import Look, growth

_ROW_PADDING = 8
"""Pixels between the edge of a row and its words."""
_ANEW = {QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.Show}


def _nothing(_column: int) -> int:
    return 0


def needed_by_head(header: QHeaderView, column: int) -> int:
    """Pixels that the words at the head of *column* take, with the arrow where rows are sorted by it."""
    if not header.isSortIndicatorShown() or header.sortIndicatorSection() == column:
        return header.sectionSizeFromContents(column).width()
    header.setSortIndicatorShown(False)  # Qt counts the arrow for every column
    try:
        return header.sectionSizeFromContents(column).width()
    finally:
        header.setSortIndicatorShown(True)


class WholeWords(QStyledItemDelegate):
    """Gives each row of *shown* the lines that its words need: Qt counts them without the padding of a row, and in a tree not at all.

    Args:
        shown: a list, or a tree.
        columns: those of a tree that hold long words, which are broken there.
    """

    def __init__(self, shown: QListView | QTreeView, columns: Sequence[int] = (1,)) -> None:
        super().__init__(shown)
        self._shown = shown
        self._columns = columns
        shown.setWordWrap(True)
        if isinstance(shown, QTreeView):
            shown.header().sectionResized.connect(lambda *_: shown.scheduleDelayedItemsLayout())

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of the whole words in the width that they have."""
        usual = super().sizeHint(option, index)
        shown = self._shown
        if not isinstance(shown, QTreeView):
            wide = shown.viewport().width()
        elif shown.isFirstColumnSpanned(index.row(), index.parent()):
            wide = shown.viewport().width() - _indented(shown, index)
        elif index.column() in self._columns:
            wide = shown.columnWidth(index.column()) - _indented(shown, index)
        else:
            return usual
        room = QRect(0, 0, max(wide - 2 * _ROW_PADDING, 1), 10_000)
        high = shown.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(index.data())).height()
        return QSize(usual.width() if isinstance(shown, QTreeView) else 0, max(shown.fontMetrics().height(), high) + _ROW_PADDING)


def _indented(tree: QTreeView, index: QModelIndex | QPersistentModelIndex) -> int:
    """Pixels before the words of *index*, of which the first column of a tree has some for each level."""
    depth, parent = int(tree.rootIsDecorated()), index.parent()
    while parent.isValid() and parent != tree.rootIndex():
        depth, parent = depth + 1, parent.parent()
    return 0 if index.column() else depth * tree.indentation()


class WholeHeads(QObject):
    """Looks after *header*, also when another size of text is chosen. Columns that stretch share what the others leave.

    Args:
        widths: pixels with words of the usual size; of a column that stretches, the least.
        contents: pixels that what stands in a column needs besides, where its head does not say so.
        cramped: pixels with which a column can do, in further lines, where there is no room for all that they need.
    """

    def __init__(
        self,
        header: QHeaderView,
        widths: Mapping[int, int],
        contents: Callable[[int], int] = _nothing,
        cramped: Callable[[int], int] | None = None,
    ) -> None:
        super().__init__(header)
        self._header = header
        self._widths = dict(widths)
        self._contents = contents
        self._cramped = cramped
        columns = range(header.count())
        self._stretched = [each for each in columns if header.sectionResizeMode(each) is QHeaderView.ResizeMode.Stretch]
        for each in self._stretched:
            header.setSectionResizeMode(each, QHeaderView.ResizeMode.Fixed)
        self._is_sharing = False
        self._least: dict[int, int] = {}
        header.installEventFilter(self)
        header.sectionResized.connect(lambda *_: self._share_out())
        header.sortIndicatorChanged.connect(lambda *_: self.fit())
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words at the heads may be larger or smaller from now on, and there may be more room for them."""
        if event.type() in _ANEW or (event.type() is QEvent.Type.Resize and self._cramped is not None):
            self.fit()
        elif event.type() is QEvent.Type.Resize:
            self._share_out()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Give every column what it needs."""
        shown = [column for column in self._widths if not self._header.isSectionHidden(column)]
        self._least = {column: max(self._needed(column), self._usual(column)) for column in shown}
        too_wide = sum(self._least.values()) - self._header.width()
        if self._cramped is not None and too_wide > 0:
            can_give = {
                column: max(0, wide - max(needed_by_head(self._header, column), self._cramped(column)))
                for column, wide in self._least.items()
            }
            share = min(1.0, too_wide / max(1, sum(can_give.values())))
            self._least = {column: wide - math.ceil(can_give[column] * share) for column, wide in self._least.items()}
        for column, wide in self._least.items():
            if column not in self._stretched:
                self._header.resizeSection(column, wide)
        self._share_out()

    def _usual(self, column: int) -> int:
        return round(self._widths.get(column, 0) * growth(self._header.font()))

    def _needed(self, column: int) -> int:
        return max(needed_by_head(self._header, column), self._contents(column))

    def _share_out(self) -> None:
        """Give columns that stretch the room that the others leave, but never less than they need."""
        header, stretched = self._header, self._stretched
        if self._is_sharing or not stretched:
            return
        self._is_sharing = True
        try:
            others = [each for each in range(header.count()) if each not in stretched]
            left = header.width() - sum(header.sectionSize(each) for each in others)  # a hidden one has none
            least = {each: self._least.get(each) or max(self._needed(each), self._usual(each)) for each in stretched}
            stretched = sorted(stretched, key=lambda each: -least[each])  # the widest first, which may need more than its part
            for count, each in enumerate(stretched):
                wide = max(least[each], left // (len(stretched) - count))
                header.resizeSection(each, wide)
                left -= wide
        finally:
            self._is_sharing = False


class WholeRows(QObject):
    """Looks after the rows of *view*.

    Args:
        high: pixels of a row with words of the usual size.
    """

    def __init__(self, view: QTableView, high: int) -> None:
        super().__init__(view)
        self._view = view
        self._high = high
        view.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The words may be larger or smaller from now on."""
        if event.type() in _ANEW:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self._view.verticalHeader().setDefaultSectionSize(round(self._high * growth(self._view.font())))


class RowDelegate(QStyledItemDelegate):
    """Knows the view, whose width rows follow, and the colours."""

    def __init__(self, look: Look, view: QTreeView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view = view

    def set_look(self, look: Look) -> None:
        """Paint in *look* from now on."""
        self._look = look
