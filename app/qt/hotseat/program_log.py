"""Log of one program: turns as a list, the lines of both sides, its standard error, and the time of its present turn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QPlainTextEdit,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.presentation.hotseat.seat_rows import LogRow, SeatLine
from app.qt.widgets import forms
from app.qt.widgets.labels import plain_tip
from app.qt.widgets.look import Look
from app.qt.widgets.tables import WholeHeads
from languages import labelled, plural, tr

MOST_ROWS = 2_000
"""Rows in view; older ones are in the file that *Save log…* writes, as far as they are kept."""
_SHOWN_WORDS = 400
_SHOWN_RAW = 4_000
"""Characters of a raw line in view."""


class ThinkingBar(QWidget):
    """Bar of the time that a program has used, with a mark at the end of its own clock before ours."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._part = self._mark = 0.0
        self.setFixedHeight(9)
        self.setMinimumWidth(80)

    def show_time(self, used: float, whole: float, margin: float, look: Look) -> None:
        """Show *used* of *whole* seconds, *margin* of which the program does not have."""
        self._look = look
        self._part = min(1.0, used / whole) if whole > 0 else 0.0
        self._mark = max(0.0, 1.0 - margin / whole) if whole > 0 else 1.0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  # Qt's signature
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width, height = float(self.width()), float(self.height())
        painter.setBrush(QColor(self._look.colour("sunken")))
        painter.drawRoundedRect(QRectF(0, 0, width, height), 4, 4)
        painter.setBrush(QColor(self._look.colour("accent")))
        painter.drawRoundedRect(QRectF(0, 0, width * self._part, height), 4, 4)
        painter.setBrush(QColor(self._look.colour("bad")))
        painter.drawRect(QRectF(min(width - 2, width * self._mark), 0, 2, height))
        painter.end()


class ProgramLog(QWidget):
    """The right half of the page.

    Signals:
        save_requested(): the log is to be written into a file.
    """

    save_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._rows = 0
        self._last: LogRow | None = None
        self.thinking, self.time = forms.label("", "strong"), forms.label("", "soft")
        self.bar = ThinkingBar(look)
        self.band = QFrame()
        forms.column(forms.flow((self.thinking, 1), self.time), self.bar, on=self.band, margins=(18, 8, 18, 10), spacing=5)
        self.turns = forms.styled(QTreeWidget(), name=tr("What was said with this program"))
        self.turns.setHeaderLabels(("ms", "", tr("Message"), "", tr("Answer took")))
        self.turns.setRootIsDecorated(False)
        self.turns.setIndentation(0)
        self.turns.setUniformRowHeights(True)
        self.turns.setFrameShape(QFrame.Shape.NoFrame)
        self.turns.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.turns.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        WholeHeads(header, {0: 70, 1: 30, 2: 96, 3: 120, 4: 96})
        self.raw, self.errors = _lines(tr("Lines as they went")), _lines(tr("Messages about errors that the program printed"))
        self.tabs = QTabWidget()
        self.tabs.addTab(self.turns, tr("Turns"))
        self.tabs.addTab(self.raw, tr("Raw lines"))
        self.tabs.addTab(self.errors, "stderr")
        closed = tr("Orders and letters are hidden from anyone who reads over your shoulder: only times and problems stand here.")
        self.closed = forms.label(closed, "soft", wraps=True)
        self.closed.setContentsMargins(18, 4, 18, 4)
        self.counts = forms.label("", "soft")
        self.copy, self.save = forms.button(tr("Copy line"), self._copy), forms.button(tr("Save log…"), self.save_requested)
        foot = forms.styled(QFrame(), "footer")
        forms.flow((self.counts, 1), self.copy, self.save, on=foot, margins=(18, 8, 18, 8))
        forms.column(self.band, self.closed, (self.tabs, 1), foot, on=self, margins=(0, 8, 0, 0), spacing=0)

    def begin(self) -> None:
        """Another program, or another reader: show nothing until rows are added."""
        self._rows = 0
        self.turns.clear()
        self.raw.clear()
        self.errors.clear()
        self.tabs.setTabText(2, "stderr")

    def add(self, rows: Sequence[LogRow]) -> None:
        """Add *rows* at the end; the list stays at its end where it was there."""
        if not rows:
            return
        scroll = self.turns.verticalScrollBar()
        is_at_end = scroll.value() >= scroll.maximum() - 2
        look = self._look
        for each in rows:
            item = QTreeWidgetItem([each.at, each.mark, each.kind, each.words[:_SHOWN_WORDS], each.trip])
            if each.is_heading:
                item.setText(0, each.words)
                item.setText(3, "")
            self.turns.addTopLevelItem(item)
            item.setFirstColumnSpanned(each.is_heading)
            item.setData(0, Qt.ItemDataRole.UserRole, each.raw)
            item.setToolTip(3, plain_tip(each.words[:_SHOWN_WORDS]))
            item.setTextAlignment(4, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            _paint(item, each, look)
            if each.raw:
                self.raw.appendPlainText(f"{each.mark} {each.raw[:_SHOWN_RAW]}{'…' if len(each.raw) > _SHOWN_RAW else ''}")
            if each.kind == "stderr":
                self.errors.appendPlainText(each.words[:_SHOWN_RAW])
        while self.turns.topLevelItemCount() > MOST_ROWS:
            self.turns.takeTopLevelItem(0)
        written = self.errors.blockCount() if self.errors.toPlainText() else 0
        self.tabs.setTabText(2, f"stderr {written}" if written else "stderr")
        if is_at_end:
            self.turns.scrollToBottom()

    def show_line(self, line: SeatLine | None, counts: tuple[int, int, int, float], margin: float, *, may_read: bool) -> None:
        """Show whose program it is, how long it thinks, and what its turns add up to."""
        thinking = None if line is None else line.thinking
        self.closed.setVisible(line is not None and not may_read)
        self.band.setVisible(line is not None)
        if line is not None:
            self.thinking.setText(tr("{power} is thinking", power=line.name) if thinking is not None else labelled(line.name, line.state))
            self.time.setText("" if thinking is None else thinking.words)
        self.bar.setVisible(thinking is not None and thinking.whole is not None)
        if thinking is not None and thinking.whole is not None:
            self.bar.show_time(thinking.used, thinking.whole, margin, self._look)
        turns, refused, late, seconds = counts
        self.counts.setText(
            plural(
                "{count} turn   {seconds:.2f} s a move   {refused} rejected   {late} late",
                "{count} turns   {seconds:.2f} s a move   {refused} rejected   {late} late",
                turns,
                seconds=seconds,
                refused=refused,
                late=late,
            )
            if line is not None
            else ""
        )
        self.copy.setEnabled(may_read)
        self.save.setEnabled(line is not None and may_read)

    def set_look(self, look: Look) -> None:
        """Another theme was chosen."""
        self._look = look

    def _copy(self) -> None:
        item = self.turns.currentItem()
        if item is not None:
            QGuiApplication.clipboard().setText(str(item.data(0, Qt.ItemDataRole.UserRole) or item.text(3)))


def _paint(item: QTreeWidgetItem, row: LogRow, look: Look) -> None:
    def colour(name: str) -> QBrush:
        return QBrush(QColor(look.colour(name)))

    if row.is_heading:
        bold = QFont(item.font(0))
        bold.setBold(True)
        item.setFont(0, bold)
        for at in range(5):
            item.setBackground(at, colour("sunken"))
        return
    bold = QFont(item.font(2))
    bold.setBold(True)
    item.setFont(2, bold)
    item.setForeground(0, colour("text_soft"))
    item.setForeground(3, colour("text_soft"))
    if row.is_bad:
        item.setForeground(1, colour("bad"))
        item.setForeground(2, colour("bad"))
    elif row.mark == "→":
        item.setForeground(1, colour("accent"))
    elif row.mark == "←":
        item.setForeground(1, colour("good"))


def _lines(name: str) -> QPlainTextEdit:
    edit = QPlainTextEdit()
    edit.setReadOnly(True)
    edit.setAccessibleName(name)
    edit.setFrameShape(QFrame.Shape.NoFrame)
    edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    edit.setMaximumBlockCount(MOST_ROWS)
    edit.setProperty("fixed", True)
    return edit
