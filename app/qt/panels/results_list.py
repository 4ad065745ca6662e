"""Results of every order, by power, with the reason; a click or Enter goes to the place, Up and Down walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.presentation.order_rows import ResultRow, columns
from app.qt.widgets import forms
from app.qt.widgets.layouts import TallRoom
from app.qt.widgets.look import Look, growth
from app.qt.widgets.swatches import Swatch, SwatchSquare
from languages import tr


class LineOfResults(QFrame):
    """A line that keys can be given to: it is lit then, as under the pointer."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._shade()

    def set_look(self, look: Look) -> None:
        """Colour in *look*."""
        self._look = look
        self._shade()

    def _shade(self, *, lit: bool = False) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, self._look.colour("selection" if self.hasFocus() else "hover" if lit else "panel"))
        self.setPalette(palette)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Light up."""
        super().focusInEvent(event)
        self._shade()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No longer lit."""
        super().focusOutEvent(event)
        self._shade()

    def enterEvent(self, _event: QEvent) -> None:
        """Light up where a click does something."""
        self._shade(lit=self.cursor().shape() is Qt.CursorShape.PointingHandCursor)

    def leaveEvent(self, _event: QEvent) -> None:
        """No longer lit."""
        self._shade()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what it is there for."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.choose()

    def choose(self) -> None:
        """Do what a click or Enter does here: nothing, unless a line says so."""


class _Holder(QWidget):
    """Ground of the lines, as high as they are at its width: Qt would add up what their words want in narrow columns."""

    def minimumSizeHint(self) -> QSize:
        """Return the least width; the height follows from the width."""
        return QSize(super().minimumSizeHint().width(), 0)


class WalkedLines(TallRoom):
    """Lines below one another, through which keys walk; Enter does what a click does."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its lines take the keys
        self._look = look
        self._key: object = None
        self._stops: list[LineOfResults] = []

    def set_look(self, look: Look) -> None:
        """Colour in *look*, what is listed already too."""
        self._look = look
        self._key = None
        for line in self._stops:
            line.set_look(look)
        holder: QWidget | None = self.widget()
        if holder is not None:
            self._shade(holder)

    def _holder(self) -> QWidget:
        """Make the ground of the lines, of their colour, so that the room below the last of them is no hole."""
        holder = _Holder(self.viewport())
        holder.setAutoFillBackground(True)
        self._shade(holder)
        return holder

    def _shade(self, holder: QWidget) -> None:
        palette = holder.palette()
        palette.setColor(QPalette.ColorRole.Window, self._look.colour("panel"))
        holder.setPalette(palette)

    def _walk_through(self, stops: Sequence[LineOfResults]) -> None:
        """Walk through *stops* from now on; Tab comes to the first of them."""
        self._stops = list(stops)
        for stop in self._stops:
            stop.installEventFilter(self)
        self._stops[0].setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up, Down, Home and End walk from line to line, Enter goes to the place; Tab comes back to the line that was read last."""
        if isinstance(watched, LineOfResults) and watched in self._stops:
            if event.type() is QEvent.Type.FocusIn:
                for stop in self._stops:
                    stop.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stop is watched else Qt.FocusPolicy.ClickFocus)
                self.ensureWidgetVisible(watched, 0, 20)
            elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
                return self._walk(watched, Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _walk(self, line: LineOfResults, key: Qt.Key) -> bool:
        at, last = self._stops.index(line), len(self._stops) - 1
        ways = {Qt.Key.Key_Up: max(at - 1, 0), Qt.Key.Key_Down: min(at + 1, last), Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if key in ways:
            self._stops[ways[key]].setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            line.choose()
            return True
        return False

    def _head(self, heading: str, notes: Sequence[str], parent: QWidget) -> LineOfResults:
        head = LineOfResults(self._look, parent)
        head.setAccessibleName("\n".join((heading, *notes)))
        title = forms.label(heading, "subheading", wraps=True)
        title.setContentsMargins(12, 2, 12, 4)
        rows = forms.column(title, on=head, margins=(0, 0, 0, 0), spacing=0)
        for note in notes:
            label = forms.label(note, wraps=True)
            label.setContentsMargins(12, 1, 12, 1)
            rows.addWidget(label)
        return head


class ResultItem(LineOfResults):
    """One order and what became of it.

    Signals:
        chosen(str): it was clicked; carries the province.
    """

    chosen = Signal(str)

    def __init__(self, row: ResultRow, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.row = row
        self.setAccessibleName(row.sentence)
        failed = row.dislodged or not row.succeeded
        mark = forms.label("✕" if failed else "✓", "bad" if failed else "good")
        mark.setMinimumWidth(18)
        mark.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        words = forms.label(row.sentence, wraps=True)
        words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
        forms.row(mark, (words, 1), on=self, margins=(8, 3, 10, 3), spacing=4)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def choose(self) -> None:
        """Go to the place."""
        if self.row.place is not None:
            self.chosen.emit(self.row.place)


MOST_COLUMNS = 2
"""Columns of results beside one another at most."""
_COLUMN = 400
"""Pixels that a column has at least, with words of the usual size: most results stand in one line of it."""


class ResultsList(WalkedLines):
    """All results of a phase.

    Signals:
        place_chosen(str): a result was clicked; carries its province.
    """

    place_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setAccessibleName(tr("Results"))
        self._lines: list[ResultItem] = []
        self._notes: tuple[str, ...] = ()
        self._blocks: list[tuple[QWidget, int]] = []
        """Powers with their results, and the number of lines of each."""
        self._columns: list[QVBoxLayout] = []
        self._beside = QHBoxLayout()
        self._count = 0

    def notes(self) -> Sequence[str]:
        """Return the notes above the results."""
        return self._notes

    def lines(self) -> Sequence[ResultItem]:
        """Return the lines of the list, in its sequence."""
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
        holder = self._holder()
        head = self._head(heading, notes, holder)
        self._lines, self._blocks = [], []
        for power, of_power in groupby(rows, lambda row: row.power):
            block = QWidget(holder)
            parts = [self._header(names.get(power, power), swatches.get(power), block)]
            for row in of_power:
                line = ResultItem(row, self._look, block)
                line.chosen.connect(self.place_chosen)
                self._lines.append(line)
                parts.append(line)
            forms.column(*parts, on=block, margins=(0, 0, 0, 0), spacing=0)
            self._blocks.append((block, len(parts)))
        self._columns = [forms.column(spacing=0) for _ in range(MOST_COLUMNS)]
        self._beside = forms.row(*self._columns, spacing=0)
        forms.column(head, self._beside, forms.STRETCH, on=holder, margins=(0, 6, 0, 12), spacing=0)
        self._count = 0
        self._share_out()
        self._walk_through([head, *self._lines])
        self.setWidget(holder)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand in as many columns as there is room for."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        """Put the powers into columns of about the same length, where there is room for more than one."""
        count = max(1, min(MOST_COLUMNS, int(self.viewport().width() // (_COLUMN * growth(self.font())))))
        if count == self._count or not self._blocks:
            return
        self._count = count
        for column in self._columns:
            while column.count():
                column.takeAt(0)
        lengths = [lines for _, lines in self._blocks]
        for number, taken in enumerate(columns(lengths, count, sum(lengths)) or ()):
            for at in taken:
                self._columns[number].addWidget(self._blocks[at][0])
        for number, column in enumerate(self._columns):
            column.addStretch(1)
            self._beside.setStretch(number, 1 if number < count else 0)

    def _header(self, name: str, swatch: Swatch | None, parent: QWidget) -> QWidget:
        header = QWidget(parent)
        forms.row(SwatchSquare(swatch), (forms.label(name, "subheading"), 1), on=header, margins=(10, 8, 10, 2), spacing=8)
        return header
