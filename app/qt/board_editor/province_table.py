"""The table of provinces: what each is, beside the drawing; a cell that is changed is one step in the variant's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from adjudicator.board import Terrain
from app.board_editor.reading import ProvinceRow
from app.qt.widgets.look import Look
from app.qt.widgets.tables import WholeHeads, WholeRows
from entente.words.names import terrain_word
from languages import mark, tr
from variants.fault import Severity

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("", mark("Code"), mark("Name"), mark("Terrain"), mark("Centre"), mark("Army"), mark("Fleet"), "")
CHIP, CODE, NAME, TERRAIN, CENTRE, ARMY, FLEET, TROUBLE = range(8)
_KEYS = {CODE: "code", NAME: "name", TERRAIN: "terrain", CENTRE: "centre"}
_NOTHING = "–"
_CHIP = 13
"""Pixels."""


class ProvinceModel(QAbstractTableModel):
    """The rows.

    Signals:
        cell_edited(str, str, object): of the province of this code, this key of its table is to be another value.
    """

    cell_edited = Signal(str, str, object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.rows: tuple[ProvinceRow, ...] = ()
        self._colours: Mapping[str, QColor] = {}
        self.is_editable = False

    def show_rows(self, rows: Sequence[ProvinceRow], colours: Mapping[str, QColor], look: Look) -> None:
        """Show these; where the provinces are the same, the pick stays."""
        same = [each.code for each in rows] == [each.code for each in self.rows]
        if not same:
            self.beginResetModel()
        self.rows, self._colours, self._look = tuple(rows), colours, look
        if same:
            self.dataChanged.emit(self.index(0, 0), self.index(max(0, len(rows) - 1), len(COLUMNS) - 1))
        else:
            self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return tr(COLUMNS[section]) if COLUMNS[section] else ""
        if role == Qt.ItemDataRole.TextAlignmentRole and orientation is Qt.Orientation.Horizontal:
            middle = section in (CENTRE, ARMY, FLEET, TROUBLE)
            return Qt.AlignmentFlag.AlignCenter if middle else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._text(row, column)
            case Qt.ItemDataRole.ForegroundRole:
                if column == TROUBLE:
                    return self._look.colour("bad" if row.trouble is Severity.ERROR else "warning")
                if not row.is_drawn or not row.is_listed:
                    return self._look.colour("text_faint")
            case Qt.ItemDataRole.DecorationRole:
                colour = self._colours.get(row.home or row.territory) if column == CHIP else None
                return None if colour is None else _chip(colour, self._look)
            case Qt.ItemDataRole.FontRole:
                if column in (CODE, TROUBLE) or (column == NAME and row.centre):
                    font = QFont()
                    font.setBold(True)
                    return font
            case Qt.ItemDataRole.TextAlignmentRole:
                if column in (CENTRE, ARMY, FLEET, TROUBLE):
                    return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.is_editable and index.column() in (CODE, NAME, TERRAIN):
            found |= Qt.ItemFlag.ItemIsEditable
        return found

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.rows[index.row()]
        words = str(value).strip()
        present = row.terrain if index.column() == TERRAIN else self._text(row, index.column())
        if role != Qt.ItemDataRole.EditRole or not words or words == present:
            return False
        self.cell_edited.emit(row.code, _KEYS[index.column()], words)
        return True

    def toggle_centre(self, index: Index) -> None:
        """A centre becomes none, and the other way round."""
        row = self.rows[index.row()]
        if self.is_editable:
            self.cell_edited.emit(row.code, "centre", not row.centre)

    def _text(self, row: ProvinceRow, column: int) -> str:
        match column:
            case 1:
                return row.code
            case 2:
                return row.name
            case 3:
                return terrain_word(Terrain(row.terrain)) if row.terrain in set(Terrain) else row.terrain
            case 4:
                return "★" if row.centre else _NOTHING
            case 5:
                return str(len(row.army)) if row.army else _NOTHING
            case 6:
                return str(row.fleet_count) if row.fleet_count else _NOTHING
            case 7:
                return "!" if row.trouble is not None else ""
            case _:
                return ""

    def _tip(self, row: ProvinceRow) -> str:
        if not row.is_listed:
            return tr("{code} is drawn, and the variant has no such province.", code=row.code)
        return "" if row.is_drawn else tr("{code} is not drawn.", code=row.code)


def _chip(colour: QColor, look: Look) -> QIcon:
    """A small square in the colour of a power, which is seen on a row that is picked as well."""
    made = QPixmap(QSize(_CHIP, _CHIP) * 2)
    made.setDevicePixelRatio(2)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.colour("text_soft"), 1))
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(0.5, 0.5, _CHIP - 1, _CHIP - 1), 3, 3)
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # Qt would tint that of a row that is picked
        icon.addPixmap(made, mode)
    return icon


class _TerrainDelegate(QStyledItemDelegate):
    """A box with the four terrains; what is taken counts at once."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: ARG002  # Qt's signature
        box = QComboBox(parent)
        for each in Terrain:
            box.addItem(terrain_word(each), each.value)
        box.activated.connect(lambda _row: self._take(box))
        return box

    def _take(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.showPopup()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())


class ProvinceTable(QTableView):
    """Shows the rows, found by a few letters.

    Signals:
        province_picked(str): a row came to the front by hand.
    """

    province_picked = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ProvinceModel(look, self)
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self.rows)
        self._found.setFilterKeyColumn(-1)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setModel(self._found)
        self.setAccessibleName(tr("Provinces"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setShowGrid(False)
        self.setSortingEnabled(True)
        self.sortByColumn(CODE, Qt.SortOrder.AscendingOrder)
        self.verticalHeader().hide()
        WholeRows(self, 26)
        header = self.horizontalHeader()
        header.setProperty("role", "narrow")
        header.setHighlightSections(False)
        header.setMinimumSectionSize(8)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        widths = {CHIP: 26, CODE: 62, NAME: 90, TERRAIN: 76, CENTRE: 52, ARMY: 46, FLEET: 42, TROUBLE: 18}
        self._heads = WholeHeads(header, widths, cramped=self.sizeHintForColumn)
        self.rows.modelReset.connect(self._show_troubles)
        self.rows.dataChanged.connect(lambda *_: self._show_troubles())
        self.setItemDelegateForColumn(TERRAIN, _TerrainDelegate(self))
        self.clicked.connect(self._clicked)
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        self._is_told = False

    def _show_troubles(self) -> None:
        """Show the column of faults where there are any: without it the others have room side by side."""
        is_idle = all(each.trouble is None for each in self.rows.rows)
        if is_idle is not self.isColumnHidden(TROUBLE):
            self.setColumnHidden(TROUBLE, is_idle)
        self._heads.fit()

    def filter(self, words: str) -> None:
        """Show only rows in which *words* stand."""
        self._found.setFilterFixedString(words)

    def pick(self, code: str | None) -> None:
        """Bring the row of *code* to the front, without saying so."""
        self._is_told = True
        try:
            for row in range(self._found.rowCount()):
                if self._found.index(row, CODE).data() == code:
                    self.setCurrentIndex(self._found.index(row, CODE))
                    self.scrollTo(self._found.index(row, CODE))
                    return
            self.clearSelection()
        finally:
            self._is_told = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the row in front in sight when what stands below takes other room."""
        super().resizeEvent(event)
        index = self.currentIndex()
        if index.isValid():
            self.scrollTo(index)

    @property
    def picked(self) -> str | None:
        """The code of the row in front."""
        index = self.currentIndex()
        return str(self._found.index(index.row(), CODE).data()) if index.isValid() else None

    def _row_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and not self._is_told:
            self.province_picked.emit(str(self._found.index(index.row(), CODE).data()))

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == CENTRE:
            self.rows.toggle_centre(self._found.mapToSource(index))
