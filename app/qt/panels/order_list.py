"""The list of orders by power: each row can be edited as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QWidget,
)

from app.presentation.order_columns import LEAST_WIDTH, MOST, ONE_COLUMN, columns
from app.presentation.order_rows import OrderRow, PowerBlock
from app.qt.panels.order_delegate import OrderDelegate
from app.qt.panels.order_list_model import OrderListModel
from app.qt.widgets.look import Look
from app.qt.widgets.style import growth
from languages import tr

_EDGE = 2
"""Pixels below a column: what reaches the very edge goes to the next column."""


class OrderList(QListView):
    """The list itself.

    Signals:
        place_chosen(str): a row was clicked or walked to that is about this province.
        clear_requested(OrderRow): Delete was pressed on a row.
    """

    place_chosen = Signal(str)
    clear_requested = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Orders by power"))
        self.rows = OrderListModel(self)
        self.delegate = OrderDelegate(self.rows, look, self)
        self.setModel(self.rows)
        self.setItemDelegate(self.delegate)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self._clicked)
        self.delegate.order_written.connect(self._go_on)
        self.rows.modelReset.connect(self._arrange)

    def _arrange(self) -> None:
        """Divide the list into as many columns as there is room for, closer together where all is seen at a glance then."""
        port, font, blocks = self.viewport(), self.font(), self.rows.blocks()
        scale = growth(font)
        most = max(1, min(MOST, int(port.width() / (LEAST_WIDTH * scale))))
        room = port.height() - _EDGE
        found, below, tight = ONE_COLUMN, {}, False
        for is_tight, count in product((False, True), range(most, 0, -1)):
            # Notes are wrapped to the width of a column, so that heights follow from the count.
            self.delegate.set_columns(port.width() // count, {}, tight=is_tight, scale=scale)
            heights = [sum(self.delegate.height(self.rows.entry(self.rows.index(row)), font) for row in block) for block in blocks]
            divided = columns(heights, count, room)
            if divided is not None and len(divided) == min(count, max(1, len(blocks))):
                filled = {blocks[column[-1]][-1]: sum(heights[each] for each in column) for column in divided[:-1]}
                found, tight = divided, is_tight
                below = {row: room - height for row, height in filled.items()}
                break
        self.delegate.set_columns(port.width() // len(found), below, tight=tight, scale=scale)
        if self.isWrapping() != (len(found) > 1):
            self.setWrapping(len(found) > 1)
        self.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There may be room for another column."""
        self._arrange()
        super().resizeEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Down at the foot of a column goes on at the head of the next."""
        step = {QAbstractItemView.CursorAction.MoveDown: 1, QAbstractItemView.CursorAction.MoveUp: -1}.get(action)
        current = self.currentIndex()
        if step is None or not current.isValid():
            return super().moveCursor(action, modifiers)
        further = self.rows.index(current.row() + step)
        return further if further.isValid() else current

    def show_blocks(self, blocks: Sequence[PowerBlock], *, editable: bool) -> None:
        """List *blocks*; the current row and the scroll stay where they are as far as they can."""
        current = self.rows.entry(self.currentIndex())
        scroll = self.verticalScrollBar().value()
        self.rows.editable = editable
        self.rows.show_blocks(blocks)
        if isinstance(current, OrderRow):
            again = self.rows.find(current.power, current.place)
            if again.isValid():
                self.setCurrentIndex(again)
        self.verticalScrollBar().setValue(scroll)

    def show_place(self, power: str, place: str) -> None:
        """Bring the row about *place* into view and mark it."""
        index = self.rows.find(power, place)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def _go_on(self, number: int) -> None:
        """The next unit without an order is chosen, so that its order can be typed at once."""
        self.setFocus()
        following = self.rows.next_missing(number)
        if following.isValid():
            self.setCurrentIndex(following)
            self.scrollTo(following)

    def _clicked(self, index: QModelIndex) -> None:
        match self.rows.entry(index):
            case PowerBlock(power=power):
                self.rows.toggle(power)
            case OrderRow(place=str() as place):
                self.place_chosen.emit(place)
            case _:
                pass

    def event(self, event: QEvent) -> bool:
        """The first letter of an order is no shortcut of the window, such as those that turn names and influence on and off."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._begins_order(event):
            event.accept()
            return True
        return super().event(event)

    def _begins_order(self, event: QKeyEvent) -> bool:
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        is_order = self.rows.editable and isinstance(self.rows.entry(self.currentIndex()), OrderRow)
        return is_plain and is_order and event.text().isalpha()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace take an order back, Enter edits, blank folds."""
        entry = self.rows.entry(self.currentIndex())
        match Qt.Key(event.key()), entry:
            case ((Qt.Key.Key_Delete | Qt.Key.Key_Backspace), OrderRow()):
                self.clear_requested.emit(entry)
            case ((Qt.Key.Key_Return | Qt.Key.Key_Enter), OrderRow()) if self.rows.editable:
                self.edit(self.currentIndex())
            case ((Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space), PowerBlock(power=power)):
                row = self.currentIndex().row()
                self.rows.toggle(power)
                self.setCurrentIndex(self.rows.index(row))
            case _:
                super().keyPressEvent(event)
