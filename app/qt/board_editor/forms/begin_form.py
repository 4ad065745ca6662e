"""The first page of the wizard: a drawing beside which there is no variant, and what its shapes are taken for, asked once."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.board_editor.beginning import Beginning
from app.qt.board_editor.forms.ground_table import GroundRow, GroundTable
from app.qt.widgets.fields import AskingLine
from app.qt.widgets.labels import PlainLabel
from entente.words.names import join_words
from languages import plural, tr


class BeginForm(QWidget):
    """Asks for name, layer, place, and all that could not be derived.

    Signals:
        said(str, str, str): of the shape with this key, its code, name or terrain is to be another.
        layer_chosen(str): another layer has the provinces.
        begin_wanted(str, bool): the variant is to be written under this name; whether with a copy of the drawing.
        row_picked(str): a province came to the front.
    """

    said = Signal(str, str, str)
    layer_chosen = Signal(str)
    begin_wanted = Signal(str, bool)
    row_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_named = False
        self.heading = PlainLabel(tr("A variant from this drawing"))
        self.heading.setProperty("role", "heading")
        self.told = PlainLabel(
            tr(
                "Texts over shapes are their names, codes follow from the names, land and sea from words, colours and the page's edge; the "
                "reason comes up over each row. Correct what is wrong, then begin."
            )
        )
        self.told.setWordWrap(True)
        self.told.setProperty("role", "soft")
        self.name = AskingLine()
        self.name.setAccessibleName(tr("Name"))
        self.name.setPlaceholderText(tr("Name of the variant"))
        self.name.textEdited.connect(self._typed)
        self.layer = QComboBox()
        self.layer.setAccessibleName(tr("Layer of the provinces"))
        self.layer.textActivated.connect(lambda _words: self.layer_chosen.emit(str(self.layer.currentData())))
        self.beside = QRadioButton(tr("Beside the drawing, which gets its labels"))
        self.copy = QRadioButton(tr("Among my variants, with a copy of the drawing"))
        self.beside.setChecked(True)
        self.table = GroundTable(codes=True)
        self.table.said.connect(self.said)
        self.table.row_picked.connect(self.row_picked)
        self.open = PlainLabel("")
        self.open.setWordWrap(True)
        self.button = QPushButton(tr("Begin the variant"))
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(lambda: self.begin_wanted.emit(self.name.text().strip(), self.copy.isChecked()))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        above: tuple[QWidget, ...] = (self.heading, self.told, self.name, self.layer)
        below: tuple[QWidget, ...] = (self.open, self.beside, self.copy, self.button)
        for each in above:
            column.addWidget(each)
        column.addWidget(self.table, 1)
        for each in below:
            column.addWidget(each)

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
        self.button.setEnabled(not open_ones and not beginning.errors)
        self.button.setToolTip(tr("Nothing is written before every province has a terrain") if open_ones else "")

    def _typed(self) -> None:
        self._is_named = True
