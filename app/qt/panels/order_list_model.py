"""Model of the list of orders by power: headers and rows, folded or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.presentation.order_rows import OrderRow, PowerBlock, RowKind
from app.presentation.replies import ExpectedCentres
from app.qt.widgets.plain_label import plain_tip
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
            return " ".join(part for part in (entry.text or entry.subject, entry.note) if part)
        expected = self._expected.get(entry.power)
        words = (entry.name, entry.strength.replace(" · ", ", "), "" if expected is None else expected.words)
        return ", ".join((*filter(None, words), tr("{missing} without orders", missing=entry.missing)))

    def _tip(self, entry: Entry) -> str:
        if isinstance(entry, OrderRow):
            return f"{entry.sentence}\n{entry.note}".strip()
        expected = self._expected.get(entry.power)
        return "" if expected is None else expected.tip

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Rows can be edited while the phase is open."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.editable and isinstance(self.entry(index), OrderRow):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags
