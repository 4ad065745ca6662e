"""The line in which an order is typed: a few letters offer the orders that they may mean, Enter takes the one that is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QStringListModel, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.qt.widgets import forms
from app.qt.widgets.labels import FaultEdit
from languages import tr

Completions = Callable[[str], tuple[Sequence[str], bool]]
"""From what is typed to the orders that it may mean, and whether the first of them is what it means."""

_ROWS = 12
_NONE = QModelIndex()


class OrderEdit(FaultEdit):
    """Line for an order, which takes only the marked entry of the list for the typed one; where several orders fit as well, none is marked.

    The list lies in the window itself: a window of its own would take the keys from this line.

    Signals:
        entered(): Enter was pressed, or an order of the list was clicked.
    """

    entered = Signal()

    def __init__(self, colour: QColor, offer: Completions, parent: QWidget | None = None) -> None:
        super().__init__(colour, parent)
        self._offer = offer
        self._orders = QStringListModel(self)
        self._list: QListView | None = None
        self.textEdited.connect(self._show_offer)

    @property
    def offered(self) -> list[str]:
        """The orders that what is typed may mean, the likeliest first."""
        return list(self._orders.stringList())

    @property
    def marked(self) -> str:
        """The order that Enter takes; empty where it takes the text unchanged."""
        return "" if self._list is None or not self.offered else str(self._list.currentIndex().data() or "")

    def settle(self) -> bool:
        """Take the order that is marked, and read the text; whether it can be read. What was written in full keeps its own words."""
        marked = self.marked
        if marked:
            if _letters(self.text()) != _letters(marked):
                self.setText(marked)
            self._put_away()
        return self.check()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down walk through the list; down in an empty line lists every order."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Down if not self.offered:
                self._show_offer(self.text())
            case Qt.Key.Key_Down:
                self._mark(min(len(self.offered) - 1, self._row + 1))
            case Qt.Key.Key_Up if self.offered:
                self._mark(self._row - 1)
            case _:
                super().keyPressEvent(event)

    def moveEvent(self, event: QMoveEvent) -> None:
        """The list stays at the line, which gets its place after the first letter."""
        super().moveEvent(event)
        self._place_list()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The same."""
        super().resizeEvent(event)
        self._place_list()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the list again when the widgets around the line move or change size, as when the panel beside the board gets its width."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place_list()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """The list goes with the line."""
        self._put_away()
        super().hideEvent(event)

    @property
    def _row(self) -> int:
        return -1 if self._list is None else self._list.currentIndex().row()

    def _mark(self, row: int) -> None:
        assert self._list is not None
        self._list.setCurrentIndex(self._orders.index(row) if row >= 0 else _NONE)

    def _show_offer(self, text: str) -> None:
        orders, is_plain = self._offer(text)
        if not orders:
            self._put_away()
            return
        if self._list is None:
            self._list = self._made()
        self._orders.setStringList(list(orders))
        self._mark(0 if is_plain else -1)
        self._place_list()

    def _made(self) -> QListView:
        made = forms.styled(QListView(self.window()), "offer", name=tr("Orders that fit"))
        made.setModel(self._orders)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setUniformItemSizes(True)
        made.clicked.connect(lambda _index: self.entered.emit())
        for each in self._around():
            each.installEventFilter(self)
        return made

    def _around(self) -> Iterator[QWidget]:
        """Yield the widgets around the line, up to the window."""
        around = self.parentWidget()
        while around is not None:
            yield around
            around = None if around.isWindow() else around.parentWidget()

    def _place_list(self) -> None:
        """Place the list below the line, or above it where there is more room."""
        shown = self._list
        if shown is None:
            return
        shown.ensurePolished()
        rows = min(_ROWS, len(self.offered))
        high = rows * max(1, shown.sizeHintForRow(0)) + 2 * shown.frameWidth()
        wide = max(self.width(), shown.sizeHintForColumn(0) + 40)
        room = self.window().rect()
        corner = self.mapTo(self.window(), QPoint(0, self.height()))
        above = corner.y() - self.height()
        if corner.y() + high > room.bottom() and above > room.bottom() - corner.y():
            corner.setY(above - min(high, above))
            high = min(high, above)
        high = min(high, room.bottom() - corner.y())
        shown.setGeometry(max(0, min(corner.x(), room.right() - wide)), corner.y(), wide, high)
        shown.show()
        shown.raise_()

    def _put_away(self) -> None:
        self._orders.setStringList([])
        if self._list is not None:
            for each in self._around():
                each.removeEventFilter(self)
            self._list.hide()
            self._list.deleteLater()
            self._list = None


def _letters(text: str) -> str:
    """*text* without blanks and capitals."""
    return "".join(text.casefold().split())
