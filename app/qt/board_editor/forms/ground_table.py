"""Shapes with their proposed terrain and the reason: code, name and terrain can be changed before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from adjudicator.board import Terrain
from app.qt.widgets.tables import WholeHeads, WholeRows
from languages import mark, tr

UNKNOWN = mark("land or sea?")
LAND = mark("land")
"""Land, with a shore or without: the drawing shows which."""
_CODE, _NAME, _TERRAIN = range(3)


@dataclass(frozen=True, slots=True)
class GroundRow:
    """One province."""

    key: str
    """By which it is known while its code is retyped."""
    code: str
    name: str
    terrain: Terrain | None
    """``None`` where nothing tells."""
    reason: str
    """Reason of the proposed terrain and name."""


class GroundTable(QTableWidget):
    """Rows of provinces; those of unknown terrain come first.

    Signals:
        said(str, str, str): of the province with this key, "code", "name" or "terrain" is to be another.
        row_picked(str): the province with this code came to the front.
    """

    said = Signal(str, str, str)
    row_picked = Signal(str)

    def __init__(self, *, codes: bool, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self._codes = codes
        self.setAccessibleName(tr("Provinces"))
        self.rows: tuple[GroundRow, ...] = ()
        self.boxes: dict[str, QComboBox] = {}
        self.setHorizontalHeaderLabels([tr("Code"), tr("Name"), tr("Terrain")])
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        WholeRows(self, 30)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self._heads = WholeHeads(header, {_CODE: 56, _NAME: 90, _TERRAIN: 122}, self._widest_box)
        self.itemChanged.connect(self._typed)
        self.currentCellChanged.connect(self._moved)

    def show_rows(self, rows: Sequence[GroundRow]) -> None:
        """Show these."""
        rows = tuple(sorted(rows, key=lambda each: (each.terrain is not None, each.code)))
        if rows == self.rows and all(self._is_shown(at, row) for at, row in enumerate(rows)):
            return
        picked = self.rows[self.currentRow()].key if 0 <= self.currentRow() < len(self.rows) else None
        self.rows = rows
        with QSignalBlocker(self):
            self.clearContents()
            self.setRowCount(len(rows))
            self.boxes = {}
            for at, row in enumerate(rows):
                self._fill(at, row)
                if row.key == picked:
                    self.setCurrentCell(at, _NAME)
        self._heads.fit()

    def _widest_box(self, column: int) -> int:
        """Pixels that the boxes of terrains need."""
        return max((each.sizeHint().width() for each in self.boxes.values()), default=0) if column == _TERRAIN else 0

    def pick(self, code: str) -> None:
        """Bring the row of the province to the front."""
        for at, row in enumerate(self.rows):
            if row.code == code:
                with QSignalBlocker(self):
                    self.setCurrentCell(at, _NAME)

    def _is_shown(self, at: int, row: GroundRow) -> bool:
        """Return True if no other value was typed since."""
        code, name = self.item(at, _CODE), self.item(at, _NAME)
        return code is not None and name is not None and (code.text(), name.text()) == (row.code, row.name)

    def _fill(self, at: int, row: GroundRow) -> None:
        for column, text in ((_CODE, row.code), (_NAME, row.name)):
            item = QTableWidgetItem(text)
            item.setToolTip(row.reason)
            if not self._codes:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            self.setItem(at, column, item)
        box = QComboBox()
        words: dict[str, str] = {}
        if row.terrain is None:
            words |= {tr(each): each for each in ([UNKNOWN, LAND] if self._codes else [UNKNOWN])}
        words |= {tr(each.value): each.value for each in Terrain}
        box.addItems(list(words))
        box.setCurrentText(tr(UNKNOWN if row.terrain is None else row.terrain.value))
        box.setToolTip(row.reason)
        box.setAccessibleName(tr("Terrain of {row}", row=row.name))
        box.textActivated.connect(lambda word, key=row.key: self.said.emit(key, "terrain", words[word]))
        self.setCellWidget(at, _TERRAIN, box)
        self.boxes[row.code] = box

    def _typed(self, item: QTableWidgetItem) -> None:
        row = self.rows[item.row()]
        key = "code" if item.column() == _CODE else "name"
        words = " ".join(item.text().split())
        if words and words != (row.code if key == "code" else row.name):
            self.said.emit(row.key, key, words)
        else:
            with QSignalBlocker(self):
                item.setText(row.code if key == "code" else row.name)

    def _moved(self, at: int, _column: int, _row_before: int, _column_before: int) -> None:
        if 0 <= at < len(self.rows):
            self.row_picked.emit(self.rows[at].code)
