"""What became of every order, by power, with the reason; a click goes to the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.qt.widgets.look import Look
from app.qt.widgets.plain_label import PlainLabel
from app.qt.widgets.scrolling import TallRoom
from app.qt.widgets.swatch import Swatch
from app.qt.widgets.swatches import SwatchSquare
from app.view.order_rows import ResultRow
from languages import tr


class ResultItem(QFrame):
    """One order and what became of it.

    Signals:
        chosen(str): it was clicked; carries the province.
    """

    chosen = Signal(str)

    def __init__(self, row: ResultRow, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = row
        self._look = look
        failed = row.dislodged or not row.succeeded
        mark = PlainLabel("✕" if failed else "✓")
        mark.setMinimumWidth(18)
        mark.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        mark.setProperty("role", "bad" if failed else "good")
        words = PlainLabel(row.sentence)
        words.setWordWrap(True)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 3, 10, 3)
        layout.setSpacing(4)
        layout.addWidget(mark)
        layout.addWidget(words, 1)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoFillBackground(True)
        self._shade(None)

    def set_look(self, look: Look) -> None:
        """Colour in *look*."""
        self._look = look
        self._shade(None)

    def _shade(self, colour: QColor | None) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, colour or self._look.colour("panel"))
        self.setPalette(palette)

    def enterEvent(self, _event: QEvent) -> None:
        """Light up."""
        self._shade(self._look.colour("hover"))

    def leaveEvent(self, _event: QEvent) -> None:
        """No longer lit."""
        self._shade(None)

    def mouseReleaseEvent(self, _event: QEvent) -> None:
        """Go to the place."""
        if self.row.place is not None:
            self.chosen.emit(self.row.place)


class ResultsList(TallRoom):
    """All results of a phase.

    Signals:
        place_chosen(str): a result was clicked; carries its province.
    """

    place_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Results"))
        self._look = look
        self._key: object = None
        self._lines: list[ResultItem] = []
        self._notes: tuple[str, ...] = ()

    def set_look(self, look: Look) -> None:
        """Colour in *look*, what is listed already too."""
        self._look = look
        self._key = None
        for line in self._lines:
            line.set_look(look)

    def notes(self) -> Sequence[str]:
        """What is said above the results."""
        return self._notes

    def lines(self) -> Sequence[ResultItem]:
        """What is listed, in its sequence."""
        return tuple(self._lines)

    def show_results(
        self,
        heading: str,
        notes: Sequence[str],
        rows: Sequence[ResultRow],
        names: Mapping[str, str],
        swatches: Mapping[str, Swatch],
    ) -> None:
        """List *rows* under their powers, with *notes* (captures, phases passed over, the end) at the top."""
        key = (heading, tuple(notes), tuple(rows))
        if key == self._key:
            return
        self._key = key
        self._notes = tuple(notes)
        holder = QWidget(self.viewport())
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 6, 0, 12)
        column.setSpacing(0)
        title = PlainLabel(heading)
        title.setProperty("role", "subheading")
        title.setWordWrap(True)
        title.setContentsMargins(12, 2, 12, 4)
        column.addWidget(title)
        for note in notes:
            label = PlainLabel(note)
            label.setWordWrap(True)
            label.setContentsMargins(12, 1, 12, 1)
            column.addWidget(label)
        self._lines = []
        power: str | None = None
        for row in rows:
            if row.power != power:
                power = row.power
                column.addWidget(self._header(names.get(power, power), swatches.get(power), holder))
            line = ResultItem(row, self._look, holder)
            line.chosen.connect(self.place_chosen)
            self._lines.append(line)
            column.addWidget(line)
        column.addStretch(1)
        self.setWidget(holder)

    def _header(self, name: str, swatch: Swatch | None, parent: QWidget) -> QWidget:
        header = QWidget(parent)
        row = QHBoxLayout(header)
        row.setContentsMargins(10, 8, 10, 2)
        row.setSpacing(8)
        chip = SwatchSquare(swatch)
        label = PlainLabel(name)
        label.setProperty("role", "subheading")
        row.addWidget(chip)
        row.addWidget(label, 1)
        return header
