"""The seats below one another: each in a line of a table, or in two where there is little room for large words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.qt.hotseat.lobby_row import LobbyRow
from app.qt.widgets.plain_label import PlainLabel
from languages import tr

_ACROSS = 12
_FIRST = 2
"""The column of the power, after what moves its seat and its colour."""
_CHOICES = 3
"""What is chosen for a power: who decides, what more there is to say, what keeps its orders."""


class LobbyGrid(QFrame):
    """A card with all *rows*."""

    def __init__(self, rows: Sequence[LobbyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._rows = tuple(rows)
        self._heads = [PlainLabel(words) for words in (tr("Power"), tr("Who decides"), tr("Name or level"), tr("Kept from the others by"))]
        for head in self._heads:
            head.setProperty("role", "soft")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 12)
        self._grid.setHorizontalSpacing(_ACROSS)
        self._grid.setVerticalSpacing(16 if len(self._rows) <= 8 else 7)
        self._grid.setRowStretch(2 * len(self._rows) + 2, 1)
        self._is_folded = False
        self._lines: list[QGridLayout] = []
        self._place()

    def _place(self) -> None:
        """Put everything into its line."""
        grid = self._grid
        for widget in (*self._heads, *(each for row in self._rows for each in _widgets_of(row))):
            grid.removeWidget(widget)  # what is only taken out would keep how high the widget was
        for line in self._lines:
            grid.removeItem(line)
            line.deleteLater()
        self._lines = []
        first = 0 if self._is_folded else _FIRST + 1
        power, *choices = self._heads
        power.setVisible(not self._is_folded)
        if not self._is_folded:
            grid.addWidget(power, 0, _FIRST)
        for at, head in enumerate(choices):
            grid.addWidget(head, 0, first + at)
        for number, row in enumerate(self._rows):
            upper, lower = (2 * number + 1, 2 * number + 2) if self._is_folded else (number + 1, number + 1)
            if self._is_folded:
                whose = QGridLayout()
                whose.setHorizontalSpacing(_ACROSS)
                grid.addLayout(whose, upper, 0, 1, _CHOICES)
                self._lines.append(whose)
                whose.setColumnStretch(_FIRST, 1)
            else:
                whose = grid
            for column, widget in enumerate((row.moves, row.swatch, row.name)):
                whose.addWidget(widget, 0 if self._is_folded else upper, column)
            for column, widget in enumerate((row.decider, row.middle, row.kept)):
                grid.addWidget(widget, lower, first + column)
        for column in range(_FIRST + 1 + _CHOICES):
            grid.setColumnStretch(column, 1 if column == first + 1 else 0)

    def event(self, event: QEvent) -> bool:
        """What is chosen may take more room than before."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fold()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may have room for one line, or need two."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        is_folded = self.wide_in_one() > self.width()
        if self._is_folded is not is_folded:
            self._is_folded = is_folded
            self._place()
            self.updateGeometry()

    def wide_in_one(self) -> int:
        """Pixels that it needs to have each seat in one line."""
        return self._needed(self._in_one())

    def minimumSizeHint(self) -> QSize:
        """As wide as two lines need."""
        whose = self._needed([self._whose()])
        return QSize(max(whose, self._needed(self._chosen())), super().minimumSizeHint().height())

    def _in_one(self) -> list[int]:
        rows = self._rows
        return [_widest(row.moves for row in rows), _widest(row.swatch for row in rows), self._named(), *self._chosen()]

    def _named(self) -> int:
        return _widest((self._heads[0], *(row.name for row in self._rows)))

    def _whose(self) -> int:
        return max((sum(map(_wide, (row.moves, row.swatch, row.name))) + 2 * _ACROSS for row in self._rows), default=0)

    def _chosen(self) -> list[int]:
        rows, (_, *heads) = self._rows, map(_wide, self._heads)
        parts = (_widest(row.decider for row in rows), _widest(row.middle for row in rows), _widest(row.kept for row in rows))
        return [max(each) for each in zip(heads, parts, strict=True)]

    def _needed(self, columns: Sequence[int]) -> int:
        margins = self._grid.contentsMargins()
        return sum(columns) + _ACROSS * (len(columns) - 1) + margins.left() + margins.right()


def _widgets_of(row: LobbyRow) -> tuple[QWidget, ...]:
    return row.moves, row.swatch, row.name, row.decider, row.middle, row.kept


def _widest(widgets: Iterable[QWidget]) -> int:
    return max(map(_wide, widgets), default=0)


def _wide(widget: QWidget) -> int:
    return widget.minimumSizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize()).width()
