"""Text of a file with the numbers of its lines, and the list of its faults, each whole."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from app.qt.widgets.look import Look
from languages import tr
from variants.fault import Severity


class NumberedText(QPlainTextEdit):
    """Read-only text with the numbers of its lines at the left."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setProperty("fixed", True)
        self._margin = _Margin(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scrolled)
        self._make_room()

    def set_look(self, look: Look) -> None:
        """Colour in *look* from now on."""
        self._look = look
        self._margin.update()

    def go_to(self, line: int, column: int = 1, length: int = 0, *, at_top: bool = False) -> None:
        """Mark *length* characters at *line* and *column* (both from 1), in the middle of the view or at its top."""
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            return
        cursor = QTextCursor(block)
        start = block.position() + min(column - 1, max(0, block.length() - 1))
        cursor.setPosition(start)
        cursor.setPosition(min(start + length, block.position() + max(0, block.length() - 1)), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        if at_top:
            self.verticalScrollBar().setValue(line - 1)
        else:
            self.centerCursor()

    def margin_width(self) -> int:
        """Pixels that the numbers take."""
        return self.fontMetrics().horizontalAdvance("9" * max(3, len(str(self.blockCount())))) + 16

    def _make_room(self) -> None:
        self.setViewportMargins(self.margin_width(), 0, 0, 0)

    def _scrolled(self, rect: QRect, dy: int) -> None:
        if dy:
            self._margin.scroll(0, dy)
        else:
            self._margin.update(0, rect.y(), self._margin.width(), rect.height())

    def changeEvent(self, event: QEvent) -> None:
        """Make room for numbers of another size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._margin.setGeometry(inside.left(), inside.top(), self.margin_width(), inside.height())

    def paint_margin(self, event: QPaintEvent) -> None:
        """Paint the numbers of the visible lines."""
        painter = QPainter(self._margin)
        painter.fillRect(event.rect(), self._look.colour("sunken"))
        painter.setPen(self._look.colour("text_faint"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        height = self.blockBoundingRect(block).height()
        while block.isValid() and top <= event.rect().bottom():
            painter.drawText(
                QRect(0, round(top), self._margin.width() - 8, round(height)),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop,
                str(block.blockNumber() + 1),
            )
            top += height
            block = block.next()
            height = self.blockBoundingRect(block).height()
        painter.end()


class _Margin(QWidget):
    """Margin in which the numbers are painted."""

    def __init__(self, text: NumberedText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_margin(event)


class WrappedFaults(QListWidget):
    """Follows the width that it is given."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setAccessibleName(tr("Faults"))
        self.setWordWrap(True)
        # Qt reckons the height of wrapped lines without the padding at their sides, and would cut those that just do not fit.
        self.setStyleSheet("QListView::item { padding: 3px 0; }")
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)

    def add_fault(self, severity: Severity, words: str, place: object) -> None:
        """Add a line; *place* is what its row is asked for by ``Qt.ItemDataRole.UserRole``."""
        is_error = severity is Severity.ERROR
        item = QListWidgetItem(f"{'✕' if is_error else '!'}  {words}")
        item.setForeground(self._look.colour("bad" if is_error else "warning"))
        item.setData(Qt.ItemDataRole.UserRole, place)
        self.addItem(item)
