"""List of orders by power: its model, how headers and rows are painted, and rows edited as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.presentation.order_rows import LEAST_WIDTH, MOST, ONE_COLUMN, OrderRow, PowerBlock, RowKind, columns
from app.presentation.reply_rows import ExpectedCentres
from app.qt.panels.order_edit import OrderEdit
from app.qt.panels.power_header import counts_fit, paint_power_header, small_font
from app.qt.widgets.labels import FaultEdit, plain_tip
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch
from languages import tr

AnyIndex = QModelIndex | QPersistentModelIndex

NO_PARENT = QModelIndex()

Entry = PowerBlock | OrderRow


class OrderListModel(QAbstractListModel):
    """Headers and rows, one below the other."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._folded: frozenset[str] = frozenset()
        self._blocks: tuple[PowerBlock, ...] = ()
        self._expected: Mapping[str, ExpectedCentres] = {}
        self.editable = False

    @property
    def expected(self) -> Mapping[str, ExpectedCentres]:
        """Centres that powers may expect, by their ids; empty where nothing is known of that."""
        return self._expected

    def show_expected(self, expected: Mapping[str, ExpectedCentres]) -> None:
        """Show this beside the centres from now on."""
        if expected != self._expected:
            self._expected = dict(expected)
            if self._entries:
                self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def is_listing(self, blocks: Sequence[PowerBlock]) -> bool:
        """Return True if exactly *blocks* are listed."""
        return self._blocks == tuple(blocks)

    def show_blocks(self, blocks: Sequence[PowerBlock]) -> None:
        """Replace what is listed."""
        self.beginResetModel()
        self._blocks = tuple(blocks)
        self._lay_out()
        self.endResetModel()

    def toggle(self, power: str) -> None:
        """Fold or unfold the rows of *power*."""
        self.beginResetModel()
        self._folded = self._folded ^ {power}
        self._lay_out()
        self.endResetModel()

    def _lay_out(self) -> None:
        entries: list[Entry] = []
        for block in self._blocks:
            entries.append(block)
            if block.power not in self._folded:
                entries += block.rows
        self._entries = tuple(entries)

    def entry(self, index: AnyIndex) -> Entry | None:
        """Return the entry at *index*."""
        return self._entries[index.row()] if index.isValid() and index.row() < len(self._entries) else None

    @property
    def entries(self) -> Sequence[Entry]:
        """Headers and rows in their sequence."""
        return self._entries

    @property
    def powers(self) -> Sequence[PowerBlock]:
        """The powers that are listed, with their rows."""
        return self._blocks

    def blocks(self) -> Sequence[range]:
        """The numbers of the entries of each power: its header and its rows."""
        starts = [number for number, entry in enumerate(self._entries) if isinstance(entry, PowerBlock)]
        return [range(start, end) for start, end in pairwise([*starts, len(self._entries)])]

    def find(self, power: str, place: str | None) -> QModelIndex:
        """The row of *power* about *place*."""
        for number, entry in enumerate(self._entries):
            if isinstance(entry, OrderRow) and entry.power == power and entry.place == place:
                return self.index(number)
        return QModelIndex()

    def next_missing(self, number: int) -> QModelIndex:
        """The first row without an order from *number* on, and else from the top."""
        missing = [each for each, entry in enumerate(self._entries) if isinstance(entry, OrderRow) and entry.kind is RowKind.MISSING]
        found = next((each for each in missing if each >= number), missing[0] if missing else -1)
        return self.index(found)

    def rowCount(self, parent: AnyIndex = NO_PARENT) -> int:
        """Return the number of headers and rows."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words of an entry; the view paints it itself."""
        entry = self.entry(index)
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(entry)
            case Qt.ItemDataRole.EditRole:
                return entry.text if isinstance(entry, OrderRow) else None
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._tip(entry))
        return None

    def _spoken(self, entry: Entry) -> str:
        if isinstance(entry, OrderRow):
            return " ".join(part for part in (entry.words or entry.text or entry.subject, entry.note) if part)
        expected = self._expected.get(entry.power)
        words = (entry.name, entry.strength.replace(" · ", ", "), "" if expected is None else expected.words)
        return ", ".join((*filter(None, words), tr("{missing} without orders", missing=entry.missing)))

    def _tip(self, entry: Entry) -> str:
        if isinstance(entry, OrderRow):
            return f"{entry.text if entry.words else entry.sentence}\n{entry.note}".strip()
        expected = self._expected.get(entry.power)
        return "" if expected is None else expected.tip

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Rows can be edited while the phase is open."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.editable and isinstance(self.entry(index), OrderRow):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags


HEADER_HEIGHT, TIGHT_HEADER_HEIGHT = 34, 28
ROW_HEIGHT, TIGHT_ROW_HEIGHT = 25, 21
NOTE_HEIGHT = 17
_KEPT_HEIGHTS = 1024
_BEFORE_NOTE = 16
"""Pixels between an order and its note in the same line, at least."""


class OrderDelegate(QStyledItemDelegate):
    """Paints headers and rows, and edits a row as text.

    Signals:
        text_entered(OrderRow, str): an edit was finished with a text that can be read.
        order_written(int): with Enter the row of that number, which had none, was given an order; comes after the signal for its text.
    """

    text_entered = Signal(object, str)
    order_written = Signal(int)

    def __init__(self, model: OrderListModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._look = look
        self._swatches: Mapping[str, Swatch] = {}
        self._offer: Callable[[OrderRow, str], tuple[Sequence[str], bool]] = lambda _row, _text: ((), False)
        self._fault: Callable[[OrderRow, str], tuple[int, int, str] | None] = lambda _row, _text: None
        self._width = 320
        self._below: Mapping[int, int] = {}
        self._header, self._row, self._note = HEADER_HEIGHT, ROW_HEIGHT, NOTE_HEIGHT
        self._measured: QFont | None = None
        """Font that the heights below are for."""
        self._heights: dict[tuple[OrderRow, int, int, int], int] = {}
        """By row, width of the column, and heights of an order and of a note in one line."""
        self._counted: tuple[Sequence[PowerBlock], int, QFont, bool] | None = None
        """Powers, width of the column and font for which it is known whether all headers have room for counts, and whether they have."""

    def set_look(self, look: Look, swatches: Mapping[str, Swatch]) -> None:
        """Paint in *look*, with these colours for the powers."""
        self._look = look
        self._swatches = swatches

    def set_columns(self, width: int, below: Mapping[int, int], *, tight: bool, scale: float = 1.0) -> None:
        """Entries are *width* pixels wide, and what ends a column has so many pixels *below* it, by the number of the entry.

        *tight* entries stand closer to one another; *scale* is how many times as large as usual words are.
        """
        self._width = width
        self._below = below
        header, row = (TIGHT_HEADER_HEIGHT, TIGHT_ROW_HEIGHT) if tight else (HEADER_HEIGHT, ROW_HEIGHT)
        self._header, self._row, self._note = round(header * scale), round(row * scale), round(NOTE_HEIGHT * scale)

    def set_reader(
        self,
        offer: Callable[[OrderRow, str], tuple[Sequence[str], bool]],
        fault: Callable[[OrderRow, str], tuple[int, int, str] | None],
    ) -> None:
        """Set the reader of rows: *offer* is an ``Offer``, *fault* gives start, length and words of a text that cannot be read."""
        self._offer = offer
        self._fault = fault

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """An entry's own height, and what is left below it where it ends a column."""
        return QSize(self._width, self.height(self._model.entry(index), option.font) + self._below.get(index.row(), 0))

    def height(self, entry: Entry | None, font: QFont) -> int:
        """Pixels that *entry* takes; notes take lines of their own."""
        if isinstance(entry, PowerBlock):
            return self._header
        if entry is None:
            return self._row
        if font != self._measured or len(self._heights) > _KEPT_HEIGHTS:
            self._measured = QFont(font)  # that of an option goes with the option
            self._heights.clear()
        asked = (entry, self._width, self._row, self._note)
        found = self._heights.get(asked)
        if found is None:
            found = self._heights[asked] = self._row_height(entry, font)
        return found

    def _row_height(self, entry: OrderRow, font: QFont) -> int:
        high = self._row + (len(self._lines(entry, font)) - 1) * round(QFontMetricsF(font).lineSpacing())
        if not entry.note or self._has_note_behind(entry, font):
            return high
        return high - 2 + self._note * len(_wrapped(entry.note, QFontMetricsF(small_font(font)), self._width - 44.0))

    def _has_note_behind(self, row: OrderRow, font: QFont) -> bool:
        """Return True if the note has room behind the order, in the same line."""
        words, note = QFontMetricsF(font).horizontalAdvance(_words(row)), QFontMetricsF(small_font(font)).horizontalAdvance(row.note)
        return bool(row.note) and words + _BEFORE_NOTE + note <= self._width - 44.0

    def _lines(self, row: OrderRow, font: QFont) -> Sequence[str]:
        """The order, or what is to be ordered, in as many lines as it needs."""
        words, metrics, room = _words(row), QFontMetricsF(font), self._width - 44.0
        return [words] if metrics.horizontalAdvance(words) <= room or room <= 0 else _wrapped(words, metrics, room) or [words]

    def is_in_one_line(self, row: OrderRow, font: QFont) -> bool:
        """Return True if the order, or what is to be ordered, has room in one line."""
        return len(self._lines(row, font)) == 1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One entry."""
        entry = self._model.entry(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        rect.setHeight(rect.height() - self._below.get(index.row(), 0))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        match entry:
            case PowerBlock():
                expected = self._model.expected.get(entry.power)
                with_counts = self._have_counts(option.font)
                swatch = self._swatches.get(entry.power)
                paint_power_header(painter, rect, option.font, entry, swatch, self._look, expected, with_counts=with_counts)
            case OrderRow():
                if selected or hovered:
                    painter.fillRect(rect, self._look.colour("selection" if selected else "hover"))
                self._paint_row(painter, rect, option.font, entry)
            case None:
                pass
        painter.restore()

    def _have_counts(self, font: QFont) -> bool:
        """Return True if all headers have room for the counts: they are in all of them or in none."""
        powers, known = self._model.powers, self._counted
        if known is None or known[0] is not powers or known[1:3] != (self._width, font):
            fit = all(counts_fit(each, font, self._width) for each in powers)
            self._counted = known = (powers, self._width, QFont(font), fit)
        return known[3]

    def _paint_row(self, painter: QPainter, rect: QRectF, font: QFont, row: OrderRow) -> None:
        first = QRectF(rect.left() + 34, rect.top(), rect.width() - 44, self._row)
        self._paint_mark(painter, QPointF(rect.left() + 17, rect.top() + self._row / 2), row)
        painter.setFont(font)
        if row.text:
            painter.setPen(self._look.colour("bad" if row.kind is RowKind.PROBLEM else "text"))
        else:
            painter.setPen(self._look.colour("warning" if row.kind is RowKind.MISSING else "text_soft"))
        more = 0
        for number, line in enumerate(self._lines(row, font)):
            more = number * round(QFontMetricsF(font).lineSpacing())
            painter.drawText(first.translated(0, more), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
        if row.note:
            painter.setFont(small_font(font))
            failed = row.kind is RowKind.PROBLEM or row.succeeded is False
            painter.setPen(self._look.colour("bad" if failed else "text_soft"))
            if self._has_note_behind(row, font):
                behind = QFontMetricsF(font).horizontalAdvance(_words(row)) + _BEFORE_NOTE
                painter.drawText(first.adjusted(behind, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, row.note)
                return
            top = rect.top() + self._row + more - 4
            for number, line in enumerate(_wrapped(row.note, QFontMetricsF(small_font(font)), first.width())):
                painter.drawText(
                    QRectF(first.left(), top + number * self._note, first.width(), self._note), Qt.AlignmentFlag.AlignVCenter, line
                )

    def _paint_mark(self, painter: QPainter, middle: QPointF, row: OrderRow) -> None:
        """A sign that needs no colour: a ring for missing, a cross for problems and failures, a tick for what went through."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if row.kind is RowKind.MISSING:
            painter.setPen(QPen(self._look.colour("warning"), 1.6))
            painter.drawEllipse(middle, 4.0, 4.0)
        elif row.kind is RowKind.PROBLEM or row.succeeded is False:
            painter.setPen(QPen(self._look.colour("bad"), 2.0))
            painter.drawLine(middle + QPointF(-4, -4), middle + QPointF(4, 4))
            painter.drawLine(middle + QPointF(-4, 4), middle + QPointF(4, -4))
        elif row.succeeded:
            painter.setPen(QPen(self._look.colour("good"), 2.0))
            painter.drawPolyline([middle + QPointF(-5, 0), middle + QPointF(-1.5, 4), middle + QPointF(5, -4)])
        else:
            swatch = self._swatches.get(row.power)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(swatch.ink if swatch is not None else self._look.colour("text_soft"))
            painter.drawEllipse(middle, 3.2, 3.2)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        """A line edit that completes legal orders and underlines what it cannot read."""
        entry = self._model.entry(index)
        if not isinstance(entry, OrderRow):
            return FaultEdit(self._look.colour("bad"), parent)
        row = entry
        editor = OrderEdit(self._look.colour("bad"), lambda text: self._offer(row, text), parent)
        number = index.row()
        editor.entered.connect(lambda: self._finish(editor, number))
        editor.setPlaceholderText(tr("{subject}: type an order", subject=row.subject) if row.subject else tr("empty takes the order back"))
        editor.set_reader(lambda text: self._fault(row, text))
        return editor

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        """The line as received."""
        if isinstance(editor, FaultEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: AnyIndex) -> None:
        """Hand the finished text on; the list follows the game."""
        entry = self._model.entry(index)
        if isinstance(editor, FaultEdit) and isinstance(entry, OrderRow) and editor.text().strip() != entry.text:
            self.text_entered.emit(entry, editor.text().strip())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: AnyIndex) -> None:
        """Over the row's text."""
        rect = QRectF(option.rect)
        editor.setGeometry(round(rect.left()) + 26, round(rect.top()) - 1, round(rect.width()) - 30, self._row + 4)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter takes what is typed, however the line came to know of it."""
        if isinstance(watched, OrderEdit) and _is_enter(event):
            watched.entered.emit()
            return True
        return super().eventFilter(watched, event)

    def _finish(self, editor: OrderEdit, number: int) -> None:
        """Close the editor only on a text that can be read; an unreadable one stays open with its fault marked."""
        if editor.settle():
            entry = self._model.entry(self._model.index(number))
            had_none = isinstance(entry, OrderRow) and entry.kind is RowKind.MISSING
            is_written = bool(editor.text().strip())
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
            if had_none and is_written:
                self.order_written.emit(number)


def _is_enter(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _words(row: OrderRow) -> str:
    if row.words or row.text:
        return row.words or row.text
    return tr("{subject}: no order", subject=row.subject) if row.kind is RowKind.MISSING else row.subject or row.sentence


def _wrapped(text: str, metrics: QFontMetricsF, width: float) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and metrics.horizontalAdvance(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


_ROW, _NOTES_BEHIND = 41, 480
"""Pixels of an order with a line below it, and of a list in which that has room behind the order, with words of the usual size."""
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
        """Divide the list into as many columns as there is room for, closer together where all is seen at a glance then.

        Fewer columns are better where they spare orders a second line, and the list is not scrolled for it.
        """
        port, font, blocks, entries = self.viewport(), self.font(), self.rows.blocks(), self.rows.entries
        scale = growth(font)
        most = self._most_columns()
        room = port.height() - _EDGE
        found, below, tight, is_found = ONE_COLUMN, {}, False, False
        for is_tight, count in product((False, True), range(most, 0, -1)):
            if is_found and is_tight is not tight:
                break
            # Notes are wrapped to the width of a column, so that heights follow from the count.
            self.delegate.set_columns(port.width() // count, {}, tight=is_tight, scale=scale)
            if is_found and not self._is_in_single_lines():
                continue
            heights = [sum([self.delegate.height(entries[row], font) for row in block]) for block in blocks]
            divided = columns(heights, count, room)
            if divided is not None and len(divided) == min(count, max(1, len(blocks))):
                filled = {blocks[column[-1]][-1]: sum(heights[each] for each in column) for column in divided[:-1]}
                found, tight, is_found = divided, is_tight, True
                below = {row: room - height for row, height in filled.items()}
                if self._is_in_single_lines():
                    break
        self.delegate.set_columns(port.width() // len(found), below, tight=tight, scale=scale)
        if self.isWrapping() != (len(found) > 1):
            self.setWrapping(len(found) > 1)
        self.scheduleDelayedItemsLayout()

    @property
    def least_height(self) -> int:
        """Pixels in which all rows are seen, in as many columns as there is room for across."""
        entries, most = self.rows.entries, self._most_columns()
        self.delegate.set_columns(self.viewport().width() // most, {}, tight=False, scale=growth(self.font()))
        heights = [sum([self.delegate.height(entries[row], self.font()) for row in block]) for block in self.rows.blocks()]
        divided = columns(heights, most, sum(heights)) or ()
        high = max((sum(heights[each] for each in column) for column in divided), default=0)
        self._arrange()
        return high + _EDGE + 2 * self.frameWidth()

    def _most_columns(self) -> int:
        return max(1, min(MOST, int(self.viewport().width() / (LEAST_WIDTH * growth(self.font())))))

    def _is_in_single_lines(self) -> bool:
        """Return True if each order has one line at the present width of a column."""
        font = self.font()
        return all(self.delegate.is_in_one_line(entry, font) for entry in self.rows.entries if isinstance(entry, OrderRow))

    @property
    def height_of_all(self) -> int:
        """Pixels of all rows below one another, with a line below each order for what it comes to where that has no room behind it."""
        blocks, scale = self.rows.blocks(), growth(self.font())
        row = ROW_HEIGHT if self.width() >= _NOTES_BEHIND * scale else _ROW
        rows = (entry for entry in self.rows.entries if isinstance(entry, OrderRow))
        orders = sum(max(row * scale, self.delegate.height(entry, self.font())) for entry in rows)
        return round(orders + (len(blocks) * HEADER_HEIGHT + ROW_HEIGHT) * scale)

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
        if editable == self.rows.editable and self.rows.is_listing(blocks):
            self.viewport().update()  # perhaps in other colours
            return
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
