"""Land and sea as the drawing shows them, beside what the file says: asked once, written in one step."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from adjudicator.board import Terrain
from app.board_editor.terrain import TerrainProposal
from app.qt.board_editor.forms.ground_table import GroundRow, GroundTable
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.layouts import FlowLayout
from languages import plural, tr


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
        self.heading = PlainLabel(tr("Terrain as it is drawn"))
        self.heading.setProperty("role", "heading")
        self.told = PlainLabel("")
        self.told.setWordWrap(True)
        self.told.setProperty("role", "soft")
        self.table = GroundTable(codes=False)
        self.table.said.connect(self._say)
        self.table.row_picked.connect(self.row_picked)
        self.write = QPushButton("")
        self.write.setProperty("role", "primary")
        self.write.clicked.connect(self._agree)
        self.cancel = QPushButton(tr("Leave it"))
        self.cancel.clicked.connect(self.left)
        row = FlowLayout()
        row.addWidget(self.write, 1)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.told)
        column.addWidget(self.table, 1)
        column.addLayout(row)

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
    reason = f"{each.reason[:1].upper()}{each.reason[1:]}"
    if each.stated and each.is_change:
        return tr("{reason}. The file says {stated}.", reason=reason, stated=tr(each.stated))
    return f"{reason}."
