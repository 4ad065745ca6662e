"""The saved text beside the board, with line numbers; follows the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.game.dpn.whereabouts import PhaseLines, line_of, phase_lines
from app.game.record import Cursor, Game
from app.qt.shell.status_line import ElidedLabel
from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel, plain_tip


class NumberedText(QPlainTextEdit):
    """Read-only text with the numbers of its lines at the left."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
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
    """Where the numbers are painted."""

    def __init__(self, text: NumberedText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_margin(event)


class FilePane(QWidget):
    """The file of the game in front.

    Signals:
        editor_requested(Path): the file is to be opened in the system's editor.
        save_requested(): there is no file yet and one is wanted.
    """

    editor_requested = Signal(object)
    save_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._lines: PhaseLines = {}
        self._moment: tuple[Path | None, str, str, int] | None = None
        """The phase that was marked last: the file, the game, the branch that keeps it, and its index."""
        self.where = ElidedLabel(Qt.AlignmentFlag.AlignLeft)
        self.state = PlainLabel()
        self.state.setProperty("role", "soft")
        self.state.setWordWrap(True)
        self.text = NumberedText(look)
        self._edit = QPushButton("Open in editor")
        self._edit.clicked.connect(self._button_pressed)
        top = QHBoxLayout()
        top.addWidget(self.where, 1)
        top.addWidget(self._edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addLayout(top)
        column.addWidget(self.state)
        column.addWidget(self.text, 1)

    def show_file(self, path: Path | None, text: str, *, is_modified: bool) -> None:
        """Show *text*, which is what *path* holds; without a path it is what would be saved.

        Where somebody reads, the text stays in its place; see :meth:`show_moment`.
        """
        self._path = path
        self.where.setText("Not saved yet" if path is None else str(path))
        self.where.setToolTip(plain_tip(self.where.text()))
        if path is None:
            self.state.setText("This is what saving will write.")
        else:
            self.state.setText(
                "The game has changes that this file does not have yet." if is_modified else "The game is as this file says."
            )
        self._edit.setText("Save…" if path is None else "Open in editor")
        if self.text.toPlainText() != text:
            scroll = self.text.verticalScrollBar().value()
            self.text.setPlainText(text)
            self.text.verticalScrollBar().setValue(scroll)
            self._lines = phase_lines(text)

    def show_moment(self, game: Game, cursor: Cursor) -> None:
        """Mark the heading of the phase at *cursor*, whenever another phase is shown than before."""
        moment = (self._path, game.id, game.owner(cursor).name, cursor.index)
        line = line_of(self._lines, game, cursor)
        if line is None or moment == self._moment:
            return
        self._moment = moment
        self.text.go_to(line, length=len(self.text.document().findBlockByNumber(line - 1).text()), at_top=True)

    def forget_moment(self) -> None:
        """Whoever opens the pane next is brought to the phase that is shown."""
        self._moment = None

    def _button_pressed(self) -> None:
        if self._path is None:
            self.save_requested.emit()
        else:
            self.editor_requested.emit(self._path)
