"""Steps of units from one province, and the keys that add and remove them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.board_editor.reading import ProvinceRow
from app.qt.widgets.fields import ChoiceButton
from app.qt.widgets.labels import PlainLabel
from languages import labelled, tr


class StepsCard(QFrame):
    """Card of the steps from the province that is picked; steps are added and removed by clicking provinces of the drawing.

    Signals:
        province_picked(str): one of the provinces was pressed.
    """

    province_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.row: ProvinceRow | None = None
        self.heading = PlainLabel("")
        self.heading.setProperty("role", "strong")
        self.modes: dict[str, QPushButton] = {}
        """By list: ``army``, ``fleet``, or ``fleet/NC`` where there are named coasts."""
        above = QHBoxLayout()
        above.addWidget(self.heading, 1)
        self._body = QVBoxLayout()
        self._body.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(4)
        column.addLayout(above)
        column.addLayout(self._body)
        self.lines: list[PlainLabel] = []
        self._shown: list[QWidget] = []

    @property
    def changing(self) -> str:
        """The kind of unit whose steps are being changed; empty for none."""
        return self._changing.partition("/")[0]

    @property
    def origin(self) -> str:
        """The location that steps are changed from: the province, or one of its coasts."""
        coast = self._changing.partition("/")[2]
        code = "" if self.row is None else self.row.code
        return f"{code}/{coast}" if coast else code

    @property
    def _changing(self) -> str:
        return next((each for each, button in self.modes.items() if button.isChecked()), "")

    def show_row(self, row: ProvinceRow | None) -> None:
        """Show the steps of *row*; the kind of unit whose steps are being changed stays."""
        before = self._changing
        self.row = row
        self.heading.setText("" if row is None else tr("{row}, steps", row=row.name or row.code))
        for widget in self._shown:
            self._body.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._shown, self.lines, self.modes = [], [], {}
        if row is None:
            return
        self._add("army", tr("Army"), row.army)
        for coast, places in (row.fleet or {"": ()}).items():
            self._add(f"fleet/{coast}" if coast else "fleet", tr("Fleet {coast}", coast=coast) if coast else tr("Fleet"), places)
        kept = before if before in self.modes else next((each for each in self.modes if before and each.startswith(before[:5])), "")
        if kept:
            self.modes[kept].setChecked(True)

    def _add(self, steps: str, words: str, places: Sequence[str]) -> None:
        """A line for one list, with the key by which it is changed."""
        line = PlainLabel(labelled(words, "  ".join(places) or tr("none")))
        line.setWordWrap(True)
        button = ChoiceButton(tr("Change"))
        army, fleet = (
            tr("Click a province of the drawing to put a step of the army in, or to take it out"),
            tr("Click a province of the drawing to put a step of the fleet in, or to take it out"),
        )
        button.setToolTip(army if steps == "army" else fleet)
        button.setAccessibleName(labelled(tr("Change"), words))
        button.clicked.connect(lambda checked: self._change(steps, on=checked))
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(line, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._body.addWidget(holder)
        self._shown.append(holder)
        self.lines.append(line)
        self.modes[steps] = button

    def _change(self, steps: str, *, on: bool) -> None:
        for each, button in self.modes.items():
            button.setChecked(on and each == steps)
