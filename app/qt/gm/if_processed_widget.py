"""Outlook for each power that lacks orders if the phase is processed now, and the decision for it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from app.gm.if_processed import POLICY_WORDS, OutlookRow
from app.qt.widgets.labels import PlainLabel
from app.qt.widgets.swatches import Swatch
from languages import tr

_SIDE = 14


class IfProcessedWidget(QWidget):
    """Signals:
    decided(str, str): for that power this policy holds.
    """

    decided = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[OutlookRow, ...], Mapping[str, Swatch]] | None = None
        self.boxes: dict[str, QComboBox] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)

    def show_rows(self, rows: tuple[OutlookRow, ...], swatches: Mapping[str, Swatch]) -> None:
        """Show *rows*; nothing is made again where they are the same."""
        if self._shown == (rows, swatches):
            return
        self._shown = (rows, swatches)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.boxes = {}
        if not rows:
            self._add(PlainLabel(tr("All orders are in.")), 0, 0, soft=True, span=3)
        for number, row in enumerate(rows):
            at = number * 2
            if row.power in swatches:
                chip = PlainLabel()
                chip.setPixmap(_chip(swatches[row.power]))
                self._grid.addWidget(chip, at, 0)
            name = PlainLabel(row.name)
            name.setToolTip(tr("Missing: {units}", units=row.units) if row.units else row.lacks)
            self._grid.addWidget(name, at, 1)
            box = QComboBox()
            box.setAccessibleName(tr("If {row} lacks orders", row=row.name))
            for policy in row.choices:
                box.addItem(tr(POLICY_WORDS[policy]), str(policy))
            box.setCurrentIndex(max(0, box.findData(str(row.policy))))
            box.activated.connect(lambda _at, power=row.power, box=box: self.decided.emit(power, str(box.currentData())))
            self.boxes[row.power] = box
            self._grid.addWidget(box, at, 2)
            self._add(PlainLabel(f"{row.lacks[:1].upper()}{row.lacks[1:]}. {row.comes}"), at + 1, 1, soft=True, span=2)

    def _add(self, label: PlainLabel, row: int, column: int, *, soft: bool, span: int) -> None:
        label.setWordWrap(True)
        label.setProperty("role", "soft" if soft else "strong")
        self._grid.addWidget(label, row, column, 1, span, Qt.AlignmentFlag.AlignTop)


def _chip(swatch: Swatch) -> QPixmap:
    pixmap = QPixmap(QSize(_SIDE, _SIDE) * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    swatch.paint(painter, QRectF(1, 1, _SIDE - 2, _SIDE - 2), 3.0, 1.4)
    painter.end()
    return pixmap
