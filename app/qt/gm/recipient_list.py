"""To whom results go: everybody, and each player with a tick, what differs for them, and what became of their mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.qt.widgets.labels import PlainLabel, plain_tip, wrapped
from app.qt.widgets.scrolling import TallRoom
from app.qt.widgets.swatches import Swatch, SwatchSquare


@dataclass(frozen=True, slots=True)
class RecipientWords:
    """One line of the list."""

    reader: str
    title: str
    below: str
    """The address, or why there is none."""
    swatch: Swatch | None
    can_get: bool
    ticked: bool


class RecipientRow(QFrame):
    """A person: a tick, colours, name and address, and a word at the end.

    Signals:
        picked(str): this one's text is wanted. ticked(): the tick was set or taken away.
    """

    picked = Signal(str)
    ticked = Signal()

    def __init__(self, words: RecipientWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reader = words.reader
        self.setProperty("role", "recipient")
        self.box = QCheckBox()
        self.box.setChecked(words.ticked and words.can_get)
        self.box.setEnabled(words.can_get)
        self.box.setAccessibleName(f"{words.title}, {words.below}")
        self.box.installEventFilter(self)
        self.box.toggled.connect(lambda _on: self.ticked.emit())
        title = wrapped(words.title)
        title.setProperty("role", "strong")
        below = wrapped(words.below)
        below.setProperty("role", "soft")
        below.setToolTip(plain_tip(words.below))
        self.end = PlainLabel()
        self.end.setAlignment(Qt.AlignmentFlag.AlignCenter)
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(title)
        names.addWidget(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 7, 12, 7)
        row.setSpacing(10)
        row.addWidget(self.box)
        if words.swatch is not None:
            row.addWidget(SwatchSquare(words.swatch))
        row.addLayout(names, 1)
        row.addWidget(self.end, 0, Qt.AlignmentFlag.AlignVCenter)

    def say(self, words: str, role: str, tip: str = "") -> None:
        """Write *words* at its end."""
        self.end.setText(words)
        self.end.setProperty("role", role)
        self.end.setToolTip(plain_tip(tip))
        self.end.style().unpolish(self.end)
        self.end.style().polish(self.end)
        pad = 18 if role == "pill" else 0  # what the style puts round a pill
        self.end.setMinimumWidth(self.end.fontMetrics().horizontalAdvance(words) + pad)

    def show_picked(self, on: bool) -> None:
        """Mark the row as the one whose text is in view, or not."""
        self.setProperty("picked", "true" if on else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the tick shows the text."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.picked.emit(self.reader)
        else:
            super().mousePressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the text of a row when its tick gets the focus by Tab."""
        if watched is self.box and event.type() is QEvent.Type.FocusIn:
            self.picked.emit(self.reader)
        return super().eventFilter(watched, event)


class RecipientList(TallRoom):
    """All of them below one another.

    Signals:
        picked(str): that reader's text is wanted. ticked(): a reader was ticked or left out.
    """

    picked = Signal(str)
    ticked = Signal()

    def __init__(self, words: Sequence[RecipientWords], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.rows: dict[str, RecipientRow] = {}
        for each in words:
            row = RecipientRow(each)
            row.picked.connect(self.picked)
            row.ticked.connect(self.ticked)
            self.rows[each.reader] = row
            column.addWidget(row)
        column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    @property
    def wanted(self) -> tuple[str, ...]:
        """Readers that are ticked and can be written to."""
        return tuple(row.reader for row in self.rows.values() if row.box.isChecked() and row.box.isEnabled())

    def show_picked(self, reader: str) -> None:
        """Mark the row of the text in view."""
        for row in self.rows.values():
            row.show_picked(row.reader == reader)
