"""Painting of a header or a row of the list of orders, and its editing as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.presentation.order_rows import OrderRow, PowerBlock, RowKind
from app.qt.panels.order_edit import OrderEdit
from app.qt.panels.order_list_model import AnyIndex, Entry, OrderListModel
from app.qt.panels.power_header import paint_power_header, small_font
from app.qt.widgets.fault_edit import FaultEdit
from app.qt.widgets.look import Look
from app.qt.widgets.swatch import Swatch
from languages import tr

HEADER_HEIGHT, TIGHT_HEADER_HEIGHT = 34, 28
ROW_HEIGHT, TIGHT_ROW_HEIGHT = 25, 21
NOTE_HEIGHT = 17


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
        high = self._row + (len(self._lines(entry, font)) - 1) * round(QFontMetricsF(font).lineSpacing())
        if not entry.note:
            return high
        return high - 2 + self._note * len(_wrapped(entry.note, QFontMetricsF(small_font(font)), self._width - 44.0))

    def _lines(self, row: OrderRow, font: QFont) -> Sequence[str]:
        """The order, or what is to be ordered, in as many lines as it needs."""
        words, metrics, room = _words(row), QFontMetricsF(font), self._width - 44.0
        return [words] if metrics.horizontalAdvance(words) <= room or room <= 0 else _wrapped(words, metrics, room) or [words]

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
                paint_power_header(painter, rect, option.font, entry, self._swatches.get(entry.power), self._look, expected)
            case OrderRow():
                if selected or hovered:
                    painter.fillRect(rect, self._look.colour("selection" if selected else "hover"))
                self._paint_row(painter, rect, option.font, entry)
            case None:
                pass
        painter.restore()

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
    if row.text:
        return row.text
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
