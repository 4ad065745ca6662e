"""Where units may go from one province, and the keys with which steps are put in and taken out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.bench.reading import ProvinceRow
from app.qt.widgets.plain_label import PlainLabel
from languages import tr


class StepsCard(QFrame):
    """Where units may go from the province that is picked; steps are put in and taken out by pressing provinces of the drawing.

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
        above = QHBoxLayout()
        above.addWidget(self.heading, 1)
        for kind, words, tip in (
            ("army", tr("Change army"), tr("Press a province of the drawing to put a step of the army in, or to take it out")),
            ("fleet", tr("Change fleet"), tr("Press a province of the drawing to put a step of the fleet in, or to take it out")),
        ):
            button = QPushButton(words)
            button.setCheckable(True)
            button.setProperty("role", "choice")
            button.setToolTip(tip)
            button.clicked.connect(lambda checked, kind=kind: self._change(kind, on=checked))
            above.addWidget(button)
            self.modes[kind] = button
        self._body = QVBoxLayout()
        self._body.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(4)
        column.addLayout(above)
        column.addLayout(self._body)
        self.lines: list[PlainLabel] = []

    @property
    def changing(self) -> str:
        """The kind of unit whose steps are being changed; empty for none."""
        return next((kind for kind, button in self.modes.items() if button.isChecked()), "")

    def origin(self, kind: str) -> str:
        """The location that steps are changed from: the province, with its first coast for fleets."""
        row = self.row
        if row is None:
            return ""
        coasts = [coast for coast in row.fleet if coast]
        return f"{row.code}/{coasts[0]}" if kind == "fleet" and coasts else row.code

    def show_row(self, row: ProvinceRow | None) -> None:
        """Show the steps of *row*."""
        self.row = row
        self.heading.setText("" if row is None else tr("{row}, steps", row=row.name or row.code))
        for line in self.lines:
            self._body.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = []
        if row is None:
            return
        shown = [
            (tr("Army"), row.army),
            *((tr("Fleet {coast}", coast=coast) if coast else tr("Fleet"), places) for coast, places in row.fleet.items()),
        ]
        for words, places in shown:
            line = PlainLabel(f"{words}: {'  '.join(places) or tr('none')}")
            line.setWordWrap(True)
            self._body.addWidget(line)
            self.lines.append(line)

    def _change(self, kind: str, *, on: bool) -> None:
        for each, button in self.modes.items():
            button.setChecked(on and each == kind)
