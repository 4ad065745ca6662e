"""The list of orders by power: each row can be edited as text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QWidget,
)

from app.windows.look import Look
from app.windows.order_delegate import OrderDelegate
from app.windows.order_list_model import OrderListModel
from app.windows.order_rows import OrderRow, PowerBlock


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
        self.setAccessibleName("Orders by power")
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

    def _clicked(self, index: QModelIndex) -> None:
        match self.rows.entry(index):
            case PowerBlock(power=power):
                self.rows.toggle(power)
            case OrderRow(place=str() as place):
                self.place_chosen.emit(place)
            case _:
                pass

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
