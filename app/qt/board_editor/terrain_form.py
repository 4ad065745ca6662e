"""Forms of land and sea: shapes of a drawing with what they are taken for, and a variant begun from a bare drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from adjudicator.board import Terrain
from app.board_editor.beginning import Beginning
from app.board_editor.terrain import TerrainProposal
from app.qt.widgets import forms
from app.qt.widgets.labels import AskingLine
from app.qt.widgets.tables import WholeHeads, WholeRows
from entente.words.names import join_words
from languages import mark, plural, sentence, tr

UNKNOWN = mark("land or sea?")
LAND = mark("land")
"""Land, with a shore or without: the drawing shows which."""
_CODE, _NAME, _TERRAIN = range(3)


@dataclass(frozen=True, slots=True)
class GroundRow:
    """One province."""

    key: str
    """Key by which it is known while its code is retyped."""
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
        box = forms.styled(QComboBox(), name=tr("Terrain of {row}", row=row.name), tip=row.reason)
        words: dict[str, str] = {}
        if row.terrain is None:
            words |= {tr(each): each for each in ([UNKNOWN, LAND] if self._codes else [UNKNOWN])}
        words |= {tr(each.value): each.value for each in Terrain}
        box.addItems(list(words))
        box.setCurrentText(tr(UNKNOWN if row.terrain is None else row.terrain.value))
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


class TerrainForm(QWidget):
    """The proposals as a table.

    Signals:
        agreed(object): province to the terrain that is to be written, a mapping.
        left(): back to the table of provinces; nothing is written.
        row_picked(str): a province came to the front.
    """

    agreed = Signal(object)
    left = Signal()
    row_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[TerrainProposal, ...] = ()
        self.heading = forms.label(tr("Terrain as it is drawn"), "heading")
        self.told = forms.label(role="soft", wraps=True)
        self.table = GroundTable(codes=False)
        self.table.said.connect(self._say)
        self.table.row_picked.connect(self.row_picked)
        self.write = forms.button("", self._agree, "primary")
        self.cancel = forms.button(tr("Leave it"), self.left)
        forms.column(
            self.heading, self.told, (self.table, 1), forms.flow((self.write, 1), self.cancel), on=self, margins=(12, 8, 12, 8), spacing=8
        )

    def show_proposals(self, found: tuple[TerrainProposal, ...]) -> None:
        """Ask about these."""
        self._found = found
        self._refresh()

    def _say(self, key: str, _what: str, word: str) -> None:
        if word in set(Terrain):
            self._found = tuple(
                replace(each, terrain=Terrain(word), reason=tr("your answer")) if each.code == key else each for each in self._found
            )
            self._refresh()

    def _refresh(self) -> None:
        shown = [each for each in self._found if each.is_change or each.terrain is None] or list(self._found)
        self.table.show_rows([GroundRow(each.code, each.code, each.name, each.terrain, _why(each)) for each in shown])
        changes = sum(each.is_change for each in self._found)
        open_ones = sum(each.terrain is None for each in self._found)
        self.told.setText(
            tr("Every province is in the file as it is drawn.")
            if not changes and not open_ones
            else tr(
                "These are drawn otherwise than the file has them; the reason comes up over each row. Nothing is written before every "
                "one is known."
            )
        )
        self.write.setText(plural("Write {count} terrain", "Write {count} terrains", changes))
        self.write.setEnabled(bool(changes) and not open_ones)

    def _agree(self) -> None:
        self.agreed.emit({each.code: each.terrain for each in self._found if each.is_change})
        self.left.emit()


def _why(each: TerrainProposal) -> str:
    reason = sentence(each.reason)
    if each.stated and each.is_change:
        return tr("{reason}. The file says {stated}.", reason=reason, stated=tr(each.stated))
    return f"{reason}."


class BeginForm(QWidget):
    """Asks for name, layer, place, and all that could not be derived.

    Signals:
        said(str, str, str): of the shape with this key, its code, name or terrain is to be another.
        layer_chosen(str): another layer has the provinces.
        start_chosen(bool): the start is taken from the drawing, or not.
        names_chosen(str): texts or labels are right where two shapes have each other's name over them.
        cut_chosen(bool): water that only lines divide is cut along them, or not.
        begin_requested(str, bool): the variant is to be written under this name; whether with a copy of the drawing.
        row_picked(str): a province came to the front.
    """

    said = Signal(str, str, str)
    layer_chosen = Signal(str)
    start_chosen = Signal(bool)
    cut_chosen = Signal(bool)
    names_chosen = Signal(str)
    begin_requested = Signal(str, bool)
    row_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_named = False
        self.heading = forms.label(tr("A variant from this drawing"), "heading")
        self.told = forms.label(
            tr(
                "Texts over shapes are their names, codes follow from the names, land and sea from words, layers and colours; the "
                "reason comes up over each row. Correct what is wrong, then begin."
            ),
            "soft",
            wraps=True,
        )
        self.name = forms.styled(AskingLine(), name=tr("Name"))
        self.name.setPlaceholderText(tr("Name of the variant"))
        self.name.textEdited.connect(self._typed)
        self.layer = forms.styled(QComboBox(), name=tr("Layer of the provinces"))
        self.layer.textActivated.connect(lambda _words: self.layer_chosen.emit(str(self.layer.currentData())))
        self.beside = QRadioButton(tr("Beside the drawing, which gets its labels"))
        self.copy = QRadioButton(tr("Among my variants, with a copy of the drawing"))
        self.beside.setChecked(True)
        self.table = GroundTable(codes=True)
        self.table.said.connect(self.said)
        self.table.row_picked.connect(self.row_picked)
        self.start = QCheckBox(tr("Centres, powers and units as they are drawn"))
        self.start.setChecked(True)
        self.start.clicked.connect(self.start_chosen)
        self.cut = QCheckBox(tr("Cut the water along its lines"))
        self.cut.clicked.connect(self.cut_chosen)
        self.exchanged = forms.label(wraps=True)
        self.texts, self.labels = (
            forms.button(tr("The texts are right"), lambda: self.names_chosen.emit("texts")),
            forms.button(tr("The labels are right"), lambda: self.names_chosen.emit("labels")),
        )
        self.divided = forms.label(wraps=True)
        self.taken = forms.label(role="soft", wraps=True)
        self.open = forms.label(wraps=True)
        self.button = forms.button(
            tr("Begin the variant"), lambda: self.begin_requested.emit(self.name.text().strip(), self.copy.isChecked()), "primary"
        )
        above: tuple[QWidget, ...] = (self.heading, self.told, self.name, self.layer)
        below: tuple[QWidget, ...] = (
            self.exchanged,
            self.texts,
            self.labels,
            self.divided,
            self.cut,
            self.start,
            self.taken,
            self.open,
            self.beside,
            self.copy,
            self.button,
        )
        forms.column(*above, (self.table, 1), *below, on=self, margins=(12, 8, 12, 8), spacing=8)

    def show_beginning(self, beginning: Beginning, title: str, not_beside: str) -> None:
        """Show what the drawing would be.

        Args:
            title: a name for the variant, until one is typed.
            not_beside: why it cannot lie beside the drawing; empty where it can.
        """
        if not self._is_named:
            self.name.setText(title)
        self.layer.clear()
        for each in beginning.coded.layers:
            self.layer.addItem(
                plural("Provinces: {name}, {count} shape", "Provinces: {name}, {count} shapes", each.shapes, name=each.name), each.name
            )
        self.layer.setCurrentIndex(self.layer.findData(beginning.coded.layer))
        self.layer.setEnabled(self.layer.count() > 1)
        self.exchanged.setText("\n".join(beginning.exchanged))
        for asked in (self.exchanged, self.texts, self.labels):
            asked.setVisible(bool(beginning.exchanged))
        self.divided.setText("\n".join(beginning.divided))
        self.divided.setVisible(bool(beginning.divided))
        self.cut.setChecked(beginning.answers.cut)
        self.cut.setVisible(bool(beginning.divided) or beginning.answers.cut)
        self.beside.setEnabled(not not_beside)
        self.beside.setToolTip(not_beside)
        if not_beside:
            self.copy.setChecked(True)
        self.table.show_rows(
            [
                GroundRow(
                    each.key,
                    each.code,
                    each.name,
                    each.terrain,
                    tr(
                        "Its name: {name_reason}. Its ground: {terrain_reason}.",
                        name_reason=each.name_reason,
                        terrain_reason=each.terrain_reason,
                    ),
                )
                for each in beginning.provinces
            ]
        )
        has_start = bool(beginning.taken) or not beginning.answers.start
        self.start.setChecked(beginning.answers.start)
        self.taken.setText(" ".join(beginning.taken))
        for part in (self.start, self.taken):
            part.setVisible(has_start)
        open_ones = [each.name for each in beginning.open_terrains]
        said = [str(fault) for fault in beginning.errors[:3]]
        if open_ones:
            known = join_words(open_ones[:8])
            said.append(
                tr("Land or sea? {provinces} …", provinces=known) if len(open_ones) > 8 else tr("Land or sea? {provinces}", provinces=known)
            )
        if beginning.coded.idle and not said:
            said.append(tr("Over no shape: {idle}", idle=join_words(beginning.coded.idle[:6])))
        self.open.setText("\n".join(said))
        self.open.setVisible(bool(said))
        self.button.setEnabled(not open_ones and not beginning.errors and not beginning.exchanged)
        self.button.setToolTip(tr("Nothing is written before every province has a terrain") if open_ones else "")

    def _typed(self) -> None:
        self._is_named = True
